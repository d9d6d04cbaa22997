import { useCallback, useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { notifyError, notifySuccess, notifyUndoable } from "../../lib/notify";
import { refusalOf, sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { useBusy } from "../../lib/useBusy";
import { UNDO_MS } from "../../lib/undo";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { showObservationAtOnce, showPaidAtOnce, showPrintedAtOnce } from "./showAtOnce";
import { texts } from "./texts";
import type { OrderRow } from "./useOrders";

/** What somebody else has made of an observation while it was being edited. */
export interface Conflict {
  readonly actorName: string;
  readonly value: string | null;
  readonly at: number;
}

export type SaveResult = "saved" | "failed" | Conflict;

/** An order that cannot go back to pending because another is open, and that other one. */
export interface Merge {
  readonly from: Pick<OrderRow, "_id" | "number">;
  readonly into: { readonly _id: Id<"orders">; readonly number: number };
}

export interface OrderActions {
  readonly setPaid: (order: OrderRow, isPaid: boolean, reason?: string) => Promise<void>;
  readonly setPrinted: (order: OrderRow, printed: boolean) => Promise<void>;
  readonly print: (orderIds: readonly OrderRow["_id"][]) => void;
  /** @param seen what stood there when the editing began */
  readonly saveObservation: (order: OrderRow, text: string | null, seen: string | null) => Promise<SaveResult>;
}

export interface OrderChanging {
  readonly actions: OrderActions;
  /** `paid:ID`, `printed:ID`: the changes that are on their way. */
  readonly busy: ReadonlySet<string>;
  /** The orders this screen has changed. */
  readonly own: ReadonlySet<string>;
  /** Those of them whose change can still be taken back: they leave a filter at once, and come back at once. */
  readonly lately: ReadonlySet<string>;
  /** What the server offered instead of unmarking; null when nothing. */
  readonly merge: Merge | null;
  readonly endMerge: () => void;
}

/**
 * Changes of one order from its row: shown at once, undone when refused, honest about it (UX conventions O1–O3, O7).
 *
 * @param print a function that does not change between renders
 */
export function useOrderActions(print: OrderActions["print"]): OrderChanging {
  const mutatePaid = useTenantMutation(api.orders.setPaid, showPaidAtOnce);
  const mutatePrinted = useTenantMutation(api.orders.setPrinted, showPrintedAtOnce);
  const mutateObservation = useTenantMutation(api.orders.setObservation, showObservationAtOnce);
  const { keys: busy, during } = useBusy<string>();
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const { lately, remember } = useLately();
  const [merge, setMerge] = useState<Merge | null>(null);
  const claim = useCallback(
    (id: string) => {
      setOwn((before) => (before.has(id) ? before : new Set(before).add(id)));
      remember(id);
    },
    [remember],
  );

  const sendPaid = useCallback(
    async (order: OrderRow, isPaid: boolean, reason?: string): Promise<boolean> => {
      claim(order._id);
      const args = { orderIds: [order._id], isPaid, ...(reason === undefined ? {} : { reason }) };
      try {
        await during(`paid:${order._id}`, mutatePaid(args));
        return true;
      } catch (error) {
        reportPaidFailure(error, { order, isPaid }, setMerge);
        return false;
      } finally {
        // The answer may have taken its time.
        claim(order._id);
      }
    },
    [mutatePaid, during, claim],
  );

  const setPaid = useCallback(
    async (order: OrderRow, isPaid: boolean, reason?: string) => {
      if (!(await sendPaid(order, isPaid, reason))) return;
      if (!isPaid) return notifySuccess(texts.markedPending);
      notifyUndoable(texts.markedPaid, () => {
        void sendPaid(order, false).then((isDone) => isDone && notifySuccess(texts.markedPending));
      });
    },
    [sendPaid],
  );

  const setPrinted = useCallback(
    async (order: OrderRow, printed: boolean) => {
      const send = (isPrinted: boolean) =>
        during(`printed:${order._id}`, mutatePrinted({ orderIds: [order._id], printed: isPrinted }));
      try {
        await send(printed);
      } catch (error) {
        return reportError(error, texts.setPrintedFailed);
      }
      notifyUndoable((printed ? texts.markedPrinted : texts.markedNotPrinted)(order.number), () => {
        send(!printed).catch((error: unknown) => reportError(error, texts.setPrintedFailed));
      });
    },
    [mutatePrinted, during],
  );

  const saveObservation = useCallback(
    async (order: OrderRow, observation: string | null, seen: string | null): Promise<SaveResult> => {
      try {
        await mutateObservation({ orderId: order._id, observation, seen });
      } catch (error) {
        const conflict = conflictOf(error);
        if (conflict === null) reportError(error, texts.observationFailed);
        return conflict ?? "failed";
      }
      notifyUndoable(texts.observationSaved, () => {
        mutateObservation({ orderId: order._id, observation: seen, seen: observation }).catch((error: unknown) =>
          reportError(error, texts.observationFailed),
        );
      });
      return "saved";
    },
    [mutateObservation],
  );

  const actions = useMemo(
    () => ({ setPaid, setPrinted, saveObservation, print }),
    [setPaid, setPrinted, saveObservation, print],
  );
  return { actions, busy, own, lately, merge, endMerge: useCallback(() => setMerge(null), []) };
}

/** What one has just done, for as long as its message offers to take it back. */
function useLately(): { lately: ReadonlySet<string>; remember: (id: string) => void } {
  const [ends, setEnds] = useState<ReadonlyMap<string, symbol>>(new Map());
  const remember = useCallback((id: string) => {
    const turn = Symbol(id);
    setEnds((before) => new Map(before).set(id, turn));
    window.setTimeout(() => {
      setEnds((now) => (now.get(id) === turn ? new Map([...now].filter(([other]) => other !== id)) : now));
    }, UNDO_MS);
  }, []);
  return { lately: useMemo(() => new Set(ends.keys()), [ends]), remember };
}

interface PaidAttempt {
  readonly order: OrderRow;
  readonly isPaid: boolean;
}

function reportPaidFailure(error: unknown, { order, isPaid }: PaidAttempt, onMerge: (merge: Merge) => void): void {
  const sentence = sentenceOf(error, isPaid ? texts.markPaidFailed : texts.markPendingFailed);
  const other = otherOpenOrder(error);
  const wayOut = other === null ? undefined : { label: texts.merge, take: () => onMerge({ from: order, into: other }) };
  notifyError(sentence, "Erro", wayOut);
}

function otherOpenOrder(error: unknown): Merge["into"] | null {
  const refusal = refusalOf(error);
  if (refusal?.code !== "open_order_exists") return null;
  const { orderId, orderNumber } = refusal.params;
  if (typeof orderId !== "string" || typeof orderNumber !== "number") return null;
  // The server names one of its own orders; it checks the id again when it is asked to merge.
  return { _id: orderId as Id<"orders">, number: orderNumber };
}

function conflictOf(error: unknown): Conflict | null {
  const refusal = refusalOf(error);
  if (refusal?.code !== "changed_meanwhile") return null;
  const { actorName, value, at } = refusal.params;
  if (typeof actorName !== "string" || typeof at !== "number") return null;
  return { actorName, value: typeof value === "string" ? value : null, at };
}
