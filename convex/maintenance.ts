import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { systemMutation, systemQuery } from "./lib/functions";
import { TenantReader } from "./lib/tenantDb";
import { vSums } from "./lib/validators";
import { fillCustomers } from "./model/customerMigration";
import { countCustomers } from "./model/customerVerification";
import { fillHours } from "./model/hourTotals";
import { listTenantCards, vTenantCard } from "./model/tenants";
import { countOrders, KEPT_TABLES, readKept } from "./model/totalsVerification";

/**
 * What the operator's commands ask (`npm run admin -- verify`). All are to be asked at one timestamp: between two steps
 * the shop may go on selling. Internal functions only.
 */

const vEntry = v.object({ name: v.string(), ...vSums.fields });
const vKeptTable = v.union(...KEPT_TABLES.map((table) => v.literal(table)));

/** Every company, active or not, or the one of a label. */
export const companies = systemQuery({
  args: { slug: v.optional(v.string()) },
  returns: v.array(vTenantCard),
  handler: (ctx, { slug }) => listTenantCards(ctx.db, slug),
});

/** One step of counting a company's totals from its orders and lines; the first begins after number 0. */
export const countTotals = systemQuery({
  args: { tenantId: v.id("tenants"), afterNumber: v.number() },
  returns: v.object({
    orders: v.number(),
    counted: v.array(vEntry),
    differences: v.array(v.object({ name: v.string(), kept: vSums, counted: vSums })),
    lastNumber: v.union(v.null(), v.number()),
  }),
  handler: (ctx, { tenantId, afterNumber }) => countOrders(new TenantReader(ctx.db, tenantId), afterNumber),
});

/** One step of counting what is kept of a company's customers from their orders; the first begins after phone "". */
export const countCustomerTotals = systemQuery({
  args: { tenantId: v.id("tenants"), afterPhone: v.string() },
  returns: v.object({
    counted: v.array(vEntry),
    differences: v.array(v.object({ name: v.string(), kept: vSums, counted: vSums })),
    lastPhone: v.union(v.null(), v.string()),
  }),
  handler: (ctx, { tenantId, afterPhone }) => countCustomers(new TenantReader(ctx.db, tenantId), afterPhone),
});

/** A page of the totals that are kept. */
export const keptTotals = systemQuery({
  args: { tenantId: v.id("tenants"), table: vKeptTable, paginationOpts: paginationOptsValidator },
  returns: v.object({ kept: v.array(vEntry), continueCursor: v.string(), isDone: v.boolean() }),
  handler: (ctx, { tenantId, table, paginationOpts }) =>
    readKept(new TenantReader(ctx.db, tenantId), table, paginationOpts),
});

/**
 * Brings rows that an earlier version wrote into the form of this one, some at a time; while there may be more it schedules
 * itself. Asked at every start (`npm start`, `npm run admin -- migrate`); does nothing where nothing is to be done.
 */
export const migrate = systemMutation({
  args: {},
  returns: v.object({ filled: v.number(), hasMore: v.boolean() }),
  handler: async (ctx) => {
    const customers = await fillCustomers(ctx.db);
    const step = customers.hasMore ? customers : await fillHours(ctx.db);
    if (step.hasMore) await ctx.scheduler.runAfter(0, internal.maintenance.migrate, {});
    return step;
  },
});
