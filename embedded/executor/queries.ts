import { ReadSet } from "../transaction/readSet";
import { Transaction } from "../transaction/transaction";
import type { CallContext } from "./calls";
import type { Caller, FunctionCall, Outcome, QueryRun, Timestamp } from "./contract";
import { Execution } from "./execution";
import { QueryCache, type Executed } from "./queryCache";
import { canonicalPath, type Registry } from "./registry";

/** Queries: each runs on a snapshot; public ones are shared through the cache. */
export class Queries {
  readonly cache: QueryCache;

  constructor(private readonly context: CallContext) {
    this.cache = new QueryCache((call, caller, journal) => this.execute(call, caller, journal));
    context.committer.onCommit(({ writes }) => this.cache.commitLanded(writes));
  }

  /** A public query at the newest timestamp, which `ts`, when given, must be. */
  ask(
    call: FunctionCall,
    caller: Caller,
    { journal = null, ts }: { journal?: string | null; ts?: Timestamp },
  ): Promise<QueryRun> {
    const { latestTs } = this.context.committer;
    if (ts !== undefined && ts !== latestTs) {
      const why = `A query was asked at ${ts}, but the newest timestamp is ${latestTs}: ask in the turn in which it was read.`;
      return Promise.reject(new Error(why));
    }
    return this.cache.ask(call, caller, journal, latestTs);
  }

  /** A public query at an earlier timestamp, or null when its state is not known any more, or not yet. */
  async askAt(call: FunctionCall, caller: Caller, ts: Timestamp): Promise<Outcome | null> {
    const opened = this.context.committer.openSnapshotAt(ts);
    if (opened === null) return null;
    const { outcome, release } = await this.execute(call, caller, null, false, opened);
    release();
    return outcome;
  }

  /** Runs a query past the cache; whoever asked calls `release`. `error` is what it threw, as it was thrown. */
  async execute(
    call: FunctionCall,
    caller: Caller,
    journal: string | null = null,
    anyVisibility = false,
    { snapshot, close } = this.context.committer.openSnapshot(),
  ): Promise<Executed & { error: unknown }> {
    const { runner, reporter, registry, onCall } = this.context;
    const startedAt = performance.now();
    const tree = runner.newTree();
    const transaction = new Transaction(snapshot, tree.startMs, new ReadSet(), null, snapshot.ts);
    const execution = new Execution("query", canonicalPath(call.path), "", caller, tree, transaction, 0, journal);
    let outcome: Outcome;
    let error: unknown = null;
    try {
      const fn = runner.resolve(call.path, "query", anyVisibility ? null : caller);
      outcome = reporter.success(await runner.run(fn, call, execution), tree.logLines);
    } catch (thrown) {
      error = thrown;
      outcome = reporter.failure(thrown, tree.requestId, tree.logLines);
    }
    const durationMs = performance.now() - startedAt;
    onCall({ kind: "query", path: call.path, durationMs, success: outcome.success, logLines: tree.logLines });
    return {
      outcome,
      error,
      journal: execution.nextJournal,
      reads: transaction.reads,
      usedIdentity: tree.usedIdentity || !isForEveryone(registry, call.path, caller),
      usedClock: tree.usedClock,
      landed: snapshot.landed,
      release: close,
    };
  }
}

/** The operator sees internal functions too: such an answer must not serve others, nor theirs the operator. */
function isForEveryone(registry: Registry, path: string, caller: Caller): boolean {
  return !caller.isAdmin || registry.functions.get(canonicalPath(path))?.isPublic === true;
}
