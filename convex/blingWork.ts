import { doc } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { vErpChoice, vErpPause, erpKnowledge } from "./lib/erpTables";
import { scopedQuery, systemAction, systemMutation } from "./lib/functions";
import { TenantWriter } from "./lib/tenantDb";
import { vAddress, vCents } from "./lib/validators";
import { readTurnFacts } from "./model/blingFacts";
import { workTurn } from "./model/blingSaleTurn";
import { deleteDeadTurns, goOn as mayGoOn, hasDue, settleTurn, takeTurn } from "./model/blingTurns";
import { sweepTenants } from "./model/paymentSweep";
import { blingUrlOf, readProviderAddresses } from "./model/providerAddresses";
import schema from "./schema";

/** What goes on behind the orders' way to the ERP: internal functions only. */

const tenantArgs = { tenantId: v.id("tenants") };
const vTurnKey = { erpOrderId: v.id("erpOrders"), turnId: v.string() };
const vNullableText = v.union(v.null(), v.string());

/** Takes the company's turn where there is something to do and nobody else has it. */
export const turn = systemMutation({
  args: tenantArgs,
  returns: v.null(),
  handler: async (ctx, { tenantId }) => {
    if ((await ctx.db.get("tenants", tenantId)) === null) return null;
    const db = new TenantWriter(ctx.db, tenantId, ctx.scheduler);
    const taken = await takeTurn(ctx.db, db, Date.now());
    if (taken === null) return null;
    if ("later" in taken) await ctx.scheduler.runAfter(taken.later, internal.blingWork.turn, { tenantId });
    else await ctx.scheduler.runAfter(0, internal.blingWork.work, { tenantId, ...taken });
    return null;
  },
});

/** One order's turn. */
export const work = systemAction({
  args: { ...tenantArgs, ...vTurnKey },
  returns: v.null(),
  handler: async (ctx, key): Promise<null> => {
    await workTurn(ctx, key);
    return null;
  },
});

const vSale = v.object({
  key: v.string(),
  soldDate: v.string(),
  paidDate: v.string(),
  expectedDate: v.string(),
  buyer: v.object({
    name: vNullableText,
    cpf: vNullableText,
    email: vNullableText,
    phone: v.string(),
    address: v.union(v.null(), vAddress),
  }),
  items: v.array(v.object({ code: vNullableText, name: v.string(), quantity: v.number(), unitPriceCents: vCents })),
  discountCents: vCents,
  extraCents: vCents,
  freight: v.union(v.null(), v.object({ name: v.string(), priceCents: vCents, trackingCode: vNullableText })),
  totalCents: vCents,
  paymentNote: v.string(),
  note: v.string(),
  internalNote: v.string(),
});

const vChoice = v.union(v.null(), vErpChoice);

export const facts = scopedQuery({
  args: vTurnKey,
  returns: v.union(
    v.null(),
    v.object({
      row: doc(schema, "erpOrders"),
      sale: v.union(v.null(), vSale),
      settings: v.object({
        paymentForm: vChoice,
        saleSituation: vChoice,
        canceledSituation: vChoice,
        postsStock: v.boolean(),
        postsReceivables: v.boolean(),
      }),
      baseUrl: v.string(),
    }),
  ),
  handler: ({ db, tenant }, { erpOrderId }) => readTurnFacts(db, { slug: tenant.slug, erpOrderId }),
});

/** Where the company's ERP is. */
export const address = scopedQuery({
  args: {},
  returns: v.string(),
  handler: async ({ db }) => blingUrlOf(await readProviderAddresses(db)),
});

const { saleId, saleNumber, mayExist, sentHash, isCanceled, situationId, isStockPosted, isBilled } = erpKnowledge;

/** What was learnt, and whether the turn may go on. */
export const goOn = systemMutation({
  args: {
    ...tenantArgs,
    ...vTurnKey,
    revision: v.number(),
    learnt: v.object({
      saleId: v.optional(saleId),
      saleNumber: v.optional(saleNumber),
      mayExist: v.optional(mayExist),
      sentHash: v.optional(sentHash),
      isCanceled: v.optional(isCanceled),
      situationId: v.optional(situationId),
      isStockPosted: v.optional(isStockPosted),
      isBilled: v.optional(isBilled),
      givenHash: v.optional(vNullableText),
      totalCents: v.optional(v.union(v.null(), vCents)),
    }),
    text: vNullableText,
  },
  returns: v.boolean(),
  handler: async (ctx, { tenantId, erpOrderId, turnId, ...what }) => {
    const db = new TenantWriter(ctx.db, tenantId);
    return await mayGoOn(ctx.db, db, { erpOrderId, turnId }, what, Date.now());
  },
});

const vOutcome = v.union(
  v.object({ kind: v.literal("done") }),
  v.object({ kind: v.literal("again") }),
  v.object({ kind: v.literal("failed"), reason: v.string() }),
  v.object({ kind: v.literal("retry"), reason: v.string(), isLost: v.boolean() }),
  v.object({ kind: v.literal("paused"), pause: vErpPause }),
);

export const settle = systemMutation({
  args: { ...tenantArgs, ...vTurnKey, revision: v.number(), outcome: vOutcome },
  returns: v.null(),
  handler: async (ctx, { tenantId, erpOrderId, turnId, ...what }) => {
    const db = new TenantWriter(ctx.db, tenantId);
    const waitMs = await settleTurn(ctx.db, db, { erpOrderId, turnId }, what, Date.now());
    if (waitMs !== null) await ctx.scheduler.runAfter(waitMs, internal.blingWork.turn, { tenantId });
    return null;
  },
});

/** Companies begin one after the other: many whose tokens have ended would ask for new ones in the same minute, beside `oauth:sweep`. */
const BETWEEN_COMPANIES_MS = 8_000;

/** Every minute: what is due and was not done at once (a crash, a service that was away, a connection made anew). */
export const sweep = systemMutation({
  args: { cursor: v.optional(v.union(v.null(), v.string())) },
  returns: v.object({ started: v.number() }),
  handler: async (ctx, { cursor = null }) => {
    if (cursor === null) await deleteDeadTurns(ctx.db, Date.now());
    const { page, isDone, continueCursor } = await sweepTenants(ctx.db, cursor);
    let started = 0;
    for (const tenantId of page) {
      if (!(await hasDue(new TenantWriter(ctx.db, tenantId), Date.now()))) continue;
      await ctx.scheduler.runAfter(started * BETWEEN_COMPANIES_MS, internal.blingWork.turn, { tenantId });
      started += 1;
    }
    if (!isDone) await ctx.scheduler.runAfter(0, internal.blingWork.sweep, { cursor: continueCursor });
    return { started };
  },
});
