import { createContext } from "react";

/** Lists that are gone back to in a live are few; each is what one screen shows. */
const KEPT_LISTS = 20;

/** A list as it was left. */
export interface LeftList {
  readonly rows: readonly unknown[];
  readonly hasMore: boolean;
}

/**
 * What the lists of one person's tab showed last: one that is opened again shows it at once (UX conventions SP3), and
 * what the server says as soon as it does. Nothing is subscribed to for it.
 */
export class ListMemory {
  readonly #lists = new Map<string, LeftList>();

  /** @returns null where there was no row */
  read(name: string): LeftList | null {
    return this.#lists.get(name) ?? null;
  }

  keep(name: string, list: LeftList): void {
    this.#lists.delete(name);
    if (list.rows.length === 0) return;
    this.#lists.set(name, list);
    const [longestUnseen] = this.#lists.keys();
    if (this.#lists.size > KEPT_LISTS && longestUnseen !== undefined) this.#lists.delete(longestUnseen);
  }
}

/** Of who is signed in; null where nobody's lists are kept. */
export const ListMemoryContext = createContext<ListMemory | null>(null);
