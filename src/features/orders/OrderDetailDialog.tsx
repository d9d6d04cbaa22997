import { Badge, Button, Flex } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { formatInstant } from "../../lib/ago";
import { addressText, cpfText } from "../../lib/personText";
import { Fact, FactList, SectionTitle } from "../../ui/FactList";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { PaymentStateBadge, saysMoreThanPaid } from "../../ui/PaymentStateBadge";
import { ProductPicture } from "../../ui/ProductPicture";
import { OrderMessages } from "../messaging";
import { dialogTexts as texts } from "./dialogTexts";
import { OrderDialogFrame, OrderDialogState } from "./OrderDialogFrame";
import { labelPath } from "./LabelLink";
import { OrderTimeline } from "./OrderTimeline";
import { PrintOrderButton } from "./PrintOrderButton";
import { useLastKnownOrder, useOrderDetail, type OrderDetail, type OrderLine } from "./useOrderDetail";

interface Props {
  readonly number: number;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** One order to look at: who, what, how much, and everything that happened to it. Source: specification §2. */
export function OrderDetailDialog({ number, onEdit, onClose }: Props) {
  const live = useOrderDetail(number);
  const lastKnown = useLastKnownOrder(live);
  const order = live.status === "ready" ? live.value : null;
  return (
    <OrderDialogFrame title={texts.detailTitle(number)} number={number} maxWidth="760px" onLeave={onClose}>
      {order === null ? (
        <OrderDialogState live={live} lastKnown={lastKnown} failed={texts.loadFailed} onClose={onClose} />
      ) : (
        <div className="flex flex-col gap-5">
          <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
            <CustomerFacts order={order} />
            <Summary order={order} />
          </div>
          <Items order={order} />
          <section aria-labelledby="order-messages">
            <SectionTitle id="order-messages">{texts.messages}</SectionTitle>
            <PanelBoundary fallback={texts.messagesFailed}>
              <OrderMessages orderId={order._id} />
            </PanelBoundary>
          </section>
          <section aria-labelledby="order-timeline">
            <SectionTitle id="order-timeline">{texts.timeline}</SectionTitle>
            <PanelBoundary fallback={texts.timelineFailed}>
              <OrderTimeline orderId={order._id} />
            </PanelBoundary>
          </section>
          <Flex justify="end" gap="3" wrap="wrap">
            <Button variant="soft" color="gray" highContrast onClick={onClose}>
              {texts.close}
            </Button>
            <PrintOrderButton order={order} />
            <Button asChild variant="soft" highContrast>
              {order.isPaid ? (
                <Link to={labelPath(number)}>{texts.label}</Link>
              ) : (
                <Link to={`/checkout?tela=finalizar&pedido=${number}`}>{texts.checkout}</Link>
              )}
            </Button>
            <Button onClick={onEdit}>{texts.edit}</Button>
          </Flex>
        </div>
      )}
    </OrderDialogFrame>
  );
}

const UNKNOWN = { name: null, cpf: null, email: null, address: null };

function CustomerFacts({ order }: { readonly order: OrderDetail }) {
  const { name, cpf, email, address } = order.customer ?? UNKNOWN;
  return (
    <section aria-labelledby="order-customer">
      <SectionTitle id="order-customer">{texts.customer}</SectionTitle>
      <FactList>
        <Fact name={texts.name}>{name ?? order.customerName ?? texts.noName}</Fact>
        <Fact name={texts.phone}>{formatPhone(order.customerPhone)}</Fact>
        {cpf !== null && <Fact name={texts.cpf}>{cpfText(cpf)}</Fact>}
        {email !== null && <Fact name={texts.email}>{email}</Fact>}
        <Fact name={texts.address}>{address === null ? texts.noAddress : addressText(address)}</Fact>
        {order.whatsappGroup !== null && <Fact name={texts.group}>{order.whatsappGroup}</Fact>}
      </FactList>
    </section>
  );
}

function Summary({ order }: { readonly order: OrderDetail }) {
  return (
    <section aria-labelledby="order-summary">
      <SectionTitle id="order-summary">{texts.summary}</SectionTitle>
      <FactList>
        <Fact name={texts.total}>
          <span className="text-[20px] leading-none font-semibold">{formatBRL(order.totalCents)}</span>
        </Fact>
        <Fact name={texts.status}>
          <span className="flex flex-wrap gap-2">
            <Badge color={order.isPaid ? "jade" : "amber"} highContrast>
              {order.isPaid ? texts.paid : texts.pending}
            </Badge>
            {saysMoreThanPaid(order.paymentState) && <PaymentStateBadge state={order.paymentState} />}
          </span>
        </Fact>
        <Fact name={texts.eventType}>{order.eventType}</Fact>
        <Fact name={texts.eventDate}>{formatDate(order.eventDate)}</Fact>
        {order.observation !== null && <Fact name={texts.observation}>{order.observation}</Fact>}
      </FactList>
      <p className="mt-3 text-[13px] text-(--gray-11)">{texts.createdAt(formatInstant(order.createdAt))}</p>
    </section>
  );
}

function Items({ order }: { readonly order: OrderDetail }) {
  const { adjustmentCents } = order;
  return (
    <section aria-labelledby="order-items">
      <SectionTitle id="order-items">
        {texts.items} · {texts.pieces(order.pieces)}
      </SectionTitle>
      {order.lines.length === 0 ? (
        <p className="py-3 text-[14px] text-(--gray-11)">{texts.noItems}</p>
      ) : (
        <ul aria-labelledby="order-items">
          {order.lines.map((line) => (
            <Item key={line.lineId} line={line} />
          ))}
        </ul>
      )}
      {adjustmentCents !== 0 && (
        <p className="flex justify-between border-t border-(--gray-a4) py-2 text-[14px]">
          <span>
            {texts.adjustment} ({adjustmentCents > 0 ? texts.surcharge : texts.discount})
          </span>
          <span className="font-medium">{formatBRL(adjustmentCents)}</span>
        </p>
      )}
      <p className="flex justify-between border-t border-(--gray-a6) pt-2 text-[15px] font-semibold">
        <span>{texts.total}</span>
        <span>{formatBRL(order.totalCents)}</span>
      </p>
    </section>
  );
}

function Item({ line }: { readonly line: OrderLine }) {
  const variant = [line.color, line.size].filter((part) => part !== null).join(" · ");
  return (
    <li className="flex items-center gap-3 border-t border-(--gray-a4) py-2 text-[14px]">
      <ProductPicture name={line.name} code={line.code} imageUrl={line.imageUrl} sizePx={44} missing="words" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <span className="font-semibold">{line.code}</span> {line.name}
        </span>
        <span className="block text-[13px] text-(--gray-11)">
          {line.quantity} × {formatBRL(line.unitPriceCents)}
          {variant !== "" && ` · ${variant}`}
        </span>
      </span>
      <span className="font-medium whitespace-nowrap">{formatBRL(line.lineTotalCents)}</span>
    </li>
  );
}
