import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PAYMENT_METHODS, PAYMENT_STATES, PAYMENT_STATUSES } from "../../domain/payments";
import { vDiscount } from "./officeTables";
import { literals, vAddress, vCents } from "./validators";

/** The tables of checkout and payment. */

export const vPaymentStatus = literals(PAYMENT_STATUSES);
export const vPaymentState = literals(PAYMENT_STATES);
export const vPaymentMethod = literals(PAYMENT_METHODS);

/** `PaymentItem` of domain/paymentRequest.ts. */
export const vPaymentItem = v.object({
  code: v.string(),
  title: v.string(),
  quantity: v.number(),
  unitPriceCents: vCents,
});

/** `FreightOption` of domain/freight.ts. */
export const freightFields = {
  optionId: v.string(),
  name: v.string(),
  company: v.string(),
  priceCents: vCents,
  deliveryDays: v.union(v.null(), v.number()),
};

/** `QuotedOption` of providers/melhorEnvio.ts: the packages are what a label is bought with. */
export const vQuotedOption = v.object({
  ...freightFields,
  packages: v.array(
    v.object({
      weightGrams: v.number(),
      lengthCm: v.number(),
      heightCm: v.number(),
      widthCm: v.number(),
      insuredCents: vCents,
    }),
  ),
});

export const LINK_STATES = ["creating", "open", "failed", "withdrawn", "expired", "used"] as const;
export const WITHDRAWALS = ["total_changed", "paid_by_hand", "order_removed", "order_merged", "by_hand"] as const;
export const vWithdrawal = literals(WITHDRAWALS);

export const NOTICE_OUTCOMES = ["received", "done", "ignored", "refused", "failed"] as const;
export const vNoticeOutcome = literals(NOTICE_OUTCOMES);

/** One address per service; null for the service's own. */
export const providerAddresses = {
  mercadoPago: v.union(v.null(), v.string()),
  melhorEnvio: v.union(v.null(), v.string()),
  viaCep: v.union(v.null(), v.string()),
  brasilApi: v.union(v.null(), v.string()),
  bling: v.union(v.null(), v.string()),
  /** The gateway of the specification. */
  whatsapp: v.union(v.null(), v.string()),
  /** Evolution API; absent on rows of before it was spoken to. */
  evolution: v.optional(v.union(v.null(), v.string())),
};

