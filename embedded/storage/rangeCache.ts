import type { IndexKey } from "./indexKey";
import { IntervalTree, type Interval } from "./intervalTree";
import type { Direction, IndexEntry, KeyRange } from "./reader";

interface Remembered {
  readonly indexId: number;
  readonly entries: readonly IndexEntry[];
  readonly interval: Interval<string>;
}

/** Longer answers are rare and cost memory out of proportion to the look-up they save. */
const LONGEST_ANSWER = 64;

/**
 * Answers of index scans, for the newest durable state: who looks up the same row again and again (a profile, an open order, a kept total)
 * asks SQLite once. An answer falls when an entry is added to or removed from its range; a document that changes under the same key leaves
 * it standing, because an answer holds ids, not documents.
 *
 * Holds nothing that a commit has not made durable, and nothing of `by_id`, which the document cache serves.
 */
export class RangeCache {
  /** Longest unused first. */
  readonly #answers = new Map<string, Remembered>();
  readonly #intervals = new Map<number, IntervalTree<string>>();

  constructor(private readonly mostAnswers: number) {}

  /** The answer of `scan`, asking it only when none is remembered. */
  get(
    indexId: number,
    range: KeyRange,
    direction: Direction,
    limit: number,
    scan: () => readonly IndexEntry[],
  ): readonly IndexEntry[] {
    const question = `${indexId} ${direction} ${limit} ${range.from.length} ${range.from}${range.to}`;
    const remembered = this.#answers.get(question);
    if (remembered !== undefined) {
      this.#answers.delete(question);
      this.#answers.set(question, remembered);
      return remembered.entries;
    }
    const entries = scan();
    if (entries.length <= LONGEST_ANSWER) this.#remember(question, indexId, range, entries);
    return entries;
  }

  /** An entry of that key was added or removed. */
  entryChanged(indexId: number, key: IndexKey): void {
    const tree = this.#intervals.get(indexId);
    if (tree === undefined) return;
    const fallen: string[] = [];
    tree.forEachContaining(key, (question) => fallen.push(question));
    for (const question of fallen) this.#forget(question);
  }

  clear(): void {
    this.#answers.clear();
    this.#intervals.clear();
  }

  #remember(question: string, indexId: number, range: KeyRange, entries: readonly IndexEntry[]): void {
    let tree = this.#intervals.get(indexId);
    if (tree === undefined) this.#intervals.set(indexId, (tree = new IntervalTree()));
    this.#answers.set(question, { indexId, entries, interval: tree.add(range.from, range.to, question) });
    if (this.#answers.size > this.mostAnswers) {
      for (const longestUnused of this.#answers.keys()) {
        this.#forget(longestUnused);
        break;
      }
    }
  }

  #forget(question: string): void {
    const remembered = this.#answers.get(question);
    if (remembered === undefined) return;
    this.#answers.delete(question);
    this.#intervals.get(remembered.indexId)?.remove(remembered.interval);
  }
}
