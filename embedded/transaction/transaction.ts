import type { TableInfo } from "../storage/catalogue";
import { Doc } from "../storage/document";
import { newId } from "../storage/ids";
import type { KeyRange, Reader } from "../storage/reader";
import type { Encoded, EncodedObject } from "../storage/values";
import { hasPlaceholder } from "./commitTimestamps";
import { IndexStream, type StreamOptions } from "./indexStream";
import { LayeredReader, Overlay } from "./overlay";
import { ReadSet } from "./readSet";

/**
 * One execution's view of the data: what it reads, what it writes, and a record of the former.
 *
 * Holds: the overlay of its writes, its read set. Does not hold: anything durable (the committer does), validation (the executor
 * does). A nested transaction is laid over its parent: `commitInto` merges it, dropping it rolls it back. Reads count either way.
 */
export class Transaction {
  readonly overlay = new Overlay();
  readonly #view: LayeredReader;
  readonly #parent: Transaction | null;
  readonly #clock: CreationClock;
  /** Grows with every write, so that an open stream knows that what it fetched ahead may be out of date. */
  version = 0;
  /** Whether a document it wrote holds the placeholder for its commit's timestamp. */
  awaitsCommitTs = false;

  constructor(
    private readonly base: Reader,
    /** Epoch ms at which it began; the first document inserted gets it as creation time. */
    readonly startMs: number,
    readonly reads: ReadSet = new ReadSet(),
    parent: Transaction | null = null,
    /** All commits up to this one, and no later one, are what it sees. */
    readonly snapshotTs: bigint = 0n,
  ) {
    this.#view = new LayeredReader(this.overlay, base);
    this.#parent = parent;
    this.#clock = parent === null ? new CreationClock(startMs) : parent.#clock;
  }

  /** The newest creation time it gave, rolled back ones included; null when it inserted nothing. */
  get lastCreationMs(): number | null {
    return this.#clock.last;
  }

  /** A sub-transaction that sees this one's writes. */
  nested(): Transaction {
    return new Transaction(this.#view, this.startMs, this.reads, this, this.snapshotTs);
  }

  /** The data as it was when the outermost transaction began, reading without leaving a trace (contract §1.5, `snapshotQuery`). */
  staleSnapshot(): Transaction {
    return this.#parent === null
      ? new Transaction(this.base, this.startMs, new ReadSet(), null, this.snapshotTs)
      : this.#parent.staleSnapshot();
  }

  /** Lays this sub-transaction's writes into its parent. */
  commitIntoParent(): void {
    if (this.#parent === null) throw new Error("Only a nested transaction has a parent.");
    this.#parent.overlay.absorb(this.overlay);
    this.#parent.version++;
    this.#parent.awaitsCommitTs ||= this.awaitsCommitTs;
  }

  get(table: TableInfo, id: string): Doc | null {
    this.reads.addPoint(table.byId.indexId, id);
    return this.#view.get(table, id);
  }

  stream(table: TableInfo, indexId: number, range: KeyRange, options: StreamOptions): IndexStream {
    return new IndexStream(this, this.#view, table, indexId, range, options);
  }

  /** Inserts a document; returns its id. `fields` must not hold system fields. */
  insert(table: TableInfo, fields: EncodedObject, nowMs: number): string {
    const id = newId(table.number, nowMs);
    this.#write(table, id, null, { ...fields, _creationTime: this.#clock.next(), _id: id });
    return id;
  }

  /** Makes `value` (system fields included) the document's new version. */
  update(table: TableInfo, before: Doc, value: EncodedObject): Doc {
    return this.#write(table, before.id, before, value);
  }

  remove(table: TableInfo, before: Doc): void {
    this.overlay.put(table, before.id, before, null);
    this.version++;
  }

  #write(table: TableInfo, id: string, before: Doc | null, value: EncodedObject): Doc {
    const keys = before !== null && !touchesIndexes(table, before.value, value) ? before.keys(table) : null;
    const doc = new Doc(id, JSON.stringify(value), value, keys);
    this.awaitsCommitTs ||= hasPlaceholder(doc.json);
    this.overlay.put(table, id, before, doc);
    this.version++;
    return doc;
  }
}

/** Whether any indexed top-level field differs: when none does, the old keys serve for the new version. */
function touchesIndexes(table: TableInfo, before: EncodedObject, after: EncodedObject): boolean {
  return table.indexes.some((index) => index.paths.some((path) => !sameField(before[path[0]!], after[path[0]!])));
}

function sameField(a: Encoded | undefined, b: Encoded | undefined): boolean {
  return a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));
}

/** Creation times of one mutation: the next representable double each time, so they never tie (contract §2.4). */
class CreationClock {
  /** Null before the first insert. */
  last: number | null = null;

  constructor(private readonly startMs: number) {}

  next(): number {
    this.last = this.last === null ? this.startMs : nextDouble(this.last);
    return this.last;
  }
}

const bits = new DataView(new ArrayBuffer(8));

/** The smallest double greater than a positive one. */
export function nextDouble(value: number): number {
  bits.setFloat64(0, value);
  bits.setBigUint64(0, bits.getBigUint64(0) + 1n);
  return bits.getFloat64(0);
}
