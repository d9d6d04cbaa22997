import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { showPaidAtOnce } from "./showPaidAtOnce";
import { texts } from "./texts";

export interface PaidSwitching {
  /** The orders whose change is on its way. */
  readonly busyIds: ReadonlySet<Id<"orders">>;
  readonly setPaid: (orderId: Id<"orders">, isPaid: boolean) => void;
}

/** Marks orders paid or pending. The rows change at once and change back if the server refuses. */
export function useSetPaid(): PaidSwitching {
  const mutate = useTenantMutation(api.orders.setPaid, showPaidAtOnce);
  const [busyIds, setBusyIds] = useState<ReadonlySet<Id<"orders">>>(new Set());

  const setPaid = useCallback(
    (orderId: Id<"orders">, isPaid: boolean) => {
      setBusyIds((before) => new Set(before).add(orderId));
      mutate({ orderIds: [orderId], isPaid })
        .then(() => notifySuccess(isPaid ? texts.markedPaid : texts.markedPending))
        .catch((error: unknown) => reportError(error, texts.setPaidFailed))
        .finally(() =>
          setBusyIds((before) => {
            const rest = new Set(before);
            rest.delete(orderId);
            return rest;
          }),
        );
    },
    [mutate],
  );

  return { busyIds, setPaid };
}
