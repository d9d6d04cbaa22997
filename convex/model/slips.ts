import { worthOf } from "../../domain/orderLines";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import { readAppSettings } from "./appSettings";
import { listCartItems } from "./carts";
import { findCheckout } from "./checkouts";
import { findCustomer } from "./customerRows";
import { REMOVED_PRODUCT } from "./orderLines";
import { toOrderRow } from "./orderList";
import { requireOrder } from "./orders";

/**
 * What the slips of some orders say, in the order asked for. Each product is read once.
 *
 * Refused with `order_not_found`.
 */
export async function readSlips(db: TenantReader, orderIds: readonly Id<"orders">[]) {
  const products = new Map<Id<"products">, ProductNames>();
  const slips = [];
  for (const orderId of orderIds) {
    const order = await requireOrder(db, orderId);
    const address = await readAddress(db, order);
    const items = order.cartId === null ? [] : await listCartItems(db, order.cartId);
    const lines = [];
    for (const item of items.sort((a, b) => a._creationTime - b._creationTime)) {
      const names = products.get(item.productId) ?? (await readNames(db, item.productId));
      products.set(item.productId, names);
      const { quantity, unitPriceCents } = item;
      lines.push({ ...names, quantity, unitPriceCents, lineTotalCents: worthOf(item) });
    }
    const { adjustmentCents } = order;
    slips.push({ ...toOrderRow(order), adjustmentCents, address, lines });
  }
  const { slipShipping: shipping, slipPayment: payment } = await readAppSettings(db);
  return { slips, texts: { shipping, payment } };
}

/** Where a parcel goes: as it was kept with the order at its checkout, else where its customer lives. */
async function readAddress(db: TenantReader, { _id, customerPhone }: Doc<"orders">) {
  const kept = (await findCheckout(db, _id))?.customer?.address ?? null;
  return kept ?? (await findCustomer(db, customerPhone))?.address ?? null;
}

type ProductNames = Pick<Doc<"products">, "code" | "name" | "color" | "size">;

async function readNames(db: TenantReader, productId: Id<"products">): Promise<ProductNames> {
  const product = await db.get("products", productId);
  if (product === null) return { ...REMOVED_PRODUCT, color: null, size: null };
  const { code, name, color, size } = product;
  return { code, name, color, size };
}
