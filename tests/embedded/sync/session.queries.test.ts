import { beforeEach, describe, expect, it } from "vitest";
import { only, type Client, withApp } from "./ordersApp";
import type { Frame } from "./aSession";
import { aSession, newsOf, versionsOf } from "./aSession";

let client: Client;

beforeEach(() => {
  client = withApp(aSession());
});

describe("query set", () => {
  it("added queries → one transition with their values, from the zero version", async () => {
    client.connect();
    client.watch(0, 0, "orders:count");
    client.watch(1, 1, "orders:total");
    await client.run();
    const frame = only(client.taken());
    expect(versionsOf(frame)).toEqual(["0/0@0", "2/0@1000"]);
    expect(newsOf(frame)).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it("an empty query set → an empty transition", async () => {
    client.connect();
    client.say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] });
    await client.run();
    const frame = only(client.taken());
    expect(versionsOf(frame)).toEqual(["0/0@0", "1/0@1000"]);
    expect(newsOf(frame)).toEqual([]);
  });

  it("Connect alone → silence", async () => {
    client.connect();
    await client.run();
    expect(client.taken()).toEqual([]);
  });

  it("a removed query → QueryRemoved, and no more work for it", async () => {
    client.connect();
    client.watch(0, 0, "orders:count");
    await client.run();
    client.taken();
    client.unwatch(1, 0);
    await client.run();
    expect(newsOf(only(client.taken()))).toEqual([[0, "removed"]]);
    expect(client.backend.watching()).toBe(0);
    client.backend.commit({ count: 5 });
    await client.run();
    expect(client.taken()).toEqual([]);
  });

  it("removed and added under the same id → removal first, then the new value", async () => {
    client.connect();
    client.watch(0, 0, "orders:count");
    await client.run();
    client.taken();
    client.unwatch(1, 0);
    client.watch(2, 0, "orders:total");
    await client.run();
    expect(newsOf(only(client.taken()))).toEqual([
      [0, "removed"],
      [0, 0],
    ]);
  });

  it("a query that throws a ConvexError → QueryFailed with its data; others without errorData", async () => {
    client.connect();
    client.watch(0, 0, "orders:refuse");
    client.watch(1, 1, "orders:nowhere");
    await client.run();
    const [refused, missing] = only(client.taken()).modifications as Frame[];
    expect(refused).toEqual({
      type: "QueryFailed",
      queryId: 0,
      errorMessage: "Uncaught ConvexError",
      errorData: { code: "insufficient_stock" },
      logLines: [],
      journal: null,
    });
    expect(missing).not.toHaveProperty("errorData");
    expect(missing?.errorMessage).toBe("Could not find public function for 'orders:nowhere'");
  });
});

