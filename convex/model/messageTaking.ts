import { isExpired, writeMessage, type MessageEvent } from "../../domain/messages";
import { phoneMatchKey } from "../../domain/messagesInstances";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { assert } from "../lib/errors";
import { LANES } from "../lib/messageTables";
import { randomHex } from "../lib/randomIds";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { isBroadcastRunning, nextBroadcastTime, takeRecipient } from "./broadcastSending";
import { readWhatsapp } from "./integrations";
import { findPause, orderTurn, requireSender, type Sender } from "./messageSender";
import { abandonTry, endMessage } from "./messageSettling";
import { findLastEvent } from "./orderEvents";
import { listTemplates } from "./templates";

/** Choosing the next message of a company and giving it to the one try that is under way: decision 027, steps 1 and 2. */

type Message = Doc<"outgoingMessages">;

/** Longer than any try takes. Source: decision 027. */
const TRY_LIFE_MS = 2 * 60_000;
/** Ends of messages in one turn: a transaction stays small. */
const ENDS_PER_TURN = 50;

/**
 * One turn of the sender: begins a try of the next message, unless one is under way, the queue pauses or the last message
 * was too short a while ago; where nothing can go out yet, orders the turn at which something can.
 */
export async function takeTurn(db: TenantWriter, now: number): Promise<void> {
  if (!(await readWhatsapp(db)).isActive) return await cancelAll(db, now);
  let sender = await requireSender(db);
  if (sender.tryId !== null) {
    if (sender.tryUntil > now) return;
    await abandonTry(db, sender.tryId, now);
    sender = await requireSender(db);
  }
  if ((await findPause(db)) !== null) return await keepLooking(db, sender, now);
  if (sender.nextTurnAt > now) return await orderTurn(db, sender, sender.nextTurnAt, now);
  const next = await chooseNext(db, sender, now);
  if (next.kind === "message") return await beginTry(db, sender, next.message, now);
  if (next.at !== null) await orderTurn(db, sender, next.at, now);
}

/** A restored copy of the data has lost what was ordered: a look that is long overdue is ordered anew. */
async function keepLooking(db: TenantWriter, { nextProbeAt }: Sender, now: number): Promise<void> {
  if (nextProbeAt !== null && nextProbeAt > now - TRY_LIFE_MS) return;
  await db.runLater(0, internal.messageSending.probe, {});
}

const TRY_ID_BYTES = 8;

async function beginTry(db: TenantWriter, sender: Sender, message: Message, now: number): Promise<void> {
  const tryId = randomHex(TRY_ID_BYTES);
  const key = { messageId: message._id, tryId };
  const isQuestion = message.state === "asking";
  await db.patch("outgoingMessages", message, isQuestion ? { tryId } : { tryId, state: "taken" });
  await db.patch("messageSenders", sender, {
    ...{ tryId, tryMessageId: message._id, tryUntil: now + TRY_LIFE_MS, wakeAt: null },
  });
  await db.runLater(0, isQuestion ? internal.messageSending.ask : internal.messageSending.send, key);
  await db.runLater(TRY_LIFE_MS, internal.messageSending.overdue, key);
}

/** `at`: when there will be something to do; null when nothing is known of. */
type Next =
  { readonly kind: "message"; readonly message: Message } | { readonly kind: "none"; readonly at: number | null };

/** What is to be asked about first, then what somebody expects, then the broadcast. */
async function chooseNext(db: TenantWriter, sender: Sender, now: number): Promise<Next> {
  for (const lane of [LANES.expected, LANES.broadcast]) {
    const asked = await inLane(db, lane, "asking", { upTo: now }).first();
    if (asked !== null) return { kind: "message", message: asked };
  }
  const expected = await chooseExpected(db, now);
  if (expected.kind === "message" || expected.at === now) return expected;
  const broadcast = await chooseBroadcast(db, sender, now);
  if (broadcast.kind === "message") return broadcast;
  const instants = [expected.at, broadcast.at, await firstDue(db, LANES.expected), await firstDue(db, LANES.broadcast)];
  const known = instants.filter((at) => at !== null);
  return { kind: "none", at: known.length === 0 ? null : Math.max(now, Math.min(...known)) };
}

/** When the first that is to be asked about may be. */
async function firstDue(db: TenantReader, lane: Message["lane"]): Promise<number | null> {
  return (await inLane(db, lane, "asking").first())?.dueAt ?? null;
}

