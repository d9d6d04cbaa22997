import { describe, expect, it, vi } from "vitest";
import type { HttpActionRequest, HttpActionResponse } from "../../../embedded/executor/contract";
import type { Runtime } from "../../../embedded/executor/runtime";
import { aRuntime, speak } from "../support/aRuntime";

const PATIENT = { timeout: 60_000, interval: 5 };

const ask = (runtime: Runtime, method: "GET" | "POST" | "HEAD", path: string, more: Partial<HttpActionRequest> = {}) =>
  runtime.httpAction({ url: `http://shop.test${path}`, method, headers: [], body: null, ...more });

async function textOf({ body }: HttpActionResponse): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** So many pieces of a kilobyte; `given` tells how many were asked for, `stopped` whether the reader stopped early. */
function pieces(count: number) {
  const seen = { given: 0, stopped: false };
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      while (seen.given < count) {
        seen.given++;
        yield await Promise.resolve(new Uint8Array(1024));
      }
    } finally {
      seen.stopped = seen.given < count;
    }
  }
  return { seen, body: body() };
}

const noted = (runtime: Runtime, text: string) =>
  vi.waitFor(async () => expect(await speak(runtime).query("notes:all")).toContain(text), PATIENT);

describe("a request's body", () => {
  it("is fetched piece by piece, as the app reads it", async () => {
    const runtime = await aRuntime("actions");
    const { seen, body } = pieces(1_000);
    const answer = ask(runtime, "POST", "/sip", { body });
    await noted(runtime, "sipped");
    expect(seen.given).toBe(1);
    await speak(runtime).mutation("notes:put", { text: "go sip" });
    expect(JSON.parse(await textOf(await answer))).toEqual({ size: 1_024_000 });
    expect(seen).toEqual({ given: 1_000, stopped: false });
  });

  it("that the app does not want is not fetched", async () => {
    const runtime = await aRuntime("actions");
    const { seen, body } = pieces(1_000);
    expect(await textOf(await ask(runtime, "POST", "/ignore", { body }))).toBe("not interested");
    expect(seen.given).toBe(0);
  });

  it("that breaks off breaks off for the app", async () => {
    const runtime = await aRuntime("actions");
    async function* body(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from("half"));
      throw new Error("the line was cut");
    }
    await textOf(await ask(runtime, "POST", "/breaksOff", { body: body() }));
    await noted(runtime, "the line was cut");
  });

  it("can become the response while it still arrives", async () => {
    const runtime = await aRuntime("actions");
    const { seen, body } = pieces(100);
    const answer = await ask(runtime, "POST", "/echo", { body });
    const reader = answer.body[Symbol.asyncIterator]();
    expect(((await reader.next()).value as Uint8Array).length).toBe(1024);
    expect(seen.given).toBeLessThan(4);
    await reader.return?.();
    await vi.waitFor(() => expect(seen.stopped).toBe(true), PATIENT);
    expect(seen.given).toBeLessThan(5);
  });
});

