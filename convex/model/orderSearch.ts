import { normalizeSearch } from "../../domain/codes";
import { matchesWords, parseOrderSearch, type OrderSearch } from "../../domain/orderSearch";
import { reversedPhone } from "../../domain/phone";
import type { Doc } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import { ordersInFilter, toOrderRow, type ListFilter, type OrderRow } from "./orderList";
import { findOrderByNumber } from "./orders";
import { isInFilter } from "./reprint";
import type { TotalsFilter } from "./totals";

/**
 * Finding orders by number, phone ending or customer name, at a cost that does not grow with the company: every reading
 * is one index range with a bound (docs/decisions/011-order-search.md).
 */

/** Orders whose phones share an ending. */
const MAX_BY_ENDING = 1_000;
/** Names that share the beginning of a word. */
const MAX_NAME_ROWS = 1_000;
/** Customers whose orders are looked up. */
const MAX_CUSTOMERS = 50;
const MAX_PER_CUSTOMER = 100;
/** Where a bound cut something off, so many of the newest orders are looked through as well. */
const RECENT_ORDERS = 300;
const MAX_ROWS = 50;

export interface SearchResult {
  readonly rows: OrderRow[];
  /** Whether there are, or may be, more than these: typing more brings them. */
  readonly hasMore: boolean;
}

/** What a reading found, and whether its bound cut it off. */
interface Found {
  readonly orders: readonly Doc<"orders">[];
  readonly isCut: boolean;
}

/** The orders that a text and the filters name, newest first. Source: UX conventions K8, N8. */
export async function searchOrders(
  db: TenantReader,
  { text, limit, needsReprint, ...filter }: ListFilter & { readonly text: string; readonly limit: number },
): Promise<SearchResult> {
  const wanted = Math.max(1, Math.min(MAX_ROWS, Math.floor(limit) || 1));
  const search = parseOrderSearch(text);
  const readings = [
    await byNumber(db, search.number),
    ...(await Promise.all(search.phoneEndings.map((ending) => byPhoneEnding(db, ending)))),
    await byName(db, search.words, filter),
  ];
  const isCut = readings.some((reading) => reading.isCut);
  if (isCut) readings.push(await amongRecent(db, search, filter));

  const found = new Map(readings.flatMap(({ orders }) => orders.map((order) => [order._id, order] as const)));
  const rows = [...found.values()]
    .filter((order) => isInFilter(order, filter) && (needsReprint === undefined || order.needsReprint === true))
    .sort((a, b) => b.number - a.number);
  return { rows: rows.slice(0, wanted).map(toOrderRow), hasMore: isCut || rows.length > wanted };
}

async function byNumber(db: TenantReader, number: number | null): Promise<Found> {
  const order = number === null ? null : await findOrderByNumber(db, number);
  return { orders: order === null ? [] : [order], isCut: false };
}

async function byPhoneEnding(db: TenantReader, ending: string): Promise<Found> {
  const reversed = reversedPhone(ending);
  const orders = await db
    .query("orders")
    .withIndex("by_tenantId_and_phoneReversed", (q) =>
      q.gte("phoneReversed", reversed).lt("phoneReversed", reversed + AFTER_DIGITS),
    )
    .take(MAX_BY_ENDING);
  return { orders, isCut: orders.length === MAX_BY_ENDING };
}

/** The character after `9`: the end of all phones that begin alike. */
const AFTER_DIGITS = ":";
/** After every character of a word. */
const AFTER_LETTERS = "\u{10ffff}";

/** The longest word has the fewest bearers: its rows are read, the other words are compared in them. */
async function byName(db: TenantReader, words: readonly string[], filter: TotalsFilter): Promise<Found> {
  const [longest] = [...words].sort((a, b) => b.length - a.length);
  if (longest === undefined) return { orders: [], isCut: false };
  const rows = await db
    .query("customerNameWords")
    .withIndex("by_tenantId_and_word", (q) => q.gte("word", longest).lt("word", longest + AFTER_LETTERS))
    .take(MAX_NAME_ROWS);
  const bearers = rows.filter(({ searchName }) => matchesWords(searchName, words));
  const phones = [...new Set(bearers.map(({ phone }) => phone))];
  const each = await Promise.all(phones.slice(0, MAX_CUSTOMERS).map((phone) => ofCustomer(db, phone, filter)));
  return {
    orders: each.flatMap(({ orders }) => orders),
    isCut: rows.length === MAX_NAME_ROWS || phones.length > MAX_CUSTOMERS || each.some(({ isCut }) => isCut),
  };
}

async function ofCustomer(db: TenantReader, phone: string, { eventDate, isPaid }: TotalsFilter): Promise<Found> {
  if (eventDate !== undefined) {
    const halves = isPaid === undefined ? [true, false] : [isPaid];
    const found = await Promise.all(halves.map((half) => onDate(db, phone, half, eventDate)));
    return { orders: found.flat(), isCut: found.some((orders) => orders.length === MAX_PER_CUSTOMER) };
  }
  const orders = await db
    .query("orders")
    .withIndex("by_tenantId_and_customerPhone_and_number", (q) => q.eq("customerPhone", phone))
    .order("desc")
    .take(MAX_PER_CUSTOMER);
  return { orders, isCut: orders.length === MAX_PER_CUSTOMER };
}

async function onDate(db: TenantReader, phone: string, isPaid: boolean, eventDate: string): Promise<Doc<"orders">[]> {
  return await db
    .query("orders")
    .withIndex("by_tenantId_and_customerPhone_and_isPaid_and_eventDate", (q) =>
      q.eq("customerPhone", phone).eq("isPaid", isPaid).eq("eventDate", eventDate),
    )
    .take(MAX_PER_CUSTOMER);
}

async function amongRecent(db: TenantReader, search: OrderSearch, filter: TotalsFilter): Promise<Found> {
  const recent = await ordersInFilter(db, filter).order("desc").take(RECENT_ORDERS);
  return { orders: recent.filter((order) => isFound(order, search)), isCut: false };
}

function isFound({ customerPhone, customerName }: Doc<"orders">, { phoneEndings, words }: OrderSearch): boolean {
  if (phoneEndings.some((ending) => customerPhone.endsWith(ending))) return true;
  return words.length > 0 && customerName !== null && matchesWords(normalizeSearch(customerName), words);
}