describe("transitions", () => {
  beforeEach(async () => {
    client.connect();
    client.watch(0, 0, "orders:count");
    client.watch(1, 1, "orders:total");
    client.watch(2, 2, "orders:parity");
    await client.run();
    client.taken();
    client.backend.queriedAt.length = 0;
  });

  it("a commit that hits two of three queries → both move in one transition, at one timestamp", async () => {
    client.backend.commit({ count: 2, total: 5990 });
    await client.run();
    const frame = only(client.taken());
    expect(versionsOf(frame)).toEqual(["3/0@1000", "3/0@1010"]);
    // Parity ran as well and stayed 0, so it is not sent again.
    expect(newsOf(frame)).toEqual([
      [0, 2],
      [1, 5990],
    ]);
    expect(client.backend.queriedAt).toEqual([1010n, 1010n, 1010n]);
  });

  it("a commit that touches nothing watched → nothing runs, nothing is sent", async () => {
    client.backend.commit({ stock: 3 });
    await client.run();
    expect(client.taken()).toEqual([]);
    expect(client.backend.queriedAt).toEqual([]);
  });

  it("commits of one turn → one transition", async () => {
    client.backend.commit({ count: 1 });
    client.backend.commit({ count: 3 });
    client.backend.commit({ total: 100 });
    await client.run();
    expect(newsOf(only(client.taken()))).toEqual([
      [0, 3],
      [1, 100],
      [2, 1],
    ]);
  });

  it("commits while one is being computed → the computed one is sent as it was, then exactly one more", async () => {
    client.backend.commit({ count: 1 });
    client.backend.hold("query");
    const arrived = client.backend.arrived("query");
    await client.run();
    await arrived;
    client.backend.commit({ count: 2 });
    client.backend.commit({ count: 5, total: 7 });
    await client.run();
    expect(client.taken()).toEqual([]);
    client.backend.release("query");
    await client.run();
    const [first, second, ...more] = client.taken() as [Frame, Frame];
    expect(more).toEqual([]);
    expect([versionsOf(first), newsOf(first)]).toEqual([
      ["3/0@1000", "3/0@1010"],
      [
        [0, 1],
        [2, 1],
      ],
    ]);
    expect([versionsOf(second), newsOf(second)]).toEqual([
      ["3/0@1010", "3/0@1030"],
      [
        [0, 5],
        [1, 7],
      ],
    ]);
  });

  it("a query set change while one is being computed → belongs to the next", async () => {
    client.backend.commit({ count: 1 });
    client.backend.hold("query");
    await client.run();
    client.watch(3, 3, "people:me");
    client.unwatch(4, 0);
    client.backend.release("query");
    await client.run();
    const [first, second] = client.taken() as [Frame, Frame];
    expect(versionsOf(first)[1]).toBe("3/0@1010");
    expect(newsOf(first)).toEqual([[2, 1]]);
    expect(versionsOf(second)).toEqual(["3/0@1010", "5/0@1010"]);
    expect(newsOf(second)).toEqual([
      [0, "removed"],
      [3, null],
    ]);
  });

  it("a query that fails and then recovers → QueryFailed, then QueryUpdated", async () => {
    client.backend.define("orders:total", ({ read }) => {
      if (read("total") === 1) throw new Error("no total today");
      return read("total");
    });
    client.backend.commit({ total: 1 });
    await client.run();
    expect(newsOf(only(client.taken()))).toEqual([[1, "Uncaught Error: no total today"]]);
    client.backend.commit({ total: 2 });
    await client.run();
    expect(newsOf(only(client.taken()))).toEqual([[1, 2]]);
  });

  it("a slow reader → nothing is computed until it drains, then the newest state in one transition", async () => {
    client.state.writable = false;
    client.backend.commit({ count: 1 });
    await client.run();
    client.backend.commit({ count: 2 });
    await client.run();
    expect(client.taken()).toEqual([]);
    expect(client.backend.queriedAt).toEqual([]);
    client.drain();
    await client.run();
    expect(newsOf(only(client.taken()))).toEqual([[0, 2]]);
  });

  it("a fault while running a query → the socket closes as 1011 and the fault is reported, not told", async () => {
    client.backend.query = () => Promise.reject(new Error("disk on fire"));
    client.backend.commit({ count: 1 });
    await client.run();
    expect(client.closes).toEqual([1011]);
    expect(client.taken()).toEqual([]);
    expect(String(client.faults[0])).toContain("disk on fire");
  });
});

describe("journals", () => {
  it("the journal sent in Add is used at the first run, the newest one ever after, even when nothing changed", async () => {
    const journals: (string | null | undefined)[] = [];
    const query = client.backend.query.bind(client.backend);
    client.backend.query = (call, caller, options) => {
      journals.push(options?.journal);
      return query(call, caller, options);
    };
    client.connect();
    client.backend.journal = "end:10";
    client.watch(0, 0, "orders:parity", { journal: "end:5" });
    await client.run();
    expect((only(client.taken()).modifications as Frame[])[0]).toMatchObject({ journal: "end:10", value: 0 });
    client.backend.journal = "end:12";
    client.backend.commit({ count: 2 });
    await client.run();
    expect(client.taken()).toEqual([]);
    client.backend.commit({ count: 3 });
    await client.run();
    expect(journals).toEqual(["end:5", "end:10", "end:12"]);
  });
});
