import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { tenantMutation, tenantQuery } from "./lib/functions";
import {
  listAttention,
  listMessagesOf,
  retryMessage,
  toLogLine,
  vAttention,
  vLogLine,
  vOrderMessage,
} from "./model/messageViews";

/** Staff: the last 50 messages about an order, newest first. A deleted order's are still there. */
export const ofOrder = tenantQuery({
  args: { orderId: v.id("orders") },
  returns: v.array(vOrderMessage),
  handler: (ctx, { orderId }) => listMessagesOf(ctx.db, orderId),
});

/**
 * Staff: what was to be said of orders and was not, or perhaps not: at most 50, newest first.
 *
 * @param since epoch milliseconds; the screen rounds it, so that many ask the same
 */
export const attention = tenantQuery({
  args: { since: v.number() },
  returns: v.array(vAttention),
  handler: (ctx, { since }) => listAttention(ctx.db, since),
});

/**
 * Staff: tries a message again that was not sent; one that may have been only when the person says so.
 *
 * Refused with `message_not_found`, `messaging_inactive`, `message_not_retryable`, `message_in_doubt`.
 */
export const retry = tenantMutation({
  args: { messageId: v.id("outgoingMessages"), sendAgain: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, { messageId, sendAgain = false }) => {
    await retryMessage(ctx.db, { messageId, sendAgain }, Date.now());
    return null;
  },
});

/** Staff: every attempt of the last 90 days, newest first. */
export const log = tenantQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vLogLine),
  handler: async (ctx, { paginationOpts }) => {
    const result = await ctx.db
      .query("messageLog")
      .withIndex("by_tenantId_and_at")
      .order("desc")
      .paginate(paginationOpts);
    return { ...result, page: result.page.map(toLogLine) };
  },
});
