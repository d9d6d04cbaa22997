import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { vActor } from "./lib/actors";
import { findProfile, mayPreviewTenants } from "./lib/access";
import { refuseWith } from "./lib/errors";
import { adminAction, adminMutation, adminQuery, publicQuery, systemMutation, systemQuery } from "./lib/functions";
import { vSeen } from "./lib/settingShapes";
import { vCents } from "./lib/validators";
import { vReadyAccount } from "./model/accounts";
import * as Companies from "./model/companies";
import { actorOf } from "./model/orderEvents";
import { vReadyPassword } from "./model/passwords";
import { normalizeEmail, requireEmail, requireStrongPassword } from "./model/passwordSignIn";
import { readyPassword, withReadyAccount } from "./model/readyAccounts";
import * as Removal from "./model/tenantRemoval";
import { findActiveTenantBySlug, listActiveTenants, toTenantCard, vTenantCard } from "./model/tenants";
import { changeClerkEmail, requireClerkService } from "./providers/clerk";

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

/** Super admin: every company, newest first, with its first account. */
export const list = adminQuery({
  args: {},
  returns: v.array(
    v.object({
      id: v.id("tenants"),
      name: v.string(),
      slug: v.string(),
      isActive: v.boolean(),
      createdAt: v.number(),
      adminEmail: v.union(v.null(), v.string()),
      people: v.number(),
    }),
  ),
  handler: (ctx) => Companies.listCompanies(ctx.db),
});

/**
 * Super admin: a company with its first account, who is its owner. Its label is made of the name.
 *
 * Refused with `tenant_name_required`, `admin_email_required`, `admin_password_required`, `invalid_email`,
 * `weak_password`, `email_in_use`, `value_too_long`; where Clerk keeps the accounts, as `createClerkUser` says.
 * Source: specification §5 "Company create".
 */
export const create = adminAction({
  args: { name: v.string(), adminEmail: v.string(), adminPassword: v.string(), adminName: v.optional(v.string()) },
  returns: v.object({ tenantId: v.id("tenants"), slug: v.string() }),
  handler: async (ctx, { adminPassword, ...typed }): Promise<{ tenantId: Id<"tenants">; slug: string }> => {
    const name = Companies.requireName(typed.name);
    const email = normalizeEmail(typed.adminEmail);
    if (email === "") return refuseWith("admin_email_required");
    if (adminPassword === "") return refuseWith("admin_password_required");
    requireEmail(email);
    requireStrongPassword(adminPassword);
    await ctx.runQuery(internal.accounts.requireFree, { email });
    const admin = { email, name: typed.adminName ?? "" };
    return await withReadyAccount({ email, password: adminPassword }, (account) =>
      ctx.runMutation(internal.tenants.settleCreation, { actor: ctx.actor, name, admin: { ...admin, account } }),
    );
  },
});

export const settleCreation = systemMutation({
  args: {
    actor: vActor,
    name: v.string(),
    admin: v.object({ email: v.string(), name: v.string(), account: vReadyAccount }),
  },
  returns: v.object({ tenantId: v.id("tenants"), slug: v.string() }),
  handler: (ctx, { actor, ...company }) =>
    Companies.createCompany(ctx.db, company, {
      actor: { id: actor.profileId, name: actor.name },
      at: Date.now(),
    }),
});

/**
 * Super admin: another name, or another e-mail or password of the first account; blank keeps them, the label never
 * changes. A new password ends that account's sessions.
 *
 * Refused with `tenant_not_found`, `tenant_name_required`, `value_too_long`, `invalid_email`, `weak_password`,
 * `email_in_use`, `no_first_account`, `no_local_password`, `changed_meanwhile` (`seen` is what the screen showed).
 */
