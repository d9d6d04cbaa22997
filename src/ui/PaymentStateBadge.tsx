import { PAYMENT_STATE_LABELS, type PaymentState } from "../../domain/payments";
import { Tag, type TagTone } from "./rowMarks";

/** Paid is jade, waited for is blue or amber, refused or in dispute red; always with its word. Source: look.md "Foundations". */
const TONES: Readonly<Record<PaymentState, TagTone>> = {
  none: "amber",
  link_open: "blue",
  pending: "amber",
  in_review: "amber",
  rejected: "red",
  partial: "amber",
  paid: "jade",
  late: "amber",
  overpaid: "amber",
  repeated: "amber",
  partially_refunded: "amber",
  refunded: "amber",
  in_mediation: "red",
  charged_back: "red",
};

/** How an order's payments at the provider stand; nothing where there are none. */
export function PaymentStateBadge({ state }: { readonly state: PaymentState }) {
  if (state === "none") return null;
  return <Tag tone={TONES[state]}>{PAYMENT_STATE_LABELS[state]}</Tag>;
}

/** Whether the state says more of an order than that it is paid or pending. */
export function saysMoreThanPaid(state: PaymentState | undefined): state is PaymentState {
  return state !== undefined && state !== "none" && state !== "paid";
}
