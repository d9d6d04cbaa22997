import type { CalendarDate } from "../../../domain/calendar";
import { toCsv } from "../../../domain/csv";
import { PRODUCT_COLUMNS, productCsvRow } from "../../../domain/productImport";
import type { ExportedProduct } from "./useProducts";

/** The whole catalogue as a file for a spreadsheet, which the import reads back. Source: UX conventions N9. */
export function productsCsv(products: readonly ExportedProduct[]): string {
  return toCsv([PRODUCT_COLUMNS.map(({ title }) => title), ...products.map(productCsvRow)]);
}

export function productsCsvName(today: CalendarDate): string {
  return `produtos-${today}.csv`;
}
