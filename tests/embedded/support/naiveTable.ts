import { Catalogue, type TableInfo } from "../../../embedded/storage/catalogue";
import type { Doc } from "../../../embedded/storage/document";
import type { IndexKey } from "../../../embedded/storage/indexKey";
import type { Direction, IndexEntry, KeyRange, Reader } from "../../../embedded/storage/reader";

/** The simplest reader that could be right: a map of documents, sorted anew for each scan. */
export class NaiveTable implements Reader {
  readonly docs = new Map<string, Doc>();

  get(_table: TableInfo, id: string): Doc | null {
    return this.docs.get(id) ?? null;
  }

  scan(table: TableInfo, indexId: number, range: KeyRange, direction: Direction, limit: number): IndexEntry[] {
    const entries = [...this.docs.values()]
      .map((doc) => ({ key: keyIn(table, indexId, doc), id: doc.id }))
      .filter(({ key }) => range.from <= key && key < range.to)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    return (direction === "asc" ? entries : entries.reverse()).slice(0, limit);
  }

  put(doc: Doc | null, id: string): void {
    if (doc === null) this.docs.delete(id);
    else this.docs.set(id, doc);
  }

  copy(): NaiveTable {
    const copy = new NaiveTable();
    for (const doc of this.docs.values()) copy.put(doc, doc.id);
    return copy;
  }
}

export function keyIn(table: TableInfo, indexId: number, doc: Doc): IndexKey {
  if (indexId === table.byId.indexId) return doc.id;
  return doc.keys(table)[table.indexes.findIndex((index) => index.indexId === indexId)]!;
}

/** A table `t` with an index on `a` and one on `[b, a]`, in no database. */
export function aTable(): TableInfo {
  const catalogue = new Catalogue();
  const table = catalogue.create("", "t");
  return catalogue.put({
    ...table,
    indexes: [...table.indexes, catalogue.newIndex("by_a", ["a"]), catalogue.newIndex("by_b_a", ["b", "a"])],
  });
}

export const indexIds = (table: TableInfo): number[] => [
  table.byId.indexId,
  ...table.indexes.map(({ indexId }) => indexId),
];
