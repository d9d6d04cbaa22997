import { expect } from "vitest";
import type { DatabaseWriter } from "../../../convex/_generated/server";
import type { Row } from "./row";
import { PAGE, type Stocked } from "./world";

/** The ERP is switched on and looks connected, but its queue rests: no call here gets as far as asking it. */
export async function connectErp(db: DatabaseWriter, { shop: { tenantId } }: Pick<Stocked, "shop">): Promise<void> {
  const settings = { clientId: "c", environment: "sandbox", isActive: true, tokenExpiresAt: null } as const;
  await db.insert("blingSettings", { tenantId, ...settings });
  const sender = { pausedFor: "no_permission", pausedAt: 1, pausedUntil: null, pauses: 1 } as const;
  await db.insert("erpSenders", { tenantId, ...sender, failuresInRow: 0, nextTurnAt: 0 });
  await db.insert("secrets", { tenantId, name: "bling.access_token", sealed: "", ending: "", updatedAt: 0 });
}

/** An order that was about to go to the ERP. */
export async function addErpOrder(db: DatabaseWriter, { shop, orderId }: Stocked): Promise<void> {
  await db.insert("erpOrders", {
    ...{
      tenantId: shop.tenantId,
      orderId,
      orderNumber: 1,
      key: "1-a",
      wish: "cancel",
      state: "withdrawn",
      list: "canceled",
    },
    ...{
      revision: 2,
      saleId: null,
      saleNumber: null,
      mayExist: false,
      sentHash: null,
      isCanceled: false,
      situationId: null,
    },
    ...{
      isStockPosted: false,
      isBilled: false,
      givenHash: null,
      totalCents: null,
      paidDate: "2026-11-20",
      attempts: 0,
    },
    ...{ queuedAt: 0, changedAt: 0, dueAt: null, reason: null, steps: [{ at: 0, text: "Da loja A" }] },
  });
}

const INTERNALS = [
  "bling:beginConnection",
  "blingWork:address",
  "blingWork:facts",
  "blingWork:goOn",
  "blingWork:settle",
  "blingWork:sweep",
  "blingWork:turn",
  "blingWork:work",
];

/** The way of paid orders to the ERP. */
export const ERP_ROWS: Record<string, Row> = {
  ...Object.fromEntries(INTERNALS.map((path) => [path, { who: "internal" as const }])),
  "bling:ofOrder": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ state: "withdrawn", steps: [{ text: "Da loja A" }] }),
  },
  "bling:ofOrders": {
    who: "staff",
    args: ({ a }) => ({ orderIds: [a.orderId] }),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ state: "withdrawn" }]),
  },
  "bling:orders": {
    who: "staff",
    args: () => ({ ...PAGE, list: "all" }),
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ orderNumber: 1 }] }),
  },
  "bling:overview": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: expect.objectContaining({ isActive: true }) },
    own: (result) => expect(result).toMatchObject({ isActive: true, connection: { state: "connected" } }),
  },
  "bling:resumeQueue": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: null },
    own: (result) => expect(result).toBeNull(),
  },
  "bling:retryFailed": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: { queued: 0, more: false } },
    own: (result) => expect(result).toEqual({ queued: 0, more: false }),
  },
  "bling:send": {
    who: "staff",
    args: ({ a }) => ({ orderIds: [a.orderId] }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toMatchObject({ queued: 0, skipped: [{ reason: "O pedido não está pago" }] }),
  },
};
