import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { request as rawRequest } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Served } from "../../../embedded/server/serve";
import type { FakeBackend } from "../sync/fakeBackend";
import { anApp } from "./anApp";

let served: Served;
let backend: FakeBackend;
let tempPaths: string[];

beforeEach(async () => {
  ({ served, backend } = await anApp());
  tempPaths = [];
  const newTempPath = backend.newTempPath.bind(backend);
  backend.newTempPath = () => {
    const path = newTempPath();
    tempPaths.push(path);
    return path;
  };
});
afterEach(async () => {
  await served.close();
  for (const { path } of backend.files.values()) rmSync(path, { force: true });
  // Whatever happened, nothing half-received stays.
  expect(tempPaths.filter((path) => existsSync(path))).toEqual([]);
});

const digest = (body: string) => createHash("sha256").update(body).digest("base64");

function upload(body: string, headers: Record<string, string> = {}, token = "good") {
  return fetch(`${served.url}/api/storage/upload?token=${token}`, { method: "POST", body, headers });
}

async function uploaded(body: string, contentType = "text/plain"): Promise<string> {
  const answer = await upload(body, { "Content-Type": contentType });
  return ((await answer.json()) as { storageId: string }).storageId;
}

const download = (uuid: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${served.url}/api/storage/${uuid}`, { headers, method });

describe("upload", () => {
  it("keeps bytes, type and hash", async () => {
    const answer = await upload("etiqueta", { "Content-Type": "text/plain", Digest: `sha-256=${digest("etiqueta")}` });
    expect(answer.status).toBe(200);
    const { storageId } = (await answer.json()) as { storageId: string };
    expect(backend.files.get(storageId)).toMatchObject({
      size: 8,
      sha256: digest("etiqueta"),
      contentType: "text/plain",
    });
  });

  it.each([
    ["another hash", { Digest: `sha-256=${digest("outra")}` }, 400, "Sha256Mismatch"],
    ["a hash that is none", { Digest: "sha-256=abc" }, 400, "BadRequest"],
  ])("%s → refused", async (_name, headers, status, code) => {
    const answer = await upload("etiqueta", headers);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
    expect(backend.files.size).toBe(0);
  });

  it("a token that cannot be read → 401", async () => {
    const answer = await upload("x", {}, "bad");
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, "StorageTokenInvalid"]);
  });

  it("a client that goes away in the middle → nothing is kept", async () => {
    const asking = rawRequest(`${served.url}/api/storage/upload?token=good`, { method: "POST" });
    asking.on("error", () => undefined);
    asking.setHeader("Content-Length", 1000);
    asking.write("half");
    await vi.waitFor(() => expect(tempPaths.some((path) => existsSync(path))).toBe(true));
    asking.destroy();
    await vi.waitFor(() => expect(tempPaths.some((path) => existsSync(path))).toBe(false));
    expect(backend.files.size).toBe(0);
  });

  it("any origin may", async () => {
    const answer = await upload("x", { Origin: "https://lojademo.test" });
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://lojademo.test");
  });
});

describe("download", () => {
  it("whole, with all its headers", async () => {
    const answer = await download(await uploaded("0123456789"));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("0123456789");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/plain",
      "content-length": "10",
      digest: `sha-256=${digest("0123456789")}`,
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=2592000",
    });
  });

  it.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=4-", "456789", "bytes 4-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-30", "0123456789", "bytes 0-9/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
    ["bytes=9-9", "9", "bytes 9-9/10"],
  ])("%s → %j", async (range, text, contentRange) => {
    const answer = await download(await uploaded("0123456789"), { Range: range });
    expect(answer.status).toBe(206);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get("content-range")).toBe(contentRange);
    expect(answer.headers.get("content-length")).toBe(String(text.length));
  });

  it.each(["bytes=0-1,4-5", "bytes=10-", "bytes=-0", "bytes=50-60"])("%s → 416", async (range) => {
    const answer = await download(await uploaded("0123456789"), { Range: range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get("content-range")).toBe("bytes */10");
  });

  it.each(["bytes=5-2", "bytes=-", "bytes=a-b", "lines=1-2"])("%s makes no sense → the whole file", async (range) => {
    const answer = await download(await uploaded("0123456789"), { Range: range });
    expect([answer.status, await answer.text()]).toEqual([200, "0123456789"]);
  });

  it("an empty file", async () => {
    const answer = await download(await uploaded(""));
    expect([answer.status, await answer.text(), answer.headers.get("content-length")]).toEqual([200, "", "0"]);
  });

  it("HEAD", async () => {
    const answer = await download(await uploaded("0123456789"), {}, "HEAD");
    expect([answer.status, await answer.text(), answer.headers.get("content-length")]).toEqual([200, "", "10"]);
  });

  it.each([
    ["not-a-uuid", 400, "InvalidStoragePath"],
    ["..%2F..%2Fetc%2Fpasswd", 400, "InvalidStoragePath"],
    ["00000000-0000-4000-8000-000000000000", 404, "FileNotFound"],
  ])("%s → %s", async (uuid, status, code) => {
    const answer = await download(uuid);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
  });

  it.each([
    ["image/svg+xml", "sandbox"],
    ["text/html; charset=utf-8", "sandbox"],
    ["image/png", null],
    ["application/pdf", null],
  ])("%s opened as a page runs no script of ours: %s", async (type, policy) => {
    const answer = await download(await uploaded("<svg/>", type));
    expect(answer.headers.get("content-security-policy")).toBe(policy);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });
});
