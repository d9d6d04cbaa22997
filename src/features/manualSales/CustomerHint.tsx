import type { Cents } from "../../../domain/money";
import { formatPhone, parsePhone } from "../../../domain/phone";
import { texts } from "./texts";
import type { CustomerPeek } from "./useCustomerPeek";

interface Props {
  /** As typed. */
  readonly phone: string;
  readonly customer: CustomerPeek | undefined;
  /** What own launches on their way will add to the bag. */
  readonly addingCents: Cents;
}

/**
 * Whom the phone belongs to and what is open for them; before that is known, the phone as it was understood. With
 * launches on their way the total is only probable and says so (UX conventions O5).
 */
export function CustomerHint({ phone, customer, addingCents }: Props) {
  const parsed = parsePhone(phone);
  if (!parsed.ok) return null;
  if (customer === undefined) return <>{formatPhone(parsed.value)}</>;
  const probable = texts.probableBag((customer?.openTotalCents ?? 0) + addingCents);
  if (customer === null) {
    return <>{`${texts.newCustomer} · ${addingCents > 0 ? probable : formatPhone(parsed.value)}`}</>;
  }
  const name = customer.name ?? texts.namelessCustomer;
  const settled =
    customer.openOrders === 0 ? texts.noOpenOrder : texts.bag(customer.openTotalCents, customer.openOrders);
  const bag = addingCents > 0 ? probable : settled;
  return (
    <>
      <span className="font-medium text-(--gray-12)">{name}</span> · {bag}
    </>
  );
}
