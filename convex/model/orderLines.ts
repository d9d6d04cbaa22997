import { withAdded, planLineChange } from "../../domain/orderLines";
import type { Line } from "../../domain/launch";
import { refuse, type ChangedMeanwhile } from "../../domain/errors";
import { formatBRL } from "../../domain/money";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, orThrow, refuseWith } from "../lib/errors";
import type { StaffMutationCtx } from "../lib/functions";
import type { OrderChange } from "../lib/orderChanges";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { createCart, findCartItem, putCartItem } from "./carts";
import { requireUnchanged } from "./meanwhile";
import { actorOf, appendOrderEvent, recordAdjustment, type Deed } from "./orderEvents";
import { changeOrder, requireOrder } from "./orders";
import { tellAdded, tellRemoved, toldItem } from "./outbox";
import { REMOVED_PRODUCT, requireActiveProduct } from "./products";
import { getStock, setStockLeft } from "./stock";
import { moveProductLine } from "./totals";

export { REMOVED_PRODUCT } from "./products";

/** What a screen is told after a line has changed. */
export interface LineAnswer {
  readonly orderTotalCents: number;
  /** Null when the product is gone from the catalogue. */
  readonly stockLeft: number | null;
}

/** Whoever changes a paid order's lines has seen the warning that shows the difference. */
interface PaidConsent {
  readonly allowPaid?: boolean;
}

interface LineKey extends PaidConsent {
  readonly orderId: Id<"orders">;
  readonly lineId: Id<"cartItems">;
}

/**
 * Adds a product to an order: to its line when there is one, else as a new line, in a new open cart where the order has
 * none.
 *
 * Refused with `order_not_found`, `product_not_found`, `product_inactive`, `invalid_quantity`, `invalid_amount`,
 * `insufficient_stock`, `order_is_paid`.
 * Source: specification §4 "Edit dialog", product.md "Selling".
 */
export async function addLine(
  ctx: StaffMutationCtx,
  args: PaidConsent & {
    readonly orderId: Id<"orders">;
    readonly productId: Id<"products">;
    readonly quantity: number;
    readonly unitPriceCents?: number;
  },
): Promise<LineAnswer> {
  const order = await requireOrder(ctx.db, args.orderId);
  const product = await requireActiveProduct(ctx.db, args.productId);
  const item = order.cartId === null ? null : await findCartItem(ctx.db, order.cartId, product._id);
  const { quantity, unitPriceCents = null } = args;
  const line = orThrow(withAdded(item, { quantity, unitPriceCents, productPriceCents: product.priceCents }));
  const { unitPriceCents: soldAtCents } = line;
  const target = { order, item, productId: product._id, product };
  const answer = await changeLine(ctx, target, line, args, (about) => [
    { kind: "line_added", ...about, quantity, unitPriceCents: soldAtCents },
    ...priceChange(about, item, line),
  ]);
  const told = { ...order, totalCents: answer.orderTotalCents };
  await tellAdded(ctx.db, told, toldItem(product._id, product, { quantity, unitPriceCents: soldAtCents }), deedOf(ctx));
  return answer;
}

/**
 * Sets how many of a line's product the order has.
 *
 * Refused as `addLine`, and with `line_not_found`, `changed_meanwhile` when the quantity is no longer the one seen. Of a
 * product that is inactive or gone there can be fewer, not more.
 */
export async function setLineQuantity(
  ctx: StaffMutationCtx,
  args: LineKey & { readonly quantity: number; readonly seenQuantity: number },
): Promise<LineAnswer> {
  const found = await requireLine(ctx.db, args);
  const { item } = found;
  const { quantity } = args;
  if (quantity === item.quantity) return await unchanged(ctx.db, found);
  requireLineUnchanged(item, "quantity", item.quantity, args.seenQuantity, String(item.quantity));
  if (quantity > item.quantity) await requireActiveProduct(ctx.db, item.productId);
  const line = { quantity, unitPriceCents: item.unitPriceCents };
  return await changeLine(ctx, found, line, args, (about) => [
    { kind: "quantity_changed", ...about, before: item.quantity, after: quantity },
  ]);
}

/**
 * Overrides the price of a line, which is written down.
 *
 * Refused with `order_not_found`, `line_not_found`, `invalid_amount`, `changed_meanwhile`, `order_is_paid`.
 * Source: product.md "Edit-order dialog".
 */
export async function setLinePrice(
  ctx: StaffMutationCtx,
  args: LineKey & { readonly unitPriceCents: number; readonly seenUnitPriceCents: number },
): Promise<LineAnswer> {
  const found = await requireLine(ctx.db, args);
  const { item } = found;
  const line = { quantity: item.quantity, unitPriceCents: args.unitPriceCents };
  if (line.unitPriceCents === item.unitPriceCents) return await unchanged(ctx.db, found);
  const shown = formatBRL(item.unitPriceCents);
  requireLineUnchanged(item, "unitPriceCents", item.unitPriceCents, args.seenUnitPriceCents, shown);
  return await changeLine(ctx, found, line, args, (about) => priceChange(about, item, line));
}

