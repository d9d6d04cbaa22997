import type { WithoutSystemFields } from "convex/server";
import { saoPauloDate } from "../../domain/calendar";
import { refuse } from "../../domain/errors";
import type { EventType } from "../../domain/events";
import { reversedPhone } from "../../domain/phone";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, refuseWith } from "../lib/errors";
import { randomHex, randomPublicId } from "../lib/randomIds";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { queueChange } from "./blingQueue";
import { listCartItems } from "./carts";
import { carryToCustomers, countNewOrder } from "./customerTotals";
import { ALL_HOURS_KEPT } from "./hourTotals";
import { appendOrderEvent, type Deed } from "./orderEvents";
import { paidConsequences } from "./paidConsequences";
import { withdrawLink } from "./paymentLinks";
import { reprintMarkOf } from "./reprint";
import { applyOrderChange, moveProductLine } from "./totals";

/** What a new order is opened with; everything else of it starts the same for all. */
export interface NewOrder {
  readonly customerPhone: string;
  /** Whose phone it is; null where nobody was known by it. */
  readonly customer: Doc<"customers"> | null;
  readonly eventType: EventType;
  readonly eventDate: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly cartId: Id<"carts">;
  readonly totalCents: number;
  readonly pieces: number;
}

/** Refused with `order_not_found`: absent and another company's alike. */
export async function requireOrder(db: TenantReader, id: Id<"orders">): Promise<Doc<"orders">> {
  return (await db.get("orders", id)) ?? refuseWith("order_not_found");
}

export async function findOrderByNumber(db: TenantReader, number: number): Promise<Doc<"orders"> | null> {
  return await db
    .query("orders")
    .withIndex("by_tenantId_and_number", (q) => q.eq("number", number))
    .unique();
}

/** The unpaid order of a phone on an event date; there is at most one. */
export async function findOpenOrder(
  db: TenantReader,
  customerPhone: string,
  eventDate: string,
): Promise<Doc<"orders"> | null> {
  return await db
    .query("orders")
    .withIndex("by_tenantId_and_customerPhone_and_isPaid_and_eventDate", (q) =>
      q.eq("customerPhone", customerPhone).eq("isPaid", false).eq("eventDate", eventDate),
    )
    .unique();
}

/** One open order per event date and phone: nobody has more than this many dates unpaid. */
const MAX_OPEN_ORDERS = 200;

export async function listOpenOrders(db: TenantReader, customerPhone: string): Promise<Doc<"orders">[]> {
  return await db
    .query("orders")
    .withIndex("by_tenantId_and_customerPhone_and_isPaid_and_eventDate", (q) =>
      q.eq("customerPhone", customerPhone).eq("isPaid", false),
    )
    .take(MAX_OPEN_ORDERS);
}

/**
 * Opens an order with the company's next number and counts it in the kept totals; an unknown phone becomes a customer.
 *
 * A number is taken in the transaction that uses it, so numbers have no gaps and no doubles.
 */
export async function createOrder(db: TenantWriter, order: NewOrder): Promise<CreatedOrder> {
  const { customer, ...facts } = order;
  const number = await takeOrderNumber(db);
  const createdDate = saoPauloDate(order.createdAt);
  const row = {
    ...facts,
    createdDate,
    number,
    publicId: randomPublicId(),
    publicRef: randomHex(PUBLIC_REF_BYTES),
    origin: "manual" as const,
    phoneReversed: reversedPhone(order.customerPhone),
    customerName: customer?.name ?? null,
    whatsappGroup: customer?.whatsappGroup ?? null,
    adjustmentCents: 0,
    isPaid: false,
    printed: false,
    observation: null,
    itemAddedMessageSent: false,
    paymentConfirmationSent: false,
  };
  const id = await db.insert("orders", row);
  await applyOrderChange(db, null, row);
  await countNewOrder(db, customer, row);
  return { id, number, createdDate };
}

export interface CreatedOrder {
  readonly id: Id<"orders">;
  readonly number: number;
  /** The day under which its lines count among the best sellers. */
  readonly createdDate: string;
}

