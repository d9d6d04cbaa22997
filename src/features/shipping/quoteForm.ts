import { digitsOf } from "../../../domain/documents";
import { kgText, parseCm, parseKg } from "../../../domain/measures";
import { parseBRL, type Cents } from "../../../domain/money";
import { quoteProblems, type QuoteField, type TypedQuote } from "../../../domain/quotes";
import { SHIPPING_DEFAULTS } from "../../../domain/shippingSettings";
import { cepText, maskCep } from "../../lib/personText";
import { moneyText } from "../../ui/MoneyField";
import type { FieldErrors } from "../../ui/useFieldErrors";
import type { SavedQuote } from "./useShipping";

/** From top to bottom. Source: specification §5 "Quote". */
export const QUOTE_FIELDS = [
  "cep",
  "weightGrams",
  "heightCm",
  "widthCm",
  "lengthCm",
  "insuredCents",
] as const satisfies readonly QuoteField[];
export interface QuoteText extends Record<QuoteField, string> {
  readonly withPickup: boolean;
}

/** The package that most things go in; the destination is always another. */
export const NEW_QUOTE: QuoteText = {
  cep: "",
  weightGrams: kgText(SHIPPING_DEFAULTS.defaultWeightGrams),
  heightCm: String(SHIPPING_DEFAULTS.defaultHeightCm),
  widthCm: String(SHIPPING_DEFAULTS.defaultWidthCm),
  lengthCm: String(SHIPPING_DEFAULTS.defaultLengthCm),
  insuredCents: "",
  withPickup: false,
};

export interface AskedQuote extends TypedQuote {
  readonly withPickup: boolean;
}

export type QuoteReading =
  { readonly ok: true; readonly asked: AskedQuote } | { readonly ok: false; readonly errors: FieldErrors<QuoteField> };

/** What the fields say, by the rule that the server applies again. */
export function readQuote({ withPickup, ...text }: QuoteText): QuoteReading {
  const typed: TypedQuote = {
    cep: digitsOf(text.cep),
    weightGrams: filled(text.weightGrams, parseKg),
    heightCm: filled(text.heightCm, parseCm),
    widthCm: filled(text.widthCm, parseCm),
    lengthCm: filled(text.lengthCm, parseCm),
    insuredCents: filled(text.insuredCents, readAmount),
  };
  const errors = quoteProblems(typed);
  return Object.keys(errors).length === 0 ? { ok: true, asked: { ...typed, withPickup } } : { ok: false, errors };
}

/** NaN for what is no amount. */
function readAmount(text: string): Cents {
  const amount = parseBRL(text);
  return amount.ok ? amount.value : Number.NaN;
}

function filled(text: string, read: (text: string) => number): number | null {
  return text.trim() === "" ? null : read(text);
}

/** A saved quote as the fields would have it, to ask again. */
export function textOfQuote(quote: SavedQuote): QuoteText {
  return {
    cep: cepText(quote.cep),
    weightGrams: kgText(quote.weightGrams),
    heightCm: String(quote.heightCm),
    widthCm: String(quote.widthCm),
    lengthCm: String(quote.lengthCm),
    insuredCents: quote.insuredCents === null ? "" : moneyText(quote.insuredCents),
    withPickup: false,
  };
}

/** What a field shows while somebody types at its end: `31575-060`, at most nine characters. */
export function maskQuote(field: QuoteField, typed: string): string {
  return field === "cep" ? maskCep(typed) : typed;
}

/** `20 × 2 × 16`: length, height, width, as everywhere. */
export function sizeText({
  lengthCm,
  heightCm,
  widthCm,
}: Pick<SavedQuote, "lengthCm" | "heightCm" | "widthCm">): string {
  return `${lengthCm} × ${heightCm} × ${widthCm}`;
}
