import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { Doc } from "../../../embedded/storage/document";
import { AFTER } from "../../../embedded/storage/indexKey";
import { SqliteStore, type DocumentChange } from "../../../embedded/storage/store";
import { builtWorker } from "../support/aRuntime";
import { aDoc, aFolder, change, edited, insertion } from "../support/aStore";

const ALL = { from: "", to: AFTER };

/** A store that writes by a thread of its own, with a table; both gone when the test ends. */
async function aStoreWithWriter(thread?: URL) {
  const path = join(aFolder(), "data.sqlite");
  const store = new SqliteStore(path);
  onTestFinished(async () => {
    await store.stopWriter();
    store.close();
  });
  const table = store.setIndexes("", "products", new Map([["by_code", ["code"]]]));
  const inIndex = (): string[] => store.scan(table, table.indexes[1]!.indexId, ALL, "asc", 100).map(({ id }) => id);
  await store.startWriter(thread ?? new URL("./writerThread.js", await builtWorker()));
  return { path, store, table, inIndex };
}

const flush = (
  store: SqliteStore,
  ts: bigint,
  changes: readonly DocumentChange[],
  isLone = false,
): Promise<Error | null> => new Promise((resolve) => store.flush(ts, changes, [], resolve, isLone));

/** A thread that says it is ready and then does what the text says with each order. */
const aThread = (onOrder: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from "node:worker_threads";
       parentPort.on("message", (order) => { if (order === "close") process.exit(); ${onOrder} });
       parentPort.postMessage({ error: null });`,
    )}`,
  );

