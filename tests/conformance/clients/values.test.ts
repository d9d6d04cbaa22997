import type { Value } from "convex/values";
import { describe, expect, it } from "vitest";
import { action, mutation, onOneBackend, query } from "./officialClients";

const shop = onOneBackend();

const bytes = (...all: number[]): ArrayBuffer => new Uint8Array(all).buffer;
const VALUES: readonly { readonly name: string; readonly value: Value }[] = [
  { name: "null and booleans", value: [null, true, false] },
  { name: "the ends of int64", value: [2n ** 63n - 1n, -(2n ** 63n), 0n, -1n] },
  { name: "floats that JSON does not know", value: [NaN, Infinity, -Infinity, -0, 0] },
  {
    name: "the ends of float64",
    value: [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER, 0.1],
  },
  { name: "bytes, also none", value: [bytes(), bytes(0), bytes(0, 255, 128), bytes(1, 2, 3, 4)] },
  { name: "texts of every kind", value: ["", "é 🛍️", '\u0000\n"\\', "\ud7ff\ue000"] },
  {
    name: "all of them inside one another",
    value: { a: [{ n: 1n, zero: -0 }], "a field": { nan: NaN, bytes: bytes(9) }, z: [[[]]] },
  },
];
/** Where `-0` is told from `0`, which `toEqual` does. */
const same = (found: unknown, value: Value): void => expect(found).toEqual(value);

describe("16: values come back as they went (contract §9.2)", () => {
  it.each(VALUES)("$name, over the socket", async ({ value }) => {
    const client = shop.client();
    same(await client.query(query("values:ask"), { value }), value);
    same(await client.mutation(mutation("values:keep"), { value }), value);
    same((await shop.watched(client, "values:last", {}))[0], value);
    same(await client.action(action("values:act"), { value }), value);
  });

  it.each(VALUES)("$name, over HTTP", async ({ value }) => {
    const client = shop.http();
    same(await client.query(query("values:ask"), { value }), value);
    same(await client.mutation(mutation("values:keep"), { value }), value);
    same(await client.query(query("values:last"), {}), value);
    same(await client.action(action("values:act"), { value }), value);
  });

  it("the comparison tells -0 from 0", () => {
    expect([-0]).not.toEqual([0]);
  });
});
