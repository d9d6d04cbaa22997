import { Button, Card, Heading, Text } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { formatBRL } from "../../../domain/money";
import { agoText, formatInstant } from "../../lib/ago";
import { useNow } from "../../lib/clock";
import { reportError } from "../../lib/reportError";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { PaymentStateBadge } from "../../ui/PaymentStateBadge";
import { writeCheckoutAddress, type CheckoutView } from "./checkoutAddress";
import { texts } from "./texts";
import { useAcknowledge, useAttention, type Attention } from "./useCheckout";

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

/** Shown only when there is any. Whoever has looked takes the row away for everybody, until the payments change again. */
function AttentionList() {
  const attention = useAttention();
  if (attention.status === "refused") throw attention.error;
  if (attention.status === "loading" || attention.value.length === 0) return null;
  return (
    <section aria-labelledby="checkout-attention" className="mt-8 max-w-[880px]">
      <Heading as="h2" id="checkout-attention" size="3" mb="2">
        {texts.attention}
      </Heading>
      <ul className="border-t border-(--gray-a4)">
        {attention.value.map((row) => (
          <AttentionRow key={row.orderId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function AttentionRow({ row }: { readonly row: Attention }) {
  const { orderId, orderNumber, isOrderGone, state, amountCents, at } = row;
  const acknowledge = useAcknowledge();
  const now = useNow(30_000);
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-(--gray-a4) py-2 text-[14px]">
      {isOrderGone ? (
        <span>{texts.orderGone(orderNumber)}</span>
      ) : (
        <Link
          className="font-semibold underline underline-offset-2"
          to={writeCheckoutAddress({ view: "finish", orderNumber })}
        >
          {texts.order(orderNumber)}
        </Link>
      )}
      <PaymentStateBadge state={state} />
      <span className="font-medium">{formatBRL(amountCents)}</span>
      <span className="text-(--gray-11) sm:ml-auto" title={formatInstant(at)}>
        {agoText(at, now)}
      </span>
      <Button
        size="1"
        variant="ghost"
        color="gray"
        highContrast
        aria-label={texts.acknowledgeOf(orderNumber)}
        onClick={() =>
          void acknowledge({ orderId }).catch((error: unknown) => reportError(error, texts.acknowledgeFailed))
        }
      >
        {texts.acknowledge}
      </Button>
    </li>
  );
}
