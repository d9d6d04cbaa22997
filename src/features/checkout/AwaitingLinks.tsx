import { Button, Heading } from "@radix-ui/themes";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { useGlow } from "../../ui/glow";
import { CopyButton } from "../../ui/CopyButton";
import { PaymentBadge } from "./PaymentBadge";
import { texts } from "./texts";
import { useCheckoutOrder, useOrderIdOf, type OrderId } from "./useCheckout";

interface Props {
  readonly orderNumbers: readonly number[];
  readonly onForget: (orderNumber: number) => void;
  readonly onOpen: (orderNumber: number) => void;
}

/** The payments that this person is waiting for, each turning to 'Pago' by itself while they go on with the next order. */
export function AwaitingLinks({ orderNumbers, ...ways }: Props) {
  if (orderNumbers.length === 0) return null;
  return (
    <section aria-labelledby="checkout-awaiting" className="mb-5 max-w-[880px]">
      <Heading as="h2" id="checkout-awaiting" size="2" color="gray" weight="medium" mb="1">
        {texts.awaiting}
      </Heading>
      <ul className="border-t border-(--gray-a4)">
        {orderNumbers.map((orderNumber) => (
          <AwaitingOrder key={orderNumber} orderNumber={orderNumber} {...ways} />
        ))}
      </ul>
    </section>
  );
}

interface OrderProps extends Omit<Props, "orderNumbers"> {
  readonly orderNumber: number;
}

function AwaitingOrder(props: OrderProps) {
  const orderId = useOrderIdOf(props.orderNumber);
  // Deleted or joined to another: there is nothing to wait for any more.
  if (orderId.status !== "ready" || orderId.value === null) return null;
  return <AwaitingRow orderId={orderId.value} {...props} />;
}

function AwaitingRow({ orderId, orderNumber, onForget, onOpen }: OrderProps & { readonly orderId: OrderId }) {
  const live = useCheckoutOrder(orderId);
  const order = live.status === "ready" ? live.value : null;
  const glow = useGlow(order === null ? "" : `${order.payment.state}:${order.isPaid}`, false);
  if (order === null) return null;
  const { customer, customerPhone, link, summary } = order;
  return (
    <li
      className={`flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-(--gray-a4) py-2 text-[14px] ${glow}`}
    >
      <span className="font-semibold">#{orderNumber}</span>
      <span className="min-w-0 truncate">{customer.name ?? formatPhone(customerPhone)}</span>
      <span className="font-medium whitespace-nowrap">{formatBRL(link?.amountCents ?? summary.grandTotalCents)}</span>
      <PaymentBadge order={order} />
      <span className="ml-auto flex items-center gap-4 pointer-coarse:gap-6">
        {link !== null && <CopyButton text={link.url} />}
        <Button size="1" variant="ghost" color="gray" highContrast onClick={() => onOpen(orderNumber)}>
          {texts.open}
          <span className="visually-hidden">{texts.order(orderNumber)}</span>
        </Button>
        <Button
          size="1"
          variant="ghost"
          color="gray"
          highContrast
          aria-label={texts.forget(orderNumber)}
          title={texts.forget(orderNumber)}
          onClick={() => onForget(orderNumber)}
        >
          ✕
        </Button>
      </span>
    </li>
  );
}
