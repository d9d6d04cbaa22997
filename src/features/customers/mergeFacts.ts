import { formatDate } from "../../../domain/calendar";
import { mergeCustomerFields } from "../../../domain/customerMerge";
import type { CustomerFields } from "../../../domain/customers";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { addressText, cpfText } from "../../lib/personText";
import { texts } from "./texts";
import type { Customer } from "./useCustomers";

/** One line of the comparison. */
export interface MergeFact {
  readonly label: string;
  readonly stays: string | null;
  readonly goes: string | null;
  /** What the one customer will have. */
  readonly result: string | null;
  /** Something that is known now is known no more after. */
  readonly isLost: boolean;
}

/** Two records side by side, and what becomes of each of their facts. Source: `domain/customerMerge.ts`. */
export function mergeFacts(stays: Customer, goes: Customer): readonly MergeFact[] {
  const merged = mergeCustomerFields(goes, stays);
  const fields = (["name", "cpf", "email", "whatsappGroup", "address"] as const).map((field): MergeFact => {
    const [kept, left, result] = [stays, goes, merged].map((fieldsOf) => shown(fieldsOf, field));
    return fact(LABELS[field], kept ?? null, left ?? null, result ?? null);
  });
  const [name, ...rest] = fields;
  const facts = [
    ...(name === undefined ? [] : [name]),
    fact(texts.phone, formatPhone(stays.phone), formatPhone(goes.phone), formatPhone(stays.phone)),
    ...rest,
    ...sums(stays, goes),
  ];
  // What nobody knows of either says nothing about whether they are one person.
  return facts.filter((each) => each.stays !== null || each.goes !== null);
}

const LABELS = {
  name: texts.columns.name,
  cpf: texts.cpf,
  email: texts.email,
  whatsappGroup: texts.group,
  address: texts.address,
} as const;

function fact(label: string, stays: string | null, goes: string | null, result: string | null): MergeFact {
  return { label, stays, goes, result, isLost: goes !== null && goes !== result };
}

function shown(fields: CustomerFields, field: keyof typeof LABELS): string | null {
  if (field === "address") return fields.address === null ? null : addressText(fields.address);
  if (field === "cpf") return fields.cpf === null ? null : cpfText(fields.cpf);
  return fields[field];
}

function sums({ totals: stays }: Customer, { totals: goes }: Customer): readonly MergeFact[] {
  const last = [stays.lastOrderDate, goes.lastOrderDate].filter((date) => date !== null).sort();
  const dateOf = (date: string | null | undefined) => (date === null || date === undefined ? null : formatDate(date));
  return [
    {
      label: texts.columns.orders,
      stays: String(stays.orders),
      goes: String(goes.orders),
      result: String(stays.orders + goes.orders),
      isLost: false,
    },
    {
      label: texts.spent,
      stays: formatBRL(stays.spentCents),
      goes: formatBRL(goes.spentCents),
      result: formatBRL(stays.spentCents + goes.spentCents),
      isLost: false,
    },
    {
      label: texts.last,
      stays: dateOf(stays.lastOrderDate),
      goes: dateOf(goes.lastOrderDate),
      result: dateOf(last.at(-1)),
      isLost: false,
    },
  ];
}
