import { convexToJson, v, type GenericValidator, type Value } from "convex/values";
import { describe, expect, it } from "vitest";
import { compileValidator, type ValidatorJson } from "../../../embedded/executor/validators";

const isIdOf = (id: string, table: string): boolean => id === `${table}-1`;

/** The library's own validators, in the form in which it hands them over. */
const jsonOf = (validator: GenericValidator): ValidatorJson => (validator as unknown as { json: ValidatorJson }).json;
const problemOf = (validator: GenericValidator, value: Value): string | null =>
  compileValidator(jsonOf(validator), isIdOf)(convexToJson(value), "");

const bytes = new Uint8Array([1, 2]).buffer;
const line = v.object({ code: v.string(), qty: v.optional(v.number()) });

describe("a value fits", () => {
  it.each<[string, GenericValidator, Value]>([
    ["null", v.null(), null],
    ["a boolean", v.boolean(), false],
    ["a text", v.string(), ""],
    ["a float", v.number(), 1.5],
    ["NaN", v.number(), NaN],
    ["minus zero", v.number(), -0],
    ["an integer", v.int64(), -1n],
    ["bytes", v.bytes(), bytes],
    ["anything", v.any(), { a: [1n, bytes] }],
    ["a literal text", v.literal("pago"), "pago"],
    ["a literal integer", v.literal(3n), 3n],
    ["an id of the table", v.id("orders"), "orders-1"],
    ["an empty list", v.array(v.string()), []],
    ["a list", v.array(v.union(v.string(), v.null())), ["a", null]],
    ["an object with its optional field", line, { code: "C151", qty: 2 }],
    ["an object without it", line, { code: "C151" }],
    ["an empty object", v.object({}), {}],
    ["a record", v.record(v.string(), v.number()), { a: 1, "b c": 2 }],
    ["a record by id", v.record(v.id("orders"), v.null()), { "orders-1": null }],
    ["the second of a union", v.union(line, v.object({ sku: v.string() })), { sku: "x" }],
  ])("%s", (_what, validator, value) => {
    expect(problemOf(validator, value)).toBeNull();
  });
});

describe("a value does not fit", () => {
  it.each<[string, GenericValidator, Value, RegExp]>([
    ["an integer where a float is wanted", v.number(), 1n, /Value: 1n\nValidator: float64/],
    ["a float where an integer is wanted", v.int64(), 1, /Validator: int64/],
    ["null where a text is wanted", v.string(), null, /Validator: string/],
    ["a number where a boolean is wanted", v.boolean(), 0, /Validator: boolean/],
    ["a text where bytes are wanted", v.bytes(), "AAE=", /Validator: bytes/],
    ["bytes where an object is wanted", v.object({}), bytes, /Validator: object/],
    ["an integer where a record is wanted", v.record(v.string(), v.any()), 1n, /Validator: record/],
    ["a list where an object is wanted", v.object({}), [], /Validator: object/],
    ["an object where a list is wanted", v.array(v.any()), {}, /Validator: array/],
    ["another literal", v.literal("pago"), "Pago", /Validator: literal "pago"/],
    ["a literal of another kind", v.literal(3n), 3, /Validator: literal/],
    ["an id of another table", v.id("orders"), "products-1", /Validator: id\("orders"\)/],
    ["an element in the middle", v.array(v.string()), ["a", 1, "b"], /Path: \[1\]/],
    [
      "a field far inside",
      v.object({ lines: v.array(line) }),
      { lines: [{ code: "a" }, { code: "b", qty: "2" }] },
      /Path: \.lines\[1\]\.qty/,
    ],
    ["a field too few", line, { qty: 1 }, /missing the required field `code`/],
    ["a field too many", line, { code: "a", price: 1 }, /extra field `price`/],
    ["a field named like what every object has", line, { code: "a", constructor: 1 }, /extra field `constructor`/],
    [
      "a required field that only JavaScript has",
      v.object({ toString: v.any() }),
      {},
      /missing the required field `toString`/,
    ],
    ["null for an optional field", line, { code: "a", qty: null }, /Path: \.qty/],
    ["a key that is no id", v.record(v.id("orders"), v.null()), { "products-1": null }, /\(key\)/],
    ["a record's value", v.record(v.string(), v.number()), { a: "1" }, /Path: \.a/],
    ["none of a union", v.union(v.string(), v.null()), 1, /Validator: union/],
    ["anything where nothing may be", v.union(), null, /Validator: union/],
  ])("%s", (_what, validator, value, message) => {
    expect(problemOf(validator, value)).toMatch(message);
  });
});
