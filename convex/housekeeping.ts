import { v } from "convex/values";
import { internal } from "./_generated/api";
import { systemMutation } from "./lib/functions";
import { deleteReceiptsBefore } from "./model/launchReceipts";
import { deleteMessagesBefore } from "./model/messageLog";
import { deleteNoticesBefore } from "./model/webhookLogs";
import { sweepSessions as sweep } from "./model/sessions";

/** Receipts are kept 30 days: long enough for any retry. Source: product.md "Selling". */
const RECEIPT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;
const BATCH = 500;

/** Deletes the receipts of launches older than 30 days, of all companies, in batches; each batch schedules the next. */
export const deleteOldReceipts = systemMutation({
  args: {},
  returns: v.object({ deleted: v.number() }),
  handler: async (ctx) => {
    const deleted = await deleteReceiptsBefore(ctx.db, Date.now() - RECEIPT_LIFE_MS, BATCH);
    if (deleted === BATCH) await ctx.scheduler.runAfter(0, internal.housekeeping.deleteOldReceipts, {});
    return { deleted };
  },
});

/** Deletes sessions and tokens that are over, step by step; each step schedules the next. */
export const sweepSessions = systemMutation({
  args: { cursor: v.union(v.null(), v.string()) },
  returns: v.object({ deleted: v.number(), cursor: v.union(v.null(), v.string()) }),
  handler: async (ctx, { cursor }) => {
    const step = await sweep(ctx.db, cursor, Date.now());
    if (step.cursor !== null)
      await ctx.scheduler.runAfter(0, internal.housekeeping.sweepSessions, { cursor: step.cursor });
    return step;
  },
});

/** Long enough for whoever asks what was written to a customer in the last season. Inferred. */
const MESSAGE_LIFE_MS = 90 * 24 * 60 * 60 * 1000;

/** Deletes messages and what was tried of them older than 90 days, of all companies; each batch schedules the next. */
export const deleteOldMessages = systemMutation({
  args: {},
  returns: v.object({ deleted: v.number() }),
  handler: async (ctx) => {
    const deleted = await deleteMessagesBefore(ctx.db, Date.now() - MESSAGE_LIFE_MS, BATCH);
    if (deleted === BATCH) await ctx.scheduler.runAfter(0, internal.housekeeping.deleteOldMessages, {});
    return { deleted };
  },
});

/** What services told us is of use while somebody may still ask what happened. Inferred. */
const NOTICE_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes the notices of services older than 30 days, of all companies, in batches; each batch schedules the next. */
export const deleteOldNotices = systemMutation({
  args: {},
  returns: v.object({ deleted: v.number() }),
  handler: async (ctx) => {
    const deleted = await deleteNoticesBefore(ctx.db, Date.now() - NOTICE_LIFE_MS, BATCH);
    if (deleted === BATCH) await ctx.scheduler.runAfter(0, internal.housekeeping.deleteOldNotices, {});
    return { deleted };
  },
});
