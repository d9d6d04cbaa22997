import { ActionPool, type PoolOptions, type PoolRun } from "./actionPool";
import type { OfRun, SyscallAnswer, SyscallRequest, ThreadStart } from "./actionProtocol";
import type { AppCall } from "./calls";
import { NO_ORIGIN, type Caller, type HttpActionRequest, type HttpActionResponse, type Outcome } from "./contract";
import type { RunningJob } from "./execution";

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
  readonly start: ThreadStart;
  readonly pool?: Partial<PoolOptions>;
  readonly answer: AnswerSyscall;
  /** Turns what a syscall threw into what the thread rethrows. */
  readonly describeError: (error: unknown) => SyscallAnswer;
  /** Told of failures that belong to no call. */
  readonly onFault: (text: string) => void;
}

/** How a run is to be made. */
export interface RunTerms {
  readonly requestId: string;
  readonly timeoutMs: number;
}

/**
 * Actions and HTTP actions as the rest of the executor asks for them.
 *
 * Holds: what a run and its caller still have to say to each other. Does not hold: threads and time-outs (`ActionPool`), the database; an
 * action's syscalls are answered through `answer`.
 */
export class ActionHost {
  readonly #pool: ActionPool;
  #nextRunId = 0;

  constructor(private readonly options: ActionHostOptions) {
    const { workerUrl, start, onFault } = options;
    this.#pool = new ActionPool({ workerUrl, start, onFault }, options.pool);
  }

  /** Resolves when the functions are evaluated; rejects when they cannot be. */
  get ready(): Promise<void> {
    return this.#pool.ready;
  }

  get counters(): ActionPool["counters"] {
    return this.#pool.counters;
  }

  /** Rejects when the run is lost: its time is over, or its thread is gone. */
  async runAction(
    { path, argsJson, origin = NO_ORIGIN, job = null }: AppCall,
    caller: Caller,
    { requestId, timeoutMs }: RunTerms,
  ): Promise<ActionRun> {
    await this.ready;
    return new Promise((resolve, reject) => {
      const { identity } = caller;
      const runId = this.#begin({ caller, job }, timeoutMs, {
        start: (claim) => ({ type: "runAction", runId, claim, path, argsJson, identity, requestId, origin, job }),
        onMessage: (message) => {
          if (message.type !== "finished") return;
          this.#pool.end(runId);
          resolve(message);
        },
        onLost: reject,
      });
    });
  }

  /** Rejects when the run is lost before it answered; later, its body does. */
  async runHttp(
    request: HttpActionRequest,
    caller: Caller,
    identityError: string | null,
    { requestId, timeoutMs }: RunTerms,
  ): Promise<HttpActionResponse> {
    await this.ready;
    return new Promise((resolve, reject) => {
      const { url, method, headers } = request;
      const { identity } = caller;
      const head = { url, method, headers, hasBody: request.body !== null };
      const onLeave = (): void => this.#pool.send(runId, { type: "leave", runId });
      const requestBody = request.body?.[Symbol.asyncIterator]() ?? null;
      const body = new ResponseBody(() => this.#pool.send(runId, { type: "pullResponse", runId }), onLeave);
      const end = (error: Error | null): void => {
        this.#pool.end(runId);
        request.signal?.removeEventListener("abort", onLeave);
        void requestBody?.return?.().catch(() => undefined);
        body.end(error);
      };
      const runId = this.#begin({ caller, job: null }, timeoutMs, {
        start: (claim) => ({ type: "runHttp", runId, claim, head, identity, identityError, requestId }),
        onMessage: (message) => {
          if (message.type === "head") resolve({ status: message.status, headers: message.headers, body });
          if (message.type === "part") body.push(message.bytes);
          if (message.type === "end") end(message.error === null ? null : new Error(message.error));
          if (message.type === "pullRequest") void this.#sendPart(runId, requestBody);
          if (message.type === "cancelRequest") void requestBody?.return?.().catch(() => undefined);
        },
        onLost: (error) => {
          end(error);
          reject(error);
        },
      });
      request.signal?.addEventListener("abort", onLeave);
      if (request.signal?.aborted === true) onLeave();
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #begin(
    asker: Asker,
    timeoutMs: number,
    { start, onMessage, onLost }: Pick<PoolRun, "start" | "onLost"> & { onMessage: (message: OfRun) => void },
  ): number {
    const id = this.#nextRunId++;
    const hear = (message: OfRun | SyscallRequest): void =>
      message.type === "syscall" ? void this.#answer(asker, message) : onMessage(message);
    // In a later turn, so that the caller knows the number before anything is said about the run.
    queueMicrotask(() => this.#pool.begin({ id, timeoutMs, start, onMessage: hear, onLost }));
    return id;
  }

  async #answer(asker: Asker, { runId, callId, op, argsJson, bytes }: SyscallRequest): Promise<void> {
    const answer = await this.options.answer(asker, op, argsJson, bytes).then(
      (done): SyscallAnswer => ({ ok: true, ...done }),
      (error: unknown) => this.options.describeError(error),
    );
    this.#pool.send(runId, { type: "answer", callId, answer });
  }

  /** The next piece of a request's body, which the app asked for. */
  async #sendPart(runId: number, body: AsyncIterator<Uint8Array> | null): Promise<void> {
    try {
      const part = await body?.next();
      if (part === undefined || part.done === true) {
        return this.#pool.send(runId, { type: "requestEnd", runId, error: null });
      }
      const bytes = Uint8Array.from(part.value);
      this.#pool.send(runId, { type: "requestPart", runId, bytes }, [bytes.buffer]);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#pool.send(runId, { type: "requestEnd", runId, error: text });
    }
  }
}

/**
 * A response's body, read by one reader. Each piece is asked for when the reader wants it, so a slow reader makes the app wait instead of
 * this process collect; a reader that stops early makes the app's stream end.
 */
class ResponseBody implements AsyncIterableIterator<Uint8Array> {
  #ended: { error: Error | null } | null = null;
  #reader: { resolve: (step: IteratorResult<Uint8Array>) => void; reject: (error: Error) => void } | null = null;

  constructor(
    private readonly pull: () => void,
    private readonly leave: () => void,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      if (this.#ended !== null) this.#settle();
      else this.pull();
    });
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    if (this.#ended === null) this.leave();
    this.end(null);
    return Promise.resolve({ done: true, value: undefined });
  }

  push(value: Uint8Array): void {
    const reader = this.#reader;
    this.#reader = null;
    reader?.resolve({ done: false, value });
  }

  end(error: Error | null): void {
    this.#ended ??= { error };
    this.#settle();
  }

  #settle(): void {
    const reader = this.#reader;
    this.#reader = null;
    const error = this.#ended?.error ?? null;
    if (error !== null) reader?.reject(error);
    else reader?.resolve({ done: true, value: undefined });
  }
}
