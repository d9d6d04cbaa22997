import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { TableInfo } from "../../../embedded/storage/catalogue";
import type { SqliteStore } from "../../../embedded/storage/store";
import { Committer } from "../../../embedded/transaction/committer";
import type { Transaction } from "../../../embedded/transaction/transaction";
import { aFolder, aStore } from "../support/aStore";

const ALL = { from: "", to: "\xff" };
const NOW = 1_763_700_000_000;

/** A committer on a real file, with a clock that stands still unless moved. */
function aCommitter(path = join(aFolder(), "data.sqlite"), now = NOW) {
  const clock = { now };
  const store = aStore(path);
  const table = store.setIndexes("", "counters", new Map([["by_n", ["n"]]]));
  return { store, table, clock, path, committer: new Committer(store, () => clock.now) };
}

function rows(transaction: Transaction, table: TableInfo): number[] {
  const stream = transaction.stream(table, table.indexes[0]!.indexId, ALL, { direction: "asc" });
  const found: number[] = [];
  for (let doc = stream.next(); doc !== null; doc = stream.next()) found.push(doc.value.n as number);
  return found;
}

const stored = (store: SqliteStore, table: TableInfo): number[] =>
  store
    .scan(table, table.indexes[0]!.indexId, ALL, "asc", 10_000)
    .map(({ id }) => store.get(table, id)!.value.n as number);

describe("Committer", () => {
  it("runs mutations in the order they came, each seeing what those before it wrote, in few commits", async () => {
    const { committer, store, table } = aCommitter();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        committer.submit(async (transaction) => {
          const before = rows(transaction, table).length;
          await Promise.resolve(); // a handler that awaits something gives no other its turn
          transaction.insert(table, { n: i }, NOW);
          return { value: before, commit: true };
        }),
      ),
    );
    expect(answers.map(({ value }) => value)).toEqual(Array.from({ length: 300 }, (_, i) => i));
    expect(stored(store, table)).toEqual(Array.from({ length: 300 }, (_, i) => i));
    expect(committer.counters).toEqual({ commits: 3, mutations: 300, largestBatch: 128 });
  });

  it("gives each commit a later timestamp than the one before, and ends at the newest", async () => {
    const { committer, table } = aCommitter();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        committer.submit((transaction) => {
          transaction.insert(table, { n: i }, NOW);
          return Promise.resolve({ value: null, commit: true });
        }),
      ),
    );
    const times = answers.map(({ ts }) => ts!);
    for (let i = 1; i < times.length; i++) expect(times[i]! > times[i - 1]!).toBe(true);
    expect(committer.latestTs).toBe(times.at(-1));
  });

  it.each([
    ["throws", true],
    ["does not want to commit", false],
  ])(
    "one that %s leaves nothing, and its neighbours in the batch are as if it had never been",
    async (_what, throws) => {
      const { committer, store, table } = aCommitter();
      const insert = (n: number) =>
        committer.submit((transaction) => {
          transaction.insert(table, { n }, NOW);
          return Promise.resolve({ value: rows(transaction, table), commit: true });
        });
      const first = insert(1);
      const failed = committer.submit((transaction) => {
        transaction.insert(table, { n: 2 }, NOW);
        for (const { id } of store.scan(table, table.byId.indexId, ALL, "asc", 10))
          transaction.remove(table, transaction.get(table, id)!);
        if (throws) throw new Error("Estoque insuficiente");
        return Promise.resolve({ value: "no", commit: false });
      });
      const last = insert(3);
      expect((await first).value).toEqual([1]);
      if (throws) await expect(failed).rejects.toThrow("Estoque insuficiente");
      else expect(await failed).toEqual({ value: "no", ts: null });
      expect((await last).value).toEqual([1, 3]);
      expect(stored(store, table)).toEqual([1, 3]);
    },
  );

  it("answers nobody before the batch is on disk and its listeners have heard, also those who only failed", async () => {
    const { committer, table, store } = aCommitter();
    const events: string[] = [];
    const commit = store.commit.bind(store);
    vi.spyOn(store, "commit").mockImplementation((...args) => {
      events.push("disk");
      commit(...args);
    });
    committer.onCommit(({ ts }) => events.push(`heard ${ts === committer.latestTs}`));
    const write = committer.submit((transaction) => {
      transaction.insert(table, { n: 1 }, NOW);
      return Promise.resolve({ value: null, commit: true });
    });
    const refuse = committer.submit((transaction) =>
      Promise.resolve({ value: rows(transaction, table), commit: false }),
    );
    await Promise.all([
      write.then(() => events.push("written")),
      refuse.then(({ value }) => events.push(`refused seeing ${value.length}`)),
    ]);
    expect(events).toEqual(["disk", "heard true", "written", "refused seeing 1"]);
  });

  it("needs no disk when nothing commits", async () => {
    const { committer, store } = aCommitter();
    const disk = vi.spyOn(store, "commit");
    await committer.submit(() => Promise.resolve({ value: 1, commit: false }));
    expect(disk).not.toHaveBeenCalled();
    expect(committer.latestTs).toBe(store.latestTs);
  });

  it("when the disk refuses a batch all of it is refused, nothing of it stays, and the next one goes through", async () => {
    const { committer, store, table } = aCommitter();
    const heard = vi.fn();
    committer.onCommit(heard);
    const { snapshot, close } = committer.openSnapshot();
    const insert = (n: number) =>
      committer.submit((transaction) => {
        transaction.insert(table, { n }, NOW);
        return Promise.resolve({
          value: rows(transaction, table),
          commit: true,
          record: (ts) => ({ sessionId: "s", requestId: n, ts, outcomeJson: "{}" }),
        });
      });
    vi.spyOn(store, "commit").mockImplementationOnce(() => {
      throw new Error("database or disk is full");
    });
    const refused = await Promise.allSettled([
      insert(1),
      insert(2),
      committer.submit((t) => Promise.resolve({ value: rows(t, table), commit: false })),
    ]);
    expect(refused.map((result) => result.status === "rejected" && String(result.reason))).toEqual(
      new Array(3).fill("Error: database or disk is full"),
    );
    expect(heard).not.toHaveBeenCalled();
    expect(stored(store, table)).toEqual([]);
    expect((await insert(3)).value).toEqual([3]);
    expect(stored(store, table)).toEqual([3]);
    expect(store.findRequest("s", 1)).toBeNull();
    expect(store.findRequest("s", 3)).not.toBeNull();
    expect(snapshot.scan(table, table.byId.indexId, ALL, "asc", 10)).toEqual([]);
    close();
  });

  it("an answer that cannot be recorded keeps its mutation from happening", async () => {
    const { committer, store, table } = aCommitter();
    const result = committer.submit((transaction) => {
      transaction.insert(table, { n: 1 }, NOW);
      const record = (): never => {
        throw new Error("cannot be written down");
      };
      return Promise.resolve({ value: null, commit: true, record });
    });
    await expect(result).rejects.toThrow("cannot be written down");
    await committer.submit((transaction) => {
      transaction.insert(table, { n: 2 }, NOW);
      return Promise.resolve({ value: null, commit: true });
    });
    expect(stored(store, table)).toEqual([2]);
  });
});

