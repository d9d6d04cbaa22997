import { v } from "convex/values";
import { isMaster } from "./lib/access";
import { userQuery } from "./lib/functions";
import { vRole } from "./lib/validators";
import { findOwnTenant, vTenantCard } from "./model/tenants";

/** Signed in: who I am here and which company I belong to. Refused with `unauthenticated`. */
export const me = userQuery({
  args: {},
  returns: v.object({
    profileId: v.id("profiles"),
    email: v.string(),
    name: v.string(),
    role: vRole,
    isSuperAdmin: v.boolean(),
    isMaster: v.boolean(),
    tenant: v.union(v.null(), vTenantCard),
  }),
  handler: async (ctx) => {
    const { profile } = ctx;
    return {
      profileId: profile._id,
      email: profile.email,
      name: profile.name,
      role: profile.role,
      isSuperAdmin: profile.role === "super_admin",
      isMaster: isMaster(profile),
      tenant: await findOwnTenant(ctx.db, profile),
    };
  },
});
