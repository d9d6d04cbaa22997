import { describe, expect, test } from "vitest";
import { firstFit, linesOfPart, nextFit, SMALLEST_SCALE, toSheets } from "../../../../src/features/slips/fitting";
import type { Cell } from "../../../../src/features/slips/papers";

describe("how a slip is set (I1, I2)", () => {
  test("on A4 in a quarter, elsewhere on a paper of its own", () => {
    expect(firstFit("a4")).toEqual({ cell: "quarter", scale: 1, parts: 1 });
    expect(firstFit("roll80")).toEqual({ cell: "own", scale: 1, parts: 1 });
  });

  test("what fits stays as it is", () => {
    const fit = firstFit("a4");
    expect(nextFit("a4", fit, 148.5, 5)).toBe(fit);
  });

  test("a little too high: a little smaller; much too high: a larger place, half a sheet, then the whole", () => {
    const quarter = firstFit("a4");
    expect(nextFit("a4", quarter, 165, 20)).toEqual({ cell: "quarter", scale: 0.9, parts: 1 });
    const half = nextFit("a4", quarter, 230, 40);
    expect(half).toEqual({ cell: "half", scale: 1, parts: 1 });
    expect(nextFit("a4", half, 190, 40)).toEqual({ cell: "whole", scale: 1, parts: 1 });
  });

  test("more than a sheet holds in a size that can be read goes onto several papers, each a slip of its own", () => {
    const whole = { cell: "whole", scale: 1, parts: 1 } as const;
    expect(nextFit("a4", whole, 330, 90)).toEqual({ cell: "whole", scale: 0.9, parts: 1 });
    expect(nextFit("a4", whole, 700, 300)).toEqual({ cell: "whole", scale: 1, parts: 2 });
    expect(nextFit("label", firstFit("label"), 500, 60).parts).toBe(3);
  });

  test("nothing is ever cut off: with a line to a paper it is set as small as it must be", () => {
    const fit = { cell: "own", scale: 1, parts: 4 } as const;
    expect(nextFit("label", fit, 600, 4)).toEqual({ cell: "own", scale: 0.25, parts: 4 });
    expect(0.25).toBeLessThan(SMALLEST_SCALE);
  });

  test("a roll is as long as it takes", () => {
    const fit = firstFit("roll58");
    expect(nextFit("roll58", fit, 5_000, 300)).toBe(fit);
  });
});

describe("sheets of A4", () => {
  const sheets = (...cells: Cell[]) => toSheets(cells).map(({ slips }) => slips.join(""));
  test("four to a sheet, in their order (I6)", () => {
    expect(sheets("quarter", "quarter", "quarter", "quarter", "quarter")).toEqual(["0123", "4"]);
  });
  test("a half is a row: beside a single quarter there is none", () => {
    expect(sheets("quarter", "quarter", "half")).toEqual(["012"]);
    expect(sheets("quarter", "half", "quarter")).toEqual(["01", "2"]);
    expect(sheets("quarter", "quarter", "quarter", "half")).toEqual(["012", "3"]);
  });
  test("a whole sheet begins a new one", () => {
    expect(sheets("quarter", "whole", "half", "half")).toEqual(["0", "1", "23"]);
  });
});

test("every line is on exactly one of the papers", () => {
  const lines = Array.from({ length: 58 }, (_, at) => at);
  const parts = [0, 1, 2].map((part) => linesOfPart(lines, part, 3));
  expect(parts.flat()).toEqual(lines);
});
