import { request as rawRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fixture } from "../support/aRuntime";
import { post } from "../support/aProcess";
import { startEmbedded, type TestBackend } from "../../support/embeddedBackend";

/** HTTP actions from the socket to the app and back, on the real backend. */

const PATIENT = { timeout: 60_000, interval: 5 };
const MIB = 1024 * 1024;

let backend: TestBackend;
beforeAll(async () => {
  backend = await startEmbedded(fixture("actions"));
});
afterAll(() => backend.close());

const noted = (text: string) =>
  vi.waitFor(async () => expect(await post(backend.url, "query", "notes:all")).toContain(text), PATIENT);

/** A request under way: its body is written by hand. */
function asking(
  path: string,
  headers: Record<string, string | string[]> = {},
): { request: ClientRequest; answer: Promise<IncomingMessage> } {
  const request = rawRequest(`${backend.siteUrl}${path}`, { method: "POST", headers });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve);
    request.on("error", reject);
  });
  return { request, answer };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}

const gauge = async (name: string): Promise<number> =>
  Number(new RegExp(`^backend_${name} (\\d+)$`, "m").exec(await (await fetch(`${backend.url}/metrics`)).text())?.[1]);
const nothingRuns = () => vi.waitFor(async () => expect(await gauge("actions_running")).toBe(0), PATIENT);

describe("a request's body", () => {
  it("reaches the app while it is still being sent", async () => {
    const { request, answer } = asking("/echo");
    request.write("first");
    const message = await answer;
    const parts = (message as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    expect(String((await parts.next()).value)).toBe("first");
    request.end("second");
    expect(String((await parts.next()).value)).toBe("second");
    expect((await parts.next()).done).toBe(true);
  });

  it.each([
    ["with its length announced", { "Content-Length": String(20 * MIB) }],
    ["piece by piece", {}],
  ])("of 20 MiB %s is taken", async (_how, headers) => {
    const { request, answer } = asking("/size", headers);
    for (let i = 0; i < 20; i++) request.write(Buffer.alloc(MIB));
    request.end();
    expect(JSON.parse(await textOf(await answer))).toEqual({ size: 20 * MIB });
  });

  it("of one byte more is refused, also when only the last piece is too much", async () => {
    const { request, answer } = asking("/size");
    for (let i = 0; i < 20; i++) request.write(Buffer.alloc(MIB));
    request.write("x");
    const message = await answer;
    expect(message.statusCode).toBe(413);
    expect(message.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(await textOf(message))).toEqual({
      code: "RequestTooLarge",
      message: "The request body is limited to 20971520 bytes",
    });
    request.destroy();
    await nothingRuns();
  });

  it("that the app ignores keeps nobody from the answer, nor from the next request", async () => {
    const { request, answer } = asking("/ignore");
    request.write(Buffer.alloc(MIB));
    const message = await answer;
    expect(await textOf(message)).toBe("not interested");
    request.end(Buffer.alloc(MIB));
    expect(await (await fetch(`${backend.siteUrl}/hello`)).text()).toBe("oi");
    await nothingRuns();
  });

  it("whose sender goes away breaks off for the app", async () => {
    const { request, answer } = asking("/breaksOff", { "Content-Length": "1000" });
    answer.catch(() => undefined);
    request.write("half");
    await vi.waitFor(async () => expect(await gauge("actions_running")).toBe(1), PATIENT);
    request.destroy();
    await noted("aborted");
    await nothingRuns();
  });
});

describe("a response", () => {
  it("is not produced faster than its client reads, and its stream is cancelled when the client leaves", async () => {
    const request = rawRequest(`${backend.siteUrl}/pour`);
    request.end();
    const message = await new Promise<IncomingMessage>((resolve) => request.on("response", resolve));
    message.pause();
    // Without end it would go on for ever; when nothing moved over many turns of the backend, it waits for its reader.
    const poured = () => post<number>(backend.url, "query", "notes:poured");

    for (let [before, calm] = [0, 0]; calm < 50;) {
      const now = await poured();
      calm = now === before && now > 0 ? calm + 1 : 0;
      before = now;
    }
    const mebibytes = await poured();
    expect(mebibytes).toBeLessThan(32);
    message.on("data", () => undefined).resume();
    await vi.waitFor(async () => expect(await poured()).toBeGreaterThan(mebibytes), PATIENT);
    request.destroy();
    await noted("stopped pouring");
    await nothingRuns();
  });

  it("to a client that left before it began: the app is told", async () => {
    const request = rawRequest(`${backend.siteUrl}/left`);
    request.on("error", () => undefined);
    request.end();
    await noted("waits left");
    request.destroy();
    await noted("left");
    await nothingRuns();
  });

  it("that breaks off is cut, so that nobody takes half for the whole", async () => {
    await expect(fetch(`${backend.siteUrl}/tears`).then((answer) => answer.text())).rejects.toThrow();
    await nothingRuns();
  });

  it("to HEAD has the headers alone", async () => {
    const answer = await fetch(`${backend.siteUrl}/shown`, { method: "HEAD" });
    expect([answer.status, answer.headers.get("x-shown"), await answer.text()]).toEqual([
      200,
      `${backend.siteUrl}/shown`,
      "",
    ]);
    expect(answer.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
    await nothingRuns();
  });
});

describe("what the app sees of a request", () => {
  interface Shown {
    url: string;
    method: string;
    headers: [string, string][];
    body: string;
  }
  const shown = async (path: string, headers: Record<string, string | string[]>, body = ""): Promise<Shown> => {
    const { request, answer } = asking(path, headers);
    request.end(body);
    return JSON.parse(await textOf(await answer)) as Shown;
  };

  it("is its method, its whole address, its headers, also repeated ones, and its body", async () => {
    const seen = await shown("/shown?x=%20y", { "X-Twice": ["1", "2"], "X-Signature": "abc" }, "pago");
    expect(seen).toMatchObject({ url: `${backend.siteUrl}/shown?x=%20y`, method: "POST", body: "pago" });
    expect(seen.headers).toContainEqual(["x-twice", "1, 2"]);
    expect(seen.headers).toContainEqual(["x-signature", "abc"]);
  });

  it.each([
    [{ "X-Forwarded-Proto": "https" }, "https:"],
    [{ "X-Forwarded-Proto": "https, http" }, "https:"],
    [{ Forwarded: "for=1.2.3.4;proto=https;host=x" }, "https:"],
    [{ Forwarded: "for=1.2.3.4, for=5.6.7.8;proto=https" }, "https:"],
    [{ "X-Forwarded-Proto": "gopher" }, "http:"],
  ])("behind a proxy that says %j has the scheme %s", async (headers, scheme) => {
    const { url } = await shown("/shown", headers);
    expect(url).toBe(`${scheme}//${new URL(backend.siteUrl).host}/shown`);
  });

  it("is the host the client asked for", async () => {
    expect((await shown("/shown", { Host: "loja.example.com" })).url).toBe("http://loja.example.com/shown");
    expect((await shown("/shown", { Host: "evil host/<x>" })).url).toBe(`${backend.siteUrl}/shown`);
  });

  it("is the same under /http/ of the cloud origin", async () => {
    expect(await (await fetch(`${backend.url}/http/hello`)).text()).toBe("oi");
  });
});
