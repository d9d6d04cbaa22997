import { isCnpj, isCpf } from "../server/documents";
import { asFields, asList, asText, type Fields } from "../server/exchange";
import { toCents } from "../server/money";
import { businessError, invalid, refuse, requiredField } from "./errors";
import type { Parcel } from "./parcels";
import { priceOf, type Price } from "./quote";
import { SERVICES, type CarrierService } from "./services";
import { stateOf } from "./states";

export interface CartEntry {
  readonly service: CarrierService;
  readonly price: Price;
  readonly volumes: readonly Fields[];
}

const KEY_DIGITS = 44;
/** It is quoted but cannot be bought through the API. */
const AZUL = 9;

type Errors = Record<string, string[]>;

/** Refused with 422: fields all at once, then the rules of the business one by one. Source: contracts/melhor-envio.md §4. */
export function readCartEntry(sent: Fields): CartEntry {
  const errors: Errors = {};
  const service = SERVICES.find(({ id }) => id === sent.service);
  if (sent.service === undefined) errors.service = [requiredField("service")];
  else if (service === undefined) errors.service = ["O campo service selecionado é inválido."];
  const isPost = service?.isPost ?? true;
  for (const side of ["from", "to"] as const) checkParticipant(asFields(sent[side]), side, isPost, errors);
  checkProducts(asList(sent.products).map(asFields), errors);
  const volumes = asList(sent.volumes).map(asFields);
  checkVolumes(volumes, errors);
  checkOptions(sent, errors);
  if (service === undefined || Object.keys(errors).length > 0) return refuse(invalid(errors));
  checkBusiness(sent, service, volumes);
  const price = priceOf(service, {
    from: asText(asFields(sent.from).postal_code) ?? "",
    to: asText(asFields(sent.to).postal_code) ?? "",
    parcels: volumes.map((volume, at) => parcelOf(volume, at === 0 ? insuranceOf(sent) : 0)),
    services: null,
    options: { receipt: asFields(sent.options).receipt === true, ownHand: asFields(sent.options).own_hand === true },
  });
  if (typeof price === "string") return refuse(businessError(422, price));
  return { service, price, volumes };
}

export const insuranceOf = ({ options }: Fields): number => {
  const { insurance_value: value } = asFields(options);
  return typeof value === "number" ? toCents(value) : 0;
};

function checkParticipant(person: Fields, side: string, isPost: boolean, errors: Errors): void {
  const needed = ["name", "address", "number", "city", "state_abbr", "postal_code"];
  const neededByRoad = isPost ? [] : ["district", "email", "phone"];
  for (const field of [...needed, ...neededByRoad])
    if (!asText(person[field])?.trim()) errors[`${side}.${field}`] = [requiredField(`${side}.${field}`)];
  const cep = asText(person.postal_code) ?? "";
  const state = asText(person.state_abbr) ?? "";
  if (cep !== "" && !/^\d{8}$/.test(cep))
    errors[`${side}.postal_code`] = [`O campo ${side}.postal code deve ter 8 dígitos.`];
  else if (cep !== "" && state !== "" && stateOf(cep) !== state)
    errors[`${side}.state_abbr`] = [`O campo ${side}.state abbr não corresponde ao CEP informado.`];
  checkDocuments(person, side, errors);
}

function checkDocuments(person: Fields, side: string, errors: Errors): void {
  const cpf = asText(person.document) ?? "";
  const cnpj = asText(person.company_document) ?? "";
  if (cpf === "" && cnpj === "") errors[`${side}.document`] = [requiredField(`${side}.document`)];
  if (cpf !== "" && !isCpf(cpf)) errors[`${side}.document`] = [`O campo ${side}.document não é um CPF válido.`];
  if (cnpj !== "" && !isCnpj(cnpj))
    errors[`${side}.company_document`] = [`O campo ${side}.company document não é um CNPJ válido.`];
}

function checkProducts(products: readonly Fields[], errors: Errors): void {
  if (products.length === 0) errors.products = [requiredField("products")];
  for (const [at, { name, quantity, unitary_value: value }] of products.entries()) {
    if (!asText(name)) errors[`products.${at}.name`] = [requiredField(`products.${at}.name`)];
    if (!(Number(quantity) > 0)) errors[`products.${at}.quantity`] = [requiredField(`products.${at}.quantity`)];
    if (!(Number(value) >= 0)) errors[`products.${at}.unitary_value`] = [requiredField(`products.${at}.unitary_value`)];
  }
}

function checkVolumes(volumes: readonly Fields[], errors: Errors): void {
  if (volumes.length === 0) errors.volumes = [requiredField("volumes")];
  for (const [at, volume] of volumes.entries())
    for (const side of ["height", "width", "length", "weight"])
      if (!(Number(volume[side]) > 0)) errors[`volumes.${at}.${side}`] = [requiredField(`volumes.${at}.${side}`)];
}

/** Either it is no sale of a company, or there is an invoice; never both. */
function checkOptions({ options, from }: Fields, errors: Errors): void {
  const { non_commercial: isNonCommercial, invoice, insurance_value: insurance } = asFields(options);
  if (insurance !== undefined && typeof insurance !== "number")
    errors["options.insurance_value"] = ["O campo options.insurance value deve ser um número."];
  const { key } = asFields(invoice);
  if (isNonCommercial === true) {
    if (asText(key))
      errors["options.invoice"] = ["O campo options.invoice não deve ser enviado em envios não comerciais."];
    return;
  }
  if (!new RegExp(`^\\d{${KEY_DIGITS}}$`).test(asText(key) ?? ""))
    errors["options.invoice.key"] = [requiredField("options.invoice.key")];
  if (!asText(asFields(from).state_register)) errors["from.state_register"] = [requiredField("from.state_register")];
}

function checkBusiness({ from, to }: Fields, service: CarrierService, volumes: readonly Fields[]): void {
  const [sender, recipient] = [asText(asFields(from).document), asText(asFields(to).document)];
  if (sender && sender === recipient)
    refuse(businessError(422, "Os documentos (CPFs) dos participantes do frete não podem ser iguais"));
  if (service.company.id === AZUL)
    refuse(businessError(422, "Esta transportadora não está disponível para compra por integração."));
  if (service.isPost && volumes.length !== 1)
    refuse(businessError(422, "Esta transportadora aceita apenas um volume por etiqueta."));
}

function parcelOf(volume: Fields, insuranceCents: number): Parcel {
  return {
    widthCm: Number(volume.width),
    heightCm: Number(volume.height),
    lengthCm: Number(volume.length),
    grams: Math.round(Number(volume.weight) * 1000),
    insuranceCents,
    products: [],
    isPacked: false,
  };
}
