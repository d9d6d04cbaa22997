import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as rawRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Served } from "../../../embedded/server/serve";
import { anApp } from "./anApp";

let served: Served;
let root: string;
const script = `console.log(${JSON.stringify("olá ".repeat(1000))});`;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "static-"));
  mkdirSync(join(root, "dist", "assets"), { recursive: true });
  writeFileSync(join(root, "secret.txt"), "segredo");
  writeFileSync(join(root, "dist-secret"), "segredo");
  writeFileSync(join(root, "dist", "index.html"), "<!doctype html><title>Pedidos</title>");
  writeFileSync(join(root, "dist", "logo.svg"), "<svg/>");
  writeFileSync(join(root, "dist", "assets", "main-abc123.js"), script);
  ({ served } = await anApp({ staticDir: join(root, "dist") }));
});
afterEach(async () => {
  await served.close();
  rmSync(root, { recursive: true, force: true });
});

/** Without a library that tidies the path. */
function raw(path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(served.url);
    const asking = rawRequest({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    asking.on("error", reject);
    asking.end();
  });
}

describe("the app's pages", () => {
  it.each(["/", "/loja-demo/pedidos", "/config", "/pedidos?dia=2026-01-02", "/versions", "/apiary"])(
    "%s → the single page, asked again each time",
    async (path) => {
      const { status, headers, body } = await raw(path);
      expect(status).toBe(200);
      expect(body.toString()).toContain("<title>Pedidos</title>");
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
    },
  );

  it("a page beside the app is served at its address without the ending, asked again each time", async () => {
    mkdirSync(join(root, "dist", "mp"));
    writeFileSync(join(root, "dist", "mp", "return.html"), "<!doctype html><title>Retorno</title>");
    for (const path of ["/mp/return", "/mp/return?status=success&payment_id=1", "/mp/return.html"]) {
      const { status, headers, body } = await raw(path);
      expect(status).toBe(200);
      expect(body.toString()).toContain("<title>Retorno</title>");
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
    }
    for (const path of ["/mp", "/mp/", "/mp/other", "/mp/return/x"])
      expect((await raw(path)).body.toString()).toContain("<title>Pedidos</title>");
  });

  it("a hashed file may be kept for ever", async () => {
    const { headers, body } = await raw("/assets/main-abc123.js");
    expect(body.toString()).toBe(script);
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  it("is compressed for who takes it, and only for them", async () => {
    const { gunzipSync } = await import("node:zlib");
    const zipped = await raw("/assets/main-abc123.js", { "Accept-Encoding": "br, gzip" });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.body).toString()).toBe(script);
    const refused = await raw("/assets/main-abc123.js", { "Accept-Encoding": "gzip;q=0" });
    expect(refused.headers["content-encoding"]).toBeUndefined();
    expect(refused.headers.vary).toBe("Accept-Encoding");
  });

  it("unchanged → 304; changed on disk → the new one", async () => {
    const first = await raw("/");
    const etag = String(first.headers.etag);
    expect((await raw("/", { "If-None-Match": etag })).status).toBe(304);
    writeFileSync(join(root, "dist", "index.html"), "<!doctype html><title>Pedidos novos</title>");
    const second = await raw("/", { "If-None-Match": etag });
    expect(second.status).toBe(200);
    expect(second.body.toString()).toContain("Pedidos novos");
  });

  it("HEAD has headers only", async () => {
    const { status, headers, body } = await raw("/logo.svg", {}, "HEAD");
    expect([status, headers["content-type"], headers["content-length"], body.length]).toEqual([
      200,
      "image/svg+xml",
      "6",
      0,
    ]);
  });

  it.each(["/assets/gone-123.js", "/assets/gone", "/favicon.ico", "/robots.txt"])(
    "a missing file, %s → 404 instead of a page",
    async (path) => {
      expect((await raw(path)).status).toBe(404);
    },
  );

  it.each(["POST", "PUT", "DELETE"])("%s / → 404", async (method) => {
    expect((await raw("/", {}, method)).status).toBe(404);
  });

  it.each([
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/..%5csecret.txt",
    "//etc/passwd",
    "/%00/../../secret.txt",
    "/..%2fdist-secret",
    "/%E0%A4%A",
  ])("%s does not lead out of the folder", async (path) => {
    const { body } = await raw(path);
    expect(body.toString()).not.toContain("segredo");
    expect(body.toString()).not.toContain("root:");
  });

  it.each(["/api/x", "/api", "/_dashboard/x", "/.well-known/x", "/health/x"])(
    "%s is reserved → never the page",
    async (path) => {
      const { status, body } = await raw(path);
      expect(status).toBe(404);
      expect(body.toString()).not.toContain("<title>");
    },
  );

  it("an absolute target in the request line → 400", async () => {
    expect((await raw("http://elsewhere.test/")).status).toBe(400);
  });
});
