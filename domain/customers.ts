import { isCep, isState } from "./addresses";
import { digitsOf, isCpf } from "./documents";
import { ok, refuse, type Result } from "./errors";
import { parsePhone } from "./phone";

export interface CustomerAddress {
  /** 8 digits. */
  readonly cep: string;
  readonly street: string;
  readonly number: string;
  readonly complement: string;
  readonly neighborhood: string;
  readonly city: string;
  /** UF. */
  readonly state: string;
}

/** What can be changed of a customer; the phone is who they are, and stays. */
export interface CustomerFields {
  readonly name: string | null;
  /** 11 digits. */
  readonly cpf: string | null;
  readonly email: string | null;
  readonly address: CustomerAddress | null;
  readonly whatsappGroup: string | null;
}

export const MAX_CUSTOMER_TEXT = 120;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * A new customer as typed.
 *
 * Refused with `customer_fields_required`, `invalid_customer_phone`, `value_too_long`.
 * Source: specification §5 "Customer create".
 */
export function checkNewCustomer(typed: { phone: string; name: string }): Result<{ phone: string; name: string }> {
  const name = typed.name.trim();
  if (typed.phone.trim() === "" || name === "") return refuse("customer_fields_required");
  const phone = parsePhone(typed.phone);
  if (!phone.ok) return refuse("invalid_customer_phone");
  if (name.length > MAX_CUSTOMER_TEXT) return refuse("value_too_long", { max: MAX_CUSTOMER_TEXT });
  return ok({ phone: phone.value, name });
}

/**
 * Fields of a customer as they are kept: spaces around texts gone, empty texts null, documents as digits.
 *
 * Refused with `customer_name_required`, `invalid_document`, `invalid_email`, `invalid_cep`, `invalid_state`,
 * `value_too_long`.
 * Source: specification §5 "Customer create" (edit), UX conventions N5.
 */
export function checkCustomerFields(typed: CustomerFields): Result<CustomerFields> {
  const [name, email, whatsappGroup] = [
    tidy(typed.name),
    tidy(typed.email)?.toLowerCase() ?? null,
    tidy(typed.whatsappGroup),
  ];
  const cpf = tidy(typed.cpf) === null ? null : digitsOf(typed.cpf ?? "");
  const address = tidyAddress(typed.address);
  if (name === null) return refuse("customer_name_required");
  if (cpf !== null && !isCpf(cpf)) return refuse("invalid_document");
  if (email !== null && !EMAIL.test(email)) return refuse("invalid_email");
  if (address !== null && address.cep !== "" && !isCep(address.cep)) return refuse("invalid_cep");
  if (address !== null && address.state !== "" && !isState(address.state)) return refuse("invalid_state");
  const texts = [name, email, whatsappGroup, ...Object.values<string>(address === null ? {} : { ...address })];
  if (texts.some((text) => (text?.length ?? 0) > MAX_CUSTOMER_TEXT)) {
    return refuse("value_too_long", { max: MAX_CUSTOMER_TEXT });
  }
  return ok({ name, cpf, email, address, whatsappGroup });
}

function tidy(text: string | null): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** An address of which nothing is known is none. */
export function tidyAddress(typed: CustomerAddress | null): CustomerAddress | null {
  if (typed === null) return null;
  const address = {
    cep: digitsOf(typed.cep),
    street: typed.street.trim(),
    number: typed.number.trim(),
    complement: typed.complement.trim(),
    neighborhood: typed.neighborhood.trim(),
    city: typed.city.trim(),
    state: typed.state.trim().toUpperCase(),
  };
  return Object.values(address).every((text) => text === "") ? null : address;
}
