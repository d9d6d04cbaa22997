import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";

/**
 * Every loaded page of the list, whatever its filter, shows the new paid state until the server's answer replaces it;
 * a refusal undoes it by itself.
 */
export function showPaidAtOnce(
  store: OptimisticLocalStore,
  { orderIds, isPaid }: FunctionArgs<typeof api.orders.setPaid>,
): void {
  const changed = new Set(orderIds);
  for (const { args, value } of store.getAllQueries(api.orders.list)) {
    if (value === undefined || !value.page.some((order) => changed.has(order._id))) continue;
    const page = value.page.map((order) => (changed.has(order._id) ? { ...order, isPaid } : order));
    store.setQuery(api.orders.list, args, { ...value, page });
  }
}
