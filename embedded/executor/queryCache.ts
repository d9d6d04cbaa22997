import type { KeyWrites, ReadSet } from "../transaction/readSet";
import type { Caller, FunctionCall, Outcome, QueryRun, Timestamp } from "./contract";
import { IntervalTree, type Interval } from "../storage/intervalTree";

/** What one execution of a query produced, and what decides how long and for whom it holds. */
export interface Executed {
  readonly outcome: Outcome;
  readonly journal: string | null;
  readonly reads: ReadSet;
  readonly usedIdentity: boolean;
  readonly usedClock: boolean;
  /** Commits that landed while it ran, at its snapshot: they decide whether it was born stale. Grows until `release` is called. */
  readonly landed: readonly KeyWrites[];
  /** Closes its snapshot. Called in the turn in which its reads come under watch, so that no commit falls between the two. */
  readonly release: () => void;
}

export type Execute = (call: FunctionCall, caller: Caller, journal: string | null) => Promise<Executed>;

const MOST_IDLE_RUNS = 2_000;
/** Of the questions and answers that nobody watches, in UTF-16 units: arguments and results come from clients, up to 16 MiB each. */
const MOST_IDLE_UNITS = 32 * 1024 * 1024;
/** A run that read the clock answers new askers only this long; time alone never re-runs a subscription. */
const CLOCK_REUSE_MS = 3_000;

/**
 * Results of queries, shared by everyone who asks the same (contract §5.5): one execution per distinct (function, arguments, journal, and
 * identity if the run read it), however many screens watch it.
 *
 *   asked ──► running ──► fresh ──► (a commit writes into what it read) ──► stale, forgotten; its watchers are told
 *
 * A run is never forgotten in silence: whoever may still hold it finds it stale. That is what makes a missed invalidation impossible here.
 * Holds: fresh runs and where they read. Does not hold: who is subscribed (sync), how to run (the runtime).
 */
export class QueryCache {
  /** The run that answers a question now, under the key of everyone or of one caller. */
  readonly #answers = new Map<string, CachedRun>();
  readonly #running = new Map<string, Promise<CachedRun>>();
  readonly #intervals = new Map<number, IntervalTree<CachedRun>>();
  /** Answers that nobody watches, the longest unused first. Only these are ever evicted. */
  readonly #idle = new Set<CachedRun>();
  #idleUnits = 0;
  readonly counters = { executions: 0, hits: 0, invalidations: 0 };

  constructor(
    private readonly execute: Execute,
    private readonly now: () => number = Date.now,
  ) {}

  get size(): number {
    return this.#answers.size;
  }

  /** A run for that question that is fresh at `ts`, which must be the newest timestamp. */
  async ask(call: FunctionCall, caller: Caller, journal: string | null, ts: Timestamp): Promise<QueryRun> {
    const question = keyOf([call.path, journal ?? "", call.argsJson]);
    const personal = keyOf([call.path, journal ?? "", call.argsJson, caller.key]);
    const answer = this.#reusable(question) ?? this.#reusable(personal);
    if (answer !== null) return answer;
    const running = `${personal}\n${ts}`;
    let run = this.#running.get(running);
    if (run === undefined) {
      run = this.#run(call, caller, journal, question, personal).finally(() => this.#running.delete(running));
      this.#running.set(running, run);
    } else {
      this.counters.hits++;
    }
    return run;
  }

  /** Tells the watchers of every run that read what this commit wrote, and forgets those runs. */
  commitLanded(writes: KeyWrites): void {
    const stale = new Set<CachedRun>();
    for (const [indexId, keys] of writes) {
      const tree = this.#intervals.get(indexId);
      if (tree === undefined) continue;
      for (const key of keys) tree.forEachContaining(key, (run) => stale.add(run));
    }
    this.counters.invalidations += stale.size;
    // First all are taken out, then all are told: a watcher that asks at once must not find another stale run.
    for (const run of stale) this.#takeOut(run);
    for (const run of stale) run.becomeStale();
  }

  #reusable(key: string): CachedRun | null {
    const run = this.#answers.get(key);
    if (run === undefined || this.now() > run.reusableUntil) return null;
    this.counters.hits++;
    if (this.#idle.delete(run)) this.#idle.add(run); // now the most recently used
    return run;
  }

