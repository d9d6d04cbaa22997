import { formatDate, type CalendarDate } from "../../../domain/calendar";
import { csvMoney, toCsv } from "../../../domain/csv";
import { CUSTOMER_COLUMNS, customerCsvRow } from "../../../domain/customerImport";
import { texts } from "./texts";
import type { Customer } from "./useCustomers";

/** What is derived stands after what an import reads back. */
const DERIVED = [texts.columns.orders, texts.columns.spent, texts.columns.last];

/** All customers as a file for a spreadsheet. Source: UX conventions N9. */
export function customersCsv(customers: readonly Customer[]): string {
  return toCsv([[...CUSTOMER_COLUMNS.map(({ title }) => title), ...DERIVED], ...customers.map(rowOf)]);
}

function rowOf(customer: Customer): readonly string[] {
  const { orders, spentCents, lastOrderDate } = customer.totals;
  const last = lastOrderDate === null ? "" : formatDate(lastOrderDate);
  return [...customerCsvRow(customer), String(orders), csvMoney(spentCents), last];
}

export function customersCsvName(today: CalendarDate): string {
  return `clientes-${today}.csv`;
}
