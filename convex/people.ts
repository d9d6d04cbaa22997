import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";
import { refuseWith } from "./lib/errors";
import {
  adminAction,
  adminMutation,
  adminQuery,
  masterMutation,
  ownerAction,
  publicQuery,
  systemAction,
  systemMutation,
  systemQuery,
  teamMutation,
  teamQuery,
  userMutation,
} from "./lib/functions";
import { vActor, type ActorSeen } from "./lib/actors";
import { vTenantRole } from "./lib/officeTables";
import { findByEmail, vReadyAccount } from "./model/accounts";
import { acceptInvite as accept, createInvite, findInvite, listInvites, revokeInvite as revoke } from "./model/invites";
import { actorOf } from "./model/orderEvents";
import { vReadyPassword } from "./model/passwords";
import { findWhosePassword, setPasswordAs, vWhose } from "./model/passwordSetting";
import { requireStrongPassword } from "./model/passwordSignIn";
import { withReadyAccount, readyPassword } from "./model/readyAccounts";
import { clerkUserId } from "./model/sessions";
import { listSuperAdmins, makeMaster as make, resetMaster as reset, setSuperAdmin as set } from "./model/superAdmins";
import * as Team from "./model/team";
import { TenantReader } from "./lib/tenantDb";
import { isMaster, masterEmail, requireTenant } from "./lib/access";

const vMember = v.object({
  profileId: v.id("profiles"),
  name: v.string(),
  email: v.string(),
  role: vTenantRole,
  isYou: v.boolean(),
  createdAt: v.number(),
});

const vInvite = v.object({
  inviteId: v.id("invites"),
  role: vTenantRole,
  createdByName: v.string(),
  createdAt: v.number(),
  expiresAt: v.number(),
});

/** Owner: the company's people and its open invitations (those that have run out too, until they are removed). */
export const team = teamQuery({
  args: {},
  returns: v.object({ members: v.array(vMember), invites: v.array(vInvite) }),
  handler: async (ctx) => {
    const members = await Team.listMembers(ctx.db, ctx.tenant._id);
    const invites = await listInvites(new TenantReader(ctx.db, ctx.tenant._id));
    return {
      members: members.flatMap(({ _id, _creationTime, name, email, role }) =>
        role === "super_admin"
          ? []
          : [{ profileId: _id, name, email, role, isYou: _id === ctx.profile._id, createdAt: _creationTime }],
      ),
      invites: invites.map(({ _id, role, createdByName, createdAt, expiresAt }) => {
        return { inviteId: _id, role, createdByName, createdAt, expiresAt };
      }),
    };
  },
});

/** Owner: an invitation by link, for seven days and one person. Refused with `too_many_invites`. */
export const invite = teamMutation({
  args: { role: vTenantRole },
  returns: v.object({ inviteId: v.id("invites"), token: v.string(), expiresAt: v.number() }),
  handler: (ctx, { role }) =>
    createInvite(ctx.db, ctx.tenant._id, role, { actor: actorOf(ctx.profile), at: Date.now() }),
});

/** Owner: withdraws an invitation. Refused with `invite_not_found`. */
export const revokeInvite = teamMutation({
  args: { inviteId: v.id("invites") },
  returns: v.null(),
  handler: async (ctx, { inviteId }) => {
    await revoke(ctx.db, ctx.tenant._id, inviteId, { actor: actorOf(ctx.profile), at: Date.now() });
    return null;
  },
});

/** Anyone with the link: which company invites, and as what; null when it is used or withdrawn. */
export const inviteCard = publicQuery({
  args: { token: v.string() },
  returns: v.union(
    v.null(),
    v.object({ tenantName: v.string(), tenantSlug: v.string(), role: vTenantRole, expiresAt: v.number() }),
  ),
  handler: async (ctx, { token }) => {
    const found = await findInvite(ctx.db, token);
    if (found === null) return null;
    const { invite, tenant } = found;
    return { tenantName: tenant.name, tenantSlug: tenant.slug, role: invite.role, expiresAt: invite.expiresAt };
  },
});

