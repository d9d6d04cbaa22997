/**
 * Cron expressions of five fields, in UTC: minute, hour, day of month, month, day of week.
 *
 * A field is a list of `*`, numbers and ranges, each with an optional step; months and days of the week also go by three letters, and 7 is
 * Sunday as 0 is. When day of month and day of week are both restricted, a day that fits either is meant, as cron has always had it.
 */
export interface CronExpression {
  /** The first instant after the given one at which it rings, both epoch ms. */
  readonly nextAfter: (ms: number) => number;
}

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const FIELDS: readonly Field[] = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of month", min: 1, max: 31 },
  { name: "month", min: 1, max: 12, names: MONTHS },
  { name: "day of week", min: 0, max: 7, names: DAYS },
];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** 29 February may be eight years away (1896 to 1904, 2096 to 2104); what is not found by then does not exist. */
const HORIZON_DAYS = 9 * 366;

/** @throws Error naming what cannot be understood, or saying that no such day exists */
export function parseCronExpression(text: string): CronExpression {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== FIELDS.length) {
    throw new Error(
      `The cron expression "${text}" must have five fields: ${FIELDS.map(({ name }) => name).join(", ")}.`,
    );
  }
  const [minutes, hours, days, months, weekdays] = parts.map((part, i) => parseField(part, FIELDS[i]!)) as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ];
  if (weekdays.delete(7)) weekdays.add(0);
  const [anyDay, anyWeekday] = [parts[2]!, parts[4]!].map((part) => part.startsWith("*"));
  const fitsDay = (date: Date): boolean => {
    if (!months.has(date.getUTCMonth() + 1)) return false;
    const [ofMonth, ofWeek] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
    return anyDay === true || anyWeekday === true ? ofMonth && ofWeek : ofMonth || ofWeek;
  };
  const times = [...hours].sort(ascending).flatMap((hour) => {
    return [...minutes].sort(ascending).map((minute) => (hour * 60 + minute) * MINUTE_MS);
  });
  const nextAfter = (ms: number): number => {
    const today = Math.floor(ms / DAY_MS) * DAY_MS;
    for (let i = 0; i <= HORIZON_DAYS; i++) {
      const day = today + i * DAY_MS;
      if (!fitsDay(new Date(day))) continue;
      const time = times.find((sinceMidnight) => day + sinceMidnight > ms);
      if (time !== undefined) return day + time;
    }
    throw new Error(`The cron expression "${text}" names a day that never comes.`);
  };
  nextAfter(Date.UTC(2024, 0, 1)); // throws for 30 February
  return { nextAfter };
}

function parseField(text: string, field: Field): Set<number> {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    for (const value of parsePart(part, field)) values.add(value);
  }
  return values;
}

function parsePart(part: string, field: Field): number[] {
  const fail = (): never => {
    throw new Error(`"${part}" is no ${field.name} of a cron expression (${field.min} to ${field.max}).`);
  };
  const [, range = "", stepText] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? fail();
  const step = stepText === undefined ? 1 : Number(stepText);
  if (step < 1) fail();
  const [from, to] = parseRange(range, stepText !== undefined, field) ?? fail();
  if (from > to) fail();
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
}

/** A single number with a step begins a range to the field's end, as in `5/15`. */
function parseRange(range: string, hasStep: boolean, field: Field): [number, number] | null {
  const last = field.name === "day of week" ? 6 : field.max;
  if (range === "*") return [field.min, last];
  const [fromText = "", toText, ...more] = range.split("-");
  const from = parseValue(fromText, field);
  let to = toText === undefined ? (hasStep ? last : from) : parseValue(toText, field);
  if (field.name === "day of week" && to === 0 && from !== 0) to = 7; // `sat-sun` ends on the Sunday after
  return from === null || to === null || more.length > 0 ? null : [from, to];
}

function parseValue(text: string, { min, max, names = [] }: Field): number | null {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return named + min;
  const value = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : null;
}

const ascending = (a: number, b: number): number => a - b;
