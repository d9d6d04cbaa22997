import { doc } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { assert } from "./lib/errors";
import { scopedMutation, scopedQuery, systemAction, systemMutation } from "./lib/functions";
import { vLabelNews, vLabelProblem } from "./lib/shipmentTables";
import { TenantWriter } from "./lib/tenantDb";
import { vCents } from "./lib/validators";
import { readAccess, sweepTenants } from "./model/paymentSweep";
import { rememberChargeRef } from "./model/paymentRefs";
import { readOwnAddresses } from "./model/providerAddresses";
import { goOn } from "./model/labelRun";
import { actorOf } from "./model/orderEvents";
import { beginStep } from "./model/shipmentBegin";
import * as Charges from "./model/shipmentCharges";
import { stepCharge as takeChargeStep, type ChargeFacts } from "./model/shipmentChargeSteps";
import { dueBatches } from "./model/shipmentBatches";
import { nextLookAt, takeNews } from "./model/shipmentNews";
import { CARRIER_ACTOR, type Shipment } from "./model/shipments";
import { claimStep, dueShipments, settleGone, settleStep } from "./model/shipmentWork";
import schema from "./schema";

/** What goes on behind the labels: internal functions only. */

const vShipmentKey = { shipmentId: v.id("shipments") };
const vNullableText = v.union(v.null(), v.string());

const vWish = v.union(
  v.object({ action: v.literal("create"), optionId: vNullableText }),
  v.object({ action: v.literal("pay"), seenPriceCents: v.union(v.null(), vCents) }),
  v.object({ action: v.literal("download") }),
  v.object({ action: v.literal("cancel") }),
);

/** The transaction behind the buttons of a label. See `model/shipmentBegin.ts` for the refusals. */
export const begin = systemMutation({
  args: { tenantId: v.id("tenants"), actorId: v.id("profiles"), orderId: v.id("orders"), wish: vWish },
  returns: v.object({
    kind: v.union(v.literal("begun"), v.literal("joined"), v.literal("already")),
    shipmentId: v.id("shipments"),
    byName: vNullableText,
  }),
  handler: async (ctx, { tenantId, actorId, orderId, wish }) => {
    const [profile, tenant] = [await ctx.db.get("profiles", actorId), await ctx.db.get("tenants", tenantId)];
    assert(profile !== null && tenant !== null, "whoever presses a button should have a profile and a company");
    const db = new TenantWriter(ctx.db, tenantId, ctx.scheduler);
    const deed = { actor: actorOf(profile), at: Date.now() };
    return await beginStep(db, { orderId, wish, slug: tenant.slug, batchId: null }, deed);
  },
});

export const facts = scopedQuery({
  args: vShipmentKey,
  returns: v.union(v.null(), doc(schema, "shipments")),
  handler: ({ db }, { shipmentId }): Promise<Shipment | null> => db.get("shipments", shipmentId),
});

export const claim = scopedMutation({
  args: vShipmentKey,
  returns: v.union(
    v.null(),
    v.object({
      claimId: v.string(),
      shipment: doc(schema, "shipments"),
      begunBefore: v.union(v.null(), v.number()),
    }),
  ),
  handler: async ({ db }, { shipmentId }) => {
    const claimed = await claimStep(db, shipmentId, Date.now());
    if (claimed === null) return null;
    const { id: claimId, shipment, begunBefore } = claimed;
    return { claimId, shipment, begunBefore };
  },
});

const vSeen = [
  v.object({ kind: v.literal("news"), news: vLabelNews }),
  v.object({ kind: v.literal("gone") }),
  v.object({ kind: v.literal("failed"), code: vLabelProblem, reason: vNullableText }),
] as const;
const vResult = v.union(
  ...vSeen,
  v.object({ kind: v.literal("asked") }),
  v.object({ kind: v.literal("printed"), url: v.string() }),
  v.object({ kind: v.literal("unknown"), code: v.union(v.null(), vLabelProblem) }),
);

/** Writes down what came of a step, and has the one after it taken. */
export const settle = scopedMutation({
  args: { ...vShipmentKey, claimId: v.string(), result: vResult },
  returns: v.null(),
  handler: async (ctx, { shipmentId, claimId, result }) => {
    const waitMs = await settleStep(ctx.db, shipmentId, { claimId, result }, Date.now());
    const key = { tenantId: ctx.tenant._id, shipmentId };
    if (waitMs !== null) await ctx.scheduler.runAfter(waitMs, internal.labelWork.step, key);
    return null;
  },
});

/** Writes down how a label was found to stand. */
export const looked = scopedMutation({
  args: { ...vShipmentKey, result: v.union(...vSeen) },
  returns: v.null(),
  handler: async ({ db }, { shipmentId, result }) => {
    const shipment = await db.get("shipments", shipmentId);
    if (shipment === null) return null;
    const now = Date.now();
    const deed = { actor: CARRIER_ACTOR, at: now };
    if (result.kind === "news") await takeNews(db, shipment, result.news, { deed, isAsked: true });
    // A step that was begun meanwhile finds out by itself.
    else if (shipment.step === null && result.kind === "gone") await settleGone(db, shipment, deed);
    else if (shipment.step === null) await db.patch("shipments", shipment, { nextStepAt: nextLookAt(shipment, now) });
    return null;
  },
});

