import type { CalendarDate } from "./calendar";
import { ok, refuse, type Result } from "./errors";
import type { Line } from "./launch";
import type { Cents } from "./money";
import { worthOf } from "./orderLines";

/** What decides whether two orders may become one. */
export interface Mergeable {
  readonly number: number;
  readonly customerPhone: string;
  readonly eventDate: CalendarDate;
  readonly isPaid: boolean;
}

/**
 * Whether one order may go into another: two different ones, of one phone and one event date, the second still open. The
 * first may be paid: it was about to go back to pending when the open one stood in its way.
 *
 * @param from with the phone it is about to get, where the phone is what was being changed
 * Refused with `cannot_merge`, which says why.
 * Source: product.md "Selling" ('Juntar pedidos').
 */
export function checkMerge(from: Mergeable, into: Mergeable): Result<null> {
  if (from.number === into.number) return refuse("cannot_merge", { reason: "Escolha dois pedidos diferentes" });
  if (into.isPaid) return refuse("cannot_merge", { reason: `O pedido #${into.number} já está pago` });
  if (from.eventDate !== into.eventDate) {
    return refuse("cannot_merge", { reason: "Os pedidos são de datas diferentes" });
  }
  if (from.customerPhone !== into.customerPhone) {
    return refuse("cannot_merge", { reason: "Os pedidos são de telefones diferentes" });
  }
  return ok(null);
}

/**
 * One product's lines of two orders as one line, at the price of the order that stays. What that changes about their
 * worth goes into the adjustment, so that nobody pays anything but what the two orders said.
 *
 * Inferred: an order has one line, and so one price, per product.
 */
export function mergeLine(own: Line | null, added: Line): { readonly line: Line; readonly differenceCents: Cents } {
  const unitPriceCents = own?.unitPriceCents ?? added.unitPriceCents;
  const line = { quantity: (own?.quantity ?? 0) + added.quantity, unitPriceCents };
  return { line, differenceCents: worthOf(own) + worthOf(added) - worthOf(line) };
}

/** Both observations as one, each once; that of the order that stays alone where both do not fit. */
export function mergeObservations(own: string | null, added: string | null, maxLength: number): string | null {
  if (own === null || added === null || own === added) return own ?? added;
  const both = `${own} / ${added}`;
  return both.length <= maxLength ? both : own;
}
