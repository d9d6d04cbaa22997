import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { ListTotals, TotalsFilter } from "./totals";

/**
 * 'Imprimir de novo': an order whose slip no longer says what it should. Items (and so the total), address and
 * observation after printing make it so; printing ends it. Source: UX conventions I5.
 */
export const REPRINT = { needsReprint: true } as const;
export const UP_TO_DATE = { needsReprint: false } as const;

type Printed = Pick<Doc<"orders">, "printed" | "needsReprint">;

/** The mark for an order whose paper is out of date now; nothing for one that has no paper, or the mark already. */
export function reprintMark({ printed, needsReprint }: Printed): Partial<typeof REPRINT> {
  return printed && needsReprint !== true ? REPRINT : {};
}

type OnPaper = Pick<Doc<"orders">, "totalCents" | "pieces">;

/** The same where what the order is worth or holds has changed. Read of the row alone: a launch pays nothing for it. */
export function reprintMarkOf(before: Printed & OnPaper, after: OnPaper): Partial<typeof REPRINT> {
  return before.totalCents === after.totalCents && before.pieces === after.pieces ? {} : reprintMark(before);
}

/** Whoever moves has parcels of the last weeks on their way, not those of last year. Inferred. */
const ON_THEIR_WAY_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_ON_THEIR_WAY = 10;

/** The mark for an order whose customer is another now, where its parcel may not be gone yet. */
export function reprintMarkOfMoved(order: Doc<"orders">, at: number): Partial<typeof REPRINT> {
  return order.createdAt > at - ON_THEIR_WAY_MS ? reprintMark(order) : {};
}

/** A customer's address stands on the slips of the newest orders of the phone. */
export async function markAddressChanged(db: TenantWriter, customerPhone: string, at: number): Promise<void> {
  const orders = await db
    .query("orders")
    .withIndex("by_tenantId_and_customerPhone_and_number", (q) => q.eq("customerPhone", customerPhone))
    .order("desc")
    .take(MAX_ON_THEIR_WAY);
  for (const order of orders) {
    const mark = reprintMarkOfMoved(order, at);
    if (Object.keys(mark).length > 0) await db.patch("orders", order, mark);
  }
}

/** The orders to print again, newest first; a page may be shorter than asked for where other filters apply too. */
export async function listToReprint(
  db: TenantReader,
  filter: TotalsFilter,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"orders">>> {
  const result = await toReprint(db).order("desc").paginate(paginationOpts);
  return { ...result, page: result.page.filter((order) => isInFilter(order, filter)) };
}

/** More than a shop prints in a week; the footer counts as many at most. */
const MAX_COUNTED = 1_000;

/** The footer of that list. These are few, and no total is kept of them. */
export async function countToReprint(db: TenantReader, filter: TotalsFilter): Promise<ListTotals> {
  const orders = (await toReprint(db).take(MAX_COUNTED)).filter((order) => isInFilter(order, filter));
  const paid = orders.filter(({ isPaid }) => isPaid);
  const [totalCents, paidCents] = [sumOf(orders), sumOf(paid)];
  return {
    orders: orders.length,
    paid: paid.length,
    pending: orders.length - paid.length,
    totalCents,
    paidCents,
    pendingCents: totalCents - paidCents,
    pieces: orders.reduce((sum, { pieces }) => sum + pieces, 0),
  };
}

const sumOf = (orders: readonly Doc<"orders">[]) => orders.reduce((sum, { totalCents }) => sum + totalCents, 0);

function toReprint(db: TenantReader) {
  return db.query("orders").withIndex("by_tenantId_and_needsReprint_and_number", (q) => q.eq("needsReprint", true));
}

export function isInFilter(order: Doc<"orders">, { isPaid, eventType, eventDate }: TotalsFilter): boolean {
  return (
    (isPaid === undefined || order.isPaid === isPaid) &&
    (eventType === undefined || order.eventType === eventType) &&
    (eventDate === undefined || order.eventDate === eventDate)
  );
}
