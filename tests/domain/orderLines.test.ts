import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planLineChange, withAdded, worthOf, type OrderSums } from "../../domain/orderLines";

const line = (quantity: number, unitPriceCents = 1000) => ({ quantity, unitPriceCents });
const ORDER: OrderSums = { totalCents: 5000, adjustmentCents: 0, pieces: 5 };

describe("a change of one line", () => {
  test("adding takes the stock and raises the order", () => {
    expect(planLineChange({ before: null, after: line(2), stock: 2 }, ORDER)).toEqual({
      ok: true,
      value: { order: { totalCents: 7000, adjustmentCents: 0, pieces: 7 }, stockLeft: 0 },
    });
  });

  test("raising takes only the difference", () => {
    expect(planLineChange({ before: line(3), after: line(4), stock: 1 }, ORDER)).toMatchObject({
      value: { order: { totalCents: 6000, pieces: 6 }, stockLeft: 0 },
    });
  });

  test("lowering gives the difference back", () => {
    expect(planLineChange({ before: line(3), after: line(1), stock: 0 }, ORDER)).toMatchObject({
      value: { order: { totalCents: 3000, pieces: 3 }, stockLeft: 2 },
    });
  });

  test("removing gives all of it back", () => {
    expect(planLineChange({ before: line(3), after: null, stock: 4 }, ORDER)).toMatchObject({
      value: { order: { totalCents: 2000, pieces: 2 }, stockLeft: 7 },
    });
  });

  test("another price touches no stock", () => {
    expect(planLineChange({ before: line(3), after: line(3, 900), stock: 4 }, ORDER)).toMatchObject({
      value: { order: { totalCents: 4700, pieces: 5 }, stockLeft: 4 },
    });
  });

  test("of a product that is gone there can be fewer or none, at no stock, and never more", () => {
    expect(planLineChange({ before: line(3), after: line(2), stock: null }, ORDER)).toMatchObject({
      value: { order: { totalCents: 4000 }, stockLeft: null },
    });
    expect(planLineChange({ before: line(3), after: null, stock: null }, ORDER)).toMatchObject({ ok: true });
    expect(planLineChange({ before: line(3), after: line(4), stock: null }, ORDER)).toMatchObject({
      refusal: { code: "product_not_found" },
    });
  });

  test("one more than there is is refused, naming what is there", () => {
    expect(planLineChange({ before: line(3), after: line(6), stock: 2 }, ORDER)).toEqual({
      ok: false,
      refusal: { code: "insufficient_stock", params: { available: 2 } },
    });
  });

  test("a desconto gives way to lines that are worth less", () => {
    const discounted = { totalCents: 500, adjustmentCents: -4500, pieces: 5 };
    expect(planLineChange({ before: line(3), after: null, stock: 0 }, discounted)).toMatchObject({
      value: { order: { totalCents: 0, adjustmentCents: -2000, pieces: 2 } },
    });
  });

  test.each([
    [line(0), "invalid_quantity"],
    [line(-1), "invalid_quantity"],
    [line(1.5), "invalid_quantity"],
    [line(100_001), "invalid_quantity"],
    [line(1, -1), "invalid_amount"],
    [line(1, 0.5), "invalid_amount"],
    [line(1, Number.NaN), "invalid_amount"],
    [line(1, 1_000_000_001), "invalid_amount"],
  ])("%j is refused with %s", (after, code) => {
    expect(planLineChange({ before: null, after, stock: 1_000_000 }, ORDER)).toMatchObject({ refusal: { code } });
  });

  test("after any changes the order is its lines and its adjustment, never below zero, and no piece is lost", () => {
    const aLine = fc.record({ quantity: fc.integer({ min: 1, max: 6 }), unitPriceCents: fc.nat({ max: 9000 }) });
    const change = fc.record({ at: fc.nat({ max: 2 }), after: fc.option(aLine, { nil: null }) });
    fc.assert(
      fc.property(fc.array(change), fc.integer({ min: -20_000, max: 20_000 }), (changes, adjustment) => {
        const lines: ({ quantity: number; unitPriceCents: number } | null)[] = [null, null, null];
        const stocks = [8, 8, 8];
        const adjustmentCents = Math.max(0, adjustment);
        let order: OrderSums = { totalCents: adjustmentCents, adjustmentCents, pieces: 0 };
        for (const { at, after } of changes) {
          const plan = planLineChange({ before: lines[at] ?? null, after, stock: stocks[at] ?? 0 }, order);
          if (!plan.ok) continue;
          lines[at] = after;
          stocks[at] = plan.value.stockLeft ?? Number.NaN;
          ({ order } = plan.value);
          const worth = lines.reduce((sum, each) => sum + worthOf(each), 0);
          expect(order.totalCents).toBe(worth + order.adjustmentCents);
          expect(order.totalCents).toBeGreaterThanOrEqual(0);
          expect(order.pieces).toBe(lines.reduce((sum, each) => sum + (each?.quantity ?? 0), 0));
          lines.forEach((each, i) => expect((stocks[i] ?? 0) + (each?.quantity ?? 0)).toBe(8));
          if (adjustment < 0 && order.totalCents > -adjustment) {
            order = { ...order, adjustmentCents: adjustment, totalCents: worth + adjustment };
          }
        }
      }),
    );
  });
});

describe("adding a product to an order", () => {
  const added = { quantity: 2, unitPriceCents: null, productPriceCents: 1000 };

  test.each([
    ["a new line has the product's price", null, added, line(2, 1000)],
    ["an existing line grows and keeps its price", line(1, 800), added, line(3, 800)],
    ["a typed price is the whole line's", line(1, 800), { ...added, unitPriceCents: 700 }, line(3, 700)],
    ["a typed price of nothing is a price", null, { ...added, unitPriceCents: 0 }, line(2, 0)],
  ])("%s", (_, before, sale, after) => {
    expect(withAdded(before, sale)).toEqual({ ok: true, value: after });
  });

  test.each([0, -5, 1.5, Number.NaN])("adding %d pieces is refused, also to a line that has more", (quantity) => {
    expect(withAdded(line(10), { ...added, quantity })).toMatchObject({ refusal: { code: "invalid_quantity" } });
  });
});
