import { memo } from "react";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { DataCell, DataHeaderCell, DataRow, DataTable, type Column } from "../../ui/DataTable";
import { useGlow } from "../../ui/glow";
import { PaidSwitch } from "./PaidSwitch";
import { PrintedBadge } from "./PrintedBadge";
import { messagesOf } from "./messagesSent";
import { texts } from "./texts";
import type { OrderRow } from "./useOrders";
import type { PaidSwitching } from "./useSetPaid";

export interface OrderListProps extends PaidSwitching {
  readonly rows: readonly OrderRow[];
  /** The rows that came in while the list was open. */
  readonly arrived: ReadonlySet<string>;
}

const { columns } = texts;

const COLUMNS: readonly Column[] = [
  { label: columns.number, align: "right" },
  { label: columns.phone },
  { label: columns.customer, isFlexible: true },
  { label: columns.total, align: "right" },
  { label: columns.paid },
  { label: columns.printed },
  { label: columns.eventType },
  { label: columns.eventDate },
  { label: columns.messages },
  { label: columns.observation, isFlexible: true },
];

export function OrdersTable({ rows, arrived, busyIds, setPaid }: OrderListProps) {
  return (
    <DataTable caption={texts.list} columns={COLUMNS}>
      {rows.map((order) => (
        <OrderTableRow
          key={order._id}
          order={order}
          hasArrived={arrived.has(order._id)}
          isBusy={busyIds.has(order._id)}
          setPaid={setPaid}
        />
      ))}
    </DataTable>
  );
}

export interface OrderItemProps {
  readonly order: OrderRow;
  readonly hasArrived: boolean;
  readonly isBusy: boolean;
  readonly setPaid: PaidSwitching["setPaid"];
}

const OrderTableRow = memo(function OrderTableRow({ order, hasArrived, isBusy, setPaid }: OrderItemProps) {
  const glow = useGlow(JSON.stringify(order), hasArrived);
  return (
    <DataRow className={glow}>
      <DataHeaderCell className="text-right">#{order.number}</DataHeaderCell>
      <DataCell>{formatPhone(order.customerPhone)}</DataCell>
      <DataCell isFlexible>
        <span className="block truncate" title={order.customerName ?? undefined}>
          {order.customerName ?? <span className="text-(--gray-11)">{texts.noCustomer}</span>}
        </span>
      </DataCell>
      <DataCell isRight className="font-medium">
        {formatBRL(order.totalCents)}
      </DataCell>
      <DataCell>
        <PaidSwitch order={order} isBusy={isBusy} setPaid={setPaid} />
      </DataCell>
      <DataCell>
        <PrintedBadge isPrinted={order.printed} />
      </DataCell>
      <DataCell>{order.eventType}</DataCell>
      <DataCell>{formatDate(order.eventDate)}</DataCell>
      <DataCell className="text-(--gray-11)">{messagesOf(order)}</DataCell>
      <DataCell isFlexible className="text-(--gray-11)">
        <span className="block truncate" title={order.observation ?? undefined}>
          {order.observation ?? texts.noObservation}
        </span>
      </DataCell>
    </DataRow>
  );
});
