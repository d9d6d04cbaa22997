import { addSplitSums, addSums, NO_SUMS, totalChanges } from "../../domain/totals";
import type { OrderFacts, SplitSums, Sums, TotalChange } from "../../domain/totals";
import type { EventType } from "../../domain/events";
import type { Line } from "../../domain/launch";
import { worthOf } from "../../domain/orderLines";
import { monthOf } from "../../domain/reports";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { applyHourChange } from "./hourTotals";
import { refreshSummedMonth } from "./productMonths";

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
    case "hour":
      await applyHourChange(db, key, delta);
      return;
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

/** Where a line of a product counts among the best sellers, and with what. */
export interface CountedLine {
  readonly order: { readonly createdDate: string; readonly isPaid: boolean };
  readonly line: Line;
}

/**
 * Carries a change of a product's line over to the best sellers of the day its order was created on, paid and unpaid
 * pieces apart. One read and one write where the day stays the same.
 *
 * @param before null when the line is new @param after null when it is gone
 */
export async function moveProductLine(
  db: TenantWriter,
  productId: Id<"products">,
  before: CountedLine | null,
  after: CountedLine | null,
): Promise<void> {
  const deltas = new Map<string, ProductDayDelta>();
  for (const [counted, sign] of [[before, -1] as const, [after, 1] as const]) {
    if (counted === null) continue;
    const { createdDate } = counted.order;
    deltas.set(createdDate, addToHalf(deltas.get(createdDate) ?? NO_PRODUCT_DAY, counted, sign));
  }
  for (const [createdDate, delta] of deltas) {
    if (Object.values(delta).some((change) => change !== 0)) {
      await applyProductDayChange(db, { productId, createdDate }, delta);
      await refreshSummedMonth(db, { productId, month: monthOf(createdDate) });
    }
  }
}

type ProductDayDelta = Pick<Doc<"productDayTotals">, "openPieces" | "openCents" | "paidPieces" | "paidCents">;

const NO_PRODUCT_DAY: ProductDayDelta = { openPieces: 0, openCents: 0, paidPieces: 0, paidCents: 0 };

function addToHalf(delta: ProductDayDelta, { order, line }: CountedLine, sign: 1 | -1): ProductDayDelta {
  const pieces = sign * line.quantity;
  const cents = sign * worthOf(line);
  return order.isPaid
    ? { ...delta, paidPieces: delta.paidPieces + pieces, paidCents: delta.paidCents + cents }
    : { ...delta, openPieces: delta.openPieces + pieces, openCents: delta.openCents + cents };
}

async function applyProductDayChange(
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
