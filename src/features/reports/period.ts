import { addDays, isEventDate, type CalendarDate } from "../../../domain/calendar";
import { monthBounds, monthOf } from "../../../domain/reports";

/** As the address names them, in the order of the screen. Source: specification §2 "Reports". */
export const PERIODS = ["geral", "hoje", "mes", "ano", "personalizado"] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Best sellers are of a period that ends; all time is none. */
export const ENDING_PERIODS = ["hoje", "mes", "ano", "personalizado"] as const satisfies readonly PeriodName[];

export const DEFAULT_PERIOD: PeriodName = "hoje";

export interface Dates {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** What was chosen; the dates count for 'Personalizado' alone. */
export interface PeriodChoice {
  readonly name: PeriodName;
  readonly from: CalendarDate | null;
  readonly to: CalendarDate | null;
}

/** As far back as the server reads days: ten years. */
const LONGEST_DAYS = 3_660;

/**
 * The days of a choice up to today; null where both dates are needed and one is missing, or they are the wrong way round.
 *
 * Source: specification §5 "Reports custom period needs both dates, otherwise no load".
 */
export function datesOf({ name, from, to }: PeriodChoice, today: CalendarDate): Dates | null {
  switch (name) {
    case "geral":
      return { from: addDays(today, 1 - LONGEST_DAYS), to: today };
    case "hoje":
      return { from: today, to: today };
    case "mes":
      return { from: monthBounds(monthOf(today)).from, to: today };
    case "ano":
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case "personalizado":
      return from === null || to === null || isTooLong(from, to) ? null : { from, to };
    default:
      return name satisfies never;
  }
}

/** Whether both dates are there and make no period. */
export function isWrong({ name, from, to }: PeriodChoice): boolean {
  return name === "personalizado" && from !== null && to !== null && isTooLong(from, to);
}

function isTooLong(from: CalendarDate, to: CalendarDate): boolean {
  return from > to || to > addDays(from, LONGEST_DAYS - 1);
}

/** One day alone is no line of days: its chart begins two weeks earlier. */
const SHORTEST_DAYS = 14;

export function chartDates({ from, to }: Dates): Dates {
  return from === to ? { from: addDays(to, 1 - SHORTEST_DAYS), to } : { from, to };
}

export function toDate(text: string | null): CalendarDate | null {
  return text !== null && isEventDate(text) ? text : null;
}
