import { addDays, type CalendarDate } from "./calendar";

/** How many carts of the phone are looked at. Source: specification §9. */
export const MATCHED_CARTS = 5;
const WINDOW_DAYS = 2;

/**
 * The cart whose lines stand for an order that has none of its own: of the phone's last five, the newest whose event
 * date is within two days of the order's, otherwise the newest.
 *
 * @param carts the phone's carts, newest first
 * Source: specification §4 "Orders list", §9 "Cart match window 2 days, last 5 carts".
 */
export function matchCart<Cart extends { readonly eventDate: CalendarDate }>(
  orderDate: CalendarDate,
  carts: readonly Cart[],
): Cart | null {
  const last = carts.slice(0, MATCHED_CARTS);
  const [from, to] = [addDays(orderDate, -WINDOW_DAYS), addDays(orderDate, WINDOW_DAYS)];
  return last.find(({ eventDate }) => eventDate >= from && eventDate <= to) ?? last[0] ?? null;
}
