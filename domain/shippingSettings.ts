import { digitsOf, isCnpj, isCpf } from "./documents";
import { isCep, isState, isWebAddress } from "./addresses";
import { ok, refuse, type Result } from "./errors";
import { parsePhone } from "./phone";

/** Where a service of the outside is spoken to in earnest or on trial. Source: specification §9. */
export const ENVIRONMENTS = ["sandbox", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The package an item is sent in where nothing else is known. */
export interface PackageDefaults {
  readonly defaultWeightGrams: number;
  readonly defaultLengthCm: number;
  readonly defaultHeightCm: number;
  readonly defaultWidthCm: number;
  readonly defaultDiameterCm: number;
}

/** What a company sends from and with. One record, edited by Sistema, Integrações and the shipping screen alike. */
export interface ShippingFields extends PackageDefaults {
  /** 8 digits. */
  readonly originCep: string;
  readonly environment: Environment;
  readonly apiBaseUrl: string;
  /** Where customers collect what they do not want sent. */
  readonly pickupUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly senderName: string;
  /** CPF or CNPJ, digits. */
  readonly senderDocument: string;
  readonly senderStreet: string;
  readonly senderNumber: string;
  readonly senderComplement: string;
  readonly senderNeighborhood: string;
  readonly senderCity: string;
  readonly senderState: string;
  readonly senderEmail: string;
  readonly senderPhone: string;
}

/** What holds where a company has saved nothing. Source: specification §9, product.md. */
export const SHIPPING_DEFAULTS: ShippingFields = {
  originCep: "31575060",
  environment: "sandbox",
  defaultWeightGrams: 300,
  defaultLengthCm: 20,
  defaultHeightCm: 2,
  defaultWidthCm: 16,
  defaultDiameterCm: 0,
  apiBaseUrl: "",
  pickupUrl: "",
  clientId: "",
  redirectUri: "",
  senderName: "",
  senderDocument: "",
  senderStreet: "",
  senderNumber: "",
  senderComplement: "",
  senderNeighborhood: "",
  senderCity: "",
  senderState: "",
  senderEmail: "",
  senderPhone: "",
};

export const MAX_SETTING_LENGTH = 500;
/** Heavier or longer than any parcel service takes: a slip of the finger. */
export const MAX_WEIGHT_GRAMS = 1_000_000;
export const MAX_LENGTH_CM = 1_000;

/**
 * The fields that were changed, in the form in which they are kept: digits without points, texts without outer spaces,
 * UF in capitals. An empty text is a field left empty; the postal code may not be.
 *
 * Refused with `invalid_cep`, `invalid_document`, `invalid_state`, `invalid_url`, `invalid_email`, the phone's refusals,
 * `invalid_measure` (whole; weight and sides from 1, the diameter from 0), `value_too_long`.
 * Source: specification §5 "Shipping config".
 */
export function checkShippingFields(typed: Partial<ShippingFields>): Result<Partial<ShippingFields>> {
  const kept = trimmed(typed);
  for (const value of Object.values(kept)) {
    if (typeof value === "string" && value.length > MAX_SETTING_LENGTH)
      return refuse("value_too_long", { max: MAX_SETTING_LENGTH });
  }
  if (kept.originCep !== undefined && !isCep(kept.originCep)) return refuse("invalid_cep");
  if (isFilled(kept.senderDocument) && !isCpf(kept.senderDocument) && !isCnpj(kept.senderDocument))
    return refuse("invalid_document");
  if (isFilled(kept.senderState) && !isState(kept.senderState)) return refuse("invalid_state");
  const addresses = [kept.apiBaseUrl, kept.pickupUrl, kept.redirectUri];
  if (addresses.some((address) => isFilled(address) && !isWebAddress(address))) return refuse("invalid_url");
  if (isFilled(kept.senderEmail) && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(kept.senderEmail))
    return refuse("invalid_email");
  const phone = isFilled(kept.senderPhone) ? parsePhone(kept.senderPhone) : null;
  if (phone !== null && !phone.ok) return phone;
  return areMeasures(kept) ? ok(kept) : refuse("invalid_measure");
}

function trimmed(typed: Partial<ShippingFields>): Partial<ShippingFields> {
  const plain = Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [field, typeof value === "string" ? value.trim() : value]),
  ) as Partial<ShippingFields>;
  return {
    ...plain,
    ...(plain.originCep === undefined ? {} : { originCep: digitsOf(plain.originCep) }),
    ...(plain.senderDocument === undefined ? {} : { senderDocument: digitsOf(plain.senderDocument) }),
    ...(plain.senderState === undefined ? {} : { senderState: plain.senderState.toUpperCase() }),
    ...(plain.senderPhone === undefined ? {} : { senderPhone: digitsOf(plain.senderPhone) }),
  };
}

function areMeasures(fields: Partial<ShippingFields>): boolean {
  const sides = [fields.defaultLengthCm, fields.defaultHeightCm, fields.defaultWidthCm];
  return (
    isWithin(fields.defaultWeightGrams, 1, MAX_WEIGHT_GRAMS) &&
    sides.every((side) => isWithin(side, 1, MAX_LENGTH_CM)) &&
    isWithin(fields.defaultDiameterCm, 0, MAX_LENGTH_CM)
  );
}

function isWithin(number: number | undefined, lowest: number, highest: number): boolean {
  return number === undefined || (Number.isInteger(number) && number >= lowest && number <= highest);
}

function isFilled(text: string | undefined): text is string {
  return text !== undefined && text !== "";
}
