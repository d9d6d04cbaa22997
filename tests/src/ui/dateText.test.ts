import { describe, expect, test } from "vitest";
import { completeDate, maskDate, parseDate } from "../../../src/ui/dateText";

describe("a date while it is typed (N6)", () => {
  test.each([
    ["2", "2"],
    ["20", "20"],
    ["201", "20/1"],
    ["2011", "20/11"],
    ["20112026", "20/11/2026"],
    ["20/11/2026", "20/11/2026"],
    ["1/", "01"],
    ["01/2/", "01/02"],
    ["1-2-2026", "01/02/2026"],
    ["1.2.2026", "01/02/2026"],
    ["2026-11-20", "20/11/2026"],
    ["201120267", "20/11/2026"],
    ["ontem", ""],
  ])("%j becomes %j", (typed, shown) => {
    expect(maskDate(typed)).toBe(shown);
  });

  test.each([
    ["20/11/2026", "2026-11-20"],
    ["29/02/2028", "2028-02-29"],
    ["29/02/2026", null],
    ["31/11/2026", null],
    ["00/11/2026", null],
    ["20/11/1999", null],
    ["20/11", null],
    ["", null],
  ])("%j is %j", (text, date) => {
    expect(parseDate(text)).toBe(date);
  });

  test.each([
    ["20/11", "2026-11-20"],
    ["20/11/27", "2027-11-20"],
    ["1/2", null],
    ["31/02", null],
    ["20/11/2", null],
  ])("left as %j it means %j", (text, date) => {
    expect(completeDate(text, "2026")).toBe(date);
  });
});