function inLane(
  db: TenantReader,
  lane: Message["lane"],
  state: Message["state"],
  { upTo = Infinity }: { readonly upTo?: number } = {},
) {
  return db
    .query("outgoingMessages")
    .withIndex("by_tenantId_and_lane_and_state_and_dueAt", (q) =>
      q.eq("lane", lane).eq("state", state).lte("dueAt", upTo),
    );
}

/**
 * The message of an order that is due first. Of one order they go out in their order: while an earlier one is to be tried
 * again or asked about, the later ones wait for it. What has expired or is no longer so ends here.
 */
async function chooseExpected(db: TenantWriter, now: number): Promise<Next> {
  const blocked = await blockedOrders(db, now);
  let chosen: Message | null = null;
  let ends = 0;
  for await (const message of inLane(db, LANES.expected, "waiting", { upTo: now })) {
    const end = isExpired(message.expiresAt, now) ? "expired" : (await isStillSo(db, message)) ? null : "canceled";
    if (end !== null) {
      await endMessage(db, message, end, { at: now });
      ends += 1;
      // The rest in a turn of its own, at once.
      if (ends === ENDS_PER_TURN) return { kind: "none", at: now };
    } else if (message.orderId === null || !blocked.has(message.orderId)) {
      chosen = message;
      break;
    }
  }
  if (chosen !== null) return { kind: "message", message: await firstOfOrder(db, chosen, now) };
  const later = await db
    .query("outgoingMessages")
    .withIndex("by_tenantId_and_lane_and_state_and_dueAt", (q) =>
      q.eq("lane", LANES.expected).eq("state", "waiting").gt("dueAt", now),
    )
    .first();
  return { kind: "none", at: later?.dueAt ?? null };
}

/** While a queue pauses, what nobody wants to read any more ends all the same. */
export async function endExpired(db: TenantWriter, now: number): Promise<void> {
  const oldest = await inLane(db, LANES.expected, "waiting", { upTo: now }).take(ENDS_PER_TURN);
  for (const message of oldest) {
    if (isExpired(message.expiresAt, now)) await endMessage(db, message, "expired", { at: now });
  }
}

/** More failed at once than a queue takes before it pauses. */
const MOST_BLOCKING = 100;

/** Orders with a message that is not over and not due yet. */
async function blockedOrders(db: TenantReader, now: number): Promise<Set<Id<"orders"> | null>> {
  const asking = await inLane(db, LANES.expected, "asking").take(MOST_BLOCKING);
  const later = await db
    .query("outgoingMessages")
    .withIndex("by_tenantId_and_lane_and_state_and_dueAt", (q) =>
      q.eq("lane", LANES.expected).eq("state", "waiting").gt("dueAt", now),
    )
    .take(MOST_BLOCKING);
  // One that was never tried is only held back so that others can join it: it is the last of its order.
  const tried = later.filter(({ attempts }) => attempts > 0);
  return new Set([...asking, ...tried].map(({ orderId }) => orderId));
}

/**
 * Of those of its order that may go, the one that was caused first: a further try is due later than what came after it, and
 * what is held back so that others can join it goes before what comes after it.
 */
async function firstOfOrder(db: TenantReader, chosen: Message, now: number): Promise<Message> {
  const { orderId } = chosen;
  if (orderId === null) return chosen;
  const all = await db
    .query("outgoingMessages")
    .withIndex("by_tenantId_and_orderId", (q) => q.eq("orderId", orderId))
    .order("desc")
    .take(MOST_BLOCKING);
  const due = all.filter(({ state, dueAt, attempts }) => state === "waiting" && (dueAt <= now || attempts === 0));
  return due.reduce((first, one) => (one._creationTime < first._creationTime ? one : first), chosen);
}

/** Whether what a message says is still so: what is no longer so is not told. */
async function isStillSo(db: TenantWriter, { event, orderId, subject }: Message): Promise<boolean> {
  if (orderId === null) return true;
  const order = await db.get("orders", orderId);
  switch (event) {
    case "item_added":
    case "order_created":
      return order !== null || !(await wasRemoved(db, orderId));
    case "paid":
      // Paid again, it is worth a word again.
      if (order !== null && !order.isPaid) await db.patch("orders", order, { confirmationQueuedAt: null });
      return order === null ? !(await wasRemoved(db, orderId)) : order.isPaid;
    case "payment_link": {
      const linkId = order?.openLinkId ?? null;
      const link = linkId === null ? null : await db.get("paymentLinks", linkId);
      return link !== null && link.url === subject?.paymentUrl;
    }
    case "item_removed":
    case "broadcast":
      return true;
    default:
      return event satisfies never;
  }
}

