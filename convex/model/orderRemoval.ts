import { refuse } from "../../domain/errors";
import type { Doc } from "../_generated/dataModel";
import { appError, assert } from "../lib/errors";
import type { TenantWriter } from "../lib/tenantDb";
import { queueCancel } from "./blingQueue";
import { listCartItems } from "./carts";
import { carryToCustomers } from "./customerTotals";
import { appendOrderEvent, type Deed } from "./orderEvents";
import { REMOVED_PRODUCT } from "./orderLines";
import { withdrawLink } from "./paymentLinks";
import { getStock, setStockLeft } from "./stock";
import { applyOrderChange, moveProductLine } from "./totals";

/** Three readings for each line: what one transaction may read allows for a few more. */
const MAX_LINES = 1_000;

/**
 * Deletes a selection of orders, all or none of them.
 *
 * Refused with `too_many_items` where they hold more lines than one transaction takes, naming how many orders it takes.
 */
export async function removeOrders(
  db: TenantWriter,
  orders: readonly Doc<"orders">[],
  options: { readonly returnPaidStock: boolean },
  deed: Deed,
): Promise<void> {
  let lines = 0;
  for (const [done, order] of orders.entries()) {
    lines += await removeOrder(db, order, options, deed);
    if (lines > MAX_LINES) throw appError(refuse("too_many_items", { max: done }).refusal);
  }
}

/**
 * Deletes an order with its cart and lines, takes it out of the kept totals and gives its stock back: that of an unpaid
 * order always, that of a paid one only when asked. The timeline stays and keeps what was.
 *
 * @returns how many lines it had
 * Source: product.md "Selling" and "Deleting".
 */
export async function removeOrder(
  db: TenantWriter,
  order: Doc<"orders">,
  { returnPaidStock }: { readonly returnPaidStock: boolean },
  deed: Deed,
): Promise<number> {
  const stockReturned = !order.isPaid || returnPaidStock;
  const items = order.cartId === null ? [] : await listCartItems(db, order.cartId);
  const lines = [];
  for (const item of items) lines.push(await removeItem(db, order, item, stockReturned));
  await dropOrder(db, order);
  await appendOrderEvent(db, order._id, deed, {
    kind: "removed",
    orderNumber: order.number,
    phone: order.customerPhone,
    customerName: order.customerName,
    eventType: order.eventType,
    eventDate: order.eventDate,
    isPaid: order.isPaid,
    totalCents: order.totalCents,
    adjustmentCents: order.adjustmentCents,
    observation: order.observation,
    stockReturned,
    lines,
  });
  return lines.length;
}

interface KeptLine {
  readonly productCode: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
}

async function removeItem(
  db: TenantWriter,
  order: Doc<"orders">,
  item: Doc<"cartItems">,
  returnStock: boolean,
): Promise<KeptLine> {
  const product = await db.get("products", item.productId);
  if (product !== null && returnStock) {
    const stock = await getStock(db, product);
    await setStockLeft(db, stock, stock.stock + item.quantity);
  }
  await moveProductLine(db, item.productId, { order, line: item }, null);
  await db.delete("cartItems", item);
  const { quantity, unitPriceCents } = item;
  return { productCode: product?.code ?? REMOVED_PRODUCT.code, quantity, unitPriceCents };
}

/** Deletes an order whose lines are gone already, with its cart, and takes it out of the kept totals. */
export async function dropOrder(
  db: TenantWriter,
  order: Doc<"orders">,
  reason: "order_removed" | "order_merged" = "order_removed",
): Promise<void> {
  await withdrawLink(db, order, reason);
  // What is open is at the ERP no longer, or never was.
  if (order.isPaid) await queueCancel(db, order._id);
  if (order.cartId !== null) {
    const cart = await db.get("carts", order.cartId);
    assert(cart !== null, "an order's cart should be there as long as the order");
    await db.delete("carts", cart);
  }
  await db.delete("orders", order);
  await applyOrderChange(db, order, null);
  await carryToCustomers(db, order, null);
}
