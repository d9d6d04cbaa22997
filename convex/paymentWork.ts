import { doc } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { assert } from "./lib/errors";
import { scopedMutation, scopedQuery, systemAction, systemMutation } from "./lib/functions";
import { vPaymentMethod, vPaymentStatus } from "./lib/paymentTables";
import { TenantWriter } from "./lib/tenantDb";
import { vCents } from "./lib/validators";
import { actorOf } from "./model/orderEvents";
import { beginPayment, nextLookAfterClosing, nextLookAt, settleFailedLink, settleMadeLink } from "./model/paymentBegin";
import { closeExpired, dueLinks, dueNotices, readAccess, sweepTenants } from "./model/paymentSweep";
import { findRef, rememberRef } from "./model/paymentRefs";
import { lookIntoPayment, stepLink, type LinkFacts } from "./model/paymentSteps";
import { settlePayment } from "./model/payments";
import { settleChargePayment } from "./model/shipmentCharges";
import { readOwnAddresses } from "./model/providerAddresses";
import { settleNotice } from "./model/webhookLogs";
import schema from "./schema";

/** What goes on behind the payments: internal functions only. */

const vLinkKey = { linkId: v.id("paymentLinks") };

/** The transaction of 'Finalizar Pedido'. See `model/paymentBegin.ts` for the refusals. */
export const begin = systemMutation({
  args: {
    tenantId: v.id("tenants"),
    actorId: v.id("profiles"),
    orderId: v.id("orders"),
    seenTotalCents: vCents,
  },
  returns: v.union(
    v.object({ kind: v.literal("free") }),
    v.object({ kind: v.literal("link"), linkId: v.id("paymentLinks") }),
  ),
  handler: async (ctx, { tenantId, actorId, orderId, seenTotalCents }) => {
    const profile = await ctx.db.get("profiles", actorId);
    assert(profile !== null, "whoever finalizes an order should have a profile");
    const db = new TenantWriter(ctx.db, tenantId, ctx.scheduler);
    const deed = { actor: actorOf(profile), at: Date.now() };
    const begun = await beginPayment(db, { orderId, seenTotalCents }, deed);
    const order = begun.kind === "link" ? await db.get("orders", orderId) : null;
    if (order !== null) await rememberRef(ctx.db, order);
    return begun;
  },
});

const vAccess = v.union(v.null(), v.object({ baseUrl: v.string(), accessToken: v.string() }));
const vNullableText = v.union(v.null(), v.string());

/** Everything a step of a link needs, the company's credentials included: for our own actions. */
export const linkFacts = scopedQuery({
  args: vLinkKey,
  returns: v.union(
    v.null(),
    v.object({
      link: doc(schema, "paymentLinks"),
      tenantName: v.string(),
      slug: v.string(),
      access: vAccess,
      own: v.object({ returnPage: vNullableText, notificationUrl: vNullableText }),
    }),
  ),
  handler: async ({ db, tenant }, { linkId }): Promise<LinkFacts | null> => {
    const link = await db.get("paymentLinks", linkId);
    if (link === null) return null;
    const own = await readOwnAddresses(db, tenant.slug);
    return { link, tenantName: tenant.name, slug: tenant.slug, access: await readAccess(db), own };
  },
});

export const linkMade = scopedMutation({
  args: { ...vLinkKey, preferenceId: v.string(), url: v.string(), collectorId: vNullableText },
  returns: v.null(),
  handler: async ({ db }, { linkId, ...made }) => {
    const link = await db.get("paymentLinks", linkId);
    if (link !== null) await settleMadeLink(db, link, made, Date.now());
    return null;
  },
});

/** How often the making of a link is tried again behind the back of whoever asked for it. */
const MAX_MAKINGS = 5;
const MINUTE_MS = 60_000;

export const linkNotMade = scopedMutation({
  args: { ...vLinkKey, isFinal: v.boolean() },
  returns: v.null(),
  handler: async ({ db }, { linkId, isFinal }) => {
    const link = await db.get("paymentLinks", linkId);
    if (link === null || link.state !== "creating") return null;
    const attempts = link.attempts + 1;
    if (isFinal || attempts >= MAX_MAKINGS) await settleFailedLink(db, link, Date.now());
    else await db.patch("paymentLinks", link, { attempts, nextStepAt: Date.now() + attempts * MINUTE_MS });
    return null;
  },
});

/** Takes the next step of a link. */
export const step = systemAction({
  args: { tenantId: v.id("tenants"), ...vLinkKey },
  returns: v.null(),
  handler: async (ctx, key): Promise<null> => {
    await stepLink(ctx, key);
    return null;
  },
});

const MAX_WAIT_MS = 6 * 60 * MINUTE_MS;

