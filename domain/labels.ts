import { isCep, isState } from "./addresses";
import type { CustomerAddress } from "./customers";
import { isCnpj, isCpf } from "./documents";
import { splitQuantity } from "./freight";
import { lineTotal, sumCents, type Cents } from "./money";
import type { PackageDefaults } from "./shippingSettings";

/** What a label is bought with: who sends, who receives, what is in the parcel. */

export interface LabelPerson {
  readonly name: string;
  /** CPF or CNPJ, digits; empty where it is not known, like every other text here. */
  readonly document: string;
  readonly email: string;
  /** Digits. */
  readonly phone: string;
  readonly address: CustomerAddress;
}

export const NO_ADDRESS: CustomerAddress = {
  cep: "",
  street: "",
  number: "",
  complement: "",
  neighborhood: "",
  city: "",
  state: "",
};

export type LabelField = "name" | "document" | "email" | "phone" | Exclude<keyof CustomerAddress, "complement">;

/** What stands in the way of a label, and what to do about it. */
export interface LabelIssue {
  readonly field: LabelField;
  readonly message: string;
}

const MISSING: Readonly<Record<LabelField, string>> = {
  name: "Informe o nome",
  document: "Informe o CPF ou CNPJ",
  email: "Informe o e-mail: esta transportadora exige",
  phone: "Informe o telefone: esta transportadora exige",
  cep: "Informe o CEP",
  street: "Informe a rua",
  number: "Informe o número (ou S/N)",
  neighborhood: "Informe o bairro",
  city: "Informe a cidade",
  state: "Informe a UF",
};

/** The post is content with an address; every other carrier wants to reach people. Source: contracts/melhor-envio.md §4. */
const CONTACT_FIELDS: ReadonlySet<LabelField> = new Set(["email", "phone"]);
const POST = "correios";

export function isPost(company: string): boolean {
  return company.trim().toLowerCase() === POST;
}

/**
 * What is missing or wrong of one of the two people of a parcel. Looked at before anything is bought: a label cannot be
 * changed afterwards.
 *
 * @param company the carrier
 * @param otherDocument of the other person: both may not be the same CPF
 * Source: contracts/melhor-envio.md §4.
 */
export function labelIssues(person: LabelPerson, company: string, otherDocument = ""): LabelIssue[] {
  const { address, document } = person;
  const values: Readonly<Record<LabelField, string>> = { ...address, ...person };
  const wanted = (Object.keys(MISSING) as LabelField[]).filter(
    (field) => !isPost(company) || !CONTACT_FIELDS.has(field),
  );
  const missing = wanted.filter((field) => values[field].trim() === "");
  const issues = missing.map((field) => ({ field, message: MISSING[field] }));
  const wrong = (field: LabelField, isRight: boolean, message: string): void => {
    if (values[field].trim() !== "" && !isRight) issues.push({ field, message });
  };
  wrong("document", isCpf(document) || isCnpj(document), "CPF ou CNPJ inválido");
  wrong("document", document !== otherDocument, "O CPF do destinatário não pode ser o mesmo do remetente");
  wrong("cep", isCep(address.cep), "CEP inválido. Use 8 dígitos.");
  wrong("state", isState(address.state), "UF inválida. Use a sigla do estado, como MG.");
  return issues;
}

export interface LabelVolume {
  readonly weightGrams: number;
  readonly lengthCm: number;
  readonly heightCm: number;
  readonly widthCm: number;
}

export interface LabelLine {
  readonly code: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
}

export interface LabelParcel {
  readonly volumes: readonly LabelVolume[];
  readonly insuredCents: Cents;
  readonly lines: readonly LabelLine[];
}

/**
 * What is sent: the boxes that the chosen quote has packed; where it names none, the order's things in their usual
 * package laid on one another. A line of more than carriers take in one is several.
 *
 * Source: specification §9 "Default package per item", contracts/melhor-envio.md §3, §4.
 */
export function parcelOf(
  lines: readonly LabelLine[],
  packed: readonly (LabelVolume & { readonly insuredCents: Cents })[],
  measures: PackageDefaults,
): LabelParcel {
  const worthCents = sumCents(lines.map(({ unitPriceCents, quantity }) => lineTotal(unitPriceCents, quantity)));
  const declared = lines.flatMap((line) => splitQuantity(line.quantity).map((quantity) => ({ ...line, quantity })));
  if (packed.length === 0) return { volumes: [stack(lines, measures)], insuredCents: worthCents, lines: declared };
  const volumes = packed.map(({ weightGrams, lengthCm, heightCm, widthCm }) => {
    return { weightGrams, lengthCm, heightCm, widthCm };
  });
  return { volumes, insuredCents: sumCents(packed.map(({ insuredCents }) => insuredCents)), lines: declared };
}

function stack(lines: readonly LabelLine[], measures: PackageDefaults): LabelVolume {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    weightGrams: measures.defaultWeightGrams * pieces,
    lengthCm: measures.defaultLengthCm,
    heightCm: measures.defaultHeightCm * pieces,
    widthCm: measures.defaultWidthCm,
  };
}
