import { topTenth } from "../../domain/customerTags";
import {
  concernsCustomer,
  countCustomer,
  withNewOrder,
  nextSpendStep,
  withOrder,
  type CustomerFigures,
  type CustomerOrder,
  type CustomerTotals,
} from "../../domain/customerTotals";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findCustomer, insertCustomer, putTotals } from "./customerRows";

/** Orders of one phone; nobody has more. */
export const MAX_ORDERS_OF_PHONE = 2_000;

/** What a new customer's row begins with: the phone may have bought before, under a customer who was forgotten. */
export async function countOrdersOf(db: TenantReader, phone: string): Promise<CustomerTotals> {
  return countCustomer(await ordersOf(db, phone).take(MAX_ORDERS_OF_PHONE));
}

/** A customer of whom only the phone is known. */
export const UNKNOWN_CUSTOMER = { name: null, cpf: null, email: null, address: null, whatsappGroup: null };

/** A phone that nobody was known by becomes a customer, with the orders it has. */
export async function addUnknownCustomer(db: TenantWriter, phone: string): Promise<Id<"customers">> {
  return await insertCustomer(db, { phone, ...UNKNOWN_CUSTOMER, totals: await countOrdersOf(db, phone) });
}

/**
 * Counts an order that was just written, with the highest number of all, for its customer.
 *
 * @param customer as read before the order was written; null makes the phone a customer
 */
export async function countNewOrder(
  db: TenantWriter,
  customer: Doc<"customers"> | null,
  order: CustomerOrder,
): Promise<void> {
  if (customer === null) await addUnknownCustomer(db, order.customerPhone);
  else {
    const { totals } = customer;
    const isKept = totals !== undefined;
    await putTotals(db, customer, isKept ? withNewOrder(totals, order) : await countOrdersOf(db, customer.phone));
  }
}

/**
 * Carries an order's change over to the totals of its customer, or of both where it went from one phone to another. A
 * phone without a customer keeps none. Costs nothing where an open order grows.
 *
 * @param after null when the order is gone
 */
export async function carryToCustomers(
  db: TenantWriter,
  before: CustomerOrder,
  after: CustomerOrder | null,
): Promise<void> {
  if (!concernsCustomer(before, after)) return;
  for (const phone of new Set([before.customerPhone, after?.customerPhone ?? before.customerPhone])) {
    const customer = await findCustomer(db, phone);
    if (customer === null) continue;
    const [left, came] = [
      before.customerPhone === phone ? before : null,
      after?.customerPhone === phone ? after : null,
    ];
    let totals: CustomerTotals | undefined = customer.totals;
    if (totals === undefined) {
      await putTotals(db, customer, await countOrdersOf(db, phone));
      continue;
    }
    if (left !== null) totals = withOrder(totals, left, -1);
    if (came !== null) totals = withOrder(totals, came, 1);
    // One that leaves, or comes from another phone, may be the first, the last or neither.
    if (left === null || came === null) totals = { ...totals, ...(await readEnds(db, phone)) };
    await putTotals(db, customer, totals);
  }
}

async function readEnds(db: TenantReader, phone: string) {
  const [first, last] = [await ordersOf(db, phone).first(), await ordersOf(db, phone, "desc").first()];
  return { firstOrderAt: first?.createdAt ?? null, lastOrderAt: last?.createdAt ?? null };
}

function ordersOf(db: TenantReader, phone: string, order: "asc" | "desc" = "asc") {
  const orders = db.query("orders");
  return orders.withIndex("by_tenantId_and_customerPhone_and_number", (q) => q.eq("customerPhone", phone)).order(order);
}

/** Those who stand on one step and have to be read one by one. */
const MAX_ON_STEP = 1_000;

/**
 * From what sum on a customer is of the top tenth of those who have paid for something; null where nobody has. The steps
 * say on which one that customer stands, and only that step's customers are read.
 */
export async function readVipFrom(db: TenantReader, { withPaidOrders }: CustomerFigures): Promise<number | null> {
  let left = topTenth(withPaidOrders);
  if (left === 0) return null;
  for await (const step of db.query("customerSpendSteps").withIndex("by_tenantId_and_fromCents").order("desc")) {
    if (step.customers < left) {
      left -= step.customers;
      continue;
    }
    const { fromCents } = step;
    const onStep = await db
      .query("customers")
      .withIndex("by_tenantId_and_spentCents", (q) =>
        q.gte("totals.spentCents", fromCents).lt("totals.spentCents", nextSpendStep(fromCents)),
      )
      .order("desc")
      .take(Math.min(left, MAX_ON_STEP));
    return onStep.at(-1)?.totals?.spentCents ?? fromCents;
  }
  return null;
}
