import type { BrowserContext, WebSocketRoute } from "playwright-core";

/** What the browser says over its socket, as far as it is looked at here. */
interface ClientFrame {
  readonly type: string;
  readonly requestId?: number;
  readonly udfPath?: string;
  readonly modifications?: readonly { readonly type: string; readonly queryId: number; readonly udfPath?: string }[];
}

interface ServerFrame {
  readonly type: string;
  readonly modifications?: readonly { readonly type: string; readonly queryId: number }[];
}

/**
 * The wire between a page and its backend, in the test's hands: answers to functions wait on it until they are let go, or
 * become the failure that a server gives which has broken down. Everything else passes as it is.
 */
export class Wire {
  #held: ReadonlySet<string> = new Set();
  #broken: ReadonlySet<string> = new Set();
  /** Frames that wait, and where they go. Those behind a frame that waits wait too: their order is part of the protocol. */
  readonly #waiting: { readonly socket: WebSocketRoute; readonly text: string; readonly paths: Map<number, string> }[] =
    [];

  static async of(context: BrowserContext): Promise<Wire> {
    const wire = new Wire();
    await context.routeWebSocket(/\/sync$/, (socket) => wire.#join(socket));
    return wire;
  }

  /** From now on nothing arrives that answers one of these queries. */
  hold(...functions: readonly string[]): void {
    this.#held = new Set(functions);
  }

  /** From now on these functions fail, as if they had thrown on the server. */
  break(...functions: readonly string[]): void {
    this.#broken = new Set(functions);
  }

  /** What waited arrives, and nothing waits or fails any more unless it is said again. */
  release(): void {
    this.#held = new Set();
    for (const { socket, text, paths } of this.#waiting.splice(0)) socket.send(this.#answer(text, paths));
  }

  mend(): void {
    this.#broken = new Set();
  }

  #join(socket: WebSocketRoute): void {
    const server = socket.connectToServer();
    const paths = new Map<number, string>();
    socket.onMessage((message) => {
      const frame = JSON.parse(String(message)) as ClientFrame;
      for (const { type, queryId, udfPath } of frame.modifications ?? [])
        if (type === "Add" && udfPath !== undefined) paths.set(queryId, udfPath);
      const { type, requestId, udfPath } = frame;
      if (requestId === undefined || udfPath === undefined || !this.#broken.has(udfPath)) return server.send(message);
      socket.send(
        JSON.stringify({ type: `${type}Response`, requestId, success: false, result: SERVER_ERROR, logLines: [] }),
      );
    });
    server.onMessage((message) => {
      const text = String(message);
      if (this.#waiting.length > 0 || this.#isHeld(text, paths)) this.#waiting.push({ socket, text, paths });
      else socket.send(this.#answer(text, paths));
    });
  }

  #isHeld(text: string, paths: ReadonlyMap<number, string>): boolean {
    const { modifications = [] } = JSON.parse(text) as ServerFrame;
    return modifications.some(
      ({ type, queryId }) => type !== "QueryRemoved" && this.#held.has(paths.get(queryId) ?? ""),
    );
  }

  #answer(text: string, paths: ReadonlyMap<number, string>): string {
    if (this.#broken.size === 0) return text;
    const frame = JSON.parse(text) as ServerFrame;
    if (frame.modifications === undefined) return text;
    const modifications = frame.modifications.map((change) =>
      change.type === "QueryUpdated" && this.#broken.has(paths.get(change.queryId) ?? "")
        ? { type: "QueryFailed", queryId: change.queryId, errorMessage: SERVER_ERROR, logLines: [], journal: null }
        : change,
    );
    return JSON.stringify({ ...frame, modifications });
  }
}

const SERVER_ERROR = "[Request ID: 0123456789abcdef] Server Error";
