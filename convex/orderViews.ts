import { v } from "convex/values";
import { tenantMutation, tenantQuery } from "./lib/functions";
import { changeOrderView, createOrderView, listOrderViews, removeOrderView } from "./model/orderViews";

/** Staff: the views of the order list that the whole team has, by name. */
export const list = tenantQuery({
  args: {},
  returns: v.array(
    v.object({ viewId: v.id("orderViews"), name: v.string(), query: v.string(), authorName: v.string() }),
  ),
  handler: async (ctx) => {
    const views = await listOrderViews(ctx.db);
    return views.map(({ _id, name, query, authorName }) => ({ viewId: _id, name, query, authorName }));
  },
});

/** Staff. Refused with `view_name_required`, `value_too_long`, `invalid_view`, `view_exists`, `too_many_rows`. */
export const create = tenantMutation({
  args: { name: v.string(), query: v.string() },
  returns: v.object({ viewId: v.id("orderViews") }),
  handler: async (ctx, view) => ({ viewId: await createOrderView(ctx.db, view, ctx.profile.name) }),
});

/** Staff; `seen` is the filter that the screen showed. Refused with `view_not_found`, `invalid_view`, `view_changed`. */
export const change = tenantMutation({
  args: { viewId: v.id("orderViews"), query: v.string(), seen: v.string() },
  returns: v.null(),
  handler: async (ctx, { viewId, query, seen }) => {
    await changeOrderView(ctx.db, viewId, { query, seen, authorName: ctx.profile.name });
    return null;
  },
});

/** Staff. Refused with `view_not_found`. */
export const remove = tenantMutation({
  args: { viewId: v.id("orderViews") },
  returns: v.null(),
  handler: async (ctx, { viewId }) => {
    await removeOrderView(ctx.db, viewId);
    return null;
  },
});
