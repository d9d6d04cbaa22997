import { Button, Heading, RadioGroup, Text } from "@radix-ui/themes";
import { useState, type FormEvent } from "react";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { Link } from "react-router-dom";
import { sentenceOf } from "../../lib/refusal";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { writeCheckoutAddress } from "./checkoutAddress";
import { texts } from "./texts";
import { useFoundOrders, type FoundOrders, type OpenOrder } from "./useCheckout";

interface Props {
  /** What was searched for; "" before the first search. */
  readonly text: string;
  readonly onChoose: (orderNumber: number) => void;
}

/** What a search found, live: nothing, or orders to choose among. */
export function OpenOrders({ text, onChoose }: Props) {
  const found = useFoundOrders(text);
  if (text === "") return <EmptyState line={texts.hint} />;
  if (found.status === "loading") return <ListSkeleton rows={3} label={texts.searching} />;
  if (found.status === "refused") return <RefusedState message={sentenceOf(found.error, texts.openFailed)} />;
  const { orders, paidNumber } = found.value;
  if (orders.length > 0) return <Choice found={found.value} onChoose={onChoose} />;
  return (
    <EmptyState
      line={paidNumber === null ? texts.noOpenOrders : texts.alreadyPaid(paidNumber)}
      action={
        paidNumber !== null && (
          <Button asChild variant="soft" color="gray" highContrast>
            <Link to={writeCheckoutAddress({ view: "finish", orderNumber: paidNumber })}>
              {texts.seePaid(paidNumber)}
            </Link>
          </Button>
        )
      }
    />
  );
}

interface ChoiceProps {
  readonly found: FoundOrders;
  readonly onChoose: (orderNumber: number) => void;
}

function Choice({ found: { orders, phone, customerName }, onChoose }: ChoiceProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const selected = orders.find(({ number }) => number === chosen) ?? orders[0];

  function submit(event: FormEvent) {
    event.preventDefault();
    if (selected !== undefined) onChoose(selected.number);
  }
  return (
    <form onSubmit={submit} className="max-w-[720px]">
      <Heading as="h2" id="checkout-open-orders" size="3" mb="1">
        {texts.openOrdersOf(customerName ?? (phone === null ? "" : formatPhone(phone)))}
      </Heading>
      <Text as="p" size="2" color="gray" mb="3">
        {texts.several(orders.length)}
      </Text>
      <RadioGroup.Root
        aria-labelledby="checkout-open-orders"
        value={String(selected?.number ?? "")}
        onValueChange={(number) => setChosen(Number(number))}
      >
        <div className="mb-4 border-t border-(--gray-a4)">
          {orders.map((order) => (
            <OrderChoice key={order.orderId} order={order} />
          ))}
        </div>
      </RadioGroup.Root>
      <Button type="submit" size="3">
        {texts.finishSelected}
      </Button>
    </form>
  );
}

function OrderChoice({ order }: { readonly order: OpenOrder }) {
  const { number, eventType, eventDate, totalCents, lines } = order;
  return (
    <label className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 border-b border-(--gray-a4) py-2 text-[14px] hover:bg-(--gray-a2)">
      <RadioGroup.Item value={String(number)} />
      <span className="min-w-11 font-semibold">#{number}</span>
      <span className="min-w-20">{eventType}</span>
      <span className="min-w-22">{formatDate(eventDate)}</span>
      <span className="text-(--gray-11)">{texts.items(lines)}</span>
      <span className="ml-auto font-medium whitespace-nowrap">{formatBRL(totalCents)}</span>
    </label>
  );
}
