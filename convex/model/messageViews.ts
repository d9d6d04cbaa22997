import { v, type Infer } from "convex/values";
import { expiryOf } from "../../domain/messages";
import type { Doc, Id } from "../_generated/dataModel";
import { refuseWith } from "../lib/errors";
import { LANES, vDelivery, vLogOutcome, vMessageEvent, vMessageState } from "../lib/messageTables";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { vPhone } from "../lib/validators";
import { readWhatsapp } from "./integrations";
import { wakeSender } from "./messageSender";
import { messagesOf } from "./outbox";

/** What staff see of the messages of orders, and what they do about those that were not sent. */

const text = v.union(v.null(), v.string());
const instant = v.union(v.null(), v.number());

export const vOrderMessage = v.object({
  messageId: v.id("outgoingMessages"),
  event: vMessageEvent,
  state: vMessageState,
  /** As it was given to the gateway; null while it has not been. */
  text,
  queuedAt: v.number(),
  settledAt: instant,
  attempts: v.number(),
  delivery: v.union(v.null(), vDelivery),
  reason: text,
  canRetry: v.boolean(),
});

const SHOWN = 50;

/** The last messages about an order, newest first. */
export async function listMessagesOf(db: TenantReader, orderId: Id<"orders">): Promise<Infer<typeof vOrderMessage>[]> {
  const messages = await messagesOf(db, orderId).order("desc").take(SHOWN);
  return messages.map((message) => {
    const { _id: messageId, event, state, queuedAt, settledAt, attempts, delivery, reason } = message;
    const canRetry = isRetryable(message);
    return { messageId, event, state, text: message.text, queuedAt, settledAt, attempts, delivery, reason, canRetry };
  });
}

const NEEDING = ["failed", "expired", "in_doubt"] as const;

export const vAttention = v.object({
  messageId: v.id("outgoingMessages"),
  orderId: v.union(v.null(), v.id("orders")),
  /** Null where the order is gone. */
  orderNumber: v.union(v.null(), v.number()),
  phone: vPhone,
  event: vMessageEvent,
  state: v.union(v.literal("failed"), v.literal("expired"), v.literal("in_doubt")),
  reason: text,
  at: v.number(),
});

/** What was to be said of orders since an instant and was not, or perhaps not; newest first. */
export async function listAttention(db: TenantReader, since: number): Promise<Infer<typeof vAttention>[]> {
  const found = [];
  for (const state of NEEDING) {
    const some = await db
      .query("outgoingMessages")
      .withIndex("by_tenantId_and_lane_and_state_and_dueAt", (q) =>
        q.eq("lane", LANES.expected).eq("state", state).gte("dueAt", since),
      )
      .order("desc")
      .take(SHOWN);
    found.push(...some.map((message) => ({ message, state })));
  }
  const newest = found.sort((a, b) => b.message.dueAt - a.message.dueAt).slice(0, SHOWN);
  return await Promise.all(
    newest.map(async ({ message, state }) => {
      const { _id: messageId, orderId, phone, event, reason, dueAt: at } = message;
      const order = orderId === null ? null : await db.get("orders", orderId);
      return { messageId, orderId, orderNumber: order?.number ?? null, phone, event, state, reason, at };
    }),
  );
}

export const vLogLine = v.object({
  at: v.number(),
  phone: vPhone,
  text: v.string(),
  type: v.union(v.literal("system_log"), v.literal("broadcast")),
  attempt: v.number(),
  outcome: vLogOutcome,
  reason: text,
});

export function toLogLine(line: Doc<"messageLog">): Infer<typeof vLogLine> {
  const { at, phone, text: said, type, attempt, outcome, reason } = line;
  return { at, phone, text: said, type, attempt, outcome, reason };
}

/** Messages of broadcasts have no order to be asked from, and their broadcast is over. */
function isRetryable({ state, lane }: Doc<"outgoingMessages">): boolean {
  return lane === LANES.expected && NEEDING.some((needing) => needing === state);
}

/**
 * Has a message tried again that was not sent, with a life of its own from now on.
 *
 * @param sendAgain the person has read that it may have been delivered
 * Refused with `message_not_found`, `messaging_inactive`, `message_not_retryable`, `message_in_doubt`.
 */
export async function retryMessage(
  db: TenantWriter,
  { messageId, sendAgain }: { readonly messageId: Id<"outgoingMessages">; readonly sendAgain: boolean },
  now: number,
): Promise<void> {
  const message = (await db.get("outgoingMessages", messageId)) ?? refuseWith("message_not_found");
  if (!(await readWhatsapp(db)).isActive) return refuseWith("messaging_inactive");
  if (!isRetryable(message)) return refuseWith("message_not_retryable");
  if (message.state === "in_doubt" && !sendAgain) return refuseWith("message_in_doubt");
  await db.patch("outgoingMessages", message, {
    ...{ state: "waiting", attempts: 0, dueAt: now, expiresAt: expiryOf(message.event, now) },
    ...{ failure: null, reason: null, settledAt: null, delivery: null },
  });
  await wakeSender(db);
}