/** An order that is gone was deleted, or its lines went into another. */
async function wasRemoved(db: TenantReader, orderId: Id<"orders">): Promise<boolean> {
  return (await findLastEvent(db, orderId))?.change.kind !== "merged_into";
}

/** The next message of the running broadcast: one that is to be tried again, else that of the next recipient. */
async function chooseBroadcast(db: TenantWriter, sender: Sender, now: number): Promise<Next> {
  const at = await nextBroadcastTime(db, now);
  if (at === null) return { kind: "none", at: null };
  const earliest = Math.max(at, sender.nextBroadcastAt);
  if (earliest > now) return { kind: "none", at: earliest };
  for await (const message of inLane(db, LANES.broadcast, "waiting", { upTo: now })) {
    if (await isBroadcastRunning(db, message)) return { kind: "message", message };
  }
  const taken = await takeRecipient(db, now);
  if (taken.kind === "message") return taken;
  if (taken.kind === "more") return { kind: "none", at: now };
  const later = await inLane(db, LANES.broadcast, "waiting").first();
  return { kind: "none", at: later === null || later.dueAt <= now ? null : later.dueAt };
}

/** Messaging has been switched off: nothing that waits is said when it is switched on again. */
async function cancelAll(db: TenantWriter, now: number): Promise<void> {
  const waiting = await inLane(db, LANES.expected, "waiting").take(ENDS_PER_TURN);
  for (const message of waiting) await endMessage(db, message, "canceled", { at: now });
  if (waiting.length === ENDS_PER_TURN) await db.runLater(0, internal.messageSending.turn, {});
  const running = await db
    .query("broadcasts")
    .withIndex("by_tenantId_and_state", (q) => q.eq("state", "running"))
    .first();
  if (running !== null) await db.patch("broadcasts", running, { state: "paused", pausedFor: "by_hand" });
}

export interface Given {
  readonly to: string;
  readonly text: string;
  readonly key: string;
}

/**
 * From here on the message may have left. Its text is written when it is given for the first time, and stays.
 *
 * @param checked whether the gateway was found well for it
 * @returns null where it is no longer to be sent, or no longer by this try
 */
export async function giveMessage(
  db: TenantWriter,
  { messageId, tryId }: { readonly messageId: Id<"outgoingMessages">; readonly tryId: string },
  { checked, now }: { readonly checked: boolean; readonly now: number },
): Promise<Given | null> {
  const message = await db.get("outgoingMessages", messageId);
  const sender = await requireSender(db);
  if (sender.tryId !== tryId) return null;
  const isOurs = message !== null && message.tryId === tryId && message.state === "taken";
  if (!isOurs || !(await mayGo(db, message, now))) {
    await abandonTry(db, tryId, now);
    return null;
  }
  const addressed = await followOrder(db, message);
  const text = message.text ?? (await wordMessage(db, addressed));
  const { phone: to, matchKey, subject, key } = addressed;
  const attempts = message.attempts + 1;
  await db.patch("outgoingMessages", message, {
    ...{ state: "sending", text, attempts, begunAt: now, phone: to, matchKey, subject },
  });
  if (checked) await db.patch("messageSenders", sender, { checkedAt: now });
  return { to, text, key };
}

/** An order that was launched to a wrong phone and got the right one since: whoever has the wrong one is told nothing. */
async function followOrder(db: TenantReader, message: Message): Promise<Message> {
  const { orderId, subject, text } = message;
  const order = orderId === null || text !== null ? null : await db.get("orders", orderId);
  if (order === null || subject === null || order.customerPhone === message.phone) return message;
  const { customerPhone: phone, customerName } = order;
  return { ...message, phone, matchKey: phoneMatchKey(phone) ?? phone, subject: { ...subject, customerName } };
}

/** Between being chosen and now the messaging may have been switched off, or the broadcast stopped. */
async function mayGo(db: TenantReader, message: Message, now: number): Promise<boolean> {
  if (isExpired(message.expiresAt, now) || !(await readWhatsapp(db)).isActive) return false;
  return message.broadcastId === null || (await isBroadcastRunning(db, message));
}

async function wordMessage(db: TenantReader, { event, subject }: Message): Promise<string> {
  assert(event !== "broadcast" && subject !== null, "a message about an order should say what about");
  const known: MessageEvent = event;
  return writeMessage(known, subject, await listTemplates(db));
}
