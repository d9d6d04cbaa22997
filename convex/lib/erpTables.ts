import { defineTable } from "convex/server";
import { v } from "convex/values";
import { ERP_LISTS, ERP_PAUSES, ERP_STATES, ERP_WISHES } from "../../domain/bling";
import { literals, vCents, vEventDate } from "./validators";

/** The tables of the ERP (Bling). */

export const vErpState = literals(ERP_STATES);
export const vErpWish = literals(ERP_WISHES);
export const vErpPause = literals(ERP_PAUSES);

/** One of the ERP's own records that a company has chosen, with the name it had then. */
export const vErpChoice = v.object({ id: v.number(), name: v.string() });

/** `ErpKnowledge` of domain/bling.ts, without the wish. */
export const erpKnowledge = {
  saleId: v.union(v.null(), v.number()),
  saleNumber: v.union(v.null(), v.string()),
  mayExist: v.boolean(),
  sentHash: v.union(v.null(), v.string()),
  isCanceled: v.boolean(),
  situationId: v.union(v.null(), v.number()),
  isStockPosted: v.boolean(),
  isBilled: v.boolean(),
};

export const erpTables = {
  /**
   * An order's way to the ERP: at most one row per order, made when it is to go there for the first time. It outlives the
   * order. Queued by `model/blingQueue.ts` in the transaction that causes it, worked on by `model/blingTurns.ts`.
   */
  erpOrders: defineTable({
    tenantId: v.id("tenants"),
    orderId: v.id("orders"),
    orderNumber: v.number(),
    /** By which the ERP is asked for it (`erpKey`). */
    key: v.string(),
    wish: vErpWish,
    state: vErpState,
    /** Which of the lists of the screen it is in (`inState`). */
    list: literals(ERP_LISTS),
    /** One more with each thing that happens to the order: whoever works on an older one begins again. */
    revision: v.number(),
    ...erpKnowledge,
    /** What the sale is given for, fingerprint of it, when the last giving began: kept before it is given. */
    givenHash: v.union(v.null(), v.string()),
    totalCents: v.union(v.null(), vCents),
    /** The São Paulo day on which it was paid. */
    paidDate: vEventDate,
    /** Tries without an answer, in a row. */
    attempts: v.number(),
    queuedAt: v.number(),
    changedAt: v.number(),
    /** When it is anybody's turn again; while one works on it, when that one is taken for dead. Null when nothing is to be done. */
    dueAt: v.union(v.null(), v.number()),
    reason: v.union(v.null(), v.string()),
    /** What was done last, oldest first, ten at most. */
    steps: v.array(v.object({ at: v.number(), text: v.string() })),
  })
    .index("by_tenantId_and_orderId", ["tenantId", "orderId"])
    .index("by_tenantId_and_dueAt", ["tenantId", "dueAt"])
    .index("by_tenantId_and_changedAt", ["tenantId", "changedAt"])
    .index("by_tenantId_and_list_and_changedAt", ["tenantId", "list", "changedAt"]),

  /** How a company's way to the ERP is; at most one row. Written by `model/blingTurns.ts`. */
  erpSenders: defineTable({
    tenantId: v.id("tenants"),
    pausedFor: v.union(v.null(), vErpPause),
    pausedAt: v.union(v.null(), v.number()),
    /** When it is tried again; null with a pause that somebody has to end. */
    pausedUntil: v.union(v.null(), v.number()),
    /** Pauses of the same kind in a row. */
    pauses: v.number(),
    failuresInRow: v.number(),
    /** Not before: the ERP takes so many requests a second. */
    nextTurnAt: v.number(),
  }).index("by_tenantId", ["tenantId"]),

  /**
   * The companies that are being served now, one row each while a turn lasts. The ERP counts requests by address too, and
   * all companies have ours, so these rows stand apart from the companies' tables. Written by `model/blingTurns.ts`.
   */
  erpTurns: defineTable({
    shopId: v.id("tenants"),
    turnId: v.string(),
    erpOrderId: v.id("erpOrders"),
    until: v.number(),
  })
    .index("by_shopId", ["shopId"])
    .index("by_until", ["until"]),

  /** What a company wants of its sales at the ERP; at most one row. Written by `model/blingSettings.ts`. */
  erpSettings: defineTable({
    tenantId: v.id("tenants"),
    paymentForm: v.union(v.null(), vErpChoice),
    saleSituation: v.union(v.null(), vErpChoice),
    canceledSituation: v.union(v.null(), vErpChoice),
    postsStock: v.boolean(),
    postsReceivables: v.boolean(),
  }).index("by_tenantId", ["tenantId"]),
};
