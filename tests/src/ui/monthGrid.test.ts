import { describe, expect, test } from "vitest";
import { addMonths, dayForKey, dayName, monthName, weeksOf } from "../../../src/ui/monthGrid";

describe("a month to choose from", () => {
  test("has its days under their weekdays, Sunday first", () => {
    const weeks = weeksOf("2026-11-20");
    expect(weeks).toHaveLength(5);
    expect(weeks[0]![0]).toBe("2026-11-01");
    expect(weeks[2]![5]).toBe("2026-11-20");
    expect(weeks[4]).toEqual(["2026-11-29", "2026-11-30", null, null, null, null, null]);
    expect(weeksOf("2026-08-15")).toHaveLength(6);
    expect(weeksOf("2026-02-01")).toHaveLength(4);
  });

  test("is named in Portuguese", () => {
    expect(monthName("2026-03-09")).toBe("março de 2026");
    expect(dayName("2026-03-09")).toBe("9 de março de 2026");
  });

  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-12-05", 1, "2027-01-05"],
    ["2026-01-05", -1, "2025-12-05"],
    ["2026-05-31", -1, "2026-04-30"],
  ])("%s and %i months are %s", (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  test.each([
    ["ArrowLeft", false, "2026-11-19"],
    ["ArrowRight", false, "2026-11-21"],
    ["ArrowUp", false, "2026-11-13"],
    ["ArrowDown", false, "2026-11-27"],
    ["Home", false, "2026-11-15"],
    ["End", false, "2026-11-21"],
    ["PageUp", false, "2026-10-20"],
    ["PageDown", false, "2026-12-20"],
    ["PageDown", true, "2027-11-20"],
    ["x", false, null],
  ])("%s (with Shift: %s) leads to %s", (key, withShift, expected) => {
    expect(dayForKey("2026-11-20", key, withShift)).toBe(expected);
  });

  test("ends where event dates end", () => {
    expect(dayForKey("2099-12-31", "ArrowRight", false)).toBeNull();
  });
});
