import { addDays, type CalendarDate } from "./calendar";
import type { Cents } from "./money";
import { addSplitSums, NO_SPLIT_SUMS, type SplitSums } from "./totals";

/** What a card of the reports shows. Revenue is that of paid orders. */
export interface ReportCard {
  readonly orders: number;
  readonly paidOrders: number;
  readonly pendingOrders: number;
  readonly paidCents: Cents;
  readonly pendingCents: Cents;
  readonly totalCents: Cents;
  readonly pieces: number;
  /** Paid revenue by paid order, rounded half up; 0 with none. */
  readonly averageTicketCents: Cents;
}

/** Source: specification §2 "Reports", product.md "Reports". */
export function toReportCard(rows: readonly SplitSums[]): ReportCard {
  const { open, paid } = rows.reduce(addSplitSums, NO_SPLIT_SUMS);
  return {
    orders: open.orders + paid.orders,
    paidOrders: paid.orders,
    pendingOrders: open.orders,
    paidCents: paid.totalCents,
    pendingCents: open.totalCents,
    totalCents: open.totalCents + paid.totalCents,
    pieces: open.pieces + paid.pieces,
    averageTicketCents: averageCents(paid.totalCents, paid.orders),
  };
}

/** An amount shared out, rounded half up; 0 among none. */
export function averageCents(cents: Cents, count: number): Cents {
  return count === 0 ? 0 : Math.floor((2 * cents + count) / (2 * count));
}

/** Paid of all orders in tenths of a percent, rounded half up: 523 is 52,3 %. Source: UX conventions N7. */
export function conversionPermille(paidOrders: number, orders: number): number {
  return orders === 0 ? 0 : Math.floor((2000 * paidOrders + orders) / (2 * orders));
}

export type Month = string;

export const monthOf = (date: CalendarDate): Month => date.slice(0, 7);

export function monthBounds(month: Month): { readonly from: CalendarDate; readonly to: CalendarDate } {
  return { from: `${month}-01`, to: addDays(`${nextMonth(month)}-01`, -1) };
}

export function nextMonth(month: Month): Month {
  return monthOf(addDays(`${month}-28`, 4));
}

/** A part of a period that is read in one piece. */
export type PeriodPart =
  | { readonly kind: "days"; readonly from: CalendarDate; readonly to: CalendarDate }
  | { readonly kind: "month"; readonly month: Month };

/**
 * A period as whole months that are summed up already and the days around them.
 *
 * @param isSummedUp whether a month's days have been added up
 */
export function splitPeriod(from: CalendarDate, to: CalendarDate, isSummedUp: (month: Month) => boolean): PeriodPart[] {
  const parts: PeriodPart[] = [];
  for (let start = from; start <= to;) {
    const month = monthOf(start);
    const bounds = monthBounds(month);
    const end = bounds.to < to ? bounds.to : to;
    const isWhole = start === bounds.from && end === bounds.to;
    parts.push(isWhole && isSummedUp(month) ? { kind: "month", month } : { kind: "days", from: start, to: end });
    start = addDays(end, 1);
  }
  return parts;
}
