import type { PaginationOptions, PaginationResult, StorageReader } from "convex/server";
import {
  checkCheckoutCustomer,
  type CheckoutCustomer,
  type CheckoutSummary,
  type TypedCustomer,
} from "../../domain/checkout";
import { applyCoupon } from "../../domain/coupons";
import { refusalMessage, type Refusal } from "../../domain/errors";
import { PICKUP, type FreightOption } from "../../domain/freight";
import { parsePhone } from "../../domain/phone";
import type { Doc, Id } from "../_generated/dataModel";
import { orThrow, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { listCartItems } from "./carts";
import { findCheckout, putCheckout, readCheckoutCustomer, summaryOf } from "./checkouts";
import { changeCustomer } from "./customerEdits";
import { findCustomer } from "./customerRows";
import { findOrCreateCustomer } from "./customers";
import { findBestGift } from "./gifts";
import { readLines } from "./orderDetail";
import type { Deed } from "./orderEvents";
import { readStanding } from "./orderPayments";
import { requireSeen, type Author } from "./meanwhile";
import { findOrderByNumber, listOpenOrders } from "./orders";
import { isFreightOutdated, requireUnpaidOrder } from "./paymentBegin";
import { findOpenLink, withdrawLink } from "./paymentLinks";
import { readProviderAddresses } from "./providerAddresses";
import { readMask } from "./secrets";
import { tryCoupon } from "./coupons";
import { reprintMark } from "./reprint";

/** The checkout control centre: finding an order, preparing it, showing how it stands. */

export interface CheckoutRow {
  readonly orderId: Id<"orders">;
  readonly number: number;
  readonly eventType: Doc<"orders">["eventType"];
  readonly eventDate: string;
  readonly createdAt: number;
  readonly totalCents: number;
  readonly pieces: number;
  readonly lines: number;
  readonly paymentState?: Doc<"orders">["paymentState"];
}

export interface FoundOrders {
  readonly phone: string | null;
  readonly customerName: string | null;
  /** Open ones, newest event first. */
  readonly orders: CheckoutRow[];
  /** The number that was asked for, where that order is paid already. */
  readonly paidNumber: number | null;
}

/** `#12`, or fewer digits than any phone has. */
const ORDER_NUMBER = /^\s*(?:#\s*(\d{1,9})|(\d{1,6}))\s*$/;

/**
 * The open orders of a phone, or the one of a number.
 *
 * Refused with the phone's refusals.
 * Source: specification §2 "Checkout view", §5 "Checkout lookup".
 */
export async function findForCheckout(db: TenantReader, text: string): Promise<FoundOrders> {
  const [, marked, plain] = ORDER_NUMBER.exec(text) ?? [];
  const number = marked ?? plain;
  if (number !== undefined) return await findByNumber(db, Number(number));
  const phone = orThrow(parsePhone(text));
  const open = (await listOpenOrders(db, phone)).reverse();
  const customerName = (await findCustomer(db, phone))?.name ?? null;
  return { phone, customerName, orders: await Promise.all(open.map((order) => toRow(db, order))), paidNumber: null };
}

async function findByNumber(db: TenantReader, number: number): Promise<FoundOrders> {
  const order = await findOrderByNumber(db, number);
  if (order === null) return { phone: null, customerName: null, orders: [], paidNumber: null };
  const { customerPhone: phone, customerName } = order;
  if (order.isPaid) return { phone, customerName, orders: [], paidNumber: number };
  return { phone, customerName, orders: [await toRow(db, order)], paidNumber: null };
}

/** The paid orders of a phone, newest event first. Refused with the phone's refusals. */
export async function listHistory(
  db: TenantReader,
  typedPhone: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<CheckoutRow>> {
  const phone = orThrow(parsePhone(typedPhone));
  const result = await db
    .query("orders")
    .withIndex("by_tenantId_and_customerPhone_and_isPaid_and_eventDate", (q) =>
      q.eq("customerPhone", phone).eq("isPaid", true),
    )
    .order("desc")
    .paginate(paginationOpts);
  return { ...result, page: await Promise.all(result.page.map((order) => toRow(db, order))) };
}

async function toRow(db: TenantReader, order: Doc<"orders">): Promise<CheckoutRow> {
  const { _id: orderId, number, eventType, eventDate, createdAt, totalCents, pieces, paymentState } = order;
  const lines = order.cartId === null ? 0 : (await listCartItems(db, order.cartId)).length;
  return {
    orderId,
    number,
    eventType,
    eventDate,
    createdAt,
    totalCents,
    pieces,
    lines,
    ...(paymentState === undefined ? {} : { paymentState }),
  };
}

interface Reading {
  readonly db: TenantReader;
  readonly storage: StorageReader;
}

/** An order with all that the checkout shows of it; null when there is none. */
export async function readCheckoutOrder({ db, storage }: Reading, orderId: Id<"orders">, today: string) {
  const order = await db.get("orders", orderId);
  if (order === null) return null;
  const checkout = await findCheckout(db, orderId);
  const items = order.cartId === null ? [] : await listCartItems(db, order.cartId);
  const customer = await readCheckoutCustomer(db, order, checkout);
  const openLink = await findOpenLink(db, order);
  const standing = await readStanding(db, order, { checkout, openLink });
  const gift = await findBestGift(db, order.totalCents);
  const { number, publicId, eventType, eventDate, createdAt, customerPhone, isPaid, adjustmentCents } = order;
  return {
    ...{ orderId, number, publicId, eventType, eventDate, createdAt, customerPhone, isPaid, adjustmentCents },
    lines: await readLines({ db, storage }, items),
    customer,
    freight: {
      options: [PICKUP, ...(checkout?.quote?.options ?? []).map(toOption)],
      chosenId: checkout?.freight?.option.optionId ?? PICKUP.optionId,
      quotedCep: checkout?.quote?.cep ?? null,
      isOutdated: isFreightOutdated(checkout, { lines: items, customer, now: null }),
    },
    coupon: await readCoupon(db, order, checkout, today),
    gift: gift === null ? null : toGift(gift),
    summary: summaryOf(order, checkout),
    payment: {
      state: standing.state,
      expectedCents: standing.expectedCents,
      paidCents: standing.keptCents,
      refundedCents: standing.refundedCents,
      payments: standing.payments.map(toPayment),
    },
    link: openLink === null ? null : toLink(openLink),
    linkIsBeingMade: openLink?.state === "creating",
    isSimulated: (await readProviderAddresses(db)).mercadoPago !== null,
    canCharge: (await readMask(db, "mercado_pago.access_token")).isSet,
  };
}

function toOption({ optionId, name, company, priceCents, deliveryDays }: FreightOption): FreightOption {
  return { optionId, name, company, priceCents, deliveryDays };
}

function toGift({ name, description, minimumPurchaseCents }: Doc<"gifts">) {
  return { name, description, minimumPurchaseCents };
}

function toPayment(payment: Doc<"payments">) {
  const { paymentId, status, statusDetail, method, amountCents, refundedCents, approvedAt, isLate } = payment;
  return {
    paymentId,
    status,
    statusDetail,
    method,
    amountCents,
    refundedCents,
    at: payment.updatedAt,
    approvedAt,
    isLate,
  };
}

function toLink({ url, amountCents, createdAt, expiresAt, createdByName }: Doc<"paymentLinks">) {
  return url === null ? null : { url, amountCents, createdAt, expiresAt, createdByName };
}

async function readCoupon(db: TenantReader, order: Doc<"orders">, checkout: Doc<"checkouts"> | null, today: string) {
  if (checkout === null || checkout.coupon === null) return null;
  const { discountCents } = summaryOf(order, checkout);
  const { couponId, code } = checkout.coupon;
  if (checkout.couponCounted) return { code, discountCents, problem: null };
  const coupon = await db.get("coupons", couponId);
  if (coupon === null) return { code, discountCents, problem: refusalMessage("coupon_not_found") };
  const applied = applyCoupon(coupon, order.totalCents, today);
  return { code, discountCents, problem: applied.ok ? null : sentence(applied.refusal) };
}

function sentence({ code, params }: Refusal): string {
  // `Refusal` is a union of matching pairs; the overloads of refusalMessage want one code at a time.
  return (refusalMessage as (code: string, params: object) => string)(code, params);
}

/**
 * Saves who an order goes to, with the order and with the customer of its phone. What is left empty is not known here,
 * and blanks nothing that the shop knows of the customer.
 *
 * @param seen what the screen showed when typing began
 * Refused with `order_not_found`, `order_is_paid`, `changed_meanwhile`, and as `checkCheckoutCustomer` says.
 */
export async function saveCustomer(
  db: TenantWriter,
  { orderId, seen, ...typed }: TypedCustomer & { readonly orderId: Id<"orders">; readonly seen?: CheckoutCustomer },
  deed: Deed,
): Promise<void> {
  const order = await requireUnpaidOrder(db, orderId);
  const customer = orThrow(checkCheckoutCustomer(typed));
  const before = await findCheckout(db, orderId);
  const stored = await readCheckoutCustomer(db, order, before);
  await requireSeen(
    { stored: toValues(stored), wanted: toValues(customer), seen: seen && toValues(seen) },
    () => Promise.resolve(authorOf(before)),
    deed,
  );
  const saved = { savedByName: deed.actor.name, savedAt: deed.at };
  const checkout = await putCheckout(db, order, { customer: { ...customer, ...saved } });
  await rememberCustomer(db, order.customerPhone, customer, deed);
  await markForReprint(db, order, toValues(stored).address !== toValues(customer).address);
  const freightCep = checkout.freight?.cep ?? null;
  const isElsewhere = freightCep !== null && customer.address !== null && customer.address.cep !== freightCep;
  if (isElsewhere) await closeFor(db, order);
}

/** The address stands on the order's slip (UX conventions I5). */
async function markForReprint(db: TenantWriter, order: Doc<"orders">, isMoved: boolean): Promise<void> {
  const mark = isMoved ? reprintMark(order) : {};
  if (Object.keys(mark).length > 0) await db.patch("orders", order, mark);
}

/** Fields as texts that can be compared and read; an address as one line. */
function toValues({ name, cpf, email, address }: CheckoutCustomer) {
  const { street, number, complement, neighborhood, city, state, cep } = address ?? NO_ADDRESS;
  const parts = [street, number, complement, neighborhood, city, state, cep].filter((part) => part !== "");
  return { name, cpf, email, address: parts.length === 0 ? null : parts.join(", ") };
}

const NO_ADDRESS = { street: "", number: "", complement: "", neighborhood: "", city: "", state: "", cep: "" };

function authorOf(checkout: Doc<"checkouts"> | null): Author | null {
  const saved = checkout?.customer ?? null;
  return saved === null ? null : { actorName: saved.savedByName, at: saved.savedAt };
}

async function rememberCustomer(
  db: TenantWriter,
  phone: string,
  { name, cpf, email, address }: CheckoutCustomer,
  deed: Deed,
): Promise<void> {
  await findOrCreateCustomer(db, phone);
  const known = await findCustomer(db, phone);
  const filled = Object.fromEntries(
    Object.entries({ name, cpf, email, address }).filter(([, value]) => value !== null),
  ) as Partial<CheckoutCustomer>;
  // A customer has a name or nothing: what came without one stays with the order until there is.
  if (known === null || (known.name === null && name === null)) return;
  await changeCustomer(db, known, { fields: filled, seen: known }, deed);
}

/** The order's row without its link, whose price is no longer the order's. */
async function closeFor(db: TenantWriter, order: Doc<"orders">): Promise<void> {
  const closed = await withdrawLink(db, order, "total_changed");
  if (Object.keys(closed).length > 0) await db.patch("orders", order, closed);
}

/**
 * Chooses how an order reaches its customer, among what was quoted. The price is the quote's.
 *
 * Refused with `order_not_found`, `order_is_paid`, `freight_not_found`.
 */
export async function chooseFreight(
  db: TenantWriter,
  { orderId, optionId }: { readonly orderId: Id<"orders">; readonly optionId: string },
): Promise<CheckoutSummary> {
  const order = await requireUnpaidOrder(db, orderId);
  const before = await findCheckout(db, orderId);
  if (optionId === PICKUP.optionId) return await change(db, order, before, { freight: null });
  const quote = before?.quote ?? null;
  const option = quote?.options.find((candidate) => candidate.optionId === optionId);
  if (quote === null || option === undefined) return refuseWith("freight_not_found");
  return await change(db, order, before, { freight: { cep: quote.cep, option } });
}

/** Refused with `order_not_found`, `order_is_paid`, `coupon_not_found` and as `applyCoupon` says. */
export async function applyCouponTo(
  db: TenantWriter,
  { orderId, code, today }: { readonly orderId: Id<"orders">; readonly code: string; readonly today: string },
): Promise<CheckoutSummary & { readonly code: string }> {
  const order = await requireUnpaidOrder(db, orderId);
  const before = await findCheckout(db, orderId);
  const applied = await tryCoupon(db, { code, totalCents: order.totalCents, today });
  const coupon = (await db.get("coupons", applied.couponId)) ?? refuseWith("coupon_not_found");
  const kept = { couponId: coupon._id, code: coupon.code, discount: coupon.discount };
  return { ...(await change(db, order, before, { coupon: kept })), code: coupon.code };
}

/** Refused with `order_not_found`, `order_is_paid`. */
export async function removeCouponFrom(db: TenantWriter, orderId: Id<"orders">): Promise<CheckoutSummary> {
  const order = await requireUnpaidOrder(db, orderId);
  return await change(db, order, await findCheckout(db, orderId), { coupon: null });
}

/** Writes a choice; where it changes what the order comes to, its link is closed. */
async function change(
  db: TenantWriter,
  order: Doc<"orders">,
  before: Doc<"checkouts"> | null,
  fields: Partial<Pick<Doc<"checkouts">, "freight" | "coupon">>,
): Promise<CheckoutSummary> {
  const after = await putCheckout(db, order, fields);
  const summary = summaryOf(order, after);
  if (summary.grandTotalCents !== summaryOf(order, before).grandTotalCents) await closeFor(db, order);
  return summary;
}

/** Closes an order's link because somebody wants it so. Refused with `order_not_found`. */
export async function cancelLink(db: TenantWriter, order: Doc<"orders">): Promise<void> {
  const closed = await withdrawLink(db, order, "by_hand");
  if (Object.keys(closed).length > 0) await db.patch("orders", order, closed);
}
