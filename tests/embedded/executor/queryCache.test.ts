import { describe, expect, it, vi } from "vitest";
import { ANONYMOUS, type FunctionCall, type QueryRun } from "../../../embedded/executor/contract";
import { QueryCache, type Executed } from "../../../embedded/executor/queryCache";
import { ReadSet } from "../../../embedded/transaction/readSet";

const INDEX = 1;
const question = (name: string): FunctionCall => ({ path: "orders:list", argsJson: JSON.stringify({ name }) });
const writing = (key: string) => new Map([[INDEX, [key]]]);

/** A cache over runs that read the key named in their arguments; `next` changes what the next run is like. */
function aCache() {
  const clock = { now: 0 };
  const next: { -readonly [Part in keyof Executed]?: Executed[Part] } & { landed: Executed["landed"] } = { landed: [] };
  const released = vi.fn();
  let runs = 0;
  const cache = new QueryCache(
    ({ argsJson }) => {
      const { name } = JSON.parse(argsJson) as { name: string };
      const reads = new ReadSet();
      reads.addPoint(INDEX, name);
      const outcome = { success: true as const, valueJson: String(++runs), logLines: [] };
      return Promise.resolve({
        outcome,
        journal: null,
        reads,
        usedIdentity: false,
        usedClock: false,
        release: released,
        ...next,
      });
    },
    () => clock.now,
  );
  const ask = (name: string, ts = 1n): Promise<QueryRun> => cache.ask(question(name), ANONYMOUS, null, ts);
  return { cache, clock, next, released, ask, runs: () => runs };
}

describe("QueryCache", () => {
  it("runs a question once for all who ask, at the same time or later, until a commit hits what it read", async () => {
    const { ask, cache, runs } = aCache();
    const [one, two] = await Promise.all([ask("a"), ask("a")]);
    expect(two).toBe(one);
    expect(await ask("a", 2n)).toBe(one);
    cache.commitLanded(writing("b"));
    expect([one.isFresh(), await ask("a", 3n)]).toEqual([true, one]);
    cache.commitLanded(writing("a"));
    expect(one.isFresh()).toBe(false);
    expect(await ask("a", 4n)).not.toBe(one);
    expect(runs()).toBe(2);
  });

  it("does not hand a run begun before a commit to someone who asks after it", async () => {
    const { ask, cache, next } = aCache();
    const landed: ReturnType<typeof writing>[] = [];
    next.landed = landed;
    const early = ask("a", 1n);
    cache.commitLanded(writing("a"));
    landed.push(writing("a"));
    next.landed = [];
    const late = ask("a", 2n);
    expect(await late).not.toBe(await early);
  });

  it("a run that a commit overtook while it ran is stale from birth, and is not handed on", async () => {
    const { ask, next } = aCache();
    next.landed = [writing("b"), writing("a")];
    const born = await ask("a");
    const told = vi.fn();
    expect(born.isFresh()).toBe(false);
    born.whenStale(told);
    expect(told).toHaveBeenCalledTimes(1);
    next.landed = [];
    expect(await ask("a")).not.toBe(born);
  });

  it("a run beside which a commit landed that it does not touch stays fresh", async () => {
    const { ask, next } = aCache();
    next.landed = [writing("b")];
    expect((await ask("a")).isFresh()).toBe(true);
  });

  it("lets each run's snapshot go exactly once", async () => {
    const { ask, released } = aCache();
    await Promise.all([ask("a"), ask("a"), ask("b")]);
    expect(released).toHaveBeenCalledTimes(2);
  });

  it("does not hand on a failed run, but watches it: it may succeed after the next commit", async () => {
    const { ask, next, cache } = aCache();
    next.outcome = { success: false, errorMessage: "Server Error", logLines: [] };
    const failed = await ask("a");
    expect(await ask("a")).not.toBe(failed);
    const watched = await ask("a");
    const told = vi.fn();
    watched.whenStale(told);
    cache.commitLanded(writing("a"));
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("a run that read the clock answers new askers for three seconds, and is never made stale by time alone", async () => {
    const { ask, next, clock } = aCache();
    next.usedClock = true;
    const run = await ask("a");
    const told = vi.fn();
    run.whenStale(told);
    clock.now = 3_000;
    expect(await ask("a")).toBe(run);
    clock.now = 3_001;
    const newer = await ask("a");
    expect(newer).not.toBe(run);
    expect([told.mock.calls.length, run.isFresh()]).toEqual([0, true]);
  });

  it("still tells the watchers of a run that a newer one replaced", async () => {
    const { ask, next, clock, cache } = aCache();
    next.usedClock = true;
    const run = await ask("a");
    const told = vi.fn();
    run.whenStale(told);
    clock.now = 10_000;
    await ask("a");
    cache.commitLanded(writing("a"));
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("tells each watcher once, and none that stopped watching", async () => {
    const { ask, cache } = aCache();
    const run = await ask("a");
    const [stays, leaves] = [vi.fn(), vi.fn()];
    run.whenStale(stays);
    const stop = run.whenStale(leaves);
    stop();
    cache.commitLanded(writing("a"));
    cache.commitLanded(writing("a"));
    expect([stays.mock.calls.length, leaves.mock.calls.length]).toEqual([1, 0]);
  });

  it("does not call a watcher whom another one's call took away", async () => {
    const { ask, cache } = aCache();
    const run = await ask("a");
    const second = vi.fn();
    let stopSecond = (): void => undefined;
    run.whenStale(() => stopSecond());
    stopSecond = run.whenStale(second);
    cache.commitLanded(writing("a"));
    expect(second).not.toHaveBeenCalled();
  });

  it("a watcher who asks again at once gets a new run, not another stale one", async () => {
    const { ask, cache } = aCache();
    const [a, also] = [
      await ask("a"),
      await cache.ask({ path: "orders:totals", argsJson: '{"name":"a"}' }, ANONYMOUS, null, 1n),
    ];
    const asked: Promise<QueryRun>[] = [];
    for (const run of [a, also])
      run.whenStale(() =>
        asked.push(ask("a", 2n), cache.ask({ path: "orders:totals", argsJson: '{"name":"a"}' }, ANONYMOUS, null, 2n)),
      );
    cache.commitLanded(writing("a"));
    for (const run of await Promise.all(asked)) expect(run.isFresh()).toBe(true);
  });

  it("forgets the longest unused runs beyond two thousand, watched ones never, and none in silence", async () => {
    const { ask, cache } = aCache();
    const watched = await ask("watched");
    const told = vi.fn();
    watched.whenStale(told);
    const idle = await ask("idle");
    const justUsed = await ask("used");
    for (let i = 0; i < 1_990; i++) await ask(`x${i}`);
    expect(await ask("used")).toBe(justUsed);
    for (let i = 0; i < 20; i++) await ask(`y${i}`);
    expect([watched.isFresh(), idle.isFresh(), justUsed.isFresh()]).toEqual([true, false, true]);
    const late = vi.fn();
    idle.whenStale(late);
    expect([late.mock.calls.length, told.mock.calls.length]).toEqual([1, 0]);
    expect(cache.size).toBeLessThanOrEqual(2_001);
    cache.commitLanded(writing("watched"));
    expect(told).toHaveBeenCalledTimes(1);
  });
});