describe("time", () => {
  it("creation times never tie and timestamps always rise, whatever the clock does, also over a restart", async () => {
    const step = fc.record({
      clock: fc.constantFrom(0, 0, 1, -1, -5_000, 3_600_000),
      inserts: fc.integer({ min: 1, max: 4 }),
      restart: fc.boolean(),
      together: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const first = aCommitter();
        const { path } = first;
        let { committer, store, table, clock } = first;
        const inserted: number[] = [];
        let [lastTime, lastTs] = [0, 0n];
        for (const { clock: moved, inserts, restart, together } of steps) {
          if (restart) {
            store.close();
            ({ committer, store, table, clock } = aCommitter(path, clock.now));
          }
          clock.now += moved;
          const waiting: Promise<{ value: number[]; ts: bigint | null }>[] = [];
          for (let mutation = 0; mutation < 2; mutation++) {
            const submitted = committer.submit((transaction) => {
              const times = Array.from({ length: inserts }, () => {
                const id = transaction.insert(table, { n: inserted.length }, NOW);
                inserted.push(inserted.length);
                return transaction.get(table, id)!.value._creationTime as number;
              });
              return Promise.resolve({ value: times, commit: true });
            });
            if (!together) await submitted;
            waiting.push(submitted);
          }
          for (const { value, ts } of await Promise.all(waiting)) {
            expect(ts! > lastTs).toBe(true);
            lastTs = ts!;
            for (const time of value) {
              expect(time).toBeGreaterThan(lastTime);
              lastTime = time;
            }
          }
        }
        expect(stored(store, table)).toEqual(inserted);
        store.close();
      }),
      { numRuns: 25 },
    );
  });

  it("a clock that runs gives its own milliseconds", async () => {
    const { committer, table, clock } = aCommitter();
    const { value } = await committer.submit((transaction) =>
      Promise.resolve({ value: transaction.startMs, commit: true }),
    );
    expect(value).toBe(NOW);
    clock.now += 5;
    const later = await committer.submit((transaction) => {
      transaction.insert(table, { n: 1 }, NOW);
      return Promise.resolve({ value: transaction.startMs, commit: true });
    });
    expect(later.value).toBe(NOW + 5);
    expect(later.ts! / 1_000_000n).toBe(BigInt(NOW + 5));
  });
});

describe("a snapshot of the committer", () => {
  it("shows none of the commits that land while it is open, and is at the timestamp it says", async () => {
    const { committer, table } = aCommitter();
    const insert = (n: number) =>
      committer.submit((transaction) => {
        transaction.insert(table, { n }, NOW);
        return Promise.resolve({ value: null, commit: true });
      });
    const { ts: first } = await insert(1);
    const { snapshot, close } = committer.openSnapshot();
    await insert(2);
    expect(snapshot.ts).toBe(first);
    expect(snapshot.scan(table, table.indexes[0]!.indexId, ALL, "asc", 10)).toHaveLength(1);
    expect(snapshot.landed).toHaveLength(1);
    close();
    await insert(3);
    expect(snapshot.landed).toHaveLength(1);
  });
});
