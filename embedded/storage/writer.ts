import { Worker } from "node:worker_threads";
import type { WriteBatch } from "./batchWriter";

export interface WriterStart {
  readonly path: string;
}

export type ToWriter =
  | { readonly type: "write"; readonly batch: WriteBatch }
  | { readonly type: "prune"; readonly ts: bigint }
  | { readonly type: "checkpoint" };

/** One for each order, in their order; the first says that the thread is ready. */
export interface WriterAnswer {
  readonly error: string | null;
}

/** Called once, in a turn of the event loop of its own: null when it is done and on disk. */
export type Done = (failure: Error | null) => void;

/**
 * The thread that writes, as seen from the main one. Orders are obeyed one after the other.
 *
 * When the thread is lost nobody knows whether its last order was carried out, so it is not replaced: every order fails from then on, and
 * the next start of the program finds whatever is on disk. Holds who waits for which answer; does not hold what was written.
 */
export class Writer {
  readonly #worker: Worker;
  readonly #waiting: Done[] = [];
  readonly #exited: Promise<void>;
  #lost: Error | null = null;

  private constructor(url: URL, path: string) {
    this.#worker = new Worker(url, { workerData: { path } satisfies WriterStart });
    this.#worker.on("message", ({ error }: WriterAnswer) =>
      this.#waiting.shift()?.(error === null ? null : new Error(error)),
    );
    this.#worker.on("error", (error) => this.#onLost(error));
    this.#exited = new Promise((resolve) => {
      this.#worker.once("exit", () => {
        this.#onLost(new Error("The writer has stopped: nothing can be saved until the next start."));
        resolve();
      });
    });
  }

  /** @param url of the built `writerThread` */
  static start(url: URL, path: string): Promise<Writer> {
    return new Promise((resolve, reject) => {
      const writer = new Writer(url, path);
      writer.#waiting.push((failure) => (failure === null ? resolve(writer) : reject(failure)));
    });
  }

  /** Whether it lives and no order is under way. */
  get isIdle(): boolean {
    return this.#lost === null && this.#waiting.length === 0;
  }

  order(order: ToWriter, done: Done): void {
    if (this.#lost !== null) {
      const lost = this.#lost;
      setImmediate(() => done(lost)); // in a turn of its own, as always
      return;
    }
    this.#waiting.push(done);
    this.#worker.postMessage(order);
  }

  /** Resolves when all orders are obeyed and the thread, with its connection, is gone. */
  async close(): Promise<void> {
    if (this.#lost === null) this.#worker.postMessage("close");
    await this.#exited;
  }

  #onLost(error: Error): void {
    this.#lost ??= error;
    for (const done of this.#waiting.splice(0)) done(this.#lost);
  }
}
