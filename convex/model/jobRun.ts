import { ROWS_PER_CHUNK } from "../../domain/jobs";
import { formatPhone } from "../../domain/phone";
import type { Doc, Id } from "../_generated/dataModel";
import { assert } from "../lib/errors";
import type { JobItem, JobRow, JobWork } from "../lib/jobTables";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { endJob } from "./jobEnds";
import { deedOfJob, findChunk } from "./jobs";
import { ordersInFilter } from "./orderList";
import { rowLabel } from "./imports";

/**
 * How a job goes on: slice by slice, each a transaction that also schedules the next, so that a program that is killed
 * goes on where it stood and does nothing twice, and that others sell in between.
 *
 *   collecting ──start──▶ running ──last item──▶ done
 *        └───────cancel──────┼────────────▶ canceled
 *                            └─a slice throws─▶ broken
 */

/** Few enough that a launch which comes in between waits unnoticed. */
const ITEMS_PER_SLICE = 25;
/** Orders are as heavy as their lines: a slice of large ones ends early. */
const PIECES_PER_SLICE = 500;

/** Why something could not be done. */
export type Reason = Pick<Doc<"jobFailures">, "reason" | "cause">;

/** One thing to be done, and what it is called where it cannot be. */
interface Entry {
  readonly item: JobItem;
  readonly line: number;
  readonly label: string;
}

interface Slice {
  readonly entries: readonly Entry[];
  /** How far the job has come with it. */
  readonly work: JobWork;
  readonly isLast: boolean;
  /** A chunk that is worked through with this slice. */
  readonly finished: Doc<"jobChunks"> | null;
}

/**
 * Does the next slice of a job that is running.
 *
 * @param perform does one item whole or not at all; gives the reason where it could not be done
 * @returns whether there is another slice to do
 */
export async function runSlice(
  db: TenantWriter,
  jobId: Id<"jobs">,
  perform: (item: JobItem) => Promise<Reason | null>,
  now: number,
): Promise<boolean> {
  const job = await db.get("jobs", jobId);
  if (job === null || job.state !== "running") return false;
  const { entries, work, isLast, finished } = await readSlice(db, job);
  let failed = 0;
  for (const { item, line, label } of entries) {
    const reason = await perform(item);
    if (reason === null) continue;
    failed += 1;
    await db.insert("jobFailures", { jobId, line, label, ...reason });
  }
  if (finished !== null) await db.delete("jobChunks", finished);
  const done = job.done + entries.length;
  const progress = {
    work,
    done,
    failed: job.failed + failed,
    ok: job.ok + entries.length - failed,
    total: isLast ? done : Math.max(job.total, done),
  };
  if (isLast) await endJob(db, job, "done", deedOfJob(job, now), progress);
  else await db.patch("jobs", job, progress);
  return !isLast;
}

async function readSlice(db: TenantReader, job: Doc<"jobs">): Promise<Slice> {
  return job.work.kind === "filtered_orders" ? await readOrders(db, job.work) : await readChunk(db, job);
}

async function readOrders(db: TenantReader, work: Extract<JobWork, { kind: "filtered_orders" }>): Promise<Slice> {
  const { afterNumber: above, upToNumber: upTo } = work;
  const found = await ordersInFilter(db, work.filter, { above, upTo }).take(ITEMS_PER_SLICE);
  const orders: Doc<"orders">[] = [];
  let pieces = 0;
  for (const order of found) {
    if (pieces >= PIECES_PER_SLICE) break;
    orders.push(order);
    pieces += order.pieces;
  }
  return {
    entries: orders.map(({ _id: orderId, number, customerPhone }) => {
      return { item: { orderId }, line: number, label: `Pedido #${number}, ${formatPhone(customerPhone)}` };
    }),
    work: { ...work, afterNumber: orders.at(-1)?.number ?? upTo },
    isLast: orders.length === found.length && found.length < ITEMS_PER_SLICE,
    finished: null,
  };
}

async function readChunk(db: TenantReader, { _id, kind, work, done, total }: Doc<"jobs">): Promise<Slice> {
  const first = done - (done % ROWS_PER_CHUNK);
  const chunk = await findChunk(db, _id, first);
  if (chunk === null) {
    assert(done === total, "a job should have its chunks until it is done");
    return { entries: [], work, isLast: true, finished: null };
  }
  const { content } = chunk;
  const all =
    "rows" in content
      ? content.rows.map((row) => toEntry(kind, row))
      : content.orders.map((order) => toOrderEntry(order));
  const entries = all.slice(done - first, done - first + ITEMS_PER_SLICE);
  const reached = done + entries.length;
  return { entries, work, isLast: reached >= total, finished: reached === first + all.length ? chunk : null };
}

function toEntry(kind: Doc<"jobs">["kind"], { line, cells }: JobRow): Entry {
  return { item: { cells }, line, label: rowLabel(kind, cells) };
}

function toOrderEntry({ orderId, number }: { orderId: Id<"orders">; number: number | null }): Entry {
  return { item: { orderId }, line: number ?? 0, label: number === null ? "Pedido excluído" : `Pedido #${number}` };
}
