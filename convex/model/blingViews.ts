import type { PaginationOptions, PaginationResult } from "convex/server";
import { ERP_PAUSE_LABELS, type ErpList, type ErpPause } from "../../domain/bling";
import type { Doc, Id } from "../_generated/dataModel";
import { refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findErpOrder, queueAgain, queueByHand } from "./blingQueue";
import { readSender, resumeSender } from "./blingTurns";
import { readBling } from "./integrations";
import { readConnection, type ConnectionShown } from "./oauthConnections";
import { requireOrder } from "./orders";
import { readMask } from "./secrets";

/** What staff see of the orders' way to the ERP, and what they can do about it. */

/** Counted so far: beyond it a screen says 'mais de'. */
export const COUNTED = 100;

export interface ErpOverview {
  readonly isActive: boolean;
  /** Whether there is an application to connect with. */
  readonly hasCredentials: boolean;
  readonly connection: ConnectionShown;
  readonly queue: {
    readonly waiting: number;
    readonly failed: number;
    readonly pausedFor: ErpPause | null;
    readonly message: string | null;
    readonly resumesAt: number | null;
  };
}

export async function readErpOverview(db: TenantReader): Promise<ErpOverview> {
  const { isActive, clientId } = await readBling(db);
  const { pausedFor, pausedUntil } = await readSender(db);
  return {
    isActive,
    hasCredentials: clientId !== "" && (await readMask(db, "bling.client_secret")).isSet,
    connection: await readConnection(db, "bling"),
    queue: {
      waiting: await count(db, "waiting"),
      failed: await count(db, "failed"),
      pausedFor,
      message: pausedFor === null ? null : ERP_PAUSE_LABELS[pausedFor],
      resumesAt: pausedUntil,
    },
  };
}

async function count(db: TenantReader, list: ErpList): Promise<number> {
  return (await inList(db, list).take(COUNTED + 1)).length;
}

function inList(db: TenantReader, list: ErpList) {
  return db.query("erpOrders").withIndex("by_tenantId_and_list_and_changedAt", (q) => q.eq("list", list));
}

export type ErpRow = Pick<
  Doc<"erpOrders">,
  | "orderId"
  | "orderNumber"
  | "state"
  | "wish"
  | "saleId"
  | "saleNumber"
  | "totalCents"
  | "attempts"
  | "queuedAt"
  | "changedAt"
  | "dueAt"
  | "reason"
  | "steps"
> & { readonly orderExists: boolean; readonly canRetry: boolean };

/** A page of the orders that have to do with the ERP, latest change first. */
export async function listErpOrders(
  db: TenantReader,
  list: ErpList | "all",
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<ErpRow>> {
  const rows = list === "all" ? db.query("erpOrders").withIndex("by_tenantId_and_changedAt") : inList(db, list);
  const result = await rows.order("desc").paginate(paginationOpts);
  return { ...result, page: await Promise.all(result.page.map((row) => toErpRow(db, row))) };
}

export async function readErpOrder(db: TenantReader, orderId: Id<"orders">): Promise<ErpRow | null> {
  const row = await findErpOrder(db, orderId);
  return row === null ? null : await toErpRow(db, row);
}

async function toErpRow(db: TenantReader, row: Doc<"erpOrders">): Promise<ErpRow> {
  const { orderId, orderNumber, state, wish, saleId, saleNumber, totalCents, attempts } = row;
  const { queuedAt, changedAt, dueAt, reason, steps } = row;
  return {
    ...{ orderId, orderNumber, state, wish, saleId, saleNumber, totalCents, attempts },
    ...{ queuedAt, changedAt, reason, steps: steps.toReversed() },
    // While one works on it, that is when that one is given up.
    dueAt: state === "sending" ? null : dueAt,
    orderExists: (await db.get("orders", orderId)) !== null,
    canRetry: state === "failed",
  };
}

/** Refused with `bling_inactive`, `bling_not_connected`. */
export async function requireErp(db: TenantReader): Promise<void> {
  if (!(await readBling(db)).isActive) return refuseWith("bling_inactive");
  if (!(await readMask(db, "bling.access_token")).isSet) return refuseWith("bling_not_connected");
}

export interface Skipped {
  readonly orderId: Id<"orders">;
  readonly orderNumber: number;
  readonly reason: string;
}

/**
 * Sends orders by hand: those that were paid before the ERP was switched on, and those that failed.
 *
 * Refused with `order_not_found`.
 */
export async function sendByHand(
  db: TenantWriter,
  orderIds: readonly Id<"orders">[],
  at: number,
): Promise<{ queued: number; skipped: Skipped[] }> {
  const skipped: Skipped[] = [];
  const wanted = [...new Set(orderIds)];
  for (const orderId of wanted) {
    const known = await findErpOrder(db, orderId);
    const isFailedCancel = known !== null && known.state === "failed" && known.wish === "cancel";
    if (isFailedCancel) {
      await queueAgain(db, known, {});
      continue;
    }
    const order = await requireOrder(db, orderId);
    const reason = whyNot(order, known);
    if (reason === null) await queueByHand(db, order, at);
    else skipped.push({ orderId, orderNumber: order.number, reason });
  }
  return { queued: wanted.length - skipped.length, skipped };
}

function whyNot(order: Doc<"orders">, known: Doc<"erpOrders"> | null): string | null {
  if (!order.isPaid) return "O pedido não está pago";
  if (known === null || known.state === "failed") return null;
  return known.state === "sent" ? "Já está no Bling" : "Já está na fila";
}

const FAILED_AT_ONCE = 200;

/** Everything that failed, so much at once. */
export async function retryFailed(db: TenantWriter): Promise<{ queued: number; more: boolean }> {
  const failed = await inList(db, "failed").take(FAILED_AT_ONCE + 1);
  const now = failed.slice(0, FAILED_AT_ONCE);
  for (const row of now) await queueAgain(db, row, {});
  return { queued: now.length, more: failed.length > now.length };
}

/** Whoever asks to go on wants it now, whatever it was paused for. */
export async function goOnNow(db: TenantWriter): Promise<void> {
  if ((await readSender(db)).pausedFor !== null) await resumeSender(db);
}
