import type { Doc } from "./document";

interface Entry {
  readonly tableId: number;
  readonly doc: Doc;
}

/**
 * Recently used documents, newest durable version only. Two generations instead of a linked list: a hit in the old one moves to the
 * young one; when the young one is full it becomes the old one and the rest is forgotten. A hit in the young one costs one lookup.
 *
 * Ids carry table numbers, which two components may share: so an entry knows its table, and is no hit for another's.
 */
export class DocumentCache {
  #young = new Map<string, Entry>();
  #old = new Map<string, Entry>();
  #youngBytes = 0;

  /** @param maxBytes of JSON text in one generation */
  constructor(private readonly maxBytes: number) {}

  get(tableId: number, id: string): Doc | undefined {
    const young = this.#young.get(id);
    if (young !== undefined) return young.tableId === tableId ? young.doc : undefined;
    const old = this.#old.get(id);
    if (old === undefined || old.tableId !== tableId) return undefined;
    this.#put(old);
    return old.doc;
  }

  set(tableId: number, doc: Doc): void {
    this.#put({ tableId, doc });
  }

  delete(id: string): void {
    this.#young.delete(id);
    this.#old.delete(id);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#youngBytes = 0;
  }

  #put(entry: Entry): void {
    this.#young.set(entry.doc.id, entry);
    this.#youngBytes += entry.doc.json.length;
    if (this.#youngBytes > this.maxBytes) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
  }
}