describe("a response", () => {
  it("is taken from the app piece by piece, and its stream is cancelled when the reader stops", async () => {
    const runtime = await aRuntime("actions");
    const reader = (await ask(runtime, "GET", "/drip")).body[Symbol.asyncIterator]();
    for (let i = 0; i < 3; i++) {
      expect(Buffer.from((await reader.next()).value as Uint8Array).toString()).toBe(`drop ${i}`);
    }
    await reader.return?.();
    await noted(runtime, "cancelled after 3"); // by a mutation: the stream is still the action's
    await vi.waitFor(() => expect(runtime.counters().actionsRunning).toBe(0), PATIENT);
  });

  it("that breaks off, or gives no bytes, breaks off for the reader", async () => {
    const runtime = await aRuntime("actions");
    await expect(textOf(await ask(runtime, "GET", "/tears"))).rejects.toThrow("it tore");
    await expect(textOf(await ask(runtime, "GET", "/text"))).rejects.toThrow("must give bytes");
    expect(runtime.counters().actionsRunning).toBe(0);
  });

  it("to a client that left: the request's signal says so", async () => {
    const runtime = await aRuntime("actions");
    const leaving = new AbortController();
    const answer = ask(runtime, "GET", "/left", { signal: leaving.signal });
    await noted(runtime, "waits left");
    leaving.abort();
    await answer;
    await noted(runtime, "left");
  });

  it("to HEAD is that of GET", async () => {
    const runtime = await aRuntime("actions");
    const answer = await ask(runtime, "HEAD", "/hello");
    expect([answer.status, new Headers(answer.headers as [string, string][]).get("content-type")]).toEqual([
      200,
      "text/plain;charset=UTF-8",
    ]);
    await answer.body[Symbol.asyncIterator]().return?.();
    await vi.waitFor(() => expect(runtime.counters().actionsRunning).toBe(0), PATIENT);
  });

  it("keeps repeated headers apart, in both directions", async () => {
    const runtime = await aRuntime("actions");
    const headers = [
      ["X-Twice", "1"],
      ["x-twice", "2"],
    ] as const;
    const answer = await ask(runtime, "POST", "/shown?a=b", { headers });
    expect(answer.headers.filter(([name]) => name === "set-cookie")).toEqual([
      ["set-cookie", "a=1; Path=/"],
      ["set-cookie", "b=2"],
    ]);
    expect(JSON.parse(await textOf(answer))).toMatchObject({
      url: "http://shop.test/shown?a=b",
      method: "POST",
      headers: [["x-twice", "1, 2"]],
      body: "",
    });
  });
});

describe("an HTTP action that goes wrong", () => {
  it("answers 500 with the error and a ConvexError's data", async () => {
    const runtime = await aRuntime("actions");
    const answer = await ask(runtime, "GET", "/throws");
    expect(answer.status).toBe(500);
    expect(JSON.parse(await textOf(answer))).toEqual({
      code: expect.stringMatching(/^\[Request ID: \w{16}\] Server Error: Uncaught ConvexError: /),
      trace: expect.stringMatching(/Uncaught ConvexError: .*\n {4}at .*actions\/http\.ts:\d+:\d+/),
      data: { code: "esgotado", left: { $integer: "AAAAAAAAAAA=" } },
    });
  });

  it("behaving as production, answers 500 with the data alone", async () => {
    const runtime = await aRuntime("actions", { redact: true });
    expect(JSON.parse(await textOf(await ask(runtime, "GET", "/throws")))).toEqual({
      code: expect.stringMatching(/^\[Request ID: \w{16}\] Server Error$/),
      trace: "",
      data: { code: "esgotado", left: { $integer: "AAAAAAAAAAA=" } },
    });
  });

  it("by answering with something that is no Response, says so", async () => {
    const runtime = await aRuntime("actions");
    expect(await textOf(await ask(runtime, "GET", "/nothing"))).toContain("must return a Response");
  });

  it("by a token that cannot be verified, still runs: only who asks for the identity hears of it", async () => {
    const runtime = await aRuntime("actions");
    const headers = [["Authorization", "Bearer nonsense"]] as const;
    expect(await textOf(await ask(runtime, "GET", "/hello", { headers }))).toBe("oi");
    expect(JSON.parse(await textOf(await ask(runtime, "GET", "/who", { headers })))).toEqual({
      refused: "InvalidAuthHeader: Could not parse the token as a JWT",
    });
    expect(JSON.parse(await textOf(await ask(runtime, "GET", "/who")))).toBeNull();
  });

  it.each([
    ["actions", "/nowhere", "No HttpAction routed for /nowhere"],
    ["conduct", "/nowhere", "This deployment has no HTTP actions."],
  ])("in %s, %s → 404", async (functions, path, text) => {
    const answer = await ask(await aRuntime(functions), "GET", path);
    expect([answer.status, await textOf(answer)]).toEqual([404, text]);
  });
});
