import type { Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { sha256Hex } from "../lib/hashing";
import { randomHex } from "../lib/randomIds";

const KEY_BYTES = 32;

type Target = Id<"invites"> | Id<"screenLinks">;

/** Makes the key of an invitation or a big screen. It is returned this once and kept as a hash alone. */
export async function createLinkKey(db: DatabaseWriter, targetId: Target): Promise<string> {
  const key = randomHex(KEY_BYTES);
  await db.insert("linkKeys", { hash: await sha256Hex(key), targetId });
  return key;
}

/** What a key opens, or null. */
export async function findLinkTarget(db: DatabaseReader, key: string): Promise<Target | null> {
  const hash = await sha256Hex(key);
  const found = await db
    .query("linkKeys")
    .withIndex("by_hash", (q) => q.eq("hash", hash))
    .unique();
  return found?.targetId ?? null;
}

/** From now on the key opens nothing. */
export async function deleteLinkKey(db: DatabaseWriter, targetId: Target): Promise<void> {
  const row = await db
    .query("linkKeys")
    .withIndex("by_targetId", (q) => q.eq("targetId", targetId))
    .unique();
  if (row !== null) await db.delete("linkKeys", row._id);
}
