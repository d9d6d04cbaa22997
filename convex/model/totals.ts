import { addSplitSums, addSums, NO_SUMS, totalChanges } from "../../domain/totals";
import type { OrderFacts, SplitSums, Sums, TotalChange } from "../../domain/totals";
import type { EventType } from "../../domain/events";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";

/** Carries an order's change from one state to another over to every kept total it stands in. */
export async function applyOrderChange(
  db: TenantWriter,
  before: OrderFacts<EventType> | null,
  after: OrderFacts<EventType> | null,
): Promise<void> {
  for (const change of totalChanges(before, after)) await applyTotalChange(db, change);
}

async function applyTotalChange(db: TenantWriter, { key, delta }: TotalChange<EventType>): Promise<void> {
  switch (key.scope) {
    case "event": {
      const { eventDate, eventType } = key;
      const row = await db
        .query("eventTotals")
        .withIndex("by_tenantId_and_eventDate_and_eventType", (q) =>
          q.eq("eventDate", eventDate).eq("eventType", eventType),
        )
        .unique();
      if (row === null) await db.insert("eventTotals", { eventDate, eventType, ...delta });
      else await db.patch("eventTotals", row, addSplitSums(row, delta));
      return;
    }
    case "created": {
      const { createdDate } = key;
      const row = await db
        .query("dayTotals")
        .withIndex("by_tenantId_and_createdDate", (q) => q.eq("createdDate", createdDate))
        .unique();
      if (row === null) await db.insert("dayTotals", { createdDate, ...delta });
      else await db.patch("dayTotals", row, addSplitSums(row, delta));
      return;
    }
    case "group": {
      const { group } = key;
      const row = await db
        .query("groupTotals")
        .withIndex("by_tenantId_and_group", (q) => q.eq("group", group))
        .unique();
      if (row === null) await db.insert("groupTotals", { group, ...delta });
      else await db.patch("groupTotals", row, addSplitSums(row, delta));
      return;
    }
    default:
      key satisfies never;
  }
}

/** What a product's kept total of one day changes by. */
export interface ProductDayDelta {
  readonly openPieces: number;
  readonly openCents: number;
  readonly paidPieces: number;
  readonly paidCents: number;
}

/** Carries a change of an order's lines over to the best sellers of the day that order was created on. */
export async function applyProductDayChange(
  db: TenantWriter,
  key: { readonly productId: Id<"products">; readonly createdDate: string },
  delta: ProductDayDelta,
): Promise<void> {
  const row = await db
    .query("productDayTotals")
    .withIndex("by_tenantId_and_createdDate_and_productId", (q) =>
      q.eq("createdDate", key.createdDate).eq("productId", key.productId),
    )
    .unique();
  if (row === null) {
    await db.insert("productDayTotals", { ...key, ...delta });
    return;
  }
  await db.patch("productDayTotals", row, {
    openPieces: row.openPieces + delta.openPieces,
    openCents: row.openCents + delta.openCents,
    paidPieces: row.paidPieces + delta.paidPieces,
    paidCents: row.paidCents + delta.paidCents,
  });
}

export interface TotalsFilter {
  readonly isPaid?: boolean;
  readonly eventType?: EventType;
  readonly eventDate?: string;
}

/** The footer of a list: what `sumTotals` gives for the rows that the list's filter allows. */
export interface ListTotals {
  readonly orders: number;
  readonly paid: number;
  readonly pending: number;
  readonly totalCents: number;
  readonly paidCents: number;
  readonly pendingCents: number;
  readonly pieces: number;
}

/** The footer of a list under its filter. Reads at most one row per event type, however many orders there are. */
export async function readListTotals(db: TenantReader, filter: TotalsFilter): Promise<ListTotals> {
  const rows = await readEventTotals(db, filter);
  const open = filter.isPaid === true ? NO_SUMS : sumOf(rows, "open");
  const paid = filter.isPaid === false ? NO_SUMS : sumOf(rows, "paid");
  return {
    orders: open.orders + paid.orders,
    paid: paid.orders,
    pending: open.orders,
    totalCents: open.totalCents + paid.totalCents,
    paidCents: paid.totalCents,
    pendingCents: open.totalCents,
    pieces: open.pieces + paid.pieces,
  };
}

async function readEventTotals(
  db: TenantReader,
  { eventDate, eventType }: TotalsFilter,
): Promise<Doc<"eventTotals">[]> {
  return await db
    .query("eventTotals")
    .withIndex("by_tenantId_and_eventDate_and_eventType", (q) => {
      const onDate = q.eq("eventDate", eventDate ?? null);
      return eventType === undefined ? onDate : onDate.eq("eventType", eventType);
    })
    .take(EVENT_TYPE_ROWS);
}

/** One row per event type; more cannot exist under one date. */
const EVENT_TYPE_ROWS = 8;

function sumOf(rows: readonly SplitSums[], half: keyof SplitSums): Sums {
  return rows.reduce<Sums>((sum, row) => addSums(sum, row[half]), NO_SUMS);
}
