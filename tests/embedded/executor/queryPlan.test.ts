import { describe, expect, it } from "vitest";
import { planQuery, type SerializedQuery } from "../../../embedded/executor/queryPlan";
import { AFTER, encodeKey } from "../../../embedded/storage/indexKey";
import type { Encoded } from "../../../embedded/storage/values";
import { aTable } from "../support/naiveTable";

const table = aTable();
const MISSING = { $undefined: null } as unknown as Encoded;
type Expression = [type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte", fieldPath: string, value: Encoded];

function plan(indexName: string, expressions: readonly Expression[], operators: SerializedQuery["operators"] = []) {
  const range = expressions.map(([type, fieldPath, value]) => ({ type, fieldPath, value }));
  const source = { type: "IndexRange" as const, indexName: `t.${indexName}`, range, order: null };
  return planQuery(
    { source, operators },
    () => table,
    () => false,
  );
}

const [one, two] = [encodeKey(1), encodeKey(2)];
const b = encodeKey("x");

describe("the range of a query", () => {
  it.each<[string, string, Expression[], string, string]>([
    ["everything", "by_a", [], "", AFTER],
    ["one value", "by_a", [["Eq", "a", 1]], one, one + AFTER],
    ["a missing field", "by_a", [["Eq", "a", MISSING]], encodeKey(undefined), encodeKey(undefined) + AFTER],
    ["from a value on", "by_a", [["Gte", "a", 1]], one, AFTER],
    ["above a value", "by_a", [["Gt", "a", 1]], one + AFTER, AFTER],
    ["above what is missing", "by_a", [["Gt", "a", MISSING]], encodeKey(undefined) + AFTER, AFTER],
    ["below a value, missing ones included", "by_a", [["Lt", "a", 1]], "", one],
    ["up to a value", "by_a", [["Lte", "a", 1]], "", one + AFTER],
    [
      "between two",
      "by_a",
      [
        ["Gt", "a", 1],
        ["Lte", "a", 2],
      ],
      one + AFTER,
      two + AFTER,
    ],
    [
      "a prefix and a bound",
      "by_b_a",
      [
        ["Eq", "b", "x"],
        ["Gte", "a", 1],
      ],
      b + one,
      b + AFTER,
    ],
    [
      "the same in another textual order",
      "by_b_a",
      [
        ["Lt", "a", 2],
        ["Gte", "a", 1],
        ["Eq", "b", "x"],
      ],
      b + one,
      b + two,
    ],
    [
      "up to the creation time",
      "by_b_a",
      [
        ["Eq", "b", "x"],
        ["Eq", "a", 1],
        ["Gt", "_creationTime", 2],
      ],
      b + one + two + AFTER,
      b + one + AFTER,
    ],
    ["the creation time alone", "by_creation_time", [["Gte", "_creationTime", 1]], one, AFTER],
    ["one id", "by_id", [["Eq", "_id", "k1"]], "k1", "k1\x00"],
    [
      "ids between two",
      "by_id",
      [
        ["Gt", "_id", "k1"],
        ["Lte", "_id", "k2"],
      ],
      "k1\x00",
      "k2\x00",
    ],
    [
      "ids from one up to below another",
      "by_id",
      [
        ["Gte", "_id", "k1"],
        ["Lt", "_id", "k2"],
      ],
      "k1",
      "k2",
    ],
  ])("%s", (_what, index, expressions, from, to) => {
    expect(plan(index, expressions).range).toEqual({ from, to });
  });

  it.each<[string, string, Expression[], string]>([
    [
      "a field that the index does not have",
      "by_a",
      [["Eq", "b", 1]],
      "Index t.by_a has no field b. Its fields are a, _creationTime, _id.",
    ],
    [
      "a later field without the one before",
      "by_b_a",
      [["Eq", "a", 1]],
      "must be used in order: b, a, _creationTime, _id.",
    ],
    ["a bound on a later field", "by_b_a", [["Gt", "a", 1]], "must be used in order"],
    [
      "an equality after a bound",
      "by_b_a",
      [
        ["Gt", "b", 1],
        ["Eq", "a", 1],
      ],
      "must be used in order",
    ],
    [
      "one field twice",
      "by_a",
      [
        ["Eq", "a", 1],
        ["Eq", "a", 1],
      ],
      "Field a is given twice in a range of index t.by_a.",
    ],
    [
      "an equality and a bound on one field",
      "by_a",
      [
        ["Eq", "a", 1],
        ["Gt", "a", 0],
      ],
      "must be used in order",
    ],
    [
      "two lower bounds",
      "by_a",
      [
        ["Gt", "a", 1],
        ["Gte", "a", 2],
      ],
      "A range of index t.by_a has two lower bounds.",
    ],
    [
      "two upper bounds",
      "by_a",
      [
        ["Lt", "a", 1],
        ["Lte", "a", 2],
      ],
      "A range of index t.by_a has two upper bounds.",
    ],
    [
      "bounds on two fields",
      "by_b_a",
      [
        ["Gt", "b", 1],
        ["Lt", "a", 2],
      ],
      "has bounds on two fields, b and a.",
    ],
    ["an id that is no text", "by_id", [["Eq", "_id", 5]], "An _id in a range must be a string."],
    ["an index that does not exist", "by_nothing", [], "Index t.by_nothing not found."],
  ])("%s is refused", (_what, index, expressions, message) => {
    expect(() => plan(index, expressions)).toThrow(message);
  });

  it("hidden tables, search and too many operators are refused", () => {
    const scan = (tableName: string): SerializedQuery => ({
      source: { type: "FullTableScan", tableName, order: null },
      operators: [],
    });
    expect(() =>
      planQuery(
        scan("_file_blobs"),
        () => table,
        () => false,
      ),
    ).toThrow("Table _file_blobs is not visible.");
    expect(
      planQuery(
        scan("_storage"),
        () => table,
        (name) => name === "_storage",
      ).direction,
    ).toBe("asc");
    const search: SerializedQuery = { source: { type: "Search", indexName: "t.search" }, operators: [] };
    expect(() =>
      planQuery(
        search,
        () => table,
        () => false,
      ),
    ).toThrow("full-text search is not available");
    expect(() => plan("by_a", [], new Array<{ limit: number }>(257).fill({ limit: 1 }))).toThrow(
      "A query has more than 256 operators.",
    );
  });

  it("two queries have the same mark only when they are the same", () => {
    const marks = [
      plan("by_a", []),
      plan("by_a", [["Eq", "a", 1]]),
      plan("by_a", [["Eq", "a", { $integer: "AQAAAAAAAAA=" }]]),
      plan("by_b_a", []),
      plan("by_a", [], [{ limit: 1 }]),
    ].map(({ fingerprint }) => fingerprint());
    expect(new Set(marks).size).toBe(marks.length);
    expect(plan("by_a", []).fingerprint()).toBe(marks[0]);
  });
});
