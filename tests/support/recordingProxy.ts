import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { vi } from "vitest";
import { WebSocket, WebSocketServer, type RawData } from "ws";
import { AskedBefore, ConversationJudge, type ClientMessage, type ServerMessage } from "./conversationJudge";

/** One frame on its way. */
export interface Frame {
  readonly from: "client" | "server";
  /** Counts the sockets of this proxy from 0. */
  readonly socket: number;
  readonly type: string;
  readonly message: ClientMessage & ServerMessage;
}

/** Pass it on; hold it and whatever follows in its direction until `release`; or cut the connection instead. */
export type Verdict = "pass" | "hold" | "cut";

const OWED_WITHIN_MS = 20_000;

/**
 * A man in the middle between clients and a backend, for sockets and for HTTP: passes on, can hold or cut at a chosen frame, and has
 * every socket's conversation judged.
 *
 * Holds: what was said on every socket, put together from chunks, and what was wrong with it. Does not hold: the promises themselves
 * (`ConversationJudge`), clients, the backend.
 */
export class RecordingProxy {
  readonly faults: string[] = [];
  /** What servers said, in the order in which it came: whole transitions, never chunks. */
  readonly fromServer: (ServerMessage & { readonly socket: number })[] = [];
  readonly fromClient: (ClientMessage & { readonly socket: number })[] = [];
  /** How many sockets there have been. */
  sockets = 0;
  /** Asked for each frame, before it is passed on. */
  steer: (frame: Frame) => Verdict = () => "pass";
  readonly #server = createServer((request, response) => this.#passHttp(request, response));
  readonly #open = new Set<Conversation>();
  readonly #askedBefore = new AskedBefore();
  #waiting: { readonly wanted: (frame: Frame) => boolean; readonly resolve: (frame: Frame) => void }[] = [];

  private constructor(
    /** Where new connections go; a backend that comes back elsewhere is followed by setting it. */
    public target: string,
  ) {}

