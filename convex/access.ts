import { v } from "convex/values";
import { isMaster, requireOwnerAccess, requireProfile, requireSuperAdmin, requireTenantAccess } from "./lib/access";
import { systemQuery } from "./lib/functions";
import { vActor, type ActorSeen } from "./lib/actors";
import type { Doc } from "./_generated/dataModel";

/**
 * Who is there, asked by actions, which hold no database. Each is the question that the builder of the same name asks of
 * queries and mutations (`lib/access.ts`); the identity travels with the call.
 */

const tenantArgs = { tenantId: v.id("tenants") };

export const asUser = systemQuery({
  args: {},
  returns: vActor,
  handler: async (ctx) => toActor(await requireProfile(ctx)),
});

export const asStaff = systemQuery({
  args: tenantArgs,
  returns: vActor,
  handler: async (ctx, { tenantId }) => toActor((await requireTenantAccess(ctx, tenantId)).profile),
});

export const asOwner = systemQuery({
  args: tenantArgs,
  returns: vActor,
  handler: async (ctx, { tenantId }) => toActor((await requireOwnerAccess(ctx, tenantId)).profile),
});

export const asSuperAdmin = systemQuery({
  args: {},
  returns: vActor,
  handler: async (ctx) => toActor(await requireSuperAdmin(ctx)),
});

function toActor(profile: Doc<"profiles">): ActorSeen {
  const { _id, name, email, role } = profile;
  return { profileId: _id, name, email, role, isMaster: isMaster(profile) };
}
