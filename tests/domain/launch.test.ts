import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseQuantity, planLaunch } from "../../domain/launch";

describe("planLaunch", () => {
  test("without an open order the total is the line", () => {
    expect(planLaunch({ quantity: 2, unitPriceCents: 18990, stock: 12 }, null)).toEqual({
      ok: true,
      value: { line: { quantity: 2, unitPriceCents: 18990 }, addedCents: 37980, totalCents: 37980, stockLeft: 10 },
    });
  });

  test("with an open order the line total is added to it", () => {
    expect(planLaunch({ quantity: 1, unitPriceCents: 500, stock: 1 }, 1000)).toMatchObject({
      value: { totalCents: 1500, stockLeft: 0 },
    });
  });

  test("a line begun at another price goes to the current one as a whole", () => {
    const line = { quantity: 2, unitPriceCents: 1000 };
    expect(planLaunch({ quantity: 1, unitPriceCents: 1200, stock: 5, line }, 2500)).toMatchObject({
      value: { line: { quantity: 3, unitPriceCents: 1200 }, addedCents: 1600, totalCents: 4100 },
    });
    expect(planLaunch({ quantity: 1, unitPriceCents: 500, stock: 5, line }, 2000)).toMatchObject({
      value: { line: { quantity: 3, unitPriceCents: 500 }, addedCents: -500, totalCents: 1500 },
    });
  });

  test("the last piece may be sold, one more may not", () => {
    expect(planLaunch({ quantity: 3, unitPriceCents: 1, stock: 3 }, null)).toMatchObject({ value: { stockLeft: 0 } });
    expect(planLaunch({ quantity: 4, unitPriceCents: 1, stock: 3 }, null)).toEqual({
      ok: false,
      refusal: { code: "insufficient_stock", params: { available: 3 } },
    });
  });

  test.each([0, -1, 1.5, Number.NaN, 100_001])("quantity %d is refused", (quantity) => {
    expect(planLaunch({ quantity, unitPriceCents: 1, stock: 1_000_000 }, null)).toEqual({
      ok: false,
      refusal: { code: "invalid_quantity", params: {} },
    });
  });

  test("launch by launch, the order is what its line says and no piece is lost", () => {
    const sale = fc.record({ quantity: fc.integer({ min: 1, max: 9 }), unitPriceCents: fc.nat({ max: 100_000 }) });
    fc.assert(
      fc.property(fc.array(sale), fc.nat({ max: 40 }), (sales, initialStock) => {
        let stock = initialStock;
        let totalCents: number | null = null;
        let line: { quantity: number; unitPriceCents: number } | null = null;
        for (const each of sales) {
          const plan = planLaunch({ ...each, stock, line }, totalCents);
          if (!plan.ok) continue;
          ({ line, totalCents, stockLeft: stock } = plan.value);
          expect(totalCents).toBe(line.quantity * line.unitPriceCents);
          expect(stock).toBeGreaterThanOrEqual(0);
          expect(stock + line.quantity).toBe(initialStock);
        }
      }),
    );
  });
});

describe("parseQuantity", () => {
  test.each([
    ["", 1],
    ["3", 3],
    [" 12 ", 12],
    ["x2", 2],
    ["2x", 2],
    ["*4", 4],
  ])("reads %j as %i", (typed, quantity) => {
    expect(parseQuantity(typed)).toEqual({ ok: true, value: quantity });
  });

  test.each(["0", "-1", "1,5", "1.5", "dois", "x", "x2x3", "9999999"])("refuses %j", (typed) => {
    expect(parseQuantity(typed)).toEqual({ ok: false, refusal: { code: "invalid_quantity", params: {} } });
  });
});
