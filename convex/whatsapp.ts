import { v } from "convex/values";
import type { Instance } from "../domain/messagesInstances";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { ActionCtx } from "./_generated/server";
import { refuseWith } from "./lib/errors";
import {
  ownerAction,
  scopedMutation,
  scopedQuery,
  systemAction,
  tenantAction,
  tenantMutation,
  tenantQuery,
} from "./lib/functions";
import { vInstanceState, vSendFailure } from "./lib/messageTables";
import { vPhone } from "./lib/validators";
import {
  beginConnecting as begin,
  connectTelephone,
  keepHook,
  testResult,
  vConnecting,
  vConnectionTest,
  type Connecting,
  type ConnectionTest,
} from "./model/gatewayConnection";
import { openGateway, readGatewayAccess, vGatewayAccess } from "./model/messageGateway";
import { putConnection, putInstances } from "./model/messageInstances";
import { resumeQueue as resume } from "./model/messageSender";
import {
  readMessagingNews,
  readMessagingStatus,
  refusalCodeOf,
  vMessagingNews,
  vMessagingStatus,
} from "./model/messageStatus";
import { beginLook, extendWatch, LOOK_EVERY_MS, LOST_AFTER_MS, settleLook } from "./model/messageWatch";
import { requireOrder } from "./model/orders";
import { findPicture, keepPicture } from "./model/profilePictures";
import type { GatewayAnswer } from "./providers/messaging";

/** Staff: how messaging stands: telephones, code to scan, queue. */
export const status = tenantQuery({
  args: {},
  returns: vMessagingStatus,
  handler: (ctx) => readMessagingStatus(ctx.db, ctx.tenant),
});

/** Staff: what every screen shows of it: whether the queue is in pause, and the broadcast under way. */
export const news = tenantQuery({
  args: {},
  returns: vMessagingNews,
  handler: (ctx) => readMessagingNews(ctx.db),
});

/**
 * Staff: a screen shows the telephones: the gateway is asked every 5 seconds until half a minute after the last of these
 * calls. The screen itself asks nothing.
 *
 * Source: specification §9 "Messaging status polling", product.md "Browsers poll".
 */
export const watch = tenantMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const loopId = await extendWatch(ctx.db, Date.now());
    if (loopId !== null) await ctx.scheduler.runAfter(0, internal.whatsapp.tick, { tenantId: ctx.tenant._id, loopId });
    return null;
  },
});

const ofLoop = { loopId: v.string() };

/** One step of the loop that asks; see `model/messageWatch.ts`. */
export const tick = scopedMutation({
  args: ofLoop,
  returns: v.null(),
  handler: async (ctx, { loopId }) => {
    const next = await beginLook(ctx.db, loopId, Date.now());
    if (next === null) return null;
    const step = { tenantId: ctx.tenant._id, loopId: next };
    await ctx.scheduler.runAfter(0, internal.whatsapp.look, step);
    await ctx.scheduler.runAfter(LOST_AFTER_MS, internal.whatsapp.tick, step);
    return null;
  },
});

export const look = systemAction({
  args: { tenantId: v.id("tenants"), ...ofLoop },
  returns: v.null(),
  handler: async (ctx, { tenantId, loopId }): Promise<null> => {
    await askGateway(ctx, tenantId, loopId);
    return null;
  },
});

const vInstance = v.object({
  name: v.string(),
  number: v.union(v.null(), v.string()),
  state: vInstanceState,
});

/** Writes down what the gateway answered; `seen` is null where it told nothing. */
export const looked = scopedMutation({
  args: {
    loopId: v.union(v.null(), v.string()),
    seen: v.union(v.null(), v.array(vInstance)),
    problem: v.union(v.null(), vSendFailure),
  },
  returns: v.null(),
  handler: async (ctx, { seen, ...asked }) => {
    const now = Date.now();
    if (seen !== null) await putInstances(ctx.db, seen, now);
    const goesOn = await settleLook(ctx.db, asked, now);
    const { loopId } = asked;
    if (goesOn && loopId !== null) {
      await ctx.scheduler.runAfter(LOOK_EVERY_MS, internal.whatsapp.tick, { tenantId: ctx.tenant._id, loopId });
    }
    return null;
  },
});

/** Asks how the telephones are and writes it down; null where the company has not said how to reach its gateway. */
async function askGateway(
  ctx: ActionCtx,
  tenantId: Id<"tenants">,
  loopId: string | null,
): Promise<GatewayAnswer<Instance[]> | null> {
  const access = await ctx.runQuery(internal.whatsapp.access, { tenantId });
  const answer = access === null ? null : await openGateway(ctx, access).instances();
  // Those of a gateway that was spoken to before are not those of one that nobody can speak to yet.
  const seen = answer === null ? [] : answer.ok ? answer.value : null;
  const problem = answer?.ok === false ? answer.failure : null;
  await ctx.runMutation(internal.whatsapp.looked, { tenantId, loopId, seen, problem });
  return answer;
}

