import type { FunctionCall, Outcome, QueryRun } from "../executor/contract";
import { queryModification, queryRemoved } from "./frames";
import type { AddQuery, RemoveQuery } from "./protocol";
import { ProtocolError } from "./protocol";

/** More than any screen shows: each is at least one execution of its own at the start. */
const MOST_QUERIES = 10_000;

/** One query a client watches. */
interface Subscription {
  readonly queryId: number;
  readonly call: FunctionCall;
  /** Handed back at each run (contract §2.5). */
  journal: string | null;
  /** The newest run, and whether it is still current; null until the first. */
  run: QueryRun | null;
  stopWatching: () => void;
  /** What the client holds; null until something was sent. */
  sent: Outcome | null;
}

/**
 * The query set of one session: which queries, their last runs, and what the client was last told.
 *
 * Holds no versions and runs nothing: `session.ts` decides when and at which timestamp.
 */
export class Subscriptions {
  private readonly byId = new Map<number, Subscription>();
  private removed: number[] = [];

  /** @param onStale called whenever a watched result stops being current */
  constructor(private readonly onStale: () => void) {}

  get size(): number {
    return this.byId.size;
  }

  /** @throws ProtocolError for adding what is there or removing what is not */
  modify(modification: AddQuery | RemoveQuery): void {
    const { queryId } = modification;
    const known = this.byId.get(queryId);
    if (modification.type === "Add") {
      if (known !== undefined) throw new ProtocolError(`Query ${queryId} was added twice`);
      if (this.byId.size >= MOST_QUERIES) throw new ProtocolError(`A client may watch at most ${MOST_QUERIES} queries`);
      this.byId.set(queryId, {
        queryId,
        call: { path: modification.udfPath, argsJson: modification.argsJson },
        journal: modification.journal,
        run: null,
        stopWatching: () => undefined,
        sent: null,
      });
      return;
    }
    if (known === undefined) throw new ProtocolError(`Query ${queryId} was removed but is not there`);
    known.stopWatching();
    this.byId.delete(queryId);
    this.removed.push(queryId);
  }

  /** The `QueryRemoved` modifications not announced yet; announcing them is now the caller's duty. */
  takeRemoved(): string[] {
    const frames = this.removed.map(queryRemoved);
    this.removed = [];
    return frames;
  }

  /** Those to run again: everything for a new identity, otherwise the new ones and those a commit has hit. */
  toRun(identityChanged: boolean): readonly Subscription[] {
    const stale: Subscription[] = [];
    for (const subscription of this.byId.values()) {
      if (identityChanged || subscription.run === null || !subscription.run.isFresh()) stale.push(subscription);
    }
    return stale;
  }

  /**
   * Takes a new run over and watches it.
   *
   * @returns the modification to send, or null when the client already holds this outcome or has left the query
   */
  accept(subscription: Subscription, run: QueryRun): string | null {
    if (this.byId.get(subscription.queryId) !== subscription) return null;
    // The new run is watched before the old one is let go: they may be the same, which nobody else may be holding.
    const stopWatching = run.whenStale(this.onStale);
    subscription.stopWatching();
    subscription.stopWatching = stopWatching;
    subscription.run = run;
    subscription.journal = run.journal;
    const held = subscription.sent;
    if (held !== null && isSameOutcome(held, run.outcome)) return null;
    subscription.sent = run.outcome;
    return queryModification(subscription.queryId, run);
  }

  /** Forgets everything; no more calls of `onStale`. */
  clear(): void {
    for (const subscription of this.byId.values()) subscription.stopWatching();
    this.byId.clear();
    this.removed = [];
  }
}

function isSameOutcome(a: Outcome, b: Outcome): boolean {
  if (a === b) return true;
  if (a.logLines.length !== b.logLines.length) return false;
  if (a.logLines.some((line, position) => line !== b.logLines[position])) return false;
  if (a.success) return b.success && a.valueJson === b.valueJson;
  return !b.success && a.errorMessage === b.errorMessage && a.errorDataJson === b.errorDataJson;
}
