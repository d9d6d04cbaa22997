import { v } from "convex/values";
import { systemMutation, systemQuery } from "./lib/functions";
import { vRole } from "./lib/validators";
import * as Accounts from "./model/accounts";
import {
  countAttempt,
  isAnyExhausted,
  isExhausted,
  resetAttempts,
  signInLimits,
  signUpLimit,
} from "./model/attemptLimits";
import { isTrusted, trustDevice } from "./model/trustedDevices";

const vSender = {
  email: v.string(),
  ip: v.union(v.null(), v.string()),
  deviceHash: v.union(v.null(), v.string()),
};

/** What the sign-in action compares with: the account of an e-mail, if any, and whether its tries are used up. */
export const forSignIn = systemQuery({
  args: { ...vSender, now: v.number() },
  returns: v.object({
    account: v.union(v.null(), v.object({ userId: v.id("users"), passwordHash: v.string() })),
    exhausted: v.boolean(),
  }),
  handler: async (ctx, { now, ...sender }) => {
    const limits = signInLimits({ ...sender, isTrusted: await isTrusted(ctx.db, sender.email, sender.deviceHash) });
    return {
      account: await Accounts.findPasswordAccount(ctx.db, sender.email),
      exhausted: await isAnyExhausted(ctx.db, limits, now),
    };
  },
});

/** The account of an e-mail, if any: whether it is free. */
export const byEmail = systemQuery({
  args: { email: v.string() },
  returns: v.union(v.null(), v.object({ userId: v.id("users"), passwordHash: v.string() })),
  handler: (ctx, { email }) => Accounts.findPasswordAccount(ctx.db, email),
});

/** Refused with `email_in_use`. */
export const requireFree = systemQuery({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await Accounts.requireFreeEmail(ctx.db, email);
    return null;
  },
});

/**
 * Settles one comparison. A wrong password is counted; a right one is believed only when the tries are not used up by
 * now, so a thousand guesses sent at the same moment are worth no more than ten sent one by one.
 */
export const settleSignIn = systemMutation({
  args: { ...vSender, matched: v.boolean() },
  returns: v.union(v.literal("accepted"), v.literal("wrong"), v.literal("exhausted")),
  handler: async (ctx, { matched, ...sender }) => {
    const { email, deviceHash } = sender;
    const limits = signInLimits({ ...sender, isTrusted: await isTrusted(ctx.db, email, deviceHash) });
    if (await isAnyExhausted(ctx.db, limits, Date.now())) return "exhausted";
    if (!matched) {
      for (const limit of limits) await countAttempt(ctx.db, limit, Date.now());
      return "wrong";
    }
    // The sender's own mistakes are forgiven. What others have tried is not: it refills by itself.
    const [own] = limits;
    if (own !== undefined) await resetAttempts(ctx.db, own);
    await trustDevice(ctx.db, email, deviceHash, Date.now());
    return "accepted";
  },
});

/** Counts a new account against its sender's address; false when that sender has made too many within the hour. */
export const countSignUp = systemMutation({
  args: { ip: v.union(v.null(), v.string()) },
  returns: v.boolean(),
  handler: async (ctx, { ip }) => {
    const limit = signUpLimit(ip);
    if (await isExhausted(ctx.db, limit, Date.now())) return false;
    await countAttempt(ctx.db, limit, Date.now());
    return true;
  },
});

/** A super admin, who belongs to no company. Refused with `email_in_use`. */
export const addSuperAdmin = systemMutation({
  args: { email: v.string(), name: v.string(), account: Accounts.vReadyAccount },
  returns: v.id("profiles"),
  handler: async (ctx, person) => {
    const profileId = await Accounts.insertAccount(ctx.db, person);
    await ctx.db.patch("profiles", profileId, { role: "super_admin", tenantId: null });
    return profileId;
  },
});

/** Gives a fresh account its name, role and company. */
export const assign = systemMutation({
  args: {
    userId: v.id("users"),
    name: v.string(),
    role: vRole,
    tenantId: v.union(v.null(), v.id("tenants")),
  },
  returns: v.id("profiles"),
  handler: (ctx, { userId, ...assignment }) => Accounts.assignProfile(ctx.db, userId, assignment),
});
