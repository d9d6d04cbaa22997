import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AdminAttempts } from "../../../embedded/server/adminAttempts";
import { startEmbedded, type TestBackend } from "../../support/embeddedBackend";
import { fixture } from "../support/aRuntime";

interface Row {
  _id: string;
  body: unknown;
}

const keep = makeFunctionReference<"mutation", { body: unknown }, string>("shop:keep");

let backend: TestBackend;
let client: ConvexHttpClient;

beforeAll(async () => {
  backend = await startEmbedded(fixture("hostile"));
  client = new ConvexHttpClient(backend.url, { skipConvexDeploymentUrlCheck: true, logger: false });
});
afterAll(() => backend.close());

const get = (path: string, key: string | null = backend.adminKey, method = "GET"): Promise<Response> =>
  fetch(`${backend.url}/_dashboard${path}`, {
    method,
    headers: key === null ? {} : { Authorization: `Convex ${key}` },
  });
const json = async <T>(path: string): Promise<T> => (await get(path)).json() as Promise<T>;

describe("the page", () => {
  it("comes whole, without anything from elsewhere, under a policy that lets only its own script run", async () => {
    const response = await get("", null);
    const page = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = response.headers.get("content-security-policy")!;
    for (const tag of ["script", "style"]) {
      const [, content = ""] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page) ?? [];
      expect(policy).toContain(`${tag}-src 'sha256-${createHash("sha256").update(content).digest("base64")}';`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(page).not.toMatch(/https?:|\son\w+=|innerHTML|src=/);
    expect(page).not.toContain(backend.adminKey);
  });

  it("is not shown inside another page, and its answers are not another origin's to ask for", async () => {
    expect((await get("", null)).headers.get("x-frame-options")).toBe("DENY");
    const preflight = await fetch(`${backend.url}/_dashboard/api/tables`, {
      method: "OPTIONS",
      headers: { Origin: "https://evil.test", "Access-Control-Request-Headers": "authorization" },
    });
    expect(preflight.status).toBe(404);
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("answers", () => {
  let ids: string[];
  beforeEach(async () => {
    ids = [];
    for (let i = 0; i < 3; i++) ids.push(await client.mutation(keep, { body: `note ${i}` }));
  });

  it("tables with their indexes and how many documents they hold", async () => {
    const { tables } = await json<{ tables: { name: string; documents: number; indexes: { name: string }[] }[] }>(
      "/api/tables",
    );
    const notes = tables.find(({ name }) => name === "notes");
    expect(notes!.documents).toBeGreaterThanOrEqual(3);
    expect(notes!.indexes.map(({ name }) => name)).toEqual(["by_creation_time", "by_inner", "by_body"]);
  });

  it("rows, the newest first, page by page without gap or double", async () => {
    for (let i = 0; i < 60; i++) await client.mutation(keep, { body: i });
    const seen: string[] = [];
    let pages = 0;
    for (let after = ""; ; pages++) {
      const { rows, next } = await json<{ rows: Row[]; next: string | null }>(`/api/rows?table=notes${after}`);
      seen.push(...rows.map(({ _id }) => _id));
      if (pages === 0) expect(rows[0]!.body).toBe(59);
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(pages).toBeGreaterThan(0);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(60, 63)).toEqual([...ids].reverse());
    expect((await get("/api/rows?table=nowhere")).status).toBe(404);
    expect((await get("/api/rows?table=__proto__")).status).toBe(404);
    expect((await get("/api/rows")).status).toBe(400);
  });

  it("one document", async () => {
    expect(await json(`/api/document?id=${ids[0]}`)).toMatchObject({ table: "notes", document: { body: "note 0" } });
    expect((await get("/api/document?id=zzz")).status).toBe(404);
  });

  it("functions with what they did, and figures of the whole", async () => {
    const { functions } = await json<{
      functions: { path: string; calls: number; failures: number; isPublic: boolean }[];
    }>("/api/functions");
    const called = functions.find(({ path }) => path === "shop:keep")!;
    expect(called.calls).toBeGreaterThanOrEqual(3);
    expect([called.failures, called.isPublic]).toEqual([0, true]);
    expect(functions.find(({ path }) => path === "shop:secret")).toMatchObject({ isPublic: false, calls: 0 });
    const { counters } = await json<{ counters: Record<string, number> }>("/api/overview");
    expect(counters.commits).toBeGreaterThan(0);
  });

  it("are counted by function that exists, not by every name a client makes up", async () => {
    const unknown = makeFunctionReference<"query">("made:up");
    await expect(client.query(unknown, {})).rejects.toThrow();
    const { functions } = await json<{ functions: { path: string }[] }>("/api/functions");
    expect(functions.map(({ path }) => path)).not.toContain("made:up");
  });

  it("change nothing: no other method is answered", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"])
      expect((await get("/api/rows?table=notes", backend.adminKey, method)).status).toBe(404);
  });
});

describe("without the key", () => {
  const paths = ["/api/overview", "/api/tables", "/api/functions", "/api/rows?table=notes", "/api/document?id=x"];

  it("there is nothing", async () => {
    for (const path of paths) expect((await get(path, null)).status).toBe(401);
    const bearer = await fetch(`${backend.url}/_dashboard/api/tables`, { headers: { Authorization: "Bearer x" } });
    expect(bearer.status).toBe(401);
  });

  it("ten wrong ones, and from there on even the right one has to wait", async () => {
    for (let i = 0; i < 10; i++) expect((await get(paths[i % paths.length]!, `guess ${i}`)).status).toBe(403);
    const refused = await get("/api/tables");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("somebody else's attempts, and those of a minute ago, do not count", () => {
    let now = 0;
    const attempts = new AdminAttempts(() => now);
    for (let i = 0; i < 10; i++) attempts.failed("192.0.2.1");
    expect([attempts.waitSeconds("192.0.2.1"), attempts.waitSeconds("192.0.2.2")]).toEqual([60, 0]);
    now = 60_001;
    expect(attempts.waitSeconds("192.0.2.1")).toBe(0);
    attempts.failed("192.0.2.1");
    expect(attempts.waitSeconds("192.0.2.1")).toBe(0);
  });
});
