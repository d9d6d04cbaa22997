import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vCents } from "./validators";

/** `CustomerTotals` of domain/customerTotals.ts: what is kept of a customer's orders, on the customer's row. */
export const vCustomerTotals = v.object({
  orders: v.number(),
  paidOrders: v.number(),
  spentCents: vCents,
  firstOrderAt: v.union(v.null(), v.number()),
  lastOrderAt: v.union(v.null(), v.number()),
});

/** What is kept of all customers of a company. Written by `model/customerRows.ts`, in the transaction that changes a customer. */
export const customerTables = {
  /** How many customers there are, how many bought, what they spent; at most one row per company. */
  customerFigures: defineTable({
    tenantId: v.id("tenants"),
    customers: v.number(),
    withOrders: v.number(),
    withPaidOrders: v.number(),
    spentCents: vCents,
  }).index("by_tenantId", ["tenantId"]),

  /** How many of those who have paid for something stand on each step of what they spent (`spendStep`). */
  customerSpendSteps: defineTable({ tenantId: v.id("tenants"), fromCents: vCents, customers: v.number() }).index(
    "by_tenantId_and_fromCents",
    ["tenantId", "fromCents"],
  ),
};
