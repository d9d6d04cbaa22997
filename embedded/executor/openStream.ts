import type { Doc } from "../storage/document";
import type { IndexStream } from "../transaction/indexStream";
import type { Transaction } from "../transaction/transaction";
import { AppError } from "./errors";
import type { Meter } from "./metrics";
import type { QueryPlan } from "./queryPlan";

/** A query being read row by row: the index stream with the query's operators applied in list order (contract §1.4). */
export class OpenStream {
  readonly #source: IndexStream;
  readonly #passed: number[];
  #done = false;
  rowsRead = 0;

  constructor(
    transaction: Transaction,
    private readonly plan: QueryPlan,
    private readonly meter: Meter,
    range = plan.range,
    expect?: number,
  ) {
    const { table, index, direction, operators } = plan;
    this.#passed = operators.map(() => 0);
    const firstLimit = operators[0]?.kind === "limit" ? operators[0].limit : undefined;
    const options = { direction, expect: expect ?? firstLimit };
    meter.range();
    this.#source = transaction.stream(table, index.indexId, range, options);
  }

  /** Key of the last row read, whether or not it passed the operators. */
  get lastKey(): string | null {
    return this.#source.lastKey;
  }

  /** The next result, or null at the end. Asking again after the end is an error. */
  next(): Doc | null {
    for (;;) {
      const found = this.step();
      if (found !== "filtered out") return found;
    }
  }

  /** Reads one row: the document, or that the operators did not let it pass, or null at the end. */
  step(): Doc | "filtered out" | null {
    if (this.#done) throw new AppError("This query has already been read to its end.");
    const doc = this.#isFull() ? null : this.#source.next();
    if (doc === null) {
      this.#done = true;
      return null;
    }
    this.rowsRead++;
    this.meter.read(doc.size);
    return this.#passes(doc) ? doc : "filtered out";
  }

  /** A limit that has let enough through ends the query without reading further. */
  #isFull(): boolean {
    return this.plan.operators.some((operator, i) => operator.kind === "limit" && this.#passed[i]! >= operator.limit);
  }

  #passes(doc: Doc): boolean {
    for (const [i, operator] of this.plan.operators.entries()) {
      if (operator.kind === "filter" && !operator.passes(doc.value)) return false;
      this.#passed[i]!++;
    }
    return true;
  }
}
