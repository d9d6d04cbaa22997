import { v } from "convex/values";
import { publicQuery } from "./lib/functions";
import { findActiveTenantBySlug, toTenantCard, vTenantCard } from "./model/tenants";

/** Anyone: the company whose label stands in the address. A company that is switched off is as absent. */
export const bySlug = publicQuery({
  args: { slug: v.string() },
  returns: v.union(v.null(), vTenantCard),
  handler: async (ctx, { slug }) => {
    const tenant = await findActiveTenantBySlug(ctx.db, slug);
    return tenant === null ? null : toTenantCard(tenant);
  },
});
