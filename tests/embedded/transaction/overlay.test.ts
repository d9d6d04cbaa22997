import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Doc } from "../../../embedded/storage/document";
import { LayeredReader, Overlay } from "../../../embedded/transaction/overlay";
import { SortedEntries } from "../../../embedded/transaction/sortedEntries";
import { aDoc, edited } from "../support/aStore";
import { aTable, NaiveTable } from "../support/naiveTable";
import { aWrite, differences, Slots } from "../support/programs";

const table = aTable();
const ALL = { from: "", to: "\xff" };

describe("Overlay over a reader", () => {
  it("several layers with random writes look like one table that took them all", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(aWrite, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        ([below = [], ...layers]) => {
          const slots = new Slots(table);
          const seen = new Map<string, Doc>();
          const base = new NaiveTable();
          for (const write of below) {
            const step = slots.resolve(write, (id) => base.get(table, id));
            if (step === null) continue;
            base.put(step.after, step.id);
            if (step.after !== null) seen.set(step.id, step.after);
          }
          const truth = base.copy();
          let reader: LayeredReader = new LayeredReader(new Overlay(), base);
          for (const writes of layers) {
            reader = new LayeredReader(new Overlay(), reader);
            for (const write of writes) {
              const step = slots.resolve(write, (id) => truth.get(table, id));
              if (step === null) continue;
              reader.overlay.put(table, step.id, reader.get(table, step.id), step.after);
              truth.put(step.after, step.id);
              if (step.after !== null) seen.set(step.id, step.after);
            }
          }
          expect(differences(table, [...seen.values()], reader, truth)).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("a layer absorbed by the one below leaves the same view, and knows what was there before all of it", () => {
    fc.assert(
      fc.property(
        fc.array(aWrite, { maxLength: 6 }),
        fc.array(aWrite, { maxLength: 6 }),
        fc.array(aWrite, { maxLength: 6 }),
        (below, first, second) => {
          const slots = new Slots(table);
          const seen = new Map<string, Doc>();
          const base = new NaiveTable();
          const lower = new LayeredReader(new Overlay(), base);
          const upper = new LayeredReader(new Overlay(), lower);
          const run = (
            writes: typeof below,
            read: (id: string) => Doc | null,
            put: (id: string, before: Doc | null, after: Doc | null) => void,
          ): void => {
            for (const write of writes) {
              const step = slots.resolve(write, read);
              if (step === null) continue;
              put(step.id, step.before, step.after);
              if (step.after !== null) seen.set(step.id, step.after);
            }
          };
          run(
            below,
            (id) => base.get(table, id),
            (id, _before, after) => base.put(after, id),
          );
          run(
            first,
            (id) => lower.get(table, id),
            (id, before, after) => lower.overlay.put(table, id, before, after),
          );
          run(
            second,
            (id) => upper.get(table, id),
            (id, before, after) => upper.overlay.put(table, id, before, after),
          );
          const truth = new NaiveTable();
          for (const { id } of upper.scan(table, table.byId.indexId, ALL, "asc", 100))
            truth.put(upper.get(table, id), id);
          lower.overlay.absorb(upper.overlay);
          expect(differences(table, [...seen.values()], lower, truth)).toEqual([]);
          for (const { id, before, after } of lower.overlay.changes()) {
            expect(before).toBe(base.get(table, id));
            expect(after).toBe(truth.get(table, id));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("writes the old and the new key of every index, also of those whose key did not change", () => {
    const before = aDoc(table, { a: 1, b: "x" });
    const after = edited(before, { a: 2, b: "x" });
    const overlay = new Overlay();
    overlay.put(table, before.id, before, after);
    const [byCreationTime, byA, byBA] = table.indexes.map(({ indexId }) => indexId);
    const [oldKeys, newKeys] = [before.keys(table), after.keys(table)];
    expect(overlay.keyWrites()).toEqual(
      new Map([
        [table.byId.indexId, [before.id]],
        [byCreationTime, [oldKeys[0]]],
        [byA, [oldKeys[1], newKeys[1]]],
        [byBA, [oldKeys[2], newKeys[2]]],
      ]),
    );
  });

  it("a document inserted and removed again writes nothing", () => {
    const doc = aDoc(table, { a: 1 });
    const overlay = new Overlay();
    overlay.put(table, doc.id, null, doc);
    overlay.put(table, doc.id, doc, null);
    expect(overlay.keyWrites().size).toBe(0);
    expect(new LayeredReader(overlay, new NaiveTable()).scan(table, table.byId.indexId, ALL, "asc", 10)).toEqual([]);
  });
});

describe("SortedEntries", () => {
  it("keeps the last word on each key, in order", () => {
    const key = fc.string({ unit: fc.constantFrom("\x00", "a", "b"), maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.option(fc.constantFrom("1", "2")))), key, key, (writes, from, to) => {
        const entries = new SortedEntries();
        for (const [at, id] of writes) entries.set(at, id);
        const naive = [...new Map(writes)].filter(([at]) => from <= at && at < to).sort(([a], [b]) => (a < b ? -1 : 1));
        expect(entries.within({ from, to })).toEqual(naive.map(([at, id]) => ({ key: at, id })));
      }),
    );
  });
});
