import { addDays, formatShortDate, type CalendarDate } from "../../../domain/calendar";
import { monthOf, nextMonth } from "../../../domain/reports";
import { MONTHS } from "../../ui/monthGrid";
import type { Dates } from "./period";
import type { DayRow } from "./useReports";

/** One bar of the sales chart. */
export interface SalesBar {
  /** Below the bar: '20/11', 'nov/26'. */
  readonly label: string;
  readonly paidCents: number;
  readonly pendingCents: number;
  readonly orders: number;
}

export interface SalesSeries {
  readonly unit: "day" | "month";
  /** What the bars are of: without the empty time before the first sale, where months are drawn. */
  readonly dates: Dates;
  readonly bars: readonly SalesBar[];
}

/** More bars than this are no bars any more. */
const MOST_DAYS = 62;

/**
 * Figures of the days with orders as bars without gaps: one a day up to two months, one a month beyond.
 *
 * @param rows of days within the period, in order
 */
export function salesSeries(rows: readonly DayRow[], { from, to }: Dates): SalesSeries {
  if (addDays(from, MOST_DAYS) > to) {
    const days = span(from, to, (day) => addDays(day, 1));
    return { unit: "day", dates: { from, to }, bars: days.map((day) => sumOf(rows, day, formatShortDate(day))) };
  }
  const first = rows[0]?.date ?? from;
  const months = span(monthOf(first), monthOf(to), nextMonth);
  return {
    unit: "month",
    dates: { from: first, to },
    bars: months.map((month) => sumOf(rows, month, monthLabel(month))),
  };
}

/** Calendar texts sort as they follow one another. */
function span(first: string, last: string, next: (text: string) => string): string[] {
  const steps: string[] = [];
  for (let step = first; step <= last; step = next(step)) steps.push(step);
  return steps;
}

/** @param prefix a day, or the month its days begin with */
function sumOf(rows: readonly DayRow[], prefix: string, label: string): SalesBar {
  const own = rows.filter(({ date }) => date.startsWith(prefix));
  const sum = (value: (row: DayRow) => number) => own.reduce((total, row) => total + value(row), 0);
  return {
    label,
    paidCents: sum(({ paidCents }) => paidCents),
    pendingCents: sum(({ pendingCents }) => pendingCents),
    orders: sum(({ orders }) => orders),
  };
}

function monthLabel(month: CalendarDate): string {
  return `${(MONTHS[Number(month.slice(5, 7)) - 1] ?? "").slice(0, 3)}/${month.slice(2, 4)}`;
}