  /** @param target address of the backend, http:// */
  static async before(target: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(target);
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    proxy.#server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      // A client is let in when the backend is there: nobody talks to a line that leads nowhere.
      const address = `${proxy.target.replace(/^http/, "ws")}${request.url ?? ""}`;
      const server = new WebSocket(address, { perMessageDeflate: false });
      const onDead = (): void => void stream.destroy();
      stream.on("error", () => server.terminate());
      server.on("error", onDead);
      server.on("open", () => {
        server.off("error", onDead);
        sockets.handleUpgrade(request, stream, head, (client) => proxy.#join(client, server));
      });
    });
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next frame of that kind to arrive from now on, passed on or not. */
  next(wanted: (frame: Frame) => boolean): Promise<Frame> {
    return new Promise((resolve) => this.#waiting.push({ wanted, resolve }));
  }

  /** Cuts at the first frame of that kind, once. @returns when it was cut */
  cutAt(wanted: (frame: Frame) => boolean): Promise<Frame> {
    return this.#once(wanted, "cut");
  }

  /** Holds the first frame of that kind and all that follow it in its direction on that socket. @returns when it is held */
  holdAt(wanted: (frame: Frame) => boolean): Promise<Frame> {
    return this.#once(wanted, "hold");
  }

  /** Lets everything go that is held, in order, and holds nothing more. */
  release(): void {
    this.steer = () => "pass";
    for (const conversation of this.#open) conversation.release();
  }

  /** Cuts every connection. */
  cut(): void {
    for (const conversation of this.#open) conversation.cut();
  }

  /** All that was wrong, once every open socket has what it is owed; what never comes is a fault too. */
  async verdict(): Promise<readonly string[]> {
    const owed = (): string[] => [...this.#open].flatMap((conversation) => conversation.judge.owes());
    await vi
      .waitFor(
        () => {
          if (owed().length > 0) throw new Error("The server still owes something.");
        },
        { timeout: OWED_WITHIN_MS, interval: 5 },
      )
      .catch(() => this.faults.push(...owed().map((what) => `never came: ${what}`)));
    return this.faults;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: WebSocket, server: WebSocket): void {
    const socket = this.sockets++;
    const judge = new ConversationJudge((fault) => this.faults.push(`socket ${socket}: ${fault}`), this.#askedBefore);
    const conversation = new Conversation(client, server, judge, {
      onFrame: (from, message) => this.#decide({ from, socket, type: message.type, message }),
      onSaid: (message) => this.fromServer.push({ ...message, socket }),
      onAsked: (message) => this.fromClient.push({ ...message, socket }),
      onClosed: () => this.#open.delete(conversation),
    });
    this.#open.add(conversation);
  }

  #once(wanted: (frame: Frame) => boolean, verdict: Verdict): Promise<Frame> {
    return new Promise((resolve) => {
      this.steer = (frame) => {
        if (!wanted(frame)) return "pass";
        this.steer = () => "pass";
        resolve(frame);
        return verdict;
      };
    });
  }

  #decide(frame: Frame): Verdict {
    const verdict = this.steer(frame);
    const reached = this.#waiting.filter(({ wanted }) => wanted(frame));
    this.#waiting = this.#waiting.filter((waiting) => !reached.includes(waiting));
    for (const { resolve } of reached) resolve(frame);
    return verdict;
  }

  #passHttp(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url = "" } = request;
    const onward = httpRequest(`${this.target}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  }
}

interface Listener {
  readonly onFrame: (from: Frame["from"], message: ClientMessage & ServerMessage) => Verdict;
  readonly onSaid: (message: ServerMessage) => void;
  readonly onAsked: (message: ClientMessage) => void;
  readonly onClosed: () => void;
}

/** One client's socket and the one to the backend behind it. */
class Conversation {
  readonly #toServer: Lane;
  readonly #toClient: Lane;

  constructor(
    private readonly client: WebSocket,
    private readonly server: WebSocket,
    readonly judge: ConversationJudge,
    private readonly listener: Listener,
  ) {
    // What the server never got it need not answer: the judge hears the client only when a frame is passed on.
    this.#toServer = new Lane((text) => {
      const message = JSON.parse(text) as ClientMessage;
      judge.asked(message);
      listener.onAsked(message);
      server.send(text);
    });
    this.#toClient = new Lane((text) => client.send(text));
    client.on("message", (data) => this.#arrive("client", textOf(data)));
    server.on("message", (data) => this.#arrive("server", textOf(data)));
    this.#joinEnds(client, server);
    this.#joinEnds(server, client);
  }

  release(): void {
    this.#toServer.release();
    this.#toClient.release();
  }

  cut(): void {
    this.listener.onClosed();
    this.client.terminate();
    this.server.terminate();
  }

  #arrive(from: Frame["from"], text: string): void {
    const message = JSON.parse(text) as ClientMessage & ServerMessage;
    if (from === "server") {
      const whole = this.judge.said(message);
      if (whole !== null) this.listener.onSaid(whole);
    }
    const lane = from === "client" ? this.#toServer : this.#toClient;
    const verdict = this.listener.onFrame(from, message);
    if (verdict === "cut") return this.cut();
    if (verdict === "hold") lane.close();
    lane.pass(text);
  }

  /** One end's closing is the other's, with its code; without one the line is simply dead. */
  #joinEnds(one: WebSocket, other: WebSocket): void {
    one.on("error", () => other.terminate());
    one.on("close", (code: number, reason: Buffer) => {
      this.listener.onClosed();
      if (code === 1005) other.close();
      else if (code === 1006 || code === 1015) other.terminate();
      else other.close(code, reason);
    });
  }
}

/** Frames in one direction: passed on at once, or kept in order while it is closed. */
class Lane {
  #kept: string[] | null = null;

  constructor(private readonly send: (text: string) => void) {}

  close(): void {
    this.#kept ??= [];
  }

  release(): void {
    const kept = this.#kept ?? [];
    this.#kept = null;
    for (const text of kept) this.send(text);
  }

  pass(text: string): void {
    if (this.#kept === null) this.send(text);
    else this.#kept.push(text);
  }
}

const textOf = (data: RawData): string => (data as Buffer).toString();
