import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { saoPauloDate } from "../../../domain/calendar";
import { seededRandom } from "../../../convex/lib/seededRandom";
import { launchInstants, liveSpan, paymentInstant } from "../../../convex/model/demoInstants";

const DATE = "2026-11-20";
const at = (time: string, date = DATE) => Date.parse(`${date}T${time}-03:00`);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe("the span of a live", () => {
  test.each([
    ["of last week: eight to ten in the evening", at("11:00:00", "2026-11-27"), "20:00:00", "22:00:00"],
    ["of today, at night: over already", at("23:10:00"), "20:00:00", "22:00:00"],
    ["of today, while it would be on: ends now", at("21:00:00"), "19:00:00", "21:00:00"],
    ["of today, at noon: ten to twelve", at("12:00:00"), "10:00:00", "12:00:00"],
    ["of today, at one in the morning: not from yesterday", at("01:00:00"), "00:00:00", "01:00:00"],
    ["of today, a second after midnight", at("00:00:01"), "00:00:00", "00:00:01"],
    ["of today, at midnight itself", at("00:00:00"), "00:00:00", "00:00:00"],
  ])("%s", (_situation, now, start, end) => {
    expect(liveSpan(DATE, now)).toEqual({ startMs: at(start), endMs: at(end) });
  });
});

describe("the launches of a live", () => {
  const launches = (now: number, orders: number) => {
    const random = seededRandom(7);
    const span = liveSpan(DATE, now);
    return Array.from({ length: orders }, (_, turn) =>
      launchInstants(random, span, { at: turn, of: orders }, (turn % 4) + 1),
    );
  };

  test("come in the order of the orders' numbers, the lines of one seconds to a minute apart", () => {
    const orders = launches(at("09:00:00", "2026-11-21"), 17);
    const all = orders.flat();
    expect(all).toEqual([...all].sort((a, b) => a - b));
    expect(new Set(all).size).toBe(all.length);
    const gaps = orders.flatMap((lines) => lines.slice(1).map((instant, before) => instant - (lines[before] ?? 0)));
    expect(gaps.length).toBeGreaterThan(20);
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(5_000 - 1);
      expect(gap).toBeLessThanOrEqual(MINUTE_MS);
    }
    // They fill the evening instead of its first minutes.
    expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(100 * MINUTE_MS);
  });

  test("lie between midnight and now, whatever the time of day", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: DAY_MS - 1 }), (sinceMidnight) => {
        const now = at("00:00:00") + sinceMidnight;
        const all = launches(now, 17).flat();
        expect(all).toEqual([...all].sort((a, b) => a - b));
        for (const instant of all) {
          expect(instant).toBeLessThan(now);
          expect(saoPauloDate(instant)).toBe(DATE);
        }
      }),
    );
  });
});

describe("a payment", () => {
  test("comes minutes to a day after the last line", () => {
    const random = seededRandom(7);
    const launchedAt = at("21:30:00");
    const waits = Array.from({ length: 500 }, () => paymentInstant(random, launchedAt, launchedAt + 9 * DAY_MS)).map(
      (paidAt) => paidAt - launchedAt,
    );
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(3 * MINUTE_MS);
    expect(Math.max(...waits)).toBeLessThanOrEqual(DAY_MS);
    expect(Math.max(...waits)).toBeGreaterThan(DAY_MS / 2);
  });

  test("never comes after now nor before the launch, however little time there was", () => {
    const random = seededRandom(7);
    for (const passed of [0, 1, 50, MINUTE_MS, 10 * MINUTE_MS, DAY_MS / 4]) {
      for (let times = 0; times < 200; times += 1) {
        const wait = paymentInstant(random, at("10:00:00"), at("10:00:00") + passed) - at("10:00:00");
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(passed);
      }
    }
  });
});
