import type { IndexKey } from "../storage/indexKey";
import type { KeyRange } from "../storage/reader";

/** Keys of one index that differ from what lies below: a key with an id is there, a key with null is gone. Sorted by key. */
export class SortedEntries {
  readonly #keys: IndexKey[] = [];
  readonly #ids: (string | null)[] = [];

  set(key: IndexKey, id: string | null): void {
    const at = this.#lowerBound(key);
    if (this.#keys[at] === key) {
      this.#ids[at] = id;
      return;
    }
    this.#keys.splice(at, 0, key);
    this.#ids.splice(at, 0, id);
  }

  /** Entries within the range, ascending. */
  within(range: KeyRange): { readonly key: IndexKey; readonly id: string | null }[] {
    const found = [];
    for (let at = this.#lowerBound(range.from); at < this.#keys.length && this.#keys[at]! < range.to; at++) {
      found.push({ key: this.#keys[at]!, id: this.#ids[at]! });
    }
    return found;
  }

  #lowerBound(key: IndexKey): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
