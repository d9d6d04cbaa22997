import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback, useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { normalizeCode } from "../../../domain/codes";
import { useTenant } from "../../lib/tenant";
import { useTenantList } from "../../lib/useTenantList";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";

export type CatalogueProduct = FunctionReturnType<typeof api.products.search>[number];

export interface StockLevel {
  readonly stock: number;
  readonly initialStock: number;
}

/** An exact code is always the first row, so a look-up by code needs no more. */
const LOOK_UP_LIMIT = 1;

/** The active products that match a text, live, and a way to ask for them afresh. */
export function useProductSearch(
  text: string,
  limit: number,
): { found: Live<CatalogueProduct[]>; refresh: () => void } {
  const [isPaused, setIsPaused] = useState(false);
  const found = useTenantList(api.products.search, isPaused ? "skip" : { text, limit });
  const refresh = useCallback(() => {
    // Letting go of the subscription for a moment makes the server answer it anew; the rows stay meanwhile.
    setIsPaused(true);
    window.setTimeout(() => setIsPaused(false));
  }, []);
  return { found, refresh };
}

/** The product with exactly this code, live; null when there is none. Loading while the code is empty. */
export function useProductByCode(code: string): Live<CatalogueProduct | null> {
  const wanted = normalizeCode(code);
  const found = useTenantQuery(api.products.search, wanted === "" ? "skip" : { text: wanted, limit: LOOK_UP_LIMIT });
  if (wanted === "") return { status: "loading" };
  if (found.status !== "ready") return found;
  // Rows of the code before are no answer for this one.
  const match = found.value.find((product) => product.code === wanted) ?? null;
  if (found.isStale && match === null) return { status: "loading" };
  return { status: "ready", value: match, isStale: found.isStale };
}

/** Asks once for the product with exactly this code. */
export function useFindProduct(): (code: string) => Promise<CatalogueProduct | null> {
  const convex = useConvex();
  const { tenant } = useTenant();
  const tenantId = tenant?.id;
  return useCallback(
    async (code) => {
      if (tenantId === undefined) return null;
      const wanted = normalizeCode(code);
      const found = await convex.query(api.products.search, { tenantId, text: wanted, limit: LOOK_UP_LIMIT });
      return found.find((product) => product.code === wanted) ?? null;
    },
    [convex, tenantId],
  );
}

/** The stock of the products in view, live, each as one small row. Unknown products are absent. */
export function useStockLevels(productIds: readonly Id<"products">[]): ReadonlyMap<Id<"products">, StockLevel> {
  const ids = [...new Set(productIds)].sort();
  const live = useTenantQuery(api.products.stock, ids.length === 0 ? "skip" : { productIds: ids });
  const rows = live.status === "ready" ? live.value : null;
  return useMemo(() => new Map((rows ?? []).map((row) => [row.productId, row])), [rows]);
}
