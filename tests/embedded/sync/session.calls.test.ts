import { beforeEach, describe, expect, it } from "vitest";
import { decodeTs, encodeTs } from "../../../embedded/sync/protocol";
import { kinds, type Client, withApp } from "./ordersApp";
import type { Frame } from "./aSession";
import { aSession, newsOf, ORIGIN, versionsOf } from "./aSession";

let client: Client;

beforeEach(() => {
  client = withApp(aSession());
});

describe("mutations", () => {
  beforeEach(async () => {
    client.connect();
    client.watch(0, 0, "orders:count");
    await client.run();
    client.taken();
  });

  it("answered before the transition that shows the effect, which follows", async () => {
    client.mutate(0, "orders:launch");
    await client.run();
    const [response, transition, ...more] = client.taken() as [Frame, Frame];
    expect(more).toEqual([]);
    expect(response).toEqual({
      type: "MutationResponse",
      requestId: 0,
      success: true,
      result: "launched",
      ts: encodeTs(1010n),
      logLines: [],
    });
    expect(newsOf(transition)).toEqual([[0, 1]]);
    expect(versionsOf(transition)[1]).toBe("1/0@1010");
  });

  it("one that changes nothing watched → still followed by a transition up to its timestamp", async () => {
    client.mutate(0, "orders:touch");
    await client.run();
    const [response, transition, ...more] = client.taken() as [Frame, Frame];
    expect(more).toEqual([]);
    expect(newsOf(transition)).toEqual([]);
    const endTs = (transition.endVersion as { ts: string }).ts;
    expect(decodeTs(endTs) >= decodeTs(response.ts as string)).toBe(true);
  });

  it("failed → null timestamp, the error's data, and a transition", async () => {
    client.mutate(0, "orders:refuse");
    await client.run();
    const frames = client.taken();
    expect(kinds(frames)).toEqual(["MutationResponse", "Transition"]);
    expect(frames[0]).toEqual({
      type: "MutationResponse",
      requestId: 0,
      success: false,
      result: "Uncaught ConvexError",
      ts: null,
      errorData: { code: "insufficient_stock" },
      logLines: [],
    });
  });

  it("several → one at a time, in the order of arrival", async () => {
    client.backend.hold("orders:touch");
    client.mutate(0, "orders:touch");
    client.mutate(1, "orders:launch");
    client.mutate(2, "orders:launch");
    await client.run();
    expect(client.backend.executed.filter((path) => path === "orders:launch")).toEqual([]);
    expect(client.taken()).toEqual([]);
    client.backend.release("orders:touch");
    await client.run();
    const responses = client.taken().filter(({ type }) => type === "MutationResponse");
    expect(responses.map(({ requestId }) => requestId)).toEqual([0, 1, 2]);
  });

  it("in every interleaving with foreign commits and slow queries, answers lead their transitions", async () => {
    for (let round = 0; round < 40; round++) {
      const other = withApp(aSession());
      other.connect();
      other.watch(0, 0, "orders:count");
      await other.run();
      other.taken();
      // A small deterministic shuffle of what happens when.
      const dice = (sides: number) => ((round * 7919 + other.backend.executed.length * 104729) % 97) % sides;
      for (let step = 0; step < 6; step++) {
        if (dice(3) === 0) other.backend.commit({ count: step * 10 });
        if (dice(2) === 0) other.backend.hold("query");
        other.mutate(step, "orders:launch");
        if (dice(4) > 1) await other.settle();
        if (dice(5) > 2) other.backend.commit({ total: step });
        await other.run();
        other.backend.release("query");
        await other.run();
      }
      const passed = new Set<number>();
      let shownTs = 1000n;
      const owed: bigint[] = [];
      for (const frame of other.taken()) {
        if (frame.type === "MutationResponse") {
          const ts = decodeTs(frame.ts as string);
          expect(ts > shownTs).toBe(true);
          owed.push(ts);
          passed.add(frame.requestId as number);
        } else {
          expect(decodeTs((frame.startVersion as { ts: string }).ts)).toBe(shownTs);
          shownTs = decodeTs((frame.endVersion as { ts: string }).ts);
        }
      }
      expect(passed.size).toBe(6);
      expect(owed.every((ts) => ts <= shownTs)).toBe(true);
    }
  });

  it("sent again under the same key → answered from the record, and a transition follows", async () => {
    client.mutate(0, "orders:launch");
    await client.run();
    client.session.onClosed();
    const again = withApp(aSession({ backend: client.backend }));
    again.connect({ connectionCount: 1 });
    again.watch(0, 0, "orders:count");
    again.mutate(0, "orders:launch");
    await again.run();
    const frames = again.taken();
    expect(frames.find(({ type }) => type === "MutationResponse")).toMatchObject({ success: true, result: "launched" });
    expect(frames.at(-1)?.type).toBe("Transition");
    expect(client.backend.executed.filter((path) => path === "orders:launch")).toHaveLength(1);
  });

  it("more than 1000 in line → closed as overloaded, to be tried again", async () => {
    client.backend.hold("mutation");
    for (let requestId = 0; requestId <= 1001; requestId++) client.mutate(requestId, "orders:touch");
    await client.run();
    expect(client.closes).toEqual([1013]);
    expect(kinds(client.taken())).not.toContain("FatalError");
  });

  it("for a slow reader → wait until it drains", async () => {
    client.state.writable = false;
    client.mutate(0, "orders:launch");
    await client.run();
    expect(client.backend.executed).not.toContain("orders:launch");
    client.drain();
    await client.run();
    expect(kinds(client.taken())).toEqual(["MutationResponse", "Transition"]);
  });

  it("after the socket is lost → those waiting are dropped, the one running ends unheard", async () => {
    client.backend.hold("mutation");
    client.mutate(0, "orders:launch");
    client.mutate(1, "orders:launch");
    await client.run();
    client.session.onClosed();
    client.backend.release("mutation");
    await client.run();
    expect(client.taken()).toEqual([]);
    expect(client.backend.executed.filter((path) => path === "orders:launch")).toHaveLength(1);
    expect(client.backend.watching()).toBe(0);
  });
});

