import { addDays, isEventDate } from "../../domain/calendar";
import { EVENT_TYPES, type EventType } from "../../domain/events";
import {
  averageCents,
  conversionPermille,
  monthOf,
  splitPeriod,
  toReportCard,
  type PeriodPart,
  type ReportCard,
} from "../../domain/reports";
import { addSplitSums, addSums, NO_SPLIT_SUMS } from "../../domain/totals";
import type { Doc, Id } from "../_generated/dataModel";
import { refuseWith } from "../lib/errors";
import type { TenantReader } from "../lib/tenantDb";
import { REMOVED_PRODUCT } from "./orderLines";
import { daysIn, listSummedMonths } from "./productMonths";

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Days of a period at most: ten years, one small row a day. */
const MAX_DAYS = 3_660;

/** Refused with `invalid_date`, `invalid_period` (it ends before it begins, or is longer than ten years). */
export function requirePeriod(period: Period): Period {
  if (!isEventDate(period.from) || !isEventDate(period.to)) return refuseWith("invalid_date");
  const isFit = period.from <= period.to && period.to <= addDays(period.from, MAX_DAYS - 1);
  return isFit ? period : refuseWith("invalid_period");
}

export interface Overview {
  readonly today: ReportCard;
  readonly month: ReportCard;
  readonly year: ReportCard;
  readonly all: ReportCard;
  readonly period: ReportCard | null;
}

/**
 * The cards of the reports: one row a day is read, and four for all time, however many orders there are.
 *
 * Source: specification §2 "Reports".
 */
export async function readOverview(db: TenantReader, today: string, period: Period | null): Promise<Overview> {
  const year = await listDays(db, { from: `${today.slice(0, 4)}-01-01`, to: today });
  const everything = await db
    .query("eventTotals")
    .withIndex("by_tenantId_and_eventDate_and_eventType", (q) => q.eq("eventDate", null))
    .take(EVENT_TYPES.length);
  return {
    today: toReportCard(year.filter((day) => day.createdDate === today)),
    month: toReportCard(year.filter((day) => monthOf(day.createdDate) === monthOf(today))),
    year: toReportCard(year),
    all: toReportCard(everything),
    period: period === null ? null : toReportCard(await listDays(db, period)),
  };
}

async function listDays(db: TenantReader, { from, to }: Period): Promise<Doc<"dayTotals">[]> {
  return await db
    .query("dayTotals")
    .withIndex("by_tenantId_and_createdDate", (q) => q.gte("createdDate", from).lte("createdDate", to))
    .take(MAX_DAYS);
}

export async function readSalesByDay(db: TenantReader, period: Period) {
  return (await listDays(db, period)).map((day) => {
    const { orders, paidCents, pendingCents } = toReportCard([day]);
    return { date: day.createdDate, orders, paidCents, pendingCents };
  });
}

export interface TopProduct {
  readonly productId: Id<"products">;
  readonly code: string;
  readonly name: string;
  readonly quantity: number;
  readonly totalCents: number;
  readonly averagePriceCents: number;
}

/** Source: specification §9. */
const TOP = 10;

/**
 * The ten products of which most pieces were ordered in a period, paid or not; among equals the one that brought more.
 *
 * Months that are over are read from their sums: one row a product and month.
 * Source: specification §2 "Reports".
 */
export async function readTopProducts(db: TenantReader, { from, to }: Period): Promise<TopProduct[]> {
  const summed = await listSummedMonths(db);
  const sold = new Map<Id<"products">, { quantity: number; totalCents: number }>();
  for (const part of splitPeriod(from, to, (month) => summed.has(month))) {
    for (const { productId, openPieces, paidPieces, openCents, paidCents } of await readPart(db, part)) {
      const { quantity, totalCents } = sold.get(productId) ?? { quantity: 0, totalCents: 0 };
      sold.set(productId, {
        quantity: quantity + openPieces + paidPieces,
        totalCents: totalCents + openCents + paidCents,
      });
    }
  }
  const best = [...sold]
    .filter(([, { quantity }]) => quantity > 0)
    .sort(([idA, a], [idB, b]) => b.quantity - a.quantity || b.totalCents - a.totalCents || (idA < idB ? -1 : 1));
  return await Promise.all(best.slice(0, TOP).map(([productId, sums]) => toTopProduct(db, productId, sums)));
}

/** Products times days of a part: what one transaction may read. */
const MAX_ROWS = 12_000;

type Sold = Pick<Doc<"productDayTotals">, "productId" | "openPieces" | "paidPieces" | "openCents" | "paidCents">;

async function readPart(db: TenantReader, part: PeriodPart): Promise<Sold[]> {
  if (part.kind === "days") return await daysIn(db, part).take(MAX_ROWS);
  return await db
    .query("productMonthTotals")
    .withIndex("by_tenantId_and_month_and_productId", (q) => q.eq("month", part.month))
    .take(MAX_ROWS);
}

async function toTopProduct(
  db: TenantReader,
  productId: Id<"products">,
  { quantity, totalCents }: { readonly quantity: number; readonly totalCents: number },
): Promise<TopProduct> {
  const { code, name } = (await db.get("products", productId)) ?? REMOVED_PRODUCT;
  return { productId, code, name, quantity, totalCents, averagePriceCents: averageCents(totalCents, quantity) };
}

/** Groups of a shop: a few dozen. */
const MAX_GROUPS = 1_000;

/** Every WhatsApp group with orders, the one that brought most first. Source: specification §2 "Reports". */
export async function readGroups(db: TenantReader) {
  const rows = await db.query("groupTotals").withIndex("by_tenantId_and_group").take(MAX_GROUPS);
  const groups = rows.map(({ group, open, paid }) => {
    const { orders, paidOrders, pieces, paidCents, pendingCents, totalCents } = toReportCard([{ open, paid }]);
    const counts = { orders, paidOrders, pieces, paidPieces: paid.pieces, pendingPieces: open.pieces };
    return {
      group,
      ...counts,
      paidCents,
      pendingCents,
      totalCents,
      conversionPermille: conversionPermille(paidOrders, orders),
    };
  });
  return groups.filter(({ orders }) => orders > 0).sort((a, b) => b.totalCents - a.totalCents);
}

/** The four event types, of one live or of all time. */
export async function readByEventType(db: TenantReader, eventDate: string | null) {
  const rows = await db
    .query("eventTotals")
    .withIndex("by_tenantId_and_eventDate_and_eventType", (q) => q.eq("eventDate", eventDate))
    .take(EVENT_TYPES.length);
  return EVENT_TYPES.map((eventType: EventType) => {
    const sums = rows.filter((row) => row.eventType === eventType).reduce(addSplitSums, NO_SPLIT_SUMS);
    const { orders, pieces, paidCents, pendingCents } = toReportCard([sums]);
    return { eventType, orders, pieces, paidCents, pendingCents };
  });
}

/** Hours of one live: a handful; those of a bazaar that stays open for three months are this many. */
const MAX_HOURS = 2_200;

/** A live hour by hour, by when its orders were opened: "2026-11-20T21", only hours with orders. */
export async function readLiveByHour(db: TenantReader, eventDate: string) {
  const rows = await db
    .query("hourTotals")
    .withIndex("by_tenantId_and_eventDate_and_hour", (q) => q.eq("eventDate", eventDate))
    .take(MAX_HOURS);
  return rows
    .map(({ hour, open, paid }) => ({ hour, ...addSums(open, paid) }))
    .filter(({ orders }) => orders > 0)
    .map(({ hour, orders, totalCents }) => ({ hour, orders, totalCents }));
}
