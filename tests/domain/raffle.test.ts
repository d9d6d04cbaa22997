import fc from "fast-check";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { drawWinner, fingerprintOf } from "../../domain/raffle";
import { sha256 } from "../../domain/sha256";

test("SHA-256 of any text is what the platform gives", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
    }),
    { numRuns: 200 },
  );
});

describe("the raffle", () => {
  const numbers = Array.from({ length: 5 }, (_, at) => at * 7 + 3);

  test("the fingerprint tells one list, or date, from another", () => {
    const own = fingerprintOf("2026-11-20", numbers);
    expect(own).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprintOf("2026-11-20", [...numbers, 99])).not.toBe(own);
    expect(fingerprintOf("2026-11-21", numbers)).not.toBe(own);
  });

  test("the same seed draws the same winner for whoever computes it", () => {
    const draw = { fingerprint: fingerprintOf("2026-11-20", numbers), seed: "ab".repeat(32) };
    expect(numbers).toContain(drawWinner(draw, numbers));
    expect(drawWinner(draw, numbers)).toBe(drawWinner({ ...draw }, [...numbers]));
    expect(drawWinner({ fingerprint: "x", seed: "y" }, [42])).toBe(42);
  });

  test("each order has its chance: over many seeds none is drawn much more often than another", () => {
    const wins = new Map<number, number>();
    for (let seed = 0; seed < 2_000; seed += 1) {
      const winner = drawWinner({ fingerprint: "f", seed: String(seed) }, numbers);
      wins.set(winner, (wins.get(winner) ?? 0) + 1);
    }
    // 400 each are expected; five standard deviations are 90.
    expect(numbers.map((number) => wins.get(number) ?? 0).every((count) => count > 310 && count < 490)).toBe(true);
  });
});
