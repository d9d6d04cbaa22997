import { expect } from "vitest";
import type { Row } from "./row";
import { PAGE, PHONE } from "./world";

const INTERNALS = [
  "broadcasts:gather",
  "broadcasts:sweep",
  "gatewayWebhooks:shop",
  "gatewayWebhooks:take",
  "whatsapp:access",
  "whatsapp:beginConnecting",
  "whatsapp:connecting",
  "whatsapp:knownPicture",
  "whatsapp:look",
  "whatsapp:looked",
  "whatsapp:pictureFound",
  "whatsapp:tick",
];

/** The messaging gateway, broadcasts, and who wants none. */
export const GATEWAY_ROWS: Record<string, Row> = {
  ...Object.fromEntries(INTERNALS.map((path) => [path, { who: "internal" as const }])),
  "broadcasts:cancel": {
    who: "staff",
    args: ({ a }) => ({ broadcastId: a.broadcastId }),
    stranger: { refusal: "broadcast_not_found" },
    own: (result) => expect(result).toEqual({ state: "canceled" }),
  },
  "broadcasts:current": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: null },
    own: (result) => expect(result).toBeNull(),
  },
  "broadcasts:get": {
    who: "staff",
    args: ({ a }) => ({ broadcastId: a.broadcastId, now: Date.UTC(2026, 10, 20, 15) }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ state: "ready", total: 1, text: "Oi da Loja A" }),
  },
  "broadcasts:list": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: [] },
    own: (result) => expect(result).toEqual([]),
  },
  "broadcasts:pause": {
    who: "staff",
    args: ({ a }) => ({ broadcastId: a.broadcastId }),
    stranger: { refusal: "broadcast_not_found" },
    own: (result) => expect(result).toEqual({ state: "ready" }),
  },
  "broadcasts:prepare": {
    who: "staff",
    args: ({ a }) => ({ requestId: "r1", selection: { kind: "orders", orderIds: [a.orderId] }, text: "Oi" }),
    stranger: { returns: { broadcastId: expect.any(String) } },
    own: (result) => expect(result).toEqual({ broadcastId: expect.any(String) as string }),
  },
  "broadcasts:recipients": {
    who: "staff",
    args: ({ a }) => ({ broadcastId: a.broadcastId, ...PAGE }),
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ position: 0, phone: "5511987654321" }] }),
  },
  "broadcasts:resume": {
    who: "staff",
    args: ({ a }) => ({ broadcastId: a.broadcastId }),
    stranger: { refusal: "broadcast_not_found" },
    own: (result) => expect(result).toEqual({ state: "ready" }),
  },
  "broadcasts:start": {
    who: "staff",
    args: ({ a }) => ({ broadcastId: a.broadcastId, seenTotal: 1 }),
    stranger: { refusal: "broadcast_not_found" },
    own: (result) => expect(result).toEqual({ state: "running" }),
  },
  "messageOptOuts:list": {
    who: "staff",
    args: () => PAGE,
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ phone: "5531999998888" }] }),
  },
  "messageOptOuts:ofPhone": {
    who: "staff",
    args: () => ({ phone: "5531999998888" }),
    stranger: { returns: null },
    own: (result) => expect(result).toEqual({ at: 0, source: "customer", byName: null }),
  },
  "messageOptOuts:set": {
    who: "staff",
    args: () => ({ phone: PHONE, isOptedOut: true }),
    stranger: { returns: null },
    own: (result) => expect(result).toBeNull(),
  },
  "whatsapp:connect": {
    who: "staff",
    args: () => ({ instanceName: "loja" }),
    stranger: { refusal: "messaging_not_configured" },
    own: { refusal: "messaging_not_configured" },
  },
  "whatsapp:news": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: { pausedFor: null, message: null, pausedAt: null, broadcastId: null } },
    own: (result) => expect(result).toMatchObject({ broadcastId: null }),
  },
  "whatsapp:profilePicture": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toEqual({ url: null }),
  },
  "whatsapp:refresh": {
    who: "staff",
    args: () => ({}),
    stranger: { refusal: "messaging_not_configured" },
    own: { refusal: "messaging_not_configured" },
  },
  "whatsapp:resumeQueue": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: null },
    own: (result) => expect(result).toBeNull(),
  },
  "whatsapp:status": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: expect.objectContaining({ instances: [{ name: "loja", number: null, state: "unknown" }] }) },
    own: (result) =>
      expect(result).toMatchObject({ instances: [{ name: "Telefone da Loja A", number: null, state: "offline" }] }),
  },
  "whatsapp:testConnection": { who: "see access.test.ts" },
  "whatsapp:watch": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: null },
    own: (result) => expect(result).toBeNull(),
  },
};
