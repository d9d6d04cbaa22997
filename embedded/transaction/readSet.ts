import type { IndexKey } from "../storage/indexKey";
import type { KeyRange } from "../storage/reader";

/**
 * What an execution read: key intervals per index (contract §5.3). A point read of `by_id` is the interval of that one key,
 * recorded even when nothing was there.
 *
 * "Does this write overlap what was read?" is answered here and nowhere else.
 */
export class ReadSet {
  readonly #ranges = new Map<number, MutableRange[]>();

  /** Records an interval. The returned object may be widened while a stream moves on. */
  add(indexId: number, from: IndexKey, to: IndexKey): MutableRange {
    const range = { from, to };
    const ranges = this.#ranges.get(indexId);
    if (ranges === undefined) this.#ranges.set(indexId, [range]);
    else ranges.push(range);
    return range;
  }

  addPoint(indexId: number, key: IndexKey): void {
    const last = this.#ranges.get(indexId)?.at(-1);
    if (last !== undefined && includes(last, key)) return;
    this.add(indexId, key, justAfter(key));
  }

  addAll(other: ReadSet): void {
    for (const [indexId, range] of other.ranges()) this.add(indexId, range.from, range.to);
  }

  *ranges(): Generator<readonly [number, KeyRange]> {
    for (const [indexId, ranges] of this.#ranges) {
      for (const range of ranges) if (range.from < range.to) yield [indexId, range];
    }
  }

  overlaps(writes: KeyWrites): boolean {
    for (const [indexId, range] of this.ranges()) {
      const keys = writes.get(indexId);
      if (keys?.some((key) => includes(range, key)) === true) return true;
    }
    return false;
  }
}

export interface MutableRange {
  from: IndexKey;
  to: IndexKey;
}

/** For each index, every key that a commit wrote: of the old version, of the new one, or both. */
export type KeyWrites = ReadonlyMap<number, readonly IndexKey[]>;

export const includes = (range: KeyRange, key: IndexKey): boolean => range.from <= key && key < range.to;

/** The smallest key greater than `key`. */
export const justAfter = (key: IndexKey): IndexKey => `${key}\x00`;
