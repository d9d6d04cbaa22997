import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import { PASSWORD_PROVIDER } from "./accounts";
import { resetSignIn } from "./attemptLimits";
import { endSessions, localUserId, markEnded } from "./sessions";
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

/** A password that is settled: its hash, for an account of ours; for Clerk's it has been told to Clerk already. */
export const vReadyPassword = v.union(
  v.object({ kind: v.literal("own"), passwordHash: v.string() }),
  /** The sessions that ended with the password before. */
  v.object({ kind: v.literal("clerk"), endedSessions: v.array(v.string()) }),
);
export type ReadyPassword = Infer<typeof vReadyPassword>;

/** As `setPasswordHash`, whoever keeps the account. */
export async function setReadyPassword(
  db: DatabaseWriter,
  profile: Doc<"profiles">,
  password: ReadyPassword,
  now: number,
): Promise<void> {
  switch (password.kind) {
    case "own":
      return await setPasswordHash(db, profile, password.passwordHash);
    case "clerk":
      return await markEnded(db, password.endedSessions, now);
    default:
      return password satisfies never;
  }
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
