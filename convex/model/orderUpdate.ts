import { formatBRL } from "../../domain/money";
import { adjustAmount, type OrderAmount } from "../../domain/orderTotal";
import { formatPhone, parsePhone, reversedPhone } from "../../domain/phone";
import type { Doc } from "../_generated/dataModel";
import { assert, orThrow } from "../lib/errors";
import type { TenantWriter } from "../lib/tenantDb";
import { findOrCreateCustomer } from "./customers";
import { requireUnchanged } from "./meanwhile";
import { appendOrderEvent, type Deed } from "./orderEvents";
import { findAuthor } from "./orderFields";
import { changeOrder, requireNoOpenOrder } from "./orders";
import { reprintMark } from "./reprint";

export interface OrderUpdate {
  readonly phone?: string;
  /** What 'Telefone' was when typing began, as stored. */
  readonly seenPhone?: string;
  readonly totalCents?: number;
  /** What 'Valor Total' was when typing began. */
  readonly seenTotalCents?: number;
}

export interface UpdateAnswer extends OrderAmount {
  readonly orderNumber: number;
  readonly customerPhone: string;
}

/**
 * What 'Editar Pedido' of 'Gerenciar Pedidos' saves: the phone, and the total as an adjustment beside the lines. Both or
 * none of them.
 *
 * Refused with the phone's refusals, `open_order_exists` (the other phone has an open order on that date),
 * `invalid_amount`, `negative_total`, `changed_meanwhile`.
 * Source: specification §2 "Gerenciar Pedidos", product.md "Selling".
 */
export async function updateOrder(
  db: TenantWriter,
  order: Doc<"orders">,
  update: OrderUpdate,
  deed: Deed,
): Promise<UpdateAnswer> {
  const amount = await newAmount(db, order, update);
  const phone = await newPhone(db, order, update);
  const isMoved = phone !== order.customerPhone;
  const fields = { ...amount, ...(isMoved ? { ...(await movedTo(db, order, phone)), ...reprintMark(order) } : {}) };
  await changeOrder(db, order, fields);
  if (isMoved) {
    await appendOrderEvent(db, order._id, deed, { kind: "phone_changed", before: order.customerPhone, after: phone });
  }
  if (amount.totalCents !== order.totalCents) {
    const [before, after] = [order.adjustmentCents, amount.adjustmentCents];
    const { totalCents } = amount;
    await appendOrderEvent(db, order._id, deed, { kind: "adjustment_changed", before, after, totalCents });
  }
  return { orderNumber: order.number, customerPhone: phone, ...amount };
}

/** The phone an order is to get, its own where none is named. Refused with the phone's refusals and `changed_meanwhile`. */
export async function newPhone(
  db: TenantWriter,
  order: Doc<"orders">,
  update: Pick<OrderUpdate, "phone" | "seenPhone">,
): Promise<string> {
  const { customerPhone: stored } = order;
  if (update.phone === undefined) return stored;
  const phone = orThrow(parsePhone(update.phone));
  const { seenPhone: seen = stored } = update;
  if (phone !== stored && seen !== stored) {
    const by = await findAuthor(db, order, ({ kind }) => kind === "phone_changed");
    requireUnchanged({ field: "customerPhone", value: stored, shown: formatPhone(stored), ...by }, seen);
  }
  return phone;
}

async function newAmount(db: TenantWriter, order: Doc<"orders">, update: OrderUpdate): Promise<OrderAmount> {
  const { totalCents, adjustmentCents } = order;
  if (update.totalCents === undefined || update.totalCents === totalCents) return { totalCents, adjustmentCents };
  const { seenTotalCents: seen = totalCents } = update;
  if (seen !== totalCents) {
    const by = await findAuthor(db, order, (change) => "totalCents" in change);
    requireUnchanged({ field: "totalCents", value: totalCents, shown: formatBRL(totalCents), ...by }, seen);
  }
  return orThrow(adjustAmount(order, update.totalCents));
}

/** An order of another phone is another customer's: it takes their name and group, and its cart goes with it. */
async function movedTo(db: TenantWriter, order: Doc<"orders">, phone: string) {
  if (!order.isPaid) await requireNoOpenOrder(db, phone, order.eventDate);
  const { name, whatsappGroup } = await findOrCreateCustomer(db, phone);
  if (order.cartId !== null) {
    const cart = await db.get("carts", order.cartId);
    assert(cart !== null, "an order's cart should be there as long as the order");
    await db.patch("carts", cart, { customerPhone: phone });
  }
  return { customerPhone: phone, phoneReversed: reversedPhone(phone), customerName: name, whatsappGroup };
}
