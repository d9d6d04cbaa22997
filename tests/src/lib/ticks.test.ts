import { describe, expect, test } from "vitest";
import { NO_TICKS, ticked, withAll, withNone, withRange, withStep, withToggled } from "../../../src/lib/ticks";
import type { Ticks } from "../../../src/lib/ticks";

const ORDER = [..."abcdefg"];
const shown = (ticks: Ticks<string>) => ORDER.filter((id) => ticks.ids.has(id)).join("");

describe("ticks of a list (B1, K6)", () => {
  test("one more, one less", () => {
    const one = withToggled<string>(NO_TICKS, "b");
    expect(shown(one)).toBe("b");
    expect(shown(withToggled(one, "b"))).toBe("");
  });

  test("a range goes from the row ticked last to this one, in either direction", () => {
    const begun = withToggled<string>(NO_TICKS, "c");
    expect(shown(withRange(begun, "e", ORDER))).toBe("cde");
    expect(shown(withRange(begun, "a", ORDER))).toBe("abc");
  });

  test("drawing it anew replaces the range and leaves what was ticked apart from it", () => {
    const begun = withToggled(withToggled<string>(NO_TICKS, "a"), "d");
    const drawn = withRange(begun, "g", ORDER);
    expect(shown(drawn)).toBe("adefg");
    expect(shown(withRange(drawn, "e", ORDER))).toBe("ade");
  });

  test("without a row to begin at, or with one that is no longer there, it is just this row", () => {
    expect(shown(withRange<string>(NO_TICKS, "c", ORDER))).toBe("c");
    const gone = withToggled<string>(NO_TICKS, "z");
    expect([...withRange(gone, "c", ORDER).ids]).toEqual(["z", "c"]);
  });

  test("by key it begins at the row one comes from, and shrinks on the way back", () => {
    const down = withStep(withStep<string>(NO_TICKS, "b", "c", ORDER), "c", "d", ORDER);
    expect(shown(down)).toBe("bcd");
    expect(shown(withStep(down, "d", "c", ORDER))).toBe("bc");
  });

  test("by key from a row that is not ticked a new range begins, and the others stay", () => {
    const before = withToggled<string>(NO_TICKS, "a");
    expect(shown(withStep(before, "d", "e", ORDER))).toBe("ade");
  });

  test("the whole page, besides what was ticked on others; and none of it", () => {
    const other = withToggled<string>(NO_TICKS, "z");
    const all = withAll(other, ORDER);
    expect(all.ids.size).toBe(8);
    expect([...withNone(all, ORDER).ids]).toEqual(["z"]);
  });

  test("the header's box: none, some, all", () => {
    const isTicked = (ids: string) => (id: string) => ids.includes(id);
    expect(ticked(isTicked(""), ORDER)).toBe("none");
    expect(ticked(isTicked("ab"), ORDER)).toBe("some");
    expect(ticked(isTicked("abcdefg"), ORDER)).toBe("all");
    expect(ticked(isTicked("a"), [])).toBe("none");
  });
});
