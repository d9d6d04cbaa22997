import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { ConvexError } from "convex/values";
import type { Value } from "convex/values";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket as NodeWebSocket } from "ws";
import type { Served } from "../../../embedded/server/serve";
import { AuthFailure } from "../../../embedded/executor/contract";
import { ADMIN_KEY, callerNamed, FakeConvexError } from "../sync/fakeBackend";
import type { FakeBackend } from "../sync/fakeBackend";
import { anApp } from "./anApp";

const quiet = { logger: false, skipConvexDeploymentUrlCheck: true, unsavedChangesWarning: false } as const;
/** An unsigned token: what it stands for is the fake backend's table; the client reads its times only. */
const aToken = (subject: string) => {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ sub: subject, iat: nowSeconds, exp: nowSeconds + 3600 })}.signature`;
};

type Args = Record<string, Value>;
const query = (name: string) => makeFunctionReference<"query", Args, Value>(name);
const mutation = (name: string) => makeFunctionReference<"mutation", Args, Value>(name);
const action = (name: string) => makeFunctionReference<"action", Args, Value>(name);

let served: Served;
let backend: FakeBackend;
let clients: ConvexClient[];
let sockets: NodeWebSocket[];

beforeEach(async () => {
  ({ served, backend } = await anApp());
  clients = [];
  sockets = [];
  backend
    .define("orders:count", ({ read }) => Number(read("count") ?? 0))
    .define("orders:launch", ({ read, write }) => {
      const count = Number(read("count") ?? 0) + 1;
      write("count", count);
      return count;
    })
    .define("orders:touch", () => "untouched")
    .define("orders:refuse", () => {
      throw new FakeConvexError({ code: "insufficient_stock", available: 0 });
    })
    .define("people:me", ({ caller }) => caller.identity?.subject ?? null)
    .define("orders:slip", ({ args }) => `slip of ${String(args.code)}`);
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  for (const { path } of backend.files.values())
    await import("node:fs/promises").then((fs) => fs.rm(path, { force: true }));
  await served.close();
});

function aClient(): ConvexClient {
  class RecordedSocket extends NodeWebSocket {
    constructor(address: string) {
      super(address);
      sockets.push(this);
    }
  }
  const client = new ConvexClient(served.url, {
    ...quiet,
    webSocketConstructor: RecordedSocket as unknown as typeof WebSocket,
  });
  clients.push(client);
  return client;
}

function watch(client: ConvexClient, watched: ReturnType<typeof query>) {
  const seen: unknown[] = [];
  client.onUpdate(
    watched,
    {},
    (value) => void seen.push(value),
    (error) => void seen.push(error),
  );
  return seen;
}

describe("ConvexClient over a real socket", () => {
  it("sees what another client changed", async () => {
    const seen = watch(aClient(), query("orders:count"));
    await vi.waitFor(() => expect(seen).toEqual([0]));
    await aClient().mutation(mutation("orders:launch"), {});
    await vi.waitFor(() => expect(seen).toEqual([0, 1]));
  });

  it("has the new value when its own mutation resolves", async () => {
    const client = aClient();
    const seen = watch(client, query("orders:count"));
    await vi.waitFor(() => expect(seen).toEqual([0]));
    expect(await client.mutation(mutation("orders:launch"), {})).toBe(1);
    expect(seen).toEqual([0, 1]);
  });

  it("replaces an optimistic update by the real value without going back or doubling", async () => {
    const client = aClient();
    const seen = watch(client, query("orders:count"));
    await vi.waitFor(() => expect(seen).toEqual([0]));
    for (let round = 1; round <= 20; round++) {
      await client.mutation(
        mutation("orders:launch"),
        {},
        {
          optimisticUpdate: (store) => {
            const count = store.getQuery(query("orders:count"), {}) as number;
            store.setQuery(query("orders:count"), {}, count + 1);
          },
        },
      );
    }
    // Optimistic 1, real 1, optimistic 2 …: a doubled update would show 2 too early and then go back to 1.
    const values = seen as number[];
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect([...new Set(values)]).toEqual(Array.from({ length: 21 }, (_, count) => count));
  });

  it("rolls an optimistic update back when the mutation fails", async () => {
    const client = aClient();
    const seen = watch(client, query("orders:count"));
    await vi.waitFor(() => expect(seen).toEqual([0]));
    const refused = client.mutation(
      mutation("orders:refuse"),
      {},
      { optimisticUpdate: (store) => store.setQuery(query("orders:count"), {}, 7) },
    );
    await expect(refused).rejects.toThrow(ConvexError);
    await vi.waitFor(() => expect(seen).toEqual([0, 7, 0]));
  });

  it("resolves a mutation that changes nothing", async () => {
    const client = aClient();
    expect(await client.mutation(mutation("orders:touch"), {})).toBe("untouched");
    watch(client, query("orders:count"));
    expect(await client.mutation(mutation("orders:touch"), {})).toBe("untouched");
  });

  it("hands the data of a ConvexError through mutation, action and query", async () => {
    const client = aClient();
    const data = { code: "insufficient_stock", available: 0 };
    await expect(client.mutation(mutation("orders:refuse"), {})).rejects.toMatchObject({ data });
    await expect(client.action(action("orders:refuse"), {})).rejects.toMatchObject({ data });
    await expect(client.query(query("orders:refuse"), {})).rejects.toMatchObject({ data });
  });

  it("takes a result of more than 5 MB in chunks, without harm to characters outside the BMP", async () => {
    const long = "🛍️ç".repeat(1_700_000);
    backend.define("orders:export", () => long);
    const client = aClient();
    const seen = watch(client, query("orders:export"));
    await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 20_000, interval: 20 });
    expect(seen[0] === long).toBe(true);
  });

  it("applies a mutation once when the socket dies between commit and answer, and resolves it", async () => {
    const client = aClient();
    const seen = watch(client, query("orders:count"));
    await vi.waitFor(() => expect(seen).toEqual([0]));
    backend.hold("answer");
    const arrived = backend.arrived("answer");
    const launched = client.mutation(mutation("orders:launch"), {});
    await arrived;
    sockets.at(-1)?.terminate();
    backend.release("answer");
    expect(await launched).toBe(1);
    expect(backend.executed.filter((path) => path === "orders:launch")).toHaveLength(1);
    expect(seen.at(-1)).toBe(1);
  });

  it("sends its queries again after a reconnect and goes on", async () => {
    const client = aClient();
    const seen = watch(client, query("orders:count"));
    await vi.waitFor(() => expect(seen).toEqual([0]));
    sockets.at(-1)?.terminate();
    await vi.waitFor(() => expect(sockets.length).toBe(2), { timeout: 10_000 });
    backend.commit({ count: 41 });
    await vi.waitFor(() => expect(seen.at(-1)).toBe(41), { timeout: 10_000 });
    expect(await client.mutation(mutation("orders:launch"), {})).toBe(42);
  });

  it("rejects an action that was running when the socket died", async () => {
    const client = aClient();
    backend.hold("action");
    const arrived = backend.arrived("action");
    const acting = client.action(action("orders:slip"), { code: "C151" });
    await arrived;
    const rejected = expect(acting).rejects.toThrow("Connection lost while action was in flight");
    sockets.at(-1)?.terminate();
    await rejected;
    backend.release("action");
    expect(await client.action(action("orders:slip"), { code: "C151" })).toBe("slip of C151");
  });
});

describe("ConvexClient and identity", () => {
  it("re-runs queries as the new person on sign-in and as nobody on sign-out", async () => {
    const token = aToken("ana");
    backend.tokens.set(token, { caller: callerNamed("ana") });
    const client = aClient();
    const seen = watch(client, query("people:me"));
    await vi.waitFor(() => expect(seen).toEqual([null]));
    const states: boolean[] = [];
    client.setAuth(
      () => Promise.resolve(token),
      (isAuthenticated) => void states.push(isAuthenticated),
    );
    await vi.waitFor(() => expect(seen).toEqual([null, "ana"]));
    await vi.waitFor(() => expect(states).toEqual([true]));
    client.client.clearAuth();
    await vi.waitFor(() => expect(seen).toEqual([null, "ana", null]));
  });

  it("asks for a fresh token when one is refused, and uses it", async () => {
    const [stale, fresh] = [aToken("stale"), aToken("ana")];
    backend.tokens.set(stale, { failure: new AuthFailure("Unauthenticated", "The token has expired") });
    backend.tokens.set(fresh, { caller: callerNamed("ana") });
    const client = aClient();
    const seen = watch(client, query("people:me"));
    client.setAuth(({ forceRefreshToken }) => Promise.resolve(forceRefreshToken ? fresh : stale));
    await vi.waitFor(() => expect(seen.at(-1)).toBe("ana"), { timeout: 10_000 });
    expect(backend.executed).not.toContain("people:stale");
  });

  it("gives up signing in, not the connection, when no token is good", async () => {
    const client = aClient();
    const states: boolean[] = [];
    client.setAuth(
      () => Promise.resolve(aToken("nobody")),
      (isAuthenticated) => void states.push(isAuthenticated),
    );
    await vi.waitFor(() => expect(states.at(-1)).toBe(false), { timeout: 10_000 });
    expect(await client.mutation(mutation("orders:touch"), {})).toBe("untouched");
  });

  it("renews a token found expired at a mutation, which then succeeds as the same person", async () => {
    const [first, second] = [aToken("first"), aToken("second")];
    const running = { ...callerNamed("ana", Date.now() + 3_600_000) };
    backend.tokens.set(first, { caller: running });
    backend.tokens.set(second, { caller: callerNamed("ana", Date.now() + 3_600_000) });
    const client = aClient();
    const states: boolean[] = [];
    let isOver = false;
    client.setAuth(
      () => Promise.resolve(isOver ? second : first),
      (isAuthenticated) => void states.push(isAuthenticated),
    );
    await vi.waitFor(() => expect(states).toEqual([true]));
    expect(await client.mutation(mutation("people:me"), {})).toBe("ana");
    isOver = true;
    running.expiresAt = Date.now() - 1;
    expect(await client.mutation(mutation("people:me"), {})).toBe("ana");
    expect(await (await fetch(`${served.url}/metrics`)).text()).toContain("backend_auth_errors 1\n");
  });
});

describe("ConvexHttpClient", () => {
  it("queries, mutates and acts; errors carry their data", async () => {
    const client = new ConvexHttpClient(served.url, quiet);
    expect(await client.query(query("orders:count"), {})).toBe(0);
    expect(await client.mutation(mutation("orders:launch"), {})).toBe(1);
    expect(await client.action(action("orders:slip"), { code: "C151" })).toBe("slip of C151");
    await expect(client.mutation(mutation("orders:refuse"), {})).rejects.toMatchObject({
      data: { code: "insufficient_stock", available: 0 },
    });
    await expect(client.query(query("orders:nowhere"), {})).rejects.toThrow(
      "Could not find public function for 'orders:nowhere'",
    );
  });

  it("carries int64, bytes, NaN and negative zero both ways", async () => {
    backend.define("orders:echo", ({ args }) => args.value);
    const client = new ConvexHttpClient(served.url, quiet);
    const value = { big: -(2n ** 63n), bytes: new Uint8Array([0, 255]).buffer, nan: NaN, zero: -0 };
    expect(await client.query(query("orders:echo"), { value })).toEqual(value);
  });

  it("is somebody with a token, the operator with the admin key, and refused with a bad one", async () => {
    const token = aToken("ana");
    backend.tokens.set(token, { caller: callerNamed("ana") });
    const client = new ConvexHttpClient(served.url, quiet);
    client.setAuth(token);
    expect(await client.query(query("people:me"), {})).toBe("ana");
    client.setAuth("forged");
    await expect(client.query(query("people:me"), {})).rejects.toThrow("InvalidAuthHeader");
    const asAdmin = client as unknown as {
      setAdminAuth(key: string, actingAs?: Record<string, string>): void;
      function(path: string, component: undefined, args: Record<string, unknown>): Promise<unknown>;
    };
    asAdmin.setAdminAuth(ADMIN_KEY, { issuer: "https://auth.lojademo.test", subject: "bia" });
    expect(await client.query(query("people:me"), {})).toBe("bia");
    expect(await asAdmin.function("people:me", undefined, {})).toBe("bia");
    asAdmin.setAdminAuth("wrong");
    await expect(client.query(query("people:me"), {})).rejects.toThrow("BadAdminKey");
  });
});