const PUBLIC_REF_BYTES = 16;

/** The last number given out, 0 before the first. */
export async function lastOrderNumber(db: TenantReader): Promise<number> {
  return (await findCounter(db))?.lastNumber ?? 0;
}

async function findCounter(db: TenantReader): Promise<Doc<"orderCounters"> | null> {
  return await db.query("orderCounters").withIndex("by_tenantId").unique();
}

async function takeOrderNumber(db: TenantWriter): Promise<number> {
  const counter = await findCounter(db);
  if (counter === null) {
    await db.insert("orderCounters", { lastNumber: 1, hoursKeptTo: ALL_HOURS_KEPT });
    return 1;
  }
  const number = counter.lastNumber + 1;
  await db.patch("orderCounters", counter, { lastNumber: number });
  return number;
}

/**
 * Changes an order, and the kept totals (its customer's too) wherever what it counts with is among the fields. A new
 * price closes the link that asks for the old one.
 */
export async function changeOrder(
  db: TenantWriter,
  order: Doc<"orders">,
  fields: Partial<Omit<WithoutSystemFields<Doc<"orders">>, "tenantId" | "number" | "createdAt" | "createdDate">>,
): Promise<void> {
  const after = { ...order, ...fields };
  const isPriceNew = after.totalCents !== order.totalCents;
  // Read of the row alone: without a link, which is every order but a few, this costs a launch nothing.
  const closed = isPriceNew && hasOpenLink(order) ? await withdrawLink(db, after, "total_changed") : {};
  await db.patch("orders", order, { ...reprintMarkOf(order, after), ...fields, ...closed });
  await applyOrderChange(db, order, after);
  await carryToCustomers(db, order, after);
  // Only what is paid can be at the ERP: a launch, which changes open orders alone, pays nothing for it.
  if (order.isPaid && after.isPaid) await queueChange(db, order, after);
}

const hasOpenLink = ({ openLinkId }: Doc<"orders">) => openLinkId !== undefined && openLinkId !== null;

export interface PaidChange {
  readonly isPaid: boolean;
  readonly reason: string | null;
  /** Whether the payment provider's word makes it so, not somebody's hand. */
  readonly byPayment?: boolean;
}

/**
 * Marks an order paid or back to pending, with its totals and its timeline.
 *
 * @returns whether anything changed: an order already in that state is left alone
 * Refused with `open_order_exists` when going back to pending would make a second open order of phone and date.
 * Source: specification §4 "Order paid flag", product.md "Selling".
 */
export async function setOrderPaid(
  db: TenantWriter,
  order: Doc<"orders">,
  change: PaidChange,
  deed: Deed,
): Promise<boolean> {
  if (order.isPaid === change.isPaid) return false;
  if (!change.isPaid) await requireNoOpenOrder(db, order.customerPhone, order.eventDate);
  const { isPaid, byPayment = false } = change;
  await changeOrder(db, order, { isPaid, ...(await paidConsequences(db, order, { isPaid, byPayment }, deed)) });
  await moveBestSellers(db, order, change.isPaid);
  await appendOrderEvent(db, order._id, deed, {
    kind: "field_changed",
    field: "isPaid",
    before: order.isPaid,
    after: change.isPaid,
    reason: change.reason,
  });
  return true;
}

/** Refused with `open_order_exists`, which names it, where the phone has an unpaid order on that date. */
export async function requireNoOpenOrder(db: TenantReader, phone: string, eventDate: string): Promise<void> {
  const open = await findOpenOrder(db, phone, eventDate);
  if (open === null) return;
  throw appError(refuse("open_order_exists", { orderNumber: open.number, orderId: open._id }).refusal);
}

/** The best sellers keep paid and unpaid pieces apart: an order's lines go from one side to the other. */
async function moveBestSellers(db: TenantWriter, order: Doc<"orders">, toPaid: boolean): Promise<void> {
  if (order.cartId === null) return;
  for (const line of await listCartItems(db, order.cartId)) {
    await moveProductLine(db, line.productId, { order, line }, { order: { ...order, isPaid: toPaid }, line });
  }
}
