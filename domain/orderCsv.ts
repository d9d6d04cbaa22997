import { formatDate, formatShortTime, saoPauloDate, type CalendarDate } from "./calendar";
import { csvMoney, csvPhone } from "./csv";
import type { Cents } from "./money";

/** Source: product.md "Words", specification §9. */
export const ORDER_CSV_HEADER = [
  "Pedido",
  "Telefone",
  "Total",
  "Pago",
  "Tipo de evento",
  "Data do evento",
  "Criado em",
];

export interface ExportedOrder {
  readonly number: number;
  readonly customerPhone: string;
  readonly totalCents: Cents;
  readonly isPaid: boolean;
  readonly eventType: string;
  readonly eventDate: CalendarDate;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** An order as a line of the export, its creation as `dd/MM/yyyy HH:mm`. */
export function orderCsvRow(order: ExportedOrder): string[] {
  const { number, customerPhone, totalCents, isPaid, eventType, eventDate, createdAt } = order;
  const created = `${formatDate(saoPauloDate(createdAt))} ${formatShortTime(createdAt)}`;
  const paid = isPaid ? "Sim" : "Não";
  return [
    String(number),
    csvPhone(customerPhone),
    csvMoney(totalCents),
    paid,
    eventType,
    formatDate(eventDate),
    created,
  ];
}

export function ordersCsvName(today: CalendarDate): string {
  return `pedidos_${today}.csv`;
}
