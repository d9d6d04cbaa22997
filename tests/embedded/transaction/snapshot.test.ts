import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Doc } from "../../../embedded/storage/document";
import { Overlay } from "../../../embedded/transaction/overlay";
import { Snapshot } from "../../../embedded/transaction/snapshot";
import { aTable, NaiveTable } from "../support/naiveTable";
import { aWrite, differences, Slots, type Write } from "../support/programs";

const table = aTable();

/** What the committer does: one overlay of a batch, put into the store at once, then told to every open snapshot. */
function commit(
  writes: readonly Write[],
  slots: Slots,
  store: NaiveTable,
  seen: Map<string, Doc>,
  snapshots: readonly Snapshot[],
): void {
  const batch = new Overlay();
  for (const write of writes) {
    const step = slots.resolve(
      write,
      (id) => batch.change(id)?.after ?? (batch.change(id) === undefined ? store.get(table, id) : null),
    );
    if (step === null) continue;
    batch.put(table, step.id, step.before, step.after);
    if (step.after !== null) seen.set(step.id, step.after);
  }
  const changes = [...batch.changes()].filter(({ before, after }) => before !== null || after !== null);
  for (const { id, after } of changes) store.put(after, id);
  for (const snapshot of snapshots) snapshot.commitLanded({ changes, writes: batch.keyWrites() });
}

describe("Snapshot", () => {
  it("stays what the store was when it was opened, whatever commits land", () => {
    fc.assert(
      fc.property(fc.array(fc.array(aWrite, { maxLength: 6 }), { maxLength: 7 }), (batches) => {
        const slots = new Slots(table);
        const store = new NaiveTable();
        const seen = new Map<string, Doc>();
        const open: { snapshot: Snapshot; truth: NaiveTable }[] = [];
        for (const writes of batches) {
          open.push({ snapshot: new Snapshot(BigInt(open.length), store), truth: store.copy() });
          commit(
            writes,
            slots,
            store,
            seen,
            open.map(({ snapshot }) => snapshot),
          );
        }
        for (const { snapshot, truth } of open)
          expect(differences(table, [...seen.values()], snapshot, truth)).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });
});
