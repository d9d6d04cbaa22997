import { Badge } from "@radix-ui/themes";
import { PAYMENT_STATE_LABELS, type PaymentState } from "../../../domain/payments";
import { texts } from "./texts";
import type { CheckoutOrder } from "./useCheckout";

type Color = "jade" | "amber" | "red" | "blue";

/** Paid is jade, waited for is amber, refused or in dispute red; always with its word. Source: look.md "Foundations". */
const COLORS: Readonly<Record<PaymentState, Color>> = {
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

/** How the order stands with its payment; nothing while nobody has asked for any. */
export function PaymentBadge({ order }: { readonly order: Pick<CheckoutOrder, "isPaid" | "payment"> }) {
  const { state } = order.payment;
  // Marked as paid by hand, whatever the provider has heard.
  const isByHand = order.isPaid && (state === "none" || state === "link_open");
  if (isByHand || state === "paid")
    return (
      <Badge color="jade" highContrast>
        {texts.paid}
      </Badge>
    );
  if (state === "none") return null;
  return (
    <Badge color={COLORS[state]} highContrast>
      {PAYMENT_STATE_LABELS[state]}
    </Badge>
  );
}
