import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction } from "../transaction/transaction";
import type { Caller, RequestOrigin } from "./contract";
import type { Limits } from "./limits";
import { Meter } from "./metrics";
import type { OpenStream } from "./openStream";

export type FunctionKind = "query" | "mutation" | "action" | "httpAction";

/** The scheduled function that a call tree runs for: an action's calls are trees of their own and belong to the same one. */
export interface RunningJob {
  /** Id of its row in `_scheduled_functions`. */
  readonly id: string;
  readonly kind: "mutation" | "action";
}

/** What all executions of one call tree share. */
export interface CallTree {
  readonly requestId: string;
  readonly origin: RequestOrigin;
  /** Null when nothing scheduled it. */
  readonly job: RunningJob | null;
  /** The one `Date.now()` of queries and mutations. */
  readonly startMs: number;
  readonly random: () => number;
  /** Of each transaction of the tree. */
  readonly limits: Limits;
  readonly logLines: string[];
  /** Set when `getUserIdentity` was called anywhere in the tree: then the result is for this caller only. */
  usedIdentity: boolean;
  /** Set when the clock was read: then the result grows old by itself. */
  usedClock: boolean;
}

/**
 * The record of one running function: what the global `Convex` object acts on while its code runs.
 * A nested call has a record of its own and shares the tree.
 */
export class Execution {
  readonly streams = new Map<number, OpenStream>();
  nextStreamId = 0;
  #closed = false;
  /** What it left running, such as timers, is stopped with it. Null as long as there is nothing. */
  #leftRunning: Set<() => void> | null = null;
  /** Syscalls are first in, first out: those made while a nested call runs wait for it. */
  busy: Promise<unknown> | null = null;
  paginated = false;
  nextJournal: string | null = null;

  constructor(
    readonly kind: FunctionKind,
    /** `module:export`, without `.js`. */
    readonly path: string,
    readonly component: string,
    readonly caller: Caller,
    readonly tree: CallTree,
    /** Null in actions, which have none. */
    readonly transaction: Transaction | null,
    readonly depth: number = 0,
    /** End cursor of the previous run of this subscription (contract §2.5). */
    readonly journal: string | null = null,
    /** Who called it, when another function did. */
    private readonly parent: Execution | null = null,
    readonly meter: Meter = Meter.forTransaction(tree.limits),
  ) {}

  /** After the handler settled, or its caller's did, late syscalls of dangling promises are refused. */
  get closed(): boolean {
    return this.#closed || this.parent?.closed === true;
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#leftRunning ?? []) stop();
    this.#leftRunning = null;
  }

  stopAtClose(stop: () => void): void {
    (this.#leftRunning ??= new Set()).add(stop);
  }

  /** It came to its end by itself. */
  stoppedItself(stop: () => void): void {
    this.#leftRunning?.delete(stop);
  }
}

const current = new AsyncLocalStorage<Execution>();

export function runInside<T>(execution: Execution, body: () => T): T {
  return current.run(execution, body);
}

/** For what must not take itself for a part of the function that happens to run. */
export function runOutside<T>(body: () => T): T {
  return current.exit(body);
}

export const currentExecution = (): Execution | undefined => current.getStore();

/** Mulberry32: small, fast, good enough for what must not be secret. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
