import { v } from "convex/values";
import { internal } from "./_generated/api";
import { scopedMutation, scopedQuery, systemAction, systemMutation } from "./lib/functions";
import { vSendFailure } from "./lib/messageTables";
import { TenantWriter } from "./lib/tenantDb";
import { openGateway, readGatewayAccess, vGatewayAccess, type GatewayAccess } from "./model/messageGateway";
import { beginProbe, findSender, resumeQueue, settleProbe, wakeSender } from "./model/messageSender";
import { abandonTry, settleAsk, settleTry } from "./model/messageSettling";
import { needsTurn } from "./model/messageSweep";
import { endExpired, giveMessage, takeTurn } from "./model/messageTaking";
import { readQuestion, vQuestion } from "./model/messageQuestions";
import { sweepTenants } from "./model/paymentSweep";
import { APP_LABEL, findObstacle } from "./providers/messaging";

/** The sender of messages to customers, step by step: decision 027. Internal functions only. */

const vTry = { messageId: v.id("outgoingMessages"), tryId: v.string() };
const vText = v.union(v.null(), v.string());

/** Whoever has something for the sender orders one of these; one that has nothing to do returns at once. */
export const turn = scopedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await takeTurn(ctx.db, Date.now());
    return null;
  },
});

/** How long the gateway is taken for well without being asked. Source: decision 027. */
const CHECK_LIFE_MS = 30_000;

/** One try of one message. */
export const send = systemAction({
  args: { tenantId: v.id("tenants"), ...vTry },
  returns: v.null(),
  handler: async (ctx, key): Promise<null> => {
    const { tenantId } = key;
    const { access, checkedAt } = await ctx.runQuery(internal.messageSending.facts, { tenantId });
    const gateway = access === null ? null : openGateway(ctx, access);
    const needsCheck = checkedAt === null || Date.now() - checkedAt > CHECK_LIFE_MS;
    const obstacle = gateway === null ? "unknown_route" : needsCheck ? await findObstacle(gateway) : null;
    if (gateway === null || obstacle !== null) {
      const failure = obstacle ?? "unknown_route";
      await ctx.runMutation(internal.messageSending.settle, { ...key, outcome: { kind: "obstacle", failure } });
      return null;
    }
    const given = await ctx.runMutation(internal.messageSending.give, { ...key, checked: needsCheck });
    if (given === null) return null;
    const answer = await gateway.sendText(given);
    const outcome = answer.ok
      ? { kind: "sent" as const, ...answer.value }
      : { kind: "failed" as const, failure: answer.failure, reason: answer.reason };
    await ctx.runMutation(internal.messageSending.settle, { ...key, outcome });
    // A conversation without its label is a conversation all the same: what comes of this is left alone.
    if (answer.ok) await gateway.addLabel(given.to, APP_LABEL);
    return null;
  },
});

/** How a company's gateway is spoken to; for our own actions. */
export const facts = scopedQuery({
  args: {},
  returns: v.object({ access: v.union(v.null(), vGatewayAccess), checkedAt: v.union(v.null(), v.number()) }),
  handler: async ({ db }): Promise<{ access: GatewayAccess | null; checkedAt: number | null }> => {
    // A key that cannot be read any more is shown as a pause whose reason names the integration.
    const access = await readGatewayAccess(db).catch(() => null);
    return { access, checkedAt: (await findSender(db))?.checkedAt ?? null };
  },
});

export const give = scopedMutation({
  args: { ...vTry, checked: v.boolean() },
  returns: v.union(v.null(), v.object({ to: v.string(), text: v.string(), key: v.string() })),
  handler: ({ db }, { checked, ...key }) => giveMessage(db, key, { checked, now: Date.now() }),
});

const vOutcome = v.union(
  v.object({ kind: v.literal("sent"), providerId: vText, dialect: vText }),
  v.object({ kind: v.literal("failed"), failure: vSendFailure, reason: vText }),
  v.object({ kind: v.literal("obstacle"), failure: vSendFailure }),
);

