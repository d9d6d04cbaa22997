import type { StorageReader } from "convex/server";
import { matchCart, MATCHED_CARTS } from "../../domain/cartMatch";
import { worthOf } from "../../domain/orderLines";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import { listCartItems } from "./carts";
import { findCustomer } from "./customerRows";
import { findLastEvent } from "./orderEvents";
import { REMOVED_PRODUCT } from "./orderLines";
import { toOrderRow, type OrderRow } from "./orderList";
import { findOrderByNumber } from "./orders";
import { getStock } from "./stock";

type CustomerFacts = Pick<Doc<"customers">, "name" | "phone" | "cpf" | "email" | "address">;

export interface OrderLine {
  readonly lineId: Id<"cartItems">;
  /** Null when the product is gone from the catalogue. */
  readonly productId: Id<"products"> | null;
  readonly code: string;
  readonly name: string;
  readonly color: string | null;
  readonly size: string | null;
  readonly imageUrl: string | null;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly lineTotalCents: number;
  readonly stock: number | null;
  readonly changedBy: string;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

export interface OrderDetail extends OrderRow {
  readonly adjustmentCents: number;
  /** False when the lines are those of a cart that was found for the order: they can be read, not changed. */
  readonly hasCart: boolean;
  readonly customer: CustomerFacts | null;
  readonly lines: OrderLine[];
  readonly lastEdit: { readonly actorName: string; readonly at: number } | null;
}

interface Reading {
  readonly db: TenantReader;
  readonly storage: StorageReader;
}

/** One order with all that its dialogs show; null when there is none of that number. */
export async function readOrderDetail({ db, storage }: Reading, number: number): Promise<OrderDetail | null> {
  const order = await findOrderByNumber(db, number);
  if (order === null) return null;
  const cartId = order.cartId ?? (await findMatchingCart(db, order))?._id ?? null;
  const items = cartId === null ? [] : await listCartItems(db, cartId);
  const customer = await findCustomer(db, order.customerPhone);
  const last = await findLastEvent(db, order._id);
  return {
    ...toOrderRow(order),
    adjustmentCents: order.adjustmentCents,
    hasCart: order.cartId !== null,
    customer: customer === null ? null : toFacts(customer),
    lines: await readLines({ db, storage }, items),
    lastEdit: last === null ? null : { actorName: last.actorName, at: last.at },
  };
}

async function findMatchingCart(db: TenantReader, order: Doc<"orders">): Promise<Doc<"carts"> | null> {
  const carts = await db
    .query("carts")
    .withIndex("by_tenantId_and_customerPhone", (q) => q.eq("customerPhone", order.customerPhone))
    .order("desc")
    .take(MATCHED_CARTS);
  return matchCart(order.eventDate, carts);
}

/** The lines of an order as its screens show them. */
export async function readLines(reading: Reading, items: readonly Doc<"cartItems">[]): Promise<OrderLine[]> {
  return await Promise.all(inOrder(items).map((item) => readLine(reading, item)));
}

/** Lines stand in the order they were begun in, so that a change never moves one. */
function inOrder(items: readonly Doc<"cartItems">[]): Doc<"cartItems">[] {
  return [...items].sort((a, b) => a._creationTime - b._creationTime);
}

async function readLine({ db, storage }: Reading, item: Doc<"cartItems">): Promise<OrderLine> {
  const product = await db.get("products", item.productId);
  const { _id: lineId, quantity, unitPriceCents, changedBy, changedAt } = item;
  const sold = { lineId, quantity, unitPriceCents, lineTotalCents: worthOf(item), changedBy, changedAt };
  if (product === null) {
    return { ...sold, ...REMOVED_PRODUCT, productId: null, color: null, size: null, imageUrl: null, stock: null };
  }
  const { _id: productId, code, name, color, size, imageId } = product;
  const imageUrl = imageId === null ? null : await storage.getUrl(imageId);
  const { stock } = await getStock(db, product);
  return { ...sold, productId, code, name, color, size, imageUrl, stock };
}

function toFacts({ name, phone, cpf, email, address }: Doc<"customers">): CustomerFacts {
  return { name, phone, cpf, email, address };
}
