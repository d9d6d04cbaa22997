import type { AuditValues } from "../../domain/audit";
import { checkCustomerFields, checkNewCustomer, type CustomerFields } from "../../domain/customers";
import type { Doc, Id } from "../_generated/dataModel";
import { orThrow, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findAuditAuthor, writeAudit, writeAuditOfChanges } from "./audit";
import { deleteCustomer, findCustomer } from "./customerRows";
import { MAX_ORDERS_OF_PHONE } from "./customerTotals";
import { addCustomer, putNameWords } from "./customers";
import { requireUnchanged } from "./meanwhile";
import type { Deed } from "./orderEvents";
import { markAddressChanged } from "./reprint";

/** Refused with `customer_not_found`: absent and another company's alike. */
export async function requireCustomer(db: TenantReader, id: Id<"customers">): Promise<Doc<"customers">> {
  return (await db.get("customers", id)) ?? refuseWith("customer_not_found");
}

/**
 * A customer who is registered before a launch, or who has bought already under a phone nobody had a name for.
 *
 * Refused as `checkNewCustomer` says, and with `customer_exists`.
 * Source: specification §5 "Customer create".
 */
export async function registerCustomer(
  db: TenantWriter,
  typed: { readonly phone: string; readonly name: string },
  deed: Deed,
): Promise<Id<"customers">> {
  const { phone, name } = orThrow(checkNewCustomer(typed));
  const known = await findCustomer(db, phone);
  if (known !== null && known.name !== null) return refuseWith("customer_exists");
  const customerId = known?._id ?? (await addCustomer(db, { phone, name, whatsappGroup: null }));
  if (known !== null) await db.patch("customers", known, { name });
  await spreadName(db, phone, name);
  await writeAudit(db, deed, { action: "customer_created", record: record(customerId, phone), after: { phone, name } });
  return customerId;
}

/** Lists and searches show the name without reading the customer: it is written to both. */
export async function spreadName(db: TenantWriter, phone: string, name: string | null): Promise<void> {
  await putNameWords(db, phone, name);
  const orders = await db
    .query("orders")
    .withIndex("by_tenantId_and_customerPhone_and_number", (q) => q.eq("customerPhone", phone))
    .order("desc")
    .take(MAX_ORDERS_OF_PHONE);
  for (const order of orders) if (order.customerName !== name) await db.patch("orders", order, { customerName: name });
}

/**
 * Changes fields of a customer, all or none of them; the phone stays. A new WhatsApp group is that of orders to come.
 *
 * @param seen what the screen showed when typing began
 * Refused as `checkCustomerFields` says, and with `changed_meanwhile`.
 * Source: specification §2 "Customers", product.md "WhatsApp groups", UX conventions P3.
 */
export async function changeCustomer(
  db: TenantWriter,
  customer: Doc<"customers">,
  { fields, seen }: { readonly fields: Partial<CustomerFields>; readonly seen: CustomerFields },
  deed: Deed,
): Promise<void> {
  const stored = pickFields(customer);
  const wanted = orThrow(checkCustomerFields({ ...stored, ...fields }));
  const [before, after, shown] = [fieldValues(stored), fieldValues(wanted), fieldValues(seen)];
  for (const field of FIELDS) {
    if (after[field] === before[field] || before[field] === shown[field]) continue;
    const value = before[field] ?? null;
    const author = (await findAuditAuthor(db, customer._id, field)) ?? {
      actorName: "Alguém",
      at: customer._creationTime,
    };
    requireUnchanged({ field, value, shown: value ?? "vazio", ...author }, shown[field] ?? null);
  }
  await db.patch("customers", customer, wanted);
  if (wanted.name !== stored.name) await spreadName(db, customer.phone, wanted.name);
  if (after.address !== before.address) await markAddressChanged(db, customer.phone, deed.at);
  const about = record(customer._id, customer.phone);
  await writeAuditOfChanges(db, deed, { action: "customer_changed", record: about, before, after });
}

const FIELDS = ["name", "cpf", "email", "address", "whatsappGroup"] as const;

export function pickFields({ name, cpf, email, address, whatsappGroup }: Doc<"customers">): CustomerFields {
  return { name, cpf, email, address, whatsappGroup };
}

/** A customer's fields as texts that can be compared and read; an address as one line. */
export function fieldValues({ address, ...fields }: CustomerFields): Record<(typeof FIELDS)[number], string | null> {
  if (address === null) return { ...fields, address: null };
  const { street, number, complement, neighborhood, city, state, cep } = address;
  const parts = [street, number, complement, neighborhood, city, state, cep];
  return { ...fields, address: parts.filter((part) => part !== "").join(", ") };
}

/**
 * Forgets a customer. Orders stay, with the name they were made under.
 *
 * @param deed what is written down; null where the caller writes down more
 */
export async function removeCustomer(db: TenantWriter, customer: Doc<"customers">, deed: Deed | null): Promise<void> {
  await putNameWords(db, customer.phone, null);
  await deleteCustomer(db, customer);
  if (deed === null) return;
  const before: AuditValues = { phone: customer.phone, ...fieldValues(pickFields(customer)) };
  await writeAudit(db, deed, { action: "customer_removed", record: record(customer._id, customer.phone), before });
}

function record(customerId: Id<"customers">, phone: string) {
  return { kind: "customer", key: customerId, label: phone } as const;
}
