import { defineTable } from "convex/server";
import { v } from "convex/values";

/** How stock moved without a sale: set in the product's form, moved by a number, or written by an import. */
export const vStockMovementKind = v.union(v.literal("edited"), v.literal("moved"), v.literal("imported"));

/** The tables of what goes with the catalogue. */
export const catalogueTables = {
  /**
   * Stock that people moved by hand: who, why, before and after. Only ever appended to, by `model/stockMovements.ts`.
   * What sales take and give back is not in it, so that a launch pays nothing for it: that stands in the orders'
   * timelines and, per day, in `productDayTotals`.
   */
  stockMovements: defineTable({
    tenantId: v.id("tenants"),
    productId: v.id("products"),
    /** Epoch milliseconds. */
    at: v.number(),
    actorName: v.string(),
    kind: vStockMovementKind,
    before: v.number(),
    after: v.number(),
    reason: v.union(v.null(), v.string()),
  }).index("by_tenantId_and_productId", ["tenantId", "productId"]),

  /**
   * Which product a stored picture belongs to. Whoever names an uploaded file does not say whose it is, so these stand
   * apart from the companies' tables: a file that has a row here cannot be taken, nor made to be deleted, by anybody
   * else. Written by `model/pictures.ts`.
   */
  pictureFiles: defineTable({ fileId: v.id("_storage"), productId: v.id("products") }).index("by_fileId", ["fileId"]),
};
