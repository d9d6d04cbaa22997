import { saoPauloDate } from "../../domain/calendar";
import { monthBounds, monthOf, nextMonth, type Month } from "../../domain/reports";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";

/**
 * Best sellers of months that are over, added up from their days.
 *
 * A month's mark is written before its first product is added up, and from then on whatever changes a day of it adds the
 * product's month up anew. Each sum is of all its days, never a difference, so it does not matter which came first: the
 * adding up or the change.
 */

interface ProductMonth {
  readonly productId: Id<"products">;
  readonly month: Month;
}

/** Adds a product's month up anew where months are added up already. Costs a launch nothing: its month is not over. */
export async function refreshSummedMonth(db: TenantWriter, key: ProductMonth): Promise<void> {
  if (key.month >= monthOf(saoPauloDate(Date.now()))) return;
  if ((await findMark(db, key.month)) !== null) await sumUp(db, key);
}

async function findMark(db: TenantReader, month: Month): Promise<Doc<"summedMonths"> | null> {
  return await db
    .query("summedMonths")
    .withIndex("by_tenantId_and_month", (q) => q.eq("month", month))
    .unique();
}

/** More months than a shop is old. */
const MAX_MONTHS = 1_200;

/** The months whose best sellers are read from their sums. */
export async function listSummedMonths(db: TenantReader): Promise<Set<Month>> {
  const marks = await db.query("summedMonths").withIndex("by_tenantId_and_month").take(MAX_MONTHS);
  return new Set(marks.flatMap(({ month, isDone }) => (isDone ? [month] : [])));
}

/** Marks the earliest month that is over and not added up; null when there is none. */
export async function beginNextMonth(db: TenantWriter, today: string): Promise<Month | null> {
  const month = await findNextMonth(db);
  if (month === null || month >= monthOf(today)) return null;
  if ((await findMark(db, month)) === null) await db.insert("summedMonths", { month, isDone: false });
  return month;
}

/** After the last one that is done; without any, the month of the first sale. */
async function findNextMonth(db: TenantReader): Promise<Month | null> {
  const last = await db.query("summedMonths").withIndex("by_tenantId_and_month").order("desc").first();
  if (last !== null) return last.isDone ? nextMonth(last.month) : last.month;
  const first = await db.query("productDayTotals").withIndex("by_tenantId_and_createdDate_and_productId").first();
  return first === null ? null : monthOf(first.createdDate);
}

const DAYS_PER_STEP = 200;

/** Adds up the products of the next days of a month. @returns where to go on; null when the month is done */
export async function sumUpStep(db: TenantWriter, month: Month, cursor: string | null): Promise<string | null> {
  const { page, isDone, continueCursor } = await daysIn(db, monthBounds(month)).paginate({
    numItems: DAYS_PER_STEP,
    cursor,
  });
  for (const productId of new Set(page.map((day) => day.productId))) {
    if ((await findSum(db, { productId, month })) === null) await sumUp(db, { productId, month });
  }
  if (!isDone) return continueCursor;
  const mark = await findMark(db, month);
  if (mark !== null) await db.patch("summedMonths", mark, { isDone: true });
  return null;
}

/** The best sellers' rows of some days. */
export function daysIn(db: TenantReader, { from, to }: { readonly from: string; readonly to: string }) {
  return db
    .query("productDayTotals")
    .withIndex("by_tenantId_and_createdDate_and_productId", (q) => q.gte("createdDate", from).lte("createdDate", to));
}

async function findSum(db: TenantReader, { productId, month }: ProductMonth) {
  return await db
    .query("productMonthTotals")
    .withIndex("by_tenantId_and_month_and_productId", (q) => q.eq("month", month).eq("productId", productId))
    .unique();
}

const DAYS_PER_MONTH = 31;

async function sumUp(db: TenantWriter, { productId, month }: ProductMonth): Promise<void> {
  const { from, to } = monthBounds(month);
  const days = await db
    .query("productDayTotals")
    .withIndex("by_tenantId_and_productId_and_createdDate", (q) =>
      q.eq("productId", productId).gte("createdDate", from).lte("createdDate", to),
    )
    .take(DAYS_PER_MONTH);
  const sums = {
    openPieces: sumOf(days, (day) => day.openPieces),
    openCents: sumOf(days, (day) => day.openCents),
    paidPieces: sumOf(days, (day) => day.paidPieces),
    paidCents: sumOf(days, (day) => day.paidCents),
  };
  const kept = await findSum(db, { productId, month });
  if (kept === null) await db.insert("productMonthTotals", { month, productId, ...sums });
  else await db.patch("productMonthTotals", kept, sums);
}

function sumOf<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0);
}