/** A company's gateway with its key, for our own actions. */
export const access = scopedQuery({
  args: {},
  returns: v.union(v.null(), vGatewayAccess),
  handler: ({ db }) => readGatewayAccess(db),
});

/**
 * Staff: asks the gateway now ('Atualizar'); the status turns by itself.
 *
 * Refused with `messaging_not_configured`, `messaging_unavailable`, `messaging_unauthorized`, `messaging_unknown_route`.
 */
export const refresh = tenantAction({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const answer = await askGateway(ctx, ctx.tenantId, null);
    if (answer === null) return refuseWith("messaging_not_configured");
    return answer.ok ? null : refuseWith(refusalCodeOf(answer.failure));
  },
});

/**
 * Staff: has a telephone's code shown. It comes with the status, and by itself with every new one that the gateway makes.
 *
 * @returns shown: false where the gateway shows its code on its own screen
 * Refused as `refresh`, and with `instance_not_found`.
 */
export const connect = tenantAction({
  args: { instanceName: v.string() },
  returns: v.object({ shown: v.boolean() }),
  handler: async (ctx, { instanceName }): Promise<{ shown: boolean }> => {
    const { tenantId } = ctx;
    const found = await ctx.runMutation(internal.whatsapp.beginConnecting, { tenantId, instanceName });
    if (found === null) return refuseWith("messaging_not_configured");
    const answer = await connectTelephone(ctx, found);
    if (!answer.ok) return refuseWith(refusalCodeOf(answer.failure));
    if (answer.value === null) return { shown: false };
    await ctx.runMutation(internal.whatsapp.connecting, { tenantId, instanceName, connection: answer.value });
    return { shown: true };
  },
});

/** What it takes to connect a telephone; see `model/gatewayConnection.ts`. */
export const beginConnecting = scopedMutation({
  args: { instanceName: v.union(v.null(), v.string()) },
  returns: v.union(v.null(), vConnecting),
  handler: ({ db, tenant }, { instanceName }): Promise<Connecting | null> =>
    begin(db, { slug: tenant.slug, instanceName, now: Date.now() }),
});

/** Keeps a code that is to be scanned. */
export const connecting = scopedMutation({
  args: {
    instanceName: v.string(),
    connection: v.object({
      state: vInstanceState,
      qrImage: v.union(v.null(), v.string()),
      pairingCode: v.union(v.null(), v.string()),
    }),
  },
  returns: v.null(),
  handler: async ({ db }, { instanceName, connection }) => {
    await putConnection(db, instanceName, connection, Date.now());
    return null;
  },
});

/** Owner: 'testar conexão' with the gateway that is saved; one that answers is told where its news are wanted. */
export const testConnection = ownerAction({
  args: {},
  returns: vConnectionTest,
  handler: async (ctx): Promise<ConnectionTest> => {
    const { tenantId } = ctx;
    const answer = await askGateway(ctx, tenantId, null);
    const found =
      answer?.ok === true
        ? await ctx.runMutation(internal.whatsapp.beginConnecting, { tenantId, instanceName: null })
        : null;
    if (found !== null) await keepHook(ctx, found);
    return testResult(answer);
  },
});

/** Staff: a queue in pause looks at once whether it may go on. */
export const resumeQueue = tenantMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await resume(ctx.db);
    return null;
  },
});

/**
 * Staff: the picture of an order's customer, for the raffle. A gateway that is away, or tells none, gives null.
 *
 * Refused with `order_not_found`. Source: specification §7 "whatsapp-connection".
 */
export const profilePicture = tenantAction({
  args: { orderId: v.id("orders") },
  returns: v.object({ url: v.union(v.null(), v.string()) }),
  handler: async (ctx, { orderId }): Promise<{ url: string | null }> => {
    const { tenantId } = ctx;
    const { phone, known } = await ctx.runQuery(internal.whatsapp.knownPicture, { tenantId, orderId, now: Date.now() });
    if (known?.isFresh === true) return { url: known.url };
    const stored = { url: known?.url ?? null };
    const found = await ctx.runQuery(internal.whatsapp.access, { tenantId });
    const answer = found === null ? null : await openGateway(ctx, found).profilePicture(phone);
    if (answer?.ok !== true) return stored;
    await ctx.runMutation(internal.whatsapp.pictureFound, { tenantId, phone, url: answer.value });
    return { url: answer.value };
  },
});

export const knownPicture = scopedQuery({
  args: { orderId: v.id("orders"), now: v.number() },
  returns: v.object({
    phone: vPhone,
    known: v.union(v.null(), v.object({ url: v.union(v.null(), v.string()), isFresh: v.boolean() })),
  }),
  handler: async ({ db }, { orderId, now }) => {
    const { customerPhone: phone } = await requireOrder(db, orderId);
    return { phone, known: await findPicture(db, phone, now) };
  },
});

export const pictureFound = scopedMutation({
  args: { phone: vPhone, url: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async ({ db }, { phone, url }) => {
    await keepPicture(db, phone, url, Date.now());
    return null;
  },
});
