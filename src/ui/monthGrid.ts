import { addDays, isEventDate, type CalendarDate } from "../../domain/calendar";

export const MONTHS = [
  "janeiro",
  "fevereiro",
  "março",
  "abril",
  "maio",
  "junho",
  "julho",
  "agosto",
  "setembro",
  "outubro",
  "novembro",
  "dezembro",
] as const;

/** Sunday first, as calendars in Brazil have it. */
export const WEEKDAYS = ["domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"] as const;

const DAYS_OF_WEEK = 7;

function weekday(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

function firstOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 7)}-01`;
}

/** `2026-11-20` → `novembro de 2026`. */
export function monthName(date: CalendarDate): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} de ${date.slice(0, 4)}`;
}

/** `2026-11-20` → `20 de novembro de 2026`. */
export function dayName(date: CalendarDate): string {
  return `${Number(date.slice(8))} de ${monthName(date)}`;
}

/** The weeks of the month a day is in, Sunday first; null where another month's day would stand. */
export function weeksOf(date: CalendarDate): (CalendarDate | null)[][] {
  const first = firstOfMonth(date);
  const weeks: (CalendarDate | null)[][] = [];
  let day = addDays(first, -weekday(first));
  do {
    const sunday = day;
    weeks.push(
      Array.from({ length: DAYS_OF_WEEK }, (_, offset) => {
        const inWeek = addDays(sunday, offset);
        return inWeek.slice(0, 7) === date.slice(0, 7) ? inWeek : null;
      }),
    );
    day = addDays(sunday, DAYS_OF_WEEK);
  } while (day.slice(0, 7) === date.slice(0, 7));
  return weeks;
}

/** The same day some months on; in a shorter month its last day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const month = `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
  for (let day = Number(date.slice(8)); day > 28; day -= 1) {
    const candidate = `${month}-${day}`;
    if (isEventDate(candidate)) return candidate;
  }
  return `${month}-${String(Math.min(28, Number(date.slice(8)))).padStart(2, "0")}`;
}

/**
 * Where a key leads from a day: arrows by day and week, Home and End within the week, Page Up and Page Down by month
 * (with Shift by year). Null for any other key, and where the calendar ends.
 */
export function dayForKey(date: CalendarDate, key: string, withShift: boolean): CalendarDate | null {
  const target = targetOf(date, key, withShift);
  return target !== null && isEventDate(target) ? target : null;
}

function targetOf(date: CalendarDate, key: string, withShift: boolean): CalendarDate | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(date, -1);
    case "ArrowRight":
      return addDays(date, 1);
    case "ArrowUp":
      return addDays(date, -DAYS_OF_WEEK);
    case "ArrowDown":
      return addDays(date, DAYS_OF_WEEK);
    case "Home":
      return addDays(date, -weekday(date));
    case "End":
      return addDays(date, DAYS_OF_WEEK - 1 - weekday(date));
    case "PageUp":
      return addMonths(date, withShift ? -12 : -1);
    case "PageDown":
      return addMonths(date, withShift ? 12 : 1);
    default:
      return null;
  }
}
