import { BatchWriter, type RequestRecord, type WriteBatch } from "./batchWriter";
import { BY_ID, Catalogue, type IndexInfo, type TableInfo } from "./catalogue";
import { Doc } from "./document";
import { DocumentCache } from "./documentCache";
import { blobToKey, keyToBlob, type IndexKey } from "./indexKey";
import { RangeCache } from "./rangeCache";
import type { Direction, IndexEntry, KeyRange, Reader } from "./reader";
import { openDatabase, prepare, type Database, type Statement } from "./sqlite";
import { Writer, type Done } from "./writer";

export type { RequestRecord } from "./batchWriter";

/** What one document becomes in a commit. `before` is the durable version, `after` null for a deletion. */
export interface DocumentChange {
  readonly table: TableInfo;
  readonly id: string;
  readonly before: Doc | null;
  readonly after: Doc | null;
}

const REMEMBERED_RANGES = 20_000;
const CACHE_BYTES = 64 * 1024 * 1024;
/** Rows written between two checkpoints; each is about a page of the WAL. Hot rows, written again and again, are copied back once. */
const ROWS_PER_CHECKPOINT = 16_000;
/** A flush that takes longer than this belongs into the thread, whoever waits for it; so many batches go there before the next is tried here. */
const QUICK_FLUSH_MS = 2;
const BATCHES_AFTER_A_SLOW_ONE = 64;

/**
 * The only SQL. Holds the durable state and nothing else: no transaction of the app is open here; a commit arrives whole.
 *
 * As a `Reader` it shows the newest durable state. What was written since, and what it was before, are laid over it by `transaction/`.
 *
 * Until `startWriter` everything happens on one connection, at once. From then on a thread of its own writes (`flush`), and what is read
 * here stands still meanwhile, because it is read inside one SQLite read transaction; that moves on only in the turn of the event loop in
 * which a batch's `done` is called:
 *
 *   reading state N ──flush──► the thread writes N + 1 (N is still what is read) ──its answer──► reading N + 1, then `done`
 */
export class SqliteStore implements Reader {
  readonly catalogue = new Catalogue();
  readonly #database: Database;
  readonly #release: () => void;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #here: BatchWriter;
  readonly #cache = new DocumentCache(CACHE_BYTES);
  readonly #ranges = new RangeCache(REMEMBERED_RANGES);
  #unsavedTables: TableInfo[] = [];
  #latestTs: bigint;
  /** The thread that writes; null before it was started. */
  #aside: Writer | null = null;
  #rowsSinceCheckpoint = 0;
  /** Whether a checkpoint is under way, and what waits for its end. */
  #isCheckpointing = false;
  #afterCheckpoint: (() => void)[] = [];
  /** How many more batches go to the thread, because the disk was slow when one was last written here. */
  #slowBatches = 0;

