import { Heading } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { formatBRL, type Cents } from "../../../domain/money";
import { texts } from "./texts";
import type { CheckoutOrder } from "./useCheckout";

interface Props {
  readonly order: CheckoutOrder;
  /** What changes the sums. */
  readonly children: ReactNode;
}

/** What the order comes to, always as the server says. */
export function Summary({ order, children }: Props) {
  const { summary, coupon, gift } = order;
  return (
    <section aria-labelledby="checkout-summary" className="flex flex-col gap-3">
      <Heading as="h2" id="checkout-summary" size="3">
        {texts.summary}
      </Heading>
      <dl className="text-[14px]">
        <Row name={texts.total} cents={summary.totalCents} />
        {coupon !== null && <Row name={texts.discount(coupon.code)} cents={-summary.discountCents} />}
        <Row name={texts.freightCost} cents={summary.freightCents} />
        {gift !== null && (
          <div className="flex justify-between gap-4 py-1">
            <dt className="text-(--gray-11)">{texts.gift}</dt>
            <dd className="text-right">
              <span className="font-medium">{gift.name}</span>
              {gift.description !== null && (
                <span className="block text-[13px] text-(--gray-11)">{gift.description}</span>
              )}
            </dd>
          </div>
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-(--gray-a6) pt-2 text-[16px] font-semibold">
          <dt>{texts.grandTotal}</dt>
          <dd className="text-[20px]">{formatBRL(summary.grandTotalCents)}</dd>
        </div>
      </dl>
      {children}
    </section>
  );
}

function Row({ name, cents }: { readonly name: string; readonly cents: Cents }) {
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt className="text-(--gray-11)">{name}</dt>
      <dd className="font-medium">{formatBRL(cents)}</dd>
    </div>
  );
}
