import type { CalendarDate } from "../../../domain/calendar";
import { csvMoney, csvPhone, toCsv } from "../../../domain/csv";
import { formatDate } from "../../../domain/calendar";
import { cepText, cpfText } from "../../lib/personText";
import { texts } from "./texts";
import type { Customer } from "./useCustomers";

const HEADER = [
  texts.columns.name,
  texts.phone,
  texts.cpf,
  texts.email,
  texts.cep,
  texts.street,
  texts.number,
  texts.complement,
  texts.neighborhood,
  texts.city,
  texts.state,
  texts.group,
  texts.columns.orders,
  texts.spent,
  texts.last,
];

/** All customers as a file for a spreadsheet. Source: UX conventions N9. */
export function customersCsv(customers: readonly Customer[]): string {
  return toCsv([HEADER, ...customers.map(rowOf)]);
}

function rowOf({ name, phone, cpf, email, address, whatsappGroup, totals }: Customer): readonly string[] {
  return [
    name ?? "",
    csvPhone(phone),
    cpf === null ? "" : cpfText(cpf),
    email ?? "",
    address === null ? "" : cepText(address.cep),
    address?.street ?? "",
    address?.number ?? "",
    address?.complement ?? "",
    address?.neighborhood ?? "",
    address?.city ?? "",
    address?.state ?? "",
    whatsappGroup ?? "",
    String(totals.orders),
    csvMoney(totals.spentCents),
    totals.lastOrderDate === null ? "" : formatDate(totals.lastOrderDate),
  ];
}

export function customersCsvName(today: CalendarDate): string {
  return `clientes-${today}.csv`;
}
