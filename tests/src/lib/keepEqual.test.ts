import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keepEqual } from "../../../src/lib/keepEqual";

const row = (_id: string, total = 1) => ({ _id, total, lines: [{ code: "C101", quantity: total }] });

describe("what did not change of an answer keeps its identity (SP4)", () => {
  test("rows stay the same objects where another comes in above them", () => {
    const before = [row("b"), row("a")];
    const now = keepEqual(before, [row("c"), row("b"), row("a")]);
    expect(now[1]).toBe(before[0]);
    expect(now[2]).toBe(before[1]);
    expect(now[0]).toEqual(row("c"));
  });

  test("a changed row is new, with the parts of it that did not change", () => {
    const before = [row("a"), row("b")];
    const now = keepEqual(before, [{ ...row("a"), total: 2 }, row("b")]);
    expect(now[0]).toEqual({ ...row("a"), total: 2 });
    expect(now[0]).not.toBe(before[0]);
    expect(now[0]!.lines).toBe(before[0]!.lines);
    expect(now[1]).toBe(before[1]);
  });

  test("an answer that says the same is the same answer", () => {
    const before = { rows: [row("a")], hasMore: false, next: null };
    expect(keepEqual(before, { rows: [row("a")], hasMore: false, next: null })).toBe(before);
  });

  test("rows in another order, fewer rows, and a field less are seen", () => {
    const before = [row("a"), row("b")];
    expect(keepEqual(before, [row("b"), row("a")])).toEqual([row("b"), row("a")]);
    expect(keepEqual(before, [row("a")])).toEqual([row("a")]);
    expect(keepEqual({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  });

  test("whatever was there before, what comes out equals the answer", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, now) => {
        expect(keepEqual(before, now)).toEqual(now);
      }),
    );
  });

  test("numbers of 64 bits and bytes are the answer's own", () => {
    const bytes = new ArrayBuffer(2);
    expect(keepEqual({ n: 1n, bytes: new ArrayBuffer(2) }, { n: 2n, bytes })).toEqual({ n: 2n, bytes });
  });
});
