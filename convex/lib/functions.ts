import { customCtx, customMutation, customQuery } from "convex-helpers/server/customFunctions";
import type { StorageReader } from "convex/server";
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import {
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
  type DatabaseReader,
  type MutationCtx,
  type QueryCtx,
} from "../_generated/server";
import { requireProfile, requireTenant, requireTenantAccess } from "./access";
import { TenantReader, TenantWriter } from "./tenantDb";

/**
 * Every function of the API is made by one of these; the name says who may call it. This is the only file that sees
 * the raw builders.
 */

/** What a function of one company reads with. */
export interface TenantQueryCtx {
  readonly db: TenantReader;
  readonly storage: StorageReader;
}

/** What a function of one company writes with, whoever started it. */
export interface TenantMutationCtx {
  readonly db: TenantWriter;
}

/** A signed-in staff member at work: who they are is part of what is written down. */
export interface StaffMutationCtx extends TenantMutationCtx {
  readonly profile: Doc<"profiles">;
}

export interface UserQueryCtx {
  readonly db: DatabaseReader;
  readonly profile: Doc<"profiles">;
}

const tenantArgs = { tenantId: v.id("tenants") };

/** Anyone, signed in or not. What it returns must be fit for strangers. */
export const publicQuery = query;

/** A signed-in person, about themselves. */
export const userQuery = customQuery(
  query,
  customCtx(async (ctx: QueryCtx) => ({ profile: await requireProfile(ctx) })),
);

/** Staff of the company named by `tenantId` (or a super admin); sees that company alone. */
export const tenantQuery = customQuery(query, {
  args: tenantArgs,
  input: async (ctx: QueryCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    const { profile, tenant } = await requireTenantAccess(ctx, tenantId);
    return { ctx: { db: new TenantReader(ctx.db, tenantId), profile, tenant }, args: {} };
  },
});

/** As `tenantQuery`, and may write. */
export const tenantMutation = customMutation(mutation, {
  args: tenantArgs,
  input: async (ctx: MutationCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    const { profile, tenant } = await requireTenantAccess(ctx, tenantId);
    return { ctx: { db: new TenantWriter(ctx.db, tenantId), profile, tenant }, args: {} };
  },
});

/** The shop's own programs, working in one company that they name, active or not; nobody is signed in there. */
export const scopedMutation = customMutation(internalMutation, {
  args: tenantArgs,
  input: async (ctx: MutationCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    const tenant = await requireTenant(ctx.db, tenantId);
    return { ctx: { db: new TenantWriter(ctx.db, tenantId), tenant }, args: {} };
  },
});

/** The shop's own programs, across companies: accounts, the seed, housekeeping. Never reachable from a client. */
export const systemQuery = internalQuery;
export const systemMutation = internalMutation;
export const systemAction = internalAction;
