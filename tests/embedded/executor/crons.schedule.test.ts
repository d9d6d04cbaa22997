import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCronExpression } from "../../../embedded/executor/cronsExpression";
import { timingOf, type CronSchedule } from "../../../embedded/executor/cronsSchedule";

const at = (text: string): number => Date.parse(`${text}Z`);
const shown = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
const next = (expression: string, after: string): string => shown(parseCronExpression(expression).nextAfter(at(after)));

const MINUTE = 60_000;

describe("a cron expression", () => {
  it.each([
    ["* * * * *", "2026-01-31T23:59:00", "2026-02-01T00:00"],
    ["* * * * *", "2026-01-31T23:58:59", "2026-01-31T23:59"],
    ["*/15 * * * *", "2026-01-01T10:15:00", "2026-01-01T10:30"],
    ["5/20 9 * * *", "2026-01-01T09:26:00", "2026-01-01T09:45"],
    ["0,30 8-10 * * *", "2026-01-01T10:30:00", "2026-01-02T08:00"],
    ["10-20/5 0 * * *", "2026-01-01T00:15:00", "2026-01-01T00:20"],
    ["0 0 31 * *", "2026-01-31T00:00:00", "2026-03-31T00:00"],
    ["0 0 29 2 *", "2024-02-29T00:00:00", "2028-02-29T00:00"],
    ["0 0 29 2 *", "2096-03-01T00:00:00", "2104-02-29T00:00"],
    ["0 12 * * 0", "2026-11-20T00:00:00", "2026-11-22T12:00"],
    ["0 12 * * 7", "2026-11-20T00:00:00", "2026-11-22T12:00"],
    ["0 12 * * SUN", "2026-11-20T00:00:00", "2026-11-22T12:00"],
    ["0 12 * * mon-fri", "2026-11-20T12:00:00", "2026-11-23T12:00"],
    ["0 12 * * sat-sun", "2026-11-21T12:00:00", "2026-11-22T12:00"],
    ["0 12 * * 5-7", "2026-11-21T12:00:00", "2026-11-22T12:00"],
    ["0 0 1 jan,JUL *", "2026-01-01T00:00:00", "2026-07-01T00:00"],
    ["0 0 1 */6 *", "2026-01-01T00:00:00", "2026-07-01T00:00"],
    ["0 0 13 * fri", "2026-11-07T00:00:00", "2026-11-13T00:00"],
    ["0 0 13 * fri", "2026-11-13T00:00:00", "2026-11-20T00:00"],
    ["0 0 13 * fri", "2026-12-11T00:00:00", "2026-12-13T00:00"],
    ["0 0 */2 * mon", "2026-11-03T00:00:00", "2026-11-09T00:00"],
    ["  30   7 * * *  ", "2026-12-31T07:30:00", "2027-01-01T07:30"],
  ])("%s after %s rings at %s", (expression, after, expected) => {
    expect(next(expression, after)).toBe(expected);
  });

  it.each([
    ["* * * *", "five fields"],
    ["* * * * * *", "five fields"],
    ["", "five fields"],
    ["60 * * * *", "minute"],
    ["* 24 * * *", "hour"],
    ["* * 0 * *", "day of month"],
    ["* * 32 * *", "day of month"],
    ["* * * 13 *", "month"],
    ["* * * foo *", "month"],
    ["* * * * 8", "day of week"],
    ["*/0 * * * *", "minute"],
    ["5-1 * * * *", "minute"],
    ["1-2-3 * * * *", "minute"],
    ["1,,2 * * * *", "minute"],
    ["-1 * * * *", "minute"],
    ["1.5 * * * *", "minute"],
    ["*/x * * * *", "minute"],
    ["0 0 30 2 *", "never comes"],
    ["0 0 31 4,6,9,11 *", "never comes"],
  ])("%s is refused, naming the %s", (expression, part) => {
    expect(() => parseCronExpression(expression)).toThrow(part);
  });

  it("rings exactly at the minutes that fit, found by trying every minute", () => {
    fc.assert(
      fc.property(
        anExpression,
        fc.integer({ min: at("2023-12-25T00:00:00"), max: at("2028-03-05T00:00:00") }),
        ({ fields, text }, from) => {
          const expected = naiveNext(fields, from, 62);
          const cron = parseCronExpression(text);
          const found = cron.nextAfter(from);
          if (expected !== null) expect(shown(found)).toBe(shown(expected));
          else expect(found).toBeGreaterThan(from + 62 * 24 * 60 * MINUTE);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** A field as the set it means, beside its text; null is `*`. */
interface AField {
  readonly values: ReadonlySet<number> | null;
  readonly text: string;
}

const aField = (min: number, max: number): fc.Arbitrary<AField> => {
  const value = fc.integer({ min, max });
  const part = fc.oneof(
    value.map((one) => ({ values: [one], text: String(one) })),
    fc.tuple(value, value, fc.integer({ min: 1, max: 7 })).map(([a, b, step]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const values = [];
      for (let one = from; one <= to; one += step) values.push(one);
      return { values, text: step === 1 ? `${from}-${to}` : `${from}-${to}/${step}` };
    }),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant({ values: null, text: "*" }) },
    {
      weight: 3,
      arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => ({
        values: new Set(parts.flatMap(({ values }) => values)),
        text: parts.map(({ text }) => text).join(","),
      })),
    },
  );
};

const anExpression = fc
  .tuple(aField(0, 59), aField(0, 23), aField(1, 28), aField(1, 12), aField(0, 7))
  .map((fields) => ({ fields, text: fields.map(({ text }) => text).join(" ") }));

/** Null when nothing fits within so many days. */
function naiveNext(fields: readonly AField[], from: number, days: number): number | null {
  const [minute, hour, day, month, weekday] = fields.map(
    ({ values }) =>
      (value: number) =>
        values === null || values.has(value),
  ) as [
    (n: number) => boolean,
    (n: number) => boolean,
    (n: number) => boolean,
    (n: number) => boolean,
    (n: number) => boolean,
  ];
  const eitherDay = fields[2]!.values !== null && fields[4]!.values !== null;
  let time = Math.floor(from / MINUTE) * MINUTE;
  for (let i = 0; i < days * 24 * 60; i++) {
    time += MINUTE;
    const date = new Date(time);
    const inMonth = day(date.getUTCDate());
    const inWeek = weekday(date.getUTCDay()) || (date.getUTCDay() === 0 && weekday(7));
    const fitsDay = eitherDay ? inMonth || inWeek : inMonth && inWeek;
    if (fitsDay && month(date.getUTCMonth() + 1) && hour(date.getUTCHours()) && minute(date.getUTCMinutes()))
      return time;
  }
  return null;
}

describe("a schedule", () => {
  const noon = at("2026-01-31T12:00:00");
  it.each<[string, CronSchedule, string, string]>([
    ["hourly, at no minute in particular", { type: "hourly" }, "2026-01-31T13:00", "2026-01-31T14:00"],
    ["hourly", { type: "hourly", minuteUTC: 40 }, "2026-01-31T12:40", "2026-01-31T13:40"],
    ["daily", { type: "daily", hourUTC: 12, minuteUTC: 0 }, "2026-02-01T12:00", "2026-02-02T12:00"],
    ["daily, at no minute in particular", { type: "daily", hourUTC: 7 }, "2026-02-01T07:00", "2026-02-02T07:00"],
    [
      "weekly",
      { type: "weekly", dayOfWeek: "thursday", hourUTC: 9, minuteUTC: 5 },
      "2026-02-05T09:05",
      "2026-02-12T09:05",
    ],
    ["monthly", { type: "monthly", day: 1, hourUTC: 0, minuteUTC: 30 }, "2026-02-01T00:30", "2026-03-01T00:30"],
    [
      "monthly, on a day that not every month has",
      { type: "monthly", day: 30, hourUTC: 0 },
      "2026-03-30T00:00",
      "2026-04-30T00:00",
    ],
    ["cron", { type: "cron", cron: "*/20 * * * *" }, "2026-01-31T12:20", "2026-01-31T12:40"],
    ["interval of seconds", { type: "interval", seconds: 120 }, "2026-01-31T12:00", "2026-01-31T12:02"],
    ["interval of minutes", { type: "interval", minutes: 5 }, "2026-01-31T12:00", "2026-01-31T12:05"],
    ["interval of hours", { type: "interval", hours: 36 }, "2026-01-31T12:00", "2026-02-02T00:00"],
  ])("%s: first, then", (_title, schedule, first, second) => {
    const timing = timingOf(schedule);
    const firstMs = timing.first(noon);
    expect([shown(firstMs), shown(timing.next(firstMs, firstMs))]).toEqual([first, second]);
  });

  it("passes over what was missed, and an interval keeps its rhythm", () => {
    const daily = timingOf({ type: "daily", hourUTC: 7 });
    expect(shown(daily.next(at("2026-01-01T07:00:00"), at("2026-01-05T06:00:00")))).toBe("2026-01-05T07:00");
    const interval = timingOf({ type: "interval", minutes: 10 });
    expect(shown(interval.next(at("2026-01-01T07:03:00"), at("2026-01-01T09:00:00")))).toBe("2026-01-01T09:03");
    expect(shown(interval.next(at("2026-01-01T07:03:00"), at("2026-01-01T07:13:00")))).toBe("2026-01-01T07:23");
  });

  it("refuses an interval of nothing", () => {
    expect(() => timingOf({ type: "interval", seconds: 0 })).toThrow("longer than nothing");
  });
});
