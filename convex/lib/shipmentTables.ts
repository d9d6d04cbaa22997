import { defineTable } from "convex/server";
import { v } from "convex/values";
import { LABEL_PROBLEMS, LABEL_STEPS } from "../../domain/labelProblems";
import { SHIPMENT_STATES } from "../../domain/shipments";
import { freightFields, vPaymentItem, vPaymentStatus, vQuotedOption } from "./paymentTables";
import { literals, vAddress, vCents, vPhone } from "./validators";

/** The tables of labels: what is sent, what the customer is charged for it, and batches. */

export const vShipmentState = literals(SHIPMENT_STATES);

export const vLabelStep = literals(LABEL_STEPS);
export const vLabelProblem = literals(LABEL_PROBLEMS);

export const CHARGE_STATES = ["creating", "open", "paid", "refunded", "withdrawn", "expired", "failed"] as const;
export const vChargeState = literals(CHARGE_STATES);

export const BATCH_ACTIONS = ["create", "pay", "download"] as const;
export const vBatchAction = literals(BATCH_ACTIONS);

const vInstant = v.union(v.null(), v.number());
const vText = v.union(v.null(), v.string());

/** `LabelTimes` of domain/shipments.ts. */
export const vLabelTimes = v.object({
  paidAt: vInstant,
  generatedAt: vInstant,
  postedAt: vInstant,
  deliveredAt: vInstant,
  canceledAt: vInstant,
  expiredAt: vInstant,
});

/** `LabelNews` of providers/melhorEnvioShipments.ts. */
export const vLabelNews = v.object({
  labelId: v.string(),
  status: v.string(),
  times: vLabelTimes,
  trackingCode: vText,
  priceCents: v.union(v.null(), vCents),
});

/** Who a label is for, as typed for it alone; the telephone is the order's. Empty texts are not known. */
export const vRecipient = v.object({
  name: v.string(),
  document: v.string(),
  email: v.string(),
  address: v.union(v.null(), vAddress),
});

/** `LabelPerson` of domain/labels.ts. */
const vPerson = v.object({
  name: v.string(),
  document: v.string(),
  email: v.string(),
  phone: v.string(),
  address: vAddress,
});

/** What is asked of the carrier, frozen when it was decided: asking again asks for the same. `LabelRequest` of the adapter. */
export const vLabelRequest = v.object({
  serviceId: v.string(),
  sender: vPerson,
  recipient: vPerson,
  volumes: v.array(
    v.object({ weightGrams: v.number(), lengthCm: v.number(), heightCm: v.number(), widthCm: v.number() }),
  ),
  insuredCents: vCents,
  lines: v.array(v.object({ code: v.string(), name: v.string(), quantity: v.number(), unitPriceCents: vCents })),
  orderNumber: v.number(),
  /** Where the shop sees its labels; absent where nobody has said where the shop is. */
  shopUrl: v.optional(v.string()),
});

