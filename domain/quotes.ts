import { isCep } from "./addresses";
import { digitsOf } from "./documents";
import { ok, refuse, refusalMessage, type PlainRefusalCode, type Result } from "./errors";
import { MAX_LENGTH_CM, MAX_WEIGHT_GRAMS } from "./shippingSettings";
import type { Cents } from "./money";

/**
 * Asking what a parcel costs to send.
 *
 * Source: specification §5 "Quote".
 */

/** As typed; null is a field left empty. */
export interface TypedQuote {
  readonly cep: string;
  readonly weightGrams: number | null;
  readonly heightCm: number | null;
  readonly widthCm: number | null;
  readonly lengthCm: number | null;
  /** What it is worth; null is nothing declared. */
  readonly insuredCents: Cents | null;
}

export interface QuoteRequest {
  /** 8 digits. */
  readonly cep: string;
  readonly weightGrams: number;
  readonly heightCm: number;
  readonly widthCm: number;
  readonly lengthCm: number;
  readonly insuredCents: Cents | null;
}

export type QuoteField = keyof TypedQuote;

/** 0.1 kg, also the step. */
export const WEIGHT_STEP_GRAMS = 100;
/** More than any carrier insures: a slip of the finger. Inferred. */
const MAX_INSURED_CENTS = 100_000_000;

const REQUIRED = ["cep", "weightGrams", "heightCm", "widthCm", "lengthCm"] as const satisfies readonly QuoteField[];

/** What is wrong with each field, in the order of the form. */
function refusals(typed: TypedQuote): [QuoteField, PlainRefusalCode][] {
  const found: [QuoteField, PlainRefusalCode][] = [];
  const demand = (field: QuoteField, isRight: boolean, code: PlainRefusalCode): void => {
    if (!isRight) found.push([field, code]);
  };
  for (const field of REQUIRED) demand(field, !isEmpty(typed[field]), "fields_required");
  const { cep, weightGrams, insuredCents } = typed;
  demand("cep", isEmpty(cep) || isCep(digitsOf(cep)), "invalid_cep");
  demand("weightGrams", weightGrams === null || isWeight(weightGrams), "invalid_weight");
  for (const side of ["heightCm", "widthCm", "lengthCm"] as const)
    demand(side, isEmpty(typed[side]) || isWithin(typed[side], 1, MAX_LENGTH_CM), "invalid_side");
  demand("insuredCents", insuredCents === null || isWithin(insuredCents, 0, MAX_INSURED_CENTS), "invalid_amount");
  return found;
}

/** A sentence for each field that is not right, for the form. */
export function quoteProblems(typed: TypedQuote): Partial<Record<QuoteField, string>> {
  return Object.fromEntries(refusals(typed).map(([field, code]) => [field, refusalMessage(code)]));
}

/**
 * Refused with `fields_required`, then with `invalid_cep`, `invalid_weight` (from 0.1 kg, by 0.1 kg), `invalid_side` (whole,
 * from 1 cm), `invalid_amount` (from 0).
 */
export function checkQuote(typed: TypedQuote): Result<QuoteRequest> {
  const [first] = refusals(typed);
  if (first !== undefined) return refuse(first[1]);
  // Nothing that is required is missing: `refusals` has said so.
  return ok({ ...typed, cep: digitsOf(typed.cep) } as QuoteRequest);
}

function isEmpty(value: string | number | null): value is null | "" {
  return value === null || (typeof value === "string" && value.trim() === "");
}

function isWeight(grams: number): boolean {
  return isWithin(grams, WEIGHT_STEP_GRAMS, MAX_WEIGHT_GRAMS) && grams % WEIGHT_STEP_GRAMS === 0;
}

function isWithin(number: number | null, lowest: number, highest: number): boolean {
  return number !== null && Number.isInteger(number) && number >= lowest && number <= highest;
}
