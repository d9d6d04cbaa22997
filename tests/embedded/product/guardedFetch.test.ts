import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startEmbedded, type TestBackend } from "../../support/embeddedBackend";
import { projectRoot } from "../../support/installation";

/** What a company types as an address is fetched with care: on the real backend, where Node does it. */

interface Reached {
  readonly host: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let folder: string;
let strict: TestBackend;
let lenient: TestBackend;
const reached: Reached[] = [];
let answer: (request: Reached, response: ServerResponse) => void;

async function serve(host: string) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { host: headers.host ?? "", method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
      reached.push(one);
      answer(one, response);
    });
  }).listen(0, host);
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

let first: Awaited<ReturnType<typeof serve>>;
let second: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  // The one function and what it needs: two whole installations would be started for nothing.
  // Inside the project, so that its packages are found.
  mkdirSync(join(projectRoot, ".cache"), { recursive: true });
  folder = mkdtempSync(join(projectRoot, ".cache/guarded-"));
  const convex = join(folder, "convex");
  for (const part of ["providers", "lib", "_generated"]) mkdirSync(join(convex, part), { recursive: true });
  mkdirSync(join(folder, "domain"));
  const needed = [
    "convex/providers/guardedFetch.ts",
    "convex/lib/validators.ts",
    "domain/networkAddresses.ts",
    "domain/events.ts",
  ];
  for (const file of needed) cpSync(join(projectRoot, file), join(folder, file));
  const generated = `export { internalActionGeneric as internalAction } from "convex/server";\nexport const env = process.env;\n`;
  writeFileSync(join(convex, "_generated/server.ts"), generated);
  writeFileSync(
    join(convex, "lib/functions.ts"),
    `export { internalAction as systemAction } from "../_generated/server";\n`,
  );
  [strict, lenient] = await Promise.all([
    startEmbedded(convex),
    startEmbedded(convex, { env: { ALLOW_LOCAL_GATEWAYS: "on" } }),
  ]);
  [first, second] = await Promise.all([serve("127.0.0.1"), serve("127.0.0.1")]);
}, 120_000);

afterAll(async () => {
  await Promise.all([strict?.close(), lenient?.close()]);
  for (const started of [first, second]) started?.server.closeAllConnections();
  for (const started of [first, second]) started?.server.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  reached.length = 0;
  answer = (_request, response) => void response.end("ok");
});

interface Fetched {
  readonly status?: string;
  readonly value?: { readonly status: number; readonly text: string; readonly retryAfter: string | null };
  readonly errorMessage?: string;
}

async function fetchBy(backend: TestBackend, url: string, request: object = {}): Promise<Fetched> {
  const args = { method: "GET", url, headers: {}, timeoutMs: 20_000, ...request };
  const response = await fetch(`${backend.url}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${backend.adminKey}` },
    body: JSON.stringify({ path: "providers/guardedFetch:fetchGuarded", args, format: "json" }),
  });
  return (await response.json()) as Fetched;
}

describe("where local gateways are not allowed", () => {
  const ways: [string, (port: number) => string][] = [
    ["this machine by number", (port) => `http://127.0.0.1:${port}/`],
    ["this machine by name", (port) => `http://localhost:${port}/`],
    ["this machine as one number", (port) => `http://2130706433:${port}/`],
    ["this machine in octal", (port) => `http://0177.0.0.1:${port}/`],
    ["this machine in short", (port) => `http://127.1:${port}/`],
    ["this machine as nothing", (port) => `http://0.0.0.0:${port}/`],
    ["this machine by IPv6", (port) => `http://[::1]:${port}/`],
    ["this machine by IPv4 in IPv6", (port) => `http://[::ffff:127.0.0.1]:${port}/`],
    ["the cloud's own service", () => "http://169.254.169.254/latest/meta-data/"],
    ["a private network", () => "http://10.0.0.1/"],
  ];
  it.each(ways)("%s is not reached", async (_way, address) => {
    const { errorMessage } = await fetchBy(strict, address(first.port));
    expect(errorMessage).toContain("the address is not one of the public internet");
    expect(reached).toEqual([]);
  });

  it.each([
    ["a file", "file:///etc/passwd", "only http and https"],
    ["a password in the address", "http://ana:senha@example.com/", "a password"],
    ["a name that is none", "http://nome.invalid/", "not known"],
  ])("%s is not fetched", async (_what, address, why) => {
    expect((await fetchBy(strict, address)).errorMessage).toContain(why);
  });
});

describe("where they are", () => {
  const at = (path: string, to = first) => `http://127.0.0.1:${to.port}${path}`;

  it("a request goes out as it is, and its answer comes back", async () => {
    answer = (_request, response) => void response.writeHead(503, { "Retry-After": "7" }).end("não");
    const request = {
      method: "POST",
      headers: { Authorization: "Bearer x", "Content-Type": "application/json" },
      body: '{"é":1}',
    };
    expect((await fetchBy(lenient, at("/api?a=1"), request)).value).toEqual({
      status: 503,
      text: "não",
      retryAfter: "7",
    });
    expect(reached).toMatchObject([
      {
        method: "POST",
        url: "/api?a=1",
        body: '{"é":1}',
        headers: { authorization: "Bearer x", "content-length": "8" },
      },
    ]);
  });

  it("a redirect is followed; credentials stay with the host they were meant for", async () => {
    answer = ({ url }, response) => {
      if (url === "/") response.writeHead(307, { Location: "/same" }).end();
      else if (url === "/same") response.writeHead(302, { Location: at("/other", second) }).end();
      else response.end("there");
    };
    const request = { method: "POST", headers: { Authorization: "Bearer x", "User-Agent": "loja" }, body: "{}" };
    expect((await fetchBy(lenient, at("/"), request)).value).toMatchObject({ status: 200, text: "there" });
    expect(
      reached.map(({ method, url, headers }) => [method, url, headers.authorization, headers["user-agent"]]),
    ).toEqual([
      ["POST", "/", "Bearer x", "loja"],
      ["POST", "/same", "Bearer x", "loja"],
      ["GET", "/other", undefined, "loja"],
    ]);
  });

  it("a redirect to something that is not the web is not followed", async () => {
    answer = (_request, response) => void response.writeHead(302, { Location: "file:///etc/passwd" }).end();
    expect((await fetchBy(lenient, at("/"))).errorMessage).toContain("only http and https");
  });

  it("redirects without end are left", async () => {
    answer = (_request, response) => void response.writeHead(302, { Location: "/" }).end();
    expect((await fetchBy(lenient, at("/"))).errorMessage).toContain("to no end");
    expect(reached).toHaveLength(4);
  });

  it("an answer without end is left", async () => {
    answer = (_request, response) => {
      const more = () => {
        if (response.destroyed) return;
        if (response.write(Buffer.alloc(200_000, "a"))) setImmediate(more);
        else response.once("drain", more);
      };
      more();
    };
    expect((await fetchBy(lenient, at("/"))).errorMessage).toContain("too long");
  });

  it("an answer that does not come is not waited for", async () => {
    answer = () => undefined;
    expect((await fetchBy(lenient, at("/"), { timeoutMs: 200 })).errorMessage).toContain("no answer came");
  });
});
