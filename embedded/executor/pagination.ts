import { justAfter } from "../transaction/readSet";
import type { KeyRange } from "../storage/reader";
import type { EncodedObject } from "../storage/values";
import type { Cursors, Position } from "./cursors";
import { AppError } from "./errors";
import type { Execution } from "./execution";
import { OpenStream } from "./openStream";
import type { QueryPlan } from "./queryPlan";
import type { Transaction } from "../transaction/transaction";

interface PageRequest {
  readonly cursor: string | null;
  readonly endCursor: string | null;
  readonly pageSize: number;
  readonly maximumRowsRead: number | null;
}

const DEFAULT_ROWS = 32_000;
const MOST_RESULTS = 8_192;
const RECOMMEND_AT = 0.75;

/**
 * One page of a query (contract §2.5). `isDone` only when the range was read to its end; with an end cursor, given or remembered in the
 * journal, the page is everything up to it, which is what keeps reactive pages without gaps.
 */
export function readPage(
  execution: Execution,
  transaction: Transaction,
  plan: QueryPlan,
  cursors: Cursors,
  request: PageRequest,
): Page {
  if (execution.paginated) throw new AppError("A function may call paginate only once.");
  if (request.pageSize < 1) throw new AppError("A page needs at least one item.");
  execution.paginated = true;
  const fingerprint = plan.fingerprint();
  const start = request.cursor === null ? null : cursors.read(request.cursor, fingerprint);
  const endCursor = request.endCursor ?? execution.journal;
  const end = endCursor === null ? null : cursors.read(endCursor, fingerprint);
  const page = readRows(execution, transaction, plan, start, end, request);
  const continueCursor = endCursor ?? cursors.write(page.isDone ? "end" : { after: page.lastKey ?? "" }, fingerprint);
  execution.nextJournal = continueCursor;
  const isDone = end === null ? page.isDone : end === "end";
  const splitCursor = page.middleKey === null ? null : cursors.write({ after: page.middleKey }, fingerprint);
  return { page: page.rows, isDone, continueCursor, splitCursor, pageStatus: page.status };
}

/** The answer of `1.0/queryPage`. */
export interface Page {
  readonly page: readonly EncodedObject[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor: string | null;
  readonly pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

interface Rows {
  readonly rows: readonly EncodedObject[];
  readonly isDone: boolean;
  readonly lastKey: string | null;
  readonly middleKey: string | null;
  readonly status: "SplitRecommended" | "SplitRequired" | null;
}

function readRows(
  { meter }: Execution,
  transaction: Transaction,
  plan: QueryPlan,
  start: Position | null,
  end: Position | null,
  request: PageRequest,
): Rows {
  if (start === "end") return { rows: [], isDone: true, lastKey: null, middleKey: null, status: null };
  const bounded = end !== null;
  const mostRows = bounded ? Infinity : Math.max(1, Math.min(request.maximumRowsRead ?? DEFAULT_ROWS, DEFAULT_ROWS));
  const stream = new OpenStream(
    transaction,
    plan,
    meter,
    narrow(plan, start, end),
    bounded ? undefined : request.pageSize,
  );
  const rows: EncodedObject[] = [];
  const keysRead: string[] = [];
  let isDone = false;
  while (bounded || (rows.length < request.pageSize && stream.rowsRead < mostRows)) {
    const row = stream.step();
    if (row === null) {
      isDone = true;
      break;
    }
    keysRead.push(stream.lastKey!);
    if (row !== "filtered out") rows.push(row.value);
  }
  const wasCut = !isDone && !bounded && rows.length < request.pageSize;
  const isCrowded = stream.rowsRead > DEFAULT_ROWS * RECOMMEND_AT || rows.length > MOST_RESULTS * RECOMMEND_AT;
  return {
    rows,
    isDone,
    lastKey: stream.lastKey ?? (start === null ? null : start.after),
    middleKey: keysRead.length < 3 ? null : keysRead[Math.floor(keysRead.length / 2)]!,
    status: wasCut ? "SplitRequired" : isCrowded ? "SplitRecommended" : null,
  };
}

/** The part of the range in (start, end]. Cursors come from clients: wherever they point, the query's own range is not left. */
function narrow({ range, direction }: QueryPlan, start: Position | null, end: Position | null): KeyRange {
  const [low, high] = direction === "asc" ? [start, end] : [end, start];
  const bound = (position: Position | null): string | null =>
    position === null || position === "end" ? null : position.after;
  const [after, upTo] = [bound(low), bound(high)];
  // Upwards a cursor's own row belongs to the page before it, downwards to the page that ends there.
  const from = after === null ? range.from : direction === "asc" ? justAfter(after) : after;
  const to = upTo === null ? range.to : direction === "asc" ? justAfter(upTo) : upTo;
  return { from: from > range.from ? from : range.from, to: to < range.to ? to : range.to };
}
