import { ok, refuse, type Result } from "./errors";
import type { Line } from "./launch";
import type { Cents } from "./money";

/** A launch as its receipt remembers it. */
export interface PastLaunch {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly orderNumber: number;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
  /** What the line cost before the launch; null when the launch began it. */
  readonly previousUnitPriceCents: Cents | null;
}

/** The order's line of the launched product as it stands. */
export interface CurrentLine extends Line {
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/**
 * What undoing a launch makes of its line: the pieces go, and the price goes back with them when the launch was the last
 * to touch the line. Null when nothing of the line is left.
 *
 * @param order null when it is gone @param line null when it is gone
 * Refused with `undo_refused`, which says why: the order is gone or paid, the line is gone or has fewer pieces.
 * Source: UX conventions U2.
 */
export function planUndo(
  launch: PastLaunch,
  order: { readonly isPaid: boolean } | null,
  line: CurrentLine | null,
): Result<Line | null> {
  const { orderNumber, quantity } = launch;
  if (order === null) return refuse("undo_refused", { reason: `O pedido #${orderNumber} não existe mais` });
  if (order.isPaid) return refuse("undo_refused", { reason: `O pedido #${orderNumber} já está pago` });
  if (line === null) return refuse("undo_refused", { reason: `O item já saiu do pedido #${orderNumber}` });
  if (line.quantity < quantity) {
    return refuse("undo_refused", { reason: `O pedido #${orderNumber} já tem menos peças deste item` });
  }
  if (line.quantity === quantity) return ok(null);
  const isLastTouch = line.changedAt === launch.at && line.unitPriceCents === launch.unitPriceCents;
  const unitPriceCents = isLastTouch ? (launch.previousUnitPriceCents ?? line.unitPriceCents) : line.unitPriceCents;
  return ok({ quantity: line.quantity - quantity, unitPriceCents });
}
