import type { IndexInfo, TableInfo } from "./catalogue";
import { keyToBlob, type IndexKey } from "./indexKey";
import { prepare, type Database, type Statement } from "./sqlite";

/** The stored answer of a mutation, found again when its client sends it again. */
export interface RequestRecord {
  readonly sessionId: string;
  readonly requestId: number;
  readonly ts: bigint;
  readonly outcomeJson: string;
}

/**
 * What one durable transaction writes. Plain values in flat lists, because it may be sent to another thread, and copying many small objects
 * there would cost about as much as writing them.
 */
export interface WriteBatch {
  readonly ts: bigint;
  readonly tables: readonly TableInfo[];
  /** Table id, document id and JSON text, three by three. */
  readonly putDocuments: readonly (number | string)[];
  /** Table id and document id, two by two. */
  readonly deletedDocuments: readonly (number | string)[];
  /** Index id, key and document id, three by three. */
  readonly putEntries: readonly (number | string)[];
  /** Index id and key, two by two. */
  readonly deletedEntries: readonly (number | string)[];
  readonly requests: readonly RequestRecord[];
}

/** Everything that changes rows, on one connection, whichever thread that belongs to. */
export class BatchWriter {
  readonly #statements: Readonly<Record<keyof typeof WRITES, Statement>>;

  constructor(private readonly database: Database) {
    const prepared = Object.entries(WRITES).map(([name, sql]) => [name, prepare(database, sql)]);
    this.#statements = Object.fromEntries(prepared) as Record<keyof typeof WRITES, Statement>;
  }

  /** One SQLite transaction, one flush. When it returns, all of it is on disk; when it throws, none is. */
  write(batch: WriteBatch): void {
    const { putDocument, deleteDocument, putEntry, deleteEntry, putRequest, putLatestTs } = this.#statements;
    this.atomically(() => {
      this.saveTables(batch.tables);
      forEachRow(batch.putDocuments, 3, (list, at) => putDocument.run(list[at]!, list[at + 1]!, list[at + 2]!));
      forEachRow(batch.deletedDocuments, 2, (list, at) => deleteDocument.run(list[at]!, list[at + 1]!));
      // First out, then in: a key may leave one document and come to another in the same batch.
      forEachRow(batch.deletedEntries, 2, (list, at) =>
        deleteEntry.run(list[at]!, keyToBlob(list[at + 1] as IndexKey)),
      );
      forEachRow(batch.putEntries, 3, (list, at) =>
        putEntry.run(list[at]!, keyToBlob(list[at + 1] as IndexKey), list[at + 2]!),
      );
      for (const { sessionId, requestId, ts, outcomeJson } of batch.requests) {
        putRequest.run(sessionId, requestId, ts, outcomeJson);
      }
      putLatestTs.run(batch.ts);
    });
  }

  /** Runs `body` in a transaction of its own; nothing of it stays when it throws. */
  atomically(body: () => void): void {
    this.database.exec("BEGIN IMMEDIATE");
    try {
      body();
      this.database.exec("COMMIT");
    } catch (error) {
      if (this.database.isTransaction) this.database.exec("ROLLBACK");
      throw error;
    }
  }

  saveTables(tables: readonly TableInfo[]): void {
    for (const table of tables) {
      this.#statements.putTable.run(table.tableId, table.component, table.name, table.number);
      for (const index of table.indexes) this.saveIndex(table, index);
    }
  }

  saveIndex(table: TableInfo, index: IndexInfo): void {
    const fields = JSON.stringify(index.paths.map((path) => path.join(".")));
    this.#statements.putIndex.run(index.indexId, table.tableId, index.name, fields);
  }

  dropIndex(index: IndexInfo): void {
    this.#statements.dropIndex.run(index.indexId);
    this.#statements.dropEntries.run(index.indexId);
  }

  putEntry(indexId: number, key: IndexKey, id: string): void {
    this.#statements.putEntry.run(indexId, keyToBlob(key), id);
  }

  putMeta(name: string, value: string): void {
    this.#statements.putMeta.run(name, value);
  }

  pruneRequests(ts: bigint): void {
    this.#statements.pruneRequests.run(ts);
  }
}

function forEachRow(
  list: readonly (number | string)[],
  width: number,
  write: (list: readonly (number | string)[], at: number) => void,
): void {
  for (let at = 0; at < list.length; at += width) write(list, at);
}

const WRITES = {
  putMeta: "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  putLatestTs: "INSERT INTO meta VALUES ('latest_ts', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  putDocument: "INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json",
  deleteDocument: "DELETE FROM documents WHERE table_id = ? AND id = ?",
  putEntry: "INSERT INTO index_entries VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET id = excluded.id",
  deleteEntry: "DELETE FROM index_entries WHERE index_id = ? AND key = ?",
  dropEntries: "DELETE FROM index_entries WHERE index_id = ?",
  putTable: "INSERT INTO tables VALUES (?, ?, ?, ?)",
  putIndex: "INSERT INTO indexes VALUES (?, ?, ?, ?)",
  dropIndex: "DELETE FROM indexes WHERE index_id = ?",
  putRequest: "INSERT OR REPLACE INTO requests VALUES (?, ?, ?, ?)",
  pruneRequests: "DELETE FROM requests WHERE ts < ?",
} as const;
