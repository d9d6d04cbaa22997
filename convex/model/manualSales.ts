import { DEFAULT_EVENT_TYPE, type EventType } from "../../domain/events";
import { planLaunch } from "../../domain/launch";
import { linesCents, settleAmount, type OrderAmount } from "../../domain/orderTotal";
import { parsePhone } from "../../domain/phone";
import type { Doc, Id } from "../_generated/dataModel";
import { orThrow, refuseWith } from "../lib/errors";
import { requireEventDate } from "../lib/eventDate";
import type { StaffMutationCtx } from "../lib/functions";
import type { TenantWriter } from "../lib/tenantDb";
import { createCart, findCartItem, putCartItem } from "./carts";
import { findCustomer } from "./customerRows";
import { addReceipt, findReceipt, toAnswer, type LaunchAnswer } from "./launchReceipts";
import { actorOf, appendOrderEvent, recordAdjustment } from "./orderEvents";
import { changeOrder, createOrder, findOpenOrder, type CreatedOrder } from "./orders";
import { tellLaunch, toldItem } from "./outbox";
import { requireActiveProduct } from "./products";
import { getStock, setStockLeft } from "./stock";
import { moveProductLine } from "./totals";

export interface LaunchArgs {
  readonly productId: Id<"products">;
  readonly phone: string;
  readonly quantity: number;
  readonly eventDate: string;
  readonly eventType?: EventType;
  readonly launchId: string;
}

/**
 * Launches one product to one phone: the open order of that phone and date grows, or a new one is opened.
 *
 * One transaction, so none of the steps below can interleave with another launch: of two on the last piece the second
 * reads the stock the first has left. The hot path of the product; what it costs is kept small on purpose:
 * onto an open order 14 documents are read (session, profile, company, receipt, product, stock, order, line, the five
 * kept totals: date, all dates, hour, day, product, and whether customers are written to) and 10 written (stock, order,
 * line, five totals, timeline, receipt); where they are, one message more;
 * opening an order reads the customer and the counter too, and writes the counter, the cart and the customer's totals;
 * the first order of a customer is also counted in the company's figures. Growing one leaves the customer alone.
 *
 * Refused with `phone_required`, `invalid_phone`, `unknown_area_code`, `invalid_event_date`, `invalid_launch_id`,
 * `product_not_found`, `product_inactive`, `invalid_quantity`, `insufficient_stock`.
 * Source: specification §4 "Manual launch flow", architecture §5.
 */
export async function launchSale(ctx: StaffMutationCtx, args: LaunchArgs): Promise<LaunchAnswer> {
  const { db, profile } = ctx;
  const phone = orThrow(parsePhone(args.phone));
  requireEventDate(args.eventDate);
  const answered = await findReceipt(db, requireLaunchId(args.launchId));
  if (answered !== null) return toAnswer(answered);

  const deed = { actor: actorOf(profile), at: Date.now() };
  const product = await requireActiveProduct(db, args.productId);
  const stock = await getStock(db, product);
  const open = await findOpenOrder(db, phone, args.eventDate);
  const cartItem = open === null || open.cartId === null ? null : await findCartItem(db, open.cartId, product._id);
  const plan = orThrow(
    planLaunch(
      { quantity: args.quantity, unitPriceCents: product.priceCents, stock: stock.stock, line: cartItem },
      open?.totalCents ?? null,
    ),
  );

  await setStockLeft(db, stock, plan.stockLeft);
  const added = { quantity: args.quantity, addedCents: plan.addedCents };
  const target = { phone, eventDate: args.eventDate, eventType: args.eventType ?? DEFAULT_EVENT_TYPE };
  const order = open === null ? await openOrder(db, target, added, deed.at) : await growOrder(db, open, added);
  await putCartItem(db, { cartId: order.cartId, productId: product._id }, cartItem, plan.line, deed);
  const counted = { createdDate: order.createdDate, isPaid: false };
  const lineBefore = cartItem === null ? null : { order: counted, line: cartItem };
  await moveProductLine(db, product._id, lineBefore, { order: counted, line: plan.line });

  const answer: LaunchAnswer = {
    orderId: order.id,
    orderNumber: order.number,
    created: open === null,
    unitPriceCents: product.priceCents,
    quantity: args.quantity,
    totalCents: order.totalCents,
    stockLeft: plan.stockLeft,
    phone,
    productCode: product.code,
  };
  await appendOrderEvent(db, order.id, deed, {
    kind: "launched",
    created: answer.created,
    productId: product._id,
    productCode: product.code,
    quantity: answer.quantity,
    unitPriceCents: answer.unitPriceCents,
    totalCents: answer.totalCents,
  });
  if (open !== null) await recordAdjustment(db, open, order, deed);
  const told = { _id: order.id, customerPhone: phone, customerName: order.customerName, totalCents: order.totalCents };
  const item = toldItem(product._id, product, { quantity: args.quantity, unitPriceCents: product.priceCents });
  await tellLaunch(db, { order: told, item, created: answer.created }, deed);
  await addReceipt(db, answer, deed, {
    launchId: args.launchId,
    eventDate: args.eventDate,
    productId: product._id,
    productName: product.name,
    previousUnitPriceCents: cartItem?.unitPriceCents ?? null,
  });
  return answer;
}

interface LaunchTarget {
  readonly phone: string;
  readonly eventDate: string;
  readonly eventType: EventType;
}

interface Added {
  readonly quantity: number;
  readonly addedCents: number;
}

/** The order a launch lands in, with a cart that its line can go into. */
interface LaunchOrder extends CreatedOrder, OrderAmount {
  readonly cartId: Id<"carts">;
  readonly customerName: string | null;
}

async function openOrder(
  db: TenantWriter,
  target: LaunchTarget,
  added: Added,
  createdAt: number,
): Promise<LaunchOrder> {
  const { phone: customerPhone, eventDate, eventType } = target;
  const customer = await findCustomer(db, customerPhone);
  const cartId = await createCart(db, { customerPhone, eventDate, eventType });
  const order = await createOrder(db, {
    customerPhone,
    customer,
    eventType,
    eventDate,
    createdAt,
    cartId,
    totalCents: added.addedCents,
    pieces: added.quantity,
  });
  const customerName = customer?.name ?? null;
  return { ...order, cartId, customerName, totalCents: added.addedCents, adjustmentCents: 0 };
}

/** An open order without a cart (its cart was never made) gets one, as specified. */
async function growOrder(db: TenantWriter, order: Doc<"orders">, added: Added): Promise<LaunchOrder> {
  const cartId = order.cartId ?? (await createCart(db, order));
  const amount = settleAmount(linesCents(order) + added.addedCents, order.adjustmentCents);
  await changeOrder(db, order, { cartId, ...amount, pieces: order.pieces + added.quantity });
  const { _id: id, number, createdDate, customerName } = order;
  return { id, number, createdDate, cartId, customerName, ...amount };
}

/** Long enough for any id a client makes, short enough to be an index key. */
const LAUNCH_ID_LENGTH = { min: 8, max: 64 };

function requireLaunchId(launchId: string): string {
  const { length } = launchId;
  return length >= LAUNCH_ID_LENGTH.min && length <= LAUNCH_ID_LENGTH.max ? launchId : refuseWith("invalid_launch_id");
}
