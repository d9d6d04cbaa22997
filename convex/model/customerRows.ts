import {
  moveFigures,
  NO_CUSTOMER_FIGURES,
  stepOf,
  type CustomerFigures,
  type CustomerTotals,
} from "../../domain/customerTotals";
import { reversedPhone } from "../../domain/phone";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";

/** The rows of customers, and what is kept of all of them together: every one that comes, goes or buys passes here. */

export async function findCustomer(db: TenantReader, phone: string): Promise<Doc<"customers"> | null> {
  return await db
    .query("customers")
    .withIndex("by_tenantId_and_phone", (q) => q.eq("phone", phone))
    .unique();
}

type NewCustomer = Omit<
  Doc<"customers">,
  "_id" | "_creationTime" | "createdAt" | "tenantId" | "phoneReversed" | "totals"
> & {
  readonly totals: CustomerTotals;
};

/** Adds a customer's row. The phone must be free in the company. */
export async function insertCustomer(db: TenantWriter, customer: NewCustomer): Promise<Id<"customers">> {
  const id = await db.insert("customers", {
    ...customer,
    phoneReversed: reversedPhone(customer.phone),
    createdAt: Date.now(),
  });
  await carryToFigures(db, null, customer.totals);
  return id;
}

export async function deleteCustomer(db: TenantWriter, customer: Doc<"customers">): Promise<void> {
  await db.delete("customers", customer);
  await carryToFigures(db, customer.totals ?? null, null);
}

/** Writes what has become of a customer's totals; a row of before they were kept is counted from now on. */
export async function putTotals(db: TenantWriter, customer: Doc<"customers">, totals: CustomerTotals): Promise<void> {
  await db.patch("customers", customer, { totals, phoneReversed: reversedPhone(customer.phone) });
  await carryToFigures(db, customer.totals ?? null, totals);
}

/** What is kept of all customers of a company together. */
export async function readFigures(db: TenantReader): Promise<CustomerFigures> {
  return (await findFigures(db)) ?? NO_CUSTOMER_FIGURES;
}

async function findFigures(db: TenantReader): Promise<Doc<"customerFigures"> | null> {
  return await db.query("customerFigures").withIndex("by_tenantId").unique();
}

/** @param before null when the customer is new @param after null when gone */
async function carryToFigures(
  db: TenantWriter,
  before: CustomerTotals | null,
  after: CustomerTotals | null,
): Promise<void> {
  const delta = moveFigures(NO_CUSTOMER_FIGURES, before, after);
  if (Object.values(delta).some((change) => change !== 0)) {
    const row = await findFigures(db);
    if (row === null) await db.insert("customerFigures", delta);
    else await db.patch("customerFigures", row, moveFigures(row, before, after));
  }
  const [from, to] = [stepOf(before), stepOf(after)];
  if (from === to) return;
  if (from !== null) await countOnStep(db, from, -1);
  if (to !== null) await countOnStep(db, to, 1);
}

async function countOnStep(db: TenantWriter, fromCents: number, change: 1 | -1): Promise<void> {
  const row = await db
    .query("customerSpendSteps")
    .withIndex("by_tenantId_and_fromCents", (q) => q.eq("fromCents", fromCents))
    .unique();
  if (row === null) await db.insert("customerSpendSteps", { fromCents, customers: change });
  else if (row.customers + change === 0) await db.delete("customerSpendSteps", row);
  else await db.patch("customerSpendSteps", row, { customers: row.customers + change });
}
