import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";

/** What a launch onto an open order writes: documents that change (no index key does) and documents that are new, with their indexes. */
const CHANGED = { stock: 180, order: 620, line: 260, dateTotal: 300, allTotal: 280, dayTotal: 260, productDay: 260 };
const INSERTED = { event: { bytes: 420, indexes: 2 }, receipt: { bytes: 560, indexes: 3 } };
const HOT_DOCUMENTS = 2_000;
const MEASURED_MS = 3_000;

/**
 * The floor: the same rows a launch leaves behind, as JSON documents and index entries, written by prepared statements in durable commits.
 *
 * @param launchesPerCommit 1, or what group commit makes of many staff
 * @returns launches per second
 */
export function rawLaunchesPerSecond(launchesPerCommit: number): number {
  const folder = mkdtempSync(join(tmpdir(), "raw-sqlite-"));
  const database = new DatabaseSync(join(folder, "raw.sqlite"));
  try {
    database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000;
      CREATE TABLE documents (table_id INTEGER, id TEXT, json TEXT, PRIMARY KEY (table_id, id)) WITHOUT ROWID;
      CREATE TABLE index_entries (index_id INTEGER, key BLOB, id TEXT, PRIMARY KEY (index_id, key)) WITHOUT ROWID;
      CREATE TABLE requests (session_id TEXT, request_id INTEGER, ts INTEGER, outcome TEXT, PRIMARY KEY (session_id, request_id)) WITHOUT ROWID;
    `);
    const put = database.prepare(
      "INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json",
    );
    const putEntry = database.prepare("INSERT INTO index_entries VALUES (?, ?, ?)");
    const putRequest = database.prepare("INSERT INTO requests VALUES (?, ?, ?, ?)");
    const hot = Object.entries(CHANGED).map(([, bytes], table) => ({
      table,
      json: JSON.stringify({ filler: "x".repeat(bytes - 13) }),
      ids: Array.from({ length: HOT_DOCUMENTS }, newId),
    }));
    let n = 0;
    const launch = (): void => {
      n++;
      for (const { table, json, ids } of hot) put.run(table, ids[(n * 7 + table) % HOT_DOCUMENTS]!, json);
      for (const [table, { bytes, indexes }] of Object.values(INSERTED).entries()) {
        const id = newId();
        put.run(100 + table, id, JSON.stringify({ _id: id, filler: "x".repeat(bytes - 50) }));
        for (let index = 0; index < indexes; index++) putEntry.run(100 + table * 10 + index, randomBytes(90), id);
      }
      putRequest.run("00000000-0000-4000-8000-000000000000", n, n, JSON.stringify({ filler: "x".repeat(240) }));
    };
    const stopAt = performance.now() + MEASURED_MS;
    while (performance.now() < stopAt) {
      database.exec("BEGIN IMMEDIATE");
      for (let i = 0; i < launchesPerCommit; i++) launch();
      database.exec("COMMIT");
    }
    return (n * 1000) / MEASURED_MS;
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function newId(): string {
  return randomBytes(20).toString("base64url").slice(0, 32);
}
