import type { Cents } from "../../../domain/money";
import { formatPhone, parsePhone } from "../../../domain/phone";
import { Kbd } from "../../ui/Kbd";
import { texts } from "./texts";
import type { CustomerPeek } from "./useCustomerPeek";

interface Props {
  /** As typed. */
  readonly phone: string;
  readonly customer: CustomerPeek | undefined;
  /** What own launches on their way will add to the bag. */
  readonly addingCents: Cents;
  /** Puts the whole phone of the only customer it can be into the field. */
  readonly onComplete: (phone: string) => void;
}

/**
 * Whom the phone belongs to and what is open for them; before that is known, the phone as it was understood. With
 * launches on their way the total is only probable and says so (UX conventions O5). Of a phone half typed it is a guess,
 * shown with the whole phone and taken only when asked for (L13).
 */
export function CustomerHint({ phone, customer, addingCents, onComplete }: Props) {
  const parsed = parsePhone(phone);
  if (!parsed.ok) return customer ? <Guess customer={customer} onComplete={onComplete} /> : null;
  if (customer === undefined) return <>{formatPhone(parsed.value)}</>;
  const probable = texts.probableBag((customer?.openTotalCents ?? 0) + addingCents);
  if (customer === null) {
    return <>{`${texts.newCustomer} · ${addingCents > 0 ? probable : formatPhone(parsed.value)}`}</>;
  }
  return (
    <>
      <CustomerName customer={customer} /> · {addingCents > 0 ? probable : bagOf(customer)}
    </>
  );
}

interface GuessProps {
  readonly customer: NonNullable<CustomerPeek>;
  readonly onComplete: (phone: string) => void;
}

/**
 * The key is `→` at the end of what is typed: Tab goes on to the next field and Enter takes what was typed. The button
 * is for the finger and the mouse; it takes neither the focus nor a stop of Tab.
 */
function Guess({ customer, onComplete }: GuessProps) {
  const whole = formatPhone(customer.phone);
  return (
    <span className="flex min-w-0 items-baseline gap-x-1 whitespace-nowrap max-sm:flex-wrap">
      <button
        type="button"
        tabIndex={-1}
        title={texts.completeKey}
        aria-label={texts.complete(whole)}
        aria-keyshortcuts="ArrowRight"
        className="-my-1 min-h-6 shrink-0 cursor-pointer rounded-sm font-medium text-(--gray-12) hover:underline"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onComplete(customer.phone)}
      >
        {texts.guess(whole)}{" "}
        <span className="pointer-coarse:hidden">
          <Kbd keys="→" />
        </span>
      </button>
      <span className="truncate" title={customer.name ?? undefined}>
        <CustomerName customer={customer} /> · {bagOf(customer)}
      </span>
    </span>
  );
}

function CustomerName({ customer }: Pick<GuessProps, "customer">) {
  return <span className="font-medium text-(--gray-12)">{customer.name ?? texts.namelessCustomer}</span>;
}

function bagOf({ openOrders, openTotalCents }: NonNullable<CustomerPeek>): string {
  return openOrders === 0 ? texts.noOpenOrder : texts.bag(openTotalCents, openOrders);
}
