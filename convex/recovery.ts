import { v } from "convex/values";
import { internal } from "./_generated/api";
import { refuseWith } from "./lib/errors";
import { publicAction, systemMutation } from "./lib/functions";
import { hashPassword, normalizeEmail, requireEmail } from "./model/passwordSignIn";
import { countRequest, sendCode, settleCode } from "./model/recovery";

/**
 * Anyone: mails a code that sets a new password, good for fifteen minutes, to the owner of the address. The answer and the
 * time it takes are the same whether there is such an account.
 *
 * Refused with `invalid_email`, `too_many_attempts`.
 * Source: product.md "Where the specification describes a weakness", specification §6.
 */
export const request = publicAction({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email: typed }): Promise<null> => {
    const email = normalizeEmail(typed);
    requireEmail(email);
    const { ip } = await ctx.meta.getRequestMetadata();
    return (await ctx.runMutation(internal.recovery.accept, { email, ip })) ? null : refuseWith("too_many_attempts");
  },
});

/** Counts the request and schedules what depends on the account. */
export const accept = systemMutation({
  args: { email: v.string(), ip: v.union(v.null(), v.string()) },
  returns: v.boolean(),
  handler: async (ctx, sender) => {
    const isAccepted = await countRequest(ctx.db, sender, Date.now());
    if (isAccepted) await ctx.scheduler.runAfter(0, internal.recovery.deliver, { email: sender.email });
    return isAccepted;
  },
});

export const deliver = systemMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await sendCode(ctx, email, Date.now());
    return null;
  },
});

/**
 * Anyone with the code: sets the password and ends every session of the account.
 *
 * Refused with `weak_password`, `invalid_recovery_code` (alike for a wrong one, an old one and an unknown e-mail),
 * `too_many_attempts`.
 */
export const confirm = publicAction({
  args: { email: v.string(), code: v.string(), newPassword: v.string() },
  returns: v.null(),
  handler: async (ctx, { email: typed, code, newPassword }): Promise<null> => {
    const email = normalizeEmail(typed);
    // Before anything is looked up, so that it takes as long for everybody.
    const passwordHash = hashPassword(newPassword);
    const { ip } = await ctx.meta.getRequestMetadata();
    switch (await ctx.runMutation(internal.recovery.settle, { email, code, passwordHash, ip })) {
      case "set":
        return null;
      case "wrong":
        return refuseWith("invalid_recovery_code");
      case "exhausted":
        return refuseWith("too_many_attempts");
    }
  },
});

export const settle = systemMutation({
  args: { email: v.string(), code: v.string(), passwordHash: v.string(), ip: v.union(v.null(), v.string()) },
  returns: v.union(v.literal("set"), v.literal("wrong"), v.literal("exhausted")),
  handler: (ctx, attempt) => settleCode(ctx.db, attempt, Date.now()),
});
