import type { Doc } from "../_generated/dataModel";
import type { DatabaseWriter } from "../_generated/server";
import { TenantWriter } from "../lib/tenantDb";
import { putTotals } from "./customerRows";
import { countOrdersOf } from "./customerTotals";

/** Customers of one step: the orders of each are counted. */
const CUSTOMERS_PER_STEP = 50;
/** A step ends early where they bought much: a third of what one transaction may read. */
const ORDERS_PER_STEP = 8_000;
/** More companies than one installation has. */
const MAX_COMPANIES = 2_000;

/**
 * Counts the orders of customers whose rows are of before totals were kept, some at a time. Each row is filled once: what
 * is there already stays as it is.
 *
 * @returns how many were filled, and whether there may be more
 */
export async function fillCustomers(db: DatabaseWriter): Promise<{ filled: number; hasMore: boolean }> {
  for (const { _id } of await db.query("tenants").take(MAX_COMPANIES)) {
    const own = new TenantWriter(db, _id);
    const waiting = await own
      .query("customers")
      .withIndex("by_tenantId_and_spentCents", (q) => q.eq("totals.spentCents", undefined))
      .take(CUSTOMERS_PER_STEP);
    if (waiting.length > 0) return { filled: await fillSome(own, waiting), hasMore: true };
  }
  return { filled: 0, hasMore: false };
}

async function fillSome(own: TenantWriter, waiting: readonly Doc<"customers">[]): Promise<number> {
  let filled = 0;
  let ordersRead = 0;
  for (const customer of waiting) {
    if (ordersRead >= ORDERS_PER_STEP) break;
    const totals = await countOrdersOf(own, customer.phone);
    await putTotals(own, customer, totals);
    ordersRead += totals.orders;
    filled += 1;
  }
  return filled;
}
