import { PERSONAL_PREFIX, readStored, writeStored } from "../../lib/localStore";
import { CUSTOMER_FIELDS, isEmptyCustomer, NO_CUSTOMER, type CustomerText } from "./customerForm";

/**
 * What was typed about a customer, kept on this device under their phone: a reload, a cut or a crash loses nothing. It is
 * personal and goes when the person signs out. Source: specification §3 "customers: cached in local storage per phone".
 */
export interface CustomerCopy {
  readonly text: CustomerText;
  /** Not on the server yet. */
  readonly isUnsaved: boolean;
}

const keyOf = (tenantId: string, phone: string) => `${PERSONAL_PREFIX}checkoutCustomer:${tenantId}:${phone}`;

export function readCustomerCopy(tenantId: string, phone: string): CustomerCopy | null {
  const stored = readStored(keyOf(tenantId, phone));
  if (stored === null) return null;
  const copy = parsed(stored);
  return copy === null || isEmptyCustomer(copy.text) ? null : copy;
}

export function writeCustomerCopy(tenantId: string, phone: string, copy: CustomerCopy): void {
  writeStored(keyOf(tenantId, phone), isEmptyCustomer(copy.text) ? null : JSON.stringify(copy));
}

/** What is not of the expected shape is as good as nothing: another version may have written it. */
function parsed(stored: string): CustomerCopy | null {
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== "object" || value === null || !("text" in value)) return null;
    const { text } = value;
    if (typeof text !== "object" || text === null) return null;
    const fields = new Map(Object.entries(text));
    const known = CUSTOMER_FIELDS.map((field) => [field, fields.get(field)] as const);
    const texts = known.filter((entry): entry is [(typeof entry)[0], string] => typeof entry[1] === "string");
    return {
      text: { ...NO_CUSTOMER, ...Object.fromEntries(texts) },
      isUnsaved: "isUnsaved" in value && value.isUnsaved === true,
    };
  } catch {
    return null;
  }
}