/** Writes down that a step was taken, or was tried, and when the next is due. */
export const stepped = scopedMutation({
  args: { ...vLinkKey, isDone: v.boolean(), isClosedThere: v.boolean() },
  returns: v.null(),
  handler: async ({ db }, { linkId, isDone, isClosedThere }) => {
    const link = await db.get("paymentLinks", linkId);
    if (link === null || link.state === "creating" || link.state === "failed") return null;
    const now = Date.now();
    if (!isDone) {
      const attempts = link.attempts + 1;
      const waitMs = Math.min(MINUTE_MS * 2 ** Math.min(attempts, 10), MAX_WAIT_MS);
      await db.patch("paymentLinks", link, { attempts, nextStepAt: now + waitMs });
      return null;
    }
    if (link.state === "open") {
      if (link.expiresAt <= now) await closeExpired(db, link, now);
      else await db.patch("paymentLinks", link, { attempts: 0, nextStepAt: nextLookAt(link.createdAt, now) });
      return null;
    }
    // Closed between the question and now: the next step is to tell the provider.
    if (!isClosedThere) return null;
    const nextStepAt = nextLookAfterClosing(link.closedAt ?? now, now);
    await db.patch("paymentLinks", link, { isClosedThere: true, attempts: 0, nextStepAt });
    return null;
  },
});

const vNews = v.object({
  paymentId: v.string(),
  reference: vNullableText,
  linkKey: vNullableText,
  collectorId: vNullableText,
  status: vPaymentStatus,
  statusDetail: v.string(),
  method: vPaymentMethod,
  amountCents: vCents,
  refundedCents: vCents,
  createdAt: v.number(),
  approvedAt: v.union(v.null(), v.number()),
  updatedAt: v.number(),
});

/**
 * The one transaction in which a payment has consequences. What it says is the provider's own word, asked for with this
 * company's credentials; whose order it is says its reference, which must be an order of this company.
 */
export const settle = systemMutation({
  args: { tenantId: v.id("tenants"), news: vNews },
  returns: v.union(v.literal("settled"), v.literal("known"), v.literal("foreign")),
  handler: async (ctx, { tenantId, news }) => {
    const ref = news.reference === null ? null : await findRef(ctx.db, news.reference);
    if (ref === null || ref.shopId !== tenantId) return "foreign";
    const db = new TenantWriter(ctx.db, tenantId, ctx.scheduler);
    if (ref.chargeId !== undefined) return await settleChargePayment(db, ref.chargeId, news, Date.now());
    return await settlePayment(db, ref.orderId, news, Date.now());
  },
});

/** Looks into a notice that was taken. */
export const lookIntoNotice = systemAction({
  args: { tenantId: v.id("tenants"), noticeId: v.id("webhookLogs") },
  returns: v.null(),
  handler: async (ctx, { tenantId, noticeId }): Promise<null> => {
    const notice = await ctx.runQuery(internal.paymentWork.noticeFacts, { tenantId, noticeId });
    if (notice === null) return null;
    const look = await lookIntoPayment(ctx, { tenantId, access: notice.access, paymentId: notice.subject });
    await ctx.runMutation(internal.paymentWork.noticeLookedInto, { tenantId, noticeId, ...look });
    return null;
  },
});

const vNoticeKey = { noticeId: v.id("webhookLogs") };

export const noticeFacts = scopedQuery({
  args: vNoticeKey,
  returns: v.union(v.null(), v.object({ subject: v.string(), access: vAccess })),
  handler: async ({ db }, { noticeId }) => {
    const notice = await db.get("webhookLogs", noticeId);
    if (notice === null || notice.outcome !== "received") return null;
    return { subject: notice.subject, access: await readAccess(db) };
  },
});

export const noticeLookedInto = scopedMutation({
  args: {
    ...vNoticeKey,
    outcome: v.union(v.literal("done"), v.literal("ignored"), v.literal("failed")),
    detail: v.string(),
    mayRepeat: v.boolean(),
  },
  returns: v.null(),
  handler: async (ctx, { noticeId, ...look }) => {
    const notice = await ctx.db.get("webhookLogs", noticeId);
    if (notice === null || notice.outcome !== "received") return null;
    const waitMs = await settleNotice(ctx.db, notice, look, Date.now());
    const key = { tenantId: ctx.tenant._id, noticeId };
    if (waitMs !== null) await ctx.scheduler.runAfter(waitMs, internal.paymentWork.lookIntoNotice, key);
    return null;
  },
});

/** Every minute: what is due and was not done at once (a crash, a service that was down, a notice that never came). */
export const sweep = systemMutation({
  args: { cursor: v.optional(v.union(v.null(), v.string())) },
  returns: v.object({ started: v.number() }),
  handler: async (ctx, { cursor = null }) => {
    const now = Date.now();
    const { page, isDone, continueCursor } = await sweepTenants(ctx.db, cursor);
    let started = 0;
    for (const tenantId of page) {
      const db = new TenantWriter(ctx.db, tenantId, ctx.scheduler);
      for (const linkId of await dueLinks(db, now)) {
        await ctx.scheduler.runAfter(0, internal.paymentWork.step, { tenantId, linkId });
        started += 1;
      }
      for (const noticeId of await dueNotices(db, now)) {
        await ctx.scheduler.runAfter(0, internal.paymentWork.lookIntoNotice, { tenantId, noticeId });
        started += 1;
      }
    }
    if (!isDone) await ctx.scheduler.runAfter(0, internal.paymentWork.sweep, { cursor: continueCursor });
    return { started };
  },
});