/** Signed in without a company: joins the one of the invitation. Refused with `invite_not_found`, `already_in_company`. */
export const acceptInvite = userMutation({
  args: { token: v.string() },
  returns: v.object({ tenantId: v.id("tenants"), slug: v.string() }),
  handler: async (ctx, { token }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    const { _id, slug } = await accept(ctx.db, ctx.profile, token, deed);
    return { tenantId: _id, slug };
  },
});

/** Owner: refused with `person_not_found` (another company's too) and `last_owner`. */
export const changeRole = teamMutation({
  args: { profileId: v.id("profiles"), role: vTenantRole },
  returns: v.null(),
  handler: async (ctx, { profileId, role }) => {
    const person = await Team.requireMember(ctx.db, ctx.tenant._id, profileId);
    await Team.changeRole(ctx.db, person, role, { actor: actorOf(ctx.profile), at: Date.now() });
    return null;
  },
});

/** Owner: takes a person out of the company; all their sessions end. Refused with `person_not_found`, `last_owner`. */
export const remove = teamMutation({
  args: { profileId: v.id("profiles") },
  returns: v.null(),
  handler: async (ctx, { profileId }) => {
    const person = await Team.requireMember(ctx.db, ctx.tenant._id, profileId);
    await Team.removeFromTenant(ctx, person, { actor: actorOf(ctx.profile), at: Date.now() });
    return null;
  },
});

/**
 * Owner: a new password for a member of the own staff. All sessions of that person end.
 *
 * Refused with `person_not_found`, `forbidden` (an owner's), `weak_password`, `no_local_password`.
 */
export const setStaffPassword = ownerAction({
  args: { profileId: v.id("profiles"), newPassword: v.string() },
  returns: v.null(),
  handler: async (ctx, { profileId, newPassword }): Promise<null> => {
    return await setPasswordOf(ctx, { kind: "staff", profileId, tenantId: ctx.tenantId }, newPassword);
  },
});

/**
 * Super admin: a new password for anybody (admin-set-password); the master's own is set by the master alone. All sessions
 * of that person end, and tries that were used up are given back.
 *
 * Refused with `person_not_found`, `forbidden`, `weak_password`, `no_local_password`.
 * Source: specification §7 "admin-set-password", product.md.
 */
export const setPassword = adminAction({
  args: { email: v.string(), newPassword: v.string() },
  returns: v.null(),
  handler: async (ctx, { email, newPassword }): Promise<null> => {
    return await setPasswordOf(ctx, { kind: "anybody", email }, newPassword);
  },
});

/** What both do. The rules are asked before anything is told to Clerk, and again in the transaction that writes. */
async function setPasswordOf(
  ctx: ActionCtx & { readonly actor: ActorSeen },
  person: Infer<typeof vWhose>,
  newPassword: string,
): Promise<null> {
  requireStrongPassword(newPassword);
  const { actor } = ctx;
  const clerkUserId = await ctx.runQuery(internal.people.whosePassword, { actor, person });
  const password = await readyPassword(clerkUserId, newPassword);
  await ctx.runMutation(internal.people.settlePassword, { actor, person, password });
  return null;
}

export const whosePassword = systemQuery({
  args: { actor: vActor, person: vWhose },
  returns: v.union(v.null(), v.string()),
  handler: (ctx, args) => findWhosePassword(ctx.db, args),
});

export const settlePassword = systemMutation({
  args: { actor: vActor, person: vWhose, password: vReadyPassword },
  returns: v.null(),
  handler: async (ctx, args) => {
    await setPasswordAs(ctx.db, args, Date.now());
    return null;
  },
});

const MAX_WAITING = 200;

