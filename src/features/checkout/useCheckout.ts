import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useToday } from "../../lib/clock";
import { useTenant } from "../../lib/tenant";
import { useTenantAction } from "../../lib/useTenantAction";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantPaginatedQuery } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";

export type OrderId = Id<"orders">;
export type FoundOrders = FunctionReturnType<typeof api.checkout.find>;
export type OpenOrder = FoundOrders["orders"][number];
export type CheckoutOrder = NonNullable<FunctionReturnType<typeof api.checkout.order>>;
export type CheckoutLine = CheckoutOrder["lines"][number];
export type PaidOrder = FunctionReturnType<typeof api.checkout.history>["page"][number];
export type Attention = FunctionReturnType<typeof api.payments.attention>[number];

/** The open orders of a phone, or the one of a number; not asked while nothing is searched for. */
export function useFoundOrders(text: string): Live<FoundOrders> {
  return useTenantQuery(api.checkout.find, text === "" ? "skip" : { text });
}

/** Asks once, for whoever has just pressed the button; `useFoundOrders` goes on watching. */
export function useFindOrders(): (text: string) => Promise<FoundOrders> {
  const convex = useConvex();
  const { tenant } = useTenant();
  const tenantId = tenant?.id;
  return useCallback(
    (text) => {
      if (tenantId === undefined) throw new Error("a company should be chosen before its orders are searched");
      return convex.query(api.checkout.find, { tenantId, text });
    },
    [convex, tenantId],
  );
}

/** The order of a number, whatever became of it; null when there is none. */
export function useOrderIdOf(orderNumber: number): Live<OrderId | null> {
  const detail = useTenantQuery(api.orders.byNumber, { number: orderNumber });
  return detail.status === "ready" ? { ...detail, value: detail.value?._id ?? null } : detail;
}

/** Everything about one order at the checkout, live. */
export function useCheckoutOrder(orderId: OrderId): Live<CheckoutOrder | null> {
  return useTenantQuery(api.checkout.order, { orderId, today: useToday() });
}

/** The order as it was when it was last there, for whoever has it open while somebody deletes it. */
export function useLastKnown<T>(live: Live<T | null>): T | null {
  const value = live.status === "ready" ? live.value : null;
  const [last, setLast] = useState<T | null>(null);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

export function useCheckoutChanges() {
  return {
    saveCustomer: useTenantMutation(api.checkout.saveCustomer),
    quoteFreight: useTenantAction(api.checkout.quoteFreight),
    chooseFreight: useTenantMutation(api.checkout.chooseFreight),
    applyCoupon: useTenantMutation(api.checkout.applyCoupon),
    removeCoupon: useTenantMutation(api.checkout.removeCoupon),
    finalize: useTenantAction(api.checkout.finalize),
    cancelLink: useTenantMutation(api.checkout.cancelLink),
    refreshPayment: useTenantAction(api.payments.refresh),
  };
}

const HISTORY_PAGE = 10;

/** The paid orders of a phone, newest event first. Throws the server's refusal while rendering. */
export function usePaidOrders(phone: string) {
  return useTenantPaginatedQuery(api.checkout.history, { phone }, HISTORY_PAGE);
}

/** The products of one order, to look at. */
export function useOrderProducts(orderNumber: number) {
  return useTenantQuery(api.orders.byNumber, { number: orderNumber });
}

export function useAcknowledge() {
  return useTenantMutation(api.payments.acknowledge);
}

export function useAttention(): Live<Attention[]> {
  return useTenantQuery(api.payments.attention, {});
}