describe("the writer's thread", () => {
  it("writes while what is read here stands still, and all of it moves in the turn in which it says so", async () => {
    const { path, store, table, inIndex } = await aStoreWithWriter();
    const kept = aDoc(table, { code: "A1", stock: 5 });
    expect(await flush(store, 1n, [insertion(table, kept)])).toBeNull();
    const sold = edited(kept, { code: "A1", stock: 4 });
    const fresh = aDoc(table, { code: "B2", stock: 1 });
    let isDone = false;
    const done = flush(store, 2n, [change(table, kept, sold), insertion(table, fresh)]).then(() => (isDone = true));
    // Another connection sees the rows as soon as they are on disk. This thread, busy looking, has not heard of it.
    const spy = new DatabaseSync(path);
    onTestFinished(() => spy.close());
    const count = spy.prepare("SELECT count(*) AS n FROM documents");
    while ((count.get() as { n: number }).n < 2);
    expect(store.latestTs).toBe(1n);
    expect(inIndex()).toEqual([kept.id]);
    expect(store.get(table, fresh.id)).toBeNull();
    expect(store.get(table, kept.id)?.value.stock).toBe(5);
    expect([...store.documents(table)].map(({ value }) => value.stock)).toEqual([5]);
    expect(isDone).toBe(false);
    await done;
    expect(store.latestTs).toBe(2n);
    expect(inIndex()).toEqual([kept.id, fresh.id]);
    expect(store.get(table, kept.id)?.value.stock).toBe(4);
    expect([...store.documents(table)]).toHaveLength(2);
  });

  it("takes all of a batch or nothing, says why, and goes on", async () => {
    const { store, table, inIndex } = await aStoreWithWriter();
    const [lost, kept] = [aDoc(table, { code: "A1" }), aDoc(table, { code: "B2" })];
    // The text is missing, which the statement itself refuses, in the middle of the transaction.
    const bad = new Doc("x", null as never, { code: "C3" }, ["1", "2"]);
    const failure = await flush(store, 1n, [insertion(table, lost), insertion(table, bad)]);
    expect(failure?.message).toContain("NOT NULL");
    expect(store.latestTs).toBe(0n);
    expect(inIndex()).toEqual([]);
    expect(await flush(store, 2n, [insertion(table, kept)])).toBeNull();
    expect(inIndex()).toEqual([kept.id]);
  });

  it("is spared a batch that nobody waits behind: it is on disk and seen when the call returns", async () => {
    const { path, store, table, inIndex } = await aStoreWithWriter();
    const [first, second, third] = [
      aDoc(table, { code: "A1" }),
      aDoc(table, { code: "B2" }),
      aDoc(table, { code: "C3" }),
    ];
    let failure: Error | null | undefined;
    store.flush(1n, [insertion(table, first)], [], (refused) => (failure = refused), true);
    expect(failure).toBeNull();
    expect([store.latestTs, inIndex()]).toEqual([1n, [first.id]]);
    const spy = new DatabaseSync(path);
    onTestFinished(() => spy.close());
    expect(spy.prepare("SELECT count(*) AS n FROM documents").get()).toEqual({ n: 1 });
    // The thread goes on from there, and this connection from what the thread wrote.
    expect(await flush(store, 2n, [insertion(table, second)])).toBeNull();
    expect(await flush(store, 3n, [insertion(table, third)], true)).toBeNull();
    expect(inIndex()).toEqual([first.id, second.id, third.id]);
  });

  it("is not overtaken: while it is at work a lone batch waits in line behind it", async () => {
    const { store, table, inIndex } = await aStoreWithWriter();
    const [first, second] = [aDoc(table, { code: "A1" }), aDoc(table, { code: "B2" })];
    const ended: bigint[] = [];
    const before = flush(store, 1n, [insertion(table, first)]).then(() => ended.push(1n));
    const after = flush(store, 2n, [insertion(table, second)], true).then(() => ended.push(2n));
    expect(inIndex()).toEqual([]);
    await Promise.all([before, after]);
    expect(ended).toEqual([1n, 2n]);
    expect(inIndex()).toEqual([first.id, second.id]);
  });

  it("a lone batch that the disk refuses leaves nothing, and the next one goes through", async () => {
    const { store, table, inIndex } = await aStoreWithWriter();
    const bad = new Doc("x", null as never, { code: "C3" }, ["1", "2"]);
    expect((await flush(store, 1n, [insertion(table, bad)], true))?.message).toContain("NOT NULL");
    expect([store.latestTs, inIndex()]).toEqual([0n, []]);
    const kept = aDoc(table, { code: "A1" });
    expect(await flush(store, 2n, [insertion(table, kept)], true)).toBeNull();
    expect(inIndex()).toEqual([kept.id]);
  });

  it("leaves everything on disk and the file free when it was stopped", async () => {
    const { path, store, table } = await aStoreWithWriter();
    const other = store.tableNamed("", "orders"); // made while the thread writes: saved by it
    const doc = aDoc(other, { number: 12 });
    const done = flush(store, 7n, [insertion(other, doc)]);
    store.pruneRequests(1n);
    await store.stopWriter();
    expect(await done).toBeNull();
    store.close();
    const again = new SqliteStore(path);
    expect(again.latestTs).toBe(7n);
    expect(again.catalogue.find("", "products")).toEqual(table);
    expect(again.get(again.catalogue.find("", "orders")!, doc.id)?.value).toEqual(doc.value);
    again.close();
  });

  it("lets no write past it", async () => {
    const { store, table } = await aStoreWithWriter();
    expect(() => store.commit(1n, [], [])).toThrow("nothing is written past it");
    expect(() => store.setNote("a", "b")).toThrow("nothing is written past it");
    expect(() => store.setIndexes("", table.name, new Map())).toThrow("nothing is written past it");
  });

  it("begins its log anew again and again, though somebody always reads", async () => {
    const { path, store, table } = await aStoreWithWriter();
    const docs = Array.from({ length: 4_000 }, (_, i) => aDoc(table, { code: `C${i}`, filler: "x".repeat(400) }));
    await flush(
      store,
      1n,
      docs.map((doc) => insertion(table, doc)),
    );
    const logBytes = (): number => statSync(`${path}-wal`).size;
    let atFirst = 0;
    for (let round = 0; round < 24; round++) {
      const next = docs.map((doc) => edited(doc, { code: doc.value.code!, filler: String(round).padEnd(400, "y") }));
      expect(
        await flush(
          store,
          BigInt(round + 2),
          next.map((doc, i) => change(table, docs[i]!, doc)),
        ),
      ).toBeNull();
      if (round === 7) atFirst = logBytes();
    }
    // 96 000 rows were written, six checkpoints' worth: the log holds what two of them need, not all.
    expect(logBytes()).toBeLessThan(atFirst * 2);
    expect(store.get(table, docs[9]!.id)?.value.filler).toBe("23".padEnd(400, "y"));
  });

  it("once lost, refuses everything clearly: what it was writing, and all that follows", async () => {
    const { store, table, inIndex } = await aStoreWithWriter(aThread(`process.exit(3);`));
    const doc = aDoc(table, { code: "A1" });
    const failures = [await flush(store, 1n, [insertion(table, doc)]), await flush(store, 2n, [insertion(table, doc)])];
    expect(failures.map((failure) => failure?.message)).toEqual(
      new Array(2).fill("The writer has stopped: nothing can be saved until the next start."),
    );
    expect((await flush(store, 3n, [insertion(table, doc)], true))?.message).toContain("nothing can be saved");
    expect(inIndex()).toEqual([]);
    expect(store.latestTs).toBe(0n);
  });

  it("a start that fails says why", async () => {
    await expect(aStoreWithWriter(new URL("file:///nowhere.js"))).rejects.toThrow("nowhere.js");
  });
});
