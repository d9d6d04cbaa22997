import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { OrderLine } from "./useOrderDetail";

type Changed = (line: OrderLine) => Pick<OrderLine, "quantity" | "unitPriceCents">;

/** The open dialog shows a changed line, and what the order's total will probably be (UX conventions O1, O5). */
function changeLine(
  store: OptimisticLocalStore,
  orderId: Id<"orders">,
  lineId: Id<"cartItems">,
  change: Changed,
): void {
  for (const { args, value: order } of store.getAllQueries(api.orders.byNumber)) {
    const line = order?._id === orderId ? order.lines.find((candidate) => candidate.lineId === lineId) : undefined;
    if (order === undefined || order === null || line === undefined) continue;
    const { quantity, unitPriceCents } = change(line);
    const after = { ...line, quantity, unitPriceCents, lineTotalCents: quantity * unitPriceCents };
    store.setQuery(api.orders.byNumber, args, {
      ...order,
      pieces: order.pieces + after.quantity - line.quantity,
      totalCents: Math.max(0, order.totalCents + after.lineTotalCents - line.lineTotalCents),
      lines: order.lines.map((candidate) => (candidate.lineId === lineId ? after : candidate)),
    });
  }
}

export function showQuantityAtOnce(
  store: OptimisticLocalStore,
  { orderId, lineId, quantity }: FunctionArgs<typeof api.orders.setLineQuantity>,
): void {
  changeLine(store, orderId, lineId, ({ unitPriceCents }) => ({ quantity, unitPriceCents }));
}

export function showPriceAtOnce(
  store: OptimisticLocalStore,
  { orderId, lineId, unitPriceCents }: FunctionArgs<typeof api.orders.setLinePrice>,
): void {
  changeLine(store, orderId, lineId, ({ quantity }) => ({ quantity, unitPriceCents }));
}
