import { Link } from "react-router-dom";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { ManualOrderActions, PaidBadge } from "./ManualOrderParts";
import type { ManualOrderListProps } from "./ManualOrdersTable";
import { manageTexts } from "./manageTexts";

/** The table on the phone: the same facts in the same order, one card per order. */
export function ManualOrderCards({ orders, ...actions }: ManualOrderListProps) {
  return (
    <ul aria-label={manageTexts.list} className="flex flex-col border-t border-(--gray-a4)">
      {orders.map(({ row: order, hasLeft }) => (
        <li
          key={order._id}
          className={`flex flex-col gap-1 border-b border-(--gray-a4) py-3 text-[14px] ${hasLeft ? "opacity-50" : ""}`}
        >
          <div className="flex items-baseline justify-between gap-3">
            <Link
              to={`/pedidos?pedido=${order.number}`}
              aria-label={manageTexts.see(order.number)}
              className="-my-2 inline-flex min-h-9 items-center rounded-sm font-semibold hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              #{order.number}
            </Link>
            <span className="whitespace-nowrap text-[16px] font-semibold">{formatBRL(order.totalCents)}</span>
          </div>
          <div className="flex flex-wrap justify-between gap-x-3">
            <span className="whitespace-nowrap">{formatPhone(order.customerPhone)}</span>
            <span className="text-(--gray-11)">{formatDate(order.eventDate)}</span>
          </div>
          <div className="flex min-h-11 items-center justify-between gap-3">
            {hasLeft ? <i>{manageTexts.hasLeft}</i> : <PaidBadge isPaid={order.isPaid} />}
            {!hasLeft && <ManualOrderActions order={order} {...actions} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
