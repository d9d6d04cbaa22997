import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter, MutationCtx } from "../_generated/server";
import { clerkService } from "../providers/clerk";

/** More than a person has in the thirty days after which the sign-in library lets a session end. */
const MAX_SESSIONS = 1000;
/** A renewed token leaves a row; rows beyond this belong to sessions that are gone, so they renew nothing. */
const MAX_TOKENS = 2000;

/** The account of the built-in sign-in behind a profile; null for a person whom Clerk knows. */
export function localUserId(db: DatabaseReader, profile: Pick<Doc<"profiles">, "externalId">): Id<"users"> | null {
  return db.normalizeId("users", profile.externalId);
}

/** What ending somebody's sessions needs: those that Clerk keeps are ended in the background. */
export type AccountCtx = Pick<MutationCtx, "db" | "scheduler">;

/** The account at Clerk behind a profile; null for one of our own. */
export function clerkUserId(db: DatabaseReader, profile: Pick<Doc<"profiles">, "externalId">): string | null {
  return localUserId(db, profile) === null ? profile.externalId : null;
}

/**
 * Ends all sessions of a person, whoever keeps them: ours with this transaction, Clerk's as soon as it has been told. What
 * they may do here has ended with this transaction either way, when it takes them out of their company.
 */
export async function endSessionsOf({ db, scheduler }: AccountCtx, person: Doc<"profiles">): Promise<void> {
  const userId = localUserId(db, person);
  if (userId !== null) return await endSessions(db, userId);
  if (clerkService() !== null) await scheduler.runAfter(0, internal.clerk.endSessions, { userId: person.externalId });
}

/** Writes down that sessions which Clerk keeps are over, so that their tokens are refused from this commit on. */
export async function markEnded(db: DatabaseWriter, sessionIds: readonly string[], now: number): Promise<void> {
  for (const sessionId of sessionIds) {
    const known = await db
      .query("endedSessions")
      .withIndex("by_sessionId", (q) => q.eq("sessionId", sessionId))
      .first();
    if (known === null) await db.insert("endedSessions", { sessionId, at: now });
  }
}

/**
 * Ends all sessions of an account in this transaction: every screen it is signed in on learns it with the commit,
 * because each of its subscriptions has read its session (`lib/access.ts`).
 */
export async function endSessions(db: DatabaseWriter, userId: Id<"users">): Promise<void> {
  const sessions = await db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(MAX_SESSIONS);
  let left = MAX_TOKENS;
  for (const session of sessions) {
    await db.delete("authSessions", session._id);
    left -= await deleteTokens(db, session._id, left);
  }
}

async function deleteTokens(db: DatabaseWriter, sessionId: Id<"authSessions">, atMost: number): Promise<number> {
  if (atMost <= 0) return 0;
  const tokens = await db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .take(atMost);
  for (const token of tokens) await db.delete("authRefreshTokens", token._id);
  return tokens.length;
}

/** A token of ours lives ten minutes, one of Clerk's a minute: whatever ran out an hour ago is in nobody's hands. */
const GRACE_MS = 60 * 60 * 1000;
const SESSIONS_PER_STEP = 20;
/** More than a session that never rests leaves in a day. */
const TOKENS_PER_SESSION = 200;
const ENDED_PER_STEP = 400;

/**
 * One step through all sessions: those that nobody can renew any more go, with the tokens that have run out of those that
 * live. The sign-in library leaves both behind.
 *
 * @returns where the next step begins, or null when all were seen
 */
export async function sweepSessions(
  db: DatabaseWriter,
  cursor: string | null,
  now: number,
): Promise<{ deleted: number; cursor: string | null }> {
  const page = await db.query("authSessions").paginate({ cursor, numItems: SESSIONS_PER_STEP });
  let deleted = cursor === null ? await sweepEnded(db, now) : 0;
  for (const session of page.page) deleted += await sweepSession(db, session, now - GRACE_MS);
  return { deleted, cursor: page.isDone ? null : page.continueCursor };
}

async function sweepSession(db: DatabaseWriter, session: Doc<"authSessions">, before: number): Promise<number> {
  const tokens = await db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", session._id))
    .take(TOKENS_PER_SESSION);
  const isOver = session.expirationTime < before;
  const dead = isOver ? tokens : tokens.filter(({ expirationTime }) => expirationTime < before);
  for (const token of dead) await db.delete("authRefreshTokens", token._id);
  const isLeft = dead.length < tokens.length || tokens.length === TOKENS_PER_SESSION;
  if (isLeft || (!isOver && session._creationTime >= before)) return dead.length;
  await db.delete("authSessions", session._id);
  return dead.length + 1;
}

async function sweepEnded(db: DatabaseWriter, now: number): Promise<number> {
  const old = await db
    .query("endedSessions")
    .withIndex("by_at", (q) => q.lt("at", now - GRACE_MS))
    .take(ENDED_PER_STEP);
  for (const row of old) await db.delete("endedSessions", row._id);
  return old.length;
}
