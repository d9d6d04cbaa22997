import { Button, Callout, Dialog, Flex } from "@radix-ui/themes";
import { useState } from "react";
import { sentenceOf } from "../../lib/refusal";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { RefusedState } from "../../ui/RefusedState";
import { useReturnFocus } from "../../ui/useReturnFocus";
import { EditManualOrderForm, type EditedOrder } from "./EditManualOrderForm";
import { useManualOrder, type ManualOrder } from "./useManualOrders";
import { manageTexts } from "./manageTexts";

interface Props {
  readonly order: ManualOrder;
  readonly onClose: () => void;
  /** Where the focus goes when the row is gone by then: joined with another order. */
  readonly focusAfter: () => HTMLElement | null;
}

/** 'Editar Pedido #id': phone and total. Leaving with something unsaved asks (UX conventions K5). */
export function EditManualOrderDialog({ order, onClose, focusAfter }: Props) {
  const words = manageTexts;
  const live = useManualOrder(order.number);
  const isGone = live.status === "ready" && live.value === null;
  // The row holds what the fields begin with; what else there is to know comes a moment later.
  const shown: EditedOrder = (live.status === "ready" ? live.value : null) ?? {
    ...order,
    adjustmentCents: null,
    lastEdit: null,
  };
  const [isDirty, setIsDirty] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const onCloseAutoFocus = useReturnFocus(focusAfter);

  function leave() {
    if (isDirty) setIsAsking(true);
    else onClose();
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && leave()}>
      <Dialog.Content maxWidth="440px" aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus}>
        <Dialog.Title size="4">{words.editTitle(order.number)}</Dialog.Title>
        {live.status === "refused" && <RefusedState message={sentenceOf(live.error, words.loadFailed)} />}
        {isGone && (
          <Callout.Root color="amber" highContrast role="alert">
            <Callout.Text>{words.gone}</Callout.Text>
          </Callout.Root>
        )}
        {live.status === "refused" || isGone ? (
          <Flex justify="end" mt="4">
            <Button variant="soft" color="gray" highContrast onClick={onClose}>
              {words.cancel}
            </Button>
          </Flex>
        ) : (
          <EditManualOrderForm order={shown} onDirtyChange={setIsDirty} onClose={onClose} />
        )}
        {isAsking && (
          <ConfirmDialog
            title={words.unsavedTitle}
            question={words.unsavedQuestion(order.number)}
            confirmLabel={words.discard}
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
