import type { Doc } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import { PASSWORD_PROVIDER } from "./accounts";
import { resetSignIn } from "./attemptLimits";
import { endSessions, localUserId } from "./sessions";
import { forgetDevices } from "./trustedDevices";

/**
 * Gives an account a new password, in one transaction: all its sessions end, and tries that were used up are given back,
 * so that a person who was locked out is not locked out with the new password.
 *
 * Refused with `no_local_password` for a person whom another service signs in.
 *
 * @param passwordHash made in an action: hashing inside a mutation would hold up every other write
 */
export async function setPasswordHash(
  db: DatabaseWriter,
  profile: Doc<"profiles">,
  passwordHash: string,
): Promise<void> {
  const account = (await findAccount(db, profile)) ?? refuseWith("no_local_password");
  await db.patch("authAccounts", account._id, { secret: passwordHash });
  await endSessions(db, account.userId);
  await resetSignIn(db, account.providerAccountId);
  await forgetDevices(db, account.providerAccountId);
}

/** The account a profile signs in with, when it is ours. */
export async function findAccount(
  db: DatabaseReader,
  profile: Pick<Doc<"profiles">, "externalId">,
): Promise<Doc<"authAccounts"> | null> {
  const userId = localUserId(db, profile);
  if (userId === null) return null;
  return await db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", userId).eq("provider", PASSWORD_PROVIDER))
    .unique();
}
