import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import type { CurrentIdentity } from "../lib/access";
import { assert, refuseWith } from "../lib/errors";

/** The id of our own credentials provider: part of the sign-in call and of each account row. */
export const PASSWORD_PROVIDER = "password";

export interface PasswordAccount {
  readonly userId: Id<"users">;
  readonly passwordHash: string;
}

/** The account of an e-mail in its normal form (trimmed, lower case). */
export async function findPasswordAccount(db: DatabaseReader, email: string): Promise<PasswordAccount | null> {
  const account = await db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) => q.eq("provider", PASSWORD_PROVIDER).eq("providerAccountId", email))
    .unique();
  if (account === null) return null;
  assert(account.secret !== undefined, "a password account should have its hash");
  return { userId: account.userId, passwordHash: account.secret };
}

/**
 * A new account is staff of no company until somebody assigns one. An e-mail is one person's, however they sign in:
 * refused with `email_in_use`.
 * Source: product.md "People".
 */
export async function createProfile(
  db: DatabaseWriter,
  account: { readonly externalId: string; readonly email: string; readonly name: string },
): Promise<Id<"profiles">> {
  if ((await findByEmail(db, account.email)) !== null) return refuseWith("email_in_use");
  return await db.insert("profiles", { ...account, role: "staff", tenantId: null });
}

/** An account whose password is settled: of our own, with its hash, or one that Clerk has made already. */
export const vReadyAccount = v.union(
  v.object({ kind: v.literal("own"), passwordHash: v.string() }),
  v.object({ kind: v.literal("clerk"), userId: v.string() }),
);
export type ReadyAccount = Infer<typeof vReadyAccount>;

export interface NewPerson {
  /** In its normal form. */
  readonly email: string;
  readonly name: string;
  readonly account: ReadyAccount;
}

/**
 * Makes an account with its profile in one transaction, for whoever is trusted to make it for somebody else.
 *
 * Refused with `email_in_use`.
 */
export async function insertAccount(db: DatabaseWriter, person: NewPerson): Promise<Id<"profiles">> {
  const { email, name, account } = person;
  await requireFreeEmail(db, email);
  if (account.kind === "clerk") return await createProfile(db, { externalId: account.userId, email, name });
  const userId = await db.insert("users", { email, name });
  const secret = account.passwordHash;
  await db.insert("authAccounts", { userId, provider: PASSWORD_PROVIDER, providerAccountId: email, secret });
  return await createProfile(db, { externalId: userId, email, name });
}

/** Refused with `email_in_use`, whoever has it and however they sign in. */
export async function requireFreeEmail(db: DatabaseReader, email: string): Promise<void> {
  const isTaken = (await findByEmail(db, email)) !== null || (await findPasswordAccount(db, email)) !== null;
  if (isTaken) refuseWith("email_in_use");
}

/** The person of an e-mail in its normal form. */
export async function findByEmail(db: DatabaseReader, email: string): Promise<Doc<"profiles"> | null> {
  return await db
    .query("profiles")
    .withIndex("by_email", (q) => q.eq("email", email))
    .first();
}

/**
 * The profile of somebody whom an outside service has signed in, made when there is none. An e-mail that another account
 * has is refused (`email_in_use`): whoever controls an address at the service is not thereby our account of that name.
 *
 * @returns whether it was made now
 */
export async function ensureProfile(db: DatabaseWriter, identity: CurrentIdentity, typedName = ""): Promise<boolean> {
  const { externalId } = identity;
  const existing = await db
    .query("profiles")
    .withIndex("by_externalId", (q) => q.eq("externalId", externalId))
    .unique();
  if (existing !== null) return false;
  const email = identity.email?.trim().toLowerCase() ?? "";
  // An account of our own without a profile is being made or unmade: it is not for its holder to make one.
  if (identity.provider === "local") return refuseWith("unauthenticated");
  if (!email.includes("@")) return refuseWith("invalid_email");
  await requireFreeEmail(db, email);
  const name = typedName.trim() || identity.name?.trim() || email.slice(0, email.indexOf("@"));
  await createProfile(db, { externalId, email, name });
  return true;
}

export async function hasAnyProfile(db: DatabaseReader): Promise<boolean> {
  return (await db.query("profiles").first()) !== null;
}

/** Gives an account its name, role and company. */
export async function assignProfile(
  db: DatabaseWriter,
  userId: Id<"users">,
  assignment: Pick<Doc<"profiles">, "name" | "role" | "tenantId">,
): Promise<Id<"profiles">> {
  const profile = await db
    .query("profiles")
    .withIndex("by_externalId", (q) => q.eq("externalId", userId))
    .unique();
  assert(profile !== null, "an account should have the profile that was made with it");
  await db.patch("profiles", profile._id, assignment);
  return profile._id;
}
