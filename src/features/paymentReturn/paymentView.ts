import { formatBRL, type Cents } from "../../../domain/money";
import type { Outcome, ReturnAddress } from "./returnAddress";
import { texts } from "./texts";

/** An order's payment as the shop's server knows it: all that a customer may see of the order. */
export interface FoundPayment {
  readonly tenantName: string;
  readonly number: number;
  readonly amountCents: Cents;
  /** `open`: a link is out and nothing has been heard. */
  readonly status: "approved" | "pending" | "in_review" | "rejected" | "cancelled" | "refunded" | "open";
  readonly paymentId: string | null;
  /** Where it can still be paid; null when it cannot (any more). */
  readonly paymentUrl: string | null;
  readonly providerUrl: string;
  readonly isSimulated: boolean;
}

/** What asking the shop's server has come to. */
export type Inquiry =
  | { readonly kind: "asking" }
  /** No answer for a while; it is asked again by itself. */
  | { readonly kind: "unreachable" }
  /** There is no such order, or the address names none. */
  | { readonly kind: "notFound" }
  | { readonly kind: "found"; readonly payment: FoundPayment };

/** What the page shows. */
export interface PaymentView {
  /** Only the server's word is drawn and coloured: what an address says proves nothing. */
  readonly look: Outcome;
  readonly heading: string;
  readonly lines: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly provider: { readonly label: string; readonly href: string };
  /** Whose page it is; empty until the server has said so. */
  readonly shop: string;
}

/** The production address, for as long as the server has named none. */
const PROVIDER = "https://www.mercadopago.com.br";

/**
 * What a customer reads. The server's word wins over the address; where there is none, the address names the heading and
 * the page says that this proves nothing.
 *
 * Source: specification §2 "Payment return", product.md "The return page marks an order paid when the URL says success".
 */
export function paymentView(address: ReturnAddress, inquiry: Inquiry): PaymentView {
  switch (inquiry.kind) {
    case "asking":
      return ofAddress(address, "unknown", [texts.asking]);
    case "unreachable":
      return ofAddress(address, address.outcome, [texts.unreachable, texts.unconfirmed]);
    case "notFound":
      return ofAddress(address, address.outcome, [
        address.outcome === "unknown" ? texts.lines.unknown : texts.unconfirmed,
      ]);
    case "found":
      return ofServer(address, inquiry.payment);
    default:
      return inquiry satisfies never;
  }
}

function ofAddress({ paymentId, preferenceId }: ReturnAddress, named: Outcome, lines: readonly string[]): PaymentView {
  const words = texts.facts;
  return {
    look: "unknown",
    heading: texts.headings[named],
    lines,
    facts:
      paymentId !== null
        ? [[words.payment, paymentId]]
        : preferenceId !== null
          ? [[words.preference, preferenceId]]
          : [],
    provider: { label: texts.provider, href: PROVIDER },
    shop: "",
  };
}

function ofServer(address: ReturnAddress, payment: FoundPayment): PaymentView {
  const { look, heading, line } = said(payment.status, address.outcome);
  const { paymentUrl, providerUrl } = payment;
  const isAnotherTry = look === "rejected";
  return {
    look,
    heading,
    lines: payment.isSimulated ? [line, texts.simulated] : [line],
    facts: factsOf(address, payment),
    provider:
      paymentUrl === null || look === "approved"
        ? { label: texts.provider, href: providerUrl }
        : { label: isAnotherTry ? texts.payAgain : texts.payNow, href: paymentUrl },
    shop: payment.tenantName,
  };
}

interface Said {
  readonly look: Outcome;
  readonly heading: string;
  readonly line: string;
}

function said(status: FoundPayment["status"], named: Outcome): Said {
  const as = (look: Outcome, line: string): Said => ({ look, heading: texts.headings[look], line });
  switch (status) {
    case "approved":
      return as("approved", texts.lines.approved);
    case "rejected":
      return as("rejected", texts.lines.rejected);
    case "cancelled":
      return as("rejected", texts.cancelled);
    case "in_review":
      return as("pending", texts.inReview);
    case "refunded":
      return { look: "unknown", heading: texts.refunded, line: texts.refundedLine };
    case "pending":
      return as("pending", named === "approved" ? texts.confirming : texts.lines.pending);
    case "open":
      // The customer has just seen it at the provider's; the server may hear of a refusal later, or never.
      if (named === "rejected") return as("rejected", texts.lines.rejected);
      return as("pending", named === "approved" ? texts.confirming : texts.open);
    default:
      return status satisfies never;
  }
}

function factsOf(address: ReturnAddress, payment: FoundPayment): PaymentView["facts"] {
  const words = texts.facts;
  const paymentId = payment.paymentId ?? address.paymentId;
  const facts: [string, string][] = [
    [words.order, texts.orderNumber(payment.number)],
    [payment.status === "approved" ? words.paid : words.amount, formatBRL(payment.amountCents)],
  ];
  return paymentId === null ? facts : [...facts, [words.payment, paymentId]];
}
