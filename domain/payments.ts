import { sumCents, type Cents } from "./money";

/** How one payment stands, in our words; the provider's stop at its adapter. Source: contracts/mercado-pago.md §4. */
export const PAYMENT_STATUSES = [
  "pending",
  "in_review",
  "authorized",
  "rejected",
  "cancelled",
  "approved",
  "in_mediation",
  "refunded",
  "charged_back",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_METHODS = ["card", "pix", "balance", "boleto", "other"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** How the payments of an order stand together: what its row shows. */
export const PAYMENT_STATES = [
  "none",
  "link_open",
  "pending",
  "in_review",
  "rejected",
  "partial",
  "paid",
  "late",
  "overpaid",
  "repeated",
  "partially_refunded",
  "refunded",
  "in_mediation",
  "charged_back",
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const PAYMENT_STATE_LABELS: Readonly<Record<PaymentState, string>> = {
  none: "",
  link_open: "Aguardando pagamento",
  pending: "Pagamento pendente",
  in_review: "Pagamento em análise",
  rejected: "Pagamento não aprovado",
  partial: "Pago em parte",
  paid: "Pago",
  late: "Pago fora do prazo",
  overpaid: "Pago a mais",
  repeated: "Pago em dobro",
  partially_refunded: "Reembolsado em parte",
  refunded: "Reembolsado",
  in_mediation: "Em disputa",
  charged_back: "Contestado",
};

/** What of a payment counts. */
export interface PaymentFacts {
  readonly status: PaymentStatus;
  readonly amountCents: Cents;
  /** How much of it went back to the payer. */
  readonly refundedCents: Cents;
  /** It was approved when nobody was asking for it any more. */
  readonly isLate: boolean;
}

/** Money that is, or was until a dispute is decided, with the shop. */
const HOLDING: ReadonlySet<PaymentStatus> = new Set(["approved", "in_mediation", "charged_back"]);

/** What payers have paid and were not given back whole; a part that went back counts, see `refundedCents`. */
export function receivedCents(payments: readonly PaymentFacts[]): Cents {
  return sumCents(payments.filter(({ status }) => HOLDING.has(status)).map(({ amountCents }) => amountCents));
}

/** Everything that went back to payers. */
export function refundedCents(payments: readonly PaymentFacts[]): Cents {
  return sumCents(payments.map((payment) => payment.refundedCents));
}

/** What the shop has of it now. */
export function keptCents(payments: readonly PaymentFacts[]): Cents {
  const holding = payments.filter(({ status }) => HOLDING.has(status));
  return sumCents(holding.map((payment) => payment.amountCents - payment.refundedCents));
}

/** Whether payments make an order paid: what was received covers what was asked. Source: product.md. */
export function isCovered(payments: readonly PaymentFacts[], expectedCents: Cents): boolean {
  const received = receivedCents(payments);
  return received > 0 && received >= expectedCents;
}

/**
 * How the payments of an order stand together. Disputes come before everything, money that came before what is still
 * being waited for, and what is being waited for before what went back.
 *
 * @param asked.expectedCents what the order is to bring in
 * @param asked.isLinkOpen whether the customer can still pay by the link
 * Source: contracts/mercado-pago.md §4, §6.4; the order of precedence is inferred.
 */
export function paymentStateOf(
  payments: readonly PaymentFacts[],
  { expectedCents, isLinkOpen }: { readonly expectedCents: Cents; readonly isLinkOpen: boolean },
): PaymentState {
  const has = (status: PaymentStatus) => payments.some((payment) => payment.status === status);
  if (has("charged_back")) return "charged_back";
  if (has("in_mediation")) return "in_mediation";
  if (receivedCents(payments) > 0) return stateOfReceived(payments, expectedCents);
  if (has("in_review")) return "in_review";
  if (has("pending") || has("authorized")) return "pending";
  if (isLinkOpen) return has("rejected") ? "rejected" : "link_open";
  if (has("refunded")) return "refunded";
  return has("rejected") ? "rejected" : "none";
}

function stateOfReceived(payments: readonly PaymentFacts[], expectedCents: Cents): PaymentState {
  if (!isCovered(payments, expectedCents)) return "partial";
  const kept = keptCents(payments);
  if (kept < expectedCents) return "partially_refunded";
  if (kept > expectedCents) return isPaidTwice(payments, expectedCents) ? "repeated" : "overpaid";
  return payments.some((payment) => HOLDING.has(payment.status) && payment.isLate) ? "late" : "paid";
}

/** Each of two payments would have been enough. */
function isPaidTwice(payments: readonly PaymentFacts[], expectedCents: Cents): boolean {
  const enough = payments.filter(({ status, amountCents }) => HOLDING.has(status) && amountCents >= expectedCents);
  return enough.length > 1;
}

const NEEDS_ATTENTION: ReadonlySet<PaymentState> = new Set([
  "partial",
  "late",
  "overpaid",
  "repeated",
  "in_mediation",
  "charged_back",
]);

/** Whether somebody of the shop has to look at the money. */
export function needsAttention(state: PaymentState): boolean {
  return NEEDS_ATTENTION.has(state);
}

/** What the provider says of a payment, and when it changed there (epoch milliseconds). */
export interface PaymentVersion {
  readonly status: PaymentStatus;
  readonly refundedCents: Cents;
  readonly updatedAt: number;
}

/**
 * Whether news of a payment are newer than what is known. News come late, repeated and out of order: the order is that
 * of the provider's clock, and where two are of one instant, of how far the payment has got. So whatever order they
 * arrive in, the same remains.
 */
export function isNewer(news: PaymentVersion, known: PaymentVersion): boolean {
  if (news.updatedAt !== known.updatedAt) return news.updatedAt > known.updatedAt;
  const [a, b] = [PAYMENT_STATUSES.indexOf(news.status), PAYMENT_STATUSES.indexOf(known.status)];
  return a === b ? news.refundedCents > known.refundedCents : a > b;
}

/** What a payer's page says of an order. */
export const RETURN_STATUSES = [
  "approved",
  "pending",
  "in_review",
  "rejected",
  "cancelled",
  "refunded",
  "open",
] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

/** @param isPaid whether the shop counts the order as paid, however it came to be */
export function returnStatusOf(
  state: PaymentState,
  { isPaid, isLinkOpen }: { readonly isPaid: boolean; readonly isLinkOpen: boolean },
): ReturnStatus {
  switch (state) {
    case "paid":
    case "late":
    case "overpaid":
    case "repeated":
    case "partially_refunded":
    case "in_mediation":
    case "charged_back":
      return "approved";
    case "refunded":
      return "refunded";
    case "partial":
      return isPaid ? "approved" : "pending";
    case "pending":
      return isPaid ? "approved" : "pending";
    case "in_review":
      return isPaid ? "approved" : "in_review";
    case "rejected":
      return isPaid ? "approved" : "rejected";
    case "link_open":
      return isPaid ? "approved" : "open";
    case "none":
      if (isPaid) return "approved";
      return isLinkOpen ? "open" : "cancelled";
    default:
      return state satisfies never;
  }
}
