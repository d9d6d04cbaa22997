import { isCep, isState } from "../../../domain/addresses";
import { MAX_CUSTOMER_TEXT, type CustomerAddress } from "../../../domain/customers";
import { digitsOf, isCnpj, isCpf } from "../../../domain/documents";
import { refusalMessage, type RefusalCode } from "../../../domain/errors";
import { labelIssues, NO_ADDRESS } from "../../../domain/labels";
import { cepText, maskCep, maskDocument, maskState } from "../../lib/personText";
import type { FieldErrors } from "../../ui/useFieldErrors";
import type { Preparation } from "./useLabels";

const ADDRESS_FIELDS = ["cep", "street", "number", "complement", "neighborhood", "city", "state"] as const;
/** From top to bottom. */
export const RECIPIENT_FIELDS = ["name", "document", "email", ...ADDRESS_FIELDS] as const;
export type RecipientField = (typeof RECIPIENT_FIELDS)[number];
export type RecipientText = Readonly<Record<RecipientField, string>>;

/** Who a label goes to, as the server keeps it; an address is one value. */
export interface Recipient {
  readonly name: string;
  /** CPF or CNPJ, digits. */
  readonly document: string;
  readonly email: string;
  readonly address: CustomerAddress;
}

export const SHOWS = {
  name: ["name"],
  document: ["document"],
  email: ["email"],
  address: ADDRESS_FIELDS,
} as const satisfies Readonly<Record<keyof Recipient, readonly RecipientField[]>>;

/** What is not known is empty. */
export function recipientOf({ recipient }: Preparation): Recipient {
  const { name, document, email, address } = recipient;
  return { name: name ?? "", document: document ?? "", email: email ?? "", address: address ?? NO_ADDRESS };
}

export function recipientText({ name, document, email, address }: Recipient): RecipientText {
  const { cep, ...place } = address;
  return { name, document: maskDocument(document), email, cep: cepText(cep), ...place };
}

export function maskRecipient(field: RecipientField, typed: string): string {
  switch (field) {
    case "document":
      return maskDocument(typed);
    case "cep":
      return maskCep(typed);
    case "state":
      return maskState(typed);
    default:
      return typed;
  }
}

/** What is typed, as the server keeps it. */
export function typedRecipient({ name, document, email, cep, ...place }: RecipientText): Recipient {
  const address = Object.fromEntries(Object.entries(place).map(([field, text]) => [field, text.trim()]));
  return {
    name: name.trim(),
    document: digitsOf(document),
    email: email.trim().toLowerCase(),
    address: { ...place, ...address, cep: digitsOf(cep) },
  };
}

/** What can not be kept at all; what is only missing may be saved and completed later. */
export function recipientErrors(text: RecipientText): FieldErrors<RecipientField> {
  const errors: FieldErrors<RecipientField> = {};
  for (const field of RECIPIENT_FIELDS) {
    if (text[field].trim().length > MAX_CUSTOMER_TEXT)
      errors[field] = refusalMessage("value_too_long", { max: MAX_CUSTOMER_TEXT });
  }
  const [document, cep] = [digitsOf(text.document), digitsOf(text.cep)];
  if (document !== "" && !isCpf(document) && !isCnpj(document)) errors.document = refusalMessage("invalid_document");
  if (cep !== "" && !isCep(cep)) errors.cep = refusalMessage("invalid_cep");
  if (text.state !== "" && !isState(text.state.toUpperCase())) errors.state = refusalMessage("invalid_state");
  return errors;
}

/**
 * What stands in the way of a label, at the fields it is about, by the rule that the server applies before anything is
 * bought. The phone is who the customer is, and stands apart.
 *
 * @param company the carrier that was chosen
 */
export function missingOf(
  text: RecipientText,
  { phone, company, senderDocument }: { phone: string; company: string; senderDocument: string },
): FieldErrors<RecipientField> {
  const person = { ...typedRecipient(text), phone };
  const errors: FieldErrors<RecipientField> = {};
  for (const { field, message } of labelIssues(person, company, senderDocument))
    if (field !== "phone") errors[field] ??= message;
  return errors;
}

/** The same of the sender, which is mended in Configuração de Frete. */
export function senderProblems({ sender }: Preparation, company: string): string[] {
  return labelIssues({ ...sender, address: sender }, company).map(({ message }) => message);
}

/** The field that a refusal of the server is about; null where it is about none. */
export function recipientFieldOf(code: RefusalCode): RecipientField | null {
  switch (code) {
    case "invalid_document":
      return "document";
    case "invalid_email":
      return "email";
    case "invalid_cep":
    case "label_cep_required":
      return "cep";
    case "invalid_state":
      return "state";
    default:
      return null;
  }
}
