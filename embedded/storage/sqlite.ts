import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSyncInstance } from "@photostructure/sqlite";

export type Database = InstanceType<typeof DatabaseSync>;
export type Statement = StatementSyncInstance;

const FORMAT_VERSION = 1;

/**
 * Opens the one database file, in the mode its guarantees rest on: WAL, so readers never wait for the writer, and
 * `synchronous=FULL`, so a COMMIT that returned is on disk. No repair step is needed after a crash: SQLite replays its WAL.
 *
 * What this process knows of the file it knows alone (it caches documents), so it holds a lock for as long as it lives.
 *
 * @throws when another process has it open, or when the file was written by a newer version of this program
 */
export function openDatabase(path: string): { database: Database; release: () => void } {
  mkdirSync(dirname(path), { recursive: true });
  const release = lockFor(path);
  try {
    const database = openConnection(path);
    const { user_version: version } = database.prepare("PRAGMA user_version").get() as { user_version: number };
    if (version > FORMAT_VERSION) {
      throw new Error(`${path} has format ${version}, this program knows ${FORMAT_VERSION}: use a newer version.`);
    }
    if (version === 0) createTables(database);
    return { database, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** A connection to a database that is open already, or about to be. */
export function openConnection(path: string): Database {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA busy_timeout = 2000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    PRAGMA mmap_size = 268435456;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 0;
  `);
  return database;
}

/** Results as arrays, which cost less than objects. */
export function prepare(database: Database, sql: string): Statement {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/**
 * The lock is one of the operating system's, on a file beside the data: it is gone when this process is, however it ends. Not on the data
 * itself, because two connections of ours use that.
 */
function lockFor(path: string): () => void {
  const lock = new DatabaseSync(`${path}.lock`);
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;");
  } catch (error) {
    lock.close();
    const isLocked = error instanceof Error && error.message.includes("locked");
    throw isLocked ? new Error(`${path} is in use by another process: one backend per data folder.`) : error;
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

/**
 * One row per live document and one per live index entry, each in the order it is read in (WITHOUT ROWID).
 * `requests` is what makes a resent mutation answer instead of run.
 */
function createTables(database: Database): void {
  database.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE tables (
      table_id INTEGER PRIMARY KEY, component TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL,
      UNIQUE (component, name), UNIQUE (component, number)
    ) STRICT;
    CREATE TABLE indexes (
      index_id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL REFERENCES tables, name TEXT NOT NULL, fields TEXT NOT NULL,
      UNIQUE (table_id, name)
    ) STRICT;
    CREATE TABLE documents (
      table_id INTEGER NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (table_id, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE index_entries (
      index_id INTEGER NOT NULL, key BLOB NOT NULL, id TEXT NOT NULL, PRIMARY KEY (index_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE requests (
      session_id TEXT NOT NULL, request_id INTEGER NOT NULL, ts INTEGER NOT NULL, outcome TEXT NOT NULL,
      PRIMARY KEY (session_id, request_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX requests_by_ts ON requests (ts);
    PRAGMA user_version = ${FORMAT_VERSION};
    COMMIT;
  `);
}
