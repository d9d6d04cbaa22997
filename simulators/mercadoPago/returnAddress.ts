import { asText } from "../server/exchange";
import { backUrl } from "./preferences";
import type { Payment, Preference } from "./state";

/**
 * Where the buyer goes back to, with all that is appended. It says `null` where nothing was paid: words such as
 * `success` never appear.
 *
 * @returns null when the shop has given no address for that case
 * Source: contracts/mercado-pago.md §3.
 */
export function returnAddress(preference: Preference, payment: Payment | null): string | null {
  const base = backUrl(preference, keyFor(payment));
  if (base === null) return null;
  const url = new URL(base);
  const paymentId = payment === null ? "null" : String(payment.id);
  const status = payment?.status ?? "null";
  const params = {
    collection_id: paymentId,
    collection_status: status,
    payment_id: paymentId,
    status,
    external_reference: asText(preference.fields.external_reference) ?? "null",
    payment_type: payment?.method.type ?? "null",
    merchant_order_id: String(preference.merchantOrderId),
    preference_id: preference.id,
    site_id: "MLB",
    processing_mode: "aggregator",
    merchant_account_id: "null",
  };
  for (const [name, value] of Object.entries(params)) url.searchParams.append(name, value);
  return url.href;
}

function keyFor(payment: Payment | null): "success" | "pending" | "failure" {
  if (payment?.status === "approved") return "success";
  return payment?.status === "pending" || payment?.status === "in_process" ? "pending" : "failure";
}

/** Only approved card payments lead back by themselves. Source: contracts/mercado-pago.md §2 `auto_return`. */
export function returnsByItself(preference: Preference, payment: Payment): boolean {
  const wanted = preference.fields.auto_return;
  const isSettled = payment.status === "approved" || (wanted === "all" && payment.status === "rejected");
  return wanted !== undefined && isSettled && payment.method.type === "credit_card";
}
