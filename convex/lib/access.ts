import type { Auth, UserIdentity } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import { env, type DatabaseReader } from "../_generated/server";
import { refuseWith } from "./errors";
import { sha256Hex } from "./hashing";

/** What deciding who is there needs of a context, so that queries and mutations share it. */
interface AccessCtx {
  readonly auth: Auth;
  readonly db: DatabaseReader;
}

export interface CurrentIdentity {
  readonly provider: "local" | "clerk";
  readonly externalId: string;
  /** The session the token stands for: a row of ours, or one that Clerk keeps where its token names it (`sid`). */
  readonly sessionId: string | null;
  /** As the token says; our own tokens carry none. */
  readonly email: string | null;
  readonly name: string | null;
}

export interface TenantAccess {
  readonly profile: Doc<"profiles">;
  readonly tenant: Doc<"tenants">;
}

/**
 * Who the token says is there, or null when nobody is. Nothing else in the program asks `ctx.auth`.
 *
 * Our own tokens carry `account|session` as their subject: the account is the person, the session changes at every
 * sign-in, so nothing may be keyed on the whole of it.
 */
async function currentIdentity(ctx: { readonly auth: Auth }): Promise<CurrentIdentity | null> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) return null;
  const { email = null, name = null } = identity;
  if (!isLocal(identity)) {
    const sessionId = typeof identity.sid === "string" ? identity.sid : null;
    return { provider: "clerk", externalId: identity.subject, sessionId, email, name };
  }
  const [externalId = "", sessionId = ""] = identity.subject.split("|");
  return { provider: "local", externalId, sessionId, email, name };
}

/** Somebody whose token is good, whether they have a profile yet or not. Refused with `unauthenticated`. */
export async function requireIdentity(ctx: AccessCtx): Promise<CurrentIdentity> {
  const identity = await currentIdentity(ctx);
  if (identity === null) return refuseWith("unauthenticated");
  return (await isSessionAlive(ctx.db, identity)) ? identity : refuseWith("unauthenticated");
}

function isLocal(identity: UserIdentity): boolean {
  return identity.issuer === env.CONVEX_SITE_URL;
}

/** The profile of who is there. Refused with `unauthenticated` where `findProfile` knows nobody. */
export async function requireProfile(ctx: AccessCtx): Promise<Doc<"profiles">> {
  return (await findProfile(ctx)) ?? refuseWith("unauthenticated");
}

/**
 * The profile of who is there; null when signed out, when the session has been ended, and when the account has no
 * profile.
 *
 * A token outlives its session by up to ten minutes, so the session row itself is read: ending it closes the door at
 * once, and because it is a read of a query it also signs other screens out live.
 */
export async function findProfile(ctx: AccessCtx): Promise<Doc<"profiles"> | null> {
  const identity = await currentIdentity(ctx);
  if (identity === null || !(await isSessionAlive(ctx.db, identity))) return null;
  return await ctx.db
    .query("profiles")
    .withIndex("by_externalId", (q) => q.eq("externalId", identity.externalId))
    .unique();
}

/** Ours is alive while its row is there; one that Clerk keeps until it was written down as ended. */
async function isSessionAlive(
  db: DatabaseReader,
  { provider, externalId, sessionId }: CurrentIdentity,
): Promise<boolean> {
  if (provider === "clerk") return sessionId === null || !(await hasEnded(db, sessionId));
  const id = db.normalizeId("authSessions", sessionId ?? "");
  const session = id === null ? null : await db.get("authSessions", id);
  return session !== null && session.userId === externalId;
}

async function hasEnded(db: DatabaseReader, sessionId: string): Promise<boolean> {
  const ended = await db
    .query("endedSessions")
    .withIndex("by_sessionId", (q) => q.eq("sessionId", sessionId))
    .first();
  return ended !== null;
}

/**
 * The profile of who is there and the company they ask for, when they may work in it.
 *
 * Refused with `unauthenticated`, or with `tenant_not_found` alike for a company that is absent, inactive or another's:
 * we do not reveal which.
 * Source: product.md "People", specification §6.
 */
