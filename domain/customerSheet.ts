import { formatDate, formatTime, saoPauloDate } from "./calendar";
import { figuresOf, stepOf, type CustomerFigures, type CustomerTotals } from "./customerTotals";
import { formatBRL, type Cents } from "./money";
import { formatPhone } from "./phone";
import { NO_SUMS } from "./totals";
import type { Difference, Entry } from "./totalsSheet";

/** What is kept of customers as a sheet that can be laid beside one counted anew (see `domain/totalsSheet.ts`). */

/** Where a customer's kept totals are not what the orders of the phone say. */
export function compareCustomer(phone: string, kept: CustomerTotals, counted: CustomerTotals): Difference[] {
  const name = `cliente ${formatPhone(phone)}`;
  const pairs = [
    { name: `${name}, pedidos`, kept: sumsOf(kept.orders), counted: sumsOf(counted.orders) },
    {
      name: `${name}, pagos`,
      kept: sumsOf(kept.paidOrders, kept.spentCents),
      counted: sumsOf(counted.paidOrders, counted.spentCents),
    },
  ];
  const differing = pairs.filter(
    (pair) => pair.kept.orders !== pair.counted.orders || pair.kept.totalCents !== pair.counted.totalCents,
  );
  for (const [what, end] of [
    ["primeiro", "firstOrderAt"],
    ["último", "lastOrderAt"],
  ] as const) {
    if (kept[end] === counted[end]) continue;
    const instants = `guardado ${instant(kept[end])}, contado ${instant(counted[end])}`;
    const both = { kept: sumsOf(kept.orders), counted: sumsOf(counted.orders) };
    differing.push({ name: `${name}, ${what} pedido ${instants}`, ...both });
  }
  return differing;
}

function sumsOf(orders: number, totalCents: Cents = 0) {
  return { ...NO_SUMS, orders, totalCents };
}

function instant(at: number | null): string {
  return at === null ? "nunca" : `${formatDate(saoPauloDate(at))} ${formatTime(at)}`;
}

/** What one customer adds to what is kept of all; in these entries `orders` counts customers. */
export function customerEntries(totals: CustomerTotals): Entry[] {
  const step = stepOf(totals);
  return [...figuresEntries(figuresOf(totals)), ...(step === null ? [] : [stepEntry(step, 1)])];
}

/** The kept figures of all customers. */
export function figuresEntries({ customers, withOrders, withPaidOrders, spentCents }: CustomerFigures): Entry[] {
  return [
    { name: "clientes", ...sumsOf(customers, spentCents) },
    { name: "clientes com pedidos", ...sumsOf(withOrders) },
    { name: "clientes com pedidos pagos", ...sumsOf(withPaidOrders) },
  ];
}

/** How many customers are kept as standing on a step of what they spent. */
export function stepEntry(fromCents: Cents, customers: number): Entry {
  return { name: `clientes que gastaram a partir de ${formatBRL(fromCents)}`, ...sumsOf(customers) };
}
