import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { startMercadoPago } from "../../simulators/mercadoPago/start";
import { SHOP } from "../../simulators/mercadoPago/state";
import { endsWithTest } from "./support/listener";
import { speaker, type Speak } from "./support/speak";

/** What every simulator can do, shown on one of them. */

const ITEM = { title: "Blusa", quantity: 1, unit_price: 10 };
const headers = { authorization: `Bearer ${SHOP.accessToken}` };
let provider: Awaited<ReturnType<typeof startMercadoPago>>;
let speak: Speak;

beforeEach(async () => {
  provider = endsWithTest(await startMercadoPago());
  speak = speaker(provider.url, headers);
});

const create = () => speak("POST", "/checkout/preferences", { items: [ITEM] });
const fault = (command: object) => speak("POST", "/_control/faults", command);
const made = () => provider.state.preferences.length;

describe("faults on command", () => {
  it("429 with Retry-After, in the service's own shape, once; nothing is done", async () => {
    await fault({ kind: "status", status: 429, retryAfterSeconds: 7, path: "/checkout" });
    expect((await speak("GET", "/v1/payments/search")).status).toBe(200);
    const refused = await create();
    expect([refused.status, refused.headers.get("retry-after"), refused.body.error]).toEqual([
      429,
      "7",
      "too_many_requests",
    ]);
    expect(made()).toBe(0);
    expect((await create()).status).toBe(201);
  });

  it("500 after it was done, and a connection cut before and after", async () => {
    await fault({ kind: "error_after_success" });
    expect((await create()).status).toBe(500);
    expect(made()).toBe(1);
    await fault({ kind: "disconnect" });
    await expect(create()).rejects.toThrow();
    expect(made()).toBe(1);
    await fault({ kind: "disconnect_after_success" });
    await expect(create()).rejects.toThrow();
    expect(made()).toBe(2);
  });

  it("never answers, before and after it was done", async () => {
    const giveUp = (kind: string) => {
      provider.faults.add({ kind: kind as "timeout" });
      const signal = AbortSignal.timeout(200);
      return fetch(`${provider.url}/checkout/preferences`, {
        method: "POST",
        headers,
        body: JSON.stringify({ items: [ITEM] }),
        signal,
      });
    };
    await expect(giveUp("timeout")).rejects.toThrow();
    expect(made()).toBe(0);
    await expect(giveUp("timeout_after_success")).rejects.toThrow();
    await expect.poll(made).toBe(1);
  });

  it("a page instead of JSON, JSON of another shape, an answer held back", async () => {
    await fault({ kind: "html", status: 403 });
    const page = await create();
    expect([page.status, page.headers.get("content-type")]).toEqual([403, "text/html; charset=utf-8"]);
    await fault({ kind: "nonsense" });
    expect((await create()).body).toHaveProperty("nonsense");
    await fault({ kind: "delay", ms: 1 });
    expect((await create()).status).toBe(201);
  });

  it("only on the method and path asked for, after so many, so often, until cleared", async () => {
    await fault({ kind: "status", status: 503, method: "POST", skip: 1, times: null });
    expect((await speak("GET", "/v1/payments/search")).status).toBe(200);
    expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([201, 503, 503]);
    await speak("DELETE", "/_control/faults");
    expect((await create()).status).toBe(201);
    expect((await fault({ kind: "explode" })).status).toBe(400);
  });
});

it("remembers what it received and what it answered, and forgets on command", async () => {
  await create();
  const { body } = await speak<{ method: string; body: string; answer: { status: number } }[]>(
    "GET",
    "/_control/received?path=/checkout&method=POST",
  );
  expect(body).toHaveLength(1);
  expect(JSON.parse(body[0]!.body)).toEqual({ items: [ITEM] });
  expect(body[0]!.answer.status).toBe(201);
  await speak("DELETE", "/_control/received");
  expect(provider.received()).toEqual([]);
});

it("takes no commands that a page of another site can make a browser send", async () => {
  const asPage = await speaker(provider.url)("POST", "/_control/faults", new URLSearchParams({ kind: "timeout" }));
  expect(asPage.status).toBe(415);
  expect(provider.faults.list()).toEqual([]);
});

it("a wrong path is 404 and a wrong method 405, in the service's own shape", async () => {
  const answers = [await speak("GET", "/v2/payments"), await speak("DELETE", "/v1/payments/1")];
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [404, "not_found"],
    [405, "method_not_allowed"],
  ]);
});

it("listens on this machine alone", () => {
  expect(provider.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

it("keeps what it answered in a file, readable by its owner, and goes on from there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simulator-"));
  try {
    const keepIn = join(folder, "simulators", "payment.json");
    const first = await startMercadoPago({ keepIn });
    const link = await speaker(first.url, headers)<{ id: string }>("POST", "/checkout/preferences", { items: [ITEM] });
    // As a `kill -9` would leave it: what was answered is in the file before anybody closes anything.
    expect(readFileSync(keepIn, "utf8")).toContain(link.body.id);
    await first.close();
    const second = endsWithTest(await startMercadoPago({ keepIn }));
    expect((await speaker(second.url, headers)("GET", `/checkout/preferences/${link.body.id}`)).status).toBe(200);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
