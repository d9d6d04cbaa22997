import { isOver } from "../../domain/broadcasts";
import { isExpired } from "../../domain/messages";
import { paceOf, waitAfter, type MessageKind } from "../../domain/messagesPacing";
import {
  ASK_AFTER_MS,
  decideRetry,
  failuresInRow,
  pauseAfter,
  type RetryDecision,
  type SendFailure,
  type SentAnswer,
} from "../../domain/messagesRetry";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { settleRecipient } from "./broadcastSending";
import { readWhatsapp } from "./integrations";
import { logAttempt } from "./messageLog";
import { orderTurn, pauseQueue, requireSender, wakeSender, type Sender } from "./messageSender";
import { appendOrderEvent } from "./orderEvents";
import { changeOrder } from "./orders";
import { SYSTEM_ACTOR } from "./paymentLinks";

/** What becomes of a message after a try: decision 027, steps 3 and 4. The rules are in `domain/messagesRetry.ts`. */

type Message = Doc<"outgoingMessages">;

export interface TryKey {
  readonly messageId: Id<"outgoingMessages">;
  readonly tryId: string;
}

/** `obstacle`: the gateway was asked how it is, and nothing was given to it. */
export type TryOutcome =
  | { readonly kind: "sent"; readonly providerId: string | null; readonly dialect: string | null }
  | { readonly kind: "failed"; readonly failure: SendFailure; readonly reason: string | null }
  | { readonly kind: "obstacle"; readonly failure: SendFailure };

/** When it is, and a number from 0 to below 1 for what is drawn. */
export interface Chance {
  readonly now: number;
  readonly random: number;
}

/**
 * The answer of a try. That of one that was given up meanwhile counts where it says that the message left, and for nothing
 * else.
 */
export async function settleTry(db: TenantWriter, key: TryKey, outcome: TryOutcome, chance: Chance): Promise<void> {
  const message = await db.get("outgoingMessages", key.messageId);
  const sender = await requireSender(db);
  if (sender.tryId !== key.tryId || message === null || message.tryId !== key.tryId) {
    if (outcome.kind === "sent" && message !== null) await noteSent(db, message, outcome.providerId, chance.now);
    return;
  }
  switch (outcome.kind) {
    case "sent":
      await settleSent(db, message, outcome.providerId, chance.now);
      return await goOn(db, sender, { message, outcome }, chance);
    case "obstacle":
      await backToWaiting(db, message, message.dueAt, chance.now);
      return await goOn(db, sender, { message, outcome }, chance);
    case "failed": {
      const { failure, reason } = outcome;
      // The gateway's notice was faster than its answer, which was lost.
      if (message.providerId !== null) {
        const proven = { kind: "sent", providerId: message.providerId, dialect: null } as const;
        return await settleTry(db, key, proven, chance);
      }
      await logAttempt(db, message, { outcome: failure, reason, at: chance.now });
      await afterFailure(db, { ...message, failure, reason }, null, chance);
      return await goOn(db, sender, { message, outcome }, chance);
    }
  }
}

/** Pace, pause and what was learnt, once a try is over; and the next turn. */
async function goOn(
  db: TenantWriter,
  sender: Sender,
  { message, outcome }: { readonly message: Message; readonly outcome: TryOutcome },
  chance: Chance,
): Promise<void> {
  const { now } = chance;
  const learnt = outcome.kind === "sent" ? sentFields(sender, outcome, now) : failedFields(sender, outcome.failure);
  const pace = outcome.kind === "obstacle" ? {} : await pacedFields(db, sender, message.kind, chance);
  const reason = outcome.kind === "sent" ? null : pauseAfter(outcome.failure, learnt.failuresInRow ?? 0);
  const paused = reason === null ? {} : await pauseQueue(db, sender, reason, now);
  const after = { ...learnt, ...pace, ...paused, tryId: null };
  await db.patch("messageSenders", sender, after);
  const next = { ...sender, ...after };
  if (reason === null) await orderTurn(db, next, Math.max(now, next.nextTurnAt), now);
}

/** As many as a gateway's list surely holds of the last half minute. */
const REMEMBERED = 50;

