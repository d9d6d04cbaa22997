import { request as rawRequest } from "node:http";
import { connect as connectTcp } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { Served } from "../../../embedded/server/serve";
import { SESSION_ID } from "../sync/aSession";
import type { Frame } from "../sync/aSession";
import type { FakeBackend } from "../sync/fakeBackend";
import { anApp } from "./anApp";

let served: Served;
let backend: FakeBackend;
let open: WebSocket[];

beforeEach(async () => {
  ({ served, backend } = await anApp());
  open = [];
  backend.define("orders:count", ({ read }) => Number(read("count") ?? 0));
});
afterEach(async () => {
  for (const socket of open) socket.terminate();
  await served.close();
});

/** A socket with what it heard. */
async function aSocket(path = "/api/1.48.0/sync", url = served.url) {
  const socket = new WebSocket(url.replace("http", "ws") + path);
  open.push(socket);
  const frames: Frame[] = [];
  socket.on("message", (data: Buffer) => void frames.push(JSON.parse(data.toString()) as Frame));
  const closed = new Promise<number>((resolve) => void socket.once("close", resolve));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const say = (message: unknown) => socket.send(JSON.stringify(message));
  const connect = () => {
    say({ type: "Connect", sessionId: SESSION_ID, connectionCount: 0, lastCloseReason: null });
    say({
      type: "ModifyQuerySet",
      baseVersion: 0,
      newVersion: 1,
      modifications: [{ type: "Add", queryId: 0, udfPath: "orders:count", args: [{}] }],
    });
  };
  return { socket, frames, closed, say, connect };
}

/** Somebody who minds his own business while another misbehaves. */
async function aBystander() {
  const bystander = await aSocket();
  bystander.connect();
  await vi.waitFor(() => expect(bystander.frames).toHaveLength(1));
  return {
    newest: () => (bystander.frames.at(-1)?.modifications as { value: unknown }[] | undefined)?.at(-1)?.value,
    async isUndisturbed() {
      backend.commit({ count: 7 });
      await vi.waitFor(() => expect(bystander.frames).toHaveLength(2));
      expect(bystander.frames[1]).toMatchObject({ modifications: [{ queryId: 0, value: 7 }] });
    },
  };
}

describe("frames that are not of the protocol", () => {
  const rows: [string, string | Buffer, boolean, string][] = [
    ["no JSON", "}{", false, "Received a message that is not JSON"],
    ["a list", "[]", false, "The message must be an object"],
    ["an unknown type", '{"type":"Explode"}', false, "Received a message of unknown type"],
    ["a binary frame", Buffer.from("{}"), true, "Messages must be text"],
    ["a million open brackets", "[".repeat(1_000_000), false, "Received a message that is not JSON"],
    [
      "a message before Connect",
      '{"type":"Event","eventType":"x","event":{}}',
      false,
      "The first message must be Connect",
    ],
  ];
  it.each(rows)("%s → FatalError and the end, for this client alone", async (_name, data, binary, error) => {
    const bystander = await aBystander();
    const { socket, frames, closed } = await aSocket();
    socket.send(data, { binary });
    expect(await closed).toBe(1008);
    expect(frames).toEqual([{ type: "FatalError", error }]);
    await bystander.isUndisturbed();
  });

  it("bad UTF-8 → 1007", async () => {
    const bystander = await aBystander();
    const { socket, closed } = await aSocket();
    socket.send(Buffer.from([0xff, 0xfe, 0xfd]), { binary: false });
    expect(await closed).toBe(1007);
    await bystander.isUndisturbed();
  });

  it("a frame beyond 64 MiB → 1009", async () => {
    const bystander = await aBystander();
    const { socket, closed } = await aSocket();
    socket.on("error", () => undefined);
    socket.send(Buffer.alloc(64 * 1024 * 1024 + 1, 32), { binary: false });
    expect([1009, 1006]).toContain(await closed);
    await bystander.isUndisturbed();
  });

  it("bytes that are no WebSocket at all → that connection alone", async () => {
    const bystander = await aBystander();
    const { socket, closed } = await aSocket();
    (socket as unknown as { _socket: { write(data: Buffer): void } })._socket.write(Buffer.from([0xff, 0xff, 0, 0]));
    await closed;
    await bystander.isUndisturbed();
  });
});

