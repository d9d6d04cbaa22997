import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import type { TableInfo } from "../../../embedded/storage/catalogue";
import { Doc } from "../../../embedded/storage/document";
import { AFTER } from "../../../embedded/storage/indexKey";
import { SqliteStore } from "../../../embedded/storage/store";
import { aDoc, aFolder, aStore, change, edited, insertion, removal } from "../support/aStore";

const ALL = { from: "", to: AFTER };
const indexNamed = (table: TableInfo, name: string): number =>
  table.indexes.find((index) => index.name === name)!.indexId;
const byCode = new Map([["by_code", ["code"]]]);

const idsIn = (
  store: SqliteStore,
  table: TableInfo,
  index: string,
  direction: "asc" | "desc" = "asc",
  limit = 100,
): string[] =>
  store
    .scan(table, index === "by_id" ? table.byId.indexId : indexNamed(table, index), ALL, direction, limit)
    .map(({ id }) => id);

/** Every stored entry, by a connection of its own: what the store itself would not show must not be there either. */
function entriesOnDisk(path: string): number {
  const database = new DatabaseSync(path);
  const { n } = database.prepare("SELECT count(*) AS n FROM index_entries").get() as { n: number };
  database.close();
  return n;
}

describe("SqliteStore", () => {
  it("shows what was committed, and shows it again when opened anew", () => {
    const path = join(aFolder(), "data.sqlite");
    let store = aStore(path);
    const table = store.setIndexes("", "products", byCode);
    const [a, b, c] = [aDoc(table, { code: "B2" }, 1), aDoc(table, { code: "A1" }, 2), aDoc(table, { code: "C3" }, 3)];
    store.commit(
      5n,
      [a, b, c].map((doc) => insertion(table, doc)),
      [],
    );
    store.commit(9n, [change(table, c, edited(c, { code: "A0" })), removal(table, a)], []);
    const check = (): void => {
      const found = store.catalogue.find("", "products")!;
      expect(store.latestTs).toBe(9n);
      expect(store.get(found, a.id)).toBeNull();
      expect(store.get(found, c.id)!.value).toEqual({ code: "A0", _creationTime: 3, _id: c.id });
      expect(idsIn(store, found, "by_code")).toEqual([c.id, b.id]);
      expect(idsIn(store, found, "by_code", "desc")).toEqual([b.id, c.id]);
      expect(idsIn(store, found, "by_code", "desc", 1)).toEqual([b.id]);
      expect(idsIn(store, found, "by_creation_time")).toEqual([b.id, c.id]);
      expect(idsIn(store, found, "by_id")).toEqual([b.id, c.id].sort());
      expect([...store.documents(found)]).toHaveLength(2);
    };
    check();
    store.close();
    store = aStore(path);
    check();
    store.close();
    expect(entriesOnDisk(path)).toBe(4); // two documents in two indexes, nothing left of old keys
  });

  it("leaves index entries alone whose key did not change", () => {
    const path = join(aFolder(), "data.sqlite");
    const store = aStore(path);
    const table = store.setIndexes("", "products", byCode);
    const doc = aDoc(table, { code: "A1", stock: 5 });
    store.commit(1n, [insertion(table, doc)], []);
    store.close();
    const spy = new DatabaseSync(path);
    spy.exec(
      "CREATE TABLE touched (n); CREATE TRIGGER t AFTER INSERT ON index_entries BEGIN INSERT INTO touched VALUES (1); END;",
    );
    spy.exec(
      "CREATE TRIGGER u AFTER UPDATE ON index_entries BEGIN INSERT INTO touched VALUES (1); END; CREATE TRIGGER d AFTER DELETE ON index_entries BEGIN INSERT INTO touched VALUES (1); END;",
    );
    spy.close();
    const again = aStore(path);
    const found = again.catalogue.find("", "products")!;
    again.commit(2n, [change(found, doc, edited(doc, { code: "A1", stock: 4 }))], []);
    again.commit(3n, [change(found, edited(doc, { code: "A1" }), edited(doc, { code: "A2" }))], []);
    again.close();
    const count = new DatabaseSync(path);
    expect(count.prepare("SELECT count(*) AS n FROM touched").get()).toEqual({ n: 2 }); // the old key out, the new one in
    count.close();
  });

  it("takes all of a commit or nothing, and goes on afterwards", () => {
    const path = join(aFolder(), "data.sqlite");
    const store = aStore(path);
    const table = store.tableNamed("", "products");
    const good = aDoc(table, { code: "A1" });
    store.commit(1n, [insertion(table, good)], []);
    // A missing text is refused by the statement itself, in the middle of the transaction.
    const other = store.tableNamed("", "orders");
    const lost = aDoc(other, { number: 1 });
    const bad = insertion(other, new Doc("x", null as never, { number: 2 }, ["1"]));
    expect(() =>
      store.commit(
        2n,
        [insertion(other, lost), removal(table, good), bad],
        [{ sessionId: "s", requestId: 1, ts: 2n, outcomeJson: "{}" }],
      ),
    ).toThrow();
    expect(store.latestTs).toBe(1n);
    expect(store.get(table, good.id)).not.toBeNull();
    expect(store.get(other, lost.id)).toBeNull();
    expect(store.findRequest("s", 1)).toBeNull();
    store.commit(3n, [insertion(other, lost)], []);
    store.close();
    const again = aStore(path);
    expect(again.latestTs).toBe(3n);
    expect(idsIn(again, again.catalogue.find("", "orders")!, "by_creation_time")).toEqual([lost.id]);
    expect(idsIn(again, again.catalogue.find("", "products")!, "by_creation_time")).toEqual([good.id]);
  });

  it("keeps table numbers with their names for ever, apart per component", () => {
    const path = join(aFolder(), "data.sqlite");
    const first = aStore(path);
    const numbers = ["products", "orders"].map((name) => first.tableNamed("", name).number);
    expect(numbers).toEqual([10_001, 10_002]);
    expect(first.tableNamed("counter", "shards").number).toBe(10_001);
    expect(first.tableNamed("", "_storage").number).toBe(540);
    first.commit(1n, [], []);
    first.close();
    const again = aStore(path);
    expect(again.tableNamed("", "new").number).toBe(10_003);
    expect(again.tableNamed("", "orders").number).toBe(10_002);
    expect(again.tableNamed("counter", "shards").number).toBe(10_001);
  });

  it("keeps components' documents apart, also for an id of the other", () => {
    const store = aStore();
    const own = store.tableNamed("", "secrets");
    const others = store.tableNamed("counter", "shards");
    expect(others.number).toBe(own.number);
    const doc = aDoc(own, { pin: 1234 });
    store.commit(1n, [insertion(own, doc)], []);
    expect(store.get(own, doc.id)).not.toBeNull(); // and now it is in memory
    expect(store.get(others, doc.id)).toBeNull();
  });

  it("remembers answers to requests, by session and number, until they are old", () => {
    const path = join(aFolder(), "data.sqlite");
    const store = aStore(path);
    const ts = 1_763_700_000_123_456_789n; // beyond what a double holds exactly
    store.commit(ts, [], [{ sessionId: "s", requestId: 7, ts, outcomeJson: '{"success":true}' }]);
    store.close();
    const again = aStore(path);
    expect(again.latestTs).toBe(ts);
    expect(again.findRequest("s", 7)).toEqual({ sessionId: "s", requestId: 7, ts, outcomeJson: '{"success":true}' });
    expect(again.findRequest("s", 8)).toBeNull();
    expect(again.findRequest("t", 7)).toBeNull();
    again.pruneRequests(ts);
    expect(again.findRequest("s", 7)).not.toBeNull();
    again.pruneRequests(ts + 1n);
    expect(again.findRequest("s", 7)).toBeNull();
  });

  it("refuses a file that another process holds, and one of a newer format", () => {
    const path = join(aFolder(), "data.sqlite");
    const store = aStore(path);
    expect(() => new SqliteStore(path)).toThrow(`${path} is in use by another process: one backend per data folder.`);
    store.close();
    store.close();
    const database = new DatabaseSync(path); // free at once: a closed backend may be started again by the same process
    database.exec("PRAGMA user_version = 99");
    database.close();
    expect(() => new SqliteStore(path)).toThrow(`${path} has format 99, this program knows 1: use a newer version.`);
  });
});

