import { v } from "convex/values";
import { vPaymentState } from "./paymentTables";
import { vAddress, vCents, vEventDate, vEventType, vPhone } from "./validators";

const orderRow = {
  _id: v.id("orders"),
  number: v.number(),
  publicId: v.string(),
  createdAt: v.number(),
  customerPhone: vPhone,
  customerName: v.union(v.null(), v.string()),
  totalCents: vCents,
  pieces: v.number(),
  isPaid: v.boolean(),
  printed: v.boolean(),
  eventType: vEventType,
  eventDate: vEventDate,
  observation: v.union(v.null(), v.string()),
  whatsappGroup: v.union(v.null(), v.string()),
  messagesSent: v.object({ itemAdded: v.boolean(), paymentConfirmation: v.boolean() }),
  paymentState: v.optional(vPaymentState),
  /** Printed, and changed since. */
  needsReprint: v.optional(v.literal(true)),
};

/** What a row of any list of orders shows. */
export const vOrderRow = v.object(orderRow);

export const vOrderLine = v.object({
  lineId: v.id("cartItems"),
  productId: v.union(v.null(), v.id("products")),
  code: v.string(),
  name: v.string(),
  color: v.union(v.null(), v.string()),
  size: v.union(v.null(), v.string()),
  imageUrl: v.union(v.null(), v.string()),
  quantity: v.number(),
  unitPriceCents: vCents,
  lineTotalCents: vCents,
  stock: v.union(v.null(), v.number()),
  changedBy: v.string(),
  changedAt: v.number(),
});

/** What the dialogs of one order show. */
export const vOrderDetail = v.object({
  ...orderRow,
  adjustmentCents: vCents,
  hasCart: v.boolean(),
  customer: v.union(
    v.null(),
    v.object({
      name: v.union(v.null(), v.string()),
      phone: vPhone,
      cpf: v.union(v.null(), v.string()),
      email: v.union(v.null(), v.string()),
      address: v.union(v.null(), vAddress),
    }),
  ),
  lines: v.array(vOrderLine),
  lastEdit: v.union(v.null(), v.object({ actorName: v.string(), at: v.number() })),
});

/** What one slip says. */
export const vSlip = v.object({
  ...orderRow,
  adjustmentCents: vCents,
  address: v.union(v.null(), vAddress),
  lines: v.array(
    v.object({
      code: v.string(),
      name: v.string(),
      color: v.union(v.null(), v.string()),
      size: v.union(v.null(), v.string()),
      quantity: v.number(),
      unitPriceCents: vCents,
      lineTotalCents: vCents,
    }),
  ),
});
