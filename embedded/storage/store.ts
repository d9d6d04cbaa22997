import { BY_ID, Catalogue, type IndexInfo, type TableInfo } from "./catalogue";
import { Doc } from "./document";
import { DocumentCache } from "./documentCache";
import { blobToKey, keyToBlob, type IndexKey } from "./indexKey";
import { RangeCache } from "./rangeCache";
import type { Direction, IndexEntry, KeyRange, Reader } from "./reader";
import { closeDatabase, openDatabase, type Database, type Statement } from "./sqlite";

/** What one document becomes in a commit. `before` is the durable version, `after` null for a deletion. */
export interface DocumentChange {
  readonly table: TableInfo;
  readonly id: string;
  readonly before: Doc | null;
  readonly after: Doc | null;
}

/** The stored answer of a mutation, found again when its client sends it again. */
export interface RequestRecord {
  readonly sessionId: string;
  readonly requestId: number;
  readonly ts: bigint;
  readonly outcomeJson: string;
}

/** An index entry that a commit added or removed. */
type ChangedEntry = readonly [indexId: number, key: IndexKey];

const REMEMBERED_RANGES = 20_000;
const CACHE_BYTES = 64 * 1024 * 1024;

/**
 * The only SQL. Holds the durable state and nothing else: no transaction of the app is open here; a commit arrives whole.
 *
 * As a `Reader` it shows the newest durable state. What was written since, and what it was before, are laid over it by `transaction/`.
 */
export class SqliteStore implements Reader {
  readonly catalogue = new Catalogue();
  readonly #database: Database;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #cache = new DocumentCache(CACHE_BYTES);
  readonly #ranges = new RangeCache(REMEMBERED_RANGES);
  #unsavedTables: TableInfo[] = [];
  #latestTs: bigint;

  constructor(path: string) {
    this.#database = openDatabase(path);
    this.#statements = prepareStatements(this.#database);
    this.#loadCatalogue();
    this.#latestTs = BigInt((this.#statements.getMeta.get("latest_ts") as [bigint] | undefined)?.[0] ?? 0);
  }

  /** Timestamp of the newest durable commit; 0 for a new file. */
  get latestTs(): bigint {
    return this.#latestTs;
  }

  get(table: TableInfo, id: string): Doc | null {
    const cached = this.#cache.get(table.tableId, id);
    if (cached !== undefined) return cached;
    const row = this.#statements.getDocument.get(table.tableId, id) as [string] | undefined;
    if (row === undefined) return null;
    const doc = new Doc(id, row[0]);
    this.#cache.set(table.tableId, doc);
    return doc;
  }

