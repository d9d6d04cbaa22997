import { Worker } from "node:worker_threads";
import type { FromThread, ThreadStart, ToThread } from "./actionProtocol";
import type { Clock } from "./schedulerClock";

/** How long a thread may give no sign of life, counted in beats so that a pause of this whole process is not held against it. */
export interface Pulse {
  readonly beatMs: number;
  readonly beats: number;
}

/**
 * One thread that runs actions.
 *
 *   starting ──ready──► serving ◄──any message── silent      (silent: it left something unanswered; it gets nothing new)
 *       └──────────────────┴──────── error, exit, `end` ──────────► gone
 *
 * Holds: the thread and whether it answers. Does not hold: what it runs (`ActionHost` does).
 */
export class ActionThread {
  readonly #worker: Worker;
  /** Resolves when the functions are evaluated; rejects when they cannot be. */
  readonly ready: Promise<void>;
  isReady = false;
  isSilent = false;
  wasReady = false;
  #heard = 0;
  #isGone = false;

  constructor(
    workerUrl: URL,
    start: ThreadStart,
    private readonly clock: Clock,
    private readonly on: {
      readonly message: (message: FromThread) => void;
      /** Once, also when `end` was asked for. */
      readonly gone: (error: Error) => void;
    },
  ) {
    this.#worker = new Worker(workerUrl, { workerData: start, env: { ...start.env } });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on("message", (message: FromThread) => {
        this.#heard++;
        this.isSilent = false;
        if (message.type === "ready") {
          this.isReady = this.wasReady = true;
          resolve();
        }
        this.on.message(message);
      });
      const gone = (error: Error): void => {
        reject(error);
        this.#gone(error);
      };
      this.#worker.once("error", (error) => gone(error instanceof Error ? error : new Error(String(error))));
      this.#worker.once("exit", () => gone(new Error("The action thread ended.")));
    });
    this.ready.catch(() => undefined); // whoever awaits `ready` hears of it; nobody may be waiting yet
  }

  send(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    if (!this.#isGone) this.#worker.postMessage(message, [...transfer]);
  }

  /** Calls `onSilence` unless the thread gives a sign of life within the pulse: it waits for nothing, so it computes without end. */
  probe({ beatMs, beats }: Pulse, onSilence: () => void): void {
    const heardBefore = this.#heard;
    const beat = (left: number): void => {
      if (this.#isGone || this.#heard !== heardBefore) return;
      if (left === 0) return onSilence();
      this.clock.after(beatMs, () => beat(left - 1));
    };
    this.send({ type: "ping" });
    beat(beats);
  }

  /** @param reason what its runs are told */
  async end(reason: Error): Promise<void> {
    this.#gone(reason);
    await this.#worker.terminate();
  }

  #gone(error: Error): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.isReady = false;
    this.on.gone(error);
  }
}
