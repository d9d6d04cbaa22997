import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";

export type FoundProduct = FunctionReturnType<typeof api.products.search>[number];

/** As many as can be looked over; whoever does not find it among these writes another letter. */
const MAX_FOUND = 20;

export interface ProductChoice {
  /** With the text it answers, so that nobody chooses from the answer to another. */
  readonly found: Live<FoundProduct[]> & { readonly text: string };
  /** In units; null while unknown. */
  readonly stockOf: (productId: Id<"products">) => number | null;
}

/** The active products that match a text, an exact code first, and how many of each are left. */
export function useProductChoice(text: string): ProductChoice {
  const found = useTenantQuery(api.products.search, { text, limit: MAX_FOUND });
  const productIds = found.status === "ready" ? found.value.map(({ _id }) => _id) : [];
  const stock = useTenantQuery(api.products.stock, productIds.length === 0 ? "skip" : { productIds });
  const levels = stock.status === "ready" ? stock.value : null;
  const byId = useMemo(() => new Map((levels ?? []).map((level) => [level.productId, level.stock])), [levels]);
  return { found: { ...found, text }, stockOf: (productId) => byId.get(productId) ?? null };
}
