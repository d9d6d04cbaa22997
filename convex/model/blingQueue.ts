import { inState } from "../../domain/bling";
import { saoPauloDate } from "../../domain/calendar";
import { erpKey } from "../../domain/blingSale";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { readBling } from "./integrations";

/**
 * What is to become of orders at the ERP: written down in the transaction that causes it, and brought there afterwards
 * (`model/blingTurns.ts`). A launch reads and writes nothing of it.
 */

type ErpOrder = Doc<"erpOrders">;

export async function findErpOrder(db: TenantReader, orderId: Id<"orders">): Promise<ErpOrder | null> {
  return await db
    .query("erpOrders")
    .withIndex("by_tenantId_and_orderId", (q) => q.eq("orderId", orderId))
    .unique();
}

/**
 * An order has become paid, or is no longer.
 *
 * A company whose ERP is switched off queues nothing new; an order that is known there is followed all the same, and its
 * change waits until it is switched on.
 */
export async function queuePaidChange(
  db: TenantWriter,
  order: Doc<"orders">,
  change: { readonly isPaid: boolean },
  at: number,
): Promise<void> {
  if (!change.isPaid) return await queueCancel(db, order._id);
  const known = await findErpOrder(db, order._id);
  if (known !== null) await queueAgain(db, known, { wish: "sale", paidDate: saoPauloDate(at) });
  else if ((await readBling(db)).isActive) await queueNew(db, order, at);
}

/** An order is not to be at the ERP any more: unpaid, or deleted. */
export async function queueCancel(db: TenantWriter, orderId: Id<"orders">): Promise<void> {
  const known = await findErpOrder(db, orderId);
  if (known === null || known.wish === "cancel") return;
  if (known.state === "sending" || known.saleId !== null || known.mayExist) {
    return await queueAgain(db, known, { wish: "cancel" });
  }
  const fields = { wish: "cancel", dueAt: null, reason: null, attempts: 0 } as const;
  await db.patch("erpOrders", known, {
    ...fields,
    ...inState("withdrawn"),
    revision: known.revision + 1,
    changedAt: Date.now(),
  });
}

/** What is sent of an order. */
type Sent = Pick<Doc<"orders">, "totalCents" | "adjustmentCents" | "pieces" | "customerPhone">;

/** A paid order was changed: what stands at the ERP follows. */
export async function queueChange(
  db: TenantWriter,
  before: Sent & Pick<Doc<"orders">, "_id">,
  after: Sent,
): Promise<void> {
  const isSame =
    before.totalCents === after.totalCents &&
    before.adjustmentCents === after.adjustmentCents &&
    before.pieces === after.pieces &&
    before.customerPhone === after.customerPhone;
  if (isSame) return;
  const known = await findErpOrder(db, before._id);
  if (known !== null && known.wish === "sale") await queueAgain(db, known, {});
}

/** An order's parcel has got another tracking code: what stands at the ERP bears it. */
export async function queueTracking(db: TenantWriter, orderId: Id<"orders">): Promise<void> {
  const known = await findErpOrder(db, orderId);
  if (known !== null && known.wish === "sale") await queueAgain(db, known, {});
}

/** By hand: an order that was never queued, or one that failed. */
export async function queueByHand(db: TenantWriter, order: Doc<"orders">, at: number): Promise<void> {
  const known = await findErpOrder(db, order._id);
  if (known === null) await queueNew(db, order, at);
  else await queueAgain(db, known, { wish: order.isPaid ? "sale" : "cancel" });
}

async function queueNew(db: TenantWriter, order: Doc<"orders">, at: number): Promise<void> {
  await db.insert("erpOrders", {
    orderId: order._id,
    orderNumber: order.number,
    key: erpKey(order),
    wish: "sale",
    ...inState("waiting"),
    revision: 1,
    saleId: null,
    saleNumber: null,
    mayExist: false,
    sentHash: null,
    isCanceled: false,
    situationId: null,
    isStockPosted: false,
    isBilled: false,
    givenHash: null,
    totalCents: null,
    paidDate: saoPauloDate(at),
    attempts: 0,
    queuedAt: at,
    changedAt: at,
    dueAt: at,
    reason: null,
    steps: [],
  });
  await db.runSoon(internal.blingWork.turn, {});
}

export async function queueAgain(
  db: TenantWriter,
  known: ErpOrder,
  fields: Partial<Pick<ErpOrder, "wish" | "paidDate">>,
): Promise<void> {
  const at = Date.now();
  const next = { ...fields, revision: known.revision + 1, changedAt: at, attempts: 0, reason: null };
  // Whoever is at it notices the revision; what may be on its way is asked for when it has had the time to arrive.
  if (known.state === "sending" || known.state === "asking") return await db.patch("erpOrders", known, next);
  await db.patch("erpOrders", known, { ...next, ...inState("waiting"), queuedAt: at, dueAt: at });
  await db.runSoon(internal.blingWork.turn, {});
}
