import { Button, Dialog, Flex } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useReturnFocus } from "./useReturnFocus";

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A dialog that has nothing to fill in: its record is loading, refused or gone. */
export function NoticeDialog({ title, children, onClose }: Props) {
  const onCloseAutoFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content maxWidth="480px" aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus}>
        <Dialog.Title size="4">{title}</Dialog.Title>
        {children}
        <Flex justify="end" mt="4">
          <Button variant="soft" color="gray" highContrast onClick={onClose}>
            Fechar
          </Button>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}