describe("addresses", () => {
  it.each(["/api/1.48.0/sync", "/api/0.0.1-alpha/sync", "/api/sync", "/api/1.48.0/sync?x=1"])("%s", async (path) => {
    const { frames, connect } = await aSocket(path);
    connect();
    await vi.waitFor(() => expect(frames).toHaveLength(1));
  });

  it.each(["/sync", "/api/1.48.0/other", "/api/a/b/sync", "//", "/api/%ff/x"])("%s → 404", async (path) => {
    const { hostname, port } = new URL(served.url);
    const status = await new Promise((resolve, reject) => {
      const asking = rawRequest({
        hostname,
        port,
        path,
        headers: {
          Connection: "Upgrade",
          Upgrade: "websocket",
          "Sec-WebSocket-Version": "13",
          "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
      });
      asking.on("response", (response) => resolve(response.statusCode));
      asking.on("error", reject);
      asking.end();
    });
    expect(status).toBe(404);
  });

  it("an upgrade that is cut off in the middle disturbs nobody", async () => {
    const bystander = await aBystander();
    const { hostname, port } = new URL(served.url);
    await new Promise<void>((resolve) => {
      const socket = connectTcp(Number(port), hostname, () => {
        socket.write("GET /api/1.48.0/sync HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
        socket.destroy();
        resolve();
      });
    });
    await bystander.isUndisturbed();
  });
});

describe("liveness", () => {
  it("silence towards the client → Ping; silence from it → dropped", async () => {
    const { served: lively, backend: other } = await anApp({
      liveness: { pingAfterMs: 40, socketPingEveryMs: 20, dropAfterMs: 200 },
    });
    other.define("orders:count", () => 0);
    try {
      const talking = await aSocket("/api/sync", lively.url);
      const mute = await aSocket("/api/sync", lively.url);
      // One answers pings as every client does, the other reads nothing any more.
      (mute.socket as unknown as { _socket: { pause(): void } })._socket.pause();
      await vi.waitFor(() => expect(talking.frames.filter(({ type }) => type === "Ping").length).toBeGreaterThan(1));
      await vi.waitFor(async () => {
        expect(await (await fetch(`${lively.url}/metrics`)).text()).toContain("backend_connections 1\n");
      });
      expect(talking.socket.readyState).toBe(WebSocket.OPEN);
    } finally {
      await lively.close();
    }
  });

  it("a reader that never drains costs one transition, not one per commit; others go on", async () => {
    backend.define("orders:export", ({ read }) => `${String(read("count"))} ${"x".repeat(4_000_000)}`);
    const bystander = await aBystander();
    const slow = await aSocket();
    slow.connect();
    await vi.waitFor(() => expect(slow.frames).toHaveLength(1));
    (slow.socket as unknown as { _socket: { pause(): void } })._socket.pause();
    slow.say({
      type: "ModifyQuerySet",
      baseVersion: 1,
      newVersion: 2,
      modifications: [{ type: "Add", queryId: 1, udfPath: "orders:export", args: [{}] }],
    });
    await vi.waitFor(() => expect(backend.executed.filter((path) => path === "orders:export").length).toBe(1));
    for (let count = 100; count < 130; count++) {
      backend.commit({ count });
      await new Promise((resolve) => setImmediate(resolve));
    }
    // A few megabytes fit into the buffers between the two ends; thirty times four do not.
    expect(backend.executed.filter((path) => path === "orders:export").length).toBeLessThan(10);
    await vi.waitFor(() => expect(bystander.newest()).toBe(129));
    (slow.socket as unknown as { _socket: { resume(): void } })._socket.resume();
    await vi.waitFor(() => {
      const news = (slow.frames.at(-1)?.modifications ?? []) as { value: unknown }[];
      expect(news.some(({ value }) => String(value).startsWith("129 "))).toBe(true);
    });
  });
});

describe("shutdown", () => {
  it("says 1001 to everybody and frees the port", async () => {
    const { served: other, backend: app } = await anApp();
    app.define("orders:count", () => 0);
    const { closed, connect, frames } = await aSocket("/api/1.48.0/sync", other.url);
    connect();
    await vi.waitFor(() => expect(frames).toHaveLength(1));
    await other.close();
    expect(await closed).toBe(1001);
    expect(app.watching()).toBe(0);
    await expect(fetch(other.url)).rejects.toThrow();
  });
});
