import { ok, refuse, type Result } from "./errors";

/** An amount of money as an integer number of centavos. The factor 100 is known to this file alone. */
export type Cents = number;

const CENTS_PER_REAL = 100;
/** A space that does not break, so that "R$" never stands alone at the end of a line. */
const NO_BREAK_SPACE = "\u00a0";

/** Throws when the number is not a whole, exactly representable number of centavos: that is a bug, not a refusal. */
export function assertCents(cents: Cents): void {
  if (!Number.isSafeInteger(cents)) {
    throw new Error(`an amount in centavos should be a safe integer, not ${cents}`);
  }
}

/** `123456` → `R$ 1.234,56` with a no-break space; negative amounts as `-R$ 1,00`. Not by `Intl`, which differs by host. */
export function formatBRL(cents: Cents): string {
  const { sign, reais, centavos } = split(cents);
  return `${sign}R$${NO_BREAK_SPACE}${groupThousands(reais)},${centavos}`;
}

/** `123456` → `1234.56`, the form that providers' JSON takes. */
export function toDecimalString(cents: Cents): string {
  const { sign, reais, centavos } = split(cents);
  return `${sign}${reais}.${centavos}`;
}

/**
 * Reads an amount as providers' JSON gives it, number or text: `142.8`, `"25.65"` → centavos; null where it is none, is
 * negative, or has parts of a centavo. Reads digits and multiplies nothing.
 */
export function fromDecimal(amount: number | string): Cents | null {
  const match = /^(\d+)(?:\.(\d{1,2})0*)?$/.exec(typeof amount === "number" ? withoutNoise(amount) : amount);
  if (match === null) return null;
  const cents = Number((match[1] ?? "") + (match[2] ?? "").padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** What sums of fractions leave behind (142.79999999999998) is no part of a centavo. */
function withoutNoise(amount: number): string {
  const rounded = amount.toFixed(2);
  return Math.abs(Number(rounded) - amount) < 1e-6 ? rounded : String(amount);
}

function split(cents: Cents): { sign: string; reais: string; centavos: string } {
  assertCents(cents);
  const magnitude = Math.abs(cents);
  return {
    sign: cents < 0 ? "-" : "",
    reais: String(Math.floor(magnitude / CENTS_PER_REAL)),
    centavos: String(magnitude % CENTS_PER_REAL).padStart(2, "0"),
  };
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ".");
}

const PLAIN = /^(\d+)$/;
const GROUPED = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/;
const COMMA_DECIMALS = /^(\d+),(\d{1,2})$/;
const POINT_DECIMALS = /^(\d+)\.(\d{1,2})$/;

/**
 * Reads an amount as a person types it: `12`, `12,5`, `12,50`, `12.50`, `1.234,56`, `R$ 12,50`; `1.234` is 1234,00.
 *
 * Reads digits and never multiplies a fraction, because `1.15 * 100` is not 115.
 * Refused with `invalid_amount`: empty, negative, more than two decimals, anything else.
 * Source: UX conventions N2.
 */
export function parseBRL(text: string): Result<Cents> {
  const amount = text.replace(/^\s*R\$/i, "").replace(/[\s\u00a0]+/g, "");
  const match =
    PLAIN.exec(amount) ?? GROUPED.exec(amount) ?? COMMA_DECIMALS.exec(amount) ?? POINT_DECIMALS.exec(amount);
  if (match === null) return refuse("invalid_amount");
  const reais = (match[1] ?? "").replaceAll(".", "");
  const centavos = (match[2] ?? "").padEnd(2, "0");
  const cents = Number(reais + centavos);
  return Number.isSafeInteger(cents) ? ok(cents) : refuse("invalid_amount");
}

/** Unit price times quantity, in centavos. */
export function lineTotal(unitPriceCents: Cents, quantity: number): Cents {
  assertCents(unitPriceCents);
  const total = unitPriceCents * quantity;
  assertCents(total);
  return total;
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const cents of amounts) total += cents;
  assertCents(total);
  return total;
}

/**
 * `percent` per cent of an amount, rounded half up to the centavo (half away from zero for negative amounts).
 * The percentage may have up to two decimals; it is counted in hundredths so that 0.1 + 0.2 stays exact.
 *
 * Source: product.md "Money": percent discounts round half up.
 */
export function percentOf(cents: Cents, percent: number): Cents {
  assertCents(cents);
  const hundredths = Math.round(percent * 100);
  const magnitude = Math.floor((Math.abs(cents) * Math.abs(hundredths) + 5_000) / 10_000);
  const negative = cents < 0 !== hundredths < 0;
  const rounded = negative && magnitude !== 0 ? -magnitude : magnitude;
  assertCents(rounded);
  return rounded;
}
