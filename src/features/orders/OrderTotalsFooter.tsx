import { useEffect, useState } from "react";
import { formatBRL } from "../../../domain/money";
import { sentenceOf } from "../../lib/refusal";
import type { OrderFilters } from "./orderFilters";
import { texts } from "./texts";
import { useOrderTotals, type OrderTotals } from "./useOrders";

/** Counters change at most twice per second. Source: UX conventions R5. */
const CALM_MS = 500;

interface Props {
  readonly filters: OrderFilters;
}

/** The four figures of the whole filter, always in sight below the list. */
export function OrderTotalsFooter({ filters }: Props) {
  const totals = useOrderTotals(filters);
  const shown = useCalm(totals.status === "ready" ? totals.value : null);
  return (
    <section
      aria-label={texts.totals}
      className="sticky bottom-0 z-20 -mx-4 mt-2 border-t border-(--gray-a5) bg-(--color-background) px-4 py-2 md:-mx-6 md:px-6"
    >
      {totals.status === "refused" ? (
        <p className="text-[14px] text-(--red-11)">{sentenceOf(totals.error, texts.loadFailed)}</p>
      ) : (
        <dl className="flex justify-between gap-x-4 sm:justify-end sm:gap-x-10">
          <Figure name={texts.totalOrders} value={figure(shown, ({ orders }) => String(orders))} />
          <Figure name={texts.paidOrders} value={figure(shown, ({ paid }) => String(paid))} />
          <Figure name={texts.pendingOrders} value={figure(shown, ({ pending }) => String(pending))} />
          <Figure name={texts.totalValue} value={figure(shown, ({ totalCents }) => formatBRL(totalCents))} />
        </dl>
      )}
    </section>
  );
}

function figure(totals: OrderTotals | null, of: (totals: OrderTotals) => string): string {
  return totals === null ? "…" : of(totals);
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex flex-col sm:flex-row sm:items-baseline sm:gap-2">
      <dt className="text-[12px] text-(--gray-11) sm:text-[13px]">{name}</dt>
      <dd className="text-[15px] font-semibold whitespace-nowrap sm:text-[16px]">{value}</dd>
    </div>
  );
}

/** The value, but once it changed it stays for half a second; the last one always comes through. */
function useCalm<T>(value: T): T {
  const [shown, setShown] = useState({ value, changedAt: 0 });
  useEffect(() => {
    const wait = Math.max(0, shown.changedAt + CALM_MS - Date.now());
    const timer = window.setTimeout(() => {
      setShown((before) => (before.value === value ? before : { value, changedAt: Date.now() }));
    }, wait);
    return () => window.clearTimeout(timer);
  }, [value, shown.changedAt]);
  return shown.value;
}
