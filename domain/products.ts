import { normalizeCode } from "./codes";
import { ok, refuse, type Result } from "./errors";
import { MAX_QUANTITY } from "./launch";
import type { Cents } from "./money";

/** A product as it is typed: what may be left empty is null. */
export interface ProductDraft {
  readonly code: string;
  readonly name: string;
  readonly priceCents: Cents | null;
  /** In units; null counts as none. */
  readonly stock: number | null;
  readonly color: string | null;
  readonly size: string | null;
  readonly isActive: boolean;
}

/** A product that can be kept. */
export interface ProductFields extends ProductDraft {
  readonly priceCents: Cents;
  readonly stock: number;
}

export const MAX_PRODUCT_CODE = 40;
export const MAX_PRODUCT_NAME = 120;
export const MAX_VARIATION = 60;
/** A million reais for one piece is a slip of the hand. */
const MAX_PRICE_CENTS = 100_000_000;

/**
 * The fields of a product as they are kept: the code in its one form, spaces around texts gone, empty texts null.
 *
 * Refused with `fields_required` (code, name or price missing), `value_too_long`, `invalid_amount`, `invalid_stock`.
 * Source: specification §5 "Product".
 */
export function checkProductDraft(draft: ProductDraft): Result<ProductFields> {
  const { priceCents, stock: typedStock, isActive } = draft;
  const code = normalizeCode(draft.code);
  const name = draft.name.trim();
  const [color, size] = [textOrNull(draft.color), textOrNull(draft.size)];
  if (code === "" || name === "" || priceCents === null) return refuse("fields_required");
  if (code.length > MAX_PRODUCT_CODE) return refuse("value_too_long", { max: MAX_PRODUCT_CODE });
  if (name.length > MAX_PRODUCT_NAME) return refuse("value_too_long", { max: MAX_PRODUCT_NAME });
  if (Math.max(color?.length ?? 0, size?.length ?? 0) > MAX_VARIATION)
    return refuse("value_too_long", { max: MAX_VARIATION });
  if (!isWholeUpTo(priceCents, MAX_PRICE_CENTS)) return refuse("invalid_amount");
  const stock = typedStock ?? 0;
  if (!isWholeUpTo(stock, MAX_QUANTITY)) return refuse("invalid_stock");
  return ok({ code, name, priceCents, stock, color, size, isActive });
}

function textOrNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

function isWholeUpTo(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= max;
}

/**
 * The code to suggest for the next product: one more than the highest of the form `C151`, so that a number is never
 * given twice while its product is there.
 */
export function nextCode(codes: Iterable<string>): string {
  let highest = 0;
  for (const code of codes) {
    const digits = /^C(\d{1,9})$/.exec(code)?.[1];
    if (digits !== undefined) highest = Math.max(highest, Number(digits));
  }
  return `C${highest + 1}`;
}
