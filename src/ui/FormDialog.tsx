import { Button, Dialog, Flex } from "@radix-ui/themes";
import { useState, type FormEvent, type ReactNode } from "react";
import { ConfirmDialog } from "./ConfirmDialog";
import { useReturnFocus } from "./useReturnFocus";

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** Verb of the button that keeps what was typed: Criar, Atualizar. */
  readonly submitLabel: string;
  readonly busyLabel: string;
  readonly isBusy: boolean;
  /** Something is typed that closing would lose. */
  readonly isDirty: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Where the focus goes when what opened the dialog is gone by then. */
  readonly focusAfter?: () => HTMLElement | null;
}

/** A form in a dialog. Closing it with something unsaved asks (UX conventions K5). Render it while it is open. */
export function FormDialog({
  title,
  children,
  submitLabel,
  busyLabel,
  isBusy,
  isDirty,
  onSubmit,
  onClose,
  focusAfter,
}: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const onCloseAutoFocus = useReturnFocus(focusAfter);

  function leave() {
    if (isDirty) setIsAsking(true);
    else onClose();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) onSubmit();
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && leave()}>
      <Dialog.Content maxWidth="480px" aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus}>
        <Dialog.Title size="4">{title}</Dialog.Title>
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          {children}
          <Flex gap="3" mt="2" justify="end" wrap="wrap">
            <Button type="button" variant="soft" color="gray" highContrast onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" aria-busy={isBusy}>
              {isBusy ? busyLabel : submitLabel}
            </Button>
          </Flex>
        </form>
        {isAsking && (
          <ConfirmDialog
            title="Alterações não salvas"
            question="O que você digitou ainda não foi salvo."
            confirmLabel="Descartar alterações"
            isDestructive
            onConfirm={() => {
              onClose();
              return Promise.resolve(true);
            }}
            onClose={() => setIsAsking(false)}
          />
        )}
      </Dialog.Content>
    </Dialog.Root>
  );
}
