import { saoPauloDate } from "../../domain/calendar";
import { SKIPPED_REASONS } from "../../domain/broadcasts";
import { writeBroadcast } from "../../domain/messages";
import { nextBroadcastAt } from "../../domain/messagesPacing";
import type { Doc, Id } from "../_generated/dataModel";
import { assert } from "../lib/errors";
import { LANES } from "../lib/messageTables";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { readBroadcastLimits } from "./broadcastLimits";
import { hasOptedOut } from "./optOuts";
import { freshMessage } from "./outbox";

/**
 * Taking one recipient of a broadcast after the other, and writing down what came of it. The transaction that takes a
 * recipient makes their message, so each is taken once, whatever dies afterwards.
 */

type Message = Doc<"outgoingMessages">;
type Recipient = Doc<"broadcastRecipients">;

/** The one that runs; a company has one at most. */
async function findRunning(db: TenantReader): Promise<Doc<"broadcasts"> | null> {
  return await db
    .query("broadcasts")
    .withIndex("by_tenantId_and_state", (q) => q.eq("state", "running"))
    .first();
}

/** When the running broadcast may go on: now, in the morning, or when today's are used up tomorrow; null without one. */
export async function nextBroadcastTime(db: TenantReader, now: number): Promise<number | null> {
  if ((await findRunning(db)) === null) return null;
  const { day } = await readBroadcastLimits(db, now);
  return nextBroadcastAt(now, day);
}

export async function isBroadcastRunning(db: TenantReader, { broadcastId }: Message): Promise<boolean> {
  const broadcast = broadcastId === null ? null : await db.get("broadcasts", broadcastId);
  return broadcast?.state === "running";
}

/** Recipients looked at in one turn; those who have opted out since are passed over. */
const LOOKS_PER_TURN = 50;

/** `more`: everybody who was looked at is passed over, and others wait. */
export type TakenRecipient =
  { readonly kind: "message"; readonly message: Message } | { readonly kind: "more" | "none" };

/** The message of the next recipient of the running broadcast. */
export async function takeRecipient(db: TenantWriter, now: number): Promise<TakenRecipient> {
  const broadcast = await findRunning(db);
  if (broadcast === null) return { kind: "none" };
  let skipped = 0;
  for (const recipient of await inState(db, broadcast._id, "waiting").take(LOOKS_PER_TURN)) {
    if (await hasOptedOut(db, recipient.matchKey)) {
      await db.patch("broadcastRecipients", recipient, { state: "skipped", reason: SKIPPED_REASONS.optedOut });
      skipped += 1;
      continue;
    }
    await countSkipped(db, broadcast, skipped);
    return { kind: "message", message: await makeMessage(db, broadcast, recipient, now) };
  }
  await countSkipped(db, broadcast, skipped);
  if (skipped === LOOKS_PER_TURN) return { kind: "more" };
  await finishIfDone(db, broadcast._id, now);
  return { kind: "none" };
}

async function countSkipped(db: TenantWriter, broadcast: Doc<"broadcasts">, skipped: number): Promise<void> {
  if (skipped === 0) return;
  const { total, optedOut } = broadcast;
  await db.patch("broadcasts", broadcast, { total: total - skipped, optedOut: optedOut + skipped });
}

async function makeMessage(
  db: TenantWriter,
  broadcast: Doc<"broadcasts">,
  recipient: Recipient,
  now: number,
): Promise<Message> {
  const { phone, matchKey, name } = recipient;
  await db.patch("broadcastRecipients", recipient, { state: "taken" });
  const id = await db.insert("outgoingMessages", {
    kind: "broadcast",
    event: "broadcast",
    lane: LANES.broadcast,
    ...{ phone, matchKey },
    orderId: null,
    broadcastId: broadcast._id,
    recipientId: recipient._id,
    subject: null,
    ...freshMessage("broadcast", now),
    text: writeBroadcast(broadcast.text, name),
    byName: broadcast.startedByName ?? broadcast.createdByName,
  });
  const made = await db.get("outgoingMessages", id);
  assert(made !== null, "a row that was inserted should be there");
  return made;
}

function inState(db: TenantReader, broadcastId: Id<"broadcasts">, state: Recipient["state"]) {
  return db
    .query("broadcastRecipients")
    .withIndex("by_tenantId_and_broadcastId_and_state_and_position", (q) =>
      q.eq("broadcastId", broadcastId).eq("state", state),
    );
}

type End = "sent" | "failed" | "in_doubt" | "canceled";

/** What came of a recipient's message; one that was in doubt may turn out to have been sent. */
export async function settleRecipient(
  db: TenantWriter,
  { recipientId, broadcastId }: Message,
  { end, reason, now }: { readonly end: End; readonly reason: string | null; readonly now: number },
): Promise<void> {
  const recipient = recipientId === null ? null : await db.get("broadcastRecipients", recipientId);
  const broadcast = broadcastId === null ? null : await db.get("broadcasts", broadcastId);
  if (recipient === null || broadcast === null) return;
  const before = recipient.state;
  const state = end === "canceled" ? "skipped" : end;
  if (before === state) return;
  const shownReason = end === "canceled" ? SKIPPED_REASONS.canceled : reason;
  await db.patch("broadcastRecipients", recipient, { state, reason: shownReason });
  const one = (of: Recipient["state"]) => Number(state === of) - Number(before === of);
  await db.patch("broadcasts", broadcast, {
    sent: broadcast.sent + one("sent"),
    failed: broadcast.failed + one("failed"),
    inDoubt: broadcast.inDoubt + one("in_doubt"),
  });
  // What may have left counts as sent: a ceiling that is passed costs the number.
  if (before === "taken" && (state === "sent" || state === "in_doubt")) await countSent(db, now);
  await finishIfDone(db, broadcast._id, now);
}

async function countSent(db: TenantWriter, now: number): Promise<void> {
  const date = saoPauloDate(now);
  const row = await db
    .query("broadcastDays")
    .withIndex("by_tenantId_and_date", (q) => q.eq("date", date))
    .unique();
  if (row === null) await db.insert("broadcastDays", { date, sent: 1 });
  else await db.patch("broadcastDays", row, { sent: row.sent + 1 });
}

async function finishIfDone(db: TenantWriter, broadcastId: Id<"broadcasts">, now: number): Promise<void> {
  const broadcast = await db.get("broadcasts", broadcastId);
  if (broadcast === null || (broadcast.state !== "running" && broadcast.state !== "paused")) return;
  for (const state of ["waiting", "taken"] as const) {
    if ((await inState(db, broadcastId, state).first()) !== null) return;
  }
  await db.patch("broadcasts", broadcast, { state: "finished", pausedFor: null, finishedAt: now });
}
