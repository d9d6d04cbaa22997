import { availableParallelism } from "node:os";
import {
  newClaim,
  withdraw,
  type Claim,
  type FromThread,
  type OfRun,
  type StartAction,
  type StartHttp,
  type SyscallRequest,
  type ThreadStart,
  type ToThread,
} from "./actionProtocol";
import { ActionThread, type Pulse } from "./actionThread";
import { REAL_CLOCK, type Clock } from "./schedulerClock";

export interface PoolOptions {
  /** Drives time-outs and patience; the system's own unless a test drives it. */
  readonly clock: Clock;
  /** Actions that run at once are spread over this many threads. */
  readonly threads: number;
  /** With those that make up for stuck ones. */
  readonly mostThreads: number;
  /** A run that a thread has not taken up by then is given to another one. */
  readonly takeUpMs: number;
  /** A thread in which a run outlives its time must show this sign of life, or is ended. */
  readonly pulse: Pulse;
  /** Threads beyond the first end after this long without work. */
  readonly idleMs: number;
}

export const POOL_DEFAULTS: PoolOptions = {
  clock: REAL_CLOCK,
  threads: Math.max(2, Math.min(4, availableParallelism())),
  mostThreads: 8,
  takeUpMs: 1_000,
  pulse: { beatMs: 500, beats: 10 },
  idleMs: 60_000,
};

/** One action or HTTP action, as the pool sees it. */
export interface PoolRun {
  readonly id: number;
  readonly timeoutMs: number;
  /** The message that begins it. */
  readonly start: (claim: Claim) => StartAction | StartHttp;
  readonly onMessage: (message: OfRun | SyscallRequest) => void;
  /** Once, when it will not be heard of again: its time is over, or its thread is gone. */
  readonly onLost: (error: Error) => void;
}

interface Entry {
  readonly run: PoolRun;
  claim: Claim;
  /** Null while no thread can take it. */
  thread: ActionThread | null;
  readonly callOffTimeout: () => void;
}

/** Why a run is lost that did nothing wrong itself. */
const CUT_OFF =
  "The action was cut off: another one in the same thread computed past its time without ever waiting. " +
  "What this one had done until then is done; it is not run again.";

/**
 * The threads that run actions, and which run is in which.
 *
 *   begin ──► in the thread with the fewest ──taken up──► … ──► end
 *                │ not taken up in time: withdrawn, given to another        (it never began, so nothing happened twice)
 *                └ its time is over: lost. Does its thread still answer?    yes: only this run is abandoned
 *                                                                           no: the thread is ended, all that began in it is lost
 *
 * So a run that merely waits is never disturbed, one that computes without end holds up only those that began in its own thread, and those
 * are few: there is always an idle thread as long as there are fewer than `threads`. Holds: threads, runs, time-outs. Does not hold: what a
 * run says (`ActionHost`).
 */
export class ActionPool {
  readonly #threads = new Map<ActionThread, Set<Entry>>();
  readonly #entries = new Map<number, Entry>();
  readonly #waiting = new Set<Entry>();
  readonly #options: PoolOptions;
  #isClosed = false;
  /** Resolves when the functions are evaluated in a first thread; rejects when they cannot be. */
  readonly ready: Promise<void>;

  constructor(
    private readonly parts: {
      readonly workerUrl: URL;
      readonly start: ThreadStart;
      readonly onFault: (text: string) => void;
    },
    options: Partial<PoolOptions> = {},
  ) {
    this.#options = { ...POOL_DEFAULTS, ...options };
    this.ready = this.#startThread().ready;
  }

  get counters(): { actionThreads: number; actionsRunning: number } {
    return { actionThreads: this.#threads.size, actionsRunning: this.#entries.size };
  }

  begin(run: PoolRun): void {
    const callOffTimeout = this.#options.clock.after(run.timeoutMs, () => this.#expire(entry));
    const entry: Entry = { run, claim: newClaim(), thread: null, callOffTimeout };
    this.#entries.set(run.id, entry);
    this.#place(entry);
  }

  /** Nothing more is wanted of it. */
  end(id: number): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#drop(entry);
  }

