import { phoneMatchKey } from "../../domain/messagesInstances";
import type { Doc } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";

/** Customers' pictures as their gateway tells them: asked for at most once a day, for too many questions are answered with none. */

/** Source: contracts/whatsapp.md §2.2 "cached 24 h". */
const FRESH_MS = 24 * 60 * 60 * 1_000;

export interface KnownPicture {
  readonly url: string | null;
  readonly isFresh: boolean;
}

/** What was told last of a phone's picture; null where it was never asked for. */
export async function findPicture(db: TenantReader, phone: string, now: number): Promise<KnownPicture | null> {
  const row = await findRow(db, phone);
  return row === null ? null : { url: row.url, isFresh: now - row.fetchedAt < FRESH_MS };
}

export async function keepPicture(db: TenantWriter, phone: string, url: string | null, now: number): Promise<void> {
  const matchKey = phoneMatchKey(phone);
  if (matchKey === null) return;
  const row = await findRow(db, phone);
  if (row === null) await db.insert("profilePictures", { matchKey, url, fetchedAt: now });
  else await db.patch("profilePictures", row, { url, fetchedAt: now });
}

async function findRow(db: TenantReader, phone: string): Promise<Doc<"profilePictures"> | null> {
  const matchKey = phoneMatchKey(phone);
  if (matchKey === null) return null;
  return await db
    .query("profilePictures")
    .withIndex("by_tenantId_and_matchKey", (q) => q.eq("matchKey", matchKey))
    .first();
}
