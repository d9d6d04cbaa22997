import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  dayBounds,
  formatDate,
  formatShortDate,
  formatShortTime,
  formatTime,
  isEventDate,
  saoPauloDate,
} from "../../domain/calendar";

/** The machine's own time zone data: what the small table of ours is measured against. */
const reference = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "medium",
});

const at = (iso: string) => Date.parse(iso);

describe("the day and time in São Paulo", () => {
  test.each([
    ["late evening is still today", "2026-11-21T02:59:59Z", "2026-11-20", "23:59:59"],
    ["midnight is tomorrow", "2026-11-21T03:00:00Z", "2026-11-21", "00:00:00"],
    ["in summer time the day turned an hour earlier", "2018-12-25T02:00:00Z", "2018-12-25", "00:00:00"],
    ["since 2019 there is none", "2019-12-25T02:00:00Z", "2019-12-24", "23:00:00"],
  ])("%s", (_title, instant, date, time) => {
    expect(saoPauloDate(at(instant))).toBe(date);
    expect(formatTime(at(instant))).toBe(time);
    expect(formatShortTime(at(instant))).toBe(time.slice(0, 5));
  });

  test("agree with the machine's time zone data at any instant from 1986 on", () => {
    fc.assert(
      fc.property(fc.integer({ min: at("1986-01-01T00:00:00Z"), max: at("2040-01-01T00:00:00Z") }), (instant) => {
        expect(`${saoPauloDate(instant)} ${formatTime(instant)}`).toBe(reference.format(instant));
      }),
      { numRuns: 5_000 },
    );
  });

  test("agree with it around every change of the clock, hour by hour", () => {
    for (let day = at("1985-10-01T00:30:00Z"); day < at("2020-01-01T00:00:00Z"); day += 3_600_000) {
      const ours = `${saoPauloDate(day)} ${formatTime(day)}`;
      if (ours !== reference.format(day)) expect(ours).toBe(reference.format(day));
    }
  });
});

describe("dayBounds", () => {
  test.each([
    ["an ordinary day", "2026-11-20", "2026-11-20T03:00:00Z", "2026-11-21T03:00:00Z"],
    ["a summer day of old", "2018-12-25", "2018-12-25T02:00:00Z", "2018-12-26T02:00:00Z"],
    ["the day summer time began has 23 hours", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"],
    ["the day before it ended has 25", "2019-02-16", "2019-02-16T02:00:00Z", "2019-02-17T03:00:00Z"],
  ])("%s", (_title, date, start, end) => {
    expect(dayBounds(date)).toEqual({ startMs: at(start), endMs: at(end) });
  });

  test("hold exactly the instants of their day", () => {
    fc.assert(
      fc.property(fc.integer({ min: at("1990-01-01T00:00:00Z"), max: at("2040-01-01T00:00:00Z") }), (instant) => {
        const date = saoPauloDate(instant);
        const { startMs, endMs } = dayBounds(date);
        expect(instant).toBeGreaterThanOrEqual(startMs);
        expect(instant).toBeLessThan(endMs);
        expect(saoPauloDate(startMs)).toBe(date);
        expect(saoPauloDate(endMs - 1)).toBe(date);
        expect(saoPauloDate(endMs)).toBe(addDays(date, 1));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("calendar days", () => {
  test.each(["2026-11-20", "2024-02-29", "2000-01-01", "2099-12-31"])("%s exists", (date) => {
    expect(isEventDate(date)).toBe(true);
  });

  test.each([
    "2026-02-29",
    "2026-02-30",
    "2026-13-01",
    "2026-00-10",
    "1999-12-31",
    "20/11/2026",
    "2026-11-20T00:00",
    "",
    "2026-1-2",
  ])("%j does not", (date) => {
    expect(isEventDate(date)).toBe(false);
  });

  test.each([
    ["2026-11-20", 1, "2026-11-21"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2024-03-01", -1, "2024-02-29"],
    ["2018-11-03", 1, "2018-11-04"],
    ["2026-11-20", -365, "2025-11-20"],
  ])("%s and %i days is %s", (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  test("are shown the Brazilian way", () => {
    expect(formatDate("2026-11-05")).toBe("05/11/2026");
    expect(formatShortDate("2026-11-05")).toBe("05/11");
  });
});