/** Super admin: people without a company, newest first. */
export const withoutCompany = adminQuery({
  args: {},
  returns: v.array(
    v.object({ profileId: v.id("profiles"), email: v.string(), name: v.string(), createdAt: v.number() }),
  ),
  handler: async (ctx) => {
    const waiting = await Team.listWithoutTenant(ctx.db, MAX_WAITING);
    return waiting.map(({ _id, _creationTime, email, name }) => {
      return { profileId: _id, email, name, createdAt: _creationTime };
    });
  },
});

/**
 * Super admin: puts a person into a company, or (null) takes them out of theirs.
 *
 * Refused with `person_not_found` (super admins belong to none), `tenant_not_found`, `last_owner`.
 */
export const assign = adminMutation({
  args: { profileId: v.id("profiles"), tenantId: v.union(v.null(), v.id("tenants")), role: vTenantRole },
  returns: v.null(),
  handler: async (ctx, { profileId, tenantId, role }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    const person = (await ctx.db.get("profiles", profileId)) ?? refuseWith("person_not_found");
    if (tenantId !== null) {
      await requireTenant(ctx.db, tenantId);
      await Team.assignToTenant(ctx, person, { tenantId, role }, deed);
    } else if (person.tenantId !== null) await Team.removeFromTenant(ctx, person, deed);
    return null;
  },
});

/** Super admin: who else is one, by name. The master's e-mail leaves the server for nobody. */
export const superAdmins = adminQuery({
  args: {},
  returns: v.array(
    v.object({
      profileId: v.id("profiles"),
      name: v.string(),
      email: v.union(v.null(), v.string()),
      isMaster: v.boolean(),
      isYou: v.boolean(),
    }),
  ),
  handler: async (ctx) => {
    const people = await listSuperAdmins(ctx.db);
    return people.map((person) => {
      const { _id, name, email } = person;
      const isTheMaster = isMaster(person);
      const isYou = _id === ctx.profile._id;
      return { profileId: _id, name, email: isTheMaster ? null : email, isMaster: isTheMaster, isYou };
    });
  },
});

/** Master: makes somebody a super admin, or no longer one. Refused with `person_not_found`, `forbidden` (oneself). */
export const setSuperAdmin = masterMutation({
  args: { profileId: v.id("profiles"), isSuperAdmin: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { profileId, isSuperAdmin }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    await set(ctx, profileId, isSuperAdmin, deed);
    return null;
  },
});

/**
 * The operator: a new password for the master, whose account is made where there is none yet. All its sessions end.
 *
 * Refused with `master_not_named`, `weak_password`, `no_local_password`, and as `model/readyAccounts.ts` says.
 */
export const resetMaster = systemAction({
  args: { password: v.string() },
  returns: v.object({ email: v.string() }),
  handler: async (ctx, { password }): Promise<{ email: string }> => {
    const email = masterEmail() ?? refuseWith("master_not_named");
    const master = await ctx.runQuery(internal.people.master, { email });
    if (master === null)
      await withReadyAccount({ email, password }, (account) =>
        ctx.runMutation(internal.people.makeMaster, { email, account }),
      );
    else {
      const ready = await readyPassword(master.clerkUserId, password);
      await ctx.runMutation(internal.people.settleMaster, { email, password: ready });
    }
    return { email };
  },
});

export const master = systemQuery({
  args: { email: v.string() },
  returns: v.union(v.null(), v.object({ clerkUserId: v.union(v.null(), v.string()) })),
  handler: async (ctx, { email }) => {
    const person = await findByEmail(ctx.db, email);
    return person === null ? null : { clerkUserId: clerkUserId(ctx.db, person) };
  },
});

export const makeMaster = systemMutation({
  args: { email: v.string(), account: vReadyAccount },
  returns: v.null(),
  handler: async (ctx, { email, account }) => {
    await make(ctx.db, email, account, Date.now());
    return null;
  },
});

export const settleMaster = systemMutation({
  args: { email: v.string(), password: vReadyPassword },
  returns: v.null(),
  handler: async (ctx, { email, password }) => {
    await reset(ctx.db, email, password, Date.now());
    return null;
  },
});
