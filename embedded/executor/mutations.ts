import type { SqliteStore } from "../storage/store";
import { withCommitTs } from "../transaction/commitTimestamps";
import type { Transaction } from "../transaction/transaction";
import type { AppCall, CallContext } from "./calls";
import {
  ANONYMOUS,
  type Caller,
  type FunctionCall,
  type MutationOutcome,
  type Outcome,
  type RequestKey,
} from "./contract";
import { Execution } from "./execution";
import type { AppFunction } from "./registry";

/** Answers to resent mutations are kept this long, longer than any client stays offline and still resends. */
const KEEP_REQUESTS_MS = 14 * 24 * 60 * 60 * 1000;
const PRUNE_EVERY_MS = 60 * 60 * 1000;

export interface MutationRun {
  readonly done: MutationOutcome;
  /** What it threw, as it was thrown; null when it did not. */
  readonly error: unknown;
}

/**
 * Mutations: queued for the one writer, each under its request key at most once. A repeated key finds the run that is on its way, or the
 * answer that its commit left behind; failures are not kept and run again (contract §3.6).
 */
export class Mutations {
  readonly #onTheWay = new Map<string, Promise<MutationOutcome>>();
  readonly #pruning: NodeJS.Timeout;

  constructor(
    private readonly context: CallContext,
    private readonly store: SqliteStore,
    /** Runs when a mutation has succeeded, and may still make it fail. */
    private readonly beforeCommit: (execution: Execution) => Promise<void> = () => Promise.resolve(),
  ) {
    const prune = (): void => store.pruneRequests(BigInt(Date.now() - KEEP_REQUESTS_MS) * 1_000_000n);
    prune();
    this.#pruning = setInterval(prune, PRUNE_EVERY_MS).unref();
  }

  async ask(call: FunctionCall, caller: Caller, key?: RequestKey): Promise<MutationOutcome> {
    if (key === undefined) return (await this.execute(call, caller)).done;
    const name = `${key.sessionId}\n${key.requestId}`;
    const onTheWay = this.#onTheWay.get(name);
    if (onTheWay !== undefined) return onTheWay;
    const stored = this.store.findRequest(key.sessionId, key.requestId);
    if (stored !== null) return { outcome: JSON.parse(stored.outcomeJson) as Outcome, ts: stored.ts };
    const fresh = this.execute(call, caller, key).then(({ done }) => done);
    this.#onTheWay.set(name, fresh);
    const forget = (): void => void this.#onTheWay.delete(name);
    fresh.then(forget, forget);
    return fresh;
  }

  /** @param anyVisibility true when the app itself calls, from an action */
  async execute(
    call: AppCall,
    caller: Caller,
    key: RequestKey | null = null,
    anyVisibility = false,
  ): Promise<MutationRun> {
    const { runner, committer, reporter } = this.context;
    const tree = runner.newTree(undefined, call.origin, call.job);
    let fn: AppFunction;
    try {
      fn = runner.resolve(call.path, "mutation", anyVisibility ? null : caller);
    } catch (error) {
      return { done: { outcome: reporter.failure(error, tree.requestId, []), ts: null }, error };
    }
    const { value, ts } = await committer.submit(async (transaction) => {
      const ownTree = { ...tree, startMs: transaction.startMs };
      const execution = new Execution("mutation", fn.path, "", caller, ownTree, transaction);
      const attempt = await this.#attempt(fn, call, execution);
      const { outcome } = attempt;
      const record =
        key === null || !outcome.success
          ? undefined
          : (committedAt: bigint) => ({
              ...key,
              ts: committedAt,
              outcomeJson: JSON.stringify(settled(outcome, committedAt)),
            });
      return { value: attempt, commit: outcome.success, record };
    });
    return { done: { outcome: ts === null ? value.outcome : settled(value.outcome, ts), ts }, error: value.error };
  }

  /**
   * Runs a mutation of any visibility, for nobody in particular, inside a transaction that its caller commits or drops.
   * @returns what it threw, as it was thrown; null when it did not
   */
  async executeWithin(transaction: Transaction, call: AppCall): Promise<{ outcome: Outcome; error: unknown }> {
    const { runner, reporter } = this.context;
    const tree = runner.newTree(transaction.startMs, call.origin, call.job);
    try {
      const fn = runner.resolve(call.path, "mutation", null);
      return await this.#attempt(fn, call, new Execution("mutation", fn.path, "", ANONYMOUS, tree, transaction));
    } catch (error) {
      return { outcome: reporter.failure(error, tree.requestId, []), error };
    }
  }

  async #attempt(
    fn: AppFunction,
    call: FunctionCall,
    execution: Execution,
  ): Promise<{ outcome: Outcome; error: unknown }> {
    const { runner, reporter, onCall } = this.context;
    const { requestId, logLines } = execution.tree;
    const startedAt = performance.now();
    let outcome: Outcome;
    let error: unknown = null;
    try {
      const result = await runner.run(fn, call, execution);
      await this.beforeCommit(execution);
      outcome = reporter.success(result, logLines);
    } catch (thrown) {
      error = thrown;
      outcome = reporter.failure(thrown, requestId, logLines);
    }
    const durationMs = performance.now() - startedAt;
    onCall({ kind: "mutation", path: fn.path, durationMs, success: outcome.success, logLines });
    return { outcome, error };
  }

  close(): void {
    clearInterval(this.#pruning);
  }
}

/** A result may hold the placeholder for the commit's timestamp: nobody outside the transaction sees that. */
function settled(outcome: Outcome, ts: bigint): Outcome {
  return outcome.success ? { ...outcome, valueJson: withCommitTs(outcome.valueJson, ts) } : outcome;
}
