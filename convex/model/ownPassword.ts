import type { Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { changePasswordLimit, countAttempt, isExhausted, resetAttempts } from "./attemptLimits";
import { writeAuditOf } from "./audit";
import { actorOf } from "./orderEvents";
import { findAccount, setPasswordHash } from "./passwords";

/** The hash a person's current password is compared with, null for a person of another service, and whether tries are left. */
export async function readOwnPassword(
  db: DatabaseReader,
  profileId: Id<"profiles">,
  now: number,
): Promise<{ passwordHash: string | null; exhausted: boolean }> {
  const profile = await db.get("profiles", profileId);
  const account = profile === null ? null : await findAccount(db, profile);
  return {
    passwordHash: account?.secret ?? null,
    exhausted: await isExhausted(db, changePasswordLimit(profileId), now),
  };
}

/**
 * Settles one comparison. A password that was set meanwhile by somebody else makes the comparison worthless: it counts as
 * wrong.
 */
export async function settleOwnPassword(
  db: DatabaseWriter,
  profileId: Id<"profiles">,
  comparison: { readonly matched: boolean; readonly passwordHash: string; readonly previousHash: string },
  now: number,
): Promise<"changed" | "wrong" | "exhausted"> {
  const limit = changePasswordLimit(profileId);
  if (await isExhausted(db, limit, now)) return "exhausted";
  const profile = await db.get("profiles", profileId);
  const account = profile === null ? null : await findAccount(db, profile);
  if (profile === null || !comparison.matched || account?.secret !== comparison.previousHash) {
    await countAttempt(db, limit, now);
    return "wrong";
  }
  await resetAttempts(db, limit);
  await setPasswordHash(db, profile, comparison.passwordHash);
  await writeAuditOf(
    db,
    profile.tenantId,
    { actor: actorOf(profile), at: now },
    {
      action: "password_changed",
      record: { kind: "person", key: profile._id, label: profile.email },
    },
  );
  return "changed";
}
