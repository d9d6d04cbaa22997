import { v } from "convex/values";
import { systemMutation } from "./lib/functions";
import { rotatePage } from "./model/secrets";

/**
 * One step of a change of keys: `SECRETS_KEY` is the new one and `SECRETS_KEY_PREVIOUS` the old one, both in the
 * environment. Called with the cursor of the step before until it is null; harmless when it is repeated.
 */
export const rotate = systemMutation({
  args: { cursor: v.union(v.null(), v.string()) },
  returns: v.object({
    cursor: v.union(v.null(), v.string()),
    sealedAgain: v.number(),
    unreadable: v.number(),
  }),
  handler: (ctx, { cursor }) => rotatePage(ctx.db, cursor),
});
