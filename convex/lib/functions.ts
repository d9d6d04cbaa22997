import { customAction, customCtx, customMutation, customQuery } from "convex-helpers/server/customFunctions";
import type { StorageReader } from "convex/server";
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import {
  action,
  httpAction,
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
  type ActionCtx,
  type DatabaseReader,
  type DatabaseWriter,
  type MutationCtx,
  type QueryCtx,
} from "../_generated/server";
import {
  requireIdentity,
  requireMaster,
  requireOwnerAccess,
  requireProfile,
  requireScreenLink,
  requireSuperAdmin,
  requireTenant,
  requireTenantAccess,
} from "./access";
import { accessQuestions } from "./actors";
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

export interface UserMutationCtx {
  readonly db: DatabaseWriter;
  readonly profile: Doc<"profiles">;
}

const tenantArgs = { tenantId: v.id("tenants") };

/** Anyone, signed in or not. What it returns must be fit for strangers. */
export const publicQuery = query;
/** Anyone, with tries counted by whoever uses it. */
export const publicAction = action;
/** Any program that knows the address: what it says is believed in nothing that is not signed. */
export const httpEndpoint = httpAction;

/** A signed-in person, about themselves. */
export const userQuery = customQuery(
  query,
  customCtx(async (ctx: QueryCtx) => ({ profile: await requireProfile(ctx) })),
);

/** As `userQuery`, and may write. */
export const userMutation = customMutation(
  mutation,
  customCtx(async (ctx: MutationCtx) => ({ profile: await requireProfile(ctx) })),
);

/** A signed-in person, about themselves, with the outside world. */
export const userAction = customAction(
  action,
  customCtx(async (ctx: ActionCtx) => ({ actor: await ctx.runQuery(accessQuestions.asUser, {}) })),
);

/** Somebody whose token is good but who may not have a profile yet. */
export const identityMutation = customMutation(
  mutation,
  customCtx(async (ctx: MutationCtx) => ({ identity: await requireIdentity(ctx) })),
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
    return { ctx: { db: new TenantWriter(ctx.db, tenantId, ctx.scheduler), profile, tenant }, args: {} };
  },
});

/** As `tenantQuery`, with the outside world; holds no database. */
export const tenantAction = customAction(action, {
  args: tenantArgs,
  input: async (ctx: ActionCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    return { ctx: { actor: await ctx.runQuery(accessQuestions.asStaff, { tenantId }), tenantId }, args: {} };
  },
});

/** The owner of the company named by `tenantId` (or a super admin); sees that company alone. */
export const ownerQuery = customQuery(query, {
  args: tenantArgs,
  input: async (ctx: QueryCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    const { profile, tenant } = await requireOwnerAccess(ctx, tenantId);
    return { ctx: { db: new TenantReader(ctx.db, tenantId), profile, tenant }, args: {} };
  },
});

/** As `ownerQuery`, and may write. */
export const ownerMutation = customMutation(mutation, {
  args: tenantArgs,
  input: async (ctx: MutationCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    const { profile, tenant } = await requireOwnerAccess(ctx, tenantId);
    return { ctx: { db: new TenantWriter(ctx.db, tenantId), profile, tenant }, args: {} };
  },
});

/**
 * The owner of a company, about the people of it. Accounts belong to no company, so this one sees the whole database:
 * `model/team.ts` is the only place that it is handed to, and shows the company's own people alone.
 */
export const teamQuery = customQuery(query, {
  args: tenantArgs,
  input: async (ctx: QueryCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    return { ctx: await requireOwnerAccess(ctx, tenantId), args: {} };
  },
});

/** As `teamQuery`, and may write. */
export const teamMutation = customMutation(mutation, {
  args: tenantArgs,
  input: async (ctx: MutationCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    return { ctx: await requireOwnerAccess(ctx, tenantId), args: {} };
  },
});

/** As `ownerQuery`, with the outside world; holds no database. */
export const ownerAction = customAction(action, {
  args: tenantArgs,
  input: async (ctx: ActionCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    return { ctx: { actor: await ctx.runQuery(accessQuestions.asOwner, { tenantId }), tenantId }, args: {} };
  },
});

/** Super admins, across companies. */
export const adminQuery = customQuery(
  query,
  customCtx(async (ctx: QueryCtx) => ({ profile: await requireSuperAdmin(ctx) })),
);

/** As `adminQuery`, and may write. */
export const adminMutation = customMutation(
  mutation,
  customCtx(async (ctx: MutationCtx) => ({ profile: await requireSuperAdmin(ctx) })),
);

/** Super admins, with the outside world; holds no database. */
export const adminAction = customAction(
  action,
  customCtx(async (ctx: ActionCtx) => ({ actor: await ctx.runQuery(accessQuestions.asSuperAdmin, {}) })),
);

/** The master alone: the super admin whose e-mail the operator named. */
export const masterMutation = customMutation(
  mutation,
  customCtx(async (ctx: MutationCtx) => ({ profile: await requireMaster(ctx) })),
);

/** Whoever holds the link of a company's big screen; sees that company alone. */
export const linkQuery = customQuery(query, {
  args: { linkKey: v.string() },
  input: async (ctx: QueryCtx, { linkKey }: { linkKey: string }) => {
    const tenant = await requireScreenLink(ctx.db, linkKey);
    return { ctx: { db: new TenantReader(ctx.db, tenant._id), tenant }, args: {} };
  },
});

/** The shop's own programs, reading one company that they name, active or not; nobody is signed in there. */
export const scopedQuery = customQuery(internalQuery, {
  args: tenantArgs,
  input: async (ctx: QueryCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    const tenant = await requireTenant(ctx.db, tenantId);
    return { ctx: { db: new TenantReader(ctx.db, tenantId), tenant }, args: {} };
  },
});

/** The shop's own programs, working in one company that they name, active or not; nobody is signed in there. */
export const scopedMutation = customMutation(internalMutation, {
  args: tenantArgs,
  input: async (ctx: MutationCtx, { tenantId }: { tenantId: Id<"tenants"> }) => {
    const tenant = await requireTenant(ctx.db, tenantId);
    return { ctx: { db: new TenantWriter(ctx.db, tenantId, ctx.scheduler), tenant }, args: {} };
  },
});

/** The shop's own programs, across companies: accounts, the seed, housekeeping. Never reachable from a client. */
export const systemQuery = internalQuery;
export const systemMutation = internalMutation;
export const systemAction = internalAction;
