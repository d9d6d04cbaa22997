import type { Doc, Id } from "../_generated/dataModel";
import { assert } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { listOpenOrders } from "./orders";

/** What is known of the customer of a phone. */
export type CustomerCard = Pick<Doc<"customers">, "name" | "whatsappGroup">;

export async function findCustomer(db: TenantReader, phone: string): Promise<Doc<"customers"> | null> {
  return await db
    .query("customers")
    .withIndex("by_tenantId_and_phone", (q) => q.eq("phone", phone))
    .unique();
}

/** The customer of a phone; an unknown phone becomes a customer without a name. */
export async function findOrCreateCustomer(db: TenantWriter, phone: string): Promise<CustomerCard> {
  const known = await findCustomer(db, phone);
  if (known !== null) return known;
  const card = { name: null, whatsappGroup: null };
  await db.insert("customers", { phone, ...card });
  return card;
}

/** Adds a customer who is known before the first launch. The phone must be free in the company. */
export async function addCustomer(
  db: TenantWriter,
  customer: { readonly phone: string } & CustomerCard,
): Promise<Id<"customers">> {
  assert((await findCustomer(db, customer.phone)) === null, "a phone should belong to one customer of a company");
  return await db.insert("customers", customer);
}

export interface CustomerPeek {
  readonly name: string | null;
  readonly openTotalCents: number;
  readonly openOrders: number;
  /** The open order of the date asked about, or null. */
  readonly openOrderNumber: number | null;
}

/** The hint under the phone field while a launch is typed; null when the phone is unknown. Source: UX L13. */
export async function peekCustomer(db: TenantReader, phone: string, eventDate: string): Promise<CustomerPeek | null> {
  const customer = await findCustomer(db, phone);
  if (customer === null) return null;
  const open = await listOpenOrders(db, phone);
  return {
    name: customer.name,
    openTotalCents: open.reduce((sum, order) => sum + order.totalCents, 0),
    openOrders: open.length,
    openOrderNumber: open.find((order) => order.eventDate === eventDate)?.number ?? null,
  };
}
