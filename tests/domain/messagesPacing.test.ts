import { describe, expect, test } from "vitest";
import {
  dailyCeiling,
  endOfQuiet,
  estimateEnd,
  isQuiet,
  nextBroadcastAt,
  paceOf,
  waitAfter,
  type GatewayKind,
  type MessageKind,
} from "../../domain/messagesPacing";

/** A time of day in São Paulo. */
const at = (time: string, day = "2026-11-20") => Date.parse(`${day}T${time}-03:00`);
const MINUTE = 60_000;

describe("how long to wait after a message", () => {
  test.each<[GatewayKind, MessageKind, number[]]>([
    ["specified", "confirmation", [2_000, 2_000, 2_000]],
    ["specified", "broadcast", [3_000, 3_000, 5_000, 3_000, 3_000, 5_000]],
    ["specified", "order", [2_000, 2_000, 2_000, 2_000, 3_000, 2_000]],
  ])("%s, %s: %j", (gateway, kind, expected) => {
    const pace = paceOf(gateway, kind);
    expect(expected.map((_wait, sent) => waitAfter(pace, sent + 1, 0.7))).toEqual(expected);
  });

  test.each<[MessageKind, number, number, number]>([
    ["order", 1, 3_000, 8_000],
    ["confirmation", 20, 3_000, 8_000],
    ["broadcast", 19, 20_000, 45_000],
    ["broadcast", 20, 300_000, 600_000],
    ["broadcast", 21, 20_000, 45_000],
  ])("evolution, %s, after the %ith: from %i to %i ms", (kind, sent, least, most) => {
    const pace = paceOf("evolution", kind);
    expect([waitAfter(pace, sent, 0), waitAfter(pace, sent, 1)]).toEqual([least, most]);
  });

  test("a company may be slower", () => {
    const pace = paceOf("specified", "broadcast", { intervalMs: 10_000, batchSize: 2, batchDelayMs: 60_000 });
    expect([1, 2, 3].map((sent) => waitAfter(pace, sent, 0))).toEqual([10_000, 60_000, 10_000]);
    const slow = paceOf("evolution", "order", { intervalMs: 5_000, batchSize: null, batchDelayMs: null });
    expect([waitAfter(slow, 1, 0), waitAfter(slow, 1, 1)]).toEqual([5_000, 8_000]);
  });

  test.each([
    [{ intervalMs: 0, batchSize: 1_000, batchDelayMs: 0 }],
    [{ intervalMs: -5, batchSize: null, batchDelayMs: null }],
  ])("and never faster: %j", (wanted) => {
    for (const gateway of ["specified", "evolution"] as const)
      expect(paceOf(gateway, "broadcast", wanted)).toEqual(paceOf(gateway, "broadcast"));
  });
});

describe("quiet hours in São Paulo", () => {
  test.each([
    ["20:59:59", false],
    ["21:00:00", true],
    ["23:59:59", true],
    ["00:00:00", true],
    ["07:59:59", true],
    ["08:00:00", false],
  ])("%s: %s", (time, expected) => {
    expect(isQuiet(at(time))).toBe(expected);
  });

  test.each([
    ["12:00:00", at("12:00:00")],
    ["21:00:00", at("08:00:00", "2026-11-21")],
    ["03:30:00", at("08:00:00")],
  ])("%s: goes on at the right morning", (time, expected) => {
    expect(endOfQuiet(at(time))).toBe(expected);
  });

  test("also in a summer in which clocks were ahead", () => {
    expect(endOfQuiet(Date.parse("2018-11-05T05:00:00-02:00"))).toBe(Date.parse("2018-11-05T08:00:00-02:00"));
    // The day of 23 hours.
    expect(endOfQuiet(Date.parse("2018-11-04T03:00:00-02:00"))).toBe(Date.parse("2018-11-04T08:00:00-02:00"));
  });
});

describe("the daily ceiling", () => {
  const WEEK = 7 * 24 * 60 * MINUTE;
  const now = at("12:00:00");
  test.each<[GatewayKind, number | null, number | null, number]>([
    ["evolution", now - WEEK, null, 200],
    ["evolution", now - WEEK + 1, null, 50],
    ["evolution", null, null, 50],
    ["evolution", now - WEEK, 30, 30],
    ["evolution", now - WEEK, 5_000, 200],
    ["evolution", now - WEEK, 0, 1],
    ["specified", null, null, 1_000],
  ])("%s, number since %s, wanted %s: %i", (gateway, numberSince, wanted, expected) => {
    expect(dailyCeiling(gateway, { numberSince, wanted, now })).toBe(expected);
  });

  test.each([
    ["below it: now", 199, "12:00:00", at("12:00:00")],
    ["reached: tomorrow morning", 200, "12:00:00", at("08:00:00", "2026-11-21")],
    ["reached in the evening: tomorrow morning too", 200, "22:00:00", at("08:00:00", "2026-11-21")],
    ["reached before the morning: the next day's", 200, "07:00:00", at("08:00:00", "2026-11-21")],
  ])("%s", (_title, sentToday, time, expected) => {
    expect(nextBroadcastAt(at(time), { sentToday, ceiling: 200 })).toBe(expected);
  });
});

describe("the estimated end", () => {
  const free = { sentToday: 0, ceiling: 1_000 };
  test("one goes out at once", () => {
    expect(estimateEnd(1, at("12:00:00"), paceOf("specified", "broadcast"), free)).toBe(at("12:00:00"));
  });

  test("seven: four waits of 3 s and two of 5 s", () => {
    expect(estimateEnd(7, at("12:00:00"), paceOf("specified", "broadcast"), free)).toBe(at("12:00:22"));
  });

  test("evolution: the middle of every wait", () => {
    const end = estimateEnd(21, at("12:00:00"), paceOf("evolution", "broadcast"), { sentToday: 0, ceiling: 200 });
    expect(end).toBe(at("12:00:00") + 19 * 32_500 + 450_000);
  });

  test("what the night leaves over goes on in the morning", () => {
    expect(estimateEnd(4, at("20:59:57"), paceOf("specified", "broadcast"), free)).toBe(at("08:00:08", "2026-11-21"));
  });

  test("what the day's ceiling leaves over goes on in the mornings after", () => {
    const day = { sentToday: 1, ceiling: 2 };
    expect(estimateEnd(4, at("12:00:00"), paceOf("specified", "broadcast"), day)).toBe(at("08:00:00", "2026-11-22"));
  });

  test("twenty thousand at a thousand a day: the rest of the first, and the morning of the twentieth", () => {
    const day = { sentToday: 0, ceiling: 1_000 };
    const lastMorning = 666 * 3_000 + 333 * 5_000;
    expect(estimateEnd(20_000, at("12:00:00"), paceOf("specified", "broadcast"), day)).toBe(
      at("08:00:00", "2026-12-09") + lastMorning,
    );
  });

  test("begun at night it begins in the morning with that day's count", () => {
    const day = { sentToday: 2, ceiling: 2 };
    expect(estimateEnd(2, at("22:00:00"), paceOf("specified", "broadcast"), day)).toBe(at("08:00:03", "2026-11-21"));
  });
});
