import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { assert } from "../lib/errors";

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

/** A new account is staff of no company until somebody assigns one. Source: product.md "People". */
export async function createProfile(
  db: DatabaseWriter,
  account: { readonly externalId: string; readonly email: string; readonly name: string },
): Promise<Id<"profiles">> {
  return await db.insert("profiles", { ...account, role: "staff", tenantId: null });
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
