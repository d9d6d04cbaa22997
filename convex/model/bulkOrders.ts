import { MAX_BULK_SELECTION, ROWS_PER_CHUNK, type BulkAction, type JobKind } from "../../domain/jobs";
import { bulkLabel } from "../../domain/jobs";
import { refuse } from "../../domain/errors";
import type { Doc, Id } from "../_generated/dataModel";
import { appError } from "../lib/errors";
import type { StaffMutationCtx } from "../lib/functions";
import type { TenantWriter } from "../lib/tenantDb";
import { createJob } from "./jobs";
import type { Deed } from "./orderEvents";
import { setOrderPrinted } from "./orderFields";
import { removeOrder } from "./orderRemoval";
import { lastOrderNumber, requireOrder, setOrderPaid } from "./orders";
import { readListTotals, type TotalsFilter } from "./totals";

/** Selections too large for one transaction. Source: UX conventions B2, B5. */

export interface StartedJob {
  readonly jobId: Id<"jobs">;
  readonly total: number;
}

const KINDS: Record<BulkAction["kind"], JobKind> = {
  printed: "orders_printed",
  paid: "orders_paid",
  remove: "orders_remove",
};

/** Begins to do something to every order that stands under a filter now; what is created later is left alone. */
export async function startOnFilter(
  { db, profile }: StaffMutationCtx,
  filter: TotalsFilter,
  action: BulkAction,
): Promise<StartedJob> {
  const { orders: total } = await readListTotals(db, filter);
  const work = {
    kind: "filtered_orders" as const,
    action,
    filter,
    afterNumber: 0,
    upToNumber: await lastOrderNumber(db),
  };
  return { jobId: await start({ db, profile }, action, total, work), total };
}

/**
 * Begins to do something to the orders of a selection, each once.
 *
 * Refused with `too_many_items`. An order that is absent is a failure of the job.
 */
export async function startOnSelection(
  { db, profile }: StaffMutationCtx,
  orderIds: readonly Id<"orders">[],
  action: BulkAction,
): Promise<StartedJob> {
  const ids = [...new Set(orderIds)];
  if (ids.length > MAX_BULK_SELECTION) throw appError(refuse("too_many_items", { max: MAX_BULK_SELECTION }).refusal);
  const orders = [];
  for (const orderId of ids) orders.push({ orderId, number: (await db.get("orders", orderId))?.number ?? null });
  const work = { kind: "listed_orders" as const, action };
  const jobId = await start({ db, profile }, action, ids.length, work);
  for (let first = 0; first < orders.length; first += ROWS_PER_CHUNK) {
    const content = { orders: orders.slice(first, first + ROWS_PER_CHUNK) };
    await db.insert("jobChunks", { jobId, first, content });
  }
  return { jobId, total: ids.length };
}

async function start(
  { db, profile }: StaffMutationCtx,
  action: BulkAction,
  total: number,
  work: Doc<"jobs">["work"],
): Promise<Id<"jobs">> {
  const job = { kind: KINDS[action.kind], label: bulkLabel(action), state: "running" as const, total, work };
  return await createJob(db, job, { profile, at: Date.now() });
}

/** Does to one order what a job does to all of them. Refused as the same thing done by hand; twice is once. */
export async function performOnOrder(
  db: TenantWriter,
  orderId: Id<"orders">,
  action: BulkAction,
  deed: Deed,
): Promise<void> {
  const order = await requireOrder(db, orderId);
  switch (action.kind) {
    case "printed":
      await setOrderPrinted(db, order, action.printed, deed);
      return;
    case "paid":
      await setOrderPaid(db, order, { isPaid: action.isPaid, reason: null }, deed);
      return;
    case "remove":
      await removeOrder(db, order, action, deed);
      return;
    default:
      action satisfies never;
  }
}
