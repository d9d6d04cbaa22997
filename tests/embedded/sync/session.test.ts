import { beforeEach, describe, expect, it } from "vitest";
import { AuthFailure } from "../../../embedded/executor/contract";
import { encodeTs } from "../../../embedded/sync/protocol";
import { kinds, only, type Client, withApp } from "./ordersApp";
import type { Frame } from "./aSession";
import { aSession, newsOf, SESSION_ID, versionsOf } from "./aSession";
import { ADMIN_KEY, callerNamed } from "./fakeBackend";

let client: Client;

beforeEach(() => {
  client = withApp(aSession());
});

describe("identity", () => {
  beforeEach(async () => {
    client.backend.tokens.set("ana", { caller: callerNamed("ana") });
    client.backend.tokens.set("bia", { caller: callerNamed("bia") });
    client.backend.tokens.set("old", { failure: new AuthFailure("Unauthenticated", "The token has expired") });
    client.connect();
    client.watch(0, 0, "people:me");
    client.watch(1, 1, "orders:count");
    await client.run();
    client.taken();
  });

  it("accepted → identity + 1, all queries run again, only changed results are sent", async () => {
    client.signIn(0, "ana");
    await client.run();
    const frame = only(client.taken());
    expect(versionsOf(frame)).toEqual(["2/0@1000", "2/1@1000"]);
    expect(newsOf(frame)).toEqual([[0, "ana"]]);
  });

  it("what arrives while a token is being checked waits its turn and runs as the new person", async () => {
    client.backend.hold("authenticate");
    client.signIn(0, "ana");
    client.mutate(0, "people:me");
    client.watch(2, 2, "people:me");
    client.signIn(1, "bia");
    client.mutate(1, "people:me");
    await client.run();
    expect(client.taken()).toEqual([]);
    client.backend.release("authenticate");
    await client.run();
    const results = client.taken().filter(({ type }) => type === "MutationResponse");
    expect(results.map(({ result }) => result)).toEqual(["ana", "bia"]);
  });

  it("refused → AuthError with the current version, then closed without a code; nothing behind it runs", async () => {
    client.signIn(0, "ana");
    await client.run();
    client.taken();
    client.signIn(1, "old");
    client.mutate(0, "orders:launch");
    await client.run();
    expect(client.taken()).toEqual([
      {
        type: "AuthError",
        error: "Unauthenticated: The token has expired",
        baseVersion: 1,
        authUpdateAttempted: true,
      },
    ]);
    expect(client.closes).toEqual(["no code"]);
    expect(client.backend.executed).not.toContain("orders:launch");
  });

  it("a check that fails for a reason of ours → 1011, not AuthError", async () => {
    client.backend.authenticate = () => Promise.reject(new Error("disk on fire"));
    client.signIn(0, "ana");
    await client.run();
    expect(client.taken()).toEqual([]);
    expect(client.closes).toEqual([1011]);
  });

  it.each(["mutation", "action", "transition"])("run out, noticed at the next %s → AuthError, closed", async (kind) => {
    const expiresAt = client.state.now + 1000;
    client.backend.tokens.set("brief", { caller: callerNamed("ana", expiresAt) });
    client.signIn(0, "brief");
    await client.run();
    client.taken();
    client.state.now = expiresAt + 1;
    await client.run();
    expect(client.closes).toEqual([]);
    client.backend.executed.length = 0;
    if (kind === "mutation") client.mutate(0, "orders:launch");
    else if (kind === "action") client.act(0, "orders:touch");
    else client.backend.commit({ count: 9 });
    await client.run();
    expect(client.taken()).toEqual([
      {
        type: "AuthError",
        error: "Unauthenticated: the token has expired",
        baseVersion: 1,
        authUpdateAttempted: false,
      },
    ]);
    expect(client.closes).toEqual(["no code"]);
    expect(client.backend.executed).toEqual([]);
  });

  it("run out while its successor is being checked → waits for the successor", async () => {
    const expiresAt = client.state.now + 1000;
    client.backend.tokens.set("brief", { caller: callerNamed("ana", expiresAt) });
    client.signIn(0, "brief");
    await client.run();
    client.taken();
    client.backend.hold("authenticate");
    client.signIn(1, "bia");
    client.state.now = expiresAt + 1;
    client.backend.commit({ count: 9 });
    await client.run();
    expect(client.closes).toEqual([]);
    client.backend.release("authenticate");
    await client.run();
    expect(newsOf(only(client.taken()))).toEqual([
      [0, "bia"],
      [1, 9],
    ]);
  });

  it("signed out → nobody again", async () => {
    client.signIn(0, "ana");
    await client.run();
    client.taken();
    client.say({ type: "Authenticate", baseVersion: 1, tokenType: "None" });
    await client.run();
    expect(newsOf(only(client.taken()))).toEqual([[0, null]]);
  });

  it("the operator acting as a person → that person; a wrong key → AuthError", async () => {
    const impersonating = { issuer: "https://auth.lojademo.test", subject: "carla" };
    client.say({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value: ADMIN_KEY, impersonating });
    await client.run();
    expect(newsOf(only(client.taken()))).toEqual([[0, "carla"]]);
    client.say({ type: "Authenticate", baseVersion: 1, tokenType: "Admin", value: "guess" });
    await client.run();
    expect(only(client.taken())).toMatchObject({ type: "AuthError", authUpdateAttempted: true });
    expect(client.closes).toEqual(["no code"]);
  });
});

