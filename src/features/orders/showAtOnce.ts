import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { OrderRow } from "./useOrders";

type RowChange = Partial<Pick<OrderRow, "isPaid" | "printed" | "observation" | "needsReprint">>;

/**
 * Every loaded page of every list, and the dialog of the order, show a change until the server's answer replaces it; a
 * refusal undoes it by itself (UX conventions O1, O3).
 */
function changeEverywhere(store: OptimisticLocalStore, orderIds: readonly Id<"orders">[], change: RowChange): void {
  const changed = new Set<string>(orderIds);
  for (const query of [api.orders.list, api.manualSales.orders]) {
    for (const { args, value } of store.getAllQueries(query)) {
      if (value === undefined || !value.page.some(({ _id }) => changed.has(_id))) continue;
      const page = value.page.map((order) => (changed.has(order._id) ? { ...order, ...change } : order));
      store.setQuery(query, args, { ...value, page });
    }
  }
  for (const { args, value } of store.getAllQueries(api.orders.search)) {
    if (value === undefined || !value.rows.some(({ _id }) => changed.has(_id))) continue;
    const rows = value.rows.map((order) => (changed.has(order._id) ? { ...order, ...change } : order));
    store.setQuery(api.orders.search, args, { ...value, rows });
  }
  for (const { args, value } of store.getAllQueries(api.orders.byNumber)) {
    if (value !== undefined && value !== null && changed.has(value._id))
      store.setQuery(api.orders.byNumber, args, { ...value, ...change });
  }
}

export function showPaidAtOnce(
  store: OptimisticLocalStore,
  { orderIds, isPaid }: FunctionArgs<typeof api.orders.setPaid>,
): void {
  changeEverywhere(store, orderIds, { isPaid });
}

export function showPrintedAtOnce(
  store: OptimisticLocalStore,
  { orderIds, printed }: FunctionArgs<typeof api.orders.setPrinted>,
): void {
  // Either way there is no paper any more that is out of date (UX conventions I5).
  changeEverywhere(store, orderIds, { printed, needsReprint: undefined });
}

export function showObservationAtOnce(
  store: OptimisticLocalStore,
  { orderId, observation }: FunctionArgs<typeof api.orders.setObservation>,
): void {
  changeEverywhere(store, [orderId], { observation });
}
