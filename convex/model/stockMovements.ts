import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { Deed } from "./orderEvents";

export type StockMovement = Pick<Doc<"stockMovements">, "kind" | "before" | "after" | "reason">;

/** Writes down that somebody moved a product's stock by hand; nothing where it stayed. */
export async function recordStockMovement(
  db: TenantWriter,
  productId: Id<"products">,
  { actor, at }: Deed,
  movement: StockMovement,
): Promise<void> {
  if (movement.before === movement.after) return;
  await db.insert("stockMovements", { productId, at, actorName: actor.name, ...movement });
}

export type StockMovementRow = StockMovement & Pick<Doc<"stockMovements">, "_id" | "at" | "actorName">;

/** A page of what was moved by hand, newest first. */
export async function listStockMovements(
  db: TenantReader,
  productId: Id<"products">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<StockMovementRow>> {
  const movements = db.query("stockMovements");
  const result = await movements
    .withIndex("by_tenantId_and_productId", (q) => q.eq("productId", productId))
    .order("desc")
    .paginate(paginationOpts);
  return { ...result, page: result.page.map(({ tenantId: _t, _creationTime: _c, productId: _p, ...row }) => row) };
}

export type ProductDay = Pick<
  Doc<"productDayTotals">,
  "createdDate" | "paidPieces" | "openPieces" | "paidCents" | "openCents"
>;

/** A page of what a product sold by day, newest first: the part of its stock's story that sales wrote. */
export async function listProductDays(
  db: TenantReader,
  productId: Id<"products">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<ProductDay>> {
  const days = db.query("productDayTotals");
  const result = await days
    .withIndex("by_tenantId_and_productId_and_createdDate", (q) => q.eq("productId", productId))
    .order("desc")
    .paginate(paginationOpts);
  return {
    ...result,
    page: result.page.map(({ createdDate, paidPieces, openPieces, paidCents, openCents }) => {
      return { createdDate, paidPieces, openPieces, paidCents, openCents };
    }),
  };
}
