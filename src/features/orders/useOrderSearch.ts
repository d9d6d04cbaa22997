import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { LivePages } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";
import type { OrderFilters } from "./orderFilters";
import type { OrderRow } from "./useOrders";

/** As many as the server gives for one search. Whoever does not find it among these writes another letter. */
const MAX_FOUND = 50;

export interface OrdersFound {
  readonly orders: LivePages<OrderRow>;
  readonly hasMore: boolean;
}

export function useFoundOrders(
  text: string,
  filters: OrderFilters,
): Live<FunctionReturnType<typeof api.orders.search>> {
  return useTenantQuery(api.orders.search, text === "" ? "skip" : { text, ...filters, limit: MAX_FOUND });
}

/** The newest orders that a number, the end of a phone or a name finds, live. Throws the server's refusal. */
export function useOrderSearch(text: string, filters: OrderFilters): OrdersFound {
  const found = useFoundOrders(text, filters);
  if (found.status === "refused") throw found.error;
  const isReady = found.status === "ready";
  return {
    orders: {
      status: isReady ? "ready" : "loading",
      rows: isReady ? found.value.rows : NO_ROWS,
      isStale: isReady && found.isStale,
      isRemembered: false,
      canLoadMore: false,
      isLoadingMore: false,
      loadMore: () => undefined,
    },
    hasMore: isReady && found.value.hasMore,
  };
}

const NO_ROWS: readonly OrderRow[] = [];
