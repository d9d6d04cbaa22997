import { ok, refuse, type Result } from "./errors";
import { assertCents, lineTotal, type Cents } from "./money";

export interface Sale {
  /** In units, at least 1. */
  readonly quantity: number;
  readonly unitPriceCents: Cents;
  /** What is there before the launch, in units. */
  readonly stock: number;
  /** The line of this product already in the order's cart, which the launch joins; absent or null for none. */
  readonly line?: Line | null;
}

export interface Line {
  /** In units. */
  readonly quantity: number;
  readonly unitPriceCents: Cents;
}

export interface LaunchPlan {
  /** The product's line after the launch: all of it at the current price. */
  readonly line: Line;
  /** What the order grows by. Not quantity × price when the line had begun at another price. */
  readonly addedCents: Cents;
  /** The order's total after the launch. */
  readonly totalCents: Cents;
  readonly stockLeft: number;
}

/** More units in one launch than any shop holds: above this it is a slip of the keyboard. Inferred. */
export const MAX_QUANTITY = 100_000;

/**
 * What launching a sale does to the open order of that phone and event date.
 *
 * The specification puts a whole line at the current price. A line begun at another price therefore changes by more or
 * less than what is added, and so does the order: its total is always what its lines say.
 *
 * @param sale quantity and stock in units, unitPriceCents in centavos
 * @param openTotalCents total of the unpaid order found, or null when there is none
 * @returns the new total in centavos and the stock left; refused with `invalid_quantity` or `insufficient_stock`
 * Source: specification §4 "Manual launch flow", §5 "Launch sale".
 */
export function planLaunch(sale: Sale, openTotalCents: Cents | null): Result<LaunchPlan> {
  if (!isQuantity(sale.quantity)) return refuse("invalid_quantity");
  if (sale.quantity > sale.stock) return refuse("insufficient_stock", { available: Math.max(0, sale.stock) });
  const joined = sale.line ?? { quantity: 0, unitPriceCents: sale.unitPriceCents };
  const line = { quantity: joined.quantity + sale.quantity, unitPriceCents: sale.unitPriceCents };
  const addedCents = lineTotal(line.unitPriceCents, line.quantity) - lineTotal(joined.unitPriceCents, joined.quantity);
  const totalCents = (openTotalCents ?? 0) + addedCents;
  assertCents(totalCents);
  return ok({ line, addedCents, totalCents, stockLeft: sale.stock - sale.quantity });
}

/** Whether a number may be a quantity: whole, at least 1, not absurd. */
export function isQuantity(quantity: number): boolean {
  return Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
}

/**
 * Reads the quantity field: a whole number of at least 1, with or without the `x` people write beside it.
 * An empty field is 1, the specified default. Refused with `invalid_quantity`.
 */
export function parseQuantity(text: string): Result<number> {
  const typed = text.trim();
  if (typed === "") return ok(1);
  const match = /^[x*]?\s*(\d{1,6})\s*x?$/i.exec(typed);
  const quantity = Number(match?.[1] ?? Number.NaN);
  return isQuantity(quantity) ? ok(quantity) : refuse("invalid_quantity");
}
