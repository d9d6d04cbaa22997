import { compareValues, type Value } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileFilter } from "../../../embedded/executor/filters";
import { encodeInt64, type EncodedObject } from "../../../embedded/storage/values";
import { anyValueOrMissing, encoded } from "../support/arbitraryValues";

const document: EncodedObject = { n: 5, i: encodeInt64(7n), text: "a", yes: true, inner: { n: 1 }, nothing: null };
const passes = (expression: unknown): boolean => compileFilter(expression)(document);
const literal = (value: Value | undefined): unknown => ({
  $literal: value === undefined ? { $undefined: null } : encoded(value),
});
const field = (path: string): unknown => ({ $field: path });
const is = (expression: unknown, value: Value): unknown => ({ $eq: [expression, literal(value)] });

describe("filters", () => {
  it("compare as values sort, missing ones included", () => {
    fc.assert(
      fc.property(anyValueOrMissing, anyValueOrMissing, (a, b) => {
        const order = compareValues(a, b);
        const results = ["$eq", "$neq", "$lt", "$lte", "$gt", "$gte"].map((operator) =>
          passes({ [operator]: [literal(a), literal(b)] }),
        );
        expect(results).toEqual([order === 0, order !== 0, order < 0, order <= 0, order > 0, order >= 0]);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, unknown]>([
    ["an integer is not a float of the same value", { $not: { $eq: [field("i"), literal(7)] } }],
    ["every integer sorts below every float", { $lt: [field("i"), literal(-1e300)] }],
    [
      "a missing field is undefined, and below null",
      { $and: [{ $eq: [field("none"), literal(undefined)] }, { $lt: [field("none"), field("nothing")] }] },
    ],
    ["a path reaches inside", is(field("inner.n"), 1)],
    ["a path through a text is undefined", { $eq: [field("text.length"), literal(undefined)] }],
    ["floats add", is({ $add: [field("n"), literal(0.5)] }, 5.5)],
    ["floats divide by zero as floats do", is({ $div: [field("n"), literal(0)] }, Infinity)],
    ["the rest of a float keeps its sign", is({ $mod: [literal(-5), literal(3)] }, -2)],
    ["integers add", is({ $add: [field("i"), literal(1n)] }, 8n)],
    ["integers divide towards zero", is({ $div: [literal(-7n), literal(2n)] }, -3n)],
    ["the rest of an integer keeps its sign", is({ $mod: [literal(-7n), literal(2n)] }, -1n)],
    ["integers subtract and multiply", is({ $mul: [{ $sub: [field("i"), literal(4n)] }, literal(-2n)] }, -6n)],
    ["a float is negated, zero included", is({ $neg: literal(0) }, -0)],
    ["an integer is negated", is({ $neg: field("i") }, -7n)],
    ["nothing and'ed is true", { $and: [] }],
    ["nothing or'ed is false", { $not: { $or: [] } }],
    ["and stops at the first false", { $not: { $and: [literal(false), literal("not a boolean")] } }],
    ["or stops at the first true", { $or: [literal(true), literal("not a boolean")] }],
  ])("%s", (_what, expression) => {
    expect(passes(expression)).toBe(true);
  });

  it.each<[string, unknown, string]>([
    ["that give no boolean", field("n"), "A filter needs a boolean."],
    ["that give a missing field", field("none"), "A filter needs a boolean."],
    ["that negate a text", { $not: field("text") }, "A filter needs a boolean."],
    ["that and a number", { $and: [literal(true), field("n")] }, "A filter needs a boolean."],
    [
      "that add an integer to a float",
      is({ $add: [field("i"), field("n")] }, 1),
      "$add needs two numbers of the same kind.",
    ],
    ["that add texts", is({ $add: [field("text"), field("text")] }, 1), "$add needs two numbers of the same kind."],
    [
      "that add to a missing field",
      is({ $add: [field("none"), literal(1)] }, 1),
      "$add needs two numbers of the same kind.",
    ],
    ["that negate a text as a number", is({ $neg: field("text") }, 1), "$neg needs two numbers of the same kind."],
    ["that overflow", is({ $add: [literal(2n ** 63n - 1n), literal(1n)] }, 1n), "$add overflows a 64-bit integer."],
    ["that negate the smallest integer", is({ $neg: literal(-(2n ** 63n)) }, 1n), "$neg overflows a 64-bit integer."],
    [
      "that divide the smallest integer by minus one",
      is({ $div: [literal(-(2n ** 63n)), literal(-1n)] }, 1n),
      "$div overflows a 64-bit integer.",
    ],
    [
      "that divide an integer by zero",
      is({ $div: [field("i"), literal(0n)] }, 1n),
      "A filter divides an integer by zero.",
    ],
    ["with an unknown operator", { $like: [field("text"), literal("a")] }, "Unknown filter operator $like."],
    [
      "with two operators in one",
      { $eq: [literal(1), literal(1)], $neq: [literal(1), literal(1)] },
      "Malformed filter expression",
    ],
    ["that are no expression", "true", "Malformed filter expression"],
    ["that are nothing", null, "Malformed filter expression"],
  ])("%s are refused", (_what, expression, message) => {
    expect(() => passes(expression)).toThrow(message);
  });
});
