import { json, type Answer, type Request, type Route } from "../server/exchange";
import { isoInBrasilia } from "../server/instants";
import { toReais } from "../server/money";
import type { Accounts } from "./accounts";
import { refuse } from "./errors";
import type { Payments } from "./payments";
import { refundedCents } from "./paymentView";
import { itemsCents, linesOf, shippingCents } from "./preferences";
import type { MercadoPagoState, Payment } from "./state";

const COUNTED: readonly Payment["status"][] = ["approved", "in_mediation"];

/** All that was paid for one link. Source: contracts/mercado-pago.md §4 "Merchant order". */
export function merchantOrderRoutes(state: MercadoPagoState, accounts: Accounts, payments: Payments): Route[] {
  const read = (request: Request): Answer => {
    const { collectorId } = accounts.of(request);
    const preference = state.preferences.find(({ merchantOrderId }) => String(merchantOrderId) === request.params.id);
    if (preference?.collectorId !== collectorId)
      return refuse(404, "not_found", `order not found: ${request.params.id ?? ""}`);
    const paid = payments.ofMerchantOrder(preference.merchantOrderId);
    const paidCents = sum(paid.filter(({ status }) => COUNTED.includes(status)).map((one) => one.amountCents));
    const totalCents = itemsCents(preference);
    return json(200, {
      id: preference.merchantOrderId,
      preference_id: preference.id,
      status: paidCents >= totalCents ? "closed" : "opened",
      order_status: paidCents >= totalCents ? "paid" : paidCents > 0 ? "partially_paid" : "payment_required",
      external_reference: preference.fields.external_reference ?? "",
      date_created: isoInBrasilia(preference.createdAt),
      items: linesOf(preference).map(({ title, quantity, cents }) => ({
        title,
        quantity,
        unit_price: toReais(Math.round(cents / quantity)),
        currency_id: "BRL",
      })),
      payments: paid.map((payment) => ({
        id: payment.id,
        transaction_amount: toReais(payment.amountCents),
        total_paid_amount: toReais(payment.amountCents + payment.shippingCents),
        shipping_cost: toReais(payment.shippingCents),
        currency_id: "BRL",
        status: payment.status,
        status_details: payment.statusDetail,
        date_approved: payment.approvedAt === null ? null : isoInBrasilia(payment.approvedAt),
        amount_refunded: toReais(refundedCents(payment)),
      })),
      paid_amount: toReais(paidCents),
      refunded_amount: toReais(sum(paid.map(refundedCents))),
      shipping_cost: toReais(shippingCents(preference)),
      total_amount: toReais(totalCents),
      cancelled: false,
      is_test: false,
      site_id: "MLB",
    });
  };
  return [{ method: "GET", pattern: "/merchant_orders/:id", handle: read }];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
