import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import { saoPauloDate } from "../../domain/calendar";
import { NO_CUSTOMER_TOTALS } from "../../domain/customerTotals";
import { parseCustomerSearch } from "../../domain/customerSearch";
import { matchesWords } from "../../domain/orderSearch";
import { worthOf } from "../../domain/orderLines";
import { reversedPhone } from "../../domain/phone";
import type { Doc, Id } from "../_generated/dataModel";
import { vCustomerTotals } from "../lib/customerTables";
import type { TenantReader } from "../lib/tenantDb";
import { vAddress, vCents, vEventDate, vEventType, vPhone } from "../lib/validators";
import { listCartItems } from "./carts";
import { findCustomer, readFigures } from "./customerRows";
import { readVipFrom } from "./customerTotals";
import { REMOVED_PRODUCT } from "./orderLines";

const vText = v.union(v.null(), v.string());

/** A customer as the list shows one. */
const customerRow = {
  _id: v.id("customers"),
  phone: vPhone,
  name: vText,
  whatsappGroup: vText,
  /** Epoch milliseconds. */
  createdAt: v.number(),
  totals: v.object({ ...vCustomerTotals.fields, lastOrderDate: v.union(v.null(), vEventDate) }),
};
export const vCustomerRow = v.object(customerRow);
export type CustomerRow = Infer<typeof vCustomerRow>;

/** Everything that is known of a customer. */
export const vWholeCustomer = v.object({
  ...customerRow,
  cpf: vText,
  email: vText,
  address: v.union(v.null(), vAddress),
});