/** Goes on with a shipment. */
export const step = systemAction({
  args: { tenantId: v.id("tenants"), ...vShipmentKey },
  returns: v.null(),
  handler: async (ctx, key): Promise<null> => {
    await goOn(ctx, key);
    return null;
  },
});

const vChargeKey = { chargeId: v.id("shipmentCharges") };

/** The transaction of 'Gerar link de pagamento'. See `model/shipmentCharges.ts` for the refusals. */
export const beginCharge = systemMutation({
  args: { tenantId: v.id("tenants"), actorId: v.id("profiles"), orderId: v.id("orders") },
  returns: v.object(vChargeKey),
  handler: async (ctx, { tenantId, actorId, orderId }) => {
    const profile = await ctx.db.get("profiles", actorId);
    assert(profile !== null, "whoever presses a button should have a profile");
    const db = new TenantWriter(ctx.db, tenantId, ctx.scheduler);
    const begun = await Charges.beginCharge(db, orderId, { actor: actorOf(profile), at: Date.now() });
    if (begun.isNew) await rememberChargeRef(ctx.db, begun.charge, orderId);
    return { chargeId: begun.charge._id };
  },
});

/** Everything a step of a charge needs, the company's credentials included: for our own actions. */
export const chargeFacts = scopedQuery({
  args: vChargeKey,
  returns: v.union(
    v.null(),
    v.object({
      charge: doc(schema, "shipmentCharges"),
      tenantName: v.string(),
      slug: v.string(),
      access: v.union(v.null(), v.object({ baseUrl: v.string(), accessToken: v.string() })),
      own: v.object({ returnPage: vNullableText, notificationUrl: vNullableText }),
    }),
  ),
  handler: async ({ db, tenant }, { chargeId }): Promise<ChargeFacts | null> => {
    const charge = await db.get("shipmentCharges", chargeId);
    if (charge === null) return null;
    const own = await readOwnAddresses(db, tenant.slug);
    return { charge, tenantName: tenant.name, slug: tenant.slug, access: await readAccess(db), own };
  },
});

export const chargeMade = scopedMutation({
  args: { ...vChargeKey, preferenceId: v.string(), url: v.string() },
  returns: v.null(),
  handler: async ({ db }, { chargeId, ...made }) => {
    const charge = await db.get("shipmentCharges", chargeId);
    if (charge !== null) await Charges.settleMadeCharge(db, charge, made, Date.now());
    return null;
  },
});

export const chargeNotMade = scopedMutation({
  args: { ...vChargeKey, isFinal: v.boolean() },
  returns: v.null(),
  handler: async ({ db }, { chargeId, isFinal }) => {
    const charge = await db.get("shipmentCharges", chargeId);
    if (charge !== null) await Charges.settleUnmadeCharge(db, charge, isFinal, Date.now());
    return null;
  },
});

export const chargeStepped = scopedMutation({
  args: { ...vChargeKey, isDone: v.boolean(), isClosedThere: v.boolean() },
  returns: v.null(),
  handler: async ({ db }, { chargeId, ...taken }) => {
    const charge = await db.get("shipmentCharges", chargeId);
    if (charge !== null) await Charges.settleChargeStep(db, charge, taken, Date.now());
    return null;
  },
});

export const stepCharge = systemAction({
  args: { tenantId: v.id("tenants"), ...vChargeKey },
  returns: v.null(),
  handler: async (ctx, key): Promise<null> => {
    await takeChargeStep(ctx, key);
    return null;
  },
});

/**
 * Every minute: what is due and was not done at once (a crash, a service that was down, a notice that never came).
 *
 * @param asOf the instant it is swept as of; now, where nobody says
 */
export const sweep = systemMutation({
  args: { cursor: v.optional(vNullableText), asOf: v.optional(v.number()) },
  returns: v.object({ started: v.number() }),
  handler: async (ctx, { cursor = null, asOf = Date.now() }) => {
    const { page, isDone, continueCursor } = await sweepTenants(ctx.db, cursor);
    let started = 0;
    for (const tenantId of page) {
      const db = new TenantWriter(ctx.db, tenantId, ctx.scheduler);
      for (const shipmentId of await dueShipments(db, asOf)) {
        await ctx.scheduler.runAfter(0, internal.labelWork.step, { tenantId, shipmentId });
        started += 1;
      }
      for (const chargeId of await Charges.dueCharges(db, asOf)) {
        await ctx.scheduler.runAfter(0, internal.labelWork.stepCharge, { tenantId, chargeId });
        started += 1;
      }
      for (const batchId of await dueBatches(db, asOf)) {
        await ctx.scheduler.runAfter(0, internal.labelBatches.run, { tenantId, batchId });
        started += 1;
      }
    }
    if (!isDone) await ctx.scheduler.runAfter(0, internal.labelWork.sweep, { cursor: continueCursor, asOf });
    return { started };
  },
});
