import { normalizeSearch } from "../../domain/codes";
import { MAX_NAME_WORDS, searchWords } from "../../domain/orderSearch";
import { parsePhone, phoneBeginnings } from "../../domain/phone";
import type { Doc, Id } from "../_generated/dataModel";
import { assert } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findCustomer, insertCustomer } from "./customerRows";
import { addUnknownCustomer, countOrdersOf, UNKNOWN_CUSTOMER } from "./customerTotals";
import { listOpenOrders } from "./orders";

/** What is known of the customer of a phone. */
export type CustomerCard = Pick<Doc<"customers">, "name" | "whatsappGroup">;

/** The customer of a phone; an unknown phone becomes a customer without a name. */
export async function findOrCreateCustomer(db: TenantWriter, phone: string): Promise<CustomerCard> {
  const known = await findCustomer(db, phone);
  if (known !== null) return known;
  await addUnknownCustomer(db, phone);
  return UNKNOWN_CUSTOMER;
}

/** Adds a customer who is known before the first launch. The phone must be free in the company. */
export async function addCustomer(
  db: TenantWriter,
  customer: { readonly phone: string } & CustomerCard,
): Promise<Id<"customers">> {
  assert((await findCustomer(db, customer.phone)) === null, "a phone should belong to one customer of a company");
  await putNameWords(db, customer.phone, customer.name);
  return await insertCustomer(db, {
    ...UNKNOWN_CUSTOMER,
    ...customer,
    totals: await countOrdersOf(db, customer.phone),
  });
}

/** Writes under which words of the name a customer is found, in place of those of an earlier name. */
export async function putNameWords(db: TenantWriter, phone: string, name: string | null): Promise<void> {
  const old = await db
    .query("customerNameWords")
    .withIndex("by_tenantId_and_phone", (q) => q.eq("phone", phone))
    .take(MAX_NAME_WORDS);
  for (const row of old) await db.delete("customerNameWords", row);
  const searchName = normalizeSearch(name ?? "");
  for (const word of searchWords(searchName)) await db.insert("customerNameWords", { word, searchName, phone });
}

export interface CustomerPeek {
  /** Whose it is: of a phone that is half typed, the only one it can become. */
  readonly phone: string;
  readonly name: string | null;
  readonly openTotalCents: number;
  readonly openOrders: number;
  /** The open order of the date asked about, or null. */
  readonly openOrderNumber: number | null;
}

/**
 * The hint under the phone field while a launch is typed: the customer of the phone, or the only one whose phone begins
 * as typed so far; null when there is none, or more than one.
 *
 * Source: UX conventions L13.
 */
export async function peekCustomer(db: TenantReader, typed: string, eventDate: string): Promise<CustomerPeek | null> {
  const whole = parsePhone(typed);
  const customer = whole.ok ? await findCustomer(db, whole.value) : await findByBeginning(db, phoneBeginnings(typed));
  if (customer === null) return null;
  const { phone } = customer;
  const open = await listOpenOrders(db, phone);
  return {
    phone,
    name: customer.name,
    openTotalCents: open.reduce((sum, order) => sum + order.totalCents, 0),
    openOrders: open.length,
    openOrderNumber: open.find((order) => order.eventDate === eventDate)?.number ?? null,
  };
}

/** Sorts right after every digit, so that `[beginning, beginning + it)` is every phone that begins so. */
const AFTER_DIGITS = ":";

/** The only customer whose phone begins in one of these ways; two of them are enough to know that it is not the only. */
async function findByBeginning(db: TenantReader, beginnings: readonly string[]): Promise<Doc<"customers"> | null> {
  const found = new Map<string, Doc<"customers">>();
  for (const beginning of beginnings) {
    const some = await db
      .query("customers")
      .withIndex("by_tenantId_and_phone", (q) => q.gte("phone", beginning).lt("phone", beginning + AFTER_DIGITS))
      .take(2);
    for (const customer of some) found.set(customer.phone, customer);
  }
  const [only] = found.values();
  return found.size === 1 && only !== undefined ? only : null;
}
