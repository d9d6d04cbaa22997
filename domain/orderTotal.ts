import { ok, refuse, type Result } from "./errors";
import type { Cents } from "./money";

/** Ten million reais: above this an amount is a slip of the keyboard, and sums of a company stay exact. Inferred. */
export const MAX_AMOUNT_CENTS: Cents = 1_000_000_000;

/** What an order costs, and how much of it is the line 'Ajuste': positive an acréscimo, negative a desconto. */
export interface OrderAmount {
  readonly totalCents: Cents;
  readonly adjustmentCents: Cents;
}

/** What the lines alone add up to: `total = lines + adjustment`. */
export function linesCents(order: OrderAmount): Cents {
  return order.totalCents - order.adjustmentCents;
}

/**
 * An order's amount after its lines have become worth `lines`. A discount never exceeds the lines: where they fall below
 * it, it shrinks with them, so that an order is worth nothing at the least.
 *
 * Source: product.md "Selling" (`total_amount` = lines + adjustment, never below zero); that the discount gives way
 * rather than the line's change being refused is inferred.
 */
export function settleAmount(lines: Cents, adjustmentCents: Cents): OrderAmount {
  // Not `-0`: it would be stored as another number than 0.
  const adjustment = Math.max(adjustmentCents, -lines) || 0;
  return { totalCents: lines + adjustment, adjustmentCents: adjustment };
}

/**
 * The amount of an order whose 'Valor Total' somebody types: the difference to its lines becomes the adjustment.
 *
 * Refused with `negative_total`, `invalid_amount` (not whole centavos, or too much).
 * Source: product.md "Selling".
 */
export function adjustAmount(order: OrderAmount, totalCents: Cents): Result<OrderAmount> {
  if (totalCents < 0) return refuse("negative_total");
  if (!isAmount(totalCents)) return refuse("invalid_amount");
  return ok({ totalCents, adjustmentCents: totalCents - linesCents(order) });
}

/** Whether a number may be a price or a total: whole centavos, not negative, not absurd. */
export function isAmount(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents >= 0 && cents <= MAX_AMOUNT_CENTS;
}
