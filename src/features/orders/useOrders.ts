import type { PaginatedQueryItem } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useTenantPaginatedQuery, type LivePages } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";
import type { OrderFilters } from "./orderFilters";

export type OrderRow = PaginatedQueryItem<typeof api.orders.list>;
export type OrderTotals = FunctionReturnType<typeof api.orders.totals>;

/**
 * The orders of a filter, newest first, live. Throws the server's refusal while rendering.
 *
 * @param firstCount how many at first, where more were loaded on an earlier visit
 */
export function useOrders(filters: OrderFilters, pageSize: number, firstCount?: number): LivePages<OrderRow> {
  return useTenantPaginatedQuery(api.orders.list, filters, pageSize, firstCount);
}

/** Count and value of the whole filter, not only of the rows loaded. */
export function useOrderTotals(filters: OrderFilters | "skip"): Live<OrderTotals> {
  return useTenantQuery(api.orders.totals, filters);
}
