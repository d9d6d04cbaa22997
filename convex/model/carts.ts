import type { EventType } from "../../domain/events";
import type { Line } from "../../domain/launch";
import type { Doc, Id } from "../_generated/dataModel";
import { assert } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { Deed } from "./orderEvents";

export interface NewCart {
  readonly customerPhone: string;
  readonly eventType: EventType;
  readonly eventDate: string;
}

export async function createCart(db: TenantWriter, cart: NewCart): Promise<Id<"carts">> {
  return await db.insert("carts", {
    customerPhone: cart.customerPhone,
    eventType: cart.eventType,
    eventDate: cart.eventDate,
    status: "OPEN",
  });
}

/** The line of a product in a cart; there is at most one. */
export async function findCartItem(
  db: TenantReader,
  cartId: Id<"carts">,
  productId: Id<"products">,
): Promise<Doc<"cartItems"> | null> {
  return await db
    .query("cartItems")
    .withIndex("by_tenantId_and_cartId_and_productId", (q) => q.eq("cartId", cartId).eq("productId", productId))
    .unique();
}

/** Writes what a product's line has become: over the line that was read, or as a new one when there was none. */
export async function putCartItem(
  db: TenantWriter,
  key: { readonly cartId: Id<"carts">; readonly productId: Id<"products"> },
  existing: Doc<"cartItems"> | null,
  line: Line,
  { actor, at }: Deed,
): Promise<void> {
  const { quantity, unitPriceCents } = line;
  const fields = { quantity, unitPriceCents, changedBy: actor.name, changedAt: at };
  if (existing === null) await db.insert("cartItems", { ...key, ...fields });
  else await db.patch("cartItems", existing, fields);
}

/** A cart holds at most one line per product; no shop's catalogue in one cart comes near this. */
const MAX_CART_ITEMS = 1_000;

export async function listCartItems(db: TenantReader, cartId: Id<"carts">): Promise<Doc<"cartItems">[]> {
  const items = await db
    .query("cartItems")
    .withIndex("by_tenantId_and_cartId_and_productId", (q) => q.eq("cartId", cartId))
    .take(MAX_CART_ITEMS + 1);
  assert(items.length <= MAX_CART_ITEMS, `a cart should hold at most ${MAX_CART_ITEMS} lines`);
  return items;
}

export async function isCartEmpty(db: TenantReader, cartId: Id<"carts">): Promise<boolean> {
  const first = await db
    .query("cartItems")
    .withIndex("by_tenantId_and_cartId_and_productId", (q) => q.eq("cartId", cartId))
    .first();
  return first === null;
}
