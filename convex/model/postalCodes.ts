import type { PostalAddress } from "../../domain/postalAddress";
import type { Doc } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";

/** What CEPs stand for, remembered for all companies that ask the same service. */

const DAY_MS = 24 * 60 * 60 * 1000;
/** Streets change slowly. Source: contracts/viacep.md §1. */
export const FOUND_LIFE_MS = 30 * DAY_MS;
/** New CEPs are given out every day. Inferred. */
export const MISSING_LIFE_MS = DAY_MS;

export interface RememberedCep {
  readonly address: PostalAddress | null;
  readonly fetchedAt: number;
}

export async function findCep(db: DatabaseReader, source: string, cep: string): Promise<Doc<"postalCodes"> | null> {
  return await db
    .query("postalCodes")
    .withIndex("by_source_and_cep", (q) => q.eq("source", source).eq("cep", cep))
    .unique();
}

/** Whether what is remembered is still to be believed. */
export function isFresh({ address, fetchedAt }: RememberedCep, now: number): boolean {
  return now - fetchedAt < (address === null ? MISSING_LIFE_MS : FOUND_LIFE_MS);
}

/** More than each new row adds, so that the table does not grow for ever. */
const DELETE_BATCH = 5;

export async function rememberCep(
  db: DatabaseWriter,
  { source, cep, address }: { readonly source: string; readonly cep: string; readonly address: PostalAddress | null },
  now: number,
): Promise<void> {
  const known = await findCep(db, source, cep);
  if (known === null) await db.insert("postalCodes", { source, cep, address, fetchedAt: now });
  else await db.patch("postalCodes", known._id, { address, fetchedAt: now });
  const old = await db
    .query("postalCodes")
    .withIndex("by_fetchedAt", (q) => q.lt("fetchedAt", now - FOUND_LIFE_MS))
    .take(DELETE_BATCH);
  for (const row of old) await db.delete("postalCodes", row._id);
}
