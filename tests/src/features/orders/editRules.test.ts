import { describe, expect, test } from "vitest";
import { readPrice, readQuantity } from "../../../../src/features/orders/editRules";

describe("what the fields of the edit dialog mean (§5 Edit dialog)", () => {
  test.each([
    ["3", 3],
    [" 12 ", 12],
    ["1.5", 1],
    ["abc", 1],
    ["", 1],
    ["0", null],
    ["-4", null],
  ])("quantity %j is %j: no number is 1, 0 or less is ignored", (text, quantity) => {
    expect(readQuantity(text)).toBe(quantity);
  });

  test.each([
    ["89,90", 8990],
    ["R$ 12,50", 1250],
    ["abc", 0],
    ["-1", 0],
    ["", 0],
  ])("price %j is %i centavos: invalid is 0", (text, cents) => {
    expect(readPrice(text)).toBe(cents);
  });
});
