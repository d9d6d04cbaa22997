import type { FromThread } from "./actionProtocol";

type Act = (controller: ReadableStreamDefaultController<Uint8Array>) => void;
type Send = (message: FromThread, transfer?: readonly ArrayBuffer[]) => void;

/**
 * The bodies of one HTTP action, as the app's thread sees them: both move piece by piece, and only when their reader asks.
 *
 *   request    client ──► main ──requestPart──► here ──► the app     a piece is fetched when the app reads
 *   response   client ◄── main ◄────part─────── here ◄── the app     a piece is taken from the app when the client can take it
 */
export class ActionBodies {
  /** What the app's `Request` carries: aborted when the client goes away. */
  readonly leaving = new AbortController();
  #arrived: ((act: Act) => void) | null = null;
  #pulled = 0;
  #wake: (() => void) | null = null;

  constructor(
    private readonly runId: number,
    private readonly send: Send,
  ) {}

  requestBody(): ReadableStream<Uint8Array> {
    const { runId, send } = this;
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) =>
          new Promise((resolve) => {
            this.#arrived = (act: Act) => {
              act(controller);
              resolve();
            };
            send({ type: "pullRequest", runId });
          }),
        cancel: () => send({ type: "cancelRequest", runId }),
      },
      { highWaterMark: 0 },
    );
  }

  requestPart(bytes: Uint8Array): void {
    this.#arrive((controller) => controller.enqueue(bytes));
  }

  requestEnd(error: string | null): void {
    this.#arrive((controller) => (error === null ? controller.close() : controller.error(new Error(error))));
  }

  /** The client can take another piece. */
  pullResponse(): void {
    this.#pulled++;
    this.#wake?.();
  }

  /** The client went away. */
  leave(): void {
    this.leaving.abort();
    this.#wake?.();
  }

  /** Resolves when the client has the whole response, or went away. */
  async sendResponse(response: Response): Promise<void> {
    const { runId, send } = this;
    const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
    const cookies = response.headers.getSetCookie().map((cookie) => ["set-cookie", cookie] as [string, string]);
    send({ type: "head", runId, status: response.status, headers: [...headers, ...cookies] });
    let error: string | null = null;
    try {
      if (response.body !== null) await this.#sendBody(response.body.getReader());
    } catch (thrown) {
      error = thrown instanceof Error ? thrown.message : String(thrown);
    }
    send({ type: "end", runId, error });
  }

  async #sendBody(reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
    const left = this.leaving.signal;
    while (!left.aborted) {
      if (this.#pulled === 0) {
        await this.#woken();
        continue;
      }
      this.#pulled--;
      const step = await Promise.race([reader.read(), this.#woken()]);
      if (step === undefined) continue;
      if (step.done) return;
      if (!(step.value instanceof Uint8Array)) {
        await reader.cancel();
        throw new TypeError("The stream of a Response must give bytes (Uint8Array).");
      }
      const bytes = Uint8Array.from(step.value);
      this.send({ type: "part", runId: this.runId, bytes }, [bytes.buffer]);
    }
    // Here and not where the news arrived, so that what the app does about it is still part of its action.
    await reader.cancel("The client went away.");
  }

  /** Resolves when the client can take another piece, or went away. */
  #woken(): Promise<undefined> {
    return new Promise((resolve) => (this.#wake = () => resolve(undefined)));
  }

  #arrive(act: Act): void {
    const arrived = this.#arrived;
    this.#arrived = null;
    arrived?.(act);
  }
}
