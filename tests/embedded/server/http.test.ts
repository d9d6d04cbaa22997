import { request as rawRequest } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AuthFailure } from "../../../embedded/executor/contract";
import type { HttpActionRequest } from "../../../embedded/executor/contract";
import { createLog } from "../../../embedded/server/log";
import type { Served } from "../../../embedded/server/serve";
import { serve } from "../../../embedded/server/serve";
import { ADMIN_KEY, callerNamed, FakeConvexError } from "../sync/fakeBackend";
import type { FakeBackend } from "../sync/fakeBackend";
import { anApp } from "./anApp";

let served: Served;
let backend: FakeBackend;

beforeEach(async () => {
  ({ served, backend } = await anApp());
  backend
    .define("orders:echo", ({ args }) => args.value ?? args)
    .define("orders:launch", ({ write }) => write("count", 1))
    .define("admin/orders:list", () => ["order"])
    .define("people:me", ({ caller }) => caller.identity?.subject ?? null)
    .define("orders:refuse", () => {
      throw new FakeConvexError({ left: { $integer: "AwAAAAAAAAA=" } });
    });
  backend.tokens.set("ana", { caller: callerNamed("ana") });
});
afterEach(() => served.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${served.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const encoded = { format: "convex_encoded_json" };

describe("calling functions", () => {
  const special = {
    big: { $integer: "//////////8=" },
    bytes: { $bytes: "AP8=" },
    nan: { $float: "AAAAAAAA+H8=" },
    inf: { $float: "AAAAAAAA8P8=" },
    plain: [1.5, "a", null, { $notSpecial: { a: 1 } }],
  };

  it("encoded: the value as the function gave it", async () => {
    const answer = await post("/api/query", { path: "orders:echo", args: [{ value: special }], ...encoded });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({ status: "success", value: special });
  });

  it.each([undefined, "json", "convex_clean_json"])("format %s: the clean form", async (format) => {
    const answer = await post("/api/query", { path: "orders:echo", args: { value: special }, format });
    expect(await answer.json()).toEqual({
      status: "success",
      value: { big: "-1", bytes: "AP8=", nan: "NaN", inf: "-Infinity", plain: special.plain },
    });
  });

  it("by address, as GET", async () => {
    const search = new URLSearchParams({ path: "orders:echo", args: '{"value":7}', ...encoded });
    expect(await (await fetch(`${served.url}/api/query?${search}`)).json()).toEqual({ status: "success", value: 7 });
  });

  it("a ConvexError is a 200 with its data, in the asked format", async () => {
    const answer = await post("/api/mutation", { path: "orders:refuse", args: {} });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: "error",
      errorMessage: "Uncaught ConvexError",
      errorData: { left: "3" },
    });
  });

  it("several queries at one instant", async () => {
    const answer = await post("/api/query_batch", {
      queries: [
        { path: "orders:echo", args: { value: 1 }, ...encoded },
        { path: "orders:nowhere", args: {} },
      ],
    });
    expect(await answer.json()).toEqual({
      results: [
        { status: "success", value: 1 },
        { status: "error", errorMessage: "Could not find public function for 'orders:nowhere'" },
      ],
    });
    expect(backend.queriedAt).toEqual([backend.latestTs(), backend.latestTs()]);
  });

  it("mutations and actions know where they come from", async () => {
    const headers = { "User-Agent": "Chromium", "X-Forwarded-For": "6.6.6.6" };
    await post("/api/mutation", { path: "orders:launch", args: {} }, headers);
    await post("/api/action", { path: "orders:echo", args: {} }, headers);
    await post("/api/run/orders/echo", { args: {} }, headers);
    const origin = { ip: "127.0.0.1", userAgent: "Chromium" };
    expect(backend.origins).toEqual([origin, origin, origin]);
  });

  it("/api/query_ts tells the newest timestamp", async () => {
    const { ts } = (await (await post("/api/query_ts", "")).json()) as { ts: string };
    expect(Buffer.from(ts, "base64").readBigUInt64LE()).toBe(backend.latestTs());
  });

  it("/api/run names the function by its address", async () => {
    const answer = await post("/api/run/admin/orders/list", { args: {} });
    expect(await answer.json()).toEqual({ status: "success", value: ["order"] });
  });

  it("/api/function is the operator's alone", async () => {
    const call = { path: "people:me", args: {} };
    expect((await post("/api/function", call)).status).toBe(403);
    expect((await post("/api/function", call, { Authorization: "Bearer ana" })).status).toBe(403);
    expect(backend.executed).toEqual([]);
    const actingAs = Buffer.from(JSON.stringify({ issuer: "https://a.test", subject: "bia" })).toString("base64");
    const answer = await post("/api/function", call, { Authorization: `Convex ${ADMIN_KEY}:${actingAs}` });
    expect(await answer.json()).toEqual({ status: "success", value: "bia" });
  });

  const bad: [string, string, unknown, Record<string, string>, number, string][] = [
    ["no JSON", "/api/query", "{", {}, 400, "BadRequest"],
    ["a list", "/api/query", [], {}, 400, "BadRequest"],
    ["no path", "/api/query", { args: {} }, {}, 400, "BadRequest"],
    ["arguments that are a number", "/api/query", { path: "a:b", args: 5 }, {}, 400, "BadRequest"],
    ["an unknown format", "/api/query", { path: "a:b", args: {}, format: "xml" }, {}, 400, "BadRequest"],
    ["a component", "/api/query", { path: "a:b", args: {}, componentPath: "c" }, {}, 400, "BadRequest"],
    ["no function in the address", "/api/run/orders", { args: {} }, {}, 400, "BadRequest"],
    [
      "a token that is none",
      "/api/query",
      { path: "a:b", args: {} },
      { Authorization: "Bearer x" },
      401,
      "InvalidAuthHeader",
    ],
    [
      "an unknown scheme",
      "/api/query",
      { path: "a:b", args: {} },
      { Authorization: "Basic eA==" },
      401,
      "InvalidAuthHeader",
    ],
    ["a wrong admin key", "/api/query", { path: "a:b", args: {} }, { Authorization: "Convex x" }, 403, "BadAdminKey"],
    ["an unknown address", "/api/unknown", {}, {}, 404, "NotFound"],
  ];
  it.each(bad)("%s at %s → %s", async (_name, path, body, headers, status, code) => {
    const answer = await post(path, body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, message: expect.any(String) as string });
    expect(backend.executed).toEqual([]);
  });

  it("bad UTF-8 → 400", async () => {
    const body = Buffer.concat([Buffer.from('{"path":"'), Buffer.from([0xff, 0xfe]), Buffer.from('","args":{}}')]);
    expect((await fetch(`${served.url}/api/query`, { method: "POST", body })).status).toBe(400);
  });

  it("a body beyond the limit → 413, before it is read", async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const asking = rawRequest(`${served.url}/api/query`, { method: "POST" }, (response) =>
        resolve(response.statusCode),
      );
      asking.setHeader("Content-Length", 64 * 1024 * 1024);
      asking.on("error", reject);
      asking.write("{");
    });
    expect(answer).toBe(413);
  });

  it("__proto__ in a body pollutes nothing", async () => {
    await post("/api/query", '{"__proto__":{"path":"orders:echo"},"path":"orders:echo","args":{"__proto__":{"x":1}}}');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it("a fault of ours → 500 that tells nothing", async () => {
    backend.query = () => Promise.reject(new Error("secret path /var/data"));
    const answer = await post("/api/query", { path: "orders:echo", args: {} });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("secret");
  });
});

