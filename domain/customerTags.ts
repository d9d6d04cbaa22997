import { addDays, saoPauloDate, type CalendarDate } from "./calendar";
import type { CustomerTotals } from "./customerTotals";
import type { Cents } from "./money";

export const CUSTOMER_TAGS = ["Novo", "Recorrente", "VIP", "Inativo"] as const;
export type CustomerTag = (typeof CUSTOMER_TAGS)[number];

const NEW_DAYS = 30;
const RECURRING_ORDERS = 3;
const VIP_ORDERS = 5;
const INACTIVE_DAYS = 90;

/** What tags are derived from: the day it is, and from what sum on somebody is of the top tenth. */
export interface TagMeasures {
  readonly today: CalendarDate;
  /** As `customers.overview` gives it; null where nobody has paid for anything. */
  readonly vipFromCents: Cents | null;
}

/**
 * The tags of a customer, derived from what is kept of the orders; somebody without an order has none.
 *
 * Novo: the first order within the last 30 days. Recorrente: 3 paid orders or more. VIP: of the top tenth by what they
 * spent, with 5 paid orders or more. Inativo: no order for 90 days.
 * Source: product.md "Customers".
 */
export function customerTags(totals: CustomerTotals, { today, vipFromCents }: TagMeasures): CustomerTag[] {
  const { firstOrderAt, lastOrderAt, paidOrders, spentCents } = totals;
  const tags: CustomerTag[] = [];
  if (firstOrderAt !== null && saoPauloDate(firstOrderAt) > addDays(today, -NEW_DAYS)) tags.push("Novo");
  if (paidOrders >= RECURRING_ORDERS) tags.push("Recorrente");
  if (vipFromCents !== null && spentCents >= vipFromCents && paidOrders >= VIP_ORDERS) tags.push("VIP");
  if (lastOrderAt !== null && saoPauloDate(lastOrderAt) <= addDays(today, -INACTIVE_DAYS)) tags.push("Inativo");
  return tags;
}

/** How many are the top tenth of those who have paid for something: at least one, where there is anybody. */
export function topTenth(withPaidOrders: number): number {
  return Math.ceil(withPaidOrders / 10);
}
