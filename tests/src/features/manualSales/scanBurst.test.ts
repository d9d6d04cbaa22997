import { describe, expect, test } from "vitest";
import { ScanBurst } from "../../../../src/features/manualSales/scanBurst";

/** Types a text with a gap between its keys, beginning at an instant; returns the instant of the last key. */
function type(burst: ScanBurst, text: string, gapMs: number, fromMs: number): number {
  [...text].forEach((character, at) => burst.type(character, fromMs + at * gapMs));
  return fromMs + (text.length - 1) * gapMs;
}

describe("L7: a scanner is told by its speed", () => {
  test("8 characters less than 35 ms apart, ended as quickly: a scan", () => {
    const burst = new ScanBurst();
    const last = type(burst, "78912345", 34, 1_000);
    expect(burst.end(last + 34)).toEqual({ text: "78912345", isRepeat: false });
  });

  test.each([
    ["slower by a millisecond", "78912345", 35, 10],
    ["7 characters", "7891234", 10, 10],
    ["Enter pressed by hand afterwards", "78912345", 10, 35],
  ])("%s: a person", (_name, text, gapMs, endGapMs) => {
    const burst = new ScanBurst();
    const last = type(burst, text, gapMs, 1_000);
    expect(burst.end(last + endGapMs)).toBeNull();
  });

  test("what a person typed before does not belong to the scan", () => {
    const burst = new ScanBurst();
    type(burst, "C15", 200, 0);
    expect(burst.type("7", 1_000)).toBe(true);
    const last = type(burst, "8912345", 10, 1_010);
    expect(burst.end(last + 10)?.text).toBe("78912345");
  });

  test("the same code within 300 ms is the same scan; later, or another code, is a new one", () => {
    const burst = new ScanBurst();
    const scan = (text: string, fromMs: number) => burst.end(type(burst, text, 5, fromMs) + 5)?.isRepeat;
    expect(scan("78912345", 0)).toBe(false);
    expect(scan("78912345", 200)).toBe(true);
    expect(scan("78912345", 600)).toBe(false);
    expect(scan("78999999", 700)).toBe(false);
  });
});
