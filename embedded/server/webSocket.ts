import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import type { RawData } from "ws";
import type { Backend, RequestOrigin } from "../executor/contract";
import { PING_FRAME } from "../sync/frames";
import type { SyncCounters } from "../sync/session";
import { newSyncCounters, Session } from "../sync/session";
import { TurnQueue } from "../sync/turnQueue";
import type { Log } from "./log";
import { originOf } from "./requests";

/** Times of contract §3.8, in ms. */
export interface Liveness {
  /** A `Ping` message after so long without other traffic towards the client. */
  readonly pingAfterMs: number;
  readonly socketPingEveryMs: number;
  /** Drop a socket from which nothing came for so long. */
  readonly dropAfterMs: number;
}

export const LIVENESS: Liveness = { pingAfterMs: 15_000, socketPingEveryMs: 5_000, dropAfterMs: 120_000 };

const SYNC_PATH = /^\/api\/(?:([^/]+)\/)?sync$/;
/** Arguments of 16 MiB, written as base64 and with their punctuation, several in one message. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** More than this unsent, and a session computes nothing new for the reader, nor listens to what else it wants. */
const SLOW_READER_BYTES = 256 * 1024;
/** More than this unsent, and the reader is given up: only answers it asked for can pile up so high. */
const LOST_READER_BYTES = 256 * 1024 * 1024;

/** One client: its socket, its session, and when it was last heard (taking what we send counts) and spoken to. */
interface Connection {
  readonly socket: WebSocket;
  readonly session: Session;
  lastHeardAt: number;
  lastSpokenAt: number;
  drainListeners: (() => void)[];
  /** What was unsent at the last look. */
  unsentBytes: number;
  /** False while the session has more than enough of it waiting. */
  isListening: boolean;
}

/**
 * The WebSocket end of the sync protocol: upgrades, text frames, slowness, liveness and shutdown.
 *
 * Holds the open sockets; what the frames mean is `Session`'s business.
 */
export class SyncSockets {
  readonly counters: SyncCounters = newSyncCounters();
  private readonly connections = new Set<Connection>();
  private readonly turns = new TurnQueue();
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  private readonly ticker: NodeJS.Timeout;
  private isClosing = false;

  constructor(
    private readonly options: { backend: () => Backend | null; log: Log; liveness?: Liveness; now?: () => number },
  ) {
    const { pingAfterMs, socketPingEveryMs } = this.liveness;
    this.ticker = setInterval(() => this.checkLiveness(), Math.min(pingAfterMs, socketPingEveryMs));
    this.ticker.unref();
  }

  get connectionCount(): number {
    return this.connections.size;
  }

  get subscriptionCount(): number {
    let count = 0;
    for (const { session } of this.connections) count += session.subscriptionCount;
    return count;
  }

  /** What all clients together have not taken yet. */
  get unsentBytes(): number {
    let bytes = 0;
    for (const { socket } of this.connections) bytes += socket.bufferedAmount;
    return bytes;
  }

