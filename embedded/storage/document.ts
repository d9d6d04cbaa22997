import { documentKey, type IndexKey } from "./indexKey";
import type { TableInfo } from "./catalogue";
import { sizeOf, type EncodedObject } from "./values";

/**
 * One immutable version of a document. Holds its JSON text; the parsed value and the index keys are made when first asked for
 * and kept, because a hot document is read, re-indexed and compared many times for each time it is loaded.
 */
export class Doc {
  #value: EncodedObject | null;
  #keys: readonly IndexKey[] | null;
  #size = 0;

  constructor(
    readonly id: string,
    readonly json: string,
    value: EncodedObject | null = null,
    keys: readonly IndexKey[] | null = null,
  ) {
    this.#value = value;
    this.#keys = keys;
  }

  /** Never to be changed by whoever asks. */
  get value(): EncodedObject {
    return (this.#value ??= JSON.parse(this.json) as EncodedObject);
  }

  /** Bytes, as limits and metrics count them. */
  get size(): number {
    return (this.#size ||= sizeOf(this.value));
  }

  /** The document's key in each of its table's indexes, in the order of `table.indexes`. */
  keys(table: TableInfo): readonly IndexKey[] {
    return (this.#keys ??= table.indexes.map((index) => documentKey(this.value, index.paths)));
  }
}
