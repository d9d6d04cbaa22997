import { checkMerge, mergeLine, mergeObservations } from "../../domain/orderMerge";
import type { Doc, Id } from "../_generated/dataModel";
import { orThrow } from "../lib/errors";
import type { TenantWriter } from "../lib/tenantDb";
import { createCart, findCartItem, listCartItems, putCartItem } from "./carts";
import { appendOrderEvent, type Deed } from "./orderEvents";
import { MAX_OBSERVATION } from "./orderFields";
import { REMOVED_PRODUCT } from "./orderLines";
import { dropOrder } from "./orderRemoval";
import { changeOrder } from "./orders";
import { newPhone } from "./orderUpdate";
import { movePayments } from "./payments";
import { moveShipment } from "./shipments";
import { moveProductLine } from "./totals";

export interface MergeAnswer {
  readonly orderId: Id<"orders">;
  readonly orderNumber: number;
  readonly totalCents: number;
}

/**
 * Makes one order of two: the lines, the adjustment and the observation of the first go into the second, which stays
 * open; the first is gone, its timeline says where to. No stock moves, and the total is what the two were worth.
 *
 * @param phone the one the first order was about to get, where that change was what the second stood in the way of
 * @param seenPhone what the screen showed of the first order's phone when that change was typed
 * Refused with `cannot_merge`, `changed_meanwhile` and the phone's refusals.
 * Source: product.md "Selling".
 */
export async function mergeOrders(
  db: TenantWriter,
  { from, into, ...typed }: { from: Doc<"orders">; into: Doc<"orders">; phone?: string; seenPhone?: string },
  deed: Deed,
): Promise<MergeAnswer> {
  const customerPhone = await newPhone(db, from, typed);
  orThrow(checkMerge({ ...from, customerPhone }, into));

  const cartId = into.cartId ?? (await createCart(db, into));
  const items = from.cartId === null ? [] : await listCartItems(db, from.cartId);
  let differenceCents = 0;
  for (const item of items) differenceCents += await moveItem(db, { item, from, into, cartId }, deed);
  const lines = await Promise.all(items.map((item) => toKeptLine(db, item)));
  await dropOrder(db, from, "order_merged");

  const totalCents = into.totalCents + from.totalCents;
  await changeOrder(db, into, {
    cartId,
    totalCents,
    adjustmentCents: into.adjustmentCents + from.adjustmentCents + differenceCents,
    pieces: into.pieces + from.pieces,
    observation: mergeObservations(into.observation, from.observation, MAX_OBSERVATION),
  });
  await appendOrderEvent(db, from._id, deed, {
    kind: "merged_into",
    orderId: into._id,
    orderNumber: into.number,
    totalCents,
  });
  await appendOrderEvent(db, into._id, deed, {
    kind: "merged_from",
    orderId: from._id,
    orderNumber: from.number,
    phone: from.customerPhone,
    wasPaid: from.isPaid,
    addedCents: from.totalCents,
    observation: from.observation,
    lines,
    totalCents,
  });
  await movePayments(db, from, into._id, deed);
  await moveShipment(db, from, into);
  return { orderId: into._id, orderNumber: into.number, totalCents };
}

interface ItemMove {
  readonly item: Doc<"cartItems">;
  readonly from: Doc<"orders">;
  readonly into: Doc<"orders">;
  readonly cartId: Id<"carts">;
}

/** Moves one line over. Returns what it is worth less at the other order's price, for the adjustment. */
async function moveItem(db: TenantWriter, { item, from, into, cartId }: ItemMove, deed: Deed): Promise<number> {
  const { productId } = item;
  const own = await findCartItem(db, cartId, productId);
  const { line, differenceCents } = mergeLine(own, item);
  await putCartItem(db, { cartId, productId }, own, line, deed);
  await db.delete("cartItems", item);
  await moveProductLine(db, productId, { order: from, line: item }, null);
  await moveProductLine(db, productId, own && { order: into, line: own }, { order: into, line });
  return differenceCents;
}

async function toKeptLine(db: TenantWriter, { productId, quantity, unitPriceCents }: Doc<"cartItems">) {
  const product = await db.get("products", productId);
  return { productCode: product?.code ?? REMOVED_PRODUCT.code, quantity, unitPriceCents };
}
