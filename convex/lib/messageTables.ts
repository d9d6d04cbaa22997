import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { BROADCAST_STATES, RECIPIENT_STATES } from "../../domain/broadcasts";
import { MESSAGE_EVENTS } from "../../domain/messages";
import { INSTANCE_STATES } from "../../domain/messagesInstances";
import { GATEWAY_KINDS } from "../../domain/messagesPacing";
import { PAUSE_REASONS, SEND_FAILURES } from "../../domain/messagesRetry";
import { bulkFilter } from "./jobTables";
import { literals, vCents, vEventDate, vPhone } from "./validators";

/** The tables of messages to customers: decision 027 says how a message goes from one state to the next. */

export const vMessageEvent = literals([...MESSAGE_EVENTS, "broadcast"] as const);
/** What it is paced by: `MessageKind` of domain/messagesPacing.ts. */
export const vMessageKind = literals(["order", "confirmation", "broadcast"] as const);
export const vSendFailure = literals(SEND_FAILURES);
export const vPauseReason = literals(PAUSE_REASONS);
export const vGatewayKind = literals(GATEWAY_KINDS);
export const vInstanceState = literals(INSTANCE_STATES);
export const vDelivery = literals(["sent", "delivered", "read", "failed"] as const);

export const MESSAGE_STATES = [
  "waiting",
  "taken",
  "sending",
  "asking",
  "sent",
  "failed",
  "expired",
  "canceled",
  "in_doubt",
] as const;
export const vMessageState = literals(MESSAGE_STATES);

/** What goes out first: what somebody expects, then what nobody has asked for. */
export const LANES = { expected: 0, broadcast: 1 } as const;
export const vLane = v.union(v.literal(LANES.expected), v.literal(LANES.broadcast));

/** `MessageItem` of domain/messages.ts, and which product it is. */
export const vMessageItem = v.object({
  productId: v.id("products"),
  name: v.string(),
  quantity: v.number(),
  unitPriceCents: vCents,
  color: v.union(v.null(), v.string()),
  size: v.union(v.null(), v.string()),
});
export type QueuedItem = Infer<typeof vMessageItem>;

/** `MessageSubject` of domain/messages.ts. */
export const vMessageSubject = v.object({
  customerName: v.union(v.null(), v.string()),
  items: v.array(vMessageItem),
  totalCents: vCents,
  paymentUrl: v.union(v.null(), v.string()),
});

export const vLogOutcome = v.union(
  v.literal("sent"),
  vSendFailure,
  v.literal("expired"),
  v.literal("in_doubt"),
  v.literal("canceled"),
);

export const vBroadcastState = literals(BROADCAST_STATES);
export const vRecipientState = literals(RECIPIENT_STATES);

/** Whom a broadcast goes to. */
export const vBroadcastSelection = v.union(
  v.object({ kind: v.literal("filter"), filter: v.object(bulkFilter) }),
  v.object({ kind: v.literal("orders"), orderIds: v.array(v.id("orders")) }),
);

/** How a company's messages are sent, beside where; absent on rows of before it could be chosen. */
export const messagingFields = {
  gateway: v.optional(vGatewayKind),
  /** Whether the gateway is known to send one key once. */
  honoursKeys: v.optional(v.boolean()),
  /** Whether several things added one after the other are told in one message. */
  mergeItems: v.optional(v.boolean()),
  /** A slower pace than the gateway's: `WantedPace` of domain/messagesPacing.ts. */
  intervalMs: v.optional(v.union(v.null(), v.number())),
  batchSize: v.optional(v.union(v.null(), v.number())),
  batchDelayMs: v.optional(v.union(v.null(), v.number())),
  /** Broadcast messages a day; only ever lowers the gateway's own. */
  dailyCeiling: v.optional(v.union(v.null(), v.number())),
};

const text = v.union(v.null(), v.string());
/** Epoch milliseconds. */
const instant = v.union(v.null(), v.number());

