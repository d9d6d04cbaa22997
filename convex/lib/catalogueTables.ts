import { defineTable } from "convex/server";
import { v } from "convex/values";
import { ALL_TEMPLATE_TYPES } from "../../domain/templates";
import { literals, vCents, vEventDate, vPhone, vSums } from "./validators";

/** How stock moved without a sale: set in the product's form, moved by a number, or written by an import. */
export const vStockMovementKind = v.union(v.literal("edited"), v.literal("moved"), v.literal("imported"));

export const vTemplateType = literals(ALL_TEMPLATE_TYPES);

/** The tables of what goes with the catalogue, reports, message templates and the raffle. */
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

  /**
   * Kept totals by product and month, of months that are over: `productDayTotals` added up, so that a year of best
   * sellers is a few rows a product. Written by `model/productMonths.ts`; a launch, which is always of the running month,
   * writes none.
   */
  productMonthTotals: defineTable({
    tenantId: v.id("tenants"),
    /** "YYYY-MM". */
    month: v.string(),
    productId: v.id("products"),
    openPieces: v.number(),
    openCents: vCents,
    paidPieces: v.number(),
    paidCents: vCents,
  }).index("by_tenantId_and_month_and_productId", ["tenantId", "month", "productId"]),

  /**
   * Kept totals by event date and the hour its orders were opened in ("2026-11-20T21"). An event date has either no row
   * at all or those of all its orders: `model/hourTotals.ts`, which writes them, says why.
   */
  hourTotals: defineTable({
    tenantId: v.id("tenants"),
    eventDate: vEventDate,
    hour: v.string(),
    open: vSums,
    paid: vSums,
  }).index("by_tenantId_and_eventDate_and_hour", ["tenantId", "eventDate", "hour"]),

  /** Which months are being added up, or have been. Written by `model/productMonths.ts`. */
  summedMonths: defineTable({ tenantId: v.id("tenants"), month: v.string(), isDone: v.boolean() }).index(
    "by_tenantId_and_month",
    ["tenantId", "month"],
  ),

  /** A text for messages. Written by `model/templates.ts`. */
  templates: defineTable({
    tenantId: v.id("tenants"),
    type: vTemplateType,
    title: v.union(v.null(), v.string()),
    content: v.string(),
  }).index("by_tenantId", ["tenantId"]),

  /**
   * A raffle among the paid orders of one event date. First who takes part is written down, then seed and winner, so that
   * neither was chosen to fit the other. Never changed after. Written by `model/raffle.ts`.
   */
  raffleDraws: defineTable({
    tenantId: v.id("tenants"),
    eventDate: vEventDate,
    /** Of the eligible orders, ascending. */
    orderNumbers: v.array(v.number()),
    fingerprint: v.string(),
    /** Why the draw before it does not stand; null for the first of its date. */
    redoReason: v.union(v.null(), v.string()),
    drawnByName: v.string(),
    /** Null until it is drawn. */
    result: v.union(
      v.null(),
      v.object({
        /** Epoch milliseconds. */
        drawnAt: v.number(),
        /** 256 random bits, hexadecimal. */
        seed: v.string(),
        winner: v.object({
          orderId: v.id("orders"),
          orderNumber: v.number(),
          phone: vPhone,
          name: v.union(v.null(), v.string()),
          totalCents: vCents,
        }),
      }),
    ),
  }).index("by_tenantId_and_eventDate", ["tenantId", "eventDate"]),
};
