import { useMemo } from "react";
import { formatBRL, sumCents } from "../../../domain/money";
import { countText } from "../../lib/countText";
import { sentenceOf } from "../../lib/refusal";
import { useCalm } from "../../lib/useCalm";
import type { OrderFilters } from "./orderFilters";
import { texts } from "./texts";
import { useOrderTotals, type OrderRow, type OrderTotals } from "./useOrders";
import { useFoundOrders } from "./useOrderSearch";

interface Props {
  readonly filters: OrderFilters;
  readonly search: string;
}

/** The four figures of the whole filter, or of what a search found, always in sight below the list. */
export function OrderTotalsFooter({ filters, search }: Props) {
  return (
    <section
      aria-label={texts.totals}
      className="sticky bottom-0 z-20 -mx-4 border-t border-(--gray-a5) bg-(--color-background) px-4 py-2 md:-mx-6 md:px-6"
    >
      {search === "" ? <FilterFigures filters={filters} /> : <FoundFigures filters={filters} search={search} />}
    </section>
  );
}

function FilterFigures({ filters }: Pick<Props, "filters">) {
  const totals = useOrderTotals(filters);
  const shown = useCalm(totals.status === "ready" ? totals.value : null);
  if (totals.status === "refused") {
    return <p className="text-[14px] text-(--red-11)">{sentenceOf(totals.error, texts.loadFailed)}</p>;
  }
  return <Figures totals={shown} isAtLeast={false} />;
}

function FoundFigures({ filters, search }: Props) {
  const found = useFoundOrders(search, filters);
  const rows = found.status === "ready" ? found.value.rows : null;
  const totals = useMemo(() => (rows === null ? null : sumOf(rows)), [rows]);
  return <Figures totals={useCalm(totals)} isAtLeast={found.status === "ready" && found.value.hasMore} />;
}

type Shown = Pick<OrderTotals, "orders" | "paid" | "pending" | "totalCents">;

function sumOf(rows: readonly OrderRow[]): Shown {
  const paid = rows.filter(({ isPaid }) => isPaid).length;
  return {
    orders: rows.length,
    paid,
    pending: rows.length - paid,
    totalCents: sumCents(rows.map(({ totalCents }) => totalCents)),
  };
}

interface FiguresProps {
  /** Null while nothing is known. */
  readonly totals: Shown | null;
  /** True when there is more than was counted. */
  readonly isAtLeast: boolean;
}

function Figures({ totals, isAtLeast }: FiguresProps) {
  const show = (of: (totals: Shown) => string) => (totals === null ? "…" : `${of(totals)}${isAtLeast ? "+" : ""}`);
  return (
    <dl className="flex justify-between gap-x-4 sm:justify-end sm:gap-x-10">
      <Figure name={texts.totalOrders} value={show(({ orders }) => countText(orders))} />
      <Figure name={texts.paidOrders} value={show(({ paid }) => countText(paid))} />
      <Figure name={texts.pendingOrders} value={show(({ pending }) => countText(pending))} />
      <Figure name={texts.totalValue} value={show(({ totalCents }) => formatBRL(totalCents))} />
    </dl>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex flex-col sm:flex-row sm:items-baseline sm:gap-2">
      <dt className="text-[12px] text-(--gray-11) sm:text-[13px]">{name}</dt>
      <dd className="text-[15px] font-semibold whitespace-nowrap sm:text-[16px]">{value}</dd>
    </div>
  );
}
