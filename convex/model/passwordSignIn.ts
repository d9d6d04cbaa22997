import { createAccount } from "@convex-dev/auth/server";
import { compareSync, hashSync, truncates } from "bcryptjs";
import type { Value } from "convex/values";
import * as z from "zod/mini";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import { sha256Hex } from "../lib/hashing";
import { PASSWORD_PROVIDER } from "./accounts";

/**
 * Signing in and up with e-mail and password.
 *
 * Hashing takes a tenth of a second, so it happens here, in the action: inside a mutation it would hold up every other
 * write. The library is given finished hashes; it only keeps them.
 */

export const BCRYPT_COST = 10;

/** Of a random text nobody kept: compared with when the e-mail is unknown, so that the answer takes as long. */
const HASH_OF_NOTHING = "$2b$10$dlgB.6DOfLtednCHtIujlem4N5zmM9DygdrrvAhz1TAB.P4TgkLwC";

const vCredentials = z.object({
  email: z.string().check(z.trim(), z.toLowerCase()),
  password: z.string(),
  flow: z.enum(["signIn", "signUp"]),
  /** The browser's own random key, if it keeps one: see `model/trustedDevices.ts`. */
  device: z.optional(z.string().check(z.minLength(16), z.maxLength(200))),
});
const vEmail = z.email().check(z.maxLength(254));
const vNewPassword = z.string().check(
  z.minLength(6),
  // bcrypt reads 72 bytes and silently ignores the rest.
  z.refine((password) => !truncates(password)),
);

export interface SignedIn {
  readonly userId: Id<"users">;
}

/**
 * Checks what a person typed and gives the account to sign in.
 *
 * Refused with `invalid_email`, `weak_password`, `email_in_use` (sign-up), `invalid_credentials` (alike for an unknown
 * e-mail and a wrong password) and `too_many_attempts`.
 * Source: product.md "People", specification §9 (hash cost 10).
 */
export async function authorize(
  params: Partial<Record<string, Value | undefined>>,
  ctx: Pick<ActionCtx, "runQuery" | "runMutation" | "meta">,
): Promise<SignedIn> {
  const parsed = vCredentials.safeParse(params);
  if (!parsed.success) return refuseWith("invalid_credentials");
  const { email, password, flow, device } = parsed.data;
  requireEmail(email);
  switch (flow) {
    case "signIn":
      return await signIn(ctx, email, password, device === undefined ? null : await sha256Hex(device));
    case "signUp":
      return await signUp(ctx, email, password);
    default:
      return flow satisfies never;
  }
}

async function signIn(
  ctx: Pick<ActionCtx, "runQuery" | "runMutation" | "meta">,
  email: string,
  password: string,
  deviceHash: string | null,
): Promise<SignedIn> {
  const { ip } = await ctx.meta.getRequestMetadata();
  const sender = { email, ip, deviceHash };
  const { account, exhausted } = await ctx.runQuery(internal.accounts.forSignIn, { ...sender, now: Date.now() });
  if (exhausted) return refuseWith("too_many_attempts");
  const matched = matchesPassword(password, account?.passwordHash ?? null);
  const outcome = await ctx.runMutation(internal.accounts.settleSignIn, { ...sender, matched });
  if (outcome === "exhausted") return refuseWith("too_many_attempts");
  return account !== null && outcome === "accepted" ? { userId: account.userId } : refuseWith("invalid_credentials");
}

async function signUp(
  ctx: Pick<ActionCtx, "runQuery" | "runMutation" | "meta">,
  email: string,
  password: string,
): Promise<SignedIn> {
  requireStrongPassword(password);
  const { ip } = await ctx.meta.getRequestMetadata();
  if (!(await ctx.runMutation(internal.accounts.countSignUp, { ip }))) return refuseWith("too_many_attempts");
  return { userId: await createFreeAccount(ctx, { email, password, name: nameFromEmail(email) }) };
}

/** Refused with `email_in_use`. */
async function createFreeAccount(
  ctx: Pick<ActionCtx, "runQuery" | "runMutation">,
  account: NewAccount,
): Promise<Id<"users">> {
  if (await hasAccount(ctx, account.email)) return refuseWith("email_in_use");
  try {
    return await createPasswordAccount(ctx, account);
  } catch (error) {
    // Two sign-ups with one e-mail at the same moment: the second finds the account that the first has just made.
    if (await hasAccount(ctx, account.email)) return refuseWith("email_in_use");
    throw error;
  }
}

export function requireEmail(email: string): void {
  if (!vEmail.safeParse(email).success) refuseWith("invalid_email");
}

export function requireStrongPassword(password: string): void {
  if (!vNewPassword.safeParse(password).success) refuseWith("weak_password");
}

async function hasAccount(ctx: Pick<ActionCtx, "runQuery">, email: string): Promise<boolean> {
  return (await ctx.runQuery(internal.accounts.byEmail, { email })) !== null;
}

export interface NewAccount {
  /** Trimmed and lower case, except where it is said to be as typed. */
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** Makes the account and, in the same transaction, its profile. Fails when the e-mail has an account already. */
export async function createPasswordAccount(
  ctx: Pick<ActionCtx, "runMutation">,
  { email, password, name }: NewAccount,
): Promise<Id<"users">> {
  const secret = hashSync(password, BCRYPT_COST);
  // The library types its context by its own tables, which are among ours; it only calls runMutation on it.
  const authCtx = ctx as unknown as Parameters<typeof createAccount>[0];
  const { user } = await createAccount(authCtx, {
    provider: PASSWORD_PROVIDER,
    account: { id: email, secret },
    profile: { email, name },
  });
  return user._id;
}

/** What bcrypt keeps of a password that is strong enough. Refused with `weak_password`. A tenth of a second: actions only. */
export function hashPassword(password: string): string {
  requireStrongPassword(password);
  return hashSync(password, BCRYPT_COST);
}

/** Whether a password is the one of a hash; takes as long when there is no account. */
export function matchesPassword(password: string, hash: string | null): boolean {
  return compareSync(password, hash ?? HASH_OF_NOTHING) && hash !== null;
}

export function normalizeEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

export function nameFromEmail(email: string): string {
  return email.slice(0, email.indexOf("@"));
}

/** What the library does with secrets: nothing, they are hashes already; compared without revealing where they differ. */
export const finishedHashes = {
  hashSecret: (hash: string): Promise<string> => Promise.resolve(hash),
  verifySecret: (given: string, kept: string): Promise<boolean> => Promise.resolve(equalInConstantTime(given, kept)),
};

function equalInConstantTime(given: string, kept: string): boolean {
  let difference = given.length ^ kept.length;
  for (let i = 0; i < given.length; i += 1) {
    difference |= given.charCodeAt(i) ^ kept.charCodeAt(i % Math.max(1, kept.length));
  }
  return difference === 0;
}
