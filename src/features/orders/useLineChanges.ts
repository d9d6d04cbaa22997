import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { Cents } from "../../../domain/money";
import { refusalOf } from "../../lib/refusal";
import { useBusy } from "../../lib/useBusy";
import { useLineMessages, type LineEvent } from "../messaging";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { showPriceAtOnce, showQuantityAtOnce } from "./showLineAtOnce";

/** A paid order is about to change its value: somebody has to say yes. */
export interface PaidWarning {
  readonly totalCents: Cents;
  readonly newTotalCents: Cents;
  readonly answer: (isAllowed: boolean) => void;
}

/** `declined`: the person did not want to change a paid order after all. */
export type LineResult = { readonly kind: "done" | "declined" } | { readonly kind: "failed"; readonly error: unknown };

export interface LineChanges {
  readonly add: (productId: Id<"products">, quantity: number, unitPriceCents: Cents) => Promise<LineResult>;
  /** @param seen what stood there when the typing began */
  readonly setQuantity: (lineId: Id<"cartItems">, quantity: number, seen: number) => Promise<LineResult>;
  readonly setPrice: (lineId: Id<"cartItems">, unitPriceCents: Cents, seen: Cents) => Promise<LineResult>;
  readonly remove: (lineId: Id<"cartItems">) => Promise<LineResult>;
  /** The ids of lines whose change is on its way, and `add`. */
  readonly busy: ReadonlySet<string>;
  readonly warning: PaidWarning | null;
}

/**
 * Changes of an order's lines, each applied at once. Lines of a paid order change only after a warning that shows the
 * difference (product.md, Selling): the server refuses first, the person says yes, the change is sent again as allowed.
 */
export function useLineChanges(orderId: Id<"orders"> | null): LineChanges {
  const addLine = useTenantMutation(api.orders.addLine);
  const setLineQuantity = useTenantMutation(api.orders.setLineQuantity, showQuantityAtOnce);
  const setLinePrice = useTenantMutation(api.orders.setLinePrice, showPriceAtOnce);
  const removeLine = useTenantMutation(api.orders.removeLine);
  const { keys: busy, during } = useBusy<string>();
  const [warning, setWarning] = useState<PaidWarning | null>(null);
  const expectMessage = useLineMessages(orderId);

  const isAllowed = useCallback(
    (sums: { totalCents: Cents; newTotalCents: Cents }) =>
      new Promise<boolean>((resolve) => {
        const answer = (isYes: boolean) => {
          setWarning(null);
          resolve(isYes);
        };
        setWarning({ ...sums, answer });
      }),
    [],
  );

  async function attempt(
    key: string,
    change: (orderId: Id<"orders">, consent: { allowPaid?: boolean }) => Promise<unknown>,
  ): Promise<LineResult> {
    if (orderId === null) return { kind: "declined" };
    try {
      await during(key, change(orderId, {}));
    } catch (error) {
      const sums = paidSums(error);
      if (sums === null) return { kind: "failed", error };
      if (!(await isAllowed(sums))) return { kind: "declined" };
      return during(key, change(orderId, { allowPaid: true })).then(
        () => ({ kind: "done" }),
        (again: unknown) => ({ kind: "failed", error: again }),
      );
    }
    return { kind: "done" };
  }

  /** What the customer is told of it is told to who did it, once it is known. */
  async function attemptTold(event: LineEvent, result: () => Promise<LineResult>): Promise<LineResult> {
    const forget = expectMessage(event);
    const outcome = await result();
    if (outcome.kind !== "done") forget();
    return outcome;
  }

  return {
    add: (productId, quantity, unitPriceCents) =>
      attemptTold("item_added", () =>
        attempt("add", (id, consent) => addLine({ orderId: id, productId, quantity, unitPriceCents, ...consent })),
      ),
    setQuantity: (lineId, quantity, seenQuantity) =>
      attempt(lineId, (id, consent) => setLineQuantity({ orderId: id, lineId, quantity, seenQuantity, ...consent })),
    setPrice: (lineId, unitPriceCents, seenUnitPriceCents) =>
      attempt(lineId, (id, consent) =>
        setLinePrice({ orderId: id, lineId, unitPriceCents, seenUnitPriceCents, ...consent }),
      ),
    remove: (lineId) =>
      attemptTold("item_removed", () =>
        attempt(lineId, (id, consent) => removeLine({ orderId: id, lineId, ...consent })),
      ),
    busy,
    warning,
  };
}

function paidSums(error: unknown): { totalCents: Cents; newTotalCents: Cents } | null {
  const refusal = refusalOf(error);
  if (refusal?.code !== "order_is_paid") return null;
  const { totalCents, newTotalCents } = refusal.params;
  return typeof totalCents === "number" && typeof newTotalCents === "number" ? { totalCents, newTotalCents } : null;
}
