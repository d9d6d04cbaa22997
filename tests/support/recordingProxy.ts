import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer, type RawData } from "ws";

interface Version {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: string;
}

/** A message of the sync protocol, as far as the proxy looks into it. */
export interface Seen {
  readonly type: string;
  readonly startVersion?: Version;
  readonly endVersion?: Version;
  readonly ts?: string | null;
  readonly success?: boolean;
  readonly modifications?: readonly { readonly type: string; readonly queryId?: number }[];
}

/**
 * A man in the middle of sync sockets: passes frames on, can cut before or after one, and holds the server to the
 * protocol's promises.
 *
 * Holds: per socket the frames of the server and what is wrong with them (contract §3.3 to §3.6).
 * Does not hold: anything across sockets, nor messages put together from chunks, which the promises also cover.
 */
export class RecordingProxy {
  readonly faults: string[] = [];
  readonly fromServer: Seen[] = [];
  sockets = 0;
  /** Asked before each frame of the server; true cuts the connection instead of passing it on. */
  cutsBefore: (message: Seen) => boolean = () => false;
  readonly #server = createServer();
  readonly #pairs = new Set<WebSocket>();

  /** @param target address of the backend, http:// */
  static async before(target: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy();
    const sockets = new WebSocketServer({ server: proxy.#server });
    sockets.on("connection", (client, { url }) => {
      proxy.#join(client, new WebSocket(`${target.replace(/^http/, "ws")}${url ?? ""}`));
    });
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    for (const socket of this.#pairs) socket.terminate();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: WebSocket, server: WebSocket): void {
    this.sockets += 1;
    const check = new PromiseCheck((fault) => this.faults.push(fault), this.sockets > 1);
    const waiting: string[] = [];
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#pairs.add(socket);
      socket.on("error", () => other.terminate());
      socket.on("close", () => {
        this.#pairs.delete(socket);
        other.terminate();
      });
    }
    client.on("message", (data) => {
      if (server.readyState === WebSocket.OPEN) server.send(textOf(data));
      else waiting.push(textOf(data));
    });
    server.on("open", () => {
      for (const text of waiting) server.send(text);
    });
    server.on("message", (data) => {
      const message = JSON.parse(textOf(data)) as Seen;
      this.fromServer.push(message);
      check.see(message);
      if (this.cutsBefore(message)) client.terminate();
      else client.send(textOf(data));
    });
  }
}

const textOf = (data: RawData): string => (data as Buffer).toString();
const timeOf = (ts: string): bigint => Buffer.from(ts, "base64").readBigUInt64LE();

/** One socket's promises: an unbroken chain, a response before the transition that covers it, nothing told twice. */
class PromiseCheck {
  #version: Version = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };
  readonly #told = new Map<number, string>();

  /** @param resends a later socket of a client: a recorded answer is rightly older than its first transition */
  constructor(
    readonly fault: (text: string) => void,
    readonly resends: boolean,
  ) {}

  see(message: Seen): void {
    if (message.type === "MutationResponse" && typeof message.ts === "string") {
      if (timeOf(this.#version.ts) >= timeOf(message.ts) && !this.resends)
        this.fault(`a transition to ${this.#version.ts} came before the response of ${message.ts}`);
    }
    if (message.type !== "Transition" || !message.startVersion || !message.endVersion) return;
    if (JSON.stringify(message.startVersion) !== JSON.stringify(this.#version))
      this.fault(`the chain broke: ${JSON.stringify(this.#version)}, then ${JSON.stringify(message.startVersion)}`);
    if (timeOf(message.endVersion.ts) < timeOf(this.#version.ts)) this.fault("time went back");
    this.#version = message.endVersion;
    for (const change of message.modifications ?? []) {
      const { queryId } = change;
      if (queryId === undefined) continue;
      const text = JSON.stringify({ ...change, journal: null });
      if (this.#told.get(queryId) === text) this.fault(`told twice: ${text}`);
      this.#told.set(queryId, text);
    }
  }
}
