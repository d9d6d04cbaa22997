import { addSplitSums, NO_SPLIT_SUMS, totalChanges, type HourKey, type SplitSums } from "../../domain/totals";
import type { Doc } from "../_generated/dataModel";
import type { DatabaseWriter } from "../_generated/server";
import { TenantWriter, type TenantReader } from "../lib/tenantDb";
import { ordersInFilter } from "./orderList";

/**
 * Kept totals by event date and hour. Orders of an earlier version stand in none: an event date has either no row at all,
 * and then nothing is added to it until all its orders are (`fillHours`), or the rows of every one of them.
 */

/** Carries a change of an order over to the hour it was opened in. */
export async function applyHourChange(db: TenantWriter, { eventDate, hour }: HourKey, delta: SplitSums): Promise<void> {
  const row = await db
    .query("hourTotals")
    .withIndex("by_tenantId_and_eventDate_and_hour", (q) => q.eq("eventDate", eventDate).eq("hour", hour))
    .unique();
  if (row !== null) await db.patch("hourTotals", row, addSplitSums(row, delta));
  else if (await begins(db, eventDate, delta)) await db.insert("hourTotals", { eventDate, hour, ...delta });
}

/** Whether the hour's first order is being added to a date that is kept by hour, or has no other order yet. */
async function begins(db: TenantReader, eventDate: string, { open, paid }: SplitSums): Promise<boolean> {
  if (open.orders + paid.orders !== 1) return false;
  if (await isKept(db, eventDate)) return true;
  return (await ordersInFilter(db, { eventDate }).take(2)).length === 1;
}

async function isKept(db: TenantReader, eventDate: string): Promise<boolean> {
  const any = db
    .query("hourTotals")
    .withIndex("by_tenantId_and_eventDate_and_hour", (q) => q.eq("eventDate", eventDate));
  return (await any.first()) !== null;
}

/** Greater than every event date: all orders of the company stand in their hours. */
export const ALL_HOURS_KEPT = "9999-12-31";

/** A step ends when it has read so many orders. */
const ORDERS_PER_STEP = 4_000;
/** Or looked at so many dates, most of which have few. */
const DATES_PER_STEP = 100;
/** One date is one transaction: a third of what it may read. One with more stays without its hours. */
const MAX_ORDERS_OF_DATE = 10_000;
/** More companies than one installation has. */
const MAX_COMPANIES = 2_000;

/**
 * Counts the orders of event dates that are not kept by hour, some dates at a time.
 *
 * @returns how many dates were filled, and whether there may be more
 */
export async function fillHours(db: DatabaseWriter): Promise<{ filled: number; hasMore: boolean }> {
  for (const { _id } of await db.query("tenants").take(MAX_COMPANIES)) {
    const own = new TenantWriter(db, _id);
    const counter = await own.query("orderCounters").withIndex("by_tenantId").unique();
    if (counter === null || counter.hoursKeptTo === ALL_HOURS_KEPT) continue;
    return { filled: await fillDates(own, counter), hasMore: true };
  }
  return { filled: 0, hasMore: false };
}

async function fillDates(own: TenantWriter, counter: Doc<"orderCounters">): Promise<number> {
  let hoursKeptTo = counter.hoursKeptTo ?? "";
  let [filled, ordersRead] = [0, 0];
  for (let dates = 0; dates < DATES_PER_STEP && ordersRead < ORDERS_PER_STEP; dates += 1) {
    const after = hoursKeptTo;
    const next = await own
      .query("eventTotals")
      .withIndex("by_tenantId_and_eventDate_and_eventType", (q) => q.gt("eventDate", after))
      .first();
    hoursKeptTo = next?.eventDate ?? ALL_HOURS_KEPT;
    if (next === null) break;
    const orders = await fillDate(own, hoursKeptTo);
    ordersRead += orders;
    filled += orders > 0 ? 1 : 0;
  }
  await own.patch("orderCounters", counter, { hoursKeptTo });
  return filled;
}

/** @returns how many orders were added */
async function fillDate(own: TenantWriter, eventDate: string): Promise<number> {
  if (await isKept(own, eventDate)) return 0;
  const orders = await ordersInFilter(own, { eventDate }).take(MAX_ORDERS_OF_DATE + 1);
  if (orders.length > MAX_ORDERS_OF_DATE) return 0;
  const hours = new Map<string, SplitSums>();
  for (const { key, delta } of orders.flatMap((order) => totalChanges(null, order))) {
    if (key.scope === "hour") hours.set(key.hour, addSplitSums(hours.get(key.hour) ?? NO_SPLIT_SUMS, delta));
  }
  for (const [hour, sums] of hours) await own.insert("hourTotals", { eventDate, hour, ...sums });
  return orders.length;
}
