import { parentPort, workerData } from "node:worker_threads";
import { BatchWriter } from "./batchWriter";
import { openConnection } from "./sqlite";
import type { ToWriter, WriterAnswer, WriterStart } from "./writer";

/**
 * The writer's thread: one connection that does nothing but write, one message after the other. It decides nothing; what may be asked of it
 * when is the business of `writer.ts` and `store.ts`.
 */
const port = parentPort;
if (port === null) throw new Error("writerThread.ts is the entry of a worker thread.");
const database = openConnection((workerData as WriterStart).path);
const writer = new BatchWriter(database);

function obey(order: ToWriter): void {
  switch (order.type) {
    case "write":
      return writer.write(order.batch);
    case "prune":
      return writer.pruneRequests(order.ts);
    case "checkpoint":
      // Passive: it never waits for a reader, and the main thread is the only one there is.
      return database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    default:
      return order satisfies never;
  }
}

port.on("message", (order: ToWriter | "close") => {
  if (order === "close") {
    database.close();
    port.close();
    return;
  }
  let error: string | null = null;
  try {
    obey(order);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  port.postMessage({ error } satisfies WriterAnswer);
});
port.postMessage({ error: null } satisfies WriterAnswer);
