import { AlertDialog, Button, Flex } from "@radix-ui/themes";
import { useState } from "react";
import type { ConfirmDialogProps } from "./ConfirmDialog";
import { useReturnFocus } from "./useReturnFocus";

export function ConfirmDialogBody({
  title,
  question,
  children,
  confirmLabel,
  isDestructive = false,
  onConfirm,
  onClose,
  focusAfter,
}: ConfirmDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const onCloseAutoFocus = useReturnFocus(focusAfter);

  async function confirm() {
    if (isBusy) return;
    setIsBusy(true);
    const isDone = await onConfirm().finally(() => setIsBusy(false));
    if (isDone) onClose();
  }

  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Content maxWidth="440px" onCloseAutoFocus={onCloseAutoFocus}>
        <AlertDialog.Title size="4">{title}</AlertDialog.Title>
        <AlertDialog.Description size="2">{question}</AlertDialog.Description>
        {children}
        <Flex gap="3" mt="5" justify="end" wrap="wrap">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray" highContrast>
              Cancelar
            </Button>
          </AlertDialog.Cancel>
          <Button color={isDestructive ? "red" : undefined} aria-busy={isBusy} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </Flex>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
