import type { Reader } from "../storage/reader";
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
  readonly run: (batch: Batch) => Promise<Settlement>;
}

interface Settlement {
  readonly record: RequestRecord | null;
  readonly ts: bigint | null;
  /** Called once the batch is durable, or with the error that kept it from being so. */
  readonly settle: (failure: Error | null) => void;
}

/** Mutations that share a commit. */
class Batch {
  readonly overlay = new Overlay();
  readonly settlements: Settlement[] = [];
  /** Why it must not be made durable: what it was read from never became so. */
  failure: Error | null = null;

  constructor(readonly base: Reader) {}

  /** Timestamp of its last mutation that commits, or null when none does. */
  get ts(): bigint | null {
    return this.settlements.findLast(({ ts }) => ts !== null)?.ts ?? null;
  }

  settle(failure: Error | null): void {
    for (const { settle } of this.settlements) settle(failure);
  }
}

const LARGEST_BATCH = 128;
/** While the store writes in a thread of its own, so many mutations run before the event loop, and the thread, get their turn. */
const SLICE = 8;

/**
 * The one writer. Mutations run one after the other, so they are serializable and nothing is ever retried.
 *
 *   waiting ──► run on (open batch over batch in flight over store) ──► writes join the open batch
 *                                     │
 *               nothing in flight ────┴──► the open batch takes flight ──► durable: visible, answers leave ──► the next one
 *
 * One batch is in flight at a time, and those after it run meanwhile, reading what it wrote. Should the disk refuse it, the open batch, which
 * may rest on it, is refused with it. A document written by ten mutations of a batch reaches the disk once.
 *
 * Holds: the queue, the batches, open snapshots, the clock of commits. Does not hold: what the functions mean (executor), who subscribed
 * (executor's query cache), which thread writes (store).
 */
export class Committer {
  readonly #queue: Job[] = [];
  readonly #snapshots = new Set<Snapshot>();
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #history: History;
  /** What runs now joins it; null when nothing ran since the last one took flight. */
  #open: Batch | null = null;
  /** On its way to the disk. */
  #flight: Batch | null = null;
  #draining = false;
  /** Wakes the drain that waits for an arrival or a landing. */
  #stir: () => void = () => undefined;
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
    if (this.#draining) return this.#stir();
    this.#draining = true;
    // After the current poll phase: what arrived together shares a batch.
    setImmediate(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0 || this.#open !== null || this.#flight !== null) {
      await this.#runSome();
      if (this.#flight === null) this.#takeFlight();
      if (this.#queue.length > 0 && this.#hasRoom()) await new Promise(setImmediate);
      else if (this.#flight !== null) await new Promise<void>((resolve) => (this.#stir = resolve));
    }
    this.#draining = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Runs what waits, as far as the open batch has room and others' turn has not come. */
  async #runSome(): Promise<void> {
    const most = this.store.isWriterAside ? SLICE : LARGEST_BATCH;
    for (let ran = 0; ran < most && this.#queue.length > 0 && this.#hasRoom(); ran++) {
      const below = this.#flight;
      // It stays below for as long as the batch is open, also once it has landed: what it lays over the store is then what the store shows.
      const base = below === null ? this.store : new LayeredReader(below.overlay, this.store);
      this.#open ??= new Batch(base);
      const batch = this.#open;
      batch.settlements.push(await this.#queue.shift()!.run(batch));
    }
  }

  #hasRoom(): boolean {
    const open = this.#open;
    return open === null || (open.failure === null && open.settlements.length < LARGEST_BATCH);
  }

  async #execute<T>(
    run: (transaction: Transaction) => Promise<Verdict<T>>,
    batch: Batch,
    resolve: (committed: Committed<T>) => void,
    reject: (error: unknown) => void,
  ): Promise<Settlement> {
    const view = new LayeredReader(batch.overlay, batch.base);
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
      batch.overlay.absorb(transaction.overlay);
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

  /** Nothing is in flight: the open batch goes. One in which nothing committed needs no disk. */
  #takeFlight(): void {
    const batch = this.#open;
    if (batch === null) return;
    this.#open = null;
    const { ts, failure, settlements, overlay } = batch;
    this.counters.mutations += settlements.length;
    this.counters.largestBatch = Math.max(this.counters.largestBatch, settlements.length);
    if (failure !== null || ts === null) return batch.settle(failure);
    this.#flight = batch;
    const changes = [...overlay.changes()].filter(({ before, after }) => before !== null || after !== null);
    const records = settlements.flatMap(({ record }) => (record === null ? [] : [record]));
    const landed = (refused: Error | null): void => {
      this.#flight = null;
      if (refused === null) this.#publish({ ts, writes: overlay.keyWrites(), changes });
      else if (this.#open !== null) this.#open.failure = refused;
      batch.settle(refused);
      this.#stir();
    };
    this.store.flush(ts, changes, records, landed, settlements.length === 1 && this.#queue.length === 0);
  }

  #publish(commit: Commit): void {
    this.counters.commits++;
    this.#history.add(commit);
    for (const snapshot of this.#snapshots) snapshot.commitLanded(commit);
    for (const listener of this.#listeners) listener(commit);
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
