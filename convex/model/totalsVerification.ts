import type { PaginationOptions } from "convex/server";
import { figuresEntries, stepEntry } from "../../domain/customerSheet";
import {
  compareOrder,
  countOrder,
  productDayEntries,
  productMonthEntries,
  splitEntries,
  sumEntries,
  type Difference,
  type Entry,
} from "../../domain/totalsSheet";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import { listCartItems } from "./carts";
import { listSummedMonths } from "./productMonths";

/** Counting a company's totals anew, step by step: each step is one query of bounded reads. */

export interface CountedStep {
  readonly orders: number;
  /** What these orders add to each total. */
  readonly counted: Entry[];
  /** Orders that do not agree with their own lines. */
  readonly differences: Difference[];
  /** Where the next step begins; null after the last. */
  readonly lastNumber: number | null;
}

const ORDERS_PER_STEP = 200;
/** A step ends early where the orders are large: a third of what one transaction may read. */
const LINES_PER_STEP = 8_000;

/** Counts the orders that come after a number. */
export async function countOrders(db: TenantReader, afterNumber: number): Promise<CountedStep> {
  const orders = await db
    .query("orders")
    .withIndex("by_tenantId_and_number", (q) => q.gt("number", afterNumber))
    .take(ORDERS_PER_STEP);
  const codes = new ProductCodes(db);
  const summedMonths = await listSummedMonths(db);
  const counted: Entry[] = [];
  const differences: Difference[] = [];
  let done = 0;
  let linesRead = 0;
  for (const order of orders) {
    if (linesRead >= LINES_PER_STEP) break;
    const items = order.cartId === null ? [] : await listCartItems(db, order.cartId);
    const lines = [];
    for (const item of items) lines.push({ ...item, product: await codes.of(item.productId) });
    counted.push(...countOrder(order, lines, summedMonths));
    const difference = compareOrder(order, lines);
    if (difference !== null) differences.push(difference);
    linesRead += items.length;
    done += 1;
  }
  const isLast = done === orders.length && orders.length < ORDERS_PER_STEP;
  return {
    orders: done,
    counted: sumEntries(counted),
    differences,
    lastNumber: isLast ? null : (orders[done - 1]?.number ?? null),
  };
}

export const KEPT_TABLES = [
  "eventTotals",
  "hourTotals",
  "dayTotals",
  "groupTotals",
  "productDayTotals",
  "productMonthTotals",
  "customerFigures",
  "customerSpendSteps",
] as const;
export type KeptTable = (typeof KEPT_TABLES)[number];

export interface KeptStep {
  readonly kept: Entry[];
  readonly continueCursor: string;
  readonly isDone: boolean;
}

/** A page of the kept totals of one table. */
export async function readKept(
  db: TenantReader,
  table: KeptTable,
  paginationOpts: PaginationOptions,
): Promise<KeptStep> {
  switch (table) {
    case "eventTotals": {
      const rows = db.query(table).withIndex("by_tenantId_and_eventDate_and_eventType");
      const { page, ...step } = await rows.paginate(paginationOpts);
      return toStep(
        step,
        page.flatMap((row) => splitEntries({ scope: "event", ...row }, row)),
      );
    }
    case "hourTotals": {
      const rows = db.query(table).withIndex("by_tenantId_and_eventDate_and_hour");
      const { page, ...step } = await rows.paginate(paginationOpts);
      return toStep(
        step,
        page.flatMap((row) => splitEntries({ scope: "hour", ...row }, row)),
      );
    }
    case "dayTotals": {
      const rows = db.query(table).withIndex("by_tenantId_and_createdDate");
      const { page, ...step } = await rows.paginate(paginationOpts);
      return toStep(
        step,
        page.flatMap((row) => splitEntries({ scope: "created", ...row }, row)),
      );
    }
    case "groupTotals": {
      const rows = db.query(table).withIndex("by_tenantId_and_group");
      const { page, ...step } = await rows.paginate(paginationOpts);
      return toStep(
        step,
        page.flatMap((row) => splitEntries({ scope: "group", ...row }, row)),
      );
    }
    case "productDayTotals": {
      const rows = db.query(table).withIndex("by_tenantId_and_createdDate_and_productId");
      const { page, ...step } = await rows.paginate(paginationOpts);
      return toStep(step, await toProductEntries(db, page));
    }
    case "productMonthTotals": {
      const rows = db.query(table).withIndex("by_tenantId_and_month_and_productId");
      const { page, ...step } = await rows.paginate(paginationOpts);
      return toStep(step, await toMonthEntries(db, page));
    }
    case "customerFigures": {
      const { page, ...step } = await db.query(table).withIndex("by_tenantId").paginate(paginationOpts);
      return toStep(step, page.flatMap(figuresEntries));
    }
    case "customerSpendSteps": {
      const steps = db.query(table).withIndex("by_tenantId_and_fromCents");
      const { page, ...step } = await steps.paginate(paginationOpts);
      return toStep(
        step,
        page.map(({ fromCents, customers }) => stepEntry(fromCents, customers)),
      );
    }
    default:
      return table satisfies never;
  }
}

function toStep({ continueCursor, isDone }: Omit<KeptStep, "kept">, kept: Entry[]): KeptStep {
  return { kept, continueCursor, isDone };
}

async function toProductEntries(db: TenantReader, rows: readonly Doc<"productDayTotals">[]): Promise<Entry[]> {
  const codes = new ProductCodes(db);
  const entries: Entry[] = [];
  for (const row of rows) {
    entries.push(...productDayEntries(await codes.of(row.productId), row.createdDate, row));
  }
  return entries;
}

/** A month that is being added up is not read by anybody yet. */
async function toMonthEntries(db: TenantReader, rows: readonly Doc<"productMonthTotals">[]): Promise<Entry[]> {
  const codes = new ProductCodes(db);
  const summedMonths = await listSummedMonths(db);
  const entries: Entry[] = [];
  for (const row of rows) {
    if (!summedMonths.has(row.month)) continue;
    entries.push(...productMonthEntries(await codes.of(row.productId), row.month, row));
  }
  return entries;
}

/** The codes products go by, each read once in a step; one that is gone goes by its id. */
class ProductCodes {
  private readonly known = new Map<Id<"products">, string>();

  constructor(private readonly db: TenantReader) {}

  async of(id: Id<"products">): Promise<string> {
    const code = this.known.get(id) ?? (await this.db.get("products", id))?.code ?? id;
    this.known.set(id, code);
    return code;
  }
}
