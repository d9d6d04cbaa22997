import { v, type Infer } from "convex/values";
import { MESSAGE_EVENTS } from "../../domain/messages";
import { vPaymentMethod, vPaymentState, vPaymentStatus, vWithdrawal } from "./paymentTables";
import { vShipmentState } from "./shipmentTables";
import { literals, vCents, vEventDate, vEventType, vPhone, vPlainValue } from "./validators";

/** A line as a timeline keeps it: readable when the product is long gone. */
const vKeptLine = v.object({ productCode: v.string(), quantity: v.number(), unitPriceCents: vCents });
const productOf = { productId: v.id("products"), productCode: v.string() };

/**
 * What can happen to an order, one shape per kind. `totalCents` is always the order's total afterwards; `before` and
 * `after` are what a person would want to compare.
 */
export const vOrderChange = v.union(
  v.object({
    kind: v.literal("launched"),
    created: v.boolean(),
    ...productOf,
    quantity: v.number(),
    unitPriceCents: vCents,
    totalCents: vCents,
  }),
  v.object({
    kind: v.literal("launch_undone"),
    ...productOf,
    quantity: v.number(),
    unitPriceCents: vCents,
    totalCents: vCents,
  }),
  v.object({
    kind: v.literal("line_added"),
    ...productOf,
    /** What was added, which is less than the line when the product was in the order already. */
    quantity: v.number(),
    unitPriceCents: vCents,
    totalCents: vCents,
  }),
  v.object({
    kind: v.literal("quantity_changed"),
    ...productOf,
    before: v.number(),
    after: v.number(),
    totalCents: vCents,
  }),
  v.object({
    kind: v.literal("price_changed"),
    ...productOf,
    before: vCents,
    after: vCents,
    totalCents: vCents,
  }),
  v.object({
    kind: v.literal("line_removed"),
    ...productOf,
    quantity: v.number(),
    unitPriceCents: vCents,
    totalCents: vCents,
  }),
  v.object({ kind: v.literal("adjustment_changed"), before: vCents, after: vCents, totalCents: vCents }),
  v.object({ kind: v.literal("phone_changed"), before: vPhone, after: vPhone }),
  v.object({
    kind: v.literal("field_changed"),
    field: v.union(v.literal("isPaid"), v.literal("printed"), v.literal("observation")),
    before: vPlainValue,
    after: vPlainValue,
    reason: v.union(v.null(), v.string()),
  }),
  v.object({
    kind: v.literal("merged_from"),
    orderId: v.id("orders"),
    orderNumber: v.number(),
    phone: vPhone,
    wasPaid: v.boolean(),
    addedCents: vCents,
    observation: v.union(v.null(), v.string()),
    lines: v.array(vKeptLine),
    totalCents: vCents,
  }),
  v.object({ kind: v.literal("merged_into"), orderId: v.id("orders"), orderNumber: v.number(), totalCents: vCents }),
  v.object({ kind: v.literal("payment_link_opened"), amountCents: vCents, expiresAt: v.number() }),
  v.object({ kind: v.literal("payment_link_withdrawn"), amountCents: vCents, reason: vWithdrawal }),
  v.object({ kind: v.literal("payment_link_expired"), amountCents: vCents }),
  v.object({
    kind: v.literal("payment_changed"),
    /** The provider's. */
    paymentId: v.string(),
    status: vPaymentStatus,
    method: vPaymentMethod,
    amountCents: vCents,
    refundedCents: vCents,
    /** How all payments of the order stand with it. */
    state: vPaymentState,
  }),
  v.object({ kind: v.literal("confirmation_queued") }),
  v.object({ kind: v.literal("message_sent"), event: literals(MESSAGE_EVENTS) }),
  v.object({
    kind: v.literal("shipment_changed"),
    state: vShipmentState,
    /** The carrier's service. */
    service: v.union(v.null(), v.string()),
    priceCents: v.union(v.null(), vCents),
    trackingCode: v.union(v.null(), v.string()),
  }),
  v.object({
    kind: v.literal("removed"),
    orderNumber: v.number(),
    phone: vPhone,
    customerName: v.union(v.null(), v.string()),
    eventType: vEventType,
    eventDate: vEventDate,
    isPaid: v.boolean(),
    totalCents: vCents,
    adjustmentCents: vCents,
    observation: v.union(v.null(), v.string()),
    stockReturned: v.boolean(),
    lines: v.array(vKeptLine),
  }),
);

export type OrderChange = Infer<typeof vOrderChange>;
