import { summarize, type CheckoutCustomer, type CheckoutSummary } from "../../domain/checkout";
import type { Cents } from "../../domain/money";
import type { Doc, Id } from "../_generated/dataModel";
import { assert } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findCustomer } from "./customerRows";

/** What an order was given at the checkout: who it goes to, how, and with which coupon. */

export async function findCheckout(db: TenantReader, orderId: Id<"orders">): Promise<Doc<"checkouts"> | null> {
  return await db
    .query("checkouts")
    .withIndex("by_tenantId_and_orderId", (q) => q.eq("orderId", orderId))
    .unique();
}

type CheckoutFields = Omit<Doc<"checkouts">, "_id" | "_creationTime" | "tenantId" | "orderId" | "orderNumber">;

const EMPTY: CheckoutFields = {
  customer: null,
  quote: null,
  freight: null,
  coupon: null,
  couponCounted: false,
  settledCents: null,
  paymentState: "none",
  attentionAt: null,
};

/** Writes fields of an order's checkout, making it where it is the first that is known. */
export async function putCheckout(
  db: TenantWriter,
  order: Pick<Doc<"orders">, "_id" | "number">,
  fields: Partial<CheckoutFields>,
): Promise<Doc<"checkouts">> {
  const known = await findCheckout(db, order._id);
  const { _id: orderId, number: orderNumber } = order;
  if (known !== null) {
    await db.patch("checkouts", known, fields);
    return { ...known, ...fields };
  }
  const id = await db.insert("checkouts", { orderId, orderNumber, ...EMPTY, ...fields });
  const made = await db.get("checkouts", id);
  assert(made !== null, "a row that was inserted should be there");
  return made;
}

/** What an order comes to, with what its checkout adds and takes off. */
export function summaryOf(
  order: Pick<Doc<"orders">, "totalCents">,
  checkout: Pick<Doc<"checkouts">, "freight" | "coupon"> | null,
): CheckoutSummary {
  return summarize(order.totalCents, {
    discount: checkout?.coupon?.discount ?? null,
    freightCents: checkout?.freight?.option.priceCents ?? 0,
  });
}

export type CustomerSource = "order" | "customer" | "none";

const UNKNOWN: CheckoutCustomer = { name: null, cpf: null, email: null, address: null };

/** Who an order goes to: as saved at its checkout, else as the shop knows the phone. */
export async function readCheckoutCustomer(
  db: TenantReader,
  order: Doc<"orders">,
  checkout: Doc<"checkouts"> | null,
): Promise<CheckoutCustomer & { readonly source: CustomerSource }> {
  if (checkout !== null && checkout.customer !== null) {
    const { name, cpf, email, address } = checkout.customer;
    return { name, cpf, email, address, source: "order" };
  }
  const known = await findCustomer(db, order.customerPhone);
  if (known === null) return { ...UNKNOWN, source: "none" };
  const { name, cpf, email, address } = known;
  const isKnown = name !== null || cpf !== null || email !== null || address !== null;
  return { name, cpf, email, address, source: isKnown ? "customer" : "none" };
}

/**
 * Counts the use of an order's coupon when the order becomes paid, and gives it back when it is no longer. However often
 * the order is paid, it is counted once.
 */
export async function countCoupon(db: TenantWriter, orderId: Id<"orders">, isPaid: boolean): Promise<void> {
  const checkout = await findCheckout(db, orderId);
  if (checkout === null || checkout.coupon === null || checkout.couponCounted === isPaid) return;
  const coupon = await db.get("coupons", checkout.coupon.couponId);
  if (coupon !== null) {
    await db.patch("coupons", coupon, { usedCount: Math.max(0, coupon.usedCount + (isPaid ? 1 : -1)) });
  }
  await db.patch("checkouts", checkout, { couponCounted: isPaid });
}

/** What an order is to bring in: what its payments have covered, else what its link asks for, else what it comes to now. */
export function expectedCents(
  order: Pick<Doc<"orders">, "totalCents">,
  checkout: Doc<"checkouts"> | null,
  openLink: Doc<"paymentLinks"> | null,
): Cents {
  return checkout?.settledCents ?? openLink?.expectedCents ?? summaryOf(order, checkout).grandTotalCents;
}
