import { addDays, formatShortDate } from "../../../domain/calendar";
import type { HourRow } from "./useReports";

/** One bar of a live. */
export interface HourBar {
  /** '21h', with the day in front where orders were opened on several. */
  readonly label: string;
  readonly orders: number;
  readonly totalCents: number;
}

/** A live of an evening; a bazaar that takes orders for days is not drawn hour by empty hour. */
const LONGEST_SPAN = 36;

/** @param rows hours with orders, in order: "2026-11-20T21" */
export function liveHours(rows: readonly HourRow[]): HourBar[] {
  const hours = rows.map(({ hour }) => hour);
  const whole = withGaps(hours);
  const isOneDay = new Set(whole.map((hour) => hour.slice(0, 10))).size <= 1;
  const byHour = new Map(rows.map((row) => [row.hour, row]));
  return whole.map((hour) => {
    const { orders, totalCents } = byHour.get(hour) ?? { orders: 0, totalCents: 0 };
    const time = `${hour.slice(11)}h`;
    return { label: isOneDay ? time : `${formatShortDate(hour.slice(0, 10))} ${time}`, orders, totalCents };
  });
}

function withGaps(hours: readonly string[]): readonly string[] {
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return hours;
  const whole: string[] = [];
  for (let hour = first; hour <= last; hour = nextHour(hour)) {
    if (whole.length === LONGEST_SPAN) return hours;
    whole.push(hour);
  }
  return whole;
}

/** The hour on the wall; the night the clocks go forward has one bar more than hours. */
function nextHour(hour: string): string {
  const [date, time] = [hour.slice(0, 10), Number(hour.slice(11))];
  return time === 23 ? `${addDays(date, 1)}T00` : `${date}T${String(time + 1).padStart(2, "0")}`;
}
