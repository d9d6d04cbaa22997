import { v } from "convex/values";
import { RETURN_STATUSES } from "../../domain/payments";
import { freightFields, vPaymentMethod, vPaymentState, vPaymentStatus } from "./paymentTables";
import { vOrderLine } from "./orderShapes";
import { literals, vAddress, vCents, vEventDate, vEventType, vPhone } from "./validators";

/** What the screens of checkout and payment are told. */

const vText = v.union(v.null(), v.string());

export const vSummary = v.object({
  totalCents: vCents,
  discountCents: vCents,
  freightCents: vCents,
  grandTotalCents: vCents,
});

/** A row of the lookup and of the history. */
export const vCheckoutRow = v.object({
  orderId: v.id("orders"),
  number: v.number(),
  eventType: vEventType,
  eventDate: vEventDate,
  createdAt: v.number(),
  totalCents: vCents,
  pieces: v.number(),
  lines: v.number(),
  paymentState: v.optional(vPaymentState),
});

export const vPaymentShown = v.object({
  paymentId: v.string(),
  status: vPaymentStatus,
  statusDetail: v.string(),
  method: vPaymentMethod,
  amountCents: vCents,
  refundedCents: vCents,
  at: v.number(),
  approvedAt: v.union(v.null(), v.number()),
  isLate: v.boolean(),
});

export const vCheckoutOrder = v.object({
  orderId: v.id("orders"),
  number: v.number(),
  publicId: v.string(),
  eventType: vEventType,
  eventDate: vEventDate,
  createdAt: v.number(),
  customerPhone: vPhone,
  isPaid: v.boolean(),
  lines: v.array(vOrderLine),
  adjustmentCents: vCents,
  customer: v.object({
    name: vText,
    cpf: vText,
    email: vText,
    address: v.union(v.null(), vAddress),
    source: literals(["order", "customer", "none"]),
  }),
  freight: v.object({
    options: v.array(v.object(freightFields)),
    chosenId: v.string(),
    quotedCep: vText,
    isOutdated: v.boolean(),
  }),
  coupon: v.union(v.null(), v.object({ code: v.string(), discountCents: vCents, problem: vText })),
  gift: v.union(v.null(), v.object({ name: v.string(), description: vText, minimumPurchaseCents: vCents })),
  summary: vSummary,
  payment: v.object({
    state: vPaymentState,
    expectedCents: vCents,
    paidCents: vCents,
    refundedCents: vCents,
    payments: v.array(vPaymentShown),
  }),
  link: v.union(
    v.null(),
    v.object({
      url: v.string(),
      amountCents: vCents,
      createdAt: v.number(),
      expiresAt: v.number(),
      createdByName: v.string(),
    }),
  ),
  linkIsBeingMade: v.boolean(),
  isSimulated: v.boolean(),
  canCharge: v.boolean(),
});

/** What whoever holds an order's reference may know: no phone, no address, no name of a person. */
export const vReturnView = v.object({
  tenantName: v.string(),
  number: v.number(),
  amountCents: vCents,
  status: literals(RETURN_STATUSES),
  paymentId: vText,
  paymentUrl: vText,
  providerUrl: v.string(),
  isSimulated: v.boolean(),
});
