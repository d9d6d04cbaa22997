import { Badge, Card, Heading, Text } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { formatBRL } from "../../../domain/money";
import { PAYMENT_STATE_LABELS } from "../../../domain/payments";
import { agoText, formatInstant } from "../../lib/ago";
import { useNow } from "../../lib/clock";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { writeCheckoutAddress, type CheckoutView } from "./checkoutAddress";
import { texts } from "./texts";
import { useAttention } from "./useCheckout";

interface Props {
  readonly onOpen: (view: CheckoutView) => void;
}

/** The two ways in, and the money that somebody has to look at. */
export function Dashboard({ onOpen }: Props) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-[880px]">
        <Way title={texts.finish} hint={texts.finishHint} onOpen={() => onOpen("finish")} />
        <Way title={texts.history} hint={texts.historyHint} onOpen={() => onOpen("history")} />
      </div>
      <PanelBoundary fallback={texts.attentionFailed}>
        <AttentionList />
      </PanelBoundary>
    </>
  );
}

function Way({ title, hint, onOpen }: { readonly title: string; readonly hint: string; readonly onOpen: () => void }) {
  return (
    <Card asChild size="3">
      <button type="button" className="min-h-28 cursor-pointer text-left" onClick={onOpen}>
        <Heading as="h2" size="4" mb="1">
          {title}
        </Heading>
        <Text as="p" size="2" color="gray">
          {hint}
        </Text>
      </button>
    </Card>
  );
}

/** Shown only when there is any. */
function AttentionList() {
  const attention = useAttention();
  const now = useNow(30_000);
  if (attention.status === "refused") throw attention.error;
  if (attention.status === "loading" || attention.value.length === 0) return null;
  return (
    <section aria-labelledby="checkout-attention" className="mt-8 max-w-[880px]">
      <Heading as="h2" id="checkout-attention" size="3" mb="2">
        {texts.attention}
      </Heading>
      <ul className="border-t border-(--gray-a4)">
        {attention.value.map(({ orderId, orderNumber, state, amountCents, paymentId, at }) => (
          <li
            key={`${orderId}:${paymentId}`}
            className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-(--gray-a4) py-2 text-[14px]"
          >
            {orderNumber === null ? (
              <span>{texts.orderGone}</span>
            ) : (
              <Link
                className="font-semibold underline underline-offset-2"
                to={writeCheckoutAddress({ view: "finish", orderNumber })}
              >
                {texts.order(orderNumber)}
              </Link>
            )}
            <Badge color="amber" highContrast>
              {PAYMENT_STATE_LABELS[state]}
            </Badge>
            <span className="font-medium">{formatBRL(amountCents)}</span>
            <span className="text-(--gray-11) sm:ml-auto" title={formatInstant(at)}>
              {agoText(at, now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
