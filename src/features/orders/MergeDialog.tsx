import { api } from "../../../convex/_generated/api";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { texts } from "./texts";
import type { Merge } from "./useOrderActions";

interface Props {
  readonly merge: Merge;
  readonly onClose: () => void;
}

/** 'Juntar pedidos': the way out when a phone has an open order on that date already (product.md, Selling). */
export function MergeDialog({ merge: { from, into }, onClose }: Props) {
  const mergeOrders = useTenantMutation(api.orders.merge);
  return (
    <ConfirmDialog
      title={texts.merge}
      question={texts.mergeQuestion(from.number, into.number)}
      confirmLabel={texts.merge}
      onClose={onClose}
      onConfirm={() =>
        mergeOrders({ fromOrderId: from._id, intoOrderId: into._id }).then(
          () => {
            notifySuccess(texts.merged(into.number));
            return true;
          },
          (error: unknown) => {
            reportError(error, texts.mergeFailed);
            return false;
          },
        )
      }
    />
  );
}
