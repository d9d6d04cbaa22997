import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { exchange, type ProviderResponse } from "../../../convex/providers/exchange";

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

const REQUEST = { method: "GET", url: "https://servico.test/", headers: {}, timeoutMs: 10_000 } as const;
const answer = (status: number, text = "{}", retryAfter: string | null = null) => ({ status, text, retryAfter });

/** Asks a service that gives these answers, one after the other; "lost" is none. */
async function ask(answers: (ProviderResponse | "lost")[], { isRepeatable = true, takesMs = 0 } = {}) {
  const at: number[] = [];
  const begunAt = Date.now();
  const fetcher = () => {
    at.push(Date.now() - begunAt);
    const next = answers.shift() ?? "lost";
    vi.setSystemTime(Date.now() + takesMs);
    return next === "lost" ? Promise.reject(new Error("https://servico.test/?token=segredo")) : Promise.resolve(next);
  };
  const asking = exchange(fetcher, REQUEST, { isRepeatable });
  await vi.runAllTimersAsync();
  return { said: await asking, at };
}

describe("a request", () => {
  test("is answered: one try", async () => {
    expect(await ask([answer(200, '{"a":1}')])).toEqual({
      said: { kind: "answered", status: 200, json: { a: 1 } },
      at: [0],
    });
  });

  test("is refused: one try", async () => {
    expect(await ask([answer(400)])).toMatchObject({ said: { status: 400 }, at: [0] });
  });

  test.each([408, 423, 424, 425, 429, 500, 502, 503, 504])("meets %d twice: three tries", async (status) => {
    expect(await ask([answer(status), answer(status), answer(200)])).toMatchObject({
      said: { status: 200 },
      at: [0, 200, 1000],
    });
  });

  test("is lost three times: it may or may not have been done, and nothing is said of the address", async () => {
    expect(await ask(["lost", "lost", "lost"])).toEqual({ said: { kind: "lost" }, at: [0, 200, 1000] });
  });

  test("that would do harm when it is repeated is not", async () => {
    expect(await ask(["lost", answer(200)], { isRepeatable: false })).toMatchObject({
      said: { kind: "lost" },
      at: [0],
    });
    expect(await ask([answer(503), answer(200)], { isRepeatable: false })).toMatchObject({
      said: { status: 503 },
      at: [0],
    });
  });

  test("waits as long as it is told, within reason", async () => {
    expect((await ask([answer(429, "{}", "2"), answer(200)])).at).toEqual([0, 2000]);
    expect((await ask([answer(429, "{}", "3600"), answer(200)])).at).toEqual([0, 4000]);
    expect((await ask([answer(429, "{}", "amanhã"), answer(200)])).at).toEqual([0, 200]);
  });

  test("to a service that is slow is not begun for ever: somebody waits", async () => {
    expect((await ask(["lost", "lost", answer(200)], { takesMs: 10_000 })).at).toHaveLength(2);
  });

  test("is answered with a page: that is no JSON", async () => {
    expect((await ask([answer(200, "<html>")])).said).toEqual({ kind: "answered", status: 200, json: undefined });
  });
});
