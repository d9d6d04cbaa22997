import { memo } from "react";
import { Link } from "react-router-dom";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import type { ShownRow } from "../orders";
import { DataCell, DataHeaderCell, DataRow, DataTable, type Column } from "../../ui/DataTable";
import { useGlow } from "../../ui/glow";
import { ManualOrderActions, PaidBadge } from "./ManualOrderParts";
import type { ManualOrder } from "./useManualOrders";
import { manageTexts } from "./manageTexts";

export interface ManualOrderListProps {
  readonly orders: readonly ShownRow<ManualOrder>[];
  readonly onEdit: (order: ManualOrder) => void;
  readonly onRemove: (order: ManualOrder) => void;
}

const { columns } = manageTexts;

/** Columns as specified: ID, Telefone, Data, Valor, Status, and what can be done. */
const COLUMNS: readonly Column[] = [
  { label: columns.id },
  { label: columns.phone },
  { label: columns.date },
  { label: columns.total, align: "right" },
  { label: columns.status },
  { label: columns.actions, align: "right" },
];

export function ManualOrdersTable({ orders, ...actions }: ManualOrderListProps) {
  return (
    <DataTable caption={manageTexts.list} columns={COLUMNS}>
      {orders.map(({ row, hasLeft }) => (
        <ManualOrderRow key={row._id} order={row} hasLeft={hasLeft} {...actions} />
      ))}
    </DataTable>
  );
}

interface RowProps extends Omit<ManualOrderListProps, "orders"> {
  readonly order: ManualOrder;
  readonly hasLeft: boolean;
}

const ManualOrderRow = memo(function ManualOrderRow({ order, hasLeft, ...actions }: RowProps) {
  const glow = useGlow(JSON.stringify(order), false);
  return (
    <DataRow className={`${hasLeft ? "opacity-50" : ""} ${glow}`}>
      <DataHeaderCell>
        <Link
          to={`/pedidos?pedido=${order.number}`}
          aria-label={manageTexts.see(order.number)}
          className="inline-flex min-h-6 items-center rounded-sm hover:underline"
        >
          #{order.number}
        </Link>
      </DataHeaderCell>
      <DataCell>{formatPhone(order.customerPhone)}</DataCell>
      <DataCell>{formatDate(order.eventDate)}</DataCell>
      <DataCell isRight className="font-medium">
        {formatBRL(order.totalCents)}
      </DataCell>
      <DataCell>{hasLeft ? <i>{manageTexts.hasLeft}</i> : <PaidBadge isPaid={order.isPaid} />}</DataCell>
      <DataCell isRight>{!hasLeft && <ManualOrderActions order={order} {...actions} />}</DataCell>
    </DataRow>
  );
});
