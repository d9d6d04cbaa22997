import { Worker } from "node:worker_threads";
import type { FromWorker, SyscallAnswer, ToWorker, WorkerStart } from "./actionProtocol";
import type { AppCall } from "./calls";
import { NO_ORIGIN, type Caller, type HttpActionRequest, type HttpActionResponse, type Outcome } from "./contract";
import type { RunningJob } from "./execution";
import { newRequestId } from "./runner";

/** For whom an action runs: what it calls runs for the same. */
export interface Asker {
  readonly caller: Caller;
  readonly job: RunningJob | null;
}

export interface ActionRun {
  readonly outcome: Outcome;
  /** The text of a failure, redaction or not, for the app's own records; null when it succeeded. */
  readonly error: string | null;
}

/** What an action asks of the data while it runs; answered in the main thread. `bytes` accompany files. */
export type AnswerSyscall = (
  asker: Asker,
  op: string,
  argsJson: string,
  bytes?: Uint8Array,
) => Promise<{ json: string; bytes?: Uint8Array }>;

export interface ActionHostOptions {
  readonly workerUrl: URL;
  readonly start: WorkerStart;
  readonly timeoutMs: number;
  readonly answer: AnswerSyscall;
  /** Turns what a syscall threw into what the worker rethrows. */
  readonly describeError: (error: unknown) => SyscallAnswer;
  /** Told of failures that belong to no call. */
  readonly onFault: (text: string) => void;
}

interface Run {
  readonly asker: Asker;
  readonly onMessage: (message: Exclude<FromWorker, { type: "ready" | "fault" | "syscall" }>) => void;
  readonly onLost: (error: Error) => void;
}

/**
 * Actions and HTTP actions, run in a worker thread from the start.
 *
 *   starting ──ready──► serving ──worker dies──► every running action fails, a new worker starts
 *
 * Holds: the worker, the running actions. Does not hold: the database; an action's syscalls are answered through `answer`.
 */
export class ActionHost {
  #worker: Worker;
  #ready: Promise<void>;
  readonly #runs = new Map<number, Run>();
  #nextRunId = 0;
  #isClosing = false;
  /** A worker that never became ready would fail again: it is not replaced. */
  #wasReady = false;

  constructor(private readonly options: ActionHostOptions) {
    [this.#worker, this.#ready] = this.#startWorker();
  }

  /** Resolves when the worker has evaluated the functions; rejects when it could not. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  async runAction({ path, argsJson, origin = NO_ORIGIN, job = null }: AppCall, caller: Caller): Promise<ActionRun> {
    await this.#ready;
    const requestId = newRequestId();
    return new Promise((resolve) => {
      const fail = (error: Error): void =>
        resolve({
          outcome: {
            success: false,
            errorMessage: `[Request ID: ${requestId}] Server Error\n${error.message}`,
            logLines: [],
          },
          error: error.message,
        });
      const runId = this.#begin(
        { caller, job },
        (message) => {
          if (message.type !== "finished") return;
          this.#end(runId);
          resolve(message);
        },
        fail,
      );
      this.#send({ type: "runAction", runId, path, argsJson, identity: caller.identity, requestId, origin, job });
    });
  }

  async runHttp(request: HttpActionRequest, caller: Caller, identityError: string | null): Promise<HttpActionResponse> {
    await this.#ready;
    const body = new ChunkQueue();
    return new Promise((resolve, reject) => {
      const runId = this.#begin(
        { caller, job: null },
        (message) => {
          if (message.type === "head") resolve({ status: message.status, headers: message.headers, body });
          if (message.type === "chunk") body.push(message.bytes);
          if (message.type === "end") {
            this.#end(runId);
            body.end(null);
          }
        },
        (error) => {
          body.end(error);
          reject(error);
        },
      );
      const head = { url: request.url, method: request.method, headers: request.headers };
      this.#send({
        type: "runHttp",
        runId,
        head,
        body: request.body,
        identity: caller.identity,
        identityError,
        requestId: newRequestId(),
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#worker.terminate();
  }

  #begin(asker: Asker, onMessage: Run["onMessage"], onLost: Run["onLost"]): number {
    const runId = this.#nextRunId++;
    const timer = setTimeout(() => {
      this.#end(runId);
      onLost(new Error(`The action did not finish within ${this.options.timeoutMs} ms.`));
    }, this.options.timeoutMs);
    timer.unref();
    const lost = (error: Error): void => {
      clearTimeout(timer);
      onLost(error);
    };
    this.#runs.set(runId, {
      asker,
      onMessage: (message) => {
        if (message.type === "finished" || message.type === "end") clearTimeout(timer);
        onMessage(message);
      },
      onLost: lost,
    });
    return runId;
  }

  #end(runId: number): void {
    this.#runs.delete(runId);
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #startWorker(): [Worker, Promise<void>] {
    const worker = new Worker(this.options.workerUrl, { workerData: this.options.start, env: {} });
    const ready = new Promise<void>((resolve, reject) => {
      worker.on("message", (message: FromWorker) => {
        if (message.type === "ready") {
          this.#wasReady = true;
          resolve();
        } else if (message.type === "fault") this.options.onFault(message.text);
        else this.#onMessage(message);
      });
      worker.once("error", (error) => {
        reject(error instanceof Error ? error : new Error(String(error)));
        this.#onLost(worker, error instanceof Error ? error : new Error(String(error)));
      });
      worker.once("exit", () => this.#onLost(worker, new Error("The action worker ended.")));
    });
    ready.catch(() => undefined); // whoever awaits `ready` hears of it; nobody may be waiting yet
    return [worker, ready];
  }

  #onLost(worker: Worker, error: Error): void {
    if (worker !== this.#worker || this.#isClosing) return;
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    if (this.#wasReady) {
      this.#wasReady = false;
      [this.#worker, this.#ready] = this.#startWorker();
    }
    for (const run of runs) run.onLost(error);
  }

  #onMessage(message: Exclude<FromWorker, { type: "ready" | "fault" }>): void {
    const run = this.#runs.get(message.runId);
    if (run === undefined) return;
    if (message.type !== "syscall") return run.onMessage(message);
    const { callId, op, argsJson, bytes } = message;
    this.options.answer(run.asker, op, argsJson, bytes).then(
      (answer) => this.#send({ type: "answer", callId, answer: { ok: true, ...answer } }),
      (error: unknown) => this.#send({ type: "answer", callId, answer: this.options.describeError(error) }),
    );
  }
}

/** Chunks that arrive by message, read as an async iterable by one reader. */
class ChunkQueue implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  #ended = false;
  #error: Error | null = null;
  #wake: (() => void) | null = null;

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#wake?.();
  }

  end(error: Error | null): void {
    this.#ended = true;
    this.#error = error;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) yield chunk;
      else if (this.#error !== null) throw this.#error;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
