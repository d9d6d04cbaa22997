import { convexToJson, getConvexSize } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalJson,
  encodeFloat,
  encodeInt64,
  floatOf,
  int64Of,
  kindOf,
  malformation,
  sizeOf,
  valueAtPath,
  type Encoded,
  type EncodedObject,
} from "../../../embedded/storage/values";
import { anyValue, encoded } from "../support/arbitraryValues";

const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = null;
  for (let i = 0; i < levels; i++) value = wrap(value);
  return value;
};
const base64 = (...bytes: number[]): string => Buffer.from(bytes).toString("base64");

describe("malformation", () => {
  it("finds nothing wrong with what the official encoder writes", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(malformation(convexToJson(value))).toBeNull();
      }),
    );
  });

  it.each<[string, unknown, string]>([
    ["undefined", undefined, "undefined is not a value"],
    ["a function", () => 0, "function is not a value"],
    ["a lone surrogate", "a\ud800", "a string is not valid Unicode"],
    ["an infinite number", Infinity, "a number is not finite"],
    ["NaN as a number", NaN, "a number is not finite"],
    ["a set", { $set: [] }, "unknown special form $set"],
    ["a map", { $map: [] }, "unknown special form $map"],
    ["the undefined mark", { $undefined: null }, "unknown special form $undefined"],
    [
      "the commit timestamp, where it may not be",
      { $commitTs: null },
      "the commit timestamp placeholder may not be used here",
    ],
    ["an integer of 7 bytes", { $integer: base64(1, 2, 3, 4, 5, 6, 7) }, "$integer needs exactly 8 bytes"],
    ["an integer that is a number", { $integer: 5 }, "$integer needs standard base64"],
    ["a float of 4 bytes", { $float: base64(1, 2, 3, 4) }, "$float needs exactly 8 bytes"],
    ["bytes in the URL alphabet", { $bytes: "_-8=" }, "$bytes needs standard base64"],
    ["bytes without padding", { $bytes: "AAA" }, "$bytes needs standard base64"],
    ["two special forms in one object", { $bytes: "", $integer: "" }, "field name $bytes starts with a dollar sign"],
    ["a special form beside a field", { a: 1, $bytes: "" }, "field name $bytes starts with a dollar sign"],
    ["an empty field name", { "": 1 }, "a field name is empty or too long"],
    ["a field name of 1025 characters", { ["x".repeat(1025)]: 1 }, "a field name is empty or too long"],
    ["a field name with an accent", { preço: 1 }, "a field name has characters outside printable ASCII"],
    ["a field name with a line break", { "a\nb": 1 }, "a field name has characters outside printable ASCII"],
    ["8193 elements", new Array(8_193).fill(null), "an array has more than 8192 elements"],
    [
      "1025 fields",
      Object.fromEntries(Array.from({ length: 1_025 }, (_, i) => [`f${i}`, null])),
      "an object has more than 1024 fields",
    ],
    ["65 arrays in each other", nested(65, (inner) => [inner]), "values are nested more than 64 levels deep"],
    ["65 objects in each other", nested(65, (inner) => ({ a: inner })), "values are nested more than 64 levels deep"],
    ["something wrong far inside", { a: [{ b: { $set: 1 } }] }, "unknown special form $set"],
  ])("%s", (_what, value, problem) => {
    expect(malformation(value)).toBe(problem);
  });

  it.each<[string, unknown]>([
    ["8192 elements", new Array(8_192).fill(null)],
    ["1024 fields", Object.fromEntries(Array.from({ length: 1_024 }, (_, i) => [`f${i}`, null]))],
    ["64 levels", nested(64, (inner) => [inner])],
    ["a field name of 1024 characters, with spaces", { ["x ".repeat(512)]: 1 }],
    ["a character beyond the first plane", "😀"],
    ["empty bytes", { $bytes: "" }],
    ["the empty object", {}],
  ])("%s are well-formed", (_what, value) => {
    expect(malformation(value)).toBeNull();
  });

  it("lets the commit timestamp through where it is allowed", () => {
    expect(malformation({ at: { $commitTs: null } }, true)).toBeNull();
    expect(malformation({ at: { $commitTs: 1 } }, true)).toBe("the commit timestamp placeholder may not be used here");
  });

  it("is not confused by a field named __proto__", () => {
    for (const hostile of ['{"__proto__": {"isAdmin": true}}', '[{"a": {"__proto__": 1}}]'])
      expect(malformation(JSON.parse(hostile))).toBe("field name __proto__ cannot be carried");
    expect(
      malformation(JSON.parse('{"constructor": {"prototype": 1}, "toString": 2, "hasOwnProperty": 3}')),
    ).toBeNull();
  });
});

describe("sizeOf", () => {
  it("counts bytes as the official library does", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(sizeOf(encoded(value))).toBe(getConvexSize(value));
      }),
    );
    for (const text of ["", "a".repeat(100), "ação".repeat(100), "😀", `${"a".repeat(30)}é`])
      expect(sizeOf(text)).toBe(getConvexSize(text));
    expect(sizeOf({ at: { $commitTs: null } })).toBe(2 + 3 + 9);
  });
});

describe("canonicalJson", () => {
  it("writes what the official encoder writes, whatever order the fields came in", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const official = JSON.stringify(convexToJson(value));
        expect(canonicalJson(JSON.parse(official) as Encoded)).toBe(official);
        expect(canonicalJson(reversed(encoded(value)))).toBe(official);
      }),
    );
  });
});

describe("numbers", () => {
  it("round trip, with every special one", () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(encodeFloat(value)).toEqual(convexToJson(value));
        expect(floatOf(encodeFloat(value) as EncodedObject)).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(encodeInt64(value)).toEqual(convexToJson(value));
        expect(int64Of(encodeInt64(value))).toBe(value);
      }),
    );
  });
});

describe("kindOf", () => {
  it.each<[Encoded, string]>([
    [null, "null"],
    [true, "boolean"],
    [1, "float64"],
    ["", "string"],
    [[], "array"],
    [{}, "object"],
    [{ a: 1 }, "object"],
    [encodeInt64(1n), "int64"],
    [encodeFloat(NaN), "float64"],
    [{ $bytes: "" }, "bytes"],
    [{ $commitTs: null }, "commitTs"],
  ])("of %j is %s", (value, kind) => {
    expect(kindOf(value)).toBe(kind);
  });
});

describe("valueAtPath", () => {
  it("does not look into special forms, arrays or what JavaScript adds", () => {
    const document: EncodedObject = { n: encodeInt64(5n), list: [1], inner: { a: 1 } };
    expect(valueAtPath(document, ["inner", "a"])).toBe(1);
    expect(valueAtPath(document, ["n", "$integer"])).toBeUndefined();
    expect(valueAtPath(document, ["list", "0"])).toBeUndefined();
    expect(valueAtPath(document, ["inner", "valueOf"])).toBeUndefined();
    expect(valueAtPath(document, ["__proto__", "constructor"])).toBeUndefined();
  });
});

function reversed(value: Encoded): Encoded {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([field, inner]) => [field, reversed(inner)]),
  );
}