/** A page of all customers, newest first. */
export async function listCustomers(
  db: TenantReader,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<CustomerRow>> {
  const result = await db
    .query("customers")
    .withIndex("by_tenantId_and_createdAt")
    .order("desc")
    .paginate(paginationOpts);
  return { ...result, page: result.page.map(toRow) };
}

/** A page of all customers by phone, with everything known: what an export writes. */
export async function exportCustomers(db: TenantReader, paginationOpts: PaginationOptions) {
  const result = await db.query("customers").withIndex("by_tenantId_and_phone").paginate(paginationOpts);
  return { ...result, page: result.page.map(toWholeCustomer) };
}

function toRow({ _id, phone, name, whatsappGroup, ...row }: Doc<"customers">): CustomerRow {
  const { totals = NO_CUSTOMER_TOTALS, createdAt = row._creationTime } = row;
  const { lastOrderAt } = totals;
  const lastOrderDate = lastOrderAt === null ? null : saoPauloDate(lastOrderAt);
  return { _id, phone, name, whatsappGroup, createdAt, totals: { ...totals, lastOrderDate } };
}

export function toWholeCustomer(customer: Doc<"customers">): Infer<typeof vWholeCustomer> {
  const { cpf, email, address } = customer;
  return { ...toRow(customer), cpf, email, address };
}

const MAX_FOUND = 100;
/** Names that share the beginning of a word. */
const MAX_NAME_ROWS = 1_000;
/** The character after `9`: the end of all phones that begin alike. */
const AFTER_DIGITS = ":";
/** After every character of a word. */
const AFTER_LETTERS = "\u{10ffff}";

/**
 * The customers that a text names: by the beginnings of words of the name, by the phone's beginning or its ending; newest
 * first. Every reading is one index range with a bound.
 */
export async function findCustomers(
  db: TenantReader,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<CustomerRow[]> {
  const wanted = Math.max(1, Math.min(MAX_FOUND, Math.floor(limit) || 1));
  const { words, phoneBeginnings, phoneEndings } = parseCustomerSearch(text);
  const found = [
    ...(await byName(db, words, wanted)),
    ...(await Promise.all(phoneBeginnings.map((beginning) => byBeginning(db, beginning, wanted)))).flat(),
    ...(await Promise.all(phoneEndings.map((ending) => byEnding(db, ending, wanted)))).flat(),
  ];
  const rows = [...new Map(found.map((customer) => [customer._id, customer])).values()];
  rows.sort((a, b) => b._creationTime - a._creationTime);
  return rows.slice(0, wanted).map(toRow);
}

/** The longest word has the fewest bearers: its rows are read, the other words are compared in them. */
async function byName(db: TenantReader, words: readonly string[], limit: number): Promise<Doc<"customers">[]> {
  const [longest] = [...words].sort((a, b) => b.length - a.length);
  if (longest === undefined) return [];
  const rows = await db
    .query("customerNameWords")
    .withIndex("by_tenantId_and_word", (q) => q.gte("word", longest).lt("word", longest + AFTER_LETTERS))
    .take(MAX_NAME_ROWS);
  const phones = new Set(rows.filter(({ searchName }) => matchesWords(searchName, words)).map(({ phone }) => phone));
  const found = await Promise.all([...phones].slice(0, limit).map((phone) => findCustomer(db, phone)));
  return found.filter((customer) => customer !== null);
}

async function byBeginning(db: TenantReader, beginning: string, limit: number): Promise<Doc<"customers">[]> {
  return await db
    .query("customers")
    .withIndex("by_tenantId_and_phone", (q) => q.gte("phone", beginning).lt("phone", beginning + AFTER_DIGITS))
    .take(limit);
}

async function byEnding(db: TenantReader, ending: string, limit: number): Promise<Doc<"customers">[]> {
  const reversed = reversedPhone(ending);
  return await db
    .query("customers")
    .withIndex("by_tenantId_and_phoneReversed", (q) =>
      q.gte("phoneReversed", reversed).lt("phoneReversed", reversed + AFTER_DIGITS),
    )
    .take(limit);
}

/** What the cards of the control centre show. Source: specification §2 "Customer control centre". */
export const vCustomerOverview = v.object({
  customers: v.number(),
  activeCustomers: v.number(),
  revenueCents: vCents,
  averageTicketCents: vCents,
  vipFromCents: v.union(v.null(), vCents),
});

/**
 * The cards of the control centre, from kept figures. The average ticket is what all customers spent, by the customers
 * with orders, half up; nothing with none.
 */
export async function readOverview(db: TenantReader): Promise<Infer<typeof vCustomerOverview>> {
  const figures = await readFigures(db);
  const { customers, withOrders, spentCents } = figures;
  return {
    customers,
    activeCustomers: withOrders,
    revenueCents: spentCents,
    averageTicketCents: withOrders === 0 ? 0 : Math.round(spentCents / withOrders),
    vipFromCents: await readVipFrom(db, figures),
  };
}

/** An order as its customer's history shows it. */
export const vHistoryOrder = v.object({
  _id: v.id("orders"),
  number: v.number(),
  createdAt: v.number(),
  eventDate: vEventDate,
  eventType: vEventType,
  isPaid: v.boolean(),
  totalCents: vCents,
  adjustmentCents: vCents,
  pieces: v.number(),
  lines: v.array(
    v.object({
      code: v.string(),
      name: v.string(),
      quantity: v.number(),
      unitPriceCents: vCents,
      lineTotalCents: vCents,
    }),
  ),
});
type HistoryOrder = Infer<typeof vHistoryOrder>;

/** A page of a customer's orders with their lines, newest first. */
export async function readHistory(
  db: TenantReader,
  { phone }: Doc<"customers">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<HistoryOrder>> {
  const orders = db.query("orders");
  const result = await orders
    .withIndex("by_tenantId_and_customerPhone_and_number", (q) => q.eq("customerPhone", phone))
    .order("desc")
    .paginate(paginationOpts);
  const products = new Map<Id<"products">, ProductNames>();
  const page = [];
  for (const order of result.page) {
    const { _id, number, createdAt, eventDate, eventType, isPaid, totalCents, adjustmentCents, pieces } = order;
    const shown = { _id, number, createdAt, eventDate, eventType, isPaid, totalCents, adjustmentCents, pieces };
    page.push({ ...shown, lines: await readLines(db, order, products) });
  }
  return { ...result, page };
}

type ProductNames = Pick<Doc<"products">, "code" | "name">;

async function readLines(
  db: TenantReader,
  { cartId }: Doc<"orders">,
  products: Map<Id<"products">, ProductNames>,
): Promise<HistoryOrder["lines"]> {
  const items = cartId === null ? [] : await listCartItems(db, cartId);
  const lines = [];
  for (const item of items.sort((a, b) => a._creationTime - b._creationTime)) {
    const { productId, quantity, unitPriceCents } = item;
    const { code, name } = products.get(productId) ?? (await db.get("products", productId)) ?? REMOVED_PRODUCT;
    products.set(productId, { code, name });
    lines.push({ code, name, quantity, unitPriceCents, lineTotalCents: worthOf(item) });
  }
  return lines;
}
