import { randomInt, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import WebSocket from "ws";
import { seededRandom } from "../../../embedded/executor/execution";
import { aFolder } from "../support/aStore";
import { aProcess, post } from "../support/aProcess";

interface Ledger {
  lines: { number: number; text: string }[];
  count: number;
}

/** A client of the sync socket that sends one mutation under a session and a number of its own choosing. */
class RawClient {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, { success: boolean; result: unknown }>();
  #wake: () => void = () => undefined;

  private constructor(url: string, sessionId: string) {
    this.#socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`);
    this.#socket.on("open", () => {
      this.#send({ type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null, clientTs: 0 });
    });
    this.#socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as {
        type: string;
        requestId: number;
        success: boolean;
        result: unknown;
      };
      if (message.type === "MutationResponse") this.#answers.set(message.requestId, message);
      this.#wake();
    });
    this.#socket.on("error", () => this.#wake());
    this.#socket.on("close", () => this.#wake());
  }

  static async connect(url: string, sessionId: string): Promise<RawClient> {
    const client = new RawClient(url, sessionId);
    await new Promise((resolve, reject) => {
      client.#socket.once("open", resolve);
      client.#socket.once("error", reject);
    });
    return client;
  }

  mutate(requestId: number, path: string, args: Record<string, unknown>): void {
    this.#send({ type: "Mutation", requestId, udfPath: path, args: [args] });
  }

  answer(requestId: number): { success: boolean; result: unknown } | undefined {
    return this.#answers.get(requestId);
  }

  /** Resolves with the answer, or with undefined when the connection ends first. */
  async waitFor(requestId: number): Promise<{ success: boolean; result: unknown } | undefined> {
    while (this.#answers.get(requestId) === undefined && this.#socket.readyState <= WebSocket.OPEN) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#answers.get(requestId);
  }

  close(): void {
    this.#socket.terminate();
  }

  #send(message: unknown): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

const WRITERS = 6;
const ROUNDS = 5;

describe("a backend killed under load", () => {
  it("comes back with every acknowledged mutation once, in the order it took them, and answers a resent one with its first answer", async () => {
    const seed = randomInt(2 ** 31);
    const random = seededRandom(seed);
    const folder = aFolder();
    const acknowledged = new Map<string, number>();
    const attempted = new Set<string>();
    const sessionId = randomUUID();
    let nextRequest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const backend = await aProcess("conduct", folder);
      const client = await RawClient.connect(backend.url, sessionId);
      const killAfter = 5 + Math.floor(random() * 120);
      let answers = 0;
      let isDead = false;
      const oneMore = (text: string, number: number): void => {
        acknowledged.set(text, number);
        if (++answers === killAfter) {
          isDead = true;
          void backend.kill();
        }
      };
      const writer = async (who: number): Promise<void> => {
        for (let n = 0; !isDead; n++) {
          const text = `http ${round}.${who}.${n}`;
          attempted.add(text);
          try {
            oneMore(text, await post<number>(backend.url, "mutation", "ledger:append", { text }));
          } catch {
            return; // killed before it answered: the line may be there or not
          }
        }
      };
      const resender = async (): Promise<number[]> => {
        const sent: number[] = [];
        while (!isDead) {
          const requestId = nextRequest++;
          const text = `socket ${requestId}`;
          attempted.add(text);
          sent.push(requestId);
          client.mutate(requestId, "ledger:append", { text });
          const answer = await client.waitFor(requestId);
          if (answer !== undefined) oneMore(text, answer.result as number);
        }
        return sent;
      };
      const [sent] = await Promise.all([resender(), ...Array.from({ length: WRITERS }, (_, who) => writer(who))]);
      await backend.kill();
      client.close();

      const again = await aProcess("conduct", folder);
      const before = await post<Ledger>(again.url, "query", "ledger:all", {});
      const context = `seed ${seed}, round ${round}`;
      expect(before.count, context).toBe(before.lines.length);
      expect(
        before.lines.map(({ number }) => number),
        context,
      ).toEqual(before.lines.map((_line, i) => i + 1));
      expect(new Set(before.lines.map(({ text }) => text)).size, context).toBe(before.lines.length);
      const numbers = new Map(before.lines.map(({ number, text }) => [text, number]));
      for (const [text, number] of acknowledged) expect([text, numbers.get(text)], context).toEqual([text, number]);
      for (const { text } of before.lines) expect(attempted.has(text), context).toBe(true);

      const resending = await RawClient.connect(again.url, sessionId);
      for (const requestId of sent.slice(-3)) {
        const text = `socket ${requestId}`;
        resending.mutate(requestId, "ledger:append", { text });
        const answer = await resending.waitFor(requestId);
        expect(answer?.success, context).toBe(true);
        if (numbers.has(text)) expect([text, answer?.result], context).toEqual([text, numbers.get(text)]);
        acknowledged.set(text, answer?.result as number);
      }
      const after = await post<Ledger>(again.url, "query", "ledger:all", {});
      expect(new Set(after.lines.map(({ text }) => text)).size, context).toBe(after.lines.length);
      resending.close();
      await again.kill();
    }
    expect(acknowledged.size).toBeGreaterThan(20);
  });
});
