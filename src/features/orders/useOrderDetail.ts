import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useTenantPaginatedQuery, type LivePages } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";

export type OrderDetail = NonNullable<FunctionReturnType<typeof api.orders.byNumber>>;
export type OrderLine = OrderDetail["lines"][number];
export type TimelineEntry = FunctionReturnType<typeof api.orders.timeline>["page"][number];
export type OrderChange = TimelineEntry["change"];

/** One order by its number, live; null when there is none. */
export function useOrderDetail(number: number): Live<OrderDetail | null> {
  return useTenantQuery(api.orders.byNumber, { number });
}

/** The order as it was when it was last there, for whoever has it open while somebody deletes it. */
export function useLastKnownOrder(live: Live<OrderDetail | null>): OrderDetail | null {
  const order = live.status === "ready" ? live.value : null;
  const [last, setLast] = useState<OrderDetail | null>(null);
  if (order !== null && order !== last) setLast(order);
  return order ?? last;
}

const TIMELINE_PAGE = 10;

/** What happened to an order, newest first, live. Throws the server's refusal while rendering. */
export function useTimeline(orderId: Id<"orders">): LivePages<TimelineEntry> {
  return useTenantPaginatedQuery(api.orders.timeline, { orderId }, TIMELINE_PAGE);
}

/** The last thing that happened to an order, also to a deleted one. */
export function useLastChange(orderId: Id<"orders"> | null): TimelineEntry | null {
  const args = orderId === null ? "skip" : { orderId, paginationOpts: { numItems: 1, cursor: null } };
  const recent = useTenantQuery(api.orders.timeline, args);
  return recent.status === "ready" ? (recent.value.page[0] ?? null) : null;
}