describe("protocol errors end this client alone", () => {
  const situations: [string, (client: Client) => void, string][] = [
    ["a message before Connect", (c) => c.mutate(0, "orders:touch"), "The first message must be Connect"],
    ["Connect twice", (c) => (c.connect(), c.connect()), "Connect was sent twice"],
    [
      "a query set from another version",
      (c) => (c.connect(), c.watch(1, 0, "orders:count")),
      "BaseVersionMismatch: query set version 1 where 0 was expected",
    ],
    [
      "a query set that does not advance",
      (c) => (c.connect(), c.say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 0, modifications: [] })),
      "The new query set version must be above the old one",
    ],
    [
      "the same query twice",
      (c) => (c.connect(), c.watch(0, 7, "orders:count"), c.watch(1, 7, "orders:count")),
      "Query 7 was added twice",
    ],
    ["removing an unknown query", (c) => (c.connect(), c.unwatch(0, 7)), "Query 7 was removed but is not there"],
    [
      "an identity from another version",
      (c) => (c.connect(), c.say({ type: "Authenticate", baseVersion: 3, tokenType: "None" })),
      "BaseVersionMismatch: identity version 3 where 0 was expected",
    ],
    [
      "a component's function",
      (c) => (
        c.connect(),
        c.say({ type: "Mutation", requestId: 0, udfPath: "a:b", args: [{}], componentPath: "rateLimiter" })
      ),
      "Functions of components cannot be called by a client",
    ],
    ["no JSON", (c) => (c.connect(), c.session.onMessage("}{")), "Received a message that is not JSON"],
  ];

  it.each(situations)("%s → FatalError, closed", async (_name, act, error) => {
    act(client);
    await client.run();
    expect(client.taken()).toEqual([{ type: "FatalError", error }]);
    expect(client.closes).toEqual([1008]);
    client.connect();
    await client.run();
    expect(client.taken()).toEqual([]);
  });

  it("a client that has seen a newer database → closed as a fault, so that it may try again", async () => {
    client.connect({ maxObservedTimestamp: encodeTs(1001n) });
    await client.run();
    expect(client.closes).toEqual([1011]);
    expect(client.taken()).toEqual([]);
  });

  it("a client that has seen exactly our newest timestamp → welcome", async () => {
    client.connect({ maxObservedTimestamp: encodeTs(1000n), sessionId: SESSION_ID.toUpperCase() });
    client.watch(0, 0, "orders:count");
    await client.run();
    expect(newsOf(only(client.taken()))).toEqual([[0, 0]]);
  });
});

describe("frames", () => {
  it("a transition tells the client's clock skew and the server's time in nanoseconds", async () => {
    client.connect({ clientTs: client.state.now - 12 });
    client.watch(0, 0, "orders:count");
    await client.run();
    expect(only(client.taken())).toMatchObject({ clientClockSkew: -12, serverTs: client.state.now * 1e6 });
  });

  it("more than 5 MB → chunks in a row that make up the transition; old clients get it whole", async () => {
    const long = "x".repeat(11_000_000);
    const old = withApp(aSession({ acceptsChunks: false }));
    for (const each of [client, old]) {
      each.backend.define("orders:export", () => long);
      each.connect();
      each.watch(0, 0, "orders:export");
      await each.run();
    }
    const chunks = client.taken();
    expect(kinds(chunks)).toEqual(["TransitionChunk", "TransitionChunk", "TransitionChunk"]);
    expect(chunks.map(({ partNumber, totalParts }) => [partNumber, totalParts])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    expect(new Set(chunks.map(({ transitionId }) => transitionId)).size).toBe(1);
    const whole = JSON.parse(chunks.map(({ chunk }) => chunk as string).join("")) as Frame;
    expect(newsOf(whole)).toEqual([[0, long]]);
    expect(newsOf(only(old.taken()))).toEqual([[0, long]]);
  });
});
