/**
 * Which tables and indexes exist. Kept in memory in full and written through `SqliteStore`.
 *
 * Table *numbers* are what ids carry: per component, given once and never reused for another name.
 * Table and index *ids* are ours alone: unique in the whole file, so one SQL table holds the documents of all components.
 */

export interface IndexInfo {
  readonly indexId: number;
  readonly name: string;
  /** Declared fields, dotted paths split. Empty for `by_creation_time`. */
  readonly paths: readonly (readonly string[])[];
}

export interface TableInfo {
  readonly tableId: number;
  readonly component: string;
  readonly name: string;
  readonly number: number;
  /** Every stored index; `by_creation_time` first. */
  readonly indexes: readonly IndexInfo[];
  /** `by_id`, whose key is the id text itself and whose entries are the documents' own primary key. */
  readonly byId: IndexInfo;
}

/** Numbers that ids and snapshots of real deployments carry (contract §2.2), and hidden tables of our own. */
export const SYSTEM_TABLE_NUMBERS: ReadonlyMap<string, number> = new Map([
  ["_scheduled_functions", 539],
  ["_storage", 540],
  ["_file_blobs", 600],
  ["_cron_jobs", 601],
]);
const FIRST_USER_TABLE_NUMBER = 10_001;

export const BY_CREATION_TIME = "by_creation_time";
export const BY_ID = "by_id";

export class Catalogue {
  readonly #byName = new Map<string, TableInfo>();
  readonly #byNumber = new Map<string, TableInfo>();
  readonly #byTableId = new Map<number, TableInfo>();
  #nextTableId = 1;
  #nextIndexId = 1;

  find(component: string, name: string): TableInfo | null {
    return this.#byName.get(`${component}\n${name}`) ?? null;
  }

  findByNumber(component: string, number: number): TableInfo | null {
    return this.#byNumber.get(`${component}\n${number}`) ?? null;
  }

  /** @throws when the id was never given out */
  byTableId(tableId: number): TableInfo {
    const table = this.#byTableId.get(tableId);
    if (table === undefined) throw new Error(`Table ${tableId} is not in the catalogue.`);
    return table;
  }

  all(): readonly TableInfo[] {
    return [...this.#byTableId.values()];
  }

  /** A table that does not exist yet, with `by_creation_time` only. The caller persists it. */
  create(component: string, name: string): TableInfo {
    const tableId = this.#nextTableId;
    return this.put({
      tableId,
      component,
      name,
      number: SYSTEM_TABLE_NUMBERS.get(name) ?? this.#nextNumber(component),
      indexes: [this.newIndex(BY_CREATION_TIME, [])],
      byId: { indexId: -tableId, name: BY_ID, paths: [["_id"]] },
    });
  }

  newIndex(name: string, fields: readonly string[]): IndexInfo {
    return { indexId: this.#nextIndexId++, name, paths: fields.map((field) => field.split(".")) };
  }

  /** Adds a table read from disk, or replaces one whose indexes changed. */
  put(table: TableInfo): TableInfo {
    this.#byName.set(`${table.component}\n${table.name}`, table);
    this.#byNumber.set(`${table.component}\n${table.number}`, table);
    this.#byTableId.set(table.tableId, table);
    this.#nextTableId = Math.max(this.#nextTableId, table.tableId + 1);
    for (const index of table.indexes) this.#nextIndexId = Math.max(this.#nextIndexId, index.indexId + 1);
    return table;
  }

  #nextNumber(component: string): number {
    let number = FIRST_USER_TABLE_NUMBER;
    while (this.#byNumber.has(`${component}\n${number}`)) number++;
    return number;
  }
}
