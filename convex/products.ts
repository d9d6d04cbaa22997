import { v } from "convex/values";
import { refuse } from "../domain/errors";
import { appError } from "./lib/errors";
import { tenantQuery } from "./lib/functions";
import { vCents } from "./lib/validators";
import { searchProducts } from "./model/products";
import { listStock } from "./model/stock";

/** Staff: active products by code or name, an exact code first. Holds no stock, so it sleeps while things are sold. */
export const search = tenantQuery({
  args: { text: v.string(), limit: v.number() },
  returns: v.array(
    v.object({
      _id: v.id("products"),
      code: v.string(),
      name: v.string(),
      priceCents: vCents,
      color: v.union(v.null(), v.string()),
      size: v.union(v.null(), v.string()),
      imageUrl: v.union(v.null(), v.string()),
      stockId: v.id("productStocks"),
    }),
  ),
  handler: (ctx, args) => searchProducts(ctx.db, ctx.storage, args),
});

/** As many rows as the largest page of the launch table. */
const MAX_PRODUCTS = 50;

/** Staff: the stock of the products in view. Products that are absent or another company's are left out. */
export const stock = tenantQuery({
  args: { productIds: v.array(v.id("products")) },
  returns: v.array(v.object({ productId: v.id("products"), stock: v.number(), initialStock: v.number() })),
  handler: (ctx, { productIds }) => {
    if (productIds.length > MAX_PRODUCTS) throw appError(refuse("too_many_items", { max: MAX_PRODUCTS }).refusal);
    return listStock(ctx.db, productIds);
  },
});
