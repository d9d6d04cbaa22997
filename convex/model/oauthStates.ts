import { STATE_LIFE_MS, type OAuthService } from "../../domain/oauth";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { sha256Hex } from "../lib/hashing";
import { randomHex } from "../lib/randomIds";

/**
 * The state that goes along to a service and comes back: whose permission it is that somebody brings. It is kept as a
 * hash alone, works once, and only for the service, company and person it was made for.
 */

export interface StateOwner {
  readonly service: OAuthService;
  readonly shopId: Id<"tenants">;
  readonly profileId: Id<"profiles">;
}

const STATE_BYTES = 32;

/** @returns the state itself, this once */
export async function createState(db: DatabaseWriter, owner: StateOwner, now: number): Promise<string> {
  const state = randomHex(STATE_BYTES);
  await db.insert("oauthStates", { hash: await sha256Hex(state), ...owner, expiresAt: now + STATE_LIFE_MS });
  return state;
}

/** What a state was made for; null for one that never was, has been used, or is over. */
export async function findState(db: DatabaseReader, state: string, now: number): Promise<Doc<"oauthStates"> | null> {
  const hash = await sha256Hex(state);
  const row = await db
    .query("oauthStates")
    .withIndex("by_hash", (q) => q.eq("hash", hash))
    .unique();
  return row !== null && row.expiresAt > now ? row : null;
}

/** From now on the state opens nothing. */
export async function useUp(db: DatabaseWriter, state: Doc<"oauthStates">): Promise<void> {
  await db.delete("oauthStates", state._id);
}

/** Deletes those that nobody came back with. @returns how many */
export async function deleteStatesBefore(db: DatabaseWriter, now: number, most: number): Promise<number> {
  const over = await db
    .query("oauthStates")
    .withIndex("by_expiresAt", (q) => q.lte("expiresAt", now))
    .take(most);
  for (const { _id } of over) await db.delete("oauthStates", _id);
  return over.length;
}