  scan(table: TableInfo, indexId: number, range: KeyRange, direction: Direction, limit: number): readonly IndexEntry[] {
    if (indexId === table.byId.indexId) return this.#scanIds(table, range, direction, limit);
    return this.#ranges.get(indexId, range, direction, limit, () =>
      this.#scanEntries(indexId, range, direction, limit),
    );
  }

  #scanEntries(indexId: number, range: KeyRange, direction: Direction, limit: number): readonly IndexEntry[] {
    const statement = direction === "asc" ? this.#statements.scanAsc : this.#statements.scanDesc;
    const rows = statement.all(indexId, keyToBlob(range.from), keyToBlob(range.to), limit) as [Uint8Array, string][];
    return rows.map(([key, id]) => ({ key: blobToKey(key), id }));
  }

  #scanIds(table: TableInfo, range: KeyRange, direction: Direction, limit: number): readonly IndexEntry[] {
    const statement = direction === "asc" ? this.#statements.scanIdsAsc : this.#statements.scanIdsDesc;
    const rows = statement.all(table.tableId, range.from, range.to, limit) as [string][];
    return rows.map(([id]) => ({ key: id, id }));
  }

  /** The table of that name, created (and saved with the next commit) when it does not exist. */
  tableNamed(component: string, name: string): TableInfo {
    const found = this.catalogue.find(component, name);
    if (found !== null) return found;
    const table = this.catalogue.create(component, name);
    this.#unsavedTables.push(table);
    return table;
  }

  /**
   * Makes a batch durable: one SQLite transaction, one flush. When it returns, all of it is on disk; when it throws, none is.
   * Only index entries whose key changed are written.
   */
  commit(ts: bigint, changes: Iterable<DocumentChange>, requests: readonly RequestRecord[]): void {
    const applied: DocumentChange[] = [];
    const changedEntries: ChangedEntry[] = [];
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      this.#saveTables();
      for (const change of changes) {
        this.#writeDocument(change, changedEntries);
        applied.push(change);
      }
      for (const { sessionId, requestId, ts: requestTs, outcomeJson } of requests) {
        this.#statements.putRequest.run(sessionId, requestId, requestTs, outcomeJson);
      }
      this.#statements.putMeta.run("latest_ts", ts);
      this.#database.exec("COMMIT");
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
    this.#unsavedTables = [];
    this.#latestTs = ts;
    for (const [indexId, key] of changedEntries) this.#ranges.entryChanged(indexId, key);
    for (const { table, id, after } of applied) {
      if (after === null) this.#cache.delete(id);
      else this.#cache.set(table.tableId, after);
    }
  }

  #writeDocument({ table, id, before, after }: DocumentChange, changedEntries: ChangedEntry[]): void {
    const { putDocument, deleteDocument, putEntry, deleteEntry } = this.#statements;
    if (after === null) deleteDocument.run(table.tableId, id);
    else putDocument.run(table.tableId, id, after.json);
    const oldKeys = before?.keys(table);
    const newKeys = after?.keys(table);
    for (const [position, index] of table.indexes.entries()) {
      const oldKey = oldKeys?.[position];
      const newKey = newKeys?.[position];
      if (oldKey === newKey) continue;
      if (oldKey !== undefined) {
        deleteEntry.run(index.indexId, keyToBlob(oldKey));
        changedEntries.push([index.indexId, oldKey]);
      }
      if (newKey !== undefined) {
        putEntry.run(index.indexId, keyToBlob(newKey), id);
        changedEntries.push([index.indexId, newKey]);
      }
    }
  }

  /** The answer stored for that request, or null. */
  findRequest(sessionId: string, requestId: number): RequestRecord | null {
    const row = this.#statements.getRequest.get(sessionId, requestId) as [bigint, string] | undefined;
    return row === undefined ? null : { sessionId, requestId, ts: BigInt(row[0]), outcomeJson: row[1] };
  }

  /** Forgets answers older than `ts`. */
  pruneRequests(ts: bigint): void {
    this.#statements.pruneRequests.run(ts);
  }

  /**
   * Makes a table's stored indexes exactly `wanted` (name → fields), filling new ones from the documents, in one transaction.
   * Indexes whose fields did not change keep their entries.
   */
  setIndexes(component: string, name: string, wanted: ReadonlyMap<string, readonly string[]>): TableInfo {
    const table = this.tableNamed(component, name);
    const [byCreationTime, ...declared] = table.indexes;
    const unchanged = declared.filter((index) => sameFields(index, wanted.get(index.name)));
    const dropped = declared.filter((index) => !unchanged.includes(index));
    const keptNames = new Set(unchanged.map((index) => index.name));
    const added = [...wanted]
      .filter(([index]) => !keptNames.has(index))
      .map(([index, fields]) => this.catalogue.newIndex(index, fields));
    if (dropped.length === 0 && added.length === 0 && !this.#unsavedTables.includes(table)) return table;
    const next: TableInfo = { ...table, indexes: [byCreationTime!, ...unchanged, ...added] };
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      this.#saveTables();
      for (const index of dropped) this.#dropIndex(index);
      for (const index of added) this.#saveIndex(next, index);
      this.#fill(next, added);
      this.#database.exec("COMMIT");
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
    this.#unsavedTables = [];
    this.#ranges.clear();
    this.#cache.clear(); // cached documents remember keys of the old indexes
    return this.catalogue.put(next);
  }

  /** A note of our own that outlives restarts, or null. */
  note(name: string): string | null {
    return (this.#statements.getMeta.get(`note ${name}`) as [string] | undefined)?.[0] ?? null;
  }

  setNote(name: string, value: string): void {
    this.#statements.putMeta.run(`note ${name}`, value);
  }

  /** Every document of a table, in id order, in slices. For index building and schema checks, not for the app. */
  *documents(table: TableInfo): Generator<Doc> {
    let after = "";
    for (;;) {
      const rows = this.#statements.sliceDocuments.all(table.tableId, after, 500) as [string, string][];
      for (const [id, json] of rows) yield new Doc(id, json);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last[0];
    }
  }

  /** The file is free for another process when it returns. Closing again does nothing. */
  close(): void {
    if (this.#database.isOpen) closeDatabase(this.#database);
  }

  #fill(table: TableInfo, added: readonly IndexInfo[]): void {
    if (added.length === 0) return;
    const positions = added.map((index) => [index, table.indexes.indexOf(index)] as const);
    for (const doc of this.documents(table)) {
      const keys = doc.keys(table);
      for (const [index, position] of positions) {
        this.#statements.putEntry.run(index.indexId, keyToBlob(keys[position]!), doc.id);
      }
    }
  }

  #saveTables(): void {
    for (const table of this.#unsavedTables) {
      this.#statements.putTable.run(table.tableId, table.component, table.name, table.number);
      for (const index of table.indexes) this.#saveIndex(table, index);
    }
  }

  #saveIndex(table: TableInfo, index: IndexInfo): void {
    const fields = JSON.stringify(index.paths.map((path) => path.join(".")));
    this.#statements.putIndex.run(index.indexId, table.tableId, index.name, fields);
  }

  #dropIndex(index: IndexInfo): void {
    this.#statements.dropIndex.run(index.indexId);
    this.#statements.dropEntries.run(index.indexId);
  }

  #loadCatalogue(): void {
    const tables = this.#statements.allTables.all() as [number, string, string, number][];
    for (const [tableId, component, name, number] of tables) {
      const rows = this.#statements.indexesOf.all(tableId) as [number, string, string][];
      const indexes = rows.map(([indexId, indexName, fields]) => ({
        indexId,
        name: indexName,
        paths: (JSON.parse(fields) as string[]).map((field) => field.split(".")),
      }));
      const byId = { indexId: -tableId, name: BY_ID, paths: [["_id"]] };
      this.catalogue.put({ tableId, component, name, number, indexes, byId });
    }
  }
}

