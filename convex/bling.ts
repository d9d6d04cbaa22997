import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { ERP_LISTS } from "../domain/bling";
import { refuse } from "../domain/errors";
import { internal } from "./_generated/api";
import { appError, refuseWith } from "./lib/errors";
import { vErpChoice, vErpPause, vErpState, vErpWish } from "./lib/erpTables";
import { ownerAction, ownerMutation, ownerQuery, systemMutation, tenantMutation, tenantQuery } from "./lib/functions";
import { vConnection } from "./lib/oauthTables";
import { vSeen } from "./lib/settingShapes";
import { TenantReader } from "./lib/tenantDb";
import { literals, vCents } from "./lib/validators";
import { readChoices, TEST_OUTCOMES, testConnection as test } from "./model/blingDesk";
import { findErpOrder } from "./model/blingQueue";
import { readErpSettings, saveErpSettings } from "./model/blingSettings";
import {
  goOnNow,
  listErpOrders,
  readErpOrder,
  readErpOverview,
  requireErp,
  retryFailed as retryAllFailed,
  sendByHand,
} from "./model/blingViews";
import { readBling } from "./model/integrations";
import { callbackUrlOf } from "./model/oauthApps";
import { beginConnecting, disconnect as forgetTokens } from "./model/oauthConnections";
import { actorOf } from "./model/orderEvents";
import { readMask } from "./model/secrets";

/** The ERP (Bling): how it is connected, and how each paid order stands there. */

const vNullableText = v.union(v.null(), v.string());
const vNullableNumber = v.union(v.null(), v.number());

/** Staff: the connection, and the queue. The two counts go up to 101. */
export const overview = tenantQuery({
  args: {},
  returns: v.object({
    isActive: v.boolean(),
    hasCredentials: v.boolean(),
    connection: vConnection,
    queue: v.object({
      waiting: v.number(),
      failed: v.number(),
      pausedFor: v.union(v.null(), vErpPause),
      message: vNullableText,
      resumesAt: vNullableNumber,
    }),
  }),
  handler: ({ db }) => readErpOverview(db),
});

const vErpRow = v.object({
  orderId: v.id("orders"),
  orderNumber: v.number(),
  orderExists: v.boolean(),
  state: vErpState,
  wish: vErpWish,
  saleId: vNullableNumber,
  saleNumber: vNullableText,
  totalCents: v.union(v.null(), vCents),
  attempts: v.number(),
  queuedAt: v.number(),
  changedAt: v.number(),
  dueAt: vNullableNumber,
  reason: vNullableText,
  canRetry: v.boolean(),
  steps: v.array(v.object({ at: v.number(), text: v.string() })),
});

/** Staff: a page of the orders that have to do with the ERP, latest change first. */
export const orders = tenantQuery({
  args: { list: v.union(v.literal("all"), literals(ERP_LISTS)), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vErpRow),
  handler: ({ db }, { list, paginationOpts }) => listErpOrders(db, list, paginationOpts),
});

/** Staff: how one order stands; null when it never had to do with the ERP. */
export const ofOrder = tenantQuery({
  args: { orderId: v.id("orders") },
  returns: v.union(v.null(), vErpRow),
  handler: ({ db }, { orderId }) => readErpOrder(db, orderId),
});

const MAX_ORDERS = 100;

/** Staff: the marks on the rows of a list. Refused with `too_many_items`. */
export const ofOrders = tenantQuery({
  args: { orderIds: v.array(v.id("orders")) },
  returns: v.array(v.object({ orderId: v.id("orders"), state: vErpState })),
  handler: async ({ db }, { orderIds }) => {
    if (orderIds.length > MAX_ORDERS) throw appError(refuse("too_many_items", { max: MAX_ORDERS }).refusal);
    const rows = await Promise.all(orderIds.map((orderId) => findErpOrder(db, orderId)));
    return rows.flatMap((row) => (row === null ? [] : [{ orderId: row.orderId, state: row.state }]));
  },
});

/**
 * Staff: sends orders by hand, or again after they failed.
 *
 * Refused with `no_selection`, `too_many_items`, `bling_inactive`, `bling_not_connected`, `order_not_found`.
 */
export const send = tenantMutation({
  args: { orderIds: v.array(v.id("orders")) },
  returns: v.object({
    queued: v.number(),
    skipped: v.array(v.object({ orderId: v.id("orders"), orderNumber: v.number(), reason: v.string() })),
  }),
  handler: async ({ db }, { orderIds }) => {
    if (orderIds.length === 0) return refuseWith("no_selection");
    if (orderIds.length > MAX_ORDERS) throw appError(refuse("too_many_items", { max: MAX_ORDERS }).refusal);
    await requireErp(db);
    return await sendByHand(db, orderIds, Date.now());
  },
});

