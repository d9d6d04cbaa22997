import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../../../../domain/calendar";
import { axisMoney, isGoodConversion, percentText } from "../../../../src/features/reports/figures";
import { liveHours } from "../../../../src/features/reports/liveHours";
import { chartDates, datesOf, isWrong, type PeriodName } from "../../../../src/features/reports/period";
import { salesSeries } from "../../../../src/features/reports/salesSeries";
import { readAddress, writeAddress } from "../../../../src/features/reports/useReportsAddress";

const TODAY = "2026-11-21";
const choice = (name: PeriodName, from: string | null = null, to: string | null = null) => ({ name, from, to });
const day = (date: string, paidCents = 100, pendingCents = 50, orders = 2) => ({
  date,
  paidCents,
  pendingCents,
  orders,
});

describe("the days of a period", () => {
  test.each([
    ["hoje", { from: "2026-11-21", to: "2026-11-21" }],
    ["mes", { from: "2026-11-01", to: "2026-11-21" }],
    ["ano", { from: "2026-01-01", to: "2026-11-21" }],
    ["geral", { from: addDays(TODAY, -3_659), to: "2026-11-21" }],
  ] as const)("%s", (name, dates) => {
    expect(datesOf(choice(name), TODAY)).toEqual(dates);
  });

  test("a period of one's own needs both dates, else there are none", () => {
    expect(datesOf(choice("personalizado", "2026-11-01", "2026-11-05"), TODAY)).toEqual({
      from: "2026-11-01",
      to: "2026-11-05",
    });
    expect(datesOf(choice("personalizado", "2026-11-01"), TODAY)).toBeNull();
    expect(datesOf(choice("personalizado", null, "2026-11-01"), TODAY)).toBeNull();
  });

  test("the wrong way round, or of more than ten years, it is no period", () => {
    for (const wrong of [
      choice("personalizado", "2026-11-05", "2026-11-01"),
      choice("personalizado", "2010-01-01", "2026-01-01"),
    ]) {
      expect(isWrong(wrong)).toBe(true);
      expect(datesOf(wrong, TODAY)).toBeNull();
    }
    expect(isWrong(choice("personalizado", "2026-11-05"))).toBe(false);
  });

  test("a chart of one day shows the two weeks up to it", () => {
    expect(chartDates({ from: TODAY, to: TODAY })).toEqual({ from: "2026-11-08", to: TODAY });
    expect(chartDates({ from: "2026-11-20", to: TODAY })).toEqual({ from: "2026-11-20", to: TODAY });
  });
});

describe("the bars of the sales chart", () => {
  test("days without orders are drawn empty", () => {
    const { unit, bars } = salesSeries([day("2026-11-02")], { from: "2026-11-01", to: "2026-11-03" });
    expect(unit).toBe("day");
    expect(bars).toEqual([
      { label: "01/11", paidCents: 0, pendingCents: 0, orders: 0 },
      { label: "02/11", paidCents: 100, pendingCents: 50, orders: 2 },
      { label: "03/11", paidCents: 0, pendingCents: 0, orders: 0 },
    ]);
  });

  test("beyond two months they are months, from the first with sales on", () => {
    const rows = [day("2026-08-30"), day("2026-08-31"), day("2026-11-02")];
    const { unit, dates, bars } = salesSeries(rows, { from: "2017-01-01", to: "2026-11-21" });
    expect([unit, dates]).toEqual(["month", { from: "2026-08-30", to: "2026-11-21" }]);
    expect(bars.map(({ label, orders }) => [label, orders])).toEqual([
      ["ago/26", 4],
      ["set/26", 0],
      ["out/26", 0],
      ["nov/26", 2],
    ]);
  });

  test("whatever the period, nothing is lost and nothing counted twice", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { maxLength: 40 }),
        fc.integer({ min: 0, max: 900 }),
        (offsets, length) => {
          const [from, to] = ["2024-02-20", addDays("2024-02-20", length)];
          const rows = [...offsets]
            .sort((a, b) => a - b)
            .map((offset) => day(addDays(from, offset), offset + 1, 7, 1))
            .filter(({ date }) => date <= to);
          const { bars } = salesSeries(rows, { from, to });
          const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
          expect(sum(bars.map(({ paidCents }) => paidCents))).toBe(sum(rows.map(({ paidCents }) => paidCents)));
          expect(sum(bars.map(({ orders }) => orders))).toBe(rows.length);
          expect(bars.length).toBeLessThanOrEqual(62);
        },
      ),
    );
  });
});

describe("the hours of a live", () => {
  const hour = (text: string, orders = 1) => ({ hour: text, orders, totalCents: orders * 100 });

  test("hours without orders between two with some are drawn empty", () => {
    expect(liveHours([hour("2026-11-20T20"), hour("2026-11-20T22", 3)])).toEqual([
      { label: "20h", orders: 1, totalCents: 100 },
      { label: "21h", orders: 0, totalCents: 0 },
      { label: "22h", orders: 3, totalCents: 300 },
    ]);
  });

  test("past midnight the day is said", () => {
    expect(liveHours([hour("2026-11-20T23"), hour("2026-11-21T00")]).map(({ label }) => label)).toEqual([
      "20/11 23h",
      "21/11 00h",
    ]);
  });

  test("orders over days are not drawn hour by empty hour", () => {
    expect(liveHours([hour("2026-11-18T10"), hour("2026-11-20T22")]).map(({ label }) => label)).toEqual([
      "18/11 10h",
      "20/11 22h",
    ]);
  });

  test("without orders there is nothing", () => expect(liveHours([])).toEqual([]));
});

describe("figures", () => {
  test.each([
    [0, "R$\u00a00"],
    [85_049, "R$\u00a0850"],
    [125_000, "R$\u00a01,3\u00a0mil"],
    [1_000_000, "R$\u00a010\u00a0mil"],
    [250_000_000, "R$\u00a02,5\u00a0mi"],
  ])("%i beside an axis is '%s'", (cents, text) => expect(axisMoney(cents)).toBe(text));

  test.each([
    [523, "52,3%", true],
    [500, "50,0%", true],
    [499, "49,9%", false],
    [0, "0,0%", false],
    [1_000, "100,0%", true],
  ])("%i permille: '%s', one decimal; good from 50 %% on: %s", (permille, text, isGood) => {
    expect([percentText(permille), isGoodConversion(permille)]).toEqual([text, isGood]);
  });
});

describe("Q1, Q2: the address", () => {
  test("defaults are left out, and dates of a period that has none", () => {
    const read = (text: string) => writeAddress(readAddress(new URLSearchParams(text))).toString();
    expect(read("aba=geral&periodo=hoje")).toBe("");
    expect(read("aba=grupos&periodo=mes&de=2026-11-01")).toBe("aba=grupos&periodo=mes");
    const own = "aba=produtos&periodo=personalizado&de=2026-11-01&ate=2026-11-05&live=2026-11-20&tipos=live";
    expect(read(own)).toBe(own);
  });

  test("what it does not understand it ignores", () => {
    expect(readAddress(new URLSearchParams("aba=x&periodo=y&de=ontem&live=2026-02-30"))).toEqual({
      tab: "geral",
      period: { name: "hoje", from: null, to: null },
      live: null,
      isOfLive: false,
    });
  });
});