describe("plain routes", () => {
  it.each([
    ["/version", "0.1.0"],
    ["/instance_version", "0.1.0"],
    ["/instance_name", "loja-demo"],
    ["/health", '{"status":"ok"}'],
    ["/.well-known/jwks.json", '{"keys":[]}'],
    ["/", "This backend is running. Clients connect to this address.\n"],
  ])("%s", async (path, text) => {
    expect(await (await fetch(`${served.url}${path}`)).text()).toBe(text);
  });

  it("/metrics lists counters", async () => {
    const text = await (await fetch(`${served.url}/metrics`)).text();
    expect(text).toContain("backend_connections 0\n");
    expect(text).toContain("backend_query_updates 0\n");
  });

  it("/api/debug_event is accepted", async () => {
    expect((await post("/api/debug_event", { any: "thing" })).status).toBe(200);
  });

  it.each(["/_dashboard/nothing", "/.well-known/openid-configuration", "/nowhere", "/api"])(
    "%s → 404",
    async (path) => {
      expect((await fetch(`${served.url}${path}`)).status).toBe(404);
    },
  );

  it("before the functions are loaded → 503, except for who only asks what this is", async () => {
    const early = await serve({
      host: "127.0.0.1",
      port: 0,
      sitePort: 0,
      instanceName: "loja-demo",
      version: "0.1.0",
      log: createLog("silent"),
    });
    try {
      expect((await fetch(`${early.url}/version`)).status).toBe(200);
      expect((await fetch(`${early.url}/health`)).status).toBe(503);
      expect((await fetch(`${early.url}/api/query_ts`)).status).toBe(503);
      expect((await fetch(`${early.siteUrl}/anything`)).status).toBe(503);
      early.attach(backend);
      expect((await fetch(`${early.url}/health`)).status).toBe(200);
    } finally {
      await early.close();
    }
  });
});

