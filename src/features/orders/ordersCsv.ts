import { toCsv } from "../../../domain/csv";
import { ORDER_CSV_HEADER, orderCsvRow, type ExportedOrder } from "../../../domain/orderCsv";

export { ordersCsvName } from "../../../domain/orderCsv";

/** The file of an export, in the order given. Source: specification §9, UX conventions N9. */
export function ordersCsv(orders: readonly ExportedOrder[]): string {
  return toCsv([ORDER_CSV_HEADER, ...orders.map(orderCsvRow)]);
}
