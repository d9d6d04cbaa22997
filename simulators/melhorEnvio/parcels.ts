import { asFields, asList, asText, type Fields } from "../server/exchange";
import { toCents } from "../server/money";
import { invalid, refuse, requiredField } from "./errors";
import type { CarrierService, Limits } from "./services";

/** One box as it is weighed and measured for a price. */
export interface Parcel {
  readonly widthCm: number;
  readonly heightCm: number;
  readonly lengthCm: number;
  readonly grams: number;
  readonly insuranceCents: number;
  readonly products: readonly { readonly id: string; readonly quantity: number }[];
  /** The service packed it itself, and takes the smallest box there is where things are smaller. */
  readonly isPacked: boolean;
}

export interface QuoteRequest {
  readonly from: string;
  readonly to: string;
  readonly parcels: readonly Parcel[];
  /** Null: all. */
  readonly services: readonly number[] | null;
  readonly options: { readonly receipt: boolean; readonly ownHand: boolean };
}

const MOST_PER_LINE = 100;

/** Refused with 422, all fields at once. Source: contracts/melhor-envio.md §3. */
export function readQuote(body: Fields): QuoteRequest {
  const errors: Record<string, string[]> = {};
  const from = readCep(asFields(body.from).postal_code, "from.postal_code", errors);
  const to = readCep(asFields(body.to).postal_code, "to.postal_code", errors);
  const options = asFields(body.options);
  const parcels = readParcels(body, options, errors);
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  const listed = asText(body.services);
  return {
    from,
    to,
    parcels,
    services: listed ? listed.split(",").map(Number) : null,
    options: { receipt: options.receipt === true, ownHand: options.own_hand === true },
  };
}

function readCep(value: unknown, field: string, errors: Record<string, string[]>): string {
  const digits = (asText(value) ?? "").replace("-", "");
  if (digits === "") errors[field] = [requiredField(field)];
  else if (!/^\d{8}$/.test(digits)) errors[field] = [`O campo ${field.replaceAll("_", " ")} deve ter 8 dígitos.`];
  return digits;
}

function readParcels(body: Fields, options: Fields, errors: Record<string, string[]>): Parcel[] {
  const products = asList(body.products).map(asFields);
  if (products.length > 0) return [packed(products, errors)];
  const volumes = asList(body.volumes).map(asFields);
  if (volumes.length > 0)
    return volumes.map((volume, at) => measured(volume, `volumes.${at}`, amountOf(volume.insurance), errors));
  if (body.package !== undefined)
    return [measured(asFields(body.package), "package", amountOf(options.insurance_value), errors)];
  errors.products = [requiredField("products")];
  return [];
}

/** Things are laid on one another in one box. */
function packed(products: readonly Fields[], errors: Record<string, string[]>): Parcel {
  const pieces = products.map((product, at) => {
    const piece = measured(product, `products.${at}`, amountOf(product.insurance_value), errors);
    const { quantity } = product;
    const isCount = typeof quantity === "number" && Number.isInteger(quantity) && quantity > 0;
    if (!isCount) errors[`products.${at}.quantity`] = [requiredField(`products.${at}.quantity`)];
    else if (quantity > MOST_PER_LINE)
      errors[`products.${at}.quantity`] = [`O campo products.${at}.quantity não pode ser superior a ${MOST_PER_LINE}.`];
    return { ...piece, id: asText(product.id) ?? String(at), quantity: isCount ? quantity : 0 };
  });
  const sum = (of: (piece: (typeof pieces)[number]) => number): number =>
    pieces.reduce((total, piece) => total + of(piece) * piece.quantity, 0);
  return {
    widthCm: Math.max(...pieces.map(({ widthCm }) => widthCm)),
    lengthCm: Math.max(...pieces.map(({ lengthCm }) => lengthCm)),
    heightCm: sum(({ heightCm }) => heightCm),
    grams: sum(({ grams }) => grams),
    insuranceCents: sum(({ insuranceCents }) => insuranceCents),
    products: pieces.map(({ id, quantity }) => ({ id, quantity })),
    isPacked: true,
  };
}

function measured(fields: Fields, path: string, insuranceCents: number, errors: Record<string, string[]>): Parcel {
  const read = (name: string): number => {
    const value = fields[name];
    const number = typeof value === "number" ? value : Number.NaN;
    if (!(number > 0)) errors[`${path}.${name}`] = [requiredField(`${path}.${name}`)];
    return number;
  };
  return {
    widthCm: read("width"),
    heightCm: read("height"),
    lengthCm: read("length"),
    grams: Math.round(read("weight") * 1000),
    insuranceCents,
    products: [],
    isPacked: false,
  };
}

const amountOf = (value: unknown): number => (typeof value === "number" ? toCents(value) : 0);

/** @returns why this service does not take it; null when it does */
export function whyNot({ limits }: Pick<CarrierService, "limits">, parcel: Parcel): string | null {
  const { widthCm, heightCm, lengthCm, grams, insuranceCents } = parcel;
  const sides = [
    [widthCm, limits.widthCm],
    [heightCm, limits.heightCm],
    [lengthCm, limits.lengthCm],
  ] as const;
  if (sides.some(([side, [, most]]) => side > most) || widthCm + heightCm + lengthCm > limits.mostSumCm)
    return "Dimensões do objeto ultrapassam o limite da transportadora.";
  if (!parcel.isPacked && sides.some(([side, [least]]) => side < least))
    return "Dimensões do objeto são menores que o mínimo da transportadora.";
  if (grams > limits.mostGrams) return "Peso do objeto ultrapassa o limite da transportadora.";
  if (insuranceCents > limits.mostInsuranceCents) return "Valor segurado ultrapassa o limite da transportadora.";
  return null;
}

/** The box it is billed as. */
export function boxOf(parcel: Parcel, limits: Limits): Pick<Parcel, "widthCm" | "heightCm" | "lengthCm"> {
  return {
    widthCm: Math.max(parcel.widthCm, limits.widthCm[0]),
    heightCm: Math.max(parcel.heightCm, limits.heightCm[0]),
    lengthCm: Math.max(parcel.lengthCm, limits.lengthCm[0]),
  };
}