describe("CORS", () => {
  const origin = "https://lojademo.test";

  it("a preflight is mirrored", async () => {
    const answer = await fetch(`${served.url}/api/mutation`, {
      method: "OPTIONS",
      headers: { Origin: origin, "Access-Control-Request-Headers": "authorization,convex-client" },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
    expect(answer.headers.get("access-control-allow-headers")).toBe("authorization,convex-client");
    expect(answer.headers.get("access-control-allow-methods")).toBe("GET, POST, OPTIONS, PATCH, DELETE, PUT");
    expect(answer.headers.get("access-control-max-age")).toBe("86400");
  });

  it("answers and refusals carry the origin; HTTP actions get nothing added", async () => {
    const refused = await post("/api/query", "{", { Origin: origin });
    expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
    backend.httpHandler = () => Promise.resolve({ status: 200, headers: [], body: pieces() });
    const action = await fetch(`${served.siteUrl}/hook`, { headers: { Origin: origin } });
    expect(action.headers.get("access-control-allow-origin")).toBeNull();
  });
});

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

describe("HTTP actions", () => {
  let asked: HttpActionRequest[];
  let body: string;
  beforeEach(() => {
    asked = [];
    body = "";
    backend.httpHandler = async (request) => {
      asked.push(request);
      for await (const part of request.body ?? []) body += Buffer.from(part).toString();
      return {
        status: 201,
        headers: [
          ["Content-Type", "text/plain"],
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
          ["Content-Length", "999"],
          ["Connection", "upgrade"],
        ],
        body: pieces("um ", "dois"),
      };
    };
  });

  it("get method, absolute address, headers and body as they were sent", async () => {
    const answer = await fetch(`${served.siteUrl}/hook/pix?id=1`, {
      method: "PUT",
      body: "pago",
      headers: { "X-Signature": "abc" },
    });
    expect(answer.status).toBe(201);
    expect(await answer.text()).toBe("um dois");
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    const [request] = asked;
    expect(request?.method).toBe("PUT");
    expect(request?.url).toBe(`${served.siteUrl}/hook/pix?id=1`);
    expect(body).toBe("pago");
    expect(new Headers(request?.headers.map(([name, value]) => [name, value])).get("x-signature")).toBe("abc");
  });

  it("are reached under /http/ of the cloud origin too, with the site's address", async () => {
    await fetch(`${served.url}/http/hook?x=1`);
    await fetch(`${served.url}/http`);
    expect(asked.map(({ url, body }) => [url, body])).toEqual([
      [`${served.siteUrl}/hook?x=1`, null],
      [`${served.siteUrl}/`, null],
    ]);
  });

  it.each([
    [{ "X-Forwarded-Proto": "https" }, "https"],
    [{ Forwarded: 'for=10.0.0.1;proto="https"' }, "https"],
    [{ "X-Forwarded-Proto": "javascript" }, "http"],
  ])("behind a proxy that says %j → %s", async (headers, scheme) => {
    await fetch(`${served.siteUrl}/a`, { headers: headers as Record<string, string> });
    expect(asked[0]?.url).toBe(`${scheme}://${new URL(served.siteUrl).host}/a`);
  });

  it("HEAD gets the headers and no body", async () => {
    const answer = await fetch(`${served.siteUrl}/a`, { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([201, ""]);
  });

  it("OPTIONS is the app's to answer", async () => {
    await fetch(`${served.siteUrl}/a`, { method: "OPTIONS" });
    expect(asked[0]?.method).toBe("OPTIONS");
  });

  it("stream: the first piece arrives while the second is not there yet, and a reader's leaving ends it", async () => {
    let ended = () => undefined as void;
    const isEnded = new Promise<void>((resolve) => (ended = resolve));
    let next: () => void = () => undefined;
    const body: AsyncIterableIterator<Uint8Array> = {
      [Symbol.asyncIterator]: () => body,
      next: (() => {
        let count = 0;
        return () =>
          count++ === 0
            ? Promise.resolve({ done: false, value: Buffer.from("um") })
            : new Promise<IteratorResult<Uint8Array>>((resolve) => {
                next = () => resolve({ done: true, value: undefined });
              });
      })(),
      return: () => {
        ended();
        next();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
    backend.httpHandler = () => Promise.resolve({ status: 200, headers: [], body });
    const leaving = new AbortController();
    const answer = await fetch(`${served.siteUrl}/stream`, { signal: leaving.signal });
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("um");
    leaving.abort();
    await isEnded;
  });

  it("a body beyond 20 MiB → 413", async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const asking = rawRequest(`${served.siteUrl}/a`, { method: "POST" }, (response) => resolve(response.statusCode));
      asking.setHeader("Content-Length", 20 * 1024 * 1024 + 1);
      asking.on("error", reject);
      asking.write("x");
    });
    expect(answer).toBe(413);
    expect(asked).toEqual([]);
  });
});

describe("public addresses", () => {
  it("are what the functions are told, without a trailing slash", async () => {
    const { served: behind, backend: app } = await anApp({
      publicUrl: "https://api.lojademo.test/",
      publicSiteUrl: "https://site.lojademo.test/",
    });
    try {
      expect([behind.url, behind.siteUrl]).toEqual(["https://api.lojademo.test", "https://site.lojademo.test"]);
      const urls: string[] = [];
      app.httpHandler = ({ url }) => {
        urls.push(url);
        return Promise.resolve({ status: 204, headers: [], body: pieces() });
      };
      expect((await fetch(`${behind.localSiteUrl}/a?b`)).status).toBe(204);
      expect(urls).toEqual(["https://site.lojademo.test/a?b"]);
    } finally {
      await behind.close();
    }
  });

  it("a taken port is told, and leaves nothing listening", async () => {
    const taken = Number(new URL(served.siteUrl).port);
    await expect(anApp({ sitePort: taken })).rejects.toThrow("EADDRINUSE");
  });
});

it("an AuthFailure of any code is a 401", async () => {
  backend.tokens.set("old", { failure: new AuthFailure("NoAuthProvider", "No auth provider found") });
  const answer = await post("/api/query", { path: "people:me", args: {} }, { Authorization: "Bearer old" });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ code: "NoAuthProvider", message: "No auth provider found" });
});