describe("setIndexes", () => {
  it("fills a new index from what is there, drops one that is gone, fills one anew whose fields changed", () => {
    const path = join(aFolder(), "data.sqlite");
    let store = aStore(path);
    let table = store.setIndexes("", "products", byCode);
    const docs = Array.from({ length: 1_200 }, (_, i) => aDoc(table, { code: `C${i % 7}`, price: i }, i));
    store.commit(
      1n,
      docs.map((doc) => insertion(table, doc)),
      [],
    );
    expect(store.get(table, docs[0]!.id)!.keys(table).length).toBe(2);
    table = store.setIndexes(
      "",
      "products",
      new Map([
        ["by_code", ["price"]],
        ["by_price_code", ["price", "code"]],
      ]),
    );
    const expected = docs.map(({ id }) => id);
    const check = (): void => {
      const found = store.catalogue.find("", "products")!;
      expect(idsIn(store, found, "by_code", "asc", 2_000)).toEqual(expected);
      expect(idsIn(store, found, "by_price_code", "desc", 2_000)).toEqual(expected.toReversed());
      expect(idsIn(store, found, "by_creation_time", "asc", 2_000)).toEqual(expected);
      expect(store.get(found, docs[5]!.id)!.keys(found).length).toBe(3);
    };
    check();
    store.close();
    store = aStore(path);
    check();
    const found = store.catalogue.find("", "products")!;
    store.commit(
      2n,
      docs.map((doc) => removal(found, store.get(found, doc.id)!)),
      [],
    );
    store.close();
    expect(entriesOnDisk(path)).toBe(0);
  });

  it("does nothing when nothing changed", () => {
    const store = aStore();
    const table = store.setIndexes("", "products", byCode);
    expect(store.setIndexes("", "products", byCode)).toBe(table);
  });

  it("reopened, new documents get keys in the order in which the indexes are stored", () => {
    const path = join(aFolder(), "data.sqlite");
    let store = aStore(path);
    store.setIndexes(
      "",
      "products",
      new Map([
        ["a", ["x"]],
        ["b", ["y"]],
      ]),
    );
    store.setIndexes(
      "",
      "products",
      new Map([
        ["c", ["z"]],
        ["b", ["y"]],
        ["a", ["z", "x"]],
      ]),
    );
    store.close();
    store = aStore(path);
    const table = store.catalogue.find("", "products")!;
    const [one, two] = [aDoc(table, { x: 1, y: 2, z: 2 }, 1), aDoc(table, { x: 2, y: 1, z: 1 }, 2)];
    store.commit(1n, [insertion(table, one), insertion(table, two)], []);
    expect(idsIn(store, table, "a")).toEqual([two.id, one.id]);
    expect(idsIn(store, table, "b")).toEqual([two.id, one.id]);
    expect(idsIn(store, table, "c")).toEqual([two.id, one.id]);
    expect(idsIn(store, table, "by_creation_time")).toEqual([one.id, two.id]);
  });
});
