/** What the server says of messages. */

export const NO_NEWS = { pausedFor: null, message: null, pausedAt: null, broadcastId: null };

export function aStatus(change: Record<string, unknown> = {}) {
  return {
    isActive: true,
    isConfigured: true,
    gateway: "specified",
    webhookUrl: "https://loja.convex.site/webhooks/wa/lojademo",
    instances: [{ name: "loja", number: "5511987654321", state: "online" }],
    qr: null,
    checkedAt: Date.now(),
    problem: null,
    queue: { waiting: 0, pausedFor: null, message: null, pausedAt: null },
    ...change,
  };
}

/** A message that did not go out. */
export function aTrouble(change: Record<string, unknown> = {}) {
  return {
    messageId: "m1",
    orderId: "order-12",
    orderNumber: 12,
    phone: "5511987654321",
    event: "paid",
    state: "failed",
    reason: null,
    at: Date.parse("2026-11-20T15:00:00Z"),
    ...change,
  };
}

/** A message of an order. */
export function aMessage(change: Record<string, unknown> = {}) {
  return {
    messageId: "m1",
    event: "item_added",
    state: "sent",
    text: "Oi Maria!",
    queuedAt: Date.parse("2026-11-20T15:00:00Z"),
    settledAt: Date.parse("2026-11-20T15:00:05Z"),
    attempts: 1,
    delivery: null,
    reason: null,
    canRetry: false,
    ...change,
  };
}

export function anAttempt(change: Record<string, unknown> = {}) {
  return {
    at: Date.parse("2026-11-20T15:00:00Z"),
    phone: "5511987654321",
    text: "Oi Maria!",
    type: "system_log",
    attempt: 1,
    outcome: "sent",
    reason: null,
    ...change,
  };
}
