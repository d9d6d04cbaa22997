import { Doc } from "../storage/document";
import { encodeInt64 } from "../storage/values";
import type { Overlay } from "./overlay";

/**
 * The placeholder for "the timestamp at which this commits" (contract §2.1): inside the transaction it stands in documents as it is and sorts
 * as the greatest int64; at the commit it becomes that timestamp.
 *
 * It is found and replaced in the JSON text, which is exact: within a string of JSON its quotes would be escaped.
 */
const PLACEHOLDER = '{"$commitTs":null}';

export const hasPlaceholder = (json: string): boolean => json.includes(PLACEHOLDER);

/** The same value with the timestamp in each placeholder's place. */
export function withCommitTs(json: string, ts: bigint): string {
  return hasPlaceholder(json) ? json.replaceAll(PLACEHOLDER, JSON.stringify(encodeInt64(ts))) : json;
}

/** Gives every document of an overlay its commit's timestamp, index entries included. */
export function settleCommitTs(overlay: Overlay, ts: bigint): void {
  for (const { table, id, after } of [...overlay.changes()]) {
    if (after === null || !hasPlaceholder(after.json)) continue;
    overlay.put(table, id, after, new Doc(id, withCommitTs(after.json, ts)));
  }
}