  /** Answers the upgrade requests of `server`. */
  attachTo(server: Server): void {
    server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const match = SYNC_PATH.exec(request.url?.split("?")[0] ?? "");
      const backend = this.options.backend();
      if (match === null) return refuseUpgrade(stream, 404, "Not Found");
      if (backend === null || this.isClosing) return refuseUpgrade(stream, 503, "Service Unavailable");
      this.server.handleUpgrade(request, stream, head, (socket) => {
        this.accept(socket, backend, originOf(request), isChunkingVersion(match[1] ?? ""));
      });
    });
  }

  /** Says goodbye (1001) to everybody and waits until they are gone, or cuts them off after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.isClosing = true;
    clearInterval(this.ticker);
    const gone = [...this.connections].map(
      ({ socket }) => new Promise<void>((resolve) => void socket.once("close", () => resolve())),
    );
    for (const { socket, session } of this.connections) {
      session.onClosed();
      socket.close(1001, "Shutting down");
    }
    const cutOff = setTimeout(() => {
      for (const { socket } of this.connections) socket.terminate();
    }, graceMs);
    await Promise.all(gone);
    clearTimeout(cutOff);
  }

  private accept(socket: WebSocket, backend: Backend, origin: RequestOrigin, acceptsChunks: boolean): void {
    const { log } = this.options;
    const now = this.now();
    const session = new Session({
      backend,
      origin,
      turns: this.turns,
      acceptsChunks,
      now: () => this.now(),
      counters: this.counters,
      onFault: (error, doing) => log.error("session_fault", { doing, error }),
      socket: {
        send: (text) => this.send(connection, text),
        close: (code, reason) => socket.close(code, reason),
        isWritable: () => socket.bufferedAmount <= SLOW_READER_BYTES,
        whenDrained: (listener) => void connection.drainListeners.push(listener),
        setListening: (isListening) => {
          connection.isListening = isListening;
          listenOrNot(connection);
        },
      },
    });
    const connection: Connection = {
      socket,
      session,
      lastHeardAt: now,
      lastSpokenAt: now,
      drainListeners: [],
      unsentBytes: 0,
      isListening: true,
    };
    this.connections.add(connection);
    socket.on("message", (data, isBinary) => this.onMessage(connection, data, isBinary));
    socket.on("pong", () => void (connection.lastHeardAt = this.now()));
    // Bad UTF-8, oversized or malformed frames: the library closes that socket with the fitting code.
    socket.on("error", (error) => log.debug("socket_error", { error: error.message }));
    socket.on("close", () => {
      this.connections.delete(connection);
      session.onClosed();
    });
  }

  private onMessage(connection: Connection, data: RawData, isBinary: boolean): void {
    connection.lastHeardAt = this.now();
    if (isBinary) connection.session.refuse("Messages must be text");
    else connection.session.onMessage(textOf(data));
  }

  private send(connection: Connection, text: string): void {
    const { socket } = connection;
    if (socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > LOST_READER_BYTES) {
      socket.terminate();
      return;
    }
    connection.lastSpokenAt = this.now();
    socket.send(text, () => {
      listenOrNot(connection);
      if (connection.drainListeners.length === 0 || socket.bufferedAmount > SLOW_READER_BYTES) return;
      const listeners = connection.drainListeners;
      connection.drainListeners = [];
      for (const listener of listeners) listener();
    });
    listenOrNot(connection);
  }

  private checkLiveness(): void {
    const { pingAfterMs, dropAfterMs, socketPingEveryMs } = this.liveness;
    const now = this.now();
    for (const connection of this.connections) {
      const { socket } = connection;
      const unsentBytes = socket.bufferedAmount;
      // Who takes what we send is there, even if we do not listen to it; and while we are too busy to listen, the silence is ours.
      if (unsentBytes < connection.unsentBytes || !connection.isListening) connection.lastHeardAt = now;
      connection.unsentBytes = unsentBytes;
      if (now - connection.lastHeardAt >= dropAfterMs) {
        socket.terminate();
        continue;
      }
      if (socket.readyState !== WebSocket.OPEN || socket.bufferedAmount > SLOW_READER_BYTES) continue;
      // The next look may come a whole tick later, so a silence that would by then be too long counts now.
      if (now - connection.lastSpokenAt > pingAfterMs - Math.min(pingAfterMs, socketPingEveryMs)) {
        this.send(connection, PING_FRAME);
      }
      socket.ping();
    }
  }

  private get liveness(): Liveness {
    return this.options.liveness ?? LIVENESS;
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }
}

/** Whoever lets our answers pile up is not heard until he has taken them: so nobody can ask for more than he reads. */
function listenOrNot({ socket, isListening }: Connection): void {
  const wanted = isListening && socket.bufferedAmount <= SLOW_READER_BYTES;
  if (wanted === !socket.isPaused) return;
  if (wanted) socket.resume();
  else socket.pause();
}

/** Clients from 1.28 on put chunks together; the path names the version, and says nothing for others. */
function isChunkingVersion(version: string): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 28);
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString("utf8");
}

function refuseUpgrade(stream: Duplex, status: number, reason: string): void {
  stream.on("error", () => stream.destroy());
  stream.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