export const update = adminAction({
  args: {
    id: v.id("tenants"),
    name: v.string(),
    adminEmail: v.optional(v.string()),
    adminPassword: v.optional(v.string()),
    seen: vSeen,
  },
  returns: v.null(),
  handler: async (ctx, { id, adminPassword = "", seen, ...typed }): Promise<null> => {
    const name = Companies.requireName(typed.name);
    const email = normalizeEmail(typed.adminEmail ?? "");
    if (email !== "") requireEmail(email);
    if (adminPassword !== "") requireStrongPassword(adminPassword);
    const changes = { name, email: email === "" ? null : email, hasPassword: adminPassword !== "", seen };
    const atClerk = await ctx.runQuery(internal.tenants.firstAtClerk, { id, ...changes });
    if (atClerk !== null && email !== "" && email !== atClerk.email)
      await changeClerkEmail(requireClerkService(), atClerk.userId, { email, before: atClerk.email });
    const password = changes.hasPassword ? await readyPassword(atClerk?.userId ?? null, adminPassword) : null;
    const settled = { actor: ctx.actor, id, name, email: changes.email, password, seen };
    await ctx.runMutation(internal.tenants.settleUpdate, settled);
    return null;
  },
});

export const firstAtClerk = systemQuery({
  args: {
    id: v.id("tenants"),
    name: v.string(),
    email: v.union(v.null(), v.string()),
    hasPassword: v.boolean(),
    seen: vSeen,
  },
  returns: v.union(v.null(), v.object({ userId: v.string(), email: v.string() })),
  handler: (ctx, { id, ...changes }) => Companies.findFirstAtClerk(ctx.db, id, changes),
});

export const settleUpdate = systemMutation({
  args: {
    actor: vActor,
    id: v.id("tenants"),
    name: v.string(),
    email: v.union(v.null(), v.string()),
    password: v.union(v.null(), vReadyPassword),
    seen: vSeen,
  },
  returns: v.null(),
  handler: async (ctx, { actor, id, ...changes }) => {
    const deed = { actor: { id: actor.profileId, name: actor.name }, at: Date.now() };
    await Companies.updateCompany(ctx.db, id, changes, deed);
    return null;
  },
});

/** Super admin: switches a company on or off; off, its people are shut out at once. Refused with `tenant_not_found`. */
export const setActive = adminMutation({
  args: { id: v.id("tenants"), isActive: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { id, isActive }) => {
    await Companies.switchCompany(ctx.db, id, isActive, { actor: actorOf(ctx.profile), at: Date.now() });
    return null;
  },
});

/** Super admin: what deleting a company would take with it; null when it is gone. */
export const consequences = adminQuery({
  args: { id: v.id("tenants") },
  returns: v.union(
    v.null(),
    v.object({
      name: v.string(),
      slug: v.string(),
      orders: v.number(),
      totalCents: vCents,
      people: v.number(),
      coupons: v.number(),
      gifts: v.number(),
    }),
  ),
  handler: (ctx, { id }) => Removal.readConsequences(ctx.db, id),
});

/**
 * Super admin: deletes a company with everything it has. It is gone for everybody with this transaction and its label is
 * free; rows, files and accounts follow in the background, step by step.
 *
 * Refused with `tenant_not_found`, `confirmation_mismatch` (the label typed is another).
 */
export const remove = adminMutation({
  args: { id: v.id("tenants"), slug: v.string() },
  returns: v.null(),
  handler: async (ctx, { id, slug }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    const deletionId = await Removal.beginRemoval(ctx.db, { id, slug }, deed);
    await ctx.scheduler.runAfter(0, internal.tenants.purge, { deletionId });
    return null;
  },
});

/** One step of what follows a deletion; schedules the next until nothing is left. */
export const purge = systemMutation({
  args: { deletionId: v.id("tenantDeletions") },
  returns: v.null(),
  handler: async (ctx, { deletionId }) => {
    const isDone = await Removal.purgeStep(ctx, deletionId, Date.now());
    if (!isDone) await ctx.scheduler.runAfter(0, internal.tenants.purge, { deletionId });
    return null;
  },
});

const SHOWN_DELETIONS = 20;

/** Super admin: the last deletions and how far they are, newest first. */
export const deletions = adminQuery({
  args: {},
  returns: v.array(
    v.object({
      name: v.string(),
      slug: v.string(),
      startedAt: v.number(),
      finishedAt: v.union(v.null(), v.number()),
      deletedRows: v.number(),
    }),
  ),
  handler: async (ctx) => {
    const rows = await ctx.db.query("tenantDeletions").withIndex("by_startedAt").order("desc").take(SHOWN_DELETIONS);
    return rows.map(({ name, slug, startedAt, finishedAt, deletedRows }) => {
      return { name, slug, startedAt, finishedAt, deletedRows };
    });
  },
});