function sentFields(
  { dialect, lastSent }: Sender,
  outcome: TryOutcome & { kind: "sent" },
  now: number,
): Partial<Sender> {
  const { providerId } = outcome;
  const known = providerId === null ? lastSent : [...lastSent, { providerId, at: now }].slice(-REMEMBERED);
  return { failuresInRow: 0, probes: 0, checkedAt: now, dialect: outcome.dialect ?? dialect, lastSent: known };
}

function failedFields(sender: Sender, failure: SendFailure): Partial<Sender> {
  const inRow = failuresInRow(sender.failuresInRow, failure);
  return { failuresInRow: inRow, checkedAt: inRow === sender.failuresInRow ? sender.checkedAt : null };
}

/** A broadcast's long waits hold up broadcasts alone: what somebody expects goes out in between. */
async function pacedFields(
  db: TenantReader,
  sender: Sender,
  kind: MessageKind,
  { now, random }: Chance,
): Promise<Partial<Sender>> {
  const settings = await readWhatsapp(db);
  const pace = paceOf(settings.gateway, kind, settings);
  const isRowOver = now - sender.nextTurnAt > pace.batchDelay.mostMs;
  if (kind === "broadcast") {
    const inRow = sender.broadcastsInRow + 1;
    const wait = waitAfter(pace, inRow, random);
    const shortest = waitAfter(paceOf(settings.gateway, "order", settings), 1, random);
    const nextTurnAt = now + Math.min(wait, shortest);
    return { broadcastsInRow: inRow, sentInRow: 0, lastKind: kind, nextTurnAt, nextBroadcastAt: now + wait };
  }
  const inRow = sender.lastKind === kind && !isRowOver ? sender.sentInRow + 1 : 1;
  const nextTurnAt = now + waitAfter(pace, inRow, random);
  return { sentInRow: inRow, lastKind: kind, nextTurnAt };
}

/** `unreachable`: the gateway could not be asked. */
export type AskOutcome = SentAnswer | "unreachable";

/** The gateway's answer to whether a message left whose own answer was lost. */
export async function settleAsk(db: TenantWriter, key: TryKey, answer: AskOutcome, chance: Chance): Promise<void> {
  const message = await db.get("outgoingMessages", key.messageId);
  const sender = await requireSender(db);
  if (sender.tryId !== key.tryId) return;
  await db.patch("messageSenders", sender, { tryId: null, ...(answer === "unreachable" ? { checkedAt: null } : {}) });
  if (message !== null && message.tryId === key.tryId && message.state === "asking") {
    if (answer === "unreachable") await askLater(db, message, chance.now);
    else await afterFailure(db, message, answer, chance);
  }
  await wakeSender(db);
}

const ASK_AGAIN_MS = 60_000;
/** Of what does not expire. */
const LONGEST_DOUBT_MS = 24 * 60 * 60_000;

async function askLater(db: TenantWriter, message: Message, now: number): Promise<void> {
  const until = message.expiresAt ?? (message.begunAt ?? now) + LONGEST_DOUBT_MS;
  if (isExpired(until, now)) return await endMessage(db, message, "in_doubt", { at: now });
  await db.patch("outgoingMessages", message, { tryId: null, dueAt: now + ASK_AGAIN_MS });
}

/** @param message with its failure @param answer null while the gateway has not been asked */
async function afterFailure(
  db: TenantWriter,
  message: Message,
  answer: SentAnswer | null,
  { now, random }: Chance,
): Promise<void> {
  const { honoursKeys } = await readWhatsapp(db);
  const { attempts, expiresAt } = message;
  const failure = message.failure ?? "lost";
  const decision = decideRetry({ failure, attempts, expiresAt, now, random, answer, honoursKeys });
  await carryOut(db, message, decision, now);
}

async function carryOut(db: TenantWriter, message: Message, decision: RetryDecision, now: number): Promise<void> {
  const { failure, reason } = message;
  switch (decision.kind) {
    case "sent":
      return await settleSent(db, message, null, now);
    case "ask":
      return await db.patch("outgoingMessages", message, {
        ...{ state: "asking", tryId: null, dueAt: decision.at, failure, reason },
      });
    case "retry":
      return await backToWaiting(db, message, decision.at, now);
    case "end":
      return await endMessage(db, message, decision.state, { at: now, reason });
  }
}

