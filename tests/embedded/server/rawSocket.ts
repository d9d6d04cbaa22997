import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { WebSocket } from "ws";

export type Frame = Readonly<Record<string, unknown>>;

/** A client of the sync socket that says whatever it likes. */
export class RawSocket {
  readonly frames: Frame[] = [];
  /** The code with which the connection ended. */
  readonly closed: Promise<number>;

  private constructor(readonly socket: WebSocket) {
    socket.on("message", (data: Buffer) => void this.frames.push(JSON.parse(data.toString()) as Frame));
    socket.on("error", () => undefined);
    this.closed = new Promise((resolve) => void socket.once("close", resolve));
  }

  static async to(url: string, path = "/api/1.48.0/sync"): Promise<RawSocket> {
    const raw = new RawSocket(new WebSocket(url.replace("http", "ws") + path));
    await new Promise((resolve, reject) => {
      raw.socket.once("open", resolve);
      raw.socket.once("error", reject);
    });
    return raw;
  }

  /** One that has said its first word. */
  static async connected(url: string): Promise<RawSocket> {
    const raw = await RawSocket.to(url);
    raw.say({ type: "Connect", sessionId: randomUUID(), connectionCount: 0, lastCloseReason: null });
    return raw;
  }

  say(message: unknown): void {
    this.send(JSON.stringify(message));
  }

  send(data: string | Buffer, binary = false): void {
    this.socket.send(data, { binary });
  }

  /** Bytes that go past the WebSocket library. */
  write(bytes: Buffer): void {
    this.#stream.write(bytes);
  }

  /** Reads nothing any more. */
  stopReading(): void {
    this.#stream.pause();
  }

  startReading(): void {
    this.#stream.resume();
  }

  async heard(type: string): Promise<Frame> {
    return vi.waitFor(
      () => {
        const found = this.frames.find((frame) => frame.type === type);
        if (found === undefined) throw new Error(`No ${type} yet`);
        return found;
      },
      { timeout: 30_000 },
    );
  }

  get #stream(): { write(data: Buffer): void; pause(): void; resume(): void } {
    return (this.socket as unknown as { _socket: { write(data: Buffer): void; pause(): void; resume(): void } })
      ._socket;
  }
}
