import type { TableInfo } from "./catalogue";
import type { Doc } from "./document";
import type { IndexKey } from "./indexKey";

export interface IndexEntry {
  readonly key: IndexKey;
  readonly id: string;
}

/** A half-open range of keys of one index: `from` inclusive, `to` exclusive. */
export interface KeyRange {
  readonly from: IndexKey;
  readonly to: IndexKey;
}

export type Direction = "asc" | "desc";

/** Something that documents and index ranges can be read from: the store itself, or writes laid over it. */
export interface Reader {
  get(table: TableInfo, id: string): Doc | null;
  /** At most `limit` entries in the given direction. `indexId` is that of a stored index or of `by_id`. */
  scan(table: TableInfo, indexId: number, range: KeyRange, direction: Direction, limit: number): readonly IndexEntry[];
}