/**
 * Takes a line out of an order and gives its stock back.
 *
 * Refused with `order_not_found`, `line_not_found`, `order_is_paid`.
 */
export async function removeLine(ctx: StaffMutationCtx, args: LineKey): Promise<LineAnswer> {
  const found = await requireLine(ctx.db, args);
  const { quantity, unitPriceCents } = found.item;
  const answer = await changeLine(ctx, found, null, args, (about) => [
    { kind: "line_removed", ...about, quantity, unitPriceCents },
  ]);
  const told = { ...found.order, totalCents: answer.orderTotalCents };
  await tellRemoved(ctx.db, told, toldItem(found.productId, found.product, found.item), deedOf(ctx));
  return answer;
}

function deedOf({ profile }: StaffMutationCtx): Deed {
  return { actor: actorOf(profile), at: Date.now() };
}

/** A product in an order: its line there, if any, and its row in the catalogue, if it still has one. */
export interface OrderProduct {
  readonly order: Doc<"orders">;
  readonly item: Doc<"cartItems"> | null;
  readonly productId: Id<"products">;
  readonly product: Doc<"products"> | null;
}

interface ExistingLine extends OrderProduct {
  readonly item: Doc<"cartItems">;
}

/** A line counts as the order's own only in the order's own cart. */
async function requireLine(db: TenantReader, { orderId, lineId }: LineKey): Promise<ExistingLine> {
  const order = await requireOrder(db, orderId);
  const item = await db.get("cartItems", lineId);
  if (item === null || item.cartId !== order.cartId) return refuseWith("line_not_found");
  const { productId } = item;
  return { order, item, productId, product: await db.get("products", productId) };
}

function requireLineUnchanged(
  item: Doc<"cartItems">,
  field: ChangedMeanwhile["field"],
  value: number,
  seen: number,
  shown: string,
): void {
  requireUnchanged({ field, value, shown, actorName: item.changedBy, at: item.changedAt }, seen);
}

async function unchanged(db: TenantReader, { order, product }: OrderProduct): Promise<LineAnswer> {
  const stock = product === null ? null : await getStock(db, product);
  return { orderTotalCents: order.totalCents, stockLeft: stock?.stock ?? null };
}

/** What an entry of the timeline about one product begins with. */
interface AboutLine {
  readonly productId: Id<"products">;
  readonly productCode: string;
  readonly totalCents: number;
}

function priceChange(about: AboutLine, before: Line | null, after: Line): OrderChange[] {
  if (before === null || before.unitPriceCents === after.unitPriceCents) return [];
  return [{ kind: "price_changed", ...about, before: before.unitPriceCents, after: after.unitPriceCents }];
}

async function changeLine(
  ctx: StaffMutationCtx,
  target: OrderProduct,
  after: Line | null,
  { allowPaid }: PaidConsent,
  changes: (about: AboutLine) => OrderChange[],
): Promise<LineAnswer> {
  return await writeLine(ctx.db, target, after, { deed: deedOf(ctx), allowPaid: allowPaid === true, changes });
}

/**
 * Carries a change of one line through everything that depends on it: stock, cart, best sellers, order, kept totals and
 * timeline. The one place where lines of an existing order change.
 *
 * @param after null when the line is to go
 */
export async function writeLine(
  db: TenantWriter,
  { order, item, productId, product }: OrderProduct,
  after: Line | null,
  how: {
    readonly deed: Deed;
    readonly allowPaid: boolean;
    readonly changes: (about: AboutLine) => OrderChange[];
  },
): Promise<LineAnswer> {
  const stock = product === null ? null : await getStock(db, product);
  const plan = orThrow(planLineChange({ before: item, after, stock: stock?.stock ?? null }, order));
  const { totalCents } = plan.order;
  if (order.isPaid && !how.allowPaid) {
    const figures = { orderNumber: order.number, totalCents: order.totalCents, newTotalCents: totalCents };
    throw appError(refuse("order_is_paid", figures).refusal);
  }
  if (stock !== null && plan.stockLeft !== null && plan.stockLeft !== stock.stock) {
    await setStockLeft(db, stock, plan.stockLeft);
  }
  const cartId = order.cartId ?? (await createCart(db, order));
  if (after !== null) await putCartItem(db, { cartId, productId }, item, after, how.deed);
  else if (item !== null) await db.delete("cartItems", item);
  await moveProductLine(db, productId, item && { order, line: item }, after && { order, line: after });
  await changeOrder(db, order, { cartId, ...plan.order });
  const about = { productId, productCode: product?.code ?? REMOVED_PRODUCT.code, totalCents };
  for (const change of how.changes(about)) await appendOrderEvent(db, order._id, how.deed, change);
  await recordAdjustment(db, order, plan.order, how.deed);
  return { orderTotalCents: totalCents, stockLeft: plan.stockLeft };
}