function sameFields(index: IndexInfo, fields: readonly string[] | undefined): boolean {
  return fields !== undefined && index.paths.map((path) => path.join(".")).join("\n") === fields.join("\n");
}

function prepareStatements(database: Database) {
  const prepare = (sql: string): Statement => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const bigints = (statement: Statement): Statement => {
    statement.setReadBigInts(true);
    return statement;
  };
  const scan = (order: string) =>
    `SELECT key, id FROM index_entries WHERE index_id = ? AND key >= ? AND key < ? ORDER BY key ${order} LIMIT ?`;
  const scanIds = (order: string) =>
    `SELECT id FROM documents WHERE table_id = ? AND id >= ? AND id < ? ORDER BY id ${order} LIMIT ?`;
  return {
    getMeta: bigints(prepare("SELECT value FROM meta WHERE name = ?")),
    putMeta: prepare("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"),
    getDocument: prepare("SELECT json FROM documents WHERE table_id = ? AND id = ?"),
    putDocument: prepare("INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json"),
    deleteDocument: prepare("DELETE FROM documents WHERE table_id = ? AND id = ?"),
    sliceDocuments: prepare("SELECT id, json FROM documents WHERE table_id = ? AND id > ? ORDER BY id LIMIT ?"),
    scanIdsAsc: prepare(scanIds("ASC")),
    scanIdsDesc: prepare(scanIds("DESC")),
    scanAsc: prepare(scan("ASC")),
    scanDesc: prepare(scan("DESC")),
    putEntry: prepare("INSERT INTO index_entries VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET id = excluded.id"),
    deleteEntry: prepare("DELETE FROM index_entries WHERE index_id = ? AND key = ?"),
    dropEntries: prepare("DELETE FROM index_entries WHERE index_id = ?"),
    allTables: prepare("SELECT table_id, component, name, number FROM tables"),
    putTable: prepare("INSERT INTO tables VALUES (?, ?, ?, ?)"),
    indexesOf: prepare(
      "SELECT index_id, name, fields FROM indexes WHERE table_id = ? ORDER BY name <> 'by_creation_time', index_id",
    ),
    putIndex: prepare("INSERT INTO indexes VALUES (?, ?, ?, ?)"),
    dropIndex: prepare("DELETE FROM indexes WHERE index_id = ?"),
    getRequest: bigints(prepare("SELECT ts, outcome FROM requests WHERE session_id = ? AND request_id = ?")),
    putRequest: prepare("INSERT OR REPLACE INTO requests VALUES (?, ?, ?, ?)"),
    pruneRequests: prepare("DELETE FROM requests WHERE ts < ?"),
  };
}
