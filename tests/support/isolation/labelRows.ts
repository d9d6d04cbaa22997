import { expect } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import type { DatabaseWriter } from "../../../convex/_generated/server";
import type { Row } from "./row";
import { PAGE, PHONE, type Stocked } from "./world";

/** A label that has arrived, and a batch that was refused. */
export async function addLabel(
  db: DatabaseWriter,
  { shop: { tenantId }, staff, orderId }: Stocked,
): Promise<Id<"shipmentBatches">> {
  const times = { paidAt: 1, generatedAt: 1, postedAt: 1, deliveredAt: 1, canceledAt: null, expiredAt: null };
  await db.insert("shipments", {
    ...{ tenantId, orderId, orderNumber: 1, customerPhone: "5511987654321", customerName: null },
    ...{ state: "delivered", listedAt: 1, recipient: null, quote: null, key: "k", service: null, request: null },
    ...{ createdAt: 0, createdByName: "Ana", labelId: "etiqueta-da-loja-a", priceCents: 2565, times },
    ...{ trackingCode: "ME1BR", labelUrl: null, providerStatus: "delivered", askedAt: 0, step: null, problem: null },
    ...{ nextStepAt: null, chargeId: null },
  });
  return await db.insert("shipmentBatches", {
    ...{ tenantId, requestId: "r0", action: "pay", startedAt: 0, startedById: staff.profileId, startedByName: "Ana" },
    rows: [{ orderId, orderNumber: 1, outcome: "failed", message: "Da loja A" }],
    ...{ url: null, nextStepAt: null },
  });
}

const INTERNALS = [
  "labelBatches:end",
  "labelBatches:next",
  "labelBatches:printable",
  "labelBatches:run",
  "labelNotices:log",
  "labelNotices:shop",
  "labelNotices:take",
  "labelWork:begin",
  "labelWork:beginCharge",
  "labelWork:chargeFacts",
  "labelWork:chargeMade",
  "labelWork:chargeNotMade",
  "labelWork:chargeStepped",
  "labelWork:claim",
  "labelWork:facts",
  "labelWork:looked",
  "labelWork:settle",
  "labelWork:step",
  "labelWork:stepCharge",
  "labelWork:sweep",
  "labels:keepQuote",
  "labels:quoteQuestion",
  "labels:refreshable",
];

const RECIPIENT = { name: "Maria", document: "", email: "", address: null };

/** The order of company A has a label that was delivered; the order itself is not paid. */
const ofTheOrder = (own: { readonly refusal: string }, more: object = {}): Row => ({
  who: "staff",
  args: ({ a }) => ({ orderId: a.orderId, ...more }),
  stranger: { refusal: "order_not_found" },
  own,
});

/** Labels, what customers are charged for them, batches. */
export const LABEL_ROWS: Record<string, Row> = {
  ...Object.fromEntries(INTERNALS.map((path) => [path, { who: "internal" as const }])),
  "labels:create": ofTheOrder({ refusal: "order_not_paid" }, { optionId: null }),
  "labels:quote": ofTheOrder({ refusal: "order_not_paid" }),
  "labels:saveRecipient": ofTheOrder({ refusal: "order_not_paid" }, RECIPIENT),
  "labels:pay": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, seenPriceCents: 1 }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toEqual({ outcome: "done", message: null }),
  },
  "labels:charge": ofTheOrder({ refusal: "label_action_refused" }),
  "labels:download": ofTheOrder({ refusal: "label_action_refused" }),
  "labels:cancel": ofTheOrder({ refusal: "label_action_refused" }),
  "labels:refresh": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toMatchObject({ outcome: "failed" }),
  },
  "labels:ofOrder": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ orderNumber: 1, state: "delivered", trackingCode: "ME1BR" }),
  },
  "labels:preparation": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ parcel: { lines: [{ code: "C151", quantity: 1 }] } }),
  },
  "labels:list": {
    who: "staff",
    args: () => ({ state: "delivered", ...PAGE }),
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ orderNumber: 1 }] }),
  },
  "labels:find": {
    who: "staff",
    args: () => ({ text: PHONE }),
    stranger: { returns: [] },
    own: (result) => expect(result).toEqual([]),
  },
  "labels:startBatch": {
    who: "staff",
    args: ({ a }) => ({ requestId: "um-lote", action: "download", orderIds: [a.orderId] }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toMatchObject({ batchId: expect.any(String) }),
  },
  "labels:batch": {
    who: "staff",
    args: ({ a }) => ({ batchId: a.batchId }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ action: "pay", total: 1, failed: 1 }),
  },
  "labels:wallet": {
    who: "staff",
    args: () => ({}),
    stranger: { refusal: "shipping_problem" },
    own: { refusal: "shipping_problem" },
  },
  "labels:addFunds": {
    who: "staff",
    args: () => ({ amountCents: 5_000 }),
    stranger: { refusal: "shipping_problem" },
    own: { refusal: "shipping_problem" },
  },
  "labels:webhookAddress": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: { url: expect.stringContaining("/webhooks/me/") } },
    own: (result) => expect(result).toMatchObject({ url: expect.stringContaining("/webhooks/me/") }),
  },
};
