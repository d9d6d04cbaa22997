import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { catalogueTables } from "./lib/catalogueTables";
import { customerTables, vCustomerTotals } from "./lib/customerTables";
import { erpTables } from "./lib/erpTables";
import { jobTables } from "./lib/jobTables";
import { messageTables } from "./lib/messageTables";
import { oauthTables } from "./lib/oauthTables";
import { officeTables } from "./lib/officeTables";
import { vOrderChange } from "./lib/orderChanges";
import { paymentTables, vPaymentState } from "./lib/paymentTables";
import { shippingTables } from "./lib/shippingTables";
import { shipmentTables, vShipmentState } from "./lib/shipmentTables";
import { vAddress, vCents, vEventDate, vEventType, vPhone, vRole, vSums } from "./lib/validators";

/**
 * Every table of a company carries `tenantId`, and every index of it begins there: that is the first of the two walls
 * (`lib/tenantDb.ts` is the second). Only `tenants`, `profiles`, what guards the door (`attemptLimits`,
 * `trustedDevices`, `recoveryCodes`, `linkKeys`, `endedSessions`, `oauthStates`), `mails`, the installation's own log and the
 * tables of the sign-in library belong to no company.
 */
export default defineSchema({
  /** Accounts, sessions and tokens. Written by the sign-in library alone. */
  ...authTables,

  /** People, access, settings, coupons, gifts, audit. */
  ...officeTables,

  /** Stock moved by hand, pictures, months summed up, templates, the raffle. */
  ...catalogueTables,

  /** Checkout, payment links, payments, what services told us. */
  ...paymentTables,

  /** Connections to services where a person gives the permission. */
  ...oauthTables,

  /** What carriers ask for parcels. */
  ...shippingTables,

  /** Labels, what customers are charged for them, batches. */
  ...shipmentTables,

  /** What is kept of all customers together. */
  ...customerTables,

  /** Orders on their way to the ERP. */
  ...erpTables,

  /** Work that goes on by itself. */
  ...jobTables,

  /** Messages to customers, broadcasts, the gateway's telephones. */
  ...messageTables,

  /**
   * A company. Written by `model/tenants.ts` and `model/companies.ts`. `slug` is its label in addresses and never changes;
   * `firstProfileId` is the account that was made with it.
   */
  tenants: defineTable({
    name: v.string(),
    slug: v.string(),
    isActive: v.boolean(),
    firstProfileId: v.union(v.null(), v.id("profiles")),
  })
    .index("by_slug", ["slug"])
    .index("by_isActive_and_name", ["isActive", "name"]),

  /**
   * The mark of the demonstration company: only `seed:demo` writes it, so a company somebody made is never taken for it,
   * whatever its label. `startedAt` (epoch ms) is the first start, which all its dates are counted from.
   */
  demonstrations: defineTable({ tenantId: v.id("tenants"), startedAt: v.number() }),

  /**
   * Who a signed-in person is to us. Written when the account is made; `tenantId` is null until someone assigns one.
   * `externalId` is the account id (built-in sign-in) or the subject of the token (Clerk).
   */
  profiles: defineTable({
    externalId: v.string(),
    email: v.string(),
    name: v.string(),
    role: vRole,
    tenantId: v.union(v.null(), v.id("tenants")),
  })
    .index("by_externalId", ["externalId"])
    .index("by_email", ["email"])
    .index("by_tenantId_and_role", ["tenantId", "role"]),

  /**
   * How many tries a key (an e-mail at sign-in, a sender at sign-up) has left. Written by `model/attemptLimits.ts`;
   * a row that has had time to refill says nothing any more and is deleted.
   */
  attemptLimits: defineTable({ key: v.string(), remaining: v.number(), updatedAt: v.number() })
    .index("by_key", ["key"])
    .index("by_updatedAt", ["updatedAt"]),

  /** What the catalogue shows of a product: all that changes rarely. Written by `model/products.ts`. */
  products: defineTable({
    tenantId: v.id("tenants"),
    /** As `normalizeCode` gives it; unique in a company. */
    code: v.string(),
    name: v.string(),
    /** As `normalizeSearch` of the name gives it, so that a search normalises nothing. */
    searchName: v.string(),
    priceCents: vCents,
    color: v.union(v.null(), v.string()),
    size: v.union(v.null(), v.string()),
    imageId: v.union(v.null(), v.id("_storage")),
    /** The picture made small by the browser that sent it; absent where it sent none. */
    thumbnailId: v.optional(v.union(v.null(), v.id("_storage"))),
    /** Epoch milliseconds. */
    createdAt: v.number(),
    isActive: v.boolean(),
    stockId: v.id("productStocks"),
  })
    .index("by_tenantId_and_createdAt", ["tenantId", "createdAt"])
    .index("by_tenantId_and_code", ["tenantId", "code"])
    .index("by_tenantId_and_isActive_and_code", ["tenantId", "isActive", "code"]),

  /**
   * What changes all evening: one small row per product, so that a launch wakes no product search. Written by
   * `model/stock.ts`. `initialStock` is the highest stock since the last restock ("4 de 12").
   */
  productStocks: defineTable({ tenantId: v.id("tenants"), stock: v.number(), initialStock: v.number() }),

  /**
   * A person who buys, known by phone. Written at the first launch to that phone, by `model/customers.ts`; at most one
   * row per phone. `totals` are kept by the transactions that change the orders of the phone (`model/customerTotals.ts`);
   * they and `phoneReversed` are absent on rows of before they were kept, until `model/customerMigration.ts` has filled them.
   */
  customers: defineTable({
    tenantId: v.id("tenants"),
    phone: vPhone,
    /** The phone's digits backwards: a search by its ending is one index range. */
    phoneReversed: v.optional(v.string()),
    name: v.union(v.null(), v.string()),
    cpf: v.union(v.null(), v.string()),
    email: v.union(v.null(), v.string()),
    address: v.union(v.null(), vAddress),
    whatsappGroup: v.union(v.null(), v.string()),
    /** Epoch ms. Rows of before it was written down come first by it, in the order they were made. */
    createdAt: v.optional(v.number()),
    totals: v.optional(vCustomerTotals),
  })
    .index("by_tenantId_and_createdAt", ["tenantId", "createdAt"])
    .index("by_tenantId_and_phone", ["tenantId", "phone"])
    .index("by_tenantId_and_phoneReversed", ["tenantId", "phoneReversed"])
    .index("by_tenantId_and_spentCents", ["tenantId", "totals.spentCents"]),

  /**
   * The words of customers' names, as `normalizeSearch` gives them, one row each: what a search by name begins with.
   * Written by `model/customers.ts` whenever a name is set, so that no launch pays for it.
   */
  customerNameWords: defineTable({
    tenantId: v.id("tenants"),
    word: v.string(),
    /** The whole name in the same form, so that a search by two words reads the rows of one alone. */
    searchName: v.string(),
    phone: vPhone,
  })
    .index("by_tenantId_and_word", ["tenantId", "word"])
    .index("by_tenantId_and_phone", ["tenantId", "phone"]),

  /**
   * The last order number given out, one row per company. Written by `model/orders.ts`. `hoursKeptTo` is the last event
   * date whose totals by hour an earlier version's orders have been given (`model/hourTotals.ts`); absent before that.
   */
  orderCounters: defineTable({
    tenantId: v.id("tenants"),
    lastNumber: v.number(),
    hoursKeptTo: v.optional(v.string()),
  }).index("by_tenantId", ["tenantId"]),

  /**
   * One sale to one phone on one event date; at most one unpaid per phone and date. Written by `model/orders.ts` and
   * `model/manualSales.ts`. It keeps everything its row in the list shows, so a page of the list is one index range:
   * hence one index per combination of the three filters, each ending in the number, which is the order of creation.
   */
  orders: defineTable({
    tenantId: v.id("tenants"),
    /** Consecutive in the company, from 1. */
    number: v.number(),
    /** Short and random: what addresses carry. */
    publicId: v.string(),
    /** 128 random bits in hexadecimal: what the payment provider and the return page carry. */
    publicRef: v.string(),
    /** How it came to be: launched by hand, whatever its type. */
    origin: v.literal("manual"),
    customerPhone: vPhone,
    /** The phone's digits backwards: a search by its ending is one index range. */
    phoneReversed: v.string(),
    customerName: v.union(v.null(), v.string()),
    eventType: vEventType,
    eventDate: vEventDate,
    /** Epoch milliseconds: when the sale was made, which for imported and demonstration orders is not `_creationTime`. */
    createdAt: v.number(),
    /** The São Paulo day of `createdAt`: which day's report the order belongs to. */
    createdDate: vEventDate,
    whatsappGroup: v.union(v.null(), v.string()),
    cartId: v.union(v.null(), v.id("carts")),
    /** Its lines and the adjustment; never below zero. */
    totalCents: vCents,
    /** The line 'Ajuste': what 'Valor Total' was set to beyond (or, negative, below) the lines. */
    adjustmentCents: vCents,
    pieces: v.number(),
    isPaid: v.boolean(),
    printed: v.boolean(),
    /** Printed, and changed since: its slip is out of date. Absent until it is so for the first time. */
    needsReprint: v.optional(v.boolean()),
    observation: v.union(v.null(), v.string()),
    itemAddedMessageSent: v.boolean(),
    paymentConfirmationSent: v.boolean(),
    /** The link it can be paid by now. Absent or null for most orders: a launch pays nothing for it. */
    openLinkId: v.optional(v.union(v.null(), v.id("paymentLinks"))),
    /** How its payments stand; absent while there has been neither link nor payment. */
    paymentState: v.optional(vPaymentState),
    /** How it is sent; absent while there has been no label. Written by `model/shipments.ts`. */
    shipmentState: v.optional(vShipmentState),
    /** When the confirmation of the payment was handed to the messages, epoch milliseconds. */
    confirmationQueuedAt: v.optional(v.union(v.null(), v.number())),
  })
    .index("by_tenantId_and_number", ["tenantId", "number"])
    .index("by_tenantId_and_isPaid_and_number", ["tenantId", "isPaid", "number"])
    .index("by_tenantId_and_isPaid_and_shipmentState_and_number", ["tenantId", "isPaid", "shipmentState", "number"])
    .index("by_tenantId_and_eventType_and_number", ["tenantId", "eventType", "number"])
    .index("by_tenantId_and_eventType_and_isPaid_and_number", ["tenantId", "eventType", "isPaid", "number"])
    .index("by_tenantId_and_eventDate_and_number", ["tenantId", "eventDate", "number"])
    .index("by_tenantId_and_eventDate_and_isPaid_and_number", ["tenantId", "eventDate", "isPaid", "number"])
    .index("by_tenantId_and_eventDate_and_eventType_and_number", ["tenantId", "eventDate", "eventType", "number"])
    .index("by_tenantId_and_eventDate_and_eventType_and_isPaid_and_number", [
      "tenantId",
      "eventDate",
      "eventType",
      "isPaid",
      "number",
    ])
    .index("by_tenantId_and_needsReprint_and_number", ["tenantId", "needsReprint", "number"])
    .index("by_tenantId_and_origin_and_number", ["tenantId", "origin", "number"])
    .index("by_tenantId_and_phoneReversed", ["tenantId", "phoneReversed"])
    .index("by_tenantId_and_customerPhone_and_number", ["tenantId", "customerPhone", "number"])
    .index("by_tenantId_and_customerPhone_and_isPaid_and_eventDate", [
      "tenantId",
      "customerPhone",
      "isPaid",
      "eventDate",
    ]),

  /** What a person has picked in one event; an order points at its cart. Written by `model/carts.ts`. */
  carts: defineTable({
    tenantId: v.id("tenants"),
    customerPhone: vPhone,
    eventType: vEventType,
    eventDate: vEventDate,
    status: v.literal("OPEN"),
  }).index("by_tenantId_and_customerPhone", ["tenantId", "customerPhone"]),

  /** One product in a cart, at most one row per product. Written by `model/carts.ts`. */
  cartItems: defineTable({
    tenantId: v.id("tenants"),
    cartId: v.id("carts"),
    productId: v.id("products"),
    quantity: v.number(),
    /** The price at the last launch of this product into this cart, unless staff has typed another since. */
    unitPriceCents: vCents,
    /** The name of who changed it last. */
    changedBy: v.string(),
    /** Epoch milliseconds. */
    changedAt: v.number(),
  }).index("by_tenantId_and_cartId_and_productId", ["tenantId", "cartId", "productId"]),

  /**
   * Kept totals by event date and type: the footer of a list. `eventDate` null is the sum over all dates. Written by
   * `model/totals.ts` in the transaction that changes the order.
   */
  eventTotals: defineTable({
    tenantId: v.id("tenants"),
    eventDate: v.union(v.null(), vEventDate),
    eventType: vEventType,
    open: vSums,
    paid: vSums,
  }).index("by_tenantId_and_eventDate_and_eventType", ["tenantId", "eventDate", "eventType"]),

  /** Kept totals by day of creation: what reports read. Written by `model/totals.ts`. */
  dayTotals: defineTable({ tenantId: v.id("tenants"), createdDate: vEventDate, open: vSums, paid: vSums }).index(
    "by_tenantId_and_createdDate",
    ["tenantId", "createdDate"],
  ),

  /** Kept totals by WhatsApp group. Written by `model/totals.ts`. */
  groupTotals: defineTable({ tenantId: v.id("tenants"), group: v.string(), open: vSums, paid: vSums }).index(
    "by_tenantId_and_group",
    ["tenantId", "group"],
  ),

  /** Kept totals by product and day of the order's creation: the best sellers. Written by `model/totals.ts`. */
  productDayTotals: defineTable({
    tenantId: v.id("tenants"),
    createdDate: vEventDate,
    productId: v.id("products"),
    openPieces: v.number(),
    openCents: vCents,
    paidPieces: v.number(),
    paidCents: vCents,
  })
    .index("by_tenantId_and_createdDate_and_productId", ["tenantId", "createdDate", "productId"])
    .index("by_tenantId_and_productId_and_createdDate", ["tenantId", "productId", "createdDate"]),

  /**
   * The order's timeline and the source of the audit log: only ever appended to, by `model/orderEvents.ts`. It outlives
   * the order.
   */
  orderEvents: defineTable({
    tenantId: v.id("tenants"),
    orderId: v.id("orders"),
    /** Epoch milliseconds. */
    at: v.number(),
    /** Who did it; null when the shop's own programs did. */
    actorId: v.union(v.null(), v.id("profiles")),
    actorName: v.string(),
    change: vOrderChange,
  }).index("by_tenantId_and_orderId", ["tenantId", "orderId"]),

  /**
   * The first answer to each `launchId`, so that a launch sent again is not launched again, and the feed of the live.
   * Written by `model/launchReceipts.ts`, deleted 30 days after they were written.
   */
  launchReceipts: defineTable({
    tenantId: v.id("tenants"),
    launchId: v.string(),
    /** When it was launched, epoch milliseconds. */
    at: v.number(),
    eventDate: vEventDate,
    /** Who launched it, and who alone may undo it; null when the shop's own programs did. */
    operatorId: v.union(v.null(), v.id("profiles")),
    operatorName: v.string(),
    productId: v.id("products"),
    productCode: v.string(),
    productName: v.string(),
    phone: vPhone,
    quantity: v.number(),
    unitPriceCents: vCents,
    /** What the order's line of this product cost before; null when the launch began the line. */
    previousUnitPriceCents: v.union(v.null(), vCents),
    lineTotalCents: vCents,
    orderId: v.id("orders"),
    orderNumber: v.number(),
    created: v.boolean(),
    totalCents: vCents,
    stockLeft: v.number(),
    /** Epoch milliseconds; null while the launch stands. */
    undoneAt: v.union(v.null(), v.number()),
  })
    .index("by_tenantId_and_launchId", ["tenantId", "launchId"])
    .index("by_tenantId_and_eventDate", ["tenantId", "eventDate"]),
});
