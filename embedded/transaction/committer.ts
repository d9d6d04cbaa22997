import type { RequestRecord, SqliteStore } from "../storage/store";
import type { Commit } from "./commit";
import { settleCommitTs } from "./commitTimestamps";
import { History } from "./history";
import { LayeredReader, Overlay } from "./overlay";
import { Snapshot } from "./snapshot";
import { ReadSet } from "./readSet";
import { nextDouble, Transaction } from "./transaction";

/** What one mutation wants of the committer after it ran. */
export interface Verdict<T> {
  readonly value: T;
  /** False drops its writes. */
  readonly commit: boolean;
  /** The answer to keep for a resend, made once the timestamp is known. */
  readonly record?: (ts: bigint) => RequestRecord;
}

export interface Committed<T> {
  readonly value: T;
  /** Null when it did not commit. */
  readonly ts: bigint | null;
}

interface Job {
  /** Runs the mutation; resolves to what is to be done when the batch is durable. Never rejects. */
  readonly run: (batch: Overlay) => Promise<Settlement>;
}

interface Settlement {
  readonly record: RequestRecord | null;
  readonly ts: bigint | null;
  /** Called once the batch is durable, or with the error that kept it from being so. */
  readonly settle: (failure: Error | null) => void;
}

const LARGEST_BATCH = 128;

/**
 * The one writer. Mutations run one after the other, so they are serializable and nothing is ever retried.
 *
 *   waiting ──► run on (batch overlay over store) ──► writes join the batch overlay ──► next
 *                                                   no more waiting, or batch full ──► one durable commit ──► answers leave
 *
 * A document written by ten mutations of a batch reaches the disk once. Holds: the queue, the batch, open snapshots, the clock of commits.
 * Does not hold: what the functions mean (executor), who subscribed (executor's query cache).
 */
export class Committer {
  readonly #queue: Job[] = [];
  readonly #snapshots = new Set<Snapshot>();
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #history: History;
  #draining = false;
  #idle: (() => void)[] = [];
  #lastTs: bigint;
  /** The earliest creation time that no document has yet. */
  #nextCreationMs: number;
  readonly counters = { commits: 0, mutations: 0, largestBatch: 0 };

