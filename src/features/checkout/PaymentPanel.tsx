import { Button, Heading, TextField } from "@radix-ui/themes";
import { useState } from "react";
import { formatBRL } from "../../../domain/money";
import { agoText, formatInstant } from "../../lib/ago";
import { useNow } from "../../lib/clock";
import { notifyError, notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { CopyButton } from "../../ui/CopyButton";
import { PaymentBadge } from "./PaymentBadge";
import { texts } from "./texts";
import { useCheckoutChanges, type CheckoutOrder } from "./useCheckout";

/** The link that is out, and every payment that came. Nothing is shown while there is neither. */
export function PaymentPanel({ order }: { readonly order: CheckoutOrder }) {
  const { link, payment } = order;
  if (link === null && payment.payments.length === 0) return null;
  return (
    <section aria-labelledby="checkout-payment" className="flex flex-col gap-3 border-t border-(--gray-a4) pt-3">
      <div className="flex flex-wrap items-center gap-3">
        <Heading as="h2" id="checkout-payment" size="3">
          {texts.payment}
        </Heading>
        <span role="status">
          <PaymentBadge order={order} />
        </span>
      </div>
      {payment.payments.length > 0 && <Payments payment={payment} />}
      {link !== null && <OpenLink order={order} link={link} />}
      <CheckButton order={order} />
    </section>
  );
}

function Payments({ payment }: { readonly payment: CheckoutOrder["payment"] }) {
  const now = useNow(30_000);
  const { expectedCents, paidCents, refundedCents, payments } = payment;
  return (
    <>
      <p className="text-[14px]">
        {texts.received(paidCents, expectedCents)}
        {refundedCents > 0 && <span className="block">{texts.refunded(refundedCents)}</span>}
      </p>
      <ul className="border-t border-(--gray-a4) text-[14px]">
        {payments.map(({ paymentId, method, status, amountCents, at }) => (
          <li key={paymentId} className="border-b border-(--gray-a4) py-2">
            <span className="flex justify-between gap-3">
              <span>
                {texts.methods[method]}, {texts.statuses[status]}
              </span>
              <span className="font-medium whitespace-nowrap">{formatBRL(amountCents)}</span>
            </span>
            <span className="flex justify-between gap-3 text-[13px] text-(--gray-11)">
              <span className="break-all">{paymentId}</span>
              <span className="whitespace-nowrap" title={formatInstant(at)}>
                {agoText(at, now)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface LinkProps {
  readonly order: CheckoutOrder;
  readonly link: NonNullable<CheckoutOrder["link"]>;
}

/** The link can be sent to the customer; taking it back is asked first, because they may have it already. */
function OpenLink({ order, link }: LinkProps) {
  const { cancelLink } = useCheckoutChanges();
  const [isAsking, setIsAsking] = useState(false);
  const now = useNow(30_000);
  return (
    <div className="flex flex-col gap-2 text-[14px]">
      <label className="font-medium" htmlFor="checkout-link">
        {texts.link(link.amountCents)}
      </label>
      <TextField.Root
        id="checkout-link"
        readOnly
        value={link.url}
        onFocus={({ target }) => target.select()}
        aria-describedby="checkout-link-by"
      />
      <p id="checkout-link-by" className="text-[13px] text-(--gray-11)">
        {texts.linkBy(link.createdByName, agoText(link.createdAt, now), formatInstant(link.expiresAt))}
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={link.url} size="2" />
        <Button asChild variant="soft" color="gray" highContrast>
          <a href={link.url} target="_blank" rel="noopener noreferrer">
            {texts.openLink}
          </a>
        </Button>
        <Button variant="soft" color="red" highContrast onClick={() => setIsAsking(true)}>
          {texts.cancelLink}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.cancelLink}
          question={texts.cancelQuestion(order.number)}
          confirmLabel={texts.cancelLink}
          isDestructive
          onClose={() => setIsAsking(false)}
          onConfirm={() =>
            cancelLink({ orderId: order.orderId }).then(
              () => {
                notifySuccess(texts.cancelled);
                return true;
              },
              (error: unknown) => {
                reportError(error, texts.cancelFailed);
                return false;
              },
            )
          }
          focusAfter={() => document.querySelector<HTMLElement>("h1")}
        />
      )}
    </div>
  );
}

/** Asks the provider now, for whoever has the customer on the phone. */
function CheckButton({ order }: { readonly order: CheckoutOrder }) {
  const { refreshPayment } = useCheckoutChanges();
  const [isBusy, setIsBusy] = useState(false);
  function check() {
    if (isBusy) return;
    setIsBusy(true);
    refreshPayment({ orderId: order.orderId })
      .then(
        () => notifySuccess(texts.checked),
        (error: unknown) => void notifyError(sentenceOf(error, texts.checkFailed)),
      )
      .finally(() => setIsBusy(false));
  }
  return (
    <Button variant="ghost" color="gray" highContrast className="self-start" aria-busy={isBusy} onClick={check}>
      {isBusy ? texts.checking : texts.check}
    </Button>
  );
}
