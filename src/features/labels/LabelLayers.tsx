import { lazy, Suspense } from "react";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { freightName } from "../../lib/freightText";
import { texts } from "./texts";
import { useLabelOf, type LabelRow } from "./useLabels";
import type { LabelActions } from "./useLabelActions";

const AddFundsDialog = lazy(() => import("./AddFundsDialog").then((module) => ({ default: module.AddFundsDialog })));
const LinkDialog = lazy(() => import("./LinkDialog").then((module) => ({ default: module.LinkDialog })));

interface Props {
  readonly actions: LabelActions;
}

/** What is asked before a label is paid or given up, and what is shown after a link was made. */
export function LabelLayers({ actions }: Props) {
  const { layer, closeLayer } = actions;
  switch (layer?.kind) {
    case undefined:
      return null;
    case "pay":
      return <AskToPay row={layer.row} actions={actions} />;
    case "cancel":
      return <AskToCancel row={layer.row} actions={actions} />;
    case "link":
      return (
        <Suspense fallback={null}>
          <LinkDialog {...layer} onClose={closeLayer} />
        </Suspense>
      );
    case "funds":
      return (
        <Suspense fallback={null}>
          <AddFundsDialog onClose={closeLayer} />
        </Suspense>
      );
    default:
      return layer satisfies never;
  }
}

interface AskProps extends Props {
  readonly row: LabelRow;
}

/** The label as it is now: somebody else may be at it too. */
function useNow(row: LabelRow): LabelRow {
  const live = useLabelOf(row.orderId);
  return live.status === "ready" && live.value !== null ? live.value : row;
}

/** The amount stands on the button that spends it (UX conventions §8). */
function AskToPay({ row, actions }: AskProps) {
  const now = useNow(row);
  const { charge, service, priceCents } = now;
  return (
    <ConfirmDialog
      title={texts.payTitle(row.orderNumber)}
      question={texts.payQuestion(service === null ? "" : freightName(service))}
      confirmLabel={texts.pay(priceCents ?? 0)}
      onConfirm={() => actions.pay(now)}
      onClose={actions.closeLayer}
      focusAfter={() => document.querySelector<HTMLElement>("h1")}
    >
      {charge !== null && charge.state === "open" && (
        <p className="mt-2 text-[14px] text-(--amber-11)">{texts.chargeOpen(charge.amountCents)}</p>
      )}
    </ConfirmDialog>
  );
}

function AskToCancel({ row, actions }: AskProps) {
  const { state } = useNow(row);
  return (
    <ConfirmDialog
      title={texts.cancelTitle(row.orderNumber)}
      question={texts.cancelQuestion(row.orderNumber)}
      confirmLabel={texts.cancel}
      isDestructive
      onConfirm={() => actions.cancel(row)}
      onClose={actions.closeLayer}
      focusAfter={() => document.querySelector<HTMLElement>("h1")}
    >
      <p className="mt-2 text-[14px] text-(--gray-11)">{state === "paid" ? texts.cancelPaid : texts.cancelUnpaid}</p>
    </ConfirmDialog>
  );
}
