/** Calendar days are "YYYY-MM-DD" strings, instants are epoch milliseconds. Nothing here reads a clock or a time zone. */
export type CalendarDate = string;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const STANDARD_OFFSET_MS = -3 * HOUR_MS;
const SUMMER_OFFSET_MS = -2 * HOUR_MS;

/**
 * Daylight saving time in São Paulo: clocks went one hour ahead at 00:00 of the first day and back at 00:00 of the
 * second (that is, at 24:00 summer time of the day before). None before 1985 is needed by anything the shop keeps, and
 * none exists since 2019.
 *
 * Source: the decrees collected in the IANA database, zone America/Sao_Paulo.
 */
const SUMMER_TIMES: readonly (readonly [CalendarDate, CalendarDate])[] = [
  ["1985-11-02", "1986-03-15"],
  ["1986-10-25", "1987-02-14"],
  ["1987-10-25", "1988-02-07"],
  ["1988-10-16", "1989-01-29"],
  ["1989-10-15", "1990-02-11"],
  ["1990-10-21", "1991-02-17"],
  ["1991-10-20", "1992-02-09"],
  ["1992-10-25", "1993-01-31"],
  ["1993-10-17", "1994-02-20"],
  ["1994-10-16", "1995-02-19"],
  ["1995-10-15", "1996-02-11"],
  ["1996-10-06", "1997-02-16"],
  ["1997-10-06", "1998-03-01"],
  ["1998-10-11", "1999-02-21"],
  ["1999-10-03", "2000-02-27"],
  ["2000-10-08", "2001-02-18"],
  ["2001-10-14", "2002-02-17"],
  ["2002-11-03", "2003-02-16"],
  ["2003-10-19", "2004-02-15"],
  ["2004-11-02", "2005-02-20"],
  ["2005-10-16", "2006-02-19"],
  ["2006-11-05", "2007-02-25"],
  ["2007-10-14", "2008-02-17"],
  ["2008-10-19", "2009-02-15"],
  ["2009-10-18", "2010-02-21"],
  ["2010-10-17", "2011-02-20"],
  ["2011-10-16", "2012-02-26"],
  ["2012-10-21", "2013-02-17"],
  ["2013-10-20", "2014-02-16"],
  ["2014-10-19", "2015-02-22"],
  ["2015-10-18", "2016-02-21"],
  ["2016-10-16", "2017-02-19"],
  ["2017-10-15", "2018-02-18"],
  ["2018-11-04", "2019-02-17"],
];

/** The same table in epoch milliseconds: it begins at midnight standard time and ends at midnight summer time. */
const SUMMER_SPANS: readonly (readonly [number, number])[] = SUMMER_TIMES.map(([first, last]) => [
  utcMidnight(first) - STANDARD_OFFSET_MS,
  utcMidnight(last) - SUMMER_OFFSET_MS,
]);

const LAST_SUMMER_END = Math.max(...SUMMER_SPANS.map(([, end]) => end));

function offsetAt(epochMs: number): number {
  if (epochMs >= LAST_SUMMER_END) return STANDARD_OFFSET_MS;
  const isSummer = SUMMER_SPANS.some(([start, end]) => epochMs >= start && epochMs < end);
  return isSummer ? SUMMER_OFFSET_MS : STANDARD_OFFSET_MS;
}

/** The calendar day in São Paulo at an instant. */
export function saoPauloDate(epochMs: number): CalendarDate {
  return new Date(epochMs + offsetAt(epochMs)).toISOString().slice(0, 10);
}

/** The hour of a day in São Paulo at an instant: `2026-11-20T21`. */
export function saoPauloHour(epochMs: number): string {
  return new Date(epochMs + offsetAt(epochMs)).toISOString().slice(0, 13);
}

/**
 * The instants a São Paulo day begins (inclusive) and ends (exclusive). A day on which clocks change has 23 or 25
 * hours; where midnight itself was skipped the day begins at 01:00.
 */
export function dayBounds(date: CalendarDate): { startMs: number; endMs: number } {
  return { startMs: dayStart(date), endMs: dayStart(addDays(date, 1)) };
}

function dayStart(date: CalendarDate): number {
  const standardMidnight = utcMidnight(date) - STANDARD_OFFSET_MS;
  const summerMidnight = utcMidnight(date) - SUMMER_OFFSET_MS;
  // When summer time has held since before the day began, midnight came an hour earlier in absolute time.
  return saoPauloDate(summerMidnight) === date ? summerMidnight : standardMidnight;
}

function utcMidnight(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}

/** Whether a text is a calendar day that exists, between 2000 and 2099. */
export function isEventDate(text: string): boolean {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const epochMs = utcMidnight(text);
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().slice(0, 10) === text;
}

/** The day `days` after (or, negative, before) a day: plain calendar arithmetic, no zone. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(utcMidnight(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** `2026-11-20` → `20/11/2026`. */
export function formatDate(date: CalendarDate): string {
  const [year, month, day] = date.split("-");
  return `${day}/${month}/${year}`;
}

/** `2026-11-20` → `20/11`. */
export function formatShortDate(date: CalendarDate): string {
  const [, month, day] = date.split("-");
  return `${day}/${month}`;
}

/** The time of day in São Paulo at an instant: `HH:mm:ss`. */
export function formatTime(epochMs: number): string {
  return new Date(epochMs + offsetAt(epochMs)).toISOString().slice(11, 19);
}

/** The time of day in São Paulo at an instant: `HH:mm`. */
export function formatShortTime(epochMs: number): string {
  return formatTime(epochMs).slice(0, 5);
}
