import { formatDate, isEventDate, type CalendarDate } from "../../domain/calendar";

/**
 * What a date field shows while somebody types: digits become `dd/MM/yyyy` as they come, and a day or month of one
 * digit followed by a separator gets its zero. A pasted `2026-11-20` is turned round.
 */
export function maskDate(text: string): string {
  const trimmed = text.trim();
  if (isEventDate(trimmed)) return formatDate(trimmed);
  const padded = trimmed.replace(/^(\d)[/.\-\s]/, "0$1/").replace(/^(\d\d)[/.\-\s]+(\d)[/.\-\s]/, "$1/0$2/");
  const digits = padded.replace(/\D/g, "").slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== "").join("/");
}

/** The day that a complete `dd/MM/yyyy` names, or null: not complete, or no such day. */
export function parseDate(text: string): CalendarDate | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim());
  if (match === null) return null;
  const date = `${match[3]}-${match[2]}-${match[1]}`;
  return isEventDate(date) ? date : null;
}

/**
 * The day meant by whoever leaves the field: `20/11` is of this year, `20/11/26` of this century.
 *
 * @param thisYear four digits
 */
export function completeDate(text: string, thisYear: string): CalendarDate | null {
  const masked = maskDate(text);
  if (/^\d{2}\/\d{2}$/.test(masked)) return parseDate(`${masked}/${thisYear}`);
  if (/^\d{2}\/\d{2}\/\d{2}$/.test(masked)) return parseDate(`${masked.slice(0, 6)}20${masked.slice(6)}`);
  return parseDate(masked);
}