export const messageTables = {
  /**
   * What a customer is to be told, from the transaction that causes it until it is over. Written by `model/outbox.ts`,
   * `model/messageTaking.ts` and `model/messageSettling.ts`.
   */
  outgoingMessages: defineTable({
    tenantId: v.id("tenants"),
    kind: vMessageKind,
    event: vMessageEvent,
    lane: vLane,
    phone: vPhone,
    /** As `phoneMatchKey` gives it: what a gateway's notices are matched by. */
    matchKey: v.string(),
    /** Of a message about an order, which may be gone. */
    orderId: v.union(v.null(), v.id("orders")),
    broadcastId: v.union(v.null(), v.id("broadcasts")),
    recipientId: v.union(v.null(), v.id("broadcastRecipients")),
    /** What it is about, as it was; null for broadcasts, which have their text. */
    subject: v.union(v.null(), vMessageSubject),
    /** Written at the first try, and the same in every further one. */
    text,
    /** The idempotency key, the same in every try. */
    key: v.string(),
    state: vMessageState,
    /** How often it was given to the gateway. */
    attempts: v.number(),
    queuedAt: v.number(),
    /** When the next thing may happen to it; of one that is over, when that was. */
    dueAt: v.number(),
    expiresAt: instant,
    /** Whose turn it is; null while nobody works on it. */
    tryId: text,
    /** When the last try was given to the gateway. */
    begunAt: instant,
    /** The gateway's own id of it. */
    providerId: text,
    delivery: v.union(v.null(), vDelivery),
    failure: v.union(v.null(), vSendFailure),
    /** In the gateway's words. */
    reason: text,
    /** Who caused it. */
    byName: v.string(),
    settledAt: instant,
  })
    .index("by_tenantId_and_lane_and_state_and_dueAt", ["tenantId", "lane", "state", "dueAt"])
    .index("by_tenantId_and_orderId", ["tenantId", "orderId"])
    .index("by_tenantId_and_providerId", ["tenantId", "providerId"])
    .index("by_tenantId_and_matchKey_and_queuedAt", ["tenantId", "matchKey", "queuedAt"]),

  /**
   * Where a company's sender stands; at most one row, made by its first turn. What causes messages neither reads nor
   * writes it. Written by `model/messageSender.ts`.
   */
  messageSenders: defineTable({
    tenantId: v.id("tenants"),
    /** Of the one try that is under way. */
    tryId: text,
    /** The message it is about; also of the last try when none is under way. */
    tryMessageId: v.union(v.null(), v.id("outgoingMessages")),
    /** When that try counts as dead. */
    tryUntil: v.number(),
    /** Before this nothing goes out, */
    nextTurnAt: v.number(),
    /** and before this no broadcast. */
    nextBroadcastAt: v.number(),
    /** When the next turn has been ordered for, so that it is ordered once. */
    wakeAt: instant,
    /** How many went out one after the other, of the last kind and of broadcasts. */
    sentInRow: v.number(),
    lastKind: v.union(v.null(), vMessageKind),
    broadcastsInRow: v.number(),
    failuresInRow: v.number(),
    /** When the gateway was last known to be well; null since something failed. */
    checkedAt: instant,
    /** How often a paused queue has looked in vain. */
    probes: v.number(),
    nextProbeAt: instant,
    /** How the gateway wants to be spoken to. */
    dialect: text,
    /** The last that were accepted: a gateway that still knows one has forgotten nothing since. */
    lastSent: v.array(v.object({ providerId: v.string(), at: v.number() })),
  }).index("by_tenantId", ["tenantId"]),

  /** Why a company's queue pauses; no row while it does not: all screens show it. Written by `model/messageSender.ts`. */
  messagePauses: defineTable({ tenantId: v.id("tenants"), reason: vPauseReason, since: v.number() }).index(
    "by_tenantId",
    ["tenantId"],
  ),

  /** Every attempt and every end, for 90 days: `whatsapp_messages` of the specification. Written by `model/messageLog.ts`. */
  messageLog: defineTable({
    tenantId: v.id("tenants"),
    messageId: v.id("outgoingMessages"),
    at: v.number(),
    phone: vPhone,
    /** Empty where it was over before it was worded. */
    text: v.string(),
    type: v.union(v.literal("system_log"), v.literal("broadcast")),
    attempt: v.number(),
    outcome: vLogOutcome,
    reason: text,
    providerId: text,
  })
    .index("by_tenantId_and_at", ["tenantId", "at"])
    .index("by_tenantId_and_messageId", ["tenantId", "messageId"]),

  /** The telephones of a company at its gateway, as last seen. Written by `model/messageInstances.ts`, where something changed. */
  messageInstances: defineTable({
    tenantId: v.id("tenants"),
    name: v.string(),
    /** Digits; null while no telephone is connected. */
    number: text,
    state: vInstanceState,
    /** `data:image/png;base64,…`, while there is something to scan. */
    qrImage: text,
    pairingCode: text,
    /** Since when the number is known, which tells how much it may write. */
    firstOnlineAt: instant,
    changedAt: v.number(),
  }).index("by_tenantId", ["tenantId"]),

  /** Until when a screen shows the telephones, so that the gateway is asked; at most one row. Written by `model/messageWatch.ts`. */
  messageWatch: defineTable({
    tenantId: v.id("tenants"),
    until: v.number(),
    /** Of the one loop that asks. */
    loopId: text,
    checkedAt: instant,
    problem: v.union(v.null(), vSendFailure),
  }).index("by_tenantId", ["tenantId"]),

  /** Who wants no broadcasts any more; at most one row per phone. Written by `model/optOuts.ts`. */
  optOuts: defineTable({
    tenantId: v.id("tenants"),
    matchKey: v.string(),
    phone: vPhone,
    at: v.number(),
    source: v.union(v.literal("customer"), v.literal("staff")),
    byName: text,
  }).index("by_tenantId_and_matchKey", ["tenantId", "matchKey"]),

  /** One text to many. Written by `model/broadcasts.ts`; its counts of what came of it also by `model/messageSettling.ts`. */
  broadcasts: defineTable({
    tenantId: v.id("tenants"),
    state: vBroadcastState,
    /** Made by the browser: the same one is the same broadcast. */
    requestId: v.string(),
    selection: vBroadcastSelection,
    /** As it was confirmed, with its placeholders. */
    text: v.string(),
    ordersFound: v.number(),
    /** Recipients in the list. */
    total: v.number(),
    optedOut: v.number(),
    repeated: v.number(),
    invalid: v.number(),
    sent: v.number(),
    failed: v.number(),
    inDoubt: v.number(),
    /** Why it is `paused`; a queue that pauses by itself is in `messagePauses` and leaves it `running`. */
    pausedFor: v.union(v.null(), v.literal("by_hand"), vPauseReason),
    createdById: v.id("profiles"),
    createdByName: v.string(),
    createdAt: v.number(),
    startedByName: text,
    startedAt: instant,
    finishedAt: instant,
    /** How far preparing has come, by the order's number, and up to which it goes. */
    afterNumber: v.number(),
    upToNumber: v.number(),
  })
    .index("by_tenantId_and_state", ["tenantId", "state"])
    .index("by_tenantId_and_requestId", ["tenantId", "requestId"])
    .index("by_tenantId_and_createdAt", ["tenantId", "createdAt"]),

  /**
   * Whom a broadcast goes to, frozen before it is confirmed; one row per phone. Written by `model/broadcasts.ts`; taken
   * and settled with its message by `model/messageTaking.ts` and `model/messageSettling.ts`.
   */
  broadcastRecipients: defineTable({
    tenantId: v.id("tenants"),
    broadcastId: v.id("broadcasts"),
    /** From 0, in the order in which they are written to. */
    position: v.number(),
    phone: vPhone,
    matchKey: v.string(),
    name: text,
    state: vRecipientState,
    reason: text,
  })
    .index("by_tenantId_and_broadcastId_and_state_and_position", ["tenantId", "broadcastId", "state", "position"])
    .index("by_tenantId_and_broadcastId_and_matchKey", ["tenantId", "broadcastId", "matchKey"]),

  /** How many broadcast messages went out on a day of São Paulo: what the ceiling counts. Written by `model/messageSettling.ts`. */
  broadcastDays: defineTable({ tenantId: v.id("tenants"), date: vEventDate, sent: v.number() }).index(
    "by_tenantId_and_date",
    ["tenantId", "date"],
  ),

  /** Customers' pictures, asked of the gateway at most once a day. Written by `model/profilePictures.ts`. */
  profilePictures: defineTable({
    tenantId: v.id("tenants"),
    matchKey: v.string(),
    url: text,
    fetchedAt: v.number(),
  }).index("by_tenantId_and_matchKey", ["tenantId", "matchKey"]),
};
