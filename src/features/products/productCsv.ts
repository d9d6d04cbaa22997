import type { CalendarDate } from "../../../domain/calendar";
import { csvMoney, toCsv } from "../../../domain/csv";
import { texts } from "./texts";
import type { ExportedProduct } from "./useProducts";

const { code, name, price, stock, color, size, state } = texts.columns;
const HEADER = [code, name, price, stock, color, size, state];

/** The whole catalogue as a file for a spreadsheet. Source: UX conventions N9. */
export function productsCsv(products: readonly ExportedProduct[]): string {
  return toCsv([
    HEADER,
    ...products.map((product) => [
      product.code,
      product.name,
      csvMoney(product.priceCents),
      String(product.stock),
      product.color ?? "",
      product.size ?? "",
      product.isActive ? texts.active : texts.inactive,
    ]),
  ]);
}

export function productsCsvName(today: CalendarDate): string {
  return `produtos-${today}.csv`;
}
