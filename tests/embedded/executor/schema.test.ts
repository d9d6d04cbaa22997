import { defineSchema, defineTable } from "convex/server";
import { v, type Validator } from "convex/values";
import { describe, expect, it, vi } from "vitest";
import { applySchema } from "../../../embedded/executor/schema";
import { aStore } from "../support/aStore";

type Field = Validator<string | number, "required">;

const exported = (qty: Field, schemaValidation = true): string => {
  const schema = defineSchema({ lines: defineTable({ qty }).index("by_qty", ["qty"]) }, { schemaValidation });
  // The library keeps `export` out of its types; it is how deployments read a schema.
  return (schema as unknown as { export(): string }).export();
};

function load(store: ReturnType<typeof aStore>, schema: string): { tablesRead: string[] } {
  const spy = vi.spyOn(store, "documents");
  applySchema(schema, store, "", () => true);
  const tablesRead = spy.mock.calls.map(([table]) => table.name);
  spy.mockRestore();
  return { tablesRead };
}

describe("loading a schema", () => {
  it("looks at stored documents only where a table's type changed", () => {
    const store = aStore();
    expect(load(store, exported(v.number())).tablesRead).toContain("lines");
    expect(load(store, exported(v.number())).tablesRead).toEqual([]);
    expect(load(store, exported(v.string())).tablesRead).toEqual(["lines"]);
    expect(load(store, exported(v.string())).tablesRead).toEqual([]);
  });

  it("looks again after a time without validation, when anything may have been written", () => {
    const store = aStore();
    load(store, exported(v.number()));
    load(store, exported(v.number(), false));
    expect(load(store, exported(v.number())).tablesRead).toEqual(["lines"]);
  });
});
