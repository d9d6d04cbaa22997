import type { TableInfo } from "../storage/catalogue";
import { tableNumberOf } from "../storage/ids";
import type { SqliteStore } from "../storage/store";
import type { EncodedObject } from "../storage/values";
import type { FunctionStats, FunctionSums } from "./functionStats";
import type { CallableKind, Registry } from "./registry";

export interface InspectedTable {
  readonly name: string;
  /** Counted up to `MOST_COUNTED`. */
  readonly documents: number;
  readonly isMore: boolean;
  readonly indexes: readonly { readonly name: string; readonly fields: readonly string[] }[];
}

export interface InspectedRows {
  readonly rows: readonly EncodedObject[];
  /** Where the next page begins; null when this was the last. */
  readonly next: string | null;
}

export interface InspectedFunction extends FunctionSums {
  readonly path: string;
  readonly kind: CallableKind;
  readonly isPublic: boolean;
}

const MOST_COUNTED = 1_000;
const PAGE = 50;
const EVERYTHING = { from: "", to: "\xff\xff" };

/** What the operator may look at: the durable state as it is, read-only and past the app's functions. Every answer is bounded. */
export class Inspection {
  constructor(
    private readonly store: SqliteStore,
    private readonly registry: () => Registry,
    private readonly stats: FunctionStats,
  ) {}

  tables(): InspectedTable[] {
    return this.store.catalogue
      .all()
      .map((table) => this.#table(table))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** A page of a table, the newest first. @param after what the page before gave as `next` @returns null when there is no such table */
  rows(name: string, after: string | null): InspectedRows | null {
    const table = this.store.catalogue.find("", name);
    if (table === null) return null;
    const to = after === null ? EVERYTHING.to : Buffer.from(after, "base64url").toString("latin1");
    const byCreationTime = table.indexes[0]!.indexId;
    const entries = this.store.scan(table, byCreationTime, { ...EVERYTHING, to }, "desc", PAGE + 1);
    const shown = entries.slice(0, PAGE);
    const last = shown.at(-1);
    return {
      rows: shown.flatMap(({ id }) => {
        const doc = this.store.get(table, id);
        return doc === null ? [] : [doc.value];
      }),
      next: entries.length <= PAGE || last === undefined ? null : Buffer.from(last.key, "latin1").toString("base64url"),
    };
  }

  document(id: string): { table: string; document: EncodedObject } | null {
    const number = tableNumberOf(id);
    const table = number === null ? null : this.store.catalogue.findByNumber("", number);
    const found = table === null ? null : this.store.get(table, id);
    return table === null || found === null ? null : { table: table.name, document: found.value };
  }

  functions(): InspectedFunction[] {
    return [...this.registry().functions.values()]
      .map(({ path, kind, isPublic }) => ({ path, kind, isPublic, ...this.stats.of(path) }))
      .sort((a, b) => b.calls - a.calls || (a.path < b.path ? -1 : 1));
  }

  #table(table: TableInfo): InspectedTable {
    const found = this.store.scan(table, table.byId.indexId, EVERYTHING, "asc", MOST_COUNTED + 1).length;
    return {
      name: table.name,
      documents: Math.min(found, MOST_COUNTED),
      isMore: found > MOST_COUNTED,
      indexes: table.indexes.map(({ name, paths }) => ({ name, fields: paths.map((path) => path.join(".")) })),
    };
  }
}
