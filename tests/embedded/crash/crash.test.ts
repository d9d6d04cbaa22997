import { randomUUID } from "node:crypto";
import { createServer, type AddressInfo } from "node:net";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { describe, expect, it } from "vitest";
import WebSocket from "ws";
import { seededRandom } from "../../../embedded/executor/execution";
import { aFolder } from "../support/aStore";
import { aProcess, post } from "../support/aProcess";
import { aSeed, roundsOf, timeoutOf } from "./rounds";

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

const append = makeFunctionReference<"mutation", { text: string }, number>("ledger:append");

/** Somebody at an official client, who goes on through every crash: what he sent must be done once, whenever the answer comes. */
class Tireless {
  readonly #client: ConvexClient;
  #isStopped = false;
  readonly finished: Promise<void>;

  constructor(url: string, name: string, acknowledge: (text: string, number: number) => void) {
    this.#client = new ConvexClient(url, {
      logger: false,
      skipConvexDeploymentUrlCheck: true,
      unsavedChangesWarning: false,
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    });
    this.finished = this.#work(name, acknowledge);
  }

  async #work(name: string, acknowledge: (text: string, number: number) => void): Promise<void> {
    for (let n = 0; !this.#isStopped; n++) {
      const text = `${name} ${n}`;
      acknowledge(text, await this.#client.mutation(append, { text }));
    }
  }

  /** Resolves when his last mutation is answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.finished;
    await this.#client.close();
  }
}

const WRITERS = 6;
const TIRELESS = 3;
const ROUNDS = roundsOf(20);

describe("a backend killed under load", () => {
  it(
    "comes back with every acknowledged mutation once, in the order it took them, and answers a resent one with its first answer",
    { timeout: timeoutOf(ROUNDS) },
    async () => {
      const seed = aSeed();
      const random = seededRandom(seed);
      const folder = aFolder();
      const options = ["--port", String(await freePort())];
      const acknowledged = new Map<string, number>();
      const sessionId = randomUUID();
      /** What the raw client sent last and may send again. */
      let sent: number[] = [];
      let nextRequest = 0;
      const tireless: Tireless[] = [];

      const check = async (url: string, context: string): Promise<Map<string, number>> => {
        const known = new Map(acknowledged);
        const { lines, count } = await post<Ledger>(url, "query", "ledger:all", {});
        const numbers = new Map(lines.map(({ number, text }) => [text, number]));
        expect(count, context).toBe(lines.length);
        expect(lines.filter(({ number }, i) => number !== i + 1).length, `${context}: a prefix without gaps`).toBe(0);
        expect(numbers.size, `${context}: nothing twice`).toBe(lines.length);
        for (const [text, number] of known) expect([text, numbers.get(text)], context).toEqual([text, number]);
        return numbers;
      };
      const resend = async (url: string, numbers: Map<string, number>, context: string): Promise<void> => {
        const client = await RawClient.connect(url, sessionId);
        for (const requestId of sent) {
          const text = `socket ${requestId}`;
          client.mutate(requestId, "ledger:append", { text });
          const answer = await client.waitFor(requestId);
          expect(answer?.success, context).toBe(true);
          if (numbers.has(text)) expect([text, answer?.result], context).toEqual([text, numbers.get(text)]);
          acknowledged.set(text, answer?.result as number);
        }
        client.close();
      };

      for (let round = 0; round < ROUNDS; round++) {
        const context = `seed ${seed}, round ${round}`;
        const backend = await aProcess("crash", folder, { options });
        await resend(backend.url, await check(backend.url, context), context);
        if (round === 0) {
          for (let who = 0; who < TIRELESS; who++)
            tireless.push(
              new Tireless(backend.url, `official ${who}`, (text, number) => acknowledged.set(text, number)),
            );
        }
        const client = await RawClient.connect(backend.url, sessionId);
        const killAfter = 5 + Math.floor(random() * 120);
        let answers = 0;
        let isDead = false;
        const oneMore = (text: string, number: number): void => {
          acknowledged.set(text, number);
          if (++answers !== killAfter) return;
          isDead = true;
          // Right after an answer left, or anywhere in what follows: between writing and answering, too.
          setTimeout(() => void backend.kill(), random() * 10);
        };
        const writer = async (who: number): Promise<void> => {
          for (let n = 0; ; n++) {
            const text = `http ${round}.${who}.${n}`;
            try {
              oneMore(text, await post<number>(backend.url, "mutation", "ledger:append", { text }));
            } catch {
              return; // killed before it answered: the line may be there or not
            }
          }
        };
        const resender = async (): Promise<number[]> => {
          const requests: number[] = [];
          while (!isDead) {
            const requestId = nextRequest++;
            const text = `socket ${requestId}`;
            requests.push(requestId);
            client.mutate(requestId, "ledger:append", { text });
            const answer = await client.waitFor(requestId);
            if (answer === undefined) break;
            oneMore(text, answer.result as number);
          }
          return requests.slice(-3);
        };
        [sent] = await Promise.all([resender(), ...Array.from({ length: WRITERS }, (_, who) => writer(who))]);
        await backend.kill();
        client.close();
      }

      const context = `seed ${seed}, after the last round`;
      const { url } = await aProcess("crash", folder, { options });
      await Promise.all(tireless.map((one) => one.stop()));
      await resend(url, await check(url, context), context);
      const everything = await check(url, context);
      const byOfficialClients = [...everything.keys()].filter((text) => text.startsWith("official"));
      expect(
        byOfficialClients.every((text) => acknowledged.has(text)),
        context,
      ).toBe(true);
      expect(byOfficialClients.length, context).toBeGreaterThanOrEqual(TIRELESS);
      expect(acknowledged.size).toBeGreaterThan(ROUNDS * 4);
    },
  );
});

/** The same address after each crash, or no client would find its way back. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
