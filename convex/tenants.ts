import { v } from "convex/values";
import { findProfile, mayPreviewTenants } from "./lib/access";
import { publicQuery } from "./lib/functions";
import { findActiveTenantBySlug, listActiveTenants, toTenantCard, vTenantCard } from "./model/tenants";

/** Anyone: the company whose label stands in the address. A company that is switched off is as absent. */
export const bySlug = publicQuery({
  args: { slug: v.string() },
  returns: v.union(v.null(), vTenantCard),
  handler: async (ctx, { slug }) => {
    const tenant = await findActiveTenantBySlug(ctx.db, slug);
    return tenant === null ? null : toTenantCard(tenant);
  },
});

/** Anyone, but answered only where companies may be previewed; empty elsewhere. By name. */
export const listActive = publicQuery({
  args: {},
  returns: v.array(vTenantCard),
  handler: async (ctx) => (mayPreviewTenants(await findProfile(ctx)) ? await listActiveTenants(ctx.db) : []),
});

/**
 * Anyone: the company that the browser has stored, where companies may be previewed or it is the asker's own. Null for
 * any other, for one that is switched off, and for a text that is no company's id.
 */
export const byId = publicQuery({
  args: { tenantId: v.string() },
  returns: v.union(v.null(), vTenantCard),
  handler: async (ctx, { tenantId }) => {
    const id = ctx.db.normalizeId("tenants", tenantId);
    const profile = await findProfile(ctx);
    if (id === null || !(mayPreviewTenants(profile) || profile?.tenantId === id)) return null;
    const tenant = await ctx.db.get("tenants", id);
    return tenant !== null && tenant.isActive ? toTenantCard(tenant) : null;
  },
});