export const settle = scopedMutation({
  args: { ...vTry, outcome: vOutcome },
  returns: v.null(),
  handler: async ({ db }, { outcome, ...key }) => {
    await settleTry(db, key, outcome, { now: Date.now(), random: Math.random() });
    return null;
  },
});

/** Two minutes after a try has begun: whatever was to settle it is dead. */
export const overdue = scopedMutation({
  args: vTry,
  returns: v.null(),
  handler: async ({ db }, { tryId }) => {
    await abandonTry(db, tryId, Date.now());
    return null;
  },
});

/** Asks the gateway whether a message left whose answer was lost. */
export const ask = systemAction({
  args: { tenantId: v.id("tenants"), ...vTry },
  returns: v.null(),
  handler: async (ctx, key): Promise<null> => {
    const { tenantId, messageId } = key;
    const { access } = await ctx.runQuery(internal.messageSending.facts, { tenantId });
    const asked = await ctx.runQuery(internal.messageSending.question, { tenantId, messageId });
    const gateway = access === null ? null : openGateway(ctx, access);
    // A gateway that is away cannot say that it has sent nothing.
    const isThere = gateway !== null && (await gateway.instances()).ok;
    const answer = gateway === null || !isThere || asked === null ? "unreachable" : await gateway.askSent(asked);
    await ctx.runMutation(internal.messageSending.settleQuestion, { ...key, answer });
    return null;
  },
});

export const question = scopedQuery({
  args: { messageId: v.id("outgoingMessages") },
  returns: v.union(v.null(), vQuestion),
  handler: ({ db }, { messageId }) => readQuestion(db, messageId),
});

export const settleQuestion = scopedMutation({
  args: {
    ...vTry,
    answer: v.union(v.literal("sent"), v.literal("not_sent"), v.literal("cannot_say"), v.literal("unreachable")),
  },
  returns: v.null(),
  handler: async ({ db }, { answer, ...key }) => {
    await settleAsk(db, key, answer, { now: Date.now(), random: Math.random() });
    return null;
  },
});

/** A paused queue looks whether its gateway is back. */
export const probe = scopedMutation({
  args: {},
  returns: v.null(),
  handler: async ({ db }) => {
    await endExpired(db, Date.now());
    if (await beginProbe(db, Date.now())) await db.runLater(0, internal.messageSending.look, {});
    return null;
  },
});

export const look = systemAction({
  args: { tenantId: v.id("tenants") },
  returns: v.null(),
  handler: async (ctx, { tenantId }): Promise<null> => {
    const { access } = await ctx.runQuery(internal.messageSending.facts, { tenantId });
    const obstacle = access === null ? "unknown_route" : await findObstacle(openGateway(ctx, access));
    await ctx.runMutation(internal.messageSending.looked, { tenantId, obstacle });
    return null;
  },
});

export const looked = scopedMutation({
  args: { obstacle: v.union(v.null(), vSendFailure) },
  returns: v.null(),
  handler: async ({ db }, { obstacle }) => {
    await settleProbe(db, obstacle, Date.now());
    return null;
  },
});

/** The company's settings of messaging were saved. */
export const settingsChanged = scopedMutation({
  args: {},
  returns: v.null(),
  handler: async ({ db }) => {
    await resumeQueue(db);
    await wakeSender(db);
    return null;
  },
});

/** Every minute: what waits and has no turn ordered for it (a restored copy of the data, a message without a scheduler). */
export const sweep = systemMutation({
  args: { cursor: v.optional(v.union(v.null(), v.string())) },
  returns: v.object({ woken: v.number() }),
  handler: async (ctx, { cursor = null }) => {
    const { page, isDone, continueCursor } = await sweepTenants(ctx.db, cursor);
    let woken = 0;
    for (const tenantId of page) {
      if (!(await needsTurn(new TenantWriter(ctx.db, tenantId), Date.now()))) continue;
      await ctx.scheduler.runAfter(0, internal.messageSending.turn, { tenantId });
      woken += 1;
    }
    if (!isDone) await ctx.scheduler.runAfter(0, internal.messageSending.sweep, { cursor: continueCursor });
    return { woken };
  },
});
