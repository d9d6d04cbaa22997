import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { scopedMutation, systemMutation, tenantMutation, tenantQuery } from "./lib/functions";
import { bulkFilter } from "./lib/jobTables";
import { vBroadcastState, vRecipientState } from "./lib/messageTables";
import { gatherSlice } from "./model/broadcastGathering";
import {
  cancelBroadcast,
  findUnderWay,
  pauseBroadcast,
  prepareBroadcast,
  resumeBroadcast,
  startBroadcast,
  sweepBroadcast,
} from "./model/broadcasts";
import {
  listBroadcasts,
  listRecipients,
  readBroadcast,
  vBroadcastRow,
  vBroadcastView,
  vRecipient,
} from "./model/broadcastViews";
import { wakeSender } from "./model/messageSender";

const vSelection = v.union(
  v.object({ kind: v.literal("filter"), filter: v.object(bulkFilter) }),
  v.object({ kind: v.literal("orders"), orderIds: v.array(v.id("orders")) }),
);

const ofBroadcast = { broadcastId: v.id("broadcasts") };
const vState = v.object({ state: vBroadcastState });

/**
 * Staff: writes a broadcast down and begins to gather who gets it; nothing is sent. The same `requestId` is the same
 * broadcast.
 *
 * See `model/broadcasts.ts` for the refusals. Source: specification §2 "Orders list", §5 "Broadcast".
 */
export const prepare = tenantMutation({
  args: {
    requestId: v.string(),
    selection: vSelection,
    text: v.union(v.null(), v.string()),
    specificDate: v.optional(v.boolean()),
  },
  returns: v.object(ofBroadcast),
  handler: async (ctx, { specificDate = false, ...asked }) => {
    const by = { profile: ctx.profile, at: Date.now() };
    const { broadcastId, isNew } = await prepareBroadcast(ctx.db, { ...asked, specificDate }, by);
    if (isNew) await ctx.scheduler.runAfter(0, internal.broadcasts.gather, { tenantId: ctx.tenant._id, broadcastId });
    return { broadcastId };
  },
});

/** The next slice of who gets it; it schedules the one after. */
export const gather = scopedMutation({
  args: ofBroadcast,
  returns: v.null(),
  handler: async (ctx, { broadcastId }) => {
    const hasMore = await gatherSlice(ctx.db, broadcastId);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.broadcasts.gather, { tenantId: ctx.tenant._id, broadcastId });
    return null;
  },
});

/** Staff: how a broadcast stands, `now` being the minute in which it is asked; null when there is none. */
export const get = tenantQuery({
  args: { ...ofBroadcast, now: v.number() },
  returns: v.union(v.null(), vBroadcastView),
  handler: (ctx, { broadcastId, now }) => readBroadcast(ctx.db, broadcastId, now),
});

/** Staff: whom it goes to, page by page: those in one state, or all with the failures first. */
export const recipients = tenantQuery({
  args: { ...ofBroadcast, state: v.optional(vRecipientState), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vRecipient),
  handler: (ctx, { broadcastId, state = null, paginationOpts }) =>
    listRecipients(ctx.db, { broadcastId, state }, paginationOpts),
});

/** Staff: the last twenty that were started, newest first. */
export const list = tenantQuery({
  args: {},
  returns: v.array(vBroadcastRow),
  handler: (ctx) => listBroadcasts(ctx.db),
});

/** Staff: the one that has begun and is not over; null when there is none. */
export const current = tenantQuery({
  args: {},
  returns: v.union(v.null(), v.id("broadcasts")),
  handler: async (ctx) => (await findUnderWay(ctx.db))?._id ?? null,
});

/** Staff: begins to send to the recipients that were confirmed. See `startBroadcast` for the refusals. */
export const start = tenantMutation({
  args: { ...ofBroadcast, seenTotal: v.number() },
  returns: vState,
  handler: async (ctx, confirmed) => {
    const state = await startBroadcast(ctx.db, confirmed, { profile: ctx.profile, at: Date.now() });
    await wakeSender(ctx.db);
    return { state };
  },
});

/** Staff: nobody else gets it until it is resumed. Refused with `broadcast_not_found`, `broadcast_over`. */
export const pause = tenantMutation({
  args: ofBroadcast,
  returns: vState,
  handler: async (ctx, { broadcastId }) => ({ state: await pauseBroadcast(ctx.db, broadcastId) }),
});

/** Staff: goes on where it stood. Refused with `broadcast_not_found`, `broadcast_over`. */
export const resume = tenantMutation({
  args: ofBroadcast,
  returns: vState,
  handler: async (ctx, { broadcastId }) => {
    const state = await resumeBroadcast(ctx.db, broadcastId);
    await wakeSender(ctx.db);
    return { state };
  },
});

/** Staff: nobody else gets it. Refused with `broadcast_not_found`, `broadcast_over`. */
export const cancel = tenantMutation({
  args: ofBroadcast,
  returns: vState,
  handler: async (ctx, { broadcastId }) => ({ state: await cancelBroadcast(ctx.db, broadcastId, Date.now()) }),
});

/** As long as the log of what was sent. */
const BROADCAST_LIFE_MS = 90 * 24 * 60 * 60 * 1000;

/** Deletes broadcasts older than 90 days with their recipients, of all companies, step by step; each schedules the next. */
export const sweep = systemMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await sweepBroadcast(ctx.db, Date.now() - BROADCAST_LIFE_MS);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.broadcasts.sweep, {});
    return null;
  },
});
