import { ChevronRightIcon } from "@radix-ui/react-icons";
import { Badge } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { paths } from "../../lib/screens";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { LoadMore } from "../../ui/LoadMore";
import type { CustomerId } from "./customersAddress";
import { texts } from "./texts";
import { useCustomerHistory, type CustomerOrder } from "./useCustomers";

/** So many orders show their items at once; the others when asked. */
const OPEN_ORDERS = 2;

/** A customer's orders with their items, newest first. */
export function CustomerHistory({ customerId }: { readonly customerId: CustomerId }) {
  const pages = useCustomerHistory(customerId);
  const { status, rows } = pages;
  if (status === "loading") return <ListSkeleton rows={4} label={texts.historyLoading} />;
  if (rows.length === 0) return <EmptyState line={texts.historyEmpty} />;
  return (
    <>
      <ul aria-label={texts.history} className="flex flex-col">
        {rows.map((order, at) => (
          <Order key={order._id} order={order} isOpen={at < OPEN_ORDERS} />
        ))}
      </ul>
      <LoadMore pages={pages} />
    </>
  );
}

function Order({ order, isOpen }: { readonly order: CustomerOrder; readonly isOpen: boolean }) {
  const { number, eventDate, eventType, isPaid, totalCents, pieces } = order;
  return (
    <li className="border-b border-(--gray-a4) py-2 text-[14px]">
      <details open={isOpen} className="group">
        <summary className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-sm">
          <ChevronRightIcon aria-hidden width="16" height="16" className="-mr-2 shrink-0 group-open:rotate-90" />
          <span className="font-semibold">#{number}</span>
          <span className="whitespace-nowrap">{formatDate(eventDate)}</span>
          <span className="text-(--gray-11)">{eventType}</span>
          <span className="whitespace-nowrap text-(--gray-11)">{texts.pieces(pieces)}</span>
          <Badge color={isPaid ? "jade" : "amber"} highContrast>
            {isPaid ? texts.paid : texts.pending}
          </Badge>
          <span className="ml-auto font-medium whitespace-nowrap">{formatBRL(totalCents)}</span>
        </summary>
        <Items order={order} />
      </details>
    </li>
  );
}

function Items({ order: { number, lines, adjustmentCents } }: { readonly order: CustomerOrder }) {
  return (
    <div className="pt-1 pl-5 text-[13px]">
      {lines.length === 0 && <p className="text-(--gray-11)">{texts.noItems}</p>}
      <ul>
        {lines.map(({ code, name, quantity, unitPriceCents, lineTotalCents }, at) => (
          <li key={at} className="flex items-baseline gap-2 py-0.5">
            <span className="min-w-0 flex-1 break-words sm:truncate" title={name}>
              <span className="font-medium">{code}</span> {name}
            </span>
            <span className="whitespace-nowrap text-(--gray-11)">
              {quantity} × {formatBRL(unitPriceCents)}
            </span>
            <span className="min-w-20 text-right whitespace-nowrap">{formatBRL(lineTotalCents)}</span>
          </li>
        ))}
      </ul>
      {adjustmentCents !== 0 && (
        <p className="flex justify-between py-0.5">
          <span>{adjustmentCents > 0 ? texts.surcharge : texts.discount}</span>
          <span className="whitespace-nowrap">{formatBRL(adjustmentCents)}</span>
        </p>
      )}
      <Link
        to={`${paths.orders}?pedido=${number}`}
        className="mt-1 inline-block min-h-6 text-(--gray-12) underline underline-offset-2"
      >
        {texts.openOrder(number)}
      </Link>
    </div>
  );
}
