import { isCep, isState } from "../../../domain/addresses";
import {
  checkCustomerFields,
  MAX_CUSTOMER_TEXT,
  type CustomerAddress,
  type CustomerFields,
} from "../../../domain/customers";
import { digitsOf, isCpf } from "../../../domain/documents";
import { refusalMessage, type ChangedMeanwhile, type RefusalCode } from "../../../domain/errors";
import { addressText, cepText, cpfText } from "../../lib/personText";
import type { FieldErrors } from "../../ui/useFieldErrors";

const ADDRESS_FIELDS = ["cep", "street", "number", "complement", "neighborhood", "city", "state"] as const;
/** The fields that are typed, from top to bottom. */
export const CUSTOMER_FIELDS = ["name", "cpf", "email", "whatsappGroup", ...ADDRESS_FIELDS] as const;
export type CustomerField = (typeof CUSTOMER_FIELDS)[number];
/** A customer as the fields show it. */
export type CustomerText = Readonly<Record<CustomerField, string>>;

/** What the server keeps and compares as one value. */
export const STORED_FIELDS = ["name", "cpf", "email", "whatsappGroup", "address"] as const;
export type StoredField = (typeof STORED_FIELDS)[number];

const NO_ADDRESS: CustomerAddress = {
  cep: "",
  street: "",
  number: "",
  complement: "",
  neighborhood: "",
  city: "",
  state: "",
};

export function customerText({ name, cpf, email, whatsappGroup, address }: CustomerFields): CustomerText {
  const { cep, ...place } = address ?? NO_ADDRESS;
  return {
    name: name ?? "",
    cpf: cpfText(cpf ?? ""),
    email: email ?? "",
    whatsappGroup: whatsappGroup ?? "",
    cep: cepText(cep),
    ...place,
  };
}

/** The fields as typed, before any rule. */
function typedFields({ name, cpf, email, whatsappGroup, ...address }: CustomerText): CustomerFields {
  return { name, cpf, email, whatsappGroup, address };
}

export type CustomerReading =
  | { readonly ok: true; readonly fields: CustomerFields }
  | { readonly ok: false; readonly errors: FieldErrors<CustomerField> };

/** What the fields say, by the rule that the server applies again. Source: specification §5 "Customer create" (edit). */
export function readCustomer(text: CustomerText): CustomerReading {
  const errors = wrongOf(text);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const checked = checkCustomerFields(typedFields(text));
  if (checked.ok) return { ok: true, fields: checked.value };
  const { code, params } = checked.refusal;
  return { ok: false, errors: { [fieldOfRefusal(code) ?? "name"]: refusalMessage(code, params) } };
}

function wrongOf(text: CustomerText): FieldErrors<CustomerField> {
  const errors: FieldErrors<CustomerField> = {};
  for (const field of CUSTOMER_FIELDS) {
    if (text[field].trim().length > MAX_CUSTOMER_TEXT)
      errors[field] = refusalMessage("value_too_long", { max: MAX_CUSTOMER_TEXT });
  }
  const [cpf, cep, state] = [digitsOf(text.cpf), digitsOf(text.cep), text.state.trim().toUpperCase()];
  if (text.name.trim() === "") errors.name = refusalMessage("customer_name_required");
  if (text.cpf.trim() !== "" && !isCpf(cpf)) errors.cpf = refusalMessage("invalid_document");
  if (cep !== "" && !isCep(cep)) errors.cep = refusalMessage("invalid_cep");
  if (state !== "" && !isState(state)) errors.state = refusalMessage("invalid_state");
  return errors;
}

/** The field that a refusal of the server is about; null where it is about no field, or none can be told. */
export function fieldOfRefusal(code: RefusalCode): CustomerField | null {
  switch (code) {
    case "customer_name_required":
      return "name";
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

/** What has been typed, and what it began from: the second is sent along, so that nobody is overwritten unseen. */
export interface CustomerEdit {
  readonly text: CustomerText;
  readonly seen: CustomerFields;
}

/** Somebody made another value of something that is being typed. */
export interface FieldConflict {
  readonly shown: string;
  /** Null until the server has said who. */
  readonly by: { readonly actorName: string; readonly at: number } | null;
}

/**
 * The edit over what is stored now: what nobody has typed in follows, what says the same now is settled; what is left
 * over are conflicts (UX conventions F6, P3). An address is one thing: half of one and half of another is nobody's.
 */
export function follow(edit: CustomerEdit, stored: CustomerFields): CustomerEdit {
  const before = customerText(edit.seen);
  const now = customerText(stored);
  let { text, seen } = edit;
  for (const field of STORED_FIELDS) {
    if (valueOf(seen, field) === valueOf(stored, field)) continue;
    const typed = partsOf(field).some((part) => text[part] !== before[part]);
    if (typed && partsOf(field).some((part) => text[part] !== now[part])) continue;
    text = { ...text, ...pick(now, field) };
    seen = { ...seen, [field]: stored[field] };
  }
  return seen === edit.seen ? edit : { text, seen };
}

/** The field holds its own value still, but knows of the other: sending it now overwrites knowingly. */
export function keepMine(edit: CustomerEdit, field: StoredField, stored: CustomerFields): CustomerEdit {
  return { ...edit, seen: { ...edit.seen, [field]: stored[field] } };
}

export function takeTheirs(edit: CustomerEdit, field: StoredField, stored: CustomerFields): CustomerEdit {
  const { text, seen } = keepMine(edit, field, stored);
  return { seen, text: { ...text, ...pick(customerText(stored), field) } };
}

/** After `follow`: what is stored and neither typed nor seen. */
export function conflictsOf(
  { seen }: CustomerEdit,
  stored: CustomerFields,
  known: ChangedMeanwhile | null,
): Partial<Record<StoredField, FieldConflict>> {
  const conflicts: Partial<Record<StoredField, FieldConflict>> = {};
  for (const field of STORED_FIELDS) {
    if (valueOf(seen, field) === valueOf(stored, field)) continue;
    const isKnown = known?.field === field && (field === "address" || known.value === stored[field]);
    conflicts[field] = {
      shown: shownAs(stored, field),
      by: isKnown ? { actorName: known.actorName, at: known.at } : null,
    };
  }
  return conflicts;
}

/** Only what was changed is sent. */
export function changedFields(fields: CustomerFields, seen: CustomerFields): Partial<CustomerFields> {
  const changed = STORED_FIELDS.filter((field) => valueOf(fields, field) !== valueOf(seen, field));
  return Object.fromEntries(changed.map((field) => [field, fields[field]]));
}

function partsOf(field: StoredField): readonly CustomerField[] {
  return field === "address" ? ADDRESS_FIELDS : [field];
}

function pick(text: CustomerText, field: StoredField): Partial<CustomerText> {
  return Object.fromEntries(partsOf(field).map((part) => [part, text[part]]));
}

function valueOf(fields: CustomerFields, field: StoredField): string | null {
  if (field !== "address") return fields[field];
  const { address } = fields;
  return address === null ? null : JSON.stringify(ADDRESS_FIELDS.map((part) => address[part]));
}

function shownAs(fields: CustomerFields, field: StoredField): string {
  if (field === "address") return fields.address === null ? "vazio" : addressText(fields.address);
  const value = customerText(fields)[field];
  return value === "" ? "vazio" : value;
}
