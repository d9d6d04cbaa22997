import { describe, expect, test } from "vitest";
import { isExactCode, matchesSearch, normalizeCode, normalizeSearch, prepareSearch } from "../../domain/codes";

test.each([
  ["151", "C151"],
  ["c151", "C151"],
  [" C151 ", "C151"],
  ["c 151", "C151"],
  ["007", "C007"],
  ["kit-2", "KIT-2"],
  ["", ""],
])("the code %j is %j", (typed, code) => {
  expect(normalizeCode(typed)).toBe(code);
});

test.each([
  ["Vestido Midi Lírio", "vestido midi lirio"],
  ["  CALÇA   Ção\u00a0x ", "calca cao x"],
  ["José", "jose"],
  ["JOSE\u0301", "jose"],
])("%j is searched as %j", (typed, normal) => {
  expect(normalizeSearch(typed)).toBe(normal);
});

describe("a product is found", () => {
  const product = { code: "C151", searchName: normalizeSearch("Vestido Midi Lírio") };
  test.each([
    ["151", true, true],
    ["c151", true, true],
    ["C 151", true, true],
    ["15", true, false],
    ["51", true, false],
    ["lirio", true, false],
    ["LÍR", true, false],
    ["midi l", true, false],
    ["", true, false],
    ["C1510", false, false],
    ["152", false, false],
    ["lirios", false, false],
  ])("by %j: %s, exactly: %s", (typed, found, exact) => {
    const search = prepareSearch(typed);
    expect(matchesSearch(product, search)).toBe(found);
    expect(isExactCode(product, search)).toBe(exact);
  });
});
