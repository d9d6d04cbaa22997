import { refuse } from "../../domain/errors";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { Deed } from "./orderEvents";

/** The same asked for several orders, one after the other, with what became of each. */

export type Batch = Doc<"shipmentBatches">;
export type BatchRow = Batch["rows"][number];

/** Each is several calls, and the service takes 250 a minute. */
export const MAX_BATCH = 50;
/** Whoever works through a batch has this long for each order before the sweep takes it for dead. */
const LEASE_MS = 180_000;
const MAX_REQUEST_ID = 64;

interface NewBatch {
  readonly requestId: string;
  readonly action: Batch["action"];
  readonly orderIds: readonly Id<"orders">[];
}

/**
 * Writes a batch down; the same request makes no second one. Orders of another company are as absent ones.
 *
 * Refused with `no_selection`, `too_many_items`, `order_not_found`.
 */
export async function createBatch(
  db: TenantWriter,
  { requestId, action, orderIds }: NewBatch,
  { profile, at }: { readonly profile: Doc<"profiles">; readonly at: number },
): Promise<{ readonly batchId: Id<"shipmentBatches">; readonly isNew: boolean }> {
  const key = requestId.slice(0, MAX_REQUEST_ID);
  const known = await db
    .query("shipmentBatches")
    .withIndex("by_tenantId_and_requestId", (q) => q.eq("requestId", key))
    .first();
  if (known !== null) return { batchId: known._id, isNew: false };
  const unique = [...new Set(orderIds)];
  if (unique.length === 0) return refuseWith("no_selection");
  if (unique.length > MAX_BATCH) throw appError(refuse("too_many_items", { max: MAX_BATCH }).refusal);
  const rows = await Promise.all(unique.map((orderId) => toRow(db, orderId)));
  const batchId = await db.insert("shipmentBatches", {
    requestId: key,
    action,
    startedAt: at,
    startedById: profile._id,
    startedByName: profile.name,
    rows,
    url: null,
    nextStepAt: at + LEASE_MS,
  });
  return { batchId, isNew: true };
}

async function toRow(db: TenantReader, orderId: Id<"orders">): Promise<BatchRow> {
  const order = await db.get("orders", orderId);
  if (order === null) return refuseWith("order_not_found");
  return { orderId, orderNumber: order.number, outcome: "waiting", message: null };
}

export function deedOfBatch({ startedById, startedByName }: Batch, at: number): Deed {
  return { actor: { id: startedById, name: startedByName }, at };
}

/** Takes the next order of a batch in hand. @returns null when none waits any more */
export async function takeRow(
  db: TenantWriter,
  batchId: Id<"shipmentBatches">,
  now: number,
): Promise<{ readonly batch: Batch; readonly orderId: Id<"orders"> } | null> {
  const batch = await db.get("shipmentBatches", batchId);
  const row = batch?.rows.find(({ outcome }) => outcome === "waiting");
  if (batch === null || row === undefined) return null;
  await db.patch("shipmentBatches", batch, { nextStepAt: now + LEASE_MS });
  await writeRow(db, batch, row.orderId, { outcome: "running", message: null });
  return { batch, orderId: row.orderId };
}

/** Writes down what became of one order of a batch. @param problem null where it went well */
export async function settleBatchRow(
  db: TenantWriter,
  batchId: Id<"shipmentBatches">,
  orderId: Id<"orders">,
  problem: string | null,
): Promise<void> {
  const batch = await db.get("shipmentBatches", batchId);
  if (batch === null) return;
  await writeRow(db, batch, orderId, { outcome: problem === null ? "done" : "failed", message: problem });
}

async function writeRow(
  db: TenantWriter,
  batch: Batch,
  orderId: Id<"orders">,
  change: Pick<BatchRow, "outcome" | "message">,
): Promise<void> {
  const rows = batch.rows.map((row) => (row.orderId === orderId ? { ...row, ...change } : row));
  await db.patch("shipmentBatches", batch, { rows });
}

/** All orders have been taken in hand. @param url one file with all labels, where that was asked for */
export async function endBatch(db: TenantWriter, batchId: Id<"shipmentBatches">, url: string | null): Promise<void> {
  const batch = await db.get("shipmentBatches", batchId);
  if (batch !== null) await db.patch("shipmentBatches", batch, { url: url ?? batch.url, nextStepAt: null });
}

export async function dueBatches(db: TenantWriter, now: number): Promise<Id<"shipmentBatches">[]> {
  const due = await db
    .query("shipmentBatches")
    .withIndex("by_tenantId_and_nextStepAt", (q) => q.gt("nextStepAt", 0).lte("nextStepAt", now))
    .take(DUE_PER_SWEEP);
  for (const batch of due) await db.patch("shipmentBatches", batch, { nextStepAt: now + LEASE_MS });
  return due.map(({ _id }) => _id);
}

const DUE_PER_SWEEP = 5;

/** A batch as whoever started it, and their colleagues, see it. */
export function toBatchView({ _id: batchId, action, startedAt, startedByName, rows, url }: Batch) {
  const count = (wanted: BatchRow["outcome"]) => rows.filter(({ outcome }) => outcome === wanted).length;
  const [ok, failed] = [count("done"), count("failed")];
  const state = ok + failed === rows.length ? ("done" as const) : ("running" as const);
  return { batchId, action, state, startedAt, startedByName, ok, failed, total: rows.length, rows, url };
}
