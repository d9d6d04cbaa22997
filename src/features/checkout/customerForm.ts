import { checkCheckoutCustomer, type CheckoutCustomer, type TypedCustomer } from "../../../domain/checkout";
import type { CustomerAddress } from "../../../domain/customers";
import { digitsOf } from "../../../domain/documents";
import { refusalMessage, type RefusalCode } from "../../../domain/errors";
import { cepText, cpfText } from "../../lib/personText";
import type { FieldErrors } from "../../ui/useFieldErrors";

/** The fields of customer and address, from top to bottom. */
export const CUSTOMER_FIELDS = [
  "name",
  "cpf",
  "email",
  "cep",
  "street",
  "number",
  "complement",
  "neighborhood",
  "city",
  "state",
] as const;
export type CustomerField = (typeof CUSTOMER_FIELDS)[number];

/** What the fields show. */
export type CustomerText = Readonly<Record<CustomerField, string>>;

export const NO_CUSTOMER: CustomerText = {
  name: "",
  cpf: "",
  email: "",
  cep: "",
  street: "",
  number: "",
  complement: "",
  neighborhood: "",
  city: "",
  state: "",
};

interface KnownCustomer {
  readonly name: string | null;
  readonly cpf: string | null;
  readonly email: string | null;
  readonly address: CustomerAddress | null;
}

export function customerText({ name, cpf, email, address }: KnownCustomer): CustomerText {
  return {
    name: name ?? "",
    cpf: cpf === null ? "" : cpfText(cpf),
    email: email ?? "",
    ...(address === null ? addressOf(NO_CUSTOMER) : { ...address, cep: cepText(address.cep) }),
  };
}

function addressOf({ cep, street, number, complement, neighborhood, city, state }: CustomerText): CustomerAddress {
  return { cep, street, number, complement, neighborhood, city, state };
}

export function typedCustomer(text: CustomerText): TypedCustomer {
  const { name, cpf, email } = text;
  return { name, cpf, email, address: addressOf(text) };
}

/** What the fields showed when typing began, as the server keeps it: it refuses to overwrite anything else unseen (P3). */
export function seenCustomer(text: CustomerText): CheckoutCustomer {
  const checked = checkCheckoutCustomer(typedCustomer(text));
  return checked.ok ? checked.value : asStored(text);
}

/** Of before it was checked: what is stored may be what nobody could save today. */
function asStored(text: CustomerText): CheckoutCustomer {
  const { name, cpf, email } = text;
  const address = { ...addressOf(text), cep: digitsOf(text.cep) };
  const isEmpty = Object.values(address).every((part) => part === "");
  return {
    name: name === "" ? null : name,
    cpf: cpf === "" ? null : digitsOf(cpf),
    email: email === "" ? null : email,
    address: isEmpty ? null : address,
  };
}

export const isEmptyCustomer = (text: CustomerText): boolean =>
  CUSTOMER_FIELDS.every((field) => text[field].trim() === "");

/** What of the form is filled in wrongly, by the rule that the server applies again. */
export function customerErrors(text: CustomerText): FieldErrors<CustomerField> {
  const checked = checkCheckoutCustomer(typedCustomer(text));
  if (checked.ok) return {};
  const { code, params } = checked.refusal;
  const message = refusalMessage(code, params);
  const field = fieldOfRefusal(code);
  if (field !== null) return { [field]: message };
  return Object.fromEntries(longFields(text).map((long) => [long, message]));
}

const LONGEST_FIRST = 1;

/** The server's sentence about length names no field: the longest one is meant. */
function longFields(text: CustomerText): CustomerField[] {
  return [...CUSTOMER_FIELDS].sort((a, b) => text[b].length - text[a].length).slice(0, LONGEST_FIRST);
}

/** The field that a refusal of the server is about; null where it is about none. */
export function fieldOfRefusal(code: RefusalCode): CustomerField | null {
  switch (code) {
    case "invalid_document":
      return "cpf";
    case "invalid_email":
      return "email";
    case "invalid_cep":
      return "cep";
    case "invalid_state":
      return "state";
    default:
      return null;
  }
}

/** Why an order cannot be finalized with what is typed, and where. Source: specification §5 "Finalizing". */
export interface Missing {
  readonly message: string;
  readonly errors: FieldErrors<CustomerField>;
}

/** @param isPickup the customer collects the order, so no address is needed */
export function missingToFinalize(text: CustomerText, isPickup: boolean): Missing | null {
  const emptyOf = (fields: readonly CustomerField[], message: string): Missing | null => {
    const empty = fields.filter((field) => text[field].trim() === "");
    return empty.length === 0 ? null : { message, errors: Object.fromEntries(empty.map((field) => [field, message])) };
  };
  const nobody = emptyOf(["name", "cpf"], refusalMessage("checkout_customer_required"));
  if (nobody !== null || isPickup) return nobody;
  return emptyOf(["cep", "street"], refusalMessage("checkout_address_required"));
}

/** What is typed, and what the server had when it was last looked at. */
export interface CustomerEdit {
  readonly text: CustomerText;
  readonly seen: CustomerText;
}

/**
 * The edit over what is stored now: fields that nobody has typed in follow, those that say the same now are settled. What
 * is left over is being typed here and was changed elsewhere (UX conventions F6, P3).
 */
export function follow(edit: CustomerEdit, stored: CustomerText): CustomerEdit {
  let { text, seen } = edit;
  for (const field of CUSTOMER_FIELDS) {
    if (seen[field] === stored[field]) continue;
    if (text[field] !== seen[field] && text[field] !== stored[field]) continue;
    text = { ...text, [field]: stored[field] };
    seen = { ...seen, [field]: stored[field] };
  }
  return seen === edit.seen ? edit : { text, seen };
}

/** After `follow`: the fields that somebody else has changed meanwhile. */
export function conflictsOf({ seen }: CustomerEdit, stored: CustomerText): CustomerField[] {
  return CUSTOMER_FIELDS.filter((field) => seen[field] !== stored[field]);
}

export function settle(
  edit: CustomerEdit,
  stored: CustomerText,
  field: CustomerField,
  whose: "mine" | "theirs",
): CustomerEdit {
  const seen = { ...edit.seen, [field]: stored[field] };
  return { seen, text: whose === "mine" ? edit.text : { ...edit.text, [field]: stored[field] } };
}

export const isChanged = ({ text, seen }: CustomerEdit): boolean =>
  CUSTOMER_FIELDS.some((field) => text[field].trim() !== seen[field].trim());
