import { memo } from "react";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { useGlow } from "../../ui/glow";
import { type OrderItemProps, type OrderListProps } from "./OrdersTable";
import { PaidSwitch } from "./PaidSwitch";
import { PrintedBadge } from "./PrintedBadge";
import { messagesOf } from "./messagesSent";
import { texts } from "./texts";

/** The orders table on the phone: the same facts in the same order, one card per order. */
export function OrderCards({ rows, arrived, busyIds, setPaid }: OrderListProps) {
  return (
    <ul aria-label={texts.list} className="flex flex-col border-t border-(--gray-a4)">
      {rows.map((order) => (
        <OrderCard
          key={order._id}
          order={order}
          hasArrived={arrived.has(order._id)}
          isBusy={busyIds.has(order._id)}
          setPaid={setPaid}
        />
      ))}
    </ul>
  );
}

const OrderCard = memo(function OrderCard({ order, hasArrived, isBusy, setPaid }: OrderItemProps) {
  const glow = useGlow(JSON.stringify(order), hasArrived);
  return (
    <li className={`flex flex-col gap-1 border-b border-(--gray-a4) py-3 text-[14px] ${glow}`}>
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">#{order.number}</span>
        <span className="whitespace-nowrap text-[16px] font-semibold">{formatBRL(order.totalCents)}</span>
      </div>
      <div className="flex flex-wrap justify-between gap-x-3">
        <span className="whitespace-nowrap">{formatPhone(order.customerPhone)}</span>
        <span className="min-w-0 truncate text-(--gray-11)">{order.customerName ?? texts.noCustomer}</span>
      </div>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <PaidSwitch order={order} isBusy={isBusy} setPaid={setPaid} />
        <PrintedBadge isPrinted={order.printed} />
      </div>
      <div className="flex flex-wrap justify-between gap-x-3 text-[13px] text-(--gray-11)">
        <span>
          {order.eventType} · {formatDate(order.eventDate)}
        </span>
        <span>
          {columns.messages}: {messagesOf(order)}
        </span>
      </div>
      <p className="text-[13px] text-(--gray-11)">{order.observation ?? texts.noObservation}</p>
    </li>
  );
});

const { columns } = texts;
