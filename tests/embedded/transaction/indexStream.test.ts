import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Doc } from "../../../embedded/storage/document";
import { ReadSet, justAfter } from "../../../embedded/transaction/readSet";
import { Transaction } from "../../../embedded/transaction/transaction";
import { aDoc } from "../support/aStore";
import { aTable, keyIn, NaiveTable } from "../support/naiveTable";

const table = aTable();
const byA = table.indexes[1]!.indexId;
const ALL = { from: "", to: "\xff" };

function aTransaction(values: readonly number[]): { transaction: Transaction; docs: Doc[] } {
  const base = new NaiveTable();
  const docs = values.map((a, i) => aDoc(table, { a }, 1_000 + i));
  for (const doc of docs) base.put(doc, doc.id);
  return { transaction: new Transaction(base, 5_000), docs };
}

const readsOf = (reads: ReadSet): unknown[] =>
  [...reads.ranges()].map(([indexId, { from, to }]) => [indexId, from, to]);

describe("a stream records exactly what was consumed", () => {
  const { docs } = aTransaction([1, 2, 3, 4]);
  const keys = (transactionDocs: readonly Doc[]): string[] => transactionDocs.map((doc) => keyIn(table, byA, doc));

  it.each(["asc", "desc"] as const)("opened and never read, %s: nothing", (direction) => {
    const { transaction } = aTransaction([1, 2]);
    transaction.stream(table, byA, ALL, { direction });
    expect(readsOf(transaction.reads)).toEqual([]);
  });

  it("two rows read upwards: from the range's start to just after the second", () => {
    const { transaction, docs: rows } = aTransaction([1, 2, 3, 4]);
    const stream = transaction.stream(table, byA, ALL, { direction: "asc" });
    stream.next();
    stream.next();
    expect(readsOf(transaction.reads)).toEqual([[byA, "", justAfter(keys(rows)[1]!)]]);
  });

  it("two rows read downwards: from the third to the range's end", () => {
    const { transaction, docs: rows } = aTransaction([1, 2, 3, 4]);
    const stream = transaction.stream(table, byA, ALL, { direction: "desc" });
    stream.next();
    stream.next();
    expect(readsOf(transaction.reads)).toEqual([[byA, keys(rows)[2], "\xff"]]);
  });

  it.each(["asc", "desc"] as const)("read to its end, %s: the whole range, also when nothing is in it", (direction) => {
    for (const values of [[], [1], [1, 2, 3]]) {
      const { transaction } = aTransaction(values);
      const stream = transaction.stream(table, byA, ALL, { direction });
      while (stream.next() !== null);
      expect(readsOf(transaction.reads)).toEqual([[byA, "", "\xff"]]);
    }
  });

  it("the last row read but not the end: not beyond that row", () => {
    const { transaction, docs: rows } = aTransaction([1, 2]);
    const stream = transaction.stream(table, byA, ALL, { direction: "asc" });
    stream.next();
    stream.next();
    expect(readsOf(transaction.reads)).toEqual([[byA, "", justAfter(keys(rows)[1]!)]]);
    expect(stream.next()).toBeNull();
    expect(readsOf(transaction.reads)).toEqual([[byA, "", "\xff"]]);
  });

  it("a point is recorded whether or not something is there", () => {
    const { transaction, docs: rows } = aTransaction([1]);
    transaction.get(table, rows[0]!.id);
    transaction.get(table, "absent");
    transaction.get(table, "absent");
    expect(readsOf(transaction.reads)).toEqual([
      [table.byId.indexId, rows[0]!.id, justAfter(rows[0]!.id)],
      [table.byId.indexId, "absent", justAfter("absent")],
    ]);
  });

  it("overlap is half-open: the start is in, the end is not", () => {
    const reads = new ReadSet();
    reads.add(7, "b", "d");
    const overlaps = (key: string, indexId = 7): boolean => reads.overlaps(new Map([[indexId, [key]]]));
    expect(["a", "b", "c", "czz", "d"].map((key) => overlaps(key))).toEqual([false, true, true, true, false]);
    expect(overlaps("c", 8)).toBe(false);
    expect(docs).toHaveLength(4);
  });
});

describe("a stream that is open while its table is written", () => {
  it("goes on after the row it gave last, over the table as it is at each step", () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constant({ kind: "next" as const, a: 0 }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constantFrom("insert" as const, "remove" as const, "move" as const),
          a: fc.nat(9),
        }),
      },
    );
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { maxLength: 8 }),
        fc.array(step, { maxLength: 25 }),
        fc.constantFrom("asc" as const, "desc" as const),
        fc.integer({ min: 1, max: 3 }),
        (values, steps, direction, expectRows) => {
          const { transaction, docs: rows } = aTransaction(values);
          const now = new Map(rows.map((doc) => [doc.id, doc]));
          const stream = transaction.stream(table, byA, ALL, { direction, expect: expectRows });
          let last: string | null = null;
          for (const { kind, a } of steps) {
            const target = [...now.values()][a % Math.max(now.size, 1)];
            if (kind === "insert") {
              const id = transaction.insert(table, { a }, 5_000);
              now.set(id, transaction.get(table, id)!);
            } else if (kind === "remove" && target !== undefined) {
              transaction.remove(table, target);
              now.delete(target.id);
            } else if (kind === "move" && target !== undefined) {
              now.set(target.id, transaction.update(table, target, { ...target.value, a }));
            } else if (kind === "next") {
              const ahead = [...now.values()]
                .map((doc) => [keyIn(table, byA, doc), doc] as const)
                .filter(([key]) => last === null || (direction === "asc" ? key > last : key < last))
                .sort(([one], [two]) => (one < two === (direction === "asc") ? -1 : 1));
              const expected = ahead[0];
              expect(stream.next()?.json).toBe(expected?.[1].json);
              if (expected === undefined) return; // at its end; the layer above does not ask again
              last = expected[0];
            }
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
