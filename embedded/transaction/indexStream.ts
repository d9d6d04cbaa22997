import type { TableInfo } from "../storage/catalogue";
import type { Doc } from "../storage/document";
import type { IndexKey } from "../storage/indexKey";
import type { Direction, IndexEntry, KeyRange, Reader } from "../storage/reader";
import { justAfter, type MutableRange, type ReadSet } from "./readSet";

export interface StreamOptions {
  readonly direction: Direction;
  /** How many rows will probably be wanted; only a hint for the first fetch. */
  readonly expect?: number;
}

/** The transaction a stream belongs to: where reads are recorded, and a number that grows with every write. */
export interface StreamOwner {
  readonly reads: ReadSet;
  readonly version: number;
}

const FIRST_CHUNK = 16;
const LARGEST_CHUNK = 512;

/**
 * Documents of an index range, one at a time, fetched ahead in growing chunks. The read set is widened to exactly what was consumed:
 * up to the last row handed out, or the whole range once its end was seen.
 */
export class IndexStream {
  #chunk: readonly IndexEntry[] = [];
  #at = 0;
  #chunkSize: number;
  #fetchedAtVersion = -1;
  #reachedEnd = false;
  #rest: KeyRange;
  readonly #read: MutableRange;

  constructor(
    private readonly owner: StreamOwner,
    private readonly reader: Reader,
    private readonly table: TableInfo,
    private readonly indexId: number,
    private readonly range: KeyRange,
    private readonly options: StreamOptions,
  ) {
    this.#rest = range;
    this.#chunkSize = Math.min(Math.max(options.expect ?? FIRST_CHUNK, 1), LARGEST_CHUNK);
    const start = options.direction === "asc" ? range.from : range.to;
    this.#read = owner.reads.add(indexId, start, start);
  }

  /** Key of the row handed out last; null before the first. */
  lastKey: IndexKey | null = null;

  /** The next document, or null when the range is at its end. */
  next(): Doc | null {
    for (;;) {
      const entry = this.#nextEntry();
      if (entry === null) return null;
      this.#consumed(entry.key);
      const doc = this.reader.get(this.table, entry.id);
      if (doc !== null) return doc;
      throw new Error(`Index ${this.indexId} names document ${entry.id}, which does not exist.`);
    }
  }

  #nextEntry(): IndexEntry | null {
    if (this.#fetchedAtVersion !== this.owner.version || this.#at >= this.#chunk.length) {
      const exhausted = this.#reachedEnd && this.#fetchedAtVersion === this.owner.version;
      if (exhausted || !this.#fetch()) {
        this.#read.from = this.range.from;
        this.#read.to = this.range.to;
        return null;
      }
    }
    return this.#chunk[this.#at++]!;
  }

  #fetch(): boolean {
    this.#chunk = this.reader.scan(this.table, this.indexId, this.#rest, this.options.direction, this.#chunkSize);
    this.#reachedEnd = this.#chunk.length < this.#chunkSize;
    this.#fetchedAtVersion = this.owner.version;
    this.#at = 0;
    this.#chunkSize = Math.min(this.#chunkSize * 4, LARGEST_CHUNK);
    return this.#chunk.length > 0;
  }

  #consumed(key: IndexKey): void {
    this.lastKey = key;
    if (this.options.direction === "asc") {
      this.#rest = { from: justAfter(key), to: this.range.to };
      this.#read.to = justAfter(key);
    } else {
      this.#rest = { from: this.range.from, to: key };
      this.#read.from = key;
    }
  }
}