describe("actions", () => {
  it("run beside each other and beside mutations, each answered when it is done", async () => {
    client.connect();
    client.backend.define("orders:slow", () => "slow").define("orders:fast", () => "fast");
    client.backend.hold("orders:slow");
    client.act(0, "orders:slow");
    client.act(1, "orders:fast");
    client.mutate(2, "orders:touch");
    await client.run();
    const before = client.taken().filter(({ type }) => type !== "Transition");
    expect(before.map(({ type, requestId }) => [type, requestId])).toEqual([
      ["ActionResponse", 1],
      ["MutationResponse", 2],
    ]);
    client.backend.release("orders:slow");
    await client.run();
    expect(client.backend.origins).toEqual([ORIGIN, ORIGIN, ORIGIN]);
    const frames = client.taken();
    expect(frames[0]).toEqual({ type: "ActionResponse", requestId: 0, success: true, result: "slow", logLines: [] });
    expect(frames[1]?.type).toBe("Transition");
  });

  it("more than 32 at a time → the rest wait for their turn, and for a slow reader", async () => {
    client.connect();
    client.backend.define("orders:slip", () => "slip");
    client.backend.hold("action");
    const started = () => client.backend.origins.length;
    for (let requestId = 0; requestId < 40; requestId++) client.act(requestId, "orders:slip");
    await client.run();
    expect(started()).toBe(32);
    client.state.writable = false;
    client.backend.release("action");
    await client.run();
    expect(started()).toBe(32);
    client.drain();
    await client.run();
    expect(client.taken().filter(({ type }) => type === "ActionResponse")).toHaveLength(40);
  });

  it("more than 1000 waiting → closed as overloaded", async () => {
    client.connect();
    client.backend.hold("action");
    for (let requestId = 0; requestId < 1_040; requestId++) client.act(requestId, "orders:touch");
    await client.run();
    expect(client.closes).toEqual([1013]);
  });
});

describe("arguments that pile up", () => {
  it("stop the client from being read, until they are worked off", async () => {
    client.connect();
    client.backend.hold("mutation");
    const args = [{ text: "x".repeat(1_000_000) }];
    for (let requestId = 0; requestId < 12; requestId++)
      client.say({ type: "Mutation", requestId, udfPath: "orders:touch", args });
    await client.run();
    expect(client.listening).toEqual([false]);
    client.backend.release("mutation");
    await client.run();
    expect(client.listening).toEqual([false, true]);
    expect(client.taken().filter(({ type }) => type === "MutationResponse")).toHaveLength(12);
  });
});
