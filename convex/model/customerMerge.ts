import { checkCustomerMerge, mergeCustomerFields } from "../../domain/customerMerge";
import { refuse } from "../../domain/errors";
import { reversedPhone } from "../../domain/phone";
import type { Doc } from "../_generated/dataModel";
import { appError, assert, orThrow } from "../lib/errors";
import type { TenantWriter } from "../lib/tenantDb";
import { writeAudit } from "./audit";
import { fieldValues, pickFields, removeCustomer, spreadName } from "./customerEdits";
import { appendOrderEvent, type Deed } from "./orderEvents";
import { changeOrder, requireNoOpenOrder } from "./orders";
import { markAddressChanged, reprintMarkOfMoved } from "./reprint";

/** What one transaction moves: a handful of writes each. */
const MAX_MOVED = 500;

/**
 * Makes one customer of two records of one person: the orders of the first go to the phone of the second, with what was
 * known of the first alone; the first is forgotten. Slips that were printed of them say another phone and address now.
 *
 * @returns how many orders moved
 * Refused with `cannot_merge` (see `checkCustomerMerge`; also with more orders than one transaction moves) and
 * `open_order_exists` where both have an open order of one date: those are to be joined first.
 */
export async function mergeCustomers(
  db: TenantWriter,
  { from, into }: { readonly from: Doc<"customers">; readonly into: Doc<"customers"> },
  deed: Deed,
): Promise<number> {
  orThrow(checkCustomerMerge(from, into));
  const orders = await db
    .query("orders")
    .withIndex("by_tenantId_and_customerPhone_and_number", (q) => q.eq("customerPhone", from.phone))
    .take(MAX_MOVED + 1);
  if (orders.length > MAX_MOVED) throw appError(refuse("cannot_merge", { reason: TOO_MANY }).refusal);
  for (const order of orders) if (!order.isPaid) await requireNoOpenOrder(db, into.phone, order.eventDate);

  const fields = mergeCustomerFields(pickFields(from), pickFields(into));
  await db.patch("customers", into, fields);
  if (fields.name !== into.name) await spreadName(db, into.phone, fields.name);
  if (fields.address !== into.address) await markAddressChanged(db, into.phone, deed.at);
  for (const order of orders) await moveOrder(db, order, { phone: into.phone, name: fields.name }, deed);
  // The totals of both have changed with each order: the row that goes is the one that is there now.
  const emptied = await db.get("customers", from._id);
  assert(emptied !== null, "a customer whose orders were moved should be there until removed");
  await removeCustomer(db, emptied, null);
  await writeAudit(db, deed, {
    action: "customers_merged",
    record: { kind: "customer", key: into._id, label: into.phone },
    before: { phone: from.phone, ...fieldValues(pickFields(from)) },
    after: { phone: into.phone, ...fieldValues(fields), movedOrders: orders.length },
  });
  return orders.length;
}

const TOO_MANY = `O cliente que sai tem mais de ${MAX_MOVED} pedidos. Junte ao contrário: mantenha o telefone dele.`;

async function moveOrder(
  db: TenantWriter,
  order: Doc<"orders">,
  { phone, name }: { readonly phone: string; readonly name: string | null },
  deed: Deed,
): Promise<void> {
  if (order.cartId !== null) {
    const cart = await db.get("carts", order.cartId);
    assert(cart !== null, "an order's cart should be there as long as the order");
    await db.patch("carts", cart, { customerPhone: phone });
  }
  const fields = { customerPhone: phone, phoneReversed: reversedPhone(phone), customerName: name };
  await changeOrder(db, order, { ...fields, ...reprintMarkOfMoved(order, deed.at) });
  await appendOrderEvent(db, order._id, deed, { kind: "phone_changed", before: order.customerPhone, after: phone });
}
