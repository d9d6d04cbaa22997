import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Doc } from "../../../embedded/storage/document";
import { Transaction } from "../../../embedded/transaction/transaction";
import { aDoc } from "../support/aStore";
import { aTable, NaiveTable } from "../support/naiveTable";
import { aWrite, differences, SLOTS, type Write } from "../support/programs";

const table = aTable();
const ALL = { from: "", to: "\xff" };

type Step = { kind: "write"; write: Write } | { kind: "begin" } | { kind: "commit" } | { kind: "rollback" };

const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: aWrite.map((write): Step => ({ kind: "write", write })) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: "begin" }, { kind: "commit" }, { kind: "rollback" }) },
);

describe("nested transactions", () => {
  it("merge on commit and vanish on rollback, however they nest", () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 30 }), (steps) => {
        const base = new NaiveTable();
        const seen = new Map<string, Doc>();
        const ids: string[] = [];
        for (let i = 0; i < SLOTS; i++) {
          const doc = aDoc(table, { a: i % 3 }, 1_000 + i);
          base.put(doc, doc.id);
          seen.set(doc.id, doc);
          ids.push(doc.id);
        }
        const stack = [{ transaction: new Transaction(base, 5_000), truth: base.copy() }];
        for (const step of steps) {
          const { transaction, truth } = stack.at(-1)!;
          if (step.kind === "write") {
            const { slot, kind, a, b } = step.write;
            const before = truth.get(table, ids[slot]!);
            if (kind === "remove") {
              if (before === null) continue;
              transaction.remove(table, before);
              truth.put(null, before.id);
            } else if (before === null) {
              ids[slot] = transaction.insert(table, { a, b }, 5_000);
              truth.put(transaction.get(table, ids[slot]), ids[slot]);
            } else {
              truth.put(transaction.update(table, before, { ...before.value, a, b }), before.id);
            }
            const now = truth.get(table, ids[slot]!);
            if (now !== null) seen.set(now.id, now);
          } else if (step.kind === "begin") {
            stack.push({ transaction: transaction.nested(), truth: truth.copy() });
          } else if (stack.length > 1) {
            stack.pop();
            if (step.kind === "commit") {
              transaction.commitIntoParent();
              stack.at(-1)!.truth = truth;
            }
          }
        }
        for (const { transaction, truth } of stack) {
          const reader = { get: truth.get.bind(truth), scan: truth.scan.bind(truth) };
          const view = {
            get: (...args: Parameters<typeof reader.get>) => transaction.get(...args),
            scan: scanWith(transaction),
          };
          expect(differences(table, [...seen.values()], view, reader)).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("count their reads whether they commit or not, but a stale snapshot leaves no trace", () => {
    const base = new NaiveTable();
    const doc = aDoc(table, { a: 1 });
    base.put(doc, doc.id);
    const transaction = new Transaction(base, 5_000);
    transaction.update(table, doc, { ...doc.value, a: 2 });
    const nested = transaction.nested();
    const stale = nested.nested().staleSnapshot();
    expect(stale.get(table, doc.id)!.value.a).toBe(1);
    expect([...transaction.reads.ranges()]).toEqual([]);
    expect(nested.get(table, doc.id)!.value.a).toBe(2);
    expect([...transaction.reads.ranges()]).toHaveLength(1);
  });

  it("gives creation times that rise with every insert of the whole tree, starting at the beginning of the transaction", () => {
    const transaction = new Transaction(new NaiveTable(), 1_700_000_000_000);
    const times: number[] = [];
    const insert = (into: Transaction): void => {
      times.push(into.get(table, into.insert(table, { a: 1 }, 1_700_000_000_000))!.value._creationTime as number);
    };
    insert(transaction);
    const nested = transaction.nested();
    insert(nested);
    insert(nested.nested());
    insert(transaction);
    expect(times[0]).toBe(1_700_000_000_000);
    for (let i = 1; i < times.length; i++) expect(times[i]).toBeGreaterThan(times[i - 1]!);
    expect(times.at(-1)! - times[0]!).toBeLessThan(0.01);
  });

  it("a change of an indexed field inside an object gives a new key", () => {
    const transaction = new Transaction(new NaiveTable(), 5_000);
    const nestedField = {
      ...table,
      indexes: [table.indexes[0]!, { indexId: 99, name: "by_city", paths: [["address", "city"]] }],
    };
    const id = transaction.insert(nestedField, { address: { city: "Bauru" } }, 5_000);
    const before = transaction.get(nestedField, id)!;
    const after = transaction.update(nestedField, before, { ...before.value, address: { city: "Assis" } });
    expect(after.keys(nestedField)[1]).not.toBe(before.keys(nestedField)[1]);
    expect(transaction.stream(nestedField, 99, ALL, { direction: "asc" }).next()!.value.address).toEqual({
      city: "Assis",
    });
  });
});

/** Reads through streams, as the executor does. */
function scanWith(transaction: Transaction): NaiveTable["scan"] {
  return (of, indexId, range, direction, limit) => {
    const stream = transaction.stream(of, indexId, range, { direction, expect: 1 });
    const entries = [];
    while (entries.length < limit) {
      const doc = stream.next();
      if (doc === null) break;
      entries.push({ key: stream.lastKey!, id: doc.id });
    }
    return entries;
  };
}
