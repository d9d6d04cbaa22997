import { vi } from "vitest";

/**
 * A messaging gateway in the memory of a test, for functions that run where no server can: what it answers is said by the
 * test, address by address. The simulators (simulators/gateway, simulators/evolution) are the whole of it.
 */

export const GATEWAY_URL = "http://gateway.test";

export interface Asked {
  readonly method: string;
  /** With what follows the question mark. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

export type Answer = { readonly status?: number; readonly json: unknown } | "lost";

export class FakeGateway {
  readonly asked: Asked[] = [];
  /** `GET /api/status`; anything else is unknown there. */
  answers: Record<string, Answer | undefined> = {};

  /** Puts it where the functions of a test fetch from. */
  install(): this {
    vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => this.#fetch(url, init));
    return this;
  }

  /** How often it was asked. */
  count(question: string): number {
    return this.asked.filter(({ method, path }) => `${method} ${path}` === question).length;
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const path = url.slice(GATEWAY_URL.length);
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? init.body : "";
    this.asked.push({ method, path, headers: new Headers(init.headers), body });
    const answer = this.answers[`${method} ${path}`] ?? { status: 404, json: { error: `Cannot ${method} ${path}` } };
    if (answer === "lost") throw new TypeError("fetch failed");
    return await Promise.resolve(Response.json(answer.json, { status: answer.status ?? 200 }));
  }
}

/** Waits for what pauses between its tries, while the clock stands still. */
export async function withoutWaiting<Value>(work: Promise<Value>): Promise<Value> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  ended.catch(() => undefined);
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
  return await ended;
}
