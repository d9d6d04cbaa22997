import { formatPhone, parsePhone } from "../../../domain/phone";
import { texts } from "./texts";
import type { CustomerPeek } from "./useCustomerPeek";

interface Props {
  /** As typed. */
  readonly phone: string;
  readonly customer: CustomerPeek | undefined;
}

/** Whom the phone belongs to and what is open for them; before that is known, the phone as it was understood. */
export function CustomerHint({ phone, customer }: Props) {
  const parsed = parsePhone(phone);
  if (!parsed.ok) return null;
  if (customer === undefined) return <>{formatPhone(parsed.value)}</>;
  if (customer === null) return <>{`${texts.newCustomer} · ${formatPhone(parsed.value)}`}</>;
  const name = customer.name ?? texts.namelessCustomer;
  const bag = customer.openOrders === 0 ? texts.noOpenOrder : texts.bag(customer.openTotalCents, customer.openOrders);
  return (
    <>
      <span className="font-medium text-(--gray-12)">{name}</span> · {bag}
    </>
  );
}
