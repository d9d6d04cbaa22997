import { compareCustomer, customerEntries } from "../../domain/customerSheet";
import { NO_CUSTOMER_TOTALS } from "../../domain/customerTotals";
import { sumEntries, type Difference, type Entry } from "../../domain/totalsSheet";
import type { TenantReader } from "../lib/tenantDb";
import { countOrdersOf } from "./customerTotals";

/** Counting what is kept of customers anew, step by step, from the orders of their phones. */

export interface CustomersStep {
  /** What these customers add to what is kept of all. */
  readonly counted: Entry[];
  /** Customers whose totals are not what their orders say. */
  readonly differences: Difference[];
  /** Where the next step begins; null after the last. */
  readonly lastPhone: string | null;
}

const CUSTOMERS_PER_STEP = 200;
/** A step ends early where they bought much: a third of what one transaction may read. */
const ORDERS_PER_STEP = 8_000;

/** Counts the customers whose phones come after one. */
export async function countCustomers(db: TenantReader, afterPhone: string): Promise<CustomersStep> {
  const customers = await db
    .query("customers")
    .withIndex("by_tenantId_and_phone", (q) => q.gt("phone", afterPhone))
    .take(CUSTOMERS_PER_STEP);
  const counted: Entry[] = [];
  const differences: Difference[] = [];
  let done = 0;
  let ordersRead = 0;
  for (const { phone, totals: kept = NO_CUSTOMER_TOTALS } of customers) {
    if (ordersRead >= ORDERS_PER_STEP) break;
    const totals = await countOrdersOf(db, phone);
    counted.push(...customerEntries(totals));
    differences.push(...compareCustomer(phone, kept, totals));
    ordersRead += totals.orders;
    done += 1;
  }
  const isLast = done === customers.length && customers.length < CUSTOMERS_PER_STEP;
  return { counted: sumEntries(counted), differences, lastPhone: isLast ? null : (customers[done - 1]?.phone ?? null) };
}
