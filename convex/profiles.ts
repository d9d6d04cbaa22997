import { v } from "convex/values";
import { internal } from "./_generated/api";
import { isMaster } from "./lib/access";
import { refuseWith } from "./lib/errors";
import { identityMutation, systemMutation, systemQuery, userAction, userMutation, userQuery } from "./lib/functions";
import { vRole } from "./lib/validators";
import { ensureProfile } from "./model/accounts";
import * as OwnPassword from "./model/ownPassword";
import { hashPassword, matchesPassword } from "./model/passwordSignIn";
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

const MAX_NAME = 120;

/** Signed in: what others read of me. Refused with `fields_required`. */
export const setName = userMutation({
  args: { name: v.string() },
  returns: v.null(),
  handler: async (ctx, { name: typed }) => {
    const name = typed.trim().slice(0, MAX_NAME);
    if (name === "") return refuseWith("fields_required");
    await ctx.db.patch("profiles", ctx.profile._id, { name });
    return null;
  },
});

/**
 * Whoever an outside service has signed in: makes their profile at the first sign-in, as staff of no company. Accounts of
 * the built-in sign-in have had theirs from the beginning.
 *
 * Refused with `unauthenticated`, `invalid_email` (the token names none) and `email_in_use`.
 */
export const ensure = identityMutation({
  args: { name: v.optional(v.string()) },
  returns: v.object({ created: v.boolean() }),
  handler: async (ctx, { name }) => ({ created: await ensureProfile(ctx.db, ctx.identity, name) }),
});

/**
 * Signed in: changes my own password. Every session of mine ends, this one too.
 *
 * Refused with `wrong_password`, `weak_password`, `too_many_attempts`, `no_local_password`.
 */
export const changePassword = userAction({
  args: { currentPassword: v.string(), newPassword: v.string() },
  returns: v.null(),
  handler: async (ctx, { currentPassword, newPassword }): Promise<null> => {
    const { profileId } = ctx.actor;
    const known = await ctx.runQuery(internal.profiles.ownPassword, { profileId, now: Date.now() });
    if (known.passwordHash === null) return refuseWith("no_local_password");
    if (known.exhausted) return refuseWith("too_many_attempts");
    const passwordHash = hashPassword(newPassword);
    const matched = matchesPassword(currentPassword, known.passwordHash);
    const settled = { profileId, matched, passwordHash, previousHash: known.passwordHash };
    switch (await ctx.runMutation(internal.profiles.settleOwnPassword, settled)) {
      case "changed":
        return null;
      case "wrong":
        return refuseWith("wrong_password");
      case "exhausted":
        return refuseWith("too_many_attempts");
    }
  },
});

/** What a change of the own password compares with. */
export const ownPassword = systemQuery({
  args: { profileId: v.id("profiles"), now: v.number() },
  returns: v.object({ passwordHash: v.union(v.null(), v.string()), exhausted: v.boolean() }),
  handler: (ctx, { profileId, now }) => OwnPassword.readOwnPassword(ctx.db, profileId, now),
});

/** Settles one comparison: counts a wrong password, or sets the new one. */
export const settleOwnPassword = systemMutation({
  args: { profileId: v.id("profiles"), matched: v.boolean(), passwordHash: v.string(), previousHash: v.string() },
  returns: v.union(v.literal("changed"), v.literal("wrong"), v.literal("exhausted")),
  handler: (ctx, { profileId, ...comparison }) =>
    OwnPassword.settleOwnPassword(ctx.db, profileId, comparison, Date.now()),
});
