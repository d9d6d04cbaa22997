import { v } from "convex/values";
import { internal } from "./_generated/api";
import { systemAction, systemMutation } from "./lib/functions";
import { markEnded } from "./model/sessions";
import { clerkService, deleteClerkUser, endClerkSessions } from "./providers/clerk";

/** What is done at Clerk in the background, tried again while Clerk does not answer. Internal functions only. */

const args = { userId: v.string(), tries: v.optional(v.number()) };
const RETRY_AFTER_MS = [10_000, 60_000, 600_000, 3_600_000];

/** Ends all sessions of an account there, and here with the commit that follows. */
export const endSessions = systemAction({
  args,
  returns: v.null(),
  handler: async (ctx, { userId, tries = 0 }): Promise<null> => {
    const service = clerkService();
    if (service === null) return null;
    try {
      const sessionIds = await endClerkSessions(service, userId);
      if (sessionIds.length > 0) await ctx.runMutation(internal.clerk.settleEnded, { sessionIds });
    } catch (error) {
      await tryLater(tries, error, (waitMs) =>
        ctx.scheduler.runAfter(waitMs, internal.clerk.endSessions, { userId, tries: tries + 1 }),
      );
    }
    return null;
  },
});

/** Deletes an account there: its company is gone. */
export const deleteUser = systemAction({
  args,
  returns: v.null(),
  handler: async (ctx, { userId, tries = 0 }): Promise<null> => {
    const service = clerkService();
    if (service === null) return null;
    try {
      await deleteClerkUser(service, userId);
    } catch (error) {
      await tryLater(tries, error, (waitMs) =>
        ctx.scheduler.runAfter(waitMs, internal.clerk.deleteUser, { userId, tries: tries + 1 }),
      );
    }
    return null;
  },
});

/** After the last try the failure stands in the scheduler's own record, for the operator. */
async function tryLater(tries: number, error: unknown, schedule: (waitMs: number) => Promise<unknown>): Promise<void> {
  const waitMs = RETRY_AFTER_MS[tries];
  if (waitMs === undefined) throw error;
  await schedule(waitMs);
}

export const settleEnded = systemMutation({
  args: { sessionIds: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { sessionIds }) => {
    await markEnded(ctx.db, sessionIds, Date.now());
    return null;
  },
});
