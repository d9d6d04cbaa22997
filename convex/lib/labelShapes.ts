import { v, type Infer } from "convex/values";
import { LABEL_ACTIONS } from "../../domain/shipments";
import { freightFields } from "./paymentTables";
import { vBatchAction, vChargeState, vLabelProblem, vLabelStep, vRecipient, vShipmentState } from "./shipmentTables";
import { literals, vAddress, vCents, vEventDate, vPhone } from "./validators";

/** What the screens of labels are given. */

const vText = v.union(v.null(), v.string());
const vInstant = v.union(v.null(), v.number());
const vFreight = v.object(freightFields);

/** How one order is sent. */
export const vLabelRow = v.object({
  orderId: v.id("orders"),
  orderNumber: v.number(),
  /** Null: the order was deleted. */
  publicId: vText,
  customerName: vText,
  customerPhone: vPhone,
  eventDate: v.union(v.null(), vEventDate),
  orderTotalCents: v.union(v.null(), vCents),
  isPaid: v.boolean(),
  orderedAt: vInstant,
  state: vShipmentState,
  /** At the checkout; null where the customer collects the order, or nobody was asked. */
  chosenFreight: v.union(v.null(), vFreight),
  service: v.union(v.null(), vFreight),
  priceCents: v.union(v.null(), vCents),
  /** What is under way. `nextTryAt`: no answer came, and it is asked about again by itself. */
  step: v.union(v.null(), v.object({ kind: vLabelStep, byName: v.string(), since: v.number(), nextTryAt: vInstant })),
  problem: v.union(v.null(), v.object({ code: vLabelProblem, message: v.string(), at: v.number() })),
  charge: v.union(
    v.null(),
    v.object({ state: vChargeState, url: vText, amountCents: vCents, expiresAt: v.number(), paidAt: vInstant }),
  ),
  isGenerated: v.boolean(),
  labelUrl: vText,
  trackingCode: vText,
  trackingUrl: vText,
  providerStatus: vText,
  alert: vText,
  createdAt: vInstant,
  createdByName: vText,
  actions: v.array(literals(LABEL_ACTIONS)),
});
export type LabelRow = Infer<typeof vLabelRow>;

const vIssue = v.object({ field: v.string(), message: v.string() });
/** Null is not known. */
const vRecipientFacts = v.object({
  name: vText,
  document: vText,
  email: vText,
  phone: vPhone,
  address: v.union(v.null(), vAddress),
});
const vSenderFacts = v.object({
  ...vAddress.fields,
  name: v.string(),
  document: v.string(),
  email: v.string(),
  phone: v.string(),
});

export const vPreparation = v.object({
  row: vLabelRow,
  recipient: vRecipientFacts,
  sender: vSenderFacts,
  options: v.array(v.object({ ...freightFields, isFreightOfOrder: v.boolean(), isOutdated: v.boolean() })),
  chosenOptionId: vText,
  quotedCep: vText,
  /** Of the chosen one: it was asked for other things, or to another place. */
  isOutdated: v.boolean(),
  issues: v.object({ recipient: v.array(vIssue), sender: v.array(vIssue) }),
  parcel: v.object({
    volumes: v.array(
      v.object({ weightGrams: v.number(), lengthCm: v.number(), heightCm: v.number(), widthCm: v.number() }),
    ),
    insuredCents: vCents,
    lines: v.array(v.object({ code: v.string(), name: v.string(), quantity: v.number(), unitPriceCents: vCents })),
  }),
});

export const vOutcome = v.object({
  outcome: v.union(v.literal("done"), v.literal("failed"), v.literal("working")),
  message: vText,
});

export const vBatchView = v.object({
  batchId: v.id("shipmentBatches"),
  action: vBatchAction,
  state: v.union(v.literal("running"), v.literal("done")),
  startedAt: v.number(),
  startedByName: v.string(),
  ok: v.number(),
  failed: v.number(),
  total: v.number(),
  rows: v.array(
    v.object({
      orderId: v.id("orders"),
      orderNumber: v.number(),
      outcome: v.union(v.literal("waiting"), v.literal("running"), v.literal("done"), v.literal("failed")),
      message: vText,
    }),
  ),
  url: vText,
});

/** A recipient as typed. */
export const recipientArgs = vRecipient.fields;
/** As the form began: `vPreparation`'s. */
export const vSeenRecipient = v.object({
  name: vText,
  document: vText,
  email: vText,
  address: v.union(v.null(), vAddress),
});
