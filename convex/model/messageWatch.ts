import { randomHex } from "../lib/randomIds";
import type { SendFailure } from "../../domain/messagesRetry";
import type { Doc } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";

/**
 * While a screen shows the telephones, the gateway is asked every five seconds: by one loop, however many screens look.
 *
 *   1. A screen says that it is there (`extendWatch`). Where no loop runs, one begins: its first step is scheduled.
 *   2. Each step (`beginLook`) takes a new name for the loop, has the gateway asked, and schedules itself for the case that
 *      no answer is ever written down (a program that was killed while it asked).
 *   3. The answer (`settleLook`) schedules the next step. A step of an older name does nothing, so that there is one loop.
 *   4. When no screen has said anything for half a minute, the loop ends.
 */

export const LOOK_EVERY_MS = 5_000;
/** After this an answer does not come any more: longer than a question takes with its repeats. */
export const LOST_AFTER_MS = 60_000;
/** A screen says every 15 seconds that it is there. */
const WATCH_MS = 30_000;

export async function readWatch(db: TenantReader): Promise<Doc<"messageWatch"> | null> {
  return await db.query("messageWatch").withIndex("by_tenantId").first();
}

/** @returns the name of the loop that is to begin; null where one runs */
export async function extendWatch(db: TenantWriter, now: number): Promise<string | null> {
  const until = now + WATCH_MS;
  const row = await readWatch(db);
  if (row?.loopId !== null && row?.loopId !== undefined) {
    await db.patch("messageWatch", row, { until });
    return null;
  }
  const loopId = newName();
  if (row === null) await db.insert("messageWatch", { until, loopId, checkedAt: null, problem: null });
  else await db.patch("messageWatch", row, { until, loopId });
  return loopId;
}

/** @returns the loop's new name where the gateway is to be asked; null where it is not this loop's turn, or nobody looks */
export async function beginLook(db: TenantWriter, loopId: string, now: number): Promise<string | null> {
  const row = await readWatch(db);
  if (row?.loopId !== loopId) return null;
  if (row.until <= now) {
    await db.patch("messageWatch", row, { loopId: null });
    return null;
  }
  const next = newName();
  await db.patch("messageWatch", row, { loopId: next });
  return next;
}

/**
 * Writes down how a question ended.
 *
 * @param loopId null for one that a person asked
 * @returns whether the loop goes on
 */
export async function settleLook(
  db: TenantWriter,
  { loopId, problem }: { readonly loopId: string | null; readonly problem: SendFailure | null },
  now: number,
): Promise<boolean> {
  const row = await readWatch(db);
  if (row === null) await db.insert("messageWatch", { until: now, loopId: null, checkedAt: now, problem });
  else await db.patch("messageWatch", row, { checkedAt: now, problem });
  return loopId !== null && row?.loopId === loopId;
}

const NAME_BYTES = 8;
const newName = () => randomHex(NAME_BYTES);
