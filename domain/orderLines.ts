import { ok, refuse, type Result } from "./errors";
import { isQuantity, type Line } from "./launch";
import { lineTotal, type Cents } from "./money";
import { isAmount, linesCents, settleAmount, type OrderAmount } from "./orderTotal";

/** What a change of one line does to an order, as far as its sums go. */
export interface OrderSums extends OrderAmount {
  /** In units, over all lines. */
  readonly pieces: number;
}

export interface LineChange {
  /** The line as it is; null when the order has none of this product yet. */
  readonly before: Line | null;
  /** What it is to become; null when it is to go. */
  readonly after: Line | null;
  /** What is there of the product, in units; null when the product is gone. */
  readonly stock: number | null;
}

export interface LinePlan {
  readonly order: OrderSums;
  /** Null when the product is gone: nobody can give pieces back to it. */
  readonly stockLeft: number | null;
}

/**
 * What adding, changing or removing one line of an order does to order and stock. Raising the quantity takes stock by
 * the launch rule, lowering it and removing the line give stock back.
 *
 * @param order the sums before
 * Refused with `invalid_quantity`, `invalid_amount`, `insufficient_stock`, `product_not_found` (more of a product that
 * is gone).
 * Source: product.md "Selling".
 */
export function planLineChange({ before, after, stock }: LineChange, order: OrderSums): Result<LinePlan> {
  if (after !== null && !isQuantity(after.quantity)) return refuse("invalid_quantity");
  if (after !== null && !isAmount(after.unitPriceCents)) return refuse("invalid_amount");
  const taken = (after?.quantity ?? 0) - (before?.quantity ?? 0);
  if (taken > 0) {
    if (stock === null) return refuse("product_not_found");
    if (taken > stock) return refuse("insufficient_stock", { available: Math.max(0, stock) });
  }
  const lines = linesCents(order) + worthOf(after) - worthOf(before);
  return ok({
    order: { ...settleAmount(lines, order.adjustmentCents), pieces: order.pieces + taken },
    stockLeft: stock === null ? null : stock - taken,
  });
}

/** What a line adds to its order; nothing when there is none. */
export function worthOf(line: Line | null): Cents {
  return line === null ? 0 : lineTotal(line.unitPriceCents, line.quantity);
}

/**
 * The line after `quantity` more of its product were added: at the price that was typed, else at the price it has, else
 * (a new line) at the product's. Refused with `invalid_quantity`.
 *
 * Source: specification §4 "Edit dialog"; that a line keeps its price when none is typed is inferred.
 */
export function withAdded(
  line: Line | null,
  added: { readonly quantity: number; readonly unitPriceCents: Cents | null; readonly productPriceCents: Cents },
): Result<Line> {
  if (!isQuantity(added.quantity)) return refuse("invalid_quantity");
  return ok({
    quantity: (line?.quantity ?? 0) + added.quantity,
    unitPriceCents: added.unitPriceCents ?? line?.unitPriceCents ?? added.productPriceCents,
  });
}
