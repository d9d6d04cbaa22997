import type { TableInfo } from "../storage/catalogue";
import type { Doc } from "../storage/document";
import type { Direction, IndexEntry, KeyRange, Reader } from "../storage/reader";
import type { Commit } from "./commit";
import { LayeredReader, Overlay } from "./overlay";
import type { KeyWrites } from "./readSet";

/**
 * The durable state as it was at one timestamp, for a query that may still be running when later commits land.
 *
 * It costs nothing until a commit lands: then what that commit replaced is laid over the store. Whoever opens one closes it.
 */
export class Snapshot implements Reader {
  #view: Reader;
  #undo: Overlay | null = null;
  /** What commits wrote since it was opened: whoever read here checks whether that hit. */
  readonly landed: KeyWrites[] = [];

  constructor(
    readonly ts: bigint,
    private readonly store: Reader,
  ) {
    this.#view = store;
  }

  get(table: TableInfo, id: string): Doc | null {
    return this.#view.get(table, id);
  }

  scan(table: TableInfo, indexId: number, range: KeyRange, direction: Direction, limit: number): readonly IndexEntry[] {
    return this.#view.scan(table, indexId, range, direction, limit);
  }

  /** Called by the committer right after the store took these changes. */
  commitLanded({ changes, writes }: Pick<Commit, "changes" | "writes">): void {
    this.landed.push(writes);
    if (this.#undo === null) {
      this.#undo = new Overlay();
      this.#view = new LayeredReader(this.#undo, this.store);
    }
    for (const { table, id, before, after } of changes) {
      const restored = this.#undo.change(id);
      this.#undo.put(table, id, after, restored === undefined ? before : restored.after);
    }
  }
}
