import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { customerTags, topTenth } from "../../domain/customerTags";
import { nextSpendStep, NO_CUSTOMER_TOTALS, spendStep } from "../../domain/customerTotals";

const TODAY = "2026-11-20";
/** Noon in São Paulo. */
const noon = (date: string) => Date.parse(`${date}T15:00:00Z`);
const MEASURES = { today: TODAY, vipFromCents: 100_000 };
const OLD = { ...NO_CUSTOMER_TOTALS, orders: 9, firstOrderAt: noon("2026-01-05"), lastOrderAt: noon("2026-11-01") };

describe("the tags of a customer", () => {
  test.each([
    ["Novo: the first order was yesterday", { firstOrderAt: noon("2026-11-19") }, ["Novo"]],
    ["Novo: the first order was 29 days ago", { firstOrderAt: noon("2026-10-22") }, ["Novo"]],
    ["not Novo: the first order was 30 days ago", { firstOrderAt: noon("2026-10-21") }, []],
    ["not Recorrente with 2 paid orders", { paidOrders: 2 }, []],
    ["Recorrente with 3 paid orders", { paidOrders: 3 }, ["Recorrente"]],
    ["VIP: in the top tenth, 5 paid orders", { paidOrders: 5, spentCents: 100_000 }, ["Recorrente", "VIP"]],
    ["not VIP with 4 paid orders", { paidOrders: 4, spentCents: 900_000 }, ["Recorrente"]],
    ["not VIP below the top tenth", { paidOrders: 5, spentCents: 99_999 }, ["Recorrente"]],
    ["Inativo: the last order was 90 days ago", { lastOrderAt: noon("2026-08-22") }, ["Inativo"]],
    ["not Inativo: the last order was 89 days ago", { lastOrderAt: noon("2026-08-23") }, []],
  ])("%s", (_name, totals, tags) => {
    expect(customerTags({ ...OLD, ...totals }, MEASURES)).toEqual(tags);
  });

  test("none without an order, and no VIP where nobody has paid for anything", () => {
    expect(customerTags(NO_CUSTOMER_TOTALS, MEASURES)).toEqual([]);
    expect(customerTags({ ...OLD, paidOrders: 5 }, { today: TODAY, vipFromCents: null })).toEqual(["Recorrente"]);
  });

  test.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
    [200, 20],
  ])("the top tenth of %i are %i", (count, top) => {
    expect(topTenth(count)).toBe(top);
  });
});

describe("the steps of what customers spent", () => {
  test.each([
    [0, 0, 1],
    [7, 7, 8],
    [99, 99, 100],
    [101, 100, 110],
    [123_456, 120_000, 130_000],
    [999_999, 990_000, 1_000_000],
  ])("%i centavos stand on %i, below %i", (cents, step, next) => {
    expect(spendStep(cents)).toBe(step);
    expect(nextSpendStep(step)).toBe(next);
  });

  test("each sum stands on exactly one step", () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 - 1 }), (cents) => {
        const step = spendStep(cents);
        expect(step).toBeLessThanOrEqual(cents);
        expect(nextSpendStep(step)).toBeGreaterThan(cents);
        expect(spendStep(step)).toBe(step);
        expect(spendStep(nextSpendStep(step))).toBe(nextSpendStep(step));
      }),
    );
  });
});
