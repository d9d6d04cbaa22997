import { v } from "convex/values";
import { systemMutation, systemQuery } from "./lib/functions";
import { vRole } from "./lib/validators";
import * as Accounts from "./model/accounts";
import { countAttempt, isExhausted, resetAttempts, signInLimit, signUpLimit } from "./model/attemptLimits";

/** What the sign-in action compares with: the account of an e-mail, if any, and whether its tries are used up. */
export const forSignIn = systemQuery({
  args: { email: v.string(), now: v.number() },
  returns: v.object({
    account: v.union(v.null(), v.object({ userId: v.id("users"), passwordHash: v.string() })),
    exhausted: v.boolean(),
  }),
  handler: async (ctx, { email, now }) => ({
    account: await Accounts.findPasswordAccount(ctx.db, email),
    exhausted: await isExhausted(ctx.db, signInLimit(email), now),
  }),
});

/**
 * Settles one comparison. A wrong password is counted; a right one is believed only when the tries are not used up by
 * now, so a thousand guesses sent at the same moment are worth no more than ten sent one by one.
 */
export const settleSignIn = systemMutation({
  args: { email: v.string(), matched: v.boolean() },
  returns: v.union(v.literal("accepted"), v.literal("wrong"), v.literal("exhausted")),
  handler: async (ctx, { email, matched }) => {
    const limit = signInLimit(email);
    if (await isExhausted(ctx.db, limit, Date.now())) return "exhausted";
    if (matched) await resetAttempts(ctx.db, limit);
    else await countAttempt(ctx.db, limit, Date.now());
    return matched ? "accepted" : "wrong";
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
