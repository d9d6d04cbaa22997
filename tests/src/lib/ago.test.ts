import { describe, expect, test } from "vitest";
import { agoText, formatInstant } from "../../../src/lib/ago";

const NOW = Date.UTC(2026, 10, 20, 23, 14);

describe("how long ago (N7)", () => {
  test.each([
    [0, "há 0 s"],
    [5, "há 5 s"],
    [-3, "há 0 s"],
    [59, "há 59 s"],
    [180, "há 3 min"],
    [7_300, "há 2 h"],
    [86_400, "em 19/11/2026 20:14"],
  ])("%i seconds are %s", (seconds, text) => {
    expect(agoText(NOW - seconds * 1000, NOW)).toBe(text);
  });

  test("an instant is written in São Paulo's time", () => {
    expect(formatInstant(NOW)).toBe("20/11/2026 20:14");
  });
});
