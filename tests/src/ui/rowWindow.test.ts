import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rangeInSight, rowsToRender } from "../../../src/ui/rowWindow";

describe("D1, D2: which rows are in the document", () => {
  test("at the top: those in sight and some to spare", () => {
    expect(rangeInSight({ topPx: 200, heightPx: 900, rowPx: 44, count: 100_000 })).toEqual({ first: 0, end: 24 });
  });

  test("far down: a window around what is seen", () => {
    const { first, end } = rangeInSight({ topPx: -44_000, heightPx: 900, rowPx: 44, count: 100_000 });
    expect(first).toBeGreaterThan(980);
    expect(first).toBeLessThanOrEqual(994);
    expect(end).toBeGreaterThanOrEqual(1026);
    expect(end).toBeLessThan(1036);
  });

  test("always covers what is seen, and is never more than 300 rows", () => {
    fc.assert(
      fc.property(
        fc.record({
          topPx: fc.integer({ min: -4_400_000, max: 900 }),
          heightPx: fc.integer({ min: 100, max: 4_000 }),
          rowPx: fc.constantFrom(36, 44, 200),
          count: fc.integer({ min: 0, max: 100_000 }),
        }),
        (view) => {
          const { first, end } = rangeInSight(view);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(view.count);
          expect(end - first).toBeLessThanOrEqual(300);
          for (const y of [0, view.heightPx - 1]) {
            const row = Math.floor((y - view.topPx) / view.rowPx);
            if (row >= 0 && row < view.count) expect(row >= first && row < end).toBe(true);
          }
        },
      ),
    );
  });

  test("a row that has the focus or is edited stays, wherever it is", () => {
    expect(rowsToRender({ first: 10, end: 13 }, [2, 11, 40, 99], 50)).toEqual([2, 10, 11, 12, 40]);
  });
});
