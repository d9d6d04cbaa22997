import { isDeepStrictEqual } from "node:util";
import { build } from "esbuild";
import { convexToJson, jsonToConvex, type Value } from "convex/values";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { fastValues, withQuickWay } from "../../../embedded/executor/fastValues";
import { anyValue } from "../support/arbitraryValues";

interface Conversions {
  convexToJson: (value: unknown) => unknown;
  jsonToConvex: (value: unknown) => unknown;
}

const library = { convexToJson, jsonToConvex } as unknown as Conversions;
let ours: Conversions;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from "convex/values";`, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: "esm",
    conditions: ["convex", "module"],
    plugins: [fastValues],
  });
  const text = outputFiles[0]!.text;
  expect(text).toContain("quickCopy"); // else the library has changed, and everything below compares it with itself
  ours = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`
  )) as Conversions;
});

/** What a conversion does with a value: what comes out, fields in their order, or the error's text. */
function fateOf(convert: (value: unknown) => unknown, value: unknown): unknown {
  try {
    const result = convert(value);
    return {
      result,
      order: JSON.stringify(result, (_key, inner: unknown) => (typeof inner === "bigint" ? `${inner}n` : inner)),
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

class Money {
  cents = 4990;
}
const cyclic: unknown[] = [];
cyclic.push(cyclic);

describe("the quick way of converting", () => {
  it("makes of every value what the library makes of it, there and back", () => {
    fc.assert(
      fc.property(anyValue, (value: Value) => {
        const json = library.convexToJson(value);
        expect(isDeepStrictEqual(fateOf(ours.convexToJson, value), fateOf(library.convexToJson, value))).toBe(true);
        expect(isDeepStrictEqual(fateOf(ours.jsonToConvex, json), fateOf(library.jsonToConvex, json))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["fields that are undefined, well and badly named", { a: undefined, $b: undefined, c: 1 }],
    ["an undefined in a list", { list: [1, undefined] }],
    ["a list with a hole", Object.assign(new Array<number>(3), { 0: 1, 2: 3 })],
    ["undefined", undefined],
    ["a reserved name", { lines: [{ $qty: 1 }] }],
    ["a name that is no ASCII", { lines: [{ preço: 1 }] }],
    ["a long name", { ["x".repeat(1_025)]: 1 }],
    ["the longest name", { ["x".repeat(1_024)]: 1 }],
    ["numbers that count as names", { 10: "a", 9: "b", "01": "c" }],
    ["a field __proto__", JSON.parse('{"a": {"__proto__": {"b": 1}}}')],
    ["an object without prototype", Object.assign(Object.create(null) as object, { b: 1, a: { c: [] } })],
    ["an instance of a class", { price: new Money() }],
    ["a map", { prices: new Map([["a", 1]]) }],
    ["a set", [new Set([1])]],
    ["a date", { at: new Date(0) }],
    ["a function", { run: () => 1 }],
    ["a symbol", [Symbol("a")]],
    ["typed bytes", { bytes: new Uint8Array(2) }],
    ["an integer that is too large", { n: 2n ** 63n }],
    ["a list without end", cyclic],
    ["special forms", [{ $integer: "AQAAAAAAAAA=" }, { $bytes: "AAE=" }, { $float: "AAAAAAAA8H8=" }]],
    ["special forms that are none", [{ $integer: 1 }]],
    ["a float that needs no special form", { $float: "AAAAAAAA8D8=" }],
    ["what is no form at all", { deep: [{ $set: [] }] }],
    ["a special form with a field too many", { $integer: "AQAAAAAAAAA=", a: 1 }],
  ])("treats %s as the library does", (_what, value: unknown) => {
    // Twice, because names are remembered.
    for (let time = 0; time < 2; time++) {
      expect(fateOf(ours.convexToJson, value)).toStrictEqual(fateOf(library.convexToJson, value));
      expect(fateOf(ours.jsonToConvex, value)).toStrictEqual(fateOf(library.jsonToConvex, value));
    }
  });

  it("shares nothing with what it was given", () => {
    const row = { lines: [{ qty: 1 }], total: 4990 };
    for (const convert of [ours.convexToJson, ours.jsonToConvex]) {
      const copy = convert(row) as typeof row;
      copy.lines[0]!.qty = 2;
      copy.lines.push({ qty: 3 });
      copy.total = 0;
      expect(row).toEqual({ lines: [{ qty: 1 }], total: 4990 });
    }
  });

  it("leaves a library alone that does not look as expected", () => {
    expect(withQuickWay("export const jsonToConvex = () => 1;")).toBe("export const jsonToConvex = () => 1;");
  });
});
