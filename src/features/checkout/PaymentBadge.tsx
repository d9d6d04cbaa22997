import { Badge } from "@radix-ui/themes";
import { PaymentStateBadge } from "../../ui/PaymentStateBadge";
import { texts } from "./texts";
import type { CheckoutOrder } from "./useCheckout";

/** How the order stands with its payment; nothing while nobody has asked for any. */
export function PaymentBadge({ order }: { readonly order: Pick<CheckoutOrder, "isPaid" | "payment"> }) {
  const { state } = order.payment;
  // Marked as paid by hand, whatever the provider has heard.
  const isByHand = order.isPaid && (state === "none" || state === "link_open");
  if (!isByHand) return <PaymentStateBadge state={state} />;
  return (
    <Badge color="jade" highContrast>
      {texts.paid}
    </Badge>
  );
}
