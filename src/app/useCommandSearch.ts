import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { useDebounced } from "../lib/clock";
import { useTenantQuery, type Live } from "../lib/useTenantQuery";

type FoundOrder = FunctionReturnType<typeof api.orders.search>["rows"][number];
type FoundProduct = FunctionReturnType<typeof api.products.search>[number];

export interface FoundRecords {
  readonly status: "idle" | "searching" | "failed" | "found";
  readonly orders: readonly FoundOrder[];
  readonly products: readonly FoundProduct[];
}

/** Source: UX conventions Q3. */
const SEARCH_DELAY_MS = 200;
const ROWS = 5;
const NONE: readonly never[] = [];

/** Orders by number, phone ending or customer, and products by code or name, as the server finds them. */
export function useCommandSearch(typed: string): FoundRecords {
  const text = useDebounced(typed.trim(), SEARCH_DELAY_MS);
  const orders = useTenantQuery(api.orders.search, text === "" ? "skip" : { text, limit: ROWS });
  const products = useTenantQuery(api.products.search, text === "" ? "skip" : { text, limit: ROWS });
  if (typed.trim() === "" || text === "") return { status: "idle", orders: NONE, products: NONE };
  const isSettled = text === typed.trim() && isCurrent(orders) && isCurrent(products);
  const isFailed = orders.status === "refused" || products.status === "refused";
  return {
    status: isFailed ? "failed" : isSettled ? "found" : "searching",
    orders: orders.status === "ready" ? orders.value.rows : NONE,
    products: products.status === "ready" ? products.value : NONE,
  };
}

function isCurrent(live: Live<unknown>): boolean {
  return live.status !== "loading" && !(live.status === "ready" && live.isStale);
}
