import type { TableInfo } from "../storage/catalogue";
import type { Doc } from "../storage/document";
import type { IndexKey } from "../storage/indexKey";
import type { Direction, IndexEntry, KeyRange, Reader } from "../storage/reader";
import type { DocumentChange } from "../storage/store";
import { SortedEntries } from "./sortedEntries";

/**
 * Document versions laid over a reader. One idea with three uses:
 *
 *   a transaction's own writes          over what it reads
 *   a batch's writes not yet durable    over the store, for the next mutation of the batch
 *   what a commit replaced              over the store, for a query that began before it
 */
export class Overlay {
  readonly #changes = new Map<string, DocumentChange>();
  readonly #entries = new Map<number, SortedEntries>();

  get isEmpty(): boolean {
    return this.#changes.size === 0;
  }

  get size(): number {
    return this.#changes.size;
  }

  changes(): Iterable<DocumentChange> {
    return this.#changes.values();
  }

  change(id: string): DocumentChange | undefined {
    return this.#changes.get(id);
  }

  entriesWithin(indexId: number, range: KeyRange): { readonly key: IndexKey; readonly id: string | null }[] {
    return this.#entries.get(indexId)?.within(range) ?? [];
  }

  /**
   * Lays a version over another.
   *
   * @param visible what a reader of overlay and base sees now
   * @param after what it shall see, null for nothing
   */
  put(table: TableInfo, id: string, visible: Doc | null, after: Doc | null): void {
    const before = this.#changes.get(id);
    this.#changes.set(id, { table, id, before: before === undefined ? visible : before.before, after });
    const oldKeys = visible?.keys(table);
    const newKeys = after?.keys(table);
    for (const [position, index] of table.indexes.entries()) {
      const oldKey = oldKeys?.[position];
      const newKey = newKeys?.[position];
      if (oldKey === newKey) continue;
      if (oldKey !== undefined) this.#indexEntries(index.indexId).set(oldKey, null);
      if (newKey !== undefined) this.#indexEntries(index.indexId).set(newKey, id);
    }
    if ((visible === null) !== (after === null))
      this.#indexEntries(table.byId.indexId).set(id, after === null ? null : id);
  }

  /** Lays all of `upper`, which was made over this overlay's view, into this one. */
  absorb(upper: Overlay): void {
    for (const { table, id, before, after } of upper.changes()) this.put(table, id, before, after);
  }

  /** Every key, old and new, of every changed document: what a commit of this overlay writes (contract §5.3). */
  keyWrites(): Map<number, IndexKey[]> {
    const writes = new Map<number, IndexKey[]>();
    const add = (indexId: number, key: IndexKey): void => {
      const keys = writes.get(indexId);
      if (keys === undefined) writes.set(indexId, [key]);
      else keys.push(key);
    };
    for (const { table, id, before, after } of this.#changes.values()) {
      if (before === null && after === null) continue;
      add(table.byId.indexId, id);
      const oldKeys = before?.keys(table);
      const newKeys = after?.keys(table);
      for (const [position, index] of table.indexes.entries()) {
        const oldKey = oldKeys?.[position];
        const newKey = newKeys?.[position];
        if (oldKey !== undefined) add(index.indexId, oldKey);
        if (newKey !== undefined && newKey !== oldKey) add(index.indexId, newKey);
      }
    }
    return writes;
  }

  #indexEntries(indexId: number): SortedEntries {
    let entries = this.#entries.get(indexId);
    if (entries === undefined) this.#entries.set(indexId, (entries = new SortedEntries()));
    return entries;
  }
}

/** What one sees when `overlay` lies over `base`. */
export class LayeredReader implements Reader {
  constructor(
    readonly overlay: Overlay,
    private readonly base: Reader,
  ) {}

  get(table: TableInfo, id: string): Doc | null {
    const change = this.overlay.change(id);
    return change?.table.tableId === table.tableId ? change.after : this.base.get(table, id);
  }

  scan(table: TableInfo, indexId: number, range: KeyRange, direction: Direction, limit: number): readonly IndexEntry[] {
    const laid = this.overlay.entriesWithin(indexId, range);
    if (laid.length === 0) return this.base.scan(table, indexId, range, direction, limit);
    // Each laid entry can hide at most one of the base's, so this many leave at least `limit` after merging.
    const below = this.base.scan(table, indexId, range, direction, limit + laid.length);
    if (direction === "desc") laid.reverse();
    return merge(laid, below, direction, limit);
  }
}

function merge(
  laid: readonly { readonly key: IndexKey; readonly id: string | null }[],
  below: readonly IndexEntry[],
  direction: Direction,
  limit: number,
): IndexEntry[] {
  const merged: IndexEntry[] = [];
  const comesFirst = direction === "asc" ? (a: string, b: string) => a < b : (a: string, b: string) => a > b;
  let laidAt = 0;
  let belowAt = 0;
  while (merged.length < limit) {
    const upper = laid[laidAt];
    const lower = below[belowAt];
    if (upper === undefined && lower === undefined) break;
    if (upper === undefined || (lower !== undefined && comesFirst(lower.key, upper.key))) {
      merged.push(lower!);
      belowAt++;
      continue;
    }
    if (lower !== undefined && lower.key === upper.key) belowAt++;
    if (upper.id !== null) merged.push({ key: upper.key, id: upper.id });
    laidAt++;
  }
  return merged;
}
