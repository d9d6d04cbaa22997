import { convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import type { Encoded } from "../../../embedded/storage/values";

/** Strings around which UTF-16 order and UTF-8 order part, and those that an escape could get wrong. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.string({ unit: fc.constantFrom("\u0000", "\u0001", "a", "\u007f", "ÿ", "\uffff", "😀", "\ud7ff"), maxLength: 5 }),
);

const float = fc.oneof(
  fc.double(),
  fc.constantFrom(
    0,
    -0,
    NaN,
    Infinity,
    -Infinity,
    Number.MIN_VALUE,
    -Number.MIN_VALUE,
    Number.MAX_SAFE_INTEGER,
    1.5,
    -1.5,
  ),
  fc.integer(),
);

const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(0n, -1n, 1n, 255n, 256n, -256n, 2n ** 63n - 1n, -(2n ** 63n)),
);

const bytes = fc.uint8Array({ maxLength: 6 }).map((array) => array.slice().buffer);

const fieldName = fc.oneof(
  fc.constantFrom("a", "b", "ab", "A", "x y", "~", "constructor", "toString", "hasOwnProperty"),
  fc.string({ unit: fc.constantFrom("a", "b", "_1"), minLength: 1, maxLength: 3 }),
);

/** Any value an app may store, nested a few levels. */
export const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), float, int64, text, bytes) as fc.Arbitrary<Value>,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fieldName, tie("value"), { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<Value>,
  ),
})).value;

/** A value or a missing field. */
export const anyValueOrMissing: fc.Arbitrary<Value | undefined> = fc.option(anyValue, { nil: undefined, freq: 10 });

export const encoded = (value: Value): Encoded => convexToJson(value);
export const encodedOrMissing = (value: Value | undefined): Encoded | undefined =>
  value === undefined ? undefined : encoded(value);
