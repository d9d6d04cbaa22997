import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { tenantMutation, tenantQuery } from "./lib/functions";
import { vPhone } from "./lib/validators";
import { listOptOuts, readOptOut, setOptOut } from "./model/optOuts";

const vMark = {
  at: v.number(),
  source: v.union(v.literal("customer"), v.literal("staff")),
  byName: v.union(v.null(), v.string()),
};

/** Staff: who asked to get no broadcasts, page by page. */
export const list = tenantQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(v.object({ phone: vPhone, name: v.union(v.null(), v.string()), ...vMark })),
  handler: (ctx, { paginationOpts }) => listOptOuts(ctx.db, paginationOpts),
});

/** Staff: whether a phone asked for it, when and how; null when it did not. */
export const ofPhone = tenantQuery({
  args: { phone: v.string() },
  returns: v.union(v.null(), v.object(vMark)),
  handler: (ctx, { phone }) => readOptOut(ctx.db, phone),
});

/** Staff: notes that a customer wants no broadcasts, or wants them again. Refused as `parsePhone` says. */
export const set = tenantMutation({
  args: { phone: v.string(), isOptedOut: v.boolean() },
  returns: v.null(),
  handler: async (ctx, asked) => {
    await setOptOut(ctx.db, asked, { byName: ctx.profile.name, at: Date.now() });
    return null;
  },
});
