import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";

/** Which order a public reference stands for, whoever brings it. */

/** Writes down what an order's first link makes public; further links carry the same. */
export async function rememberRef(db: DatabaseWriter, order: Doc<"orders">): Promise<void> {
  const known = await findRef(db, order.publicRef);
  if (known === null)
    await db.insert("paymentRefs", { publicRef: order.publicRef, orderId: order._id, shopId: order.tenantId });
}

/** Writes down the reference of what a customer is to pay for a label. */
export async function rememberChargeRef(
  db: DatabaseWriter,
  { publicRef, tenantId: shopId, _id: chargeId }: Doc<"shipmentCharges">,
  orderId: Id<"orders">,
): Promise<void> {
  if ((await findRef(db, publicRef)) === null) await db.insert("paymentRefs", { publicRef, orderId, shopId, chargeId });
}

export async function forgetChargeRef(db: DatabaseWriter, publicRef: string): Promise<void> {
  const row = await findRef(db, publicRef);
  if (row !== null) await db.delete("paymentRefs", row._id);
}

export async function findRef(db: DatabaseReader, publicRef: string): Promise<Doc<"paymentRefs"> | null> {
  return await db
    .query("paymentRefs")
    .withIndex("by_publicRef", (q) => q.eq("publicRef", publicRef))
    .unique();
}

/** What a deleted company leaves nothing of. */
export async function forgetRef(db: DatabaseWriter, orderId: Id<"orders">): Promise<void> {
  const rows = await db
    .query("paymentRefs")
    .withIndex("by_orderId", (q) => q.eq("orderId", orderId))
    .take(2);
  for (const row of rows) await db.delete("paymentRefs", row._id);
}