/** Staff: everything that failed, 200 at once. Refused with `bling_inactive`, `bling_not_connected`. */
export const retryFailed = tenantMutation({
  args: {},
  returns: v.object({ queued: v.number(), more: v.boolean() }),
  handler: async ({ db }) => {
    await requireErp(db);
    return await retryAllFailed(db);
  },
});

/** Staff: looks at once whether a paused queue goes on. Refused with `bling_inactive`, `bling_not_connected`. */
export const resumeQueue = tenantMutation({
  args: {},
  returns: v.null(),
  handler: async ({ db }) => {
    await requireErp(db);
    await goOnNow(db);
    await db.runSoon(internal.blingWork.turn, {});
    return null;
  },
});

const vChoice = v.union(v.null(), vErpChoice);
const choiceFields = {
  paymentForm: vChoice,
  saleSituation: vChoice,
  canceledSituation: vChoice,
  postsStock: v.boolean(),
  postsReceivables: v.boolean(),
};

/** Owner: what the company wants of its sales there; null is automatic. */
export const settings = ownerQuery({
  args: {},
  returns: v.object({
    clientId: v.string(),
    isActive: v.boolean(),
    ...choiceFields,
    /** What is to be registered at Bling as 'Link de redirecionamento'. */
    redirectUrl: v.string(),
  }),
  handler: async ({ db }) => {
    const { clientId, isActive } = await readBling(db);
    return { clientId, isActive, ...(await readErpSettings(db)), redirectUrl: callbackUrlOf("bling") };
  },
});

/** Owner: saves what was given of it; `seen` holds the ids of the choices. Refused with `changed_meanwhile`. */
export const saveSettings = ownerMutation({
  args: v.object(choiceFields).partial().extend({ seen: vSeen }),
  returns: v.null(),
  handler: async ({ db, profile }, { seen, ...given }) => {
    await saveErpSettings(db, given, { actor: actorOf(profile), at: Date.now() }, seen);
    return null;
  },
});

/**
 * Owner: begins a connection. The page at the returned address asks for the permission and leads back to us with a state
 * that works once, for this company and person.
 *
 * Refused with `bling_credentials_missing`.
 * Source: contracts/bling.md §2.
 */
export const connect = ownerAction({
  args: {},
  returns: v.object({ url: v.string() }),
  handler: async (ctx): Promise<{ url: string }> => {
    const { tenantId, actor } = ctx;
    return await ctx.runMutation(internal.bling.beginConnection, { tenantId, profileId: actor.profileId });
  },
});

export const beginConnection = systemMutation({
  args: { tenantId: v.id("tenants"), profileId: v.id("profiles") },
  returns: v.object({ url: v.string() }),
  handler: async ({ db }, { tenantId, profileId }) => {
    const own = new TenantReader(db, tenantId);
    const hasSecret = (await readMask(own, "bling.client_secret")).isSet;
    if ((await readBling(own)).clientId === "" || !hasSecret) return refuseWith("bling_credentials_missing");
    return { url: await beginConnecting(db, { service: "bling", shopId: tenantId, profileId }, Date.now()) };
  },
});

/** Owner: forgets the tokens; what waits goes on waiting. */
export const disconnect = ownerMutation({
  args: {},
  returns: v.null(),
  handler: async ({ db, profile }) => {
    await forgetTokens(db, "bling", { actor: actorOf(profile), at: Date.now() });
    return null;
  },
});

/** Owner: asks Bling now whether the connection works. */
export const testConnection = ownerAction({
  args: {},
  returns: v.object({ outcome: literals(TEST_OUTCOMES), message: v.string() }),
  handler: (ctx) => test(ctx, ctx.tenantId),
});

const vNamed = v.object({ id: v.number(), name: v.string() });

/**
 * Owner: what there is to choose from at Bling.
 *
 * Refused with `bling_not_connected`, `bling_unauthorized`, `bling_no_permission`, `bling_busy`, `bling_unavailable`.
 */
export const choices = ownerAction({
  args: {},
  returns: v.object({ paymentForms: v.array(vNamed), situations: v.array(vNamed) }),
  handler: (ctx) => readChoices(ctx, ctx.tenantId),
});
