import type { Doc } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";

const HOUR_MS = 60 * 60 * 1000;

/** A bucket of tries that refills evenly over an hour. */
export interface AttemptLimit {
  readonly key: string;
  readonly perHour: number;
}

/** Who tries an e-mail: from which address, and whether from a browser that has signed in to it before. */
export interface SignInSender {
  readonly email: string;
  /** Null where it is not known: those share their buckets. */
  readonly ip: string | null;
  /** SHA-256 of the browser's own key; null when it sent none. */
  readonly deviceHash: string | null;
  readonly isTrusted: boolean;
}

/**
 * What a wrong password is counted against, whether the account exists or not: the answer must not tell.
 *
 * A browser that has signed in to the e-mail before has a bucket of its own, so that strangers' guesses never close the
 * door to the people of the shop. Strangers have one per e-mail and address, one per e-mail (against many addresses that
 * guess together) and one per address (against one that tries many e-mails).
 */
export function signInLimits({ email, ip, deviceHash, isTrusted }: SignInSender): AttemptLimit[] {
  const address = ip ?? "unknown";
  if (isTrusted) return [{ key: `signIn:${email}|device:${deviceHash}`, perHour: 10 }];
  return [
    { key: `signIn:${email}|${address}`, perHour: 10 },
    { key: `signInTo:${email}`, perHour: 30 },
    { key: `signInFrom:${address}`, perHour: 300 },
  ];
}

/** Wrong current passwords when somebody signed in changes theirs. */
export function changePasswordLimit(profileId: string): AttemptLimit {
  return { key: `changePassword:${profileId}`, perHour: 10 };
}

/** Recovery mails asked for: per e-mail, so that nobody's inbox is flooded, and per sender. */
export function recoveryLimits(email: string, ip: string | null): AttemptLimit[] {
  return [
    { key: `recover:${email}`, perHour: 5 },
    { key: `recoverFrom:${ip ?? "unknown"}`, perHour: 60 },
  ];
}

/** Wrong recovery codes per e-mail and sender; each code has tries of its own besides. */
export function recoveryCodeLimit(email: string, ip: string | null): AttemptLimit {
  return { key: `recoverCode:${email}|${ip ?? "unknown"}`, perHour: 10 };
}

/** New accounts per sender's address; those whose address is not known share one bucket. */
export function signUpLimit(ip: string | null): AttemptLimit {
  return { key: `signUp:${ip ?? "unknown"}`, perHour: 20 };
}

/** Whether the bucket is empty. `now` is given, because a query may not read the clock. */
export async function isExhausted(db: DatabaseReader, limit: AttemptLimit, now: number): Promise<boolean> {
  return remainingAt(await findRow(db, limit.key), limit, now) < 1;
}

export async function isAnyExhausted(
  db: DatabaseReader,
  limits: readonly AttemptLimit[],
  now: number,
): Promise<boolean> {
  for (const limit of limits) if (await isExhausted(db, limit, now)) return true;
  return false;
}

/** Takes one try out of the bucket. */
export async function countAttempt(db: DatabaseWriter, limit: AttemptLimit, now: number): Promise<void> {
  const row = await findRow(db, limit.key);
  const remaining = Math.max(0, remainingAt(row, limit, now) - 1);
  if (row === null) await db.insert("attemptLimits", { key: limit.key, remaining, updatedAt: now });
  else await db.patch("attemptLimits", row._id, { remaining, updatedAt: now });
  await deleteRefilled(db, now);
}

const MAX_SENDERS = 200;

/** Gives an e-mail all its tries back, whoever used them up: when a new password is set. */
export async function resetSignIn(db: DatabaseWriter, email: string): Promise<void> {
  await resetAttempts(db, { key: `signInTo:${email}` });
  const rows = await db
    .query("attemptLimits")
    .withIndex("by_key", (q) => q.gte("key", `signIn:${email}|`).lt("key", `signIn:${email}|\uffff`))
    .take(MAX_SENDERS);
  for (const row of rows) await db.delete("attemptLimits", row._id);
}

/** Fills the bucket again: after the right password. */
export async function resetAttempts(db: DatabaseWriter, limit: Pick<AttemptLimit, "key">): Promise<void> {
  const row = await findRow(db, limit.key);
  if (row !== null) await db.delete("attemptLimits", row._id);
}

async function findRow(db: DatabaseReader, key: string): Promise<Doc<"attemptLimits"> | null> {
  return await db
    .query("attemptLimits")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}

function remainingAt(row: Doc<"attemptLimits"> | null, { perHour }: AttemptLimit, now: number): number {
  if (row === null) return perHour;
  const refilled = (Math.max(0, now - row.updatedAt) / HOUR_MS) * perHour;
  return Math.min(perHour, row.remaining + refilled);
}

/** More than each counted try adds, so that made-up e-mails cannot fill the table. */
const DELETE_BATCH = 5;

/** A row untouched for an hour is full again and says nothing. */
async function deleteRefilled(db: DatabaseWriter, now: number): Promise<void> {
  const rows = await db
    .query("attemptLimits")
    .withIndex("by_updatedAt", (q) => q.lt("updatedAt", now - HOUR_MS))
    .take(DELETE_BATCH);
  for (const row of rows) await db.delete("attemptLimits", row._id);
}
