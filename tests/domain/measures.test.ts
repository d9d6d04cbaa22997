import { describe, expect, test } from "vitest";
import { kgText, parseCm, parseKg } from "../../domain/measures";

describe("a weight", () => {
  test.each([
    [300, "0,3"],
    [1000, "1"],
    [1050, "1,05"],
    [12345, "12,345"],
    [7, "0,007"],
  ])("of %i g is %s kg, and back", (grams, text) => {
    expect(kgText(grams)).toBe(text);
    expect(parseKg(text)).toBe(grams);
  });
  test.each(["", "meio", "0,3005", "-1", "1,"])("'%s' is none", (text) => {
    expect(parseKg(text)).toBeNaN();
  });
  test("with a point is one too", () => {
    expect(parseKg("1.15")).toBe(1150);
  });
});

test.each([
  ["20", 20],
  [" 2 ", 2],
  ["", Number.NaN],
  ["1,5", Number.NaN],
  ["-1", Number.NaN],
])("a side of '%s' is %d cm", (text, cm) => {
  expect(parseCm(text)).toBe(cm);
});
