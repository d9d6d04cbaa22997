import { drawLikeQrCode } from "../server/picture";
import { isoInBrasilia } from "../server/instants";
import { toReais } from "../server/money";
import type { Fields } from "../server/exchange";
import { pixCode } from "./pixCode";
import type { Account, Payment, Refund } from "./state";

/** Of every hundred centavos, about one is the provider's: enough for a number that is not the whole. */
const FEE_PERCENT = 0.99;

/** A payment as `GET /v1/payments/{id}` shows it. Source: contracts/mercado-pago.md §4, §5. */
export function paymentView(payment: Payment, account: Account, ownUrl: string): Fields {
  const feeCents = Math.round((payment.amountCents * FEE_PERCENT) / 100);
  const isPaid = payment.approvedAt !== null;
  return {
    id: payment.id,
    date_created: isoInBrasilia(payment.createdAt),
    date_approved: payment.approvedAt === null ? null : isoInBrasilia(payment.approvedAt),
    date_last_updated: isoInBrasilia(payment.updatedAt),
    date_of_expiration: payment.method.type === "bank_transfer" ? isoInBrasilia(payment.expiresAt) : null,
    money_release_date: payment.approvedAt === null ? null : isoInBrasilia(payment.approvedAt),
    operation_type: "regular_payment",
    payment_method_id: payment.method.id,
    payment_type_id: payment.method.type,
    status: payment.status,
    status_detail: payment.statusDetail,
    currency_id: payment.currency,
    description: payment.description,
    live_mode: true,
    collector_id: payment.collectorId,
    payer: payment.payer,
    metadata: payment.metadata,
    external_reference: payment.externalReference,
    transaction_amount: toReais(payment.amountCents),
    transaction_amount_refunded: toReais(refundedCents(payment)),
    shipping_amount: toReais(payment.shippingCents),
    coupon_amount: 0,
    transaction_details: {
      net_received_amount: isPaid ? toReais(payment.amountCents - feeCents) : 0,
      total_paid_amount: toReais(payment.amountCents + payment.shippingCents),
      overpaid_amount: 0,
      installment_amount:
        payment.installments > 1 ? toReais(Math.round(payment.amountCents / payment.installments)) : 0,
    },
    fee_details: isPaid ? [{ type: "mercadopago_fee", amount: toReais(feeCents), fee_payer: "collector" }] : [],
    order: payment.merchantOrderId === null ? {} : { id: String(payment.merchantOrderId), type: "mercadopago" },
    installments: payment.installments,
    captured: payment.status !== "authorized",
    notification_url: payment.notificationUrl,
    refunds: payment.refunds.map((refund) => refundView(payment, refund, account)),
    ...(payment.method.type === "bank_transfer"
      ? { point_of_interaction: pointOfInteraction(payment, account, ownUrl) }
      : {}),
  };
}

function pointOfInteraction(payment: Payment, account: Account, ownUrl: string): Fields {
  const code = pixCode(payment, account);
  return {
    type: payment.preferenceId === null ? "OPENPLATFORM" : "CHECKOUT",
    business_info: { unit: "online_payments", sub_unit: payment.preferenceId === null ? "default" : "checkout_pro" },
    transaction_data: {
      qr_code: code,
      qr_code_base64: drawLikeQrCode(code),
      ticket_url: `${ownUrl}/payments/${payment.id}/ticket`,
    },
  };
}

export function refundView(payment: Payment, { id, amountCents, createdAt }: Refund, account: Account): Fields {
  return {
    id,
    payment_id: payment.id,
    amount: toReais(amountCents),
    status: "approved",
    source: { id: String(account.collectorId), name: account.nickname, type: "collector" },
    date_created: isoInBrasilia(createdAt),
    refund_mode: "standard",
    amount_refunded_to_payer: toReais(amountCents),
    adjustment_amount: 0,
    reason: null,
    unique_sequence_number: null,
    metadata: {},
  };
}

export function refundedCents({ refunds }: Payment): number {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
