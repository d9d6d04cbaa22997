import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawWinner, fingerprintOf } from "../../../../domain/raffle";
import { AVATAR_SIDE, avatarOf } from "../../../../src/features/raffle/avatar";
import { checkProof, proofFile } from "../../../../src/features/raffle/checkProof";
import { withFate } from "../../../../src/features/raffle/earlierDraws";
import type { Draw, Proof } from "../../../../src/features/raffle/useRaffle";
import { wheelsOf } from "../../../../src/features/raffle/wheels";
import { aDraw, NUMBERS } from "./aDraw";

const proof = (change: Record<string, unknown> = {}, orderNumbers = NUMBERS) =>
  ({ draw: aDraw(change), orderNumbers }) as unknown as Proof;

describe("a draw computed again", () => {
  test("any draw that was made as draws are made is right", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 99_999 }), { minLength: 1 }), fc.string(), (list, seed) => {
        const orderNumbers = [...list].sort((a, b) => a - b);
        const fingerprint = fingerprintOf("2026-11-20", orderNumbers);
        const winner = { ...aDraw().winner, orderNumber: drawWinner({ fingerprint, seed }, orderNumbers) };
        expect(checkProof(proof({ fingerprint, seed, winner }, orderNumbers)).isRight).toBe(true);
      }),
    );
  });

  test.each([
    ["an order was slipped into the list", proof({}, [...NUMBERS, 41]), { isFingerprintRight: false, isRight: false }],
    ["an order was taken out of the list", proof({}, NUMBERS.slice(1)), { isFingerprintRight: false, isRight: false }],
    ["the date was changed", proof({ eventDate: "2026-11-21" }), { isFingerprintRight: false, isRight: false }],
    [
      "another winner was written down",
      proof({ winner: { ...aDraw().winner, orderNumber: -1 } }),
      { isFingerprintRight: true, isWinnerRight: false, isRight: false },
    ],
    ["there is no list", proof({}, []), { winner: null, isRight: false }],
  ])("%s: it is found", (_title, changed, found) => {
    expect(checkProof(changed)).toMatchObject(found);
  });

  test("another seed draws another order, sooner or later", () => {
    const winners = Array.from({ length: 50 }, (_, at) => checkProof(proof({ seed: String(at) })).winner);
    expect(new Set(winners).size).toBeGreaterThan(1);
  });

  test("the file holds what is needed to compute it, and nobody's name or phone", () => {
    const { name, content } = proofFile(proof());
    expect(name).toMatch(/^sorteio-2026-11-20-pedido-\d+\.json$/);
    expect(JSON.parse(content)).toMatchObject({ eventDate: "2026-11-20", orderNumbers: NUMBERS, seed: aDraw().seed });
    expect(content).not.toMatch(/Maria|98765/);
  });
});

describe("the generated picture", () => {
  test("is the same for the same phone, however it is written, and mirrors itself", () => {
    const avatar = avatarOf("5511987654321");
    expect(avatarOf("+55 (11) 98765-4321")).toEqual(avatar);
    const row = (at: number) => avatar.cells.slice(at * AVATAR_SIDE, (at + 1) * AVATAR_SIDE);
    for (let at = 0; at < AVATAR_SIDE; at += 1) expect(row(at)).toEqual([...row(at)].reverse());
  });

  test("tells a hundred phones apart", () => {
    const pictures = Array.from({ length: 100 }, (_, at) => JSON.stringify(avatarOf(`55119876543${10 + at}`)));
    expect(new Set(pictures).size).toBe(100);
  });
});

describe("the wheels", () => {
  test.each([
    [7, "007"],
    [300, "300"],
    [12_845, "12845"],
  ])("of order %i come to rest at %s, one after another", (orderNumber, shown) => {
    const wheels = wheelsOf(orderNumber);
    expect(wheels.map(({ digits }) => digits.at(-1)).join("")).toBe(shown);
    const durations = wheels.map(({ durationMs }) => durationMs);
    expect(durations).toEqual([...durations].sort((a, b) => a - b));
    expect(new Set(durations).size).toBe(wheels.length);
  });
});

test("of one date the latest draw stands; the one before it bears the reason of the next", () => {
  const draws = [
    aDraw({ drawId: "c", redoReason: "não respondeu" }),
    aDraw({ drawId: "b", redoReason: "errei a data" }),
    aDraw({ drawId: "a" }),
    aDraw({ drawId: "z", eventDate: "2026-11-13" }),
  ] as unknown as Draw[];
  expect(withFate(draws).map(({ draw, replacedBecause }) => [draw.drawId, replacedBecause])).toEqual([
    ["c", null],
    ["b", "não respondeu"],
    ["a", "errei a data"],
    ["z", null],
  ]);
});