export const shipmentTables = {
  /**
   * How one order is sent: at most one row per order, from the first thing that is known of it. It outlives the order,
   * because labels cost money. Written by `model/shipments.ts` and `model/shipmentNews.ts`; `state` is also kept with the
   * order (`shipmentState`), for the list of those that still want a label.
   */
  shipments: defineTable({
    tenantId: v.id("tenants"),
    orderId: v.id("orders"),
    orderNumber: v.number(),
    customerPhone: vPhone,
    customerName: vText,
    state: vShipmentState,
    /** When the state was entered that it is listed under. */
    listedAt: v.number(),
    recipient: v.union(v.null(), v.object({ ...vRecipient.fields, savedByName: v.string(), savedAt: v.number() })),
    /** What carriers asked for the lines as they were, to where the label is to go. */
    quote: v.union(
      v.null(),
      v.object({ cep: v.string(), fingerprint: v.string(), quotedAt: v.number(), options: v.array(vQuotedOption) }),
    ),

    /** Ours, of this label: goes along as its tag, so that it can be found where an answer was lost. */
    key: vText,
    service: v.union(v.null(), v.object(freightFields)),
    request: v.union(v.null(), vLabelRequest),
    createdAt: vInstant,
    createdByName: vText,

    /** The service's number of the label: cart, shipment and order there are one. Null until it is known. */
    labelId: vText,
    priceCents: v.union(v.null(), vCents),
    times: vLabelTimes,
    trackingCode: vText,
    labelUrl: vText,
    /** The service's own word for how it stands, and when it was asked for. */
    providerStatus: vText,
    askedAt: v.number(),

    /**
     * What is being asked of the service, written down before it is asked. `begunAt`: when it was last asked, so that
     * whoever goes on asks what became of it instead of asking again; null while it has not been. `claim`: who is at it.
     */
    step: v.union(
      v.null(),
      v.object({
        kind: vLabelStep,
        actorId: v.union(v.null(), v.id("profiles")),
        actorName: v.string(),
        startedAt: v.number(),
        attempts: v.number(),
        begunAt: vInstant,
        claim: v.union(v.null(), v.object({ id: v.string(), until: v.number() })),
        batchId: v.union(v.null(), v.id("shipmentBatches")),
      }),
    ),
    /** Why the last step did not succeed. `reason`: the service's own words. */
    problem: v.union(
      v.null(),
      v.object({ code: vLabelProblem, step: v.union(v.null(), vLabelStep), reason: vText, at: v.number() }),
    ),
    /** When something is to be done about it next (go on with a step, ask how it stands); null when nothing is. */
    nextStepAt: vInstant,
    /** What the customer was last asked to pay for it. */
    chargeId: v.union(v.null(), v.id("shipmentCharges")),
  })
    .index("by_tenantId_and_orderId", ["tenantId", "orderId"])
    .index("by_tenantId_and_labelId", ["tenantId", "labelId"])
    .index("by_tenantId_and_state_and_listedAt", ["tenantId", "state", "listedAt"])
    .index("by_tenantId_and_nextStepAt", ["tenantId", "nextStepAt"]),

  /**
   * A link by which a customer pays what the label costs. Its payments are not the order's. Written by
   * `model/shipmentCharges.ts`; the steps are those of `paymentLinks`.
   */
  shipmentCharges: defineTable({
    tenantId: v.id("tenants"),
    shipmentId: v.id("shipments"),
    orderNumber: v.number(),
    publicRef: v.string(),
    /** Ours; goes along as the idempotency key. */
    key: v.string(),
    state: vChargeState,
    amountCents: vCents,
    items: v.array(vPaymentItem),
    payer: v.object({ name: vText, email: vText, cpf: vText, phone: v.string() }),
    preferenceId: vText,
    url: vText,
    createdAt: v.number(),
    createdByName: v.string(),
    expiresAt: v.number(),
    closedAt: vInstant,
    /** Whether the provider knows that it is closed. */
    isClosedThere: v.boolean(),
    payments: v.array(
      v.object({
        paymentId: v.string(),
        status: vPaymentStatus,
        amountCents: vCents,
        refundedCents: vCents,
        updatedAt: v.number(),
      }),
    ),
    paidAt: vInstant,
    nextStepAt: vInstant,
    attempts: v.number(),
  })
    .index("by_tenantId_and_shipmentId", ["tenantId", "shipmentId"])
    .index("by_tenantId_and_nextStepAt", ["tenantId", "nextStepAt"]),

  /** The same asked of several orders at once, with what became of each. Written by `model/shipmentBatches.ts`. */
  shipmentBatches: defineTable({
    tenantId: v.id("tenants"),
    /** The screen's: the same one makes no second batch. */
    requestId: v.string(),
    action: vBatchAction,
    startedAt: v.number(),
    startedById: v.id("profiles"),
    startedByName: v.string(),
    rows: v.array(
      v.object({
        orderId: v.id("orders"),
        orderNumber: v.number(),
        outcome: v.union(v.literal("waiting"), v.literal("running"), v.literal("done"), v.literal("failed")),
        message: vText,
      }),
    ),
    /** Of `download`: one file with all labels. */
    url: vText,
    /** When the sweep is to look whether it goes on; null when it is over. */
    nextStepAt: vInstant,
  })
    .index("by_tenantId_and_requestId", ["tenantId", "requestId"])
    .index("by_tenantId_and_nextStepAt", ["tenantId", "nextStepAt"]),
};
