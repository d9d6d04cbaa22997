import type { Doc } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";

const HOUR_MS = 60 * 60 * 1000;

/** A bucket of tries that refills evenly over an hour. */
export interface AttemptLimit {
  readonly key: string;
  readonly perHour: number;
}

/** Wrong passwords per e-mail, whether the account exists or not: the answer must not tell. */
export function signInLimit(email: string): AttemptLimit {
  return { key: `signIn:${email}`, perHour: 10 };
}

/** New accounts per sender's address; those whose address is not known share one bucket. */
export function signUpLimit(ip: string | null): AttemptLimit {
  return { key: `signUp:${ip ?? "unknown"}`, perHour: 20 };
}

/** Whether the bucket is empty. `now` is given, because a query may not read the clock. */
export async function isExhausted(db: DatabaseReader, limit: AttemptLimit, now: number): Promise<boolean> {
  return remainingAt(await findRow(db, limit.key), limit, now) < 1;
}

/** Takes one try out of the bucket. */
export async function countAttempt(db: DatabaseWriter, limit: AttemptLimit, now: number): Promise<void> {
  const row = await findRow(db, limit.key);
  const remaining = Math.max(0, remainingAt(row, limit, now) - 1);
  if (row === null) await db.insert("attemptLimits", { key: limit.key, remaining, updatedAt: now });
  else await db.patch("attemptLimits", row._id, { remaining, updatedAt: now });
  await deleteRefilled(db, now);
}

/** Fills the bucket again: after the right password, or when somebody in charge sets a new one. */
export async function resetAttempts(db: DatabaseWriter, limit: AttemptLimit): Promise<void> {
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
