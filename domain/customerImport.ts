import { csvPhone } from "./csv";
import { checkCustomerFields, checkNewCustomer, type CustomerAddress, type CustomerFields } from "./customers";
import { ok, refuse, type Result } from "./errors";
import { parsePhone } from "./phone";
import { readSheet, type RawRow, type Sheet, type SheetCells, type SheetColumn } from "./sheet";

type AddressKey = keyof CustomerAddress;
type CustomerKey = "phone" | Exclude<keyof CustomerFields, "address"> | AddressKey;

/** The columns of a file of customers, imported and exported alike. */
export const CUSTOMER_COLUMNS: readonly SheetColumn<CustomerKey>[] = [
  { key: "phone", title: "Telefone", aliases: ["celular", "whatsapp", "fone", "phone"], isRequired: true },
  { key: "name", title: "Nome", aliases: ["nome completo", "cliente", "name"], isRequired: false },
  { key: "cpf", title: "CPF", aliases: ["cpf/cnpj", "documento"], isRequired: false },
  { key: "email", title: "E-mail", aliases: ["email"], isRequired: false },
  { key: "cep", title: "CEP", aliases: ["codigo postal"], isRequired: false },
  { key: "street", title: "Rua", aliases: ["endereco", "logradouro"], isRequired: false },
  { key: "number", title: "Número", aliases: ["numero", "n", "nº", "no"], isRequired: false },
  { key: "complement", title: "Complemento", aliases: ["compl"], isRequired: false },
  { key: "neighborhood", title: "Bairro", aliases: [], isRequired: false },
  { key: "city", title: "Cidade", aliases: ["municipio", "localidade"], isRequired: false },
  { key: "state", title: "Estado", aliases: ["uf"], isRequired: false },
  { key: "whatsappGroup", title: "Grupo WhatsApp", aliases: ["grupo", "grupo do whatsapp"], isRequired: false },
];

const ADDRESS_KEYS: readonly AddressKey[] = ["cep", "street", "number", "complement", "neighborhood", "city", "state"];
const NO_ADDRESS: CustomerAddress = {
  cep: "",
  street: "",
  number: "",
  complement: "",
  neighborhood: "",
  city: "",
  state: "",
};

/** The rows of a file of customers, for preview and for sending. Refused as `readSheet` says. */
export function readCustomerSheet(file: readonly RawRow[]): Result<Sheet> {
  return readSheet(file, CUSTOMER_COLUMNS);
}

/** What a row says of a customer; what it leaves empty is absent. */
export interface CustomerRowDraft {
  readonly phone: string;
  readonly fields: Partial<Omit<CustomerFields, "address">>;
  /** The parts of the address that the row has. */
  readonly address: Partial<CustomerAddress>;
}

/**
 * A row as a customer. A name may be missing where customers that are known already are to be changed: whether this one
 * is, the company's data say.
 *
 * Refused with `customer_fields_required`, `invalid_customer_phone`, `invalid_document`, `invalid_email`, `invalid_cep`,
 * `invalid_state`, `value_too_long`.
 */
export function checkCustomerRow(
  cells: SheetCells,
  { updateExisting }: { readonly updateExisting: boolean },
): Result<CustomerRowDraft> {
  const { phone: typedPhone = "", name = "", cpf, email, whatsappGroup } = cells;
  const isNamed = name !== "" || !updateExisting;
  const known = isNamed ? checkNewCustomer({ phone: typedPhone, name }) : checkPhone(typedPhone);
  if (!known.ok) return known;
  const address: Partial<Record<AddressKey, string>> = {};
  for (const key of ADDRESS_KEYS) {
    const cell = cells[key];
    if (cell !== undefined) address[key] = key === "cep" ? withLostZeros(cell, CEP_DIGITS) : cell;
  }
  const wholeCpf = cpf === undefined ? undefined : withLostZeros(cpf, CPF_DIGITS);
  const fields = { ...(isNamed ? { name } : {}), ...only({ cpf: wholeCpf, email, whatsappGroup }) };
  const draft = { phone: known.value.phone, fields, address };
  const checked = applyCustomerRow({ ...NOBODY, name: "Sem nome" }, draft);
  return checked.ok ? ok(draft) : checked;
}

const NOBODY: CustomerFields = { name: null, cpf: null, email: null, address: null, whatsappGroup: null };

const CPF_DIGITS = 11;
const CEP_DIGITS = 8;

/** A spreadsheet takes `01310100` for a number and drops its zero: bare digits that are a little short get it back. */
function withLostZeros(cell: string, length: number): string {
  return /^\d+$/.test(cell) && cell.length >= length - 2 ? cell.padStart(length, "0") : cell;
}

function checkPhone(typed: string): Result<{ phone: string }> {
  if (typed.trim() === "") return refuse("customer_fields_required");
  const phone = parsePhone(typed);
  return phone.ok ? ok({ phone: phone.value }) : refuse("invalid_customer_phone");
}

function only(fields: Record<"cpf" | "email" | "whatsappGroup", string | undefined>): Partial<CustomerFields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A customer's fields with what a row says of them over what was known. Refused as `checkCustomerFields` says. */
export function applyCustomerRow(
  known: CustomerFields,
  { fields, address }: Pick<CustomerRowDraft, "fields" | "address">,
): Result<CustomerFields> {
  const merged = Object.keys(address).length === 0 ? known.address : { ...(known.address ?? NO_ADDRESS), ...address };
  return checkCustomerFields({ ...known, ...fields, address: merged });
}

/** A customer as a line of the export, which the import reads back; numbers with their punctuation, so that they stay texts. */
export function customerCsvRow({ phone, ...customer }: CustomerFields & { readonly phone: string }): string[] {
  const { name, cpf, email, address, whatsappGroup } = customer;
  const { cep, street, number, complement, neighborhood, city, state } = address ?? NO_ADDRESS;
  const place = [punctuated(cep, CEP_FORM), street, number, complement, neighborhood, city, state];
  const document = punctuated(cpf ?? "", CPF_FORM);
  return [csvPhone(phone), name ?? "", document, email ?? "", ...place, whatsappGroup ?? ""];
}

const CPF_FORM = { digits: /^(\d{3})(\d{3})(\d{3})(\d{2})$/, written: "$1.$2.$3-$4" };
const CEP_FORM = { digits: /^(\d{5})(\d{3})$/, written: "$1-$2" };

function punctuated(digits: string, form: { readonly digits: RegExp; readonly written: string }): string {
  return digits.replace(form.digits, form.written);
}

/** What a row is called where something is wrong with it. */
export function customerRowLabel({ phone, name }: SheetCells): string {
  return name ?? phone ?? "Linha sem telefone";
}
