import { compareValues as officialOrder, type Value } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AFTER, blobToKey, compareValues, documentKey, encodeKey, keyToBlob } from "../../../embedded/storage/indexKey";
import type { EncodedObject } from "../../../embedded/storage/values";
import { anyValue, anyValueOrMissing, encoded, encodedOrMissing } from "../support/arbitraryValues";

const orderOf = (a: Value | undefined, b: Value | undefined): number => {
  const left = encodeKey(encodedOrMissing(a));
  const right = encodeKey(encodedOrMissing(b));
  return left < right ? -1 : left > right ? 1 : 0;
};

describe("keys of values", () => {
  it("sort as the official library compares", () => {
    fc.assert(
      fc.property(anyValueOrMissing, anyValueOrMissing, (a, b) => {
        expect(orderOf(a, b)).toBe(Math.sign(officialOrder(a, b)));
        expect(compareValues(encodedOrMissing(a), encodedOrMissing(b))).toBe(Math.sign(officialOrder(a, b)));
      }),
      { numRuns: 3_000 },
    );
  });

  it("sort every kind after the one before it", () => {
    const ascending: (Value | undefined)[] = [
      undefined,
      null,
      -(2n ** 63n),
      -1n,
      0n,
      2n ** 63n - 1n,
      -Infinity,
      -1.5,
      -Number.MIN_VALUE,
      -0,
      0,
      Number.MIN_VALUE,
      1,
      Infinity,
      NaN,
      false,
      true,
      "",
      "\u0000",
      "\u0000a",
      "a",
      "a\u0000",
      "aa",
      "é",
      "\uffff",
      "😀",
      new ArrayBuffer(0),
      new Uint8Array([0]).buffer,
      new Uint8Array([0, 255]).buffer,
      new Uint8Array([1]).buffer,
      [],
      [null],
      [null, null],
      ["a"],
      [[]],
      {},
      { a: 1 },
      { a: 1, b: 0 },
      { a: 2 },
      { b: null },
    ];
    for (let i = 1; i < ascending.length; i++) expect([i, orderOf(ascending[i - 1], ascending[i])]).toEqual([i, -1]);
  });

  it("sort the same as bytes in the database", () => {
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        const [left, right] = [encodeKey(encoded(a)), encodeKey(encoded(b))];
        expect(blobToKey(keyToBlob(left))).toBe(left);
        expect(Math.sign(Buffer.compare(keyToBlob(left), keyToBlob(right)))).toBe(orderOf(a, b));
      }),
    );
  });

  it("end by themselves: what follows in a compound key never changes the order of the first field", () => {
    fc.assert(
      fc.property(anyValueOrMissing, anyValueOrMissing, anyValueOrMissing, anyValueOrMissing, (a, b, nextA, nextB) => {
        const first = Math.sign(officialOrder(a, b));
        const compound = (one: Value | undefined, two: Value | undefined): string =>
          encodeKey(encodedOrMissing(one)) + encodeKey(encodedOrMissing(two));
        const [left, right] = [compound(a, nextA), compound(b, nextB)];
        const expected = first !== 0 ? first : Math.sign(officialOrder(nextA, nextB));
        expect(left < right ? -1 : left > right ? 1 : 0).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it("lie between their prefix and its end", () => {
    fc.assert(
      fc.property(anyValue, anyValueOrMissing, (value, next) => {
        const prefix = encodeKey(encoded(value));
        const key = prefix + encodeKey(encodedOrMissing(next));
        expect(prefix < key && key < prefix + AFTER).toBe(true);
      }),
    );
  });
});

describe("keys of documents", () => {
  const document: EncodedObject = {
    code: "C151",
    address: { city: "Bauru", lines: ["Rua A"] },
    _creationTime: 1_700_000_000_000,
    _id: "j57128hk8hapcxw8k6nbqk6xxvzh1swg",
  };
  const tail = encodeKey(document._creationTime) + encodeKey(document._id);

  it.each([
    ["a field", ["code"], "C151"],
    ["a field inside another", ["address", "city"], "Bauru"],
    ["a field that is missing", ["size"], undefined],
    ["a path through something that is no object", ["code", "length"], undefined],
    ["a path into an array", ["address", "lines", "0"], undefined],
    ["a name that every JavaScript object answers to", ["constructor"], undefined],
    ["the same, further down", ["address", "toString"], undefined],
  ])("%s", (_what, path, value) => {
    expect(documentKey(document, [path])).toBe(encodeKey(value) + tail);
  });

  it("hold every declared field, then creation time and id", () => {
    expect(documentKey(document, [["code"], ["size"]])).toBe(encodeKey("C151") + encodeKey(undefined) + tail);
    expect(documentKey(document, [])).toBe(tail);
  });
});
