import { v } from "convex/values";
import { ownerQuery, teamMutation } from "./lib/functions";
import { actorOf } from "./model/orderEvents";
import { createScreenLink, listScreenLinks, revokeScreenLink } from "./model/screenLinks";

/** Owner: a link to the company's big screen. The key is given this once. Refused with `fields_required`, `too_many_rows`. */
export const create = teamMutation({
  args: { name: v.string() },
  returns: v.object({ screenLinkId: v.id("screenLinks"), key: v.string() }),
  handler: (ctx, { name }) =>
    createScreenLink(ctx.db, ctx.tenant._id, name, { actor: actorOf(ctx.profile), at: Date.now() }),
});

/** Owner: newest first. */
export const list = ownerQuery({
  args: {},
  returns: v.array(
    v.object({
      screenLinkId: v.id("screenLinks"),
      name: v.string(),
      createdByName: v.string(),
      createdAt: v.number(),
    }),
  ),
  handler: async (ctx) =>
    (await listScreenLinks(ctx.db)).map(({ _id, name, createdByName, createdAt }) => {
      return { screenLinkId: _id, name, createdByName, createdAt };
    }),
});

/** Owner: the link opens nothing from now on; screens that show it go dark. Refused with `link_not_found`. */
export const revoke = teamMutation({
  args: { screenLinkId: v.id("screenLinks") },
  returns: v.null(),
  handler: async (ctx, { screenLinkId }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    await revokeScreenLink(ctx.db, ctx.tenant._id, screenLinkId, deed);
    return null;
  },
});