  /** Says something to the thread a run is in. */
  send(id: number, message: ToThread, transfer?: readonly ArrayBuffer[]): void {
    this.#entries.get(id)?.thread?.send(message, transfer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = new Error("The backend is being closed.");
    await Promise.all([...this.#threads.keys()].map((thread) => thread.end(closed)));
  }

  #place(entry: Entry): void {
    const serving = [...this.#threads].filter(([thread]) => thread.isReady && !thread.isSilent);
    const [thread, runs] = serving.sort(([, a], [, b]) => a.size - b.size)[0] ?? [null, null];
    if (thread === null || runs === null) {
      this.#waiting.add(entry);
      const isStarting = [...this.#threads.keys()].some(({ isReady }) => !isReady);
      if (!isStarting && this.#threads.size < this.#options.mostThreads) this.#startThread();
      return;
    }
    this.#waiting.delete(entry);
    entry.thread = thread;
    entry.claim = newClaim();
    runs.add(entry);
    thread.send(entry.run.start(entry.claim));
    const { claim } = entry;
    this.#options.clock.after(this.#options.takeUpMs, () => this.#withdraw(entry, claim));
    this.#keepOneIdle();
  }

  /** What has not begun by now is better off elsewhere. */
  #withdraw(entry: Entry, claim: Claim): void {
    const { thread } = entry;
    if (entry.claim !== claim || thread === null || !withdraw(claim)) return;
    thread.isSilent = true; // until it answers
    const runs = this.#threads.get(thread);
    runs?.delete(entry);
    // What holds it up belongs to a run whose time will be over, or to none any more: then there is nothing to wait for.
    if (runs?.size === 0) thread.probe(this.#options.pulse, () => this.#endStuck(thread));
    else thread.send({ type: "ping" });
    entry.thread = null;
    if (this.#entries.has(entry.run.id)) this.#place(entry);
  }

  #keepOneIdle(): void {
    const isSpare = [...this.#threads].some(([thread, runs]) => runs.size === 0 && !thread.isSilent);
    if (!isSpare && this.#threads.size < this.#options.threads) this.#startThread();
  }

  #expire(entry: Entry): void {
    const { run, thread, claim } = entry;
    this.#drop(entry);
    if (thread !== null && !withdraw(claim)) {
      thread.send({ type: "abandon", runId: run.id });
      thread.isSilent = true; // until it shows otherwise it gets nothing new
      thread.probe(this.#options.pulse, () => this.#endStuck(thread));
    }
    run.onLost(new Error(`The action did not finish within ${run.timeoutMs} ms.`));
  }

  #drop(entry: Entry): void {
    entry.callOffTimeout();
    this.#entries.delete(entry.run.id);
    this.#waiting.delete(entry);
    const { thread } = entry;
    if (thread === null) return;
    const runs = this.#threads.get(thread);
    runs?.delete(entry);
    if (runs?.size === 0) this.#options.clock.after(this.#options.idleMs, () => this.#retire(thread));
  }

  #retire(thread: ActionThread): void {
    const isIdle = this.#threads.get(thread)?.size === 0;
    if (isIdle && this.#threads.size > 1) void thread.end(new Error("The thread had nothing to do."));
  }

  #startThread(): ActionThread {
    const thread: ActionThread = new ActionThread(this.parts.workerUrl, this.parts.start, this.#options.clock, {
      message: (message) => this.#onMessage(thread, message),
      gone: (error) => this.#onGone(thread, error),
    });
    this.#threads.set(thread, new Set());
    return thread;
  }

  #onMessage(thread: ActionThread, message: FromThread): void {
    switch (message.type) {
      case "ready":
      case "pong":
        break;
      case "fault":
        this.parts.onFault(message.text);
        break;
      default: {
        const entry = this.#entries.get(message.runId);
        if (entry?.thread === thread) entry.run.onMessage(message);
        else if (message.type === "syscall") refuse(thread, message);
      }
    }
    this.#placeWaiting();
  }

  #placeWaiting(): void {
    for (const entry of [...this.#waiting]) this.#place(entry);
  }

  #endStuck(thread: ActionThread): void {
    if (!this.#threads.has(thread)) return;
    this.parts.onFault("An action computed past its time without ever waiting: its thread was ended.");
    void thread.end(new Error(CUT_OFF));
  }

  #onGone(thread: ActionThread, error: Error): void {
    const entries = this.#threads.get(thread) ?? [];
    this.#threads.delete(thread);
    if (this.#isClosed) return;
    for (const entry of entries) {
      if (withdraw(entry.claim)) {
        entry.thread = null;
        this.#waiting.add(entry);
      } else {
        this.#drop(entry);
        entry.run.onLost(error);
      }
    }
    // One that never became ready would fail again: whoever waits for it hears so, and it is not replaced.
    if (!thread.wasReady && this.#threads.size === 0) {
      for (const entry of [...this.#waiting]) {
        this.#drop(entry);
        entry.run.onLost(error);
      }
    } else if (this.#threads.size === 0) {
      this.#startThread();
    }
    this.#placeWaiting();
  }
}

function refuse(thread: ActionThread, { callId }: SyscallRequest): void {
  const message = "The action is over: nothing it still asks for is done.";
  thread.send({ type: "answer", callId, answer: { ok: false, message } });
}