export const paymentTables = {
  /** Where a company's services are, where they are not the real ones. Written by the seed and the operator alone. */
  providerBaseUrls: defineTable({ tenantId: v.id("tenants"), ...providerAddresses }).index("by_tenantId", ["tenantId"]),

  /**
   * What an order was given at the checkout, and how its payments stand: at most one row per order, made when the first
   * of it is known. It outlives the order, because payments do. Written by `model/checkouts.ts`.
   */
  checkouts: defineTable({
    tenantId: v.id("tenants"),
    orderId: v.id("orders"),
    orderNumber: v.number(),
    /** Null until it is saved here: the customer's own data count till then. */
    customer: v.union(
      v.null(),
      v.object({
        name: v.union(v.null(), v.string()),
        cpf: v.union(v.null(), v.string()),
        email: v.union(v.null(), v.string()),
        address: v.union(v.null(), vAddress),
        savedByName: v.string(),
        savedAt: v.number(),
      }),
    ),
    /** What carriers asked for the lines as they were; null before the first question. */
    quote: v.union(
      v.null(),
      v.object({ cep: v.string(), fingerprint: v.string(), quotedAt: v.number(), options: v.array(vQuotedOption) }),
    ),
    /** The chosen way, with the CEP it was quoted for; null when the customer collects the order. */
    freight: v.union(v.null(), v.object({ cep: v.string(), option: vQuotedOption })),
    /** The discount as it was when the code was typed. */
    coupon: v.union(v.null(), v.object({ couponId: v.id("coupons"), code: v.string(), discount: vDiscount })),
    /** Whether the coupon's use has been counted for this order. */
    couponCounted: v.boolean(),
    /** What payments had to cover, once they have made the order paid; null while they have not. */
    settledCents: v.union(v.null(), vCents),
    paymentState: vPaymentState,
    /** When the money began to need somebody's eyes, epoch milliseconds; null when it does not. */
    attentionAt: v.union(v.null(), v.number()),
  })
    .index("by_tenantId_and_orderId", ["tenantId", "orderId"])
    .index("by_tenantId_and_attentionAt", ["tenantId", "attentionAt"]),

  /**
   * One link that a customer was or is to pay by. At most one of an order is open; the others are history. What it asks
   * for is frozen with it, so that making it twice makes the same link. Written by `model/paymentLinks.ts`.
   */
  paymentLinks: defineTable({
    tenantId: v.id("tenants"),
    orderId: v.id("orders"),
    orderNumber: v.number(),
    publicRef: v.string(),
    /** Ours; goes along as the idempotency key and in the metadata of its payments. */
    key: v.string(),
    state: literals(LINK_STATES),
    /** What is asked for: `expectedCents` less what was received before. */
    amountCents: vCents,
    /** What the order is to bring in all together. */
    expectedCents: vCents,
    items: v.array(vPaymentItem),
    payer: v.object({
      name: v.union(v.null(), v.string()),
      email: v.union(v.null(), v.string()),
      cpf: v.union(v.null(), v.string()),
      phone: v.string(),
      cep: v.union(v.null(), v.string()),
      street: v.union(v.null(), v.string()),
      streetNumber: v.union(v.null(), v.string()),
    }),
    preferenceId: v.union(v.null(), v.string()),
    url: v.union(v.null(), v.string()),
    /** The seller's number at the provider, as the link's answer named it. */
    collectorId: v.union(v.null(), v.string()),
    createdAt: v.number(),
    createdByName: v.string(),
    expiresAt: v.number(),
    closedAt: v.union(v.null(), v.number()),
    /** Whether the provider knows that it is closed. */
    isClosedThere: v.boolean(),
    /** When something is to be done about it next (make, ask, close there); null when nothing is. */
    nextStepAt: v.union(v.null(), v.number()),
    /** Failed tries of the current step. */
    attempts: v.number(),
  })
    .index("by_tenantId_and_orderId", ["tenantId", "orderId"])
    .index("by_tenantId_and_preferenceId", ["tenantId", "preferenceId"])
    .index("by_tenantId_and_nextStepAt", ["tenantId", "nextStepAt"]),

  /**
   * Which order a public reference stands for. Whoever brings one (a payer's page, a payment) does not say of which
   * company, so this stands apart from the companies' tables. Written with an order's first link.
   */
  paymentRefs: defineTable({
    publicRef: v.string(),
    orderId: v.id("orders"),
    shopId: v.id("tenants"),
    /** Present where it stands for what the customer pays for the label, not for the order. */
    chargeId: v.optional(v.id("shipmentCharges")),
  })
    .index("by_publicRef", ["publicRef"])
    .index("by_orderId", ["orderId"]),

  /** One payment as the provider says it is. Never deleted, also when the order is. Written by `model/payments.ts`. */
  payments: defineTable({
    tenantId: v.id("tenants"),
    orderId: v.id("orders"),
    /** The provider's. */
    paymentId: v.string(),
    linkKey: v.union(v.null(), v.string()),
    status: vPaymentStatus,
    statusDetail: v.string(),
    method: vPaymentMethod,
    amountCents: vCents,
    refundedCents: vCents,
    createdAt: v.number(),
    approvedAt: v.union(v.null(), v.number()),
    /** By the provider's clock: what is older says nothing any more. */
    updatedAt: v.number(),
    isLate: v.boolean(),
  })
    .index("by_tenantId_and_orderId", ["tenantId", "orderId"])
    .index("by_tenantId_and_paymentId", ["tenantId", "paymentId"]),

  /**
   * What services told us unasked. Kept 30 days. Written by `model/webhookLogs.ts`; nothing of what it says is believed:
   * it is a reason to ask.
   */
  webhookLogs: defineTable({
    tenantId: v.id("tenants"),
    at: v.number(),
    service: v.union(v.literal("mercado_pago"), v.literal("melhor_envio")),
    /** As the service calls it: `payment`, `merchant_order`, … */
    kind: v.string(),
    /** What it is about: the payment's id. */
    subject: v.string(),
    /** The service's name for this notice: one that is known is a repetition. */
    requestId: v.string(),
    outcome: vNoticeOutcome,
    detail: v.string(),
    attempts: v.number(),
    /** When it is to be looked into (again); null when it is done with. */
    nextStepAt: v.union(v.null(), v.number()),
  })
    .index("by_tenantId_and_service_and_at", ["tenantId", "service", "at"])
    .index("by_tenantId_and_requestId", ["tenantId", "requestId"])
    .index("by_tenantId_and_nextStepAt", ["tenantId", "nextStepAt"]),

  /** What CEPs stand for, so that the services are asked once a month. Written by `model/postalCodes.ts`. */
  postalCodes: defineTable({
    /** Whose answer it is: the address of the service that was asked first. */
    source: v.string(),
    cep: v.string(),
    /** Null: there is no such CEP. */
    address: v.union(
      v.null(),
      v.object({ street: v.string(), neighborhood: v.string(), city: v.string(), state: v.string() }),
    ),
    fetchedAt: v.number(),
  })
    .index("by_source_and_cep", ["source", "cep"])
    .index("by_fetchedAt", ["fetchedAt"]),
};