  async #run(
    call: FunctionCall,
    caller: Caller,
    journal: string | null,
    question: string,
    personal: string,
  ): Promise<CachedRun> {
    this.counters.executions++;
    const executed = await this.execute(call, caller, journal);
    try {
      return this.#admit(executed, executed.usedIdentity ? personal : question);
    } finally {
      executed.release();
    }
  }

  #admit(executed: Executed, key: string): CachedRun {
    const sameAnswer = this.#reusable(key);
    if (sameAnswer !== null && executed.landed.length === 0) return sameAnswer;
    const run = new CachedRun(key, executed, this.#reusableUntil(executed), (changed) => this.#watchChanged(changed));
    if (executed.landed.some((writes) => executed.reads.overlaps(writes))) run.becomeStale();
    else this.#remember(run, executed);
    return run;
  }

  #reusableUntil({ outcome, usedClock }: Executed): number {
    if (!outcome.success) return -Infinity;
    return usedClock ? this.now() + CLOCK_REUSE_MS : Infinity;
  }

  #remember(run: CachedRun, { reads }: Executed): void {
    const replaced = this.#answers.get(run.key);
    this.#answers.set(run.key, run);
    if (replaced !== undefined && !replaced.isWatched) this.#drop(replaced);
    for (const [indexId, { from, to }] of reads.ranges()) {
      let tree = this.#intervals.get(indexId);
      if (tree === undefined) this.#intervals.set(indexId, (tree = new IntervalTree()));
      run.places.push([tree, tree.add(from, to, run)]);
    }
    this.#becameIdle(run);
    this.#evictIdle();
  }

  #becameIdle(run: CachedRun): void {
    this.#idle.add(run);
    this.#idleUnits += run.units;
  }

  #noLongerIdle(run: CachedRun): void {
    if (this.#idle.delete(run)) this.#idleUnits -= run.units;
  }

  /** Unwatched, it stays only as the answer to its question. */
  #watchChanged(run: CachedRun): void {
    if (run.isWatched) this.#noLongerIdle(run);
    else if (this.#answers.get(run.key) === run) {
      this.#becameIdle(run);
      this.#evictIdle();
    } else this.#drop(run);
  }

  #drop(run: CachedRun): void {
    this.#takeOut(run);
    run.becomeStale();
  }

  #takeOut(run: CachedRun): void {
    if (this.#answers.get(run.key) === run) this.#answers.delete(run.key);
    this.#noLongerIdle(run);
    for (const [tree, interval] of run.places.splice(0)) tree.remove(interval);
  }

  #evictIdle(): void {
    for (const run of this.#idle) {
      const isOne = this.#idle.size === 1; // the newest, which whoever asked is about to watch
      if (isOne || (this.#idle.size <= MOST_IDLE_RUNS && this.#idleUnits <= MOST_IDLE_UNITS)) return;
      this.#drop(run);
    }
  }
}

/** Parts come from clients, who must not be able to write one question so that it reads as another's: each says its length first. */
const keyOf = (parts: readonly string[]): string => parts.map((part) => `${part.length}:${part}`).join("");

class CachedRun implements QueryRun {
  readonly outcome: Outcome;
  readonly journal: string | null;
  /** Where its intervals stand, to take them out again. */
  readonly places: (readonly [IntervalTree<CachedRun>, Interval<CachedRun>])[] = [];
  /** What keeping it costs. */
  readonly units: number;
  readonly #watchers = new Set<() => void>();
  #isStale = false;

  constructor(
    readonly key: string,
    executed: Executed,
    readonly reusableUntil: number,
    private readonly watchChanged: (run: CachedRun) => void,
  ) {
    this.outcome = executed.outcome;
    this.journal = executed.journal;
    this.units = key.length + (this.outcome.success ? this.outcome.valueJson : this.outcome.errorMessage).length;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  isFresh(): boolean {
    return !this.#isStale;
  }

  whenStale(onStale: () => void): () => void {
    if (this.#isStale) {
      onStale();
      return () => undefined;
    }
    const watcher = (): void => onStale();
    this.#watchers.add(watcher);
    if (this.#watchers.size === 1) this.watchChanged(this);
    return () => {
      if (this.#watchers.delete(watcher) && !this.isWatched && !this.#isStale) this.watchChanged(this);
    };
  }

  /** A watcher that another one's call took away meanwhile is not told any more. */
  becomeStale(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
  }
}
