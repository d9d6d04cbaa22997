import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { SqliteStore } from "../../../embedded/storage/store";
import { Committer } from "../../../embedded/transaction/committer";
import { aStore } from "../support/aStore";

const ALL = { from: "", to: "\xff" };
const NOW = 1_763_700_000_000;

/** Resolves after so many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

/** A committer whose store writes aside: each batch lands, or is refused, when the test says so. */
function aCommitterInTheAir() {
  const store = aStore();
  const table = store.setIndexes("", "counters", new Map([["by_n", ["n"]]]));
  const committer = new Committer(store, () => NOW);
  const flights: ((refusal: string | null) => void)[] = [];
  vi.spyOn(store, "isWriterAside", "get").mockReturnValue(true);
  vi.spyOn(store, "flush").mockImplementation((ts, changes, requests, done) => {
    flights.push((refusal) => {
      if (refusal === null) store.commit(ts, changes, requests);
      done(refusal === null ? null : new Error(refusal));
    });
  });
  const inTheAir = (reader: Pick<SqliteStore, "scan" | "get">): number[] =>
    reader
      .scan(table, table.indexes[0]!.indexId, ALL, "asc", 10_000)
      .map(({ id }) => reader.get(table, id)!.value.n as number);
  /** Inserts `n`, unless it is one that only looks; answers what was there before. */
  const mutate = (n: number, commit = true) =>
    committer.submit(async (transaction) => {
      const stream = transaction.stream(table, table.indexes[0]!.indexId, ALL, { direction: "asc" });
      const before: number[] = [];
      for (let doc = stream.next(); doc !== null; doc = stream.next()) before.push(doc.value.n as number);
      await Promise.resolve();
      transaction.insert(table, { n }, NOW);
      return { value: before, commit };
    });
  return { store, committer, flights, mutate, stored: () => inTheAir(store), seenBy: inTheAir };
}

describe("while a batch is on its way to the disk", () => {
  it("the next ones run and read it, queries do not, and nobody is answered", async () => {
    const { committer, flights, mutate, stored, seenBy } = aCommitterInTheAir();
    const heard: bigint[] = [];
    committer.onCommit(({ ts }) => heard.push(ts));
    const answered: string[] = [];
    const before = committer.latestTs;
    const first = mutate(1).finally(() => answered.push("first"));
    await turns(3);
    expect(flights).toHaveLength(1);
    const second = mutate(2).finally(() => answered.push("second"));
    const looks = mutate(3, false).finally(() => answered.push("looks"));
    await turns(3);
    expect(flights).toHaveLength(1); // one at a time
    const { snapshot, close } = committer.openSnapshot();
    expect([stored(), seenBy(snapshot), committer.latestTs, answered, heard]).toEqual([[], [], before, [], []]);
    flights[0]!(null);
    await turns(3);
    expect([stored(), seenBy(snapshot), answered]).toEqual([[1], [], ["first"]]);
    expect(flights).toHaveLength(2);
    flights[1]!(null);
    expect((await first).value).toEqual([]);
    expect((await second).value).toEqual([1]);
    expect(await looks).toEqual({ value: [1, 2], ts: null });
    expect([stored(), seenBy(snapshot), heard]).toEqual([[1, 2], [], [(await first).ts, (await second).ts]]);
    close();
    await committer.whenIdle();
    expect(committer.counters).toEqual({ commits: 2, mutations: 3, largestBatch: 2 });
  });

  it("one that only looked at what is refused later is refused with it", async () => {
    const { flights, mutate, stored } = aCommitterInTheAir();
    const lost = mutate(1);
    await turns(3);
    const looks = mutate(2, false);
    await turns(3);
    flights[0]!("database or disk is full");
    const results = await Promise.allSettled([lost, looks]);
    expect(results.map((result) => result.status === "rejected" && String(result.reason))).toEqual(
      new Array(2).fill("Error: database or disk is full"),
    );
    const next = mutate(3);
    await turns(3);
    flights[1]!(null);
    expect((await next).value).toEqual([]);
    expect(stored()).toEqual([3]);
  });

  it("is idle only when it has landed", async () => {
    const { committer, flights, mutate } = aCommitterInTheAir();
    let isIdle = false;
    void mutate(1);
    const idle = committer.whenIdle().then(() => (isIdle = true));
    await turns(5);
    expect(isIdle).toBe(false);
    flights[0]!(null);
    await idle;
  });

  it("whatever the disk refuses: who was answered saw exactly those who were answered before, and they are what is stored", async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant("arrive" as const), many: fc.integer({ min: 1, max: 20 }) }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("turn" as const), many: fc.integer({ min: 1, max: 4 }) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("land" as const), many: fc.constant(1) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("refuse" as const), many: fc.constant(1) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { store, committer, flights, mutate, stored } = aCommitterInTheAir();
        const answers: Promise<PromiseSettledResult<{ value: number[]; ts: bigint | null }>>[] = [];
        const conclude = (refusal: string | null): void => flights.shift()?.(refusal);
        for (const { kind, many } of steps) {
          if (kind === "turn") await turns(many);
          if (kind === "land") conclude(null);
          if (kind === "refuse") conclude("full");
          for (let i = 0; kind === "arrive" && i < many; i++) {
            const n = answers.length;
            answers.push(Promise.allSettled([mutate(n, n % 5 !== 4)]).then(([result]) => result));
          }
        }
        let isIdle = false;
        const idle = committer.whenIdle().then(() => (isIdle = true));
        while (!isIdle) {
          conclude(null);
          await turns(1);
        }
        await idle;
        const kept: number[] = [];
        let lastTs = 0n;
        for (const [n, answer] of answers.entries()) {
          const result = await answer;
          if (result.status === "rejected") continue;
          expect(result.value.value).toEqual(kept);
          if (result.value.ts === null) continue;
          expect(result.value.ts > lastTs).toBe(true);
          lastTs = result.value.ts;
          kept.push(n);
        }
        expect(stored()).toEqual(kept);
        if (kept.length > 0) expect(committer.latestTs).toBe(lastTs);
        store.close();
      }),
      { numRuns: 150 },
    );
  });
});
