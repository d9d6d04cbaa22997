import type { TableInfo } from "../storage/catalogue";
import type { Doc } from "../storage/document";
import { AFTER, encodeKey } from "../storage/indexKey";
import type { IndexEntry, KeyRange } from "../storage/reader";
import type { SqliteStore } from "../storage/store";
import type { Encoded, EncodedObject } from "../storage/values";
import { justAfter } from "../transaction/readSet";
import type { Commit } from "../transaction/commit";
import type { Transaction } from "../transaction/transaction";

export type JobState =
  | { readonly kind: "pending" | "inProgress" | "success" | "canceled" }
  | { readonly kind: "failed"; readonly error: string };

/** A row of `_scheduled_functions`, which apps see as it is (contract §2.6). */
interface JobRow {
  /** `module.js:export` */
  readonly name: string;
  /** The one argument object. */
  readonly args: readonly [EncodedObject];
  /** Epoch ms. */
  readonly scheduledTime: number;
  readonly state: JobState;
}

const TABLE = "_scheduled_functions";
const BY_STATE = "by_state_and_scheduledTime";
const BY_COMPLETION = "by_completedTime";
const PAGE = 500;
const LONGEST_ERROR = 32_768;

/**
 * Rows of scheduled functions and how they move:
 *
 *   pending ──► inProgress ──► success | failed
 *      └──► canceled ◄──┘
 *
 * All of it is ordinary documents of ordinary transactions, so a mutation that fails leaves no job behind and queries that read a job run
 * again when it moves. The indexes by which the scheduler finds its work are hidden from apps (`queryPlan.ts`).
 * Holds no state of its own. Does not hold: when a job runs (scheduler), what may be scheduled (jobSyscalls).
 */
export class Jobs {
  readonly #table: TableInfo;

  constructor(
    private readonly store: SqliteStore,
    private readonly now: () => number,
  ) {
    this.#table = store.setIndexes(
      "",
      TABLE,
      new Map([
        [BY_STATE, ["state.kind", "scheduledTime"]],
        [BY_COMPLETION, ["completedTime"]],
      ]),
    );
  }

  get tableNumber(): number {
    return this.#table.number;
  }

  // ── In a transaction ───────────────────────────────────────────────────────────────────────────────────

  /** @param path canonical @returns its id */
  add(
    transaction: Transaction,
    path: string,
    args: EncodedObject,
    scheduledTime: number,
    kind: "pending" | "canceled",
  ): string {
    const colon = path.lastIndexOf(":");
    const name = `${path.slice(0, colon)}.js${path.slice(colon)}`;
    const completed: EncodedObject = kind === "canceled" ? { completedTime: this.now() } : {};
    return transaction.insert(
      this.#table,
      { name, args: [args], scheduledTime, state: { kind }, ...completed },
      this.now(),
    );
  }

  get(transaction: Transaction, id: string): Doc | null {
    return transaction.get(this.#table, id);
  }

  /** Takes a pending job for running. @returns what to call, or null when it is not pending any more */
  begin(transaction: Transaction, id: string): { path: string; argsJson: string } | null {
    const doc = this.get(transaction, id);
    if (doc === null || stateOf(doc).kind !== "pending") return null;
    this.move(transaction, doc, { kind: "inProgress" });
    const { name, args } = rowOf(doc);
    return { path: name, argsJson: JSON.stringify(args[0]) };
  }

  /** Ends a job that is in progress; one that was canceled meanwhile stays so. */
  end(transaction: Transaction, id: string, error: string | null): void {
    const doc = this.get(transaction, id);
    if (doc === null || stateOf(doc).kind !== "inProgress") return;
    this.move(transaction, doc, error === null ? { kind: "success" } : { kind: "failed", error });
  }

  move(transaction: Transaction, doc: Doc, state: JobState): void {
    const error: EncodedObject = state.kind === "failed" ? { error: shortened(state.error) } : {};
    const isFinal = state.kind !== "pending" && state.kind !== "inProgress";
    const completed: EncodedObject = isFinal ? { completedTime: this.now() } : {};
    transaction.update(this.#table, doc, { ...doc.value, ...completed, state: { kind: state.kind, ...error } });
  }

  remove(transaction: Transaction, id: string): void {
    const doc = this.get(transaction, id);
    if (doc !== null) transaction.remove(this.#table, doc);
  }

  // ── In the durable state ───────────────────────────────────────────────────────────────────────────────

  /** Jobs that became pending in that commit, or nothing, at once, when it left the table alone. */
  madePending({ writes, changes }: Commit): readonly Doc[] {
    if (!writes.has(this.#table.byId.indexId)) return [];
    return changes.flatMap(({ table, after }) =>
      table === this.#table && after !== null && stateOf(after).kind === "pending" ? [after] : [],
    );
  }

  /** Pending jobs whose time is after the one and not after the other, the earliest first. */
  *pending(afterMs: number, untilMs: number): Generator<Doc> {
    const prefix = encodeKey("pending");
    yield* this.#documents(BY_STATE, {
      from: prefix + encodeKey(afterMs) + AFTER,
      to: prefix + encodeKey(untilMs) + AFTER,
    });
  }

  nextPendingMs(afterMs: number): number | null {
    const [next] = this.pending(afterMs, Infinity);
    return next === undefined ? null : rowOf(next).scheduledTime;
  }

  inProgress(): readonly Doc[] {
    const prefix = encodeKey("inProgress");
    return [...this.#documents(BY_STATE, { from: prefix, to: prefix + AFTER })];
  }

  /** The jobs that have been finished longest. */
  finished(limit: number): readonly { readonly id: string; readonly completedTime: number }[] {
    const range = { from: encodeKey(-Infinity), to: encodeKey(Infinity) + AFTER };
    return this.#scan(BY_COMPLETION, range, limit).flatMap(({ id }) => {
      const completedTime = this.store.get(this.#table, id)?.value.completedTime;
      return typeof completedTime === "number" ? [{ id, completedTime }] : [];
    });
  }

  *#documents(indexName: string, range: KeyRange): Generator<Doc> {
    let { from } = range;
    for (;;) {
      const entries = this.#scan(indexName, { from, to: range.to }, PAGE);
      for (const { id } of entries) {
        const doc = this.store.get(this.#table, id);
        if (doc !== null) yield doc;
      }
      if (entries.length < PAGE) return;
      from = justAfter(entries.at(-1)!.key);
    }
  }

  #scan(indexName: string, range: KeyRange, limit: number): readonly IndexEntry[] {
    const { indexId } = this.#table.indexes.find(({ name }) => name === indexName)!;
    return this.store.scan(this.#table, indexId, range, "asc", limit);
  }
}

export const rowOf = (doc: Doc): JobRow => doc.value as Record<string, Encoded> as unknown as JobRow;
export const stateOf = (doc: Doc): JobState => rowOf(doc).state;

/** A document has room for so much, and a cut may part a pair of surrogates. */
const shortened = (error: string): string => error.slice(0, LONGEST_ERROR).toWellFormed();