  constructor(
    private readonly store: SqliteStore,
    private readonly now: () => number = Date.now,
  ) {
    this.#lastTs = store.latestTs;
    // A timestamp is never before the creation times of its commit, so the millisecond after it is after all of them.
    this.#nextCreationMs = Number(this.#lastTs / 1_000_000n) + 1;
    // A client that saw a database since wiped must not find ours behind it, nor a restart behind what it was shown (contract §3.3).
    this.store.commit(this.#nextTs(), [], []);
    this.#history = new History(this.#lastTs);
  }

  get latestTs(): bigint {
    return this.store.latestTs;
  }

  /** Called after each durable batch, before any of its answers leaves. */
  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The state at `latestTs`, kept as it is until `close` is called. */
  openSnapshot(): { snapshot: Snapshot; close: () => void } {
    const snapshot = new Snapshot(this.store.latestTs, this.store);
    this.#snapshots.add(snapshot);
    return { snapshot, close: () => this.#snapshots.delete(snapshot) };
  }

  /** The state at an earlier timestamp, or null when that is too long ago or yet to come. */
  openSnapshotAt(ts: bigint): { snapshot: Snapshot; close: () => void } | null {
    if (ts < this.#history.oldestTs || ts > this.latestTs) return null;
    const snapshot = new Snapshot(ts, this.store);
    for (const commit of this.#history.after(ts)) snapshot.commitLanded(commit);
    this.#snapshots.add(snapshot);
    return { snapshot, close: () => this.#snapshots.delete(snapshot) };
  }

  /**
   * Queues a mutation. Resolves when its batch is durable, also when it did not commit: its answer may rest on
   * writes of the same batch. Rejects when `run` throws (its writes are dropped) or when the disk refuses the batch.
   */
  submit<T>(run: (transaction: Transaction) => Promise<Verdict<T>>): Promise<Committed<T>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ run: (batch) => this.#execute(run, batch, resolve, reject) });
      this.#wake();
    });
  }

  /** Resolves when nothing is waiting or running. */
  whenIdle(): Promise<void> {
    if (!this.#draining && this.#queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #wake(): void {
    if (this.#draining) return;
    this.#draining = true;
    // After the current poll phase: what arrived together shares a batch.
    setImmediate(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#runBatch();
      if (this.#queue.length > 0) await new Promise(setImmediate);
    }
    this.#draining = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #runBatch(): Promise<void> {
    const batch = new Overlay();
    const settlements: Settlement[] = [];
    while (this.#queue.length > 0 && settlements.length < LARGEST_BATCH) {
      settlements.push(await this.#queue.shift()!.run(batch));
    }
    this.counters.mutations += settlements.length;
    this.counters.largestBatch = Math.max(this.counters.largestBatch, settlements.length);
    const failure = this.#makeDurable(batch, settlements);
    for (const { settle } of settlements) settle(failure);
  }

  async #execute<T>(
    run: (transaction: Transaction) => Promise<Verdict<T>>,
    batch: Overlay,
    resolve: (committed: Committed<T>) => void,
    reject: (error: unknown) => void,
  ): Promise<Settlement> {
    const view = new LayeredReader(batch, this.store);
    const transaction = new Transaction(view, this.#startMs(), new ReadSet(), null, this.#lastTs);
    try {
      const { value, commit, record } = await run(transaction).finally(() => this.#noteCreations(transaction));
      if (!commit) {
        return {
          record: null,
          ts: null,
          settle: (failure) => (failure === null ? resolve({ value, ts: null }) : reject(failure)),
        };
      }
      const ts = this.#nextTs();
      const written = record?.(ts) ?? null; // before its writes join the batch: if this throws, they must not
      if (transaction.awaitsCommitTs) settleCommitTs(transaction.overlay, ts);
      batch.absorb(transaction.overlay);
      return {
        record: written,
        ts,
        settle: (failure) => (failure === null ? resolve({ value, ts }) : reject(failure)),
      };
    } catch (error) {
      return { record: null, ts: null, settle: () => reject(error) };
    }
  }

  /** Creation times rise over all mutations, not only within one: two launches of the same millisecond keep their order. */
  #noteCreations({ lastCreationMs }: Transaction): void {
    if (lastCreationMs !== null) this.#nextCreationMs = nextDouble(lastCreationMs);
  }

  /** Null when the batch is durable; otherwise why it is not. A batch in which nothing committed needs no disk. */
  #makeDurable(batch: Overlay, settlements: readonly Settlement[]): Error | null {
    const ts = settlements.findLast((settlement) => settlement.ts !== null)?.ts;
    if (ts === undefined || ts === null) return null;
    const changes = [...batch.changes()].filter(({ before, after }) => before !== null || after !== null);
    try {
      this.store.commit(
        ts,
        changes,
        settlements.flatMap(({ record }) => (record === null ? [] : [record])),
      );
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
    this.counters.commits++;
    const commit = { ts, writes: batch.keyWrites(), changes };
    this.#history.add(commit);
    for (const snapshot of this.#snapshots) snapshot.commitLanded(commit);
    for (const listener of this.#listeners) listener(commit);
    return null;
  }

  /** Where a mutation's creation times start: the wall clock, unless it lags behind documents that exist. */
  #startMs(): number {
    return Math.max(this.now(), this.#nextCreationMs);
  }

  /** Nanoseconds since the epoch, strictly increasing, also over restarts and clock steps, and not before any creation time. */
  #nextTs(): bigint {
    const earliest = Math.max(Math.floor(this.now() * 1_000), Math.ceil(this.#nextCreationMs * 1_000));
    const wall = BigInt(earliest) * 1_000n;
    this.#lastTs = wall > this.#lastTs ? wall : this.#lastTs + 1n;
    return this.#lastTs;
  }
}
