import { planUndo } from "../../domain/launchUndo";
import type { Doc } from "../_generated/dataModel";
import { assert, orThrow, refuseWith } from "../lib/errors";
import type { StaffMutationCtx } from "../lib/functions";
import type { TenantWriter } from "../lib/tenantDb";
import { findCartItem, isCartEmpty } from "./carts";
import { findReceipt } from "./launchReceipts";
import { actorOf, type Deed } from "./orderEvents";
import { writeLine, type OrderProduct } from "./orderLines";
import { removeOrder } from "./orderRemoval";
import { tellRemoved, toldItem } from "./outbox";

export interface UndoAnswer {
  readonly orderNumber: number;
  readonly productCode: string;
  readonly quantity: number;
  /** Null when the product is gone from the catalogue. */
  readonly stockLeft: number | null;
  /** The order's total afterwards; null when the undo left nothing of the order, which is then gone. */
  readonly orderTotalCents: number | null;
}

/**
 * Takes back one launch: its pieces go from the order to the stock, and an order that holds nothing any more goes with
 * them. Sent twice it is undone once.
 *
 * Refused with `launch_not_found`, `launch_not_yours`, `launch_already_undone`, and `undo_refused` where the order has
 * moved on (paid, gone, the line lowered since).
 * Source: UX conventions L11, U2.
 */
export async function undoLaunch({ db, profile }: StaffMutationCtx, launchId: string): Promise<UndoAnswer> {
  const receipt = await findReceipt(db, launchId);
  if (receipt === null) return refuseWith("launch_not_found");
  if (receipt.operatorId !== profile._id) return refuseWith("launch_not_yours");
  if (receipt.undoneAt !== null) return refuseWith("launch_already_undone");
  const deed = { actor: actorOf(profile), at: Date.now() };

  const order = await db.get("orders", receipt.orderId);
  const item = order === null || order.cartId === null ? null : await findCartItem(db, order.cartId, receipt.productId);
  const after = orThrow(planUndo(receipt, order, item));
  assert(order !== null && item !== null, "an undo that is not refused should have an order and a line");

  const { productId, productCode, quantity, unitPriceCents } = receipt;
  const product = await db.get("products", productId);
  const { orderTotalCents, stockLeft } = await writeLine(db, { order, item, productId, product }, after, {
    deed,
    allowPaid: false,
    changes: (about) => [{ kind: "launch_undone", ...about, productCode, quantity, unitPriceCents }],
  });
  await db.patch("launchReceipts", receipt, { undoneAt: deed.at });
  await tellRemoved(db, { ...order, totalCents: orderTotalCents }, toldItem(productId, product, receipt), deed);
  const isGone = await removeIfEmpty(db, order, deed);
  return {
    orderNumber: order.number,
    productCode,
    quantity,
    stockLeft,
    orderTotalCents: isGone ? null : orderTotalCents,
  };
}

/** Nothing is lost with an order that has no line, no adjustment and no observation. */
async function removeIfEmpty(db: TenantWriter, { _id }: OrderProduct["order"], deed: Deed): Promise<boolean> {
  const order: Doc<"orders"> | null = await db.get("orders", _id);
  assert(order !== null && order.cartId !== null, "an order whose line was changed should be there with its cart");
  if (order.adjustmentCents !== 0 || order.observation !== null || !(await isCartEmpty(db, order.cartId))) return false;
  await removeOrder(db, order, { returnPaidStock: false }, deed);
  return true;
}
