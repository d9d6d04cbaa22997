import { Button, Flex, Text } from "@radix-ui/themes";
import { useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { AddProductForm } from "./AddProductForm";
import { dialogTexts as texts } from "./dialogTexts";
import { OrderDialogFrame, OrderDialogState } from "./OrderDialogFrame";
import { OrderLinesEditor } from "./OrderLinesEditor";
import { useLineChanges, type PaidWarning } from "./useLineChanges";
import { useLineDrafts } from "./useLineDrafts";
import { useLastKnownOrder, useOrderDetail } from "./useOrderDetail";

interface Props {
  readonly number: number;
  readonly onClose: () => void;
}

/**
 * 'Editar Pedido #id': products to add on the left, the order's lines on the right. Every change applies at once and is
 * seen by others; Salvar Alterações applies what is still being typed, Cancelar drops it (product.md, Selling).
 */
export function EditOrderDialog({ number, onClose }: Props) {
  const live = useOrderDetail(number);
  const lastKnown = useLastKnownOrder(live);
  const order = live.status === "ready" ? live.value : null;
  const changes = useLineChanges(order?._id ?? null);
  const drafts = useLineDrafts(changes);
  const [isChosen, setIsChosen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isSaving, setIsSaving] = useState(false);

  const [failedSaves, setFailedSaves] = useState(0);
  const lines = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Once the reason stands at the field, the focus goes there (UX conventions F5).
    if (failedSaves > 0) lines.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failedSaves]);

  function leave() {
    if (order !== null && (drafts.isAny || isChosen)) setIsAsking(true);
    else onClose();
  }

  async function save() {
    if (order === null || isSaving) return;
    setIsSaving(true);
    const isAllDone = await drafts.commitAll(order.lines).finally(() => setIsSaving(false));
    if (!isAllDone) return setFailedSaves((before) => before + 1);
    if (isChosen) setIsAsking(true);
    else onClose();
  }

  return (
    <OrderDialogFrame title={texts.editTitle(number)} number={number} maxWidth="1000px" onLeave={leave}>
      {order === null ? (
        <OrderDialogState live={live} lastKnown={lastKnown} failed={texts.linesFailed} onClose={onClose} />
      ) : (
        <>
          <div ref={lines} className="grid gap-x-8 gap-y-6 md:grid-cols-[300px_minmax(0,1fr)]">
            <AddProductForm hasCart={order.hasCart} changes={changes} onChosen={setIsChosen} />
            <OrderLinesEditor order={order} changes={changes} drafts={drafts} />
          </div>
          <Flex justify="end" gap="3" mt="5">
            <Button data-drops variant="soft" color="gray" highContrast onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button aria-busy={isSaving} onClick={() => void save()}>
              {isSaving ? texts.saving : texts.save}
            </Button>
          </Flex>
        </>
      )}
      {changes.warning !== null && <PaidWarningDialog number={number} warning={changes.warning} />}
      {isAsking && (
        <ConfirmDialog
          title={texts.discardTitle}
          question={texts.discardQuestion}
          confirmLabel={texts.discard}
          isDestructive
          onConfirm={() => Promise.resolve(true).finally(onClose)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </OrderDialogFrame>
  );
}

/** A paid order's lines change only after this: it shows what the customer would owe or get back. */
function PaidWarningDialog({ number, warning }: { readonly number: number; readonly warning: PaidWarning }) {
  const { totalCents, newTotalCents, answer } = warning;
  return (
    <ConfirmDialog
      title={texts.paidTitle}
      question={texts.paidQuestion(number)}
      confirmLabel={texts.paidConfirm}
      onConfirm={() => {
        answer(true);
        return Promise.resolve(true);
      }}
      onClose={() => answer(false)}
    >
      <Text as="p" size="3" weight="medium" mt="3">
        {texts.paidDifference(totalCents, newTotalCents)}
      </Text>
    </ConfirmDialog>
  );
}
