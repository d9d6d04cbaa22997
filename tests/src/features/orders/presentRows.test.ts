import { describe, expect, test } from "vitest";
import {
  presentRows,
  withoutLeft,
  type Circumstances,
  type Presented,
} from "../../../../src/features/orders/presentRows";

interface Row {
  readonly _id: string;
  readonly number: number;
  readonly note?: string;
}

const rows = (...numbers: number[]): Row[] => numbers.map((number) => ({ _id: String(number), number }));
const calm: Circumstances = { isHeld: false, own: new Set(), open: new Set(), canLoadMore: false };
const held: Circumstances = { ...calm, isHeld: true };
const first = (...numbers: number[]) => presentRows<Row>(null, rows(...numbers), calm);
/** Numbers in order; in brackets what has left. */
const read = ({ shown }: Presented<Row>) =>
  shown.map(({ row, hasLeft }) => (hasLeft ? `(${row.number})` : String(row.number))).join(" ");

describe("a live list that does not move under who works in it", () => {
  test("R1: a changed row is updated in place, an unchanged one stays the very same", () => {
    const before = first(3, 2, 1);
    const same = before.shown[0]!.row;
    const after = presentRows<Row>(before, [same, { _id: "2", number: 2, note: "x" }, before.shown[2]!.row], held);
    expect(after.shown[1]!.row.note).toBe("x");
    expect(after.shown[0]).toBe(before.shown[0]);
  });

  test.each([
    ["R2: at rest, a new row enters at the top", calm, [4, 3, 2, 1], "4 3 2 1", 0, ["4"]],
    ["R2: held, it waits", held, [5, 4, 3, 2, 1], "3 2 1", 2, []],
    ["R2: held, one that enters the filter in between waits as well", held, [4, 3, 2.5, 2, 1], "3 2 1", 2, []],
    ["rows loaded below come in however much is held, and are no news", held, [3, 2, 1, 0.5], "3 2 1 0.5", 0, []],
    ["R3: a row that somebody took out stays, greyed", calm, [3, 1], "3 (2) 1", 0, []],
    ["R3: the last one too", calm, [3, 2], "3 2 (1)", 0, []],
  ])("%s", (_name, circumstances, numbers, expected, waiting, arrived) => {
    const after = presentRows<Row>(first(3, 2, 1), rows(...numbers), circumstances);
    expect(read(after)).toBe(expected);
    expect(after.waiting).toBe(waiting);
    expect([...after.arrived]).toEqual(arrived);
  });

  test("R3: by one's own action a row leaves at once, and comes back at once when the server refuses", () => {
    const own = new Set(["2"]);
    const gone = presentRows<Row>(first(3, 2, 1), rows(3, 1), { ...held, own });
    expect(read(gone)).toBe("3 1");
    expect(read(presentRows<Row>(gone, rows(3, 2, 1), { ...held, own }))).toBe("3 2 1");
  });

  test("F6: a row at which somebody writes stays until that ends, whoever took it out", () => {
    const open = new Set(["2"]);
    const own = new Set(["2"]);
    const writing = presentRows<Row>(first(3, 2, 1), rows(3, 1), { ...held, own, open });
    expect(read(writing)).toBe("3 (2) 1");
    expect(withoutLeft(writing, open)).toBe(writing);
    expect(read(presentRows<Row>(writing, rows(3, 1), { ...calm, own }))).toBe("3 1");
    expect(read(presentRows<Row>(writing, rows(3, 1), calm))).toBe("3 (2) 1");
  });

  test("below the rows that are loaded, absence says nothing", () => {
    expect(read(presentRows<Row>(first(3, 2, 1), rows(4, 3, 2), { ...calm, canLoadMore: true }))).toBe("4 3 2");
  });

  test("what waits comes in once nothing is held", () => {
    const waiting = presentRows<Row>(first(3, 2), rows(4, 3, 2), held);
    expect(read(presentRows<Row>(waiting, rows(4, 3, 2), calm))).toBe("4 3 2");
  });

  test("a row that left stays until it is dismissed, or is back", () => {
    const left = presentRows<Row>(first(3, 2, 1), rows(3, 1), calm);
    expect(read(presentRows<Row>(left, rows(4, 3, 1), calm))).toBe("4 3 (2) 1");
    expect(read(presentRows<Row>(left, rows(3, 2, 1), calm))).toBe("3 2 1");
    expect(read(withoutLeft(left, new Set()))).toBe("3 1");
    const calmOne = first(3);
    expect(withoutLeft(calmOne, new Set())).toBe(calmOne);
  });

  test("the first row of an empty list is news", () => {
    const after = presentRows<Row>(first(), rows(1), calm);
    expect([...after.arrived]).toEqual(["1"]);
    expect(presentRows<Row>(first(), rows(1), held).waiting).toBe(1);
  });
});
