import { describe, expect, test } from "vitest";
import { adjustAmount, isAmount, linesCents, settleAmount } from "../../domain/orderTotal";

describe("total = lines + adjustment", () => {
  test("the lines are the total without the adjustment", () => {
    expect(linesCents({ totalCents: 9000, adjustmentCents: -1000 })).toBe(10000);
    expect(linesCents({ totalCents: 11000, adjustmentCents: 1000 })).toBe(10000);
  });

  test.each([
    ["an acréscimo stays whatever the lines are", 0, 500, { totalCents: 500, adjustmentCents: 500 }],
    ["a desconto stays while the lines are worth more", 5000, -1000, { totalCents: 4000, adjustmentCents: -1000 }],
    ["a desconto shrinks with the lines", 600, -1000, { totalCents: 0, adjustmentCents: -600 }],
    ["without lines there is no desconto left", 0, -1000, { totalCents: 0, adjustmentCents: 0 }],
  ])("%s", (_, lines, adjustmentCents, amount) => {
    expect(settleAmount(lines, adjustmentCents)).toEqual(amount);
  });

  test("no adjustment is 0, not the other zero", () => {
    expect(Object.is(settleAmount(0, -1000).adjustmentCents, 0)).toBe(true);
    expect(Object.is(settleAmount(0, 0).adjustmentCents, 0)).toBe(true);
  });
});

describe("editing 'Valor Total'", () => {
  const order = { totalCents: 9000, adjustmentCents: -1000 };

  test.each([
    [12000, 2000],
    [10000, 0],
    [7000, -3000],
    [0, -10000],
  ])("%i leaves an adjustment of %i", (totalCents, adjustmentCents) => {
    expect(adjustAmount(order, totalCents)).toEqual({ ok: true, value: { totalCents, adjustmentCents } });
  });

  test.each([
    [-1, "negative_total"],
    [Number.NEGATIVE_INFINITY, "negative_total"],
    [10.5, "invalid_amount"],
    [Number.NaN, "invalid_amount"],
    [1_000_000_001, "invalid_amount"],
  ])("%d is refused with %s", (totalCents, code) => {
    expect(adjustAmount(order, totalCents)).toMatchObject({ ok: false, refusal: { code } });
  });
});

test.each([
  [0, true],
  [1_000_000_000, true],
  [1_000_000_001, false],
  [-1, false],
  [0.5, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])("%d may be an amount: %s", (cents, may) => {
  expect(isAmount(cents)).toBe(may);
});
