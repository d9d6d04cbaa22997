import { Callout } from "@radix-ui/themes";
import { CustomerSection } from "./CustomerSection";
import { CouponForm } from "./CouponForm";
import { FinalizeDock } from "./FinalizeDock";
import { FreightSection } from "./FreightSection";
import { OrderCard } from "./OrderCard";
import { PaymentPanel } from "./PaymentPanel";
import { Summary } from "./Summary";
import { texts } from "./texts";
import type { CheckoutOrder } from "./useCheckout";
import { useCustomerForm } from "./useCustomerForm";
import { useFinalize } from "./useFinalize";
import { useFreight } from "./useFreight";

interface Props {
  readonly order: CheckoutOrder;
  readonly onLinkOpened: (orderNumber: number) => void;
}

/**
 * One order: left what is bought, by whom and where it goes, right the sums that stay in sight; on the phone the sums dock
 * at the bottom. Source: look.md "Checkout".
 */
export function OrderCheckout({ order, onLinkOpened }: Props) {
  const freight = useFreight(order);
  const form = useCustomerForm(order, freight.quote);
  const finalizing = useFinalize(order, form, onLinkOpened);
  const isOpen = !order.isPaid;

  return (
    <div className="flex flex-col gap-6 max-lg:[&_:is(a,button,input)]:scroll-mb-10 lg:grid lg:grid-cols-[minmax(0,1fr)_380px] lg:items-start lg:gap-8">
      <div className="flex min-w-0 flex-col gap-6">
        {order.isPaid && (
          <Callout.Root color="jade" role="status" highContrast>
            <Callout.Text>{texts.isPaid(order.number)}</Callout.Text>
          </Callout.Root>
        )}
        <OrderCard order={order} />
        <CustomerSection form={form} isReadOnly={order.isPaid} />
        <FreightSection order={order} freight={freight} cep={form.text.cep} />
      </div>
      <div className="contents lg:sticky lg:top-[calc(72px+var(--bar-height,0px))] lg:flex lg:flex-col lg:gap-5">
        <Summary order={order}>{isOpen && <CouponForm order={order} />}</Summary>
        <PaymentPanel order={order} />
        {isOpen && <FinalizeDock order={order} finalizing={finalizing} isChoosing={freight.choosing !== null} />}
      </div>
    </div>
  );
}