/** What waits for another try; of a broadcast that is over nothing is tried again. */
async function backToWaiting(db: TenantWriter, message: Message, dueAt: number, now: number): Promise<void> {
  const broadcast = message.broadcastId === null ? null : await db.get("broadcasts", message.broadcastId);
  if (broadcast !== null && isOver(broadcast.state)) return await endMessage(db, message, "canceled", { at: now });
  const { failure, reason } = message;
  await db.patch("outgoingMessages", message, { state: "waiting", tryId: null, dueAt, failure, reason });
}

async function settleSent(db: TenantWriter, message: Message, providerId: string | null, at: number): Promise<void> {
  await db.patch("outgoingMessages", message, {
    ...{ state: "sent", tryId: null, providerId, dueAt: at, settledAt: at, failure: null, reason: null },
    delivery: message.delivery ?? "sent",
  });
  await logAttempt(db, message, { outcome: "sent", providerId, at });
  await markOrder(db, message, at);
  await settleRecipient(db, message, { end: "sent", reason: null, now: at });
}

/** The order shows what was really sent, and its timeline tells when. */
async function markOrder(db: TenantWriter, { orderId, event }: Message, at: number): Promise<void> {
  const order = orderId === null || event === "broadcast" ? null : await db.get("orders", orderId);
  if (order === null || event === "broadcast") return;
  if (event === "item_added" && !order.itemAddedMessageSent)
    await changeOrder(db, order, { itemAddedMessageSent: true });
  if (event === "paid" && !order.paymentConfirmationSent)
    await changeOrder(db, order, { paymentConfirmationSent: true });
  await appendOrderEvent(db, order._id, { actor: SYSTEM_ACTOR, at }, { kind: "message_sent", event });
}

/**
 * Somebody else knows that a message left: a late answer, or a notice of the gateway, which may come before the answer. Counts
 * for every message that was given and is not known to have left.
 */
export async function noteSent(
  db: TenantWriter,
  message: Message,
  providerId: string | null,
  at: number,
): Promise<void> {
  if (message.state === "sent" || message.begunAt === null) return;
  // Its try is still under way and settles it, with the pace that follows.
  if (message.state === "sending") return await db.patch("outgoingMessages", message, { providerId });
  await settleSent(db, message, providerId, at);
}

/** A message that is over without having been sent, as far as anybody knows. */
export async function endMessage(
  db: TenantWriter,
  message: Message,
  state: "failed" | "expired" | "in_doubt" | "canceled",
  { at, reason = null }: { readonly at: number; readonly reason?: string | null },
): Promise<void> {
  const { failure } = message;
  await db.patch("outgoingMessages", message, {
    ...{ state, tryId: null, dueAt: at, settledAt: at, failure, reason: reason ?? message.reason },
  });
  // A failure is in the log already, as the attempt that it was.
  if (state !== "failed") await logAttempt(db, message, { outcome: state, reason, at });
  const end = state === "expired" ? "failed" : state;
  await settleRecipient(db, message, { end, reason: reason ?? message.reason, now: at });
}

/**
 * A try of which nothing is heard any more: what was not given waits again, what was may have left and is asked about.
 */
export async function abandonTry(db: TenantWriter, tryId: string, now: number): Promise<void> {
  const sender = await requireSender(db);
  if (sender.tryId !== tryId) return;
  await db.patch("messageSenders", sender, { tryId: null });
  const { tryMessageId } = sender;
  const message = tryMessageId === null ? null : await db.get("outgoingMessages", tryMessageId);
  if (message !== null && message.tryId === tryId) await takeUp(db, message, now);
  await wakeSender(db);
}

async function takeUp(db: TenantWriter, message: Message, now: number): Promise<void> {
  if (message.state === "taken") return await backToWaiting(db, message, message.dueAt, now);
  if (message.state === "asking") {
    return await db.patch("outgoingMessages", message, { tryId: null, dueAt: now + ASK_AFTER_MS });
  }
  if (message.providerId !== null) return await settleSent(db, message, message.providerId, now);
  await logAttempt(db, message, { outcome: "lost", at: now });
  await afterFailure(db, { ...message, failure: "lost", reason: null }, null, { now, random: 0 });
}