  constructor(private readonly path: string) {
    ({ database: this.#database, release: this.#release } = openDatabase(path));
    this.#statements = prepareStatements(this.#database);
    this.#here = new BatchWriter(this.#database);
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

  /** Whether writing leaves this thread free, so that it pays to write early and collect the next batch meanwhile. */
  get isWriterAside(): boolean {
    return this.#aside !== null;
  }

  /**
   * From now on a thread of its own writes. Schemas are settled and nothing is being written when this is called.
   *
   * @param url of the built `writerThread`
   */
  async startWriter(url: URL): Promise<void> {
    this.#aside = await Writer.start(url, this.path);
    this.#readNewest();
  }

  /** Waits for the thread to end; what was given to it is on disk then. */
  async stopWriter(): Promise<void> {
    await this.#aside?.close();
  }

  /**
   * Makes a batch durable: one SQLite transaction, one flush. When it returns, all of it is on disk; when it throws, none is.
   * Only index entries whose key changed are written.
   */
  commit(ts: bigint, changes: Iterable<DocumentChange>, requests: readonly RequestRecord[]): void {
    const all = [...changes];
    const batch = this.#batchOf(ts, all, requests);
    this.#writeHere().write(batch);
    this.#show(batch, all);
    this.#rowsSinceCheckpoint += rowsIn(batch);
    if (this.#rowsSinceCheckpoint < ROWS_PER_CHECKPOINT) return;
    this.#rowsSinceCheckpoint = 0;
    this.#database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  }

  /**
   * As `commit`, by the thread if there is one. One batch at a time: the next is given when this one is done.
   *
   * @param isLone nobody waits to run meanwhile: then the two hand-overs would take longer than the writing, and it is done here, at once
   * @param done called in the turn in which the batch becomes visible here; with what kept it from the disk when nothing of it is there
   */
  flush(
    ts: bigint,
    changes: readonly DocumentChange[],
    requests: readonly RequestRecord[],
    done: Done,
    isLone = false,
  ): void {
    const aside = this.#aside;
    if (aside === null) return done(failureOf(() => this.commit(ts, changes, requests)));
    const batch = this.#batchOf(ts, changes, requests);
    if (isLone && this.#isQuickHere(aside)) return done(this.#flushHere(aside, batch, changes));
    this.#whenNoCheckpoint(() =>
      aside.order({ type: "write", batch }, (failure) => {
        if (failure === null) {
          this.#readNewest();
          this.#show(batch, changes);
          this.#checkpointWhenDue(aside, rowsIn(batch));
        }
        done(failure);
      }),
    );
  }

  /** Between two orders to the thread this connection may write as well: neither knows more than the file says. */
  #isQuickHere(aside: Writer): boolean {
    if (!aside.isIdle || this.#isCheckpointing) return false;
    if (this.#slowBatches === 0) return true;
    this.#slowBatches -= 1;
    return false;
  }

  #flushHere(aside: Writer, batch: WriteBatch, changes: readonly DocumentChange[]): Error | null {
    const begunAt = performance.now();
    this.#database.exec("COMMIT"); // of reading: a read transaction cannot go over to what came after it
    const failure = failureOf(() => this.#here.write(batch));
    this.#readNewest();
    if (performance.now() - begunAt > QUICK_FLUSH_MS) this.#slowBatches = BATCHES_AFTER_A_SLOW_ONE;
    if (failure !== null) return failure;
    this.#show(batch, changes);
    this.#checkpointWhenDue(aside, rowsIn(batch));
    return null;
  }

  #writeHere(): BatchWriter {
    if (this.#aside !== null) throw new Error("Once the writer has a thread of its own, nothing is written past it.");
    return this.#here;
  }

  /** What SQLite has to do: each document, and the index entries whose key changed. */
  #batchOf(ts: bigint, changes: readonly DocumentChange[], requests: readonly RequestRecord[]): WriteBatch {
    const putDocuments: (number | string)[] = [];
    const deletedDocuments: (number | string)[] = [];
    const putEntries: (number | string)[] = [];
    const deletedEntries: (number | string)[] = [];
    for (const { table, id, before, after } of changes) {
      if (after === null) deletedDocuments.push(table.tableId, id);
      else putDocuments.push(table.tableId, id, after.json);
      const oldKeys = before?.keys(table);
      const newKeys = after?.keys(table);
      for (const [position, { indexId }] of table.indexes.entries()) {
        const oldKey = oldKeys?.[position];
        const newKey = newKeys?.[position];
        if (oldKey === newKey) continue;
        if (oldKey !== undefined) deletedEntries.push(indexId, oldKey);
        if (newKey !== undefined) putEntries.push(indexId, newKey, id);
      }
    }
    const tables = [...this.#unsavedTables];
    return { ts, tables, putDocuments, deletedDocuments, putEntries, deletedEntries, requests };
  }

  /** Makes what is on disk now what is seen here. */
  #show(batch: WriteBatch, changes: readonly DocumentChange[]): void {
    this.#unsavedTables = this.#unsavedTables.filter((table) => !batch.tables.includes(table));
    this.#latestTs = batch.ts;
    const { deletedEntries, putEntries } = batch;
    for (let at = 0; at < deletedEntries.length; at += 2) this.#entryChanged(deletedEntries, at);
    for (let at = 0; at < putEntries.length; at += 3) this.#entryChanged(putEntries, at);
    for (const { table, id, after } of changes) {
      if (after === null) this.#cache.delete(id);
      else this.#cache.set(table.tableId, after);
    }
  }

  #entryChanged(entries: readonly (number | string)[], at: number): void {
    this.#ranges.entryChanged(entries[at] as number, entries[at + 1] as IndexKey);
  }

  /** Ends the read transaction and begins the next, which the SELECT makes real: without it, it would begin with the next read. */
  #readNewest(): void {
    if (this.#database.isTransaction) this.#database.exec("COMMIT");
    this.#database.exec("BEGIN");
    this.#statements.getMeta.get("latest_ts");
  }

  /**
   * A checkpoint copies the WAL back into the database. SQLite begins a WAL anew only when all of it is copied and nobody reads from it, so
   * reading moves on before (to the newest commit, which is done) and after (to the database itself), and writing waits that long.
   */
  #checkpointWhenDue(aside: Writer, rows: number): void {
    this.#rowsSinceCheckpoint += rows;
    if (this.#rowsSinceCheckpoint < ROWS_PER_CHECKPOINT) return;
    this.#rowsSinceCheckpoint = 0;
    this.#isCheckpointing = true;
    // A failure loses nothing: the WAL stays, and the next checkpoint finds it.
    aside.order({ type: "checkpoint" }, () => {
      this.#isCheckpointing = false;
      this.#readNewest();
      for (const go of this.#afterCheckpoint.splice(0)) go();
    });
  }

  #whenNoCheckpoint(go: () => void): void {
    if (this.#isCheckpointing) this.#afterCheckpoint.push(go);
    else go();
  }

  /** The answer stored for that request, or null. */
  findRequest(sessionId: string, requestId: number): RequestRecord | null {
    const row = this.#statements.getRequest.get(sessionId, requestId) as [bigint, string] | undefined;
    return row === undefined ? null : { sessionId, requestId, ts: BigInt(row[0]), outcomeJson: row[1] };
  }

  /** Forgets answers older than `ts`. */
  pruneRequests(ts: bigint): void {
    // What could not be forgotten is forgotten next time.
    if (this.#aside === null) this.#writeHere().pruneRequests(ts);
    else this.#aside.order({ type: "prune", ts }, () => undefined);
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
    const writer = this.#writeHere();
    writer.atomically(() => {
      writer.saveTables(this.#unsavedTables);
      for (const index of dropped) writer.dropIndex(index);
      for (const index of added) writer.saveIndex(next, index);
      this.#fill(writer, next, added);
    });
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
    this.#writeHere().putMeta(`note ${name}`, value);
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
    if (!this.#database.isOpen) return;
    if (this.#database.isTransaction) this.#database.exec("COMMIT");
    this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    this.#database.close();
    this.#release();
  }

  #fill(writer: BatchWriter, table: TableInfo, added: readonly IndexInfo[]): void {
    if (added.length === 0) return;
    const positions = added.map((index) => [index, table.indexes.indexOf(index)] as const);
    for (const doc of this.documents(table)) {
      const keys = doc.keys(table);
      for (const [index, position] of positions) {
        writer.putEntry(index.indexId, keys[position]!, doc.id);
      }
    }
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

/** What kept `body` from being done, or null. */
function failureOf(body: () => void): Error | null {
  try {
    body();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const rowsIn = ({ putDocuments, deletedDocuments, putEntries, deletedEntries, requests }: WriteBatch): number =>
  (putDocuments.length + putEntries.length) / 3 +
  (deletedDocuments.length + deletedEntries.length) / 2 +
  requests.length;

function prepareStatements(database: Database) {
  const reading = (sql: string): Statement => prepare(database, sql);
  const bigints = (statement: Statement): Statement => {
    statement.setReadBigInts(true);
    return statement;
  };
  const scan = (order: string) =>
    `SELECT key, id FROM index_entries WHERE index_id = ? AND key >= ? AND key < ? ORDER BY key ${order} LIMIT ?`;
  const scanIds = (order: string) =>
    `SELECT id FROM documents WHERE table_id = ? AND id >= ? AND id < ? ORDER BY id ${order} LIMIT ?`;
  return {
    getMeta: bigints(reading("SELECT value FROM meta WHERE name = ?")),
    getDocument: reading("SELECT json FROM documents WHERE table_id = ? AND id = ?"),
    sliceDocuments: reading("SELECT id, json FROM documents WHERE table_id = ? AND id > ? ORDER BY id LIMIT ?"),
    scanIdsAsc: reading(scanIds("ASC")),
    scanIdsDesc: reading(scanIds("DESC")),
    scanAsc: reading(scan("ASC")),
    scanDesc: reading(scan("DESC")),
    allTables: reading("SELECT table_id, component, name, number FROM tables"),
    indexesOf: reading(
      "SELECT index_id, name, fields FROM indexes WHERE table_id = ? ORDER BY name <> 'by_creation_time', index_id",
    ),
    getRequest: bigints(reading("SELECT ts, outcome FROM requests WHERE session_id = ? AND request_id = ?")),
  };
}