export async function requireTenantAccess(ctx: AccessCtx, tenantId: Id<"tenants">): Promise<TenantAccess> {
  const profile = await requireProfile(ctx);
  if (!canEnterTenant(profile, tenantId)) return refuseWith("tenant_not_found");
  return { profile, tenant: await requireActiveTenant(ctx.db, tenantId) };
}

/**
 * As `requireTenantAccess`, for what belongs to the owner: settings, team, coupons, gifts, the log.
 *
 * Refused with `forbidden` besides, for staff.
 * Source: product.md "People".
 */
export async function requireOwnerAccess(ctx: AccessCtx, tenantId: Id<"tenants">): Promise<TenantAccess> {
  const access = await requireTenantAccess(ctx, tenantId);
  return access.profile.role === "staff" ? refuseWith("forbidden") : access;
}

/** Whether somebody who is not signed in here is an owner of the company, or a super admin, still. */
export async function isStillOwner(
  db: DatabaseReader,
  { profileId, tenantId }: { readonly profileId: Id<"profiles">; readonly tenantId: Id<"tenants"> },
): Promise<boolean> {
  const profile = await db.get("profiles", profileId);
  const tenant = await db.get("tenants", tenantId);
  const isOwner = profile !== null && profile.role !== "staff" && canEnterTenant(profile, tenantId);
  return isOwner && tenant !== null && tenant.isActive;
}

/** Refused with `unauthenticated`, or with `admin_only` for everybody but super admins. Source: specification §6. */
export async function requireSuperAdmin(ctx: AccessCtx): Promise<Doc<"profiles">> {
  const profile = await requireProfile(ctx);
  return profile.role === "super_admin" ? profile : refuseWith("admin_only");
}

/** Refused with `unauthenticated`, or with `forbidden` for everybody but the master. */
export async function requireMaster(ctx: AccessCtx): Promise<Doc<"profiles">> {
  const profile = await requireProfile(ctx);
  return isMaster(profile) ? profile : refuseWith("forbidden");
}

/**
 * The company whose big screen a key opens. A key that never was, was withdrawn, or belongs to a company that is switched
 * off gets one answer: `link_not_found`.
 *
 * @param key 32 random bytes as text; kept as a hash alone
 */
export async function requireScreenLink(db: DatabaseReader, key: string): Promise<Doc<"tenants">> {
  const hash = await sha256Hex(key);
  const found = await db
    .query("linkKeys")
    .withIndex("by_hash", (q) => q.eq("hash", hash))
    .unique();
  const id = found === null ? null : db.normalizeId("screenLinks", found.targetId);
  const link = id === null ? null : await db.get("screenLinks", id);
  const tenant = link === null ? null : await db.get("tenants", link.tenantId);
  return tenant !== null && tenant.isActive ? tenant : refuseWith("link_not_found");
}

/** Its staff and its owner, and super admins anywhere. Source: specification §6. */
function canEnterTenant(profile: Doc<"profiles">, tenantId: Id<"tenants">): boolean {
  return profile.role === "super_admin" || profile.tenantId === tenantId;
}

async function requireActiveTenant(db: DatabaseReader, tenantId: Id<"tenants">): Promise<Doc<"tenants">> {
  const tenant = await requireTenant(db, tenantId);
  return tenant.isActive ? tenant : refuseWith("tenant_not_found");
}

/** The company, active or switched off, or `tenant_not_found`. */
export async function requireTenant(db: DatabaseReader, tenantId: Id<"tenants">): Promise<Doc<"tenants">> {
  return (await db.get("tenants", tenantId)) ?? refuseWith("tenant_not_found");
}

/** The e-mail that names the master, in its normal form; null where the operator has named none. It never leaves the server. */
export function masterEmail(): string | null {
  const named = env.MASTER_ADMIN_EMAIL?.trim().toLowerCase();
  return named === undefined || named === "" ? null : named;
}

/** A super admin whose e-mail is the one the operator named. */
export function isMaster(profile: Doc<"profiles">): boolean {
  return profile.role === "super_admin" && profile.email === masterEmail();
}

/**
 * Whether any company may be looked at from the main site: by everybody where the installation says so, by super admins
 * everywhere.
 *
 * Source: product.md "Companies and addresses".
 */
export function mayPreviewTenants(profile: Doc<"profiles"> | null): boolean {
  return env.PREVIEW_SELECTOR === "on" || profile?.role === "super_admin";
}
