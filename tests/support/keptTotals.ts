import type { Doc } from "../../convex/_generated/dataModel";
import type { Shop } from "./builders";

/**
 * Every kept total of a company and what it should be, counted from nothing but orders and lines in the most naive way
 * there is. Totals of zero are left out on both sides: a row that has come back to nothing is as good as none.
 */
export async function keptAndCounted(shop: Shop): Promise<{ kept: Sheet; counted: Sheet }> {
  return { kept: await keptTotals(shop), counted: await countTotals(shop) };
}

/** `name of the total` → `count/centavos/pieces`. */
type Sheet = Record<string, string>;

type Counts = [orders: number, cents: number, pieces: number];

class Counter {
  private readonly counts = new Map<string, Counts>();

  add(name: string, [orders, cents, pieces]: Counts): void {
    const [o, c, p] = this.counts.get(name) ?? [0, 0, 0];
    this.counts.set(name, [o + orders, c + cents, p + pieces]);
  }

  sheet(): Sheet {
    const entries = [...this.counts].filter(([, counts]) => counts.some((count) => count !== 0));
    return Object.fromEntries(
      entries.map(([name, counts]) => [name, counts.join("/")] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }
}

async function countTotals(shop: Shop): Promise<Sheet> {
  const counter = new Counter();
  const items = await shop.rows("cartItems");
  for (const order of await shop.rows("orders")) {
    const lines = items.filter((item) => item.cartId === order.cartId);
    const cents = order.adjustmentCents + lines.reduce((sum, line) => sum + line.quantity * line.unitPriceCents, 0);
    const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
    const half = order.isPaid ? "paid" : "open";
    const own: Counts = [1, cents, pieces];
    counter.add(`order ${order.number}`, own);
    counter.add(`event ${order.eventDate} ${order.eventType} ${half}`, own);
    counter.add(`event null ${order.eventType} ${half}`, own);
    counter.add(`hour ${order.eventDate} ${hourOf(order.createdAt)} ${half}`, own);
    counter.add(`day ${order.createdDate} ${half}`, own);
    if (order.whatsappGroup !== null) counter.add(`group ${order.whatsappGroup} ${half}`, own);
    for (const line of lines) {
      const lineCounts: Counts = [0, line.quantity * line.unitPriceCents, line.quantity];
      counter.add(`product ${line.productId} ${order.createdDate} ${half}`, lineCounts);
    }
  }
  for (const { phone } of await shop.rows("customers")) {
    const orders = (await shop.rows("orders")).filter(({ customerPhone }) => customerPhone === phone);
    orders.sort((a, b) => a.number - b.number);
    const paid = orders.filter(({ isPaid }) => isPaid);
    const spent = paid.reduce((sum, { totalCents }) => sum + totalCents, 0);
    counter.add(`customer ${phone}`, [orders.length, spent, paid.length]);
    counter.add(`customer ${phone} ends`, [0, orders[0]?.createdAt ?? 0, orders.at(-1)?.createdAt ?? 0]);
    counter.add("customers", [1, spent, 0]);
    counter.add("buyers", [orders.length > 0 ? 1 : 0, 0, paid.length > 0 ? 1 : 0]);
    if (paid.length > 0) counter.add(`step ${firstTwoDigits(spent)}`, [1, 0, 0]);
  }
  return counter.sheet();
}

/** São Paulo has been three hours behind all year since 2019. */
function hourOf(createdAt: number): string {
  return new Date(createdAt - 3 * 3_600_000).toISOString().slice(0, 13);
}

function firstTwoDigits(cents: number): string {
  const digits = String(cents);
  return digits.slice(0, 2).padEnd(digits.length, "0");
}

async function keptTotals(shop: Shop): Promise<Sheet> {
  const counter = new Counter();
  for (const order of await shop.rows("orders")) {
    counter.add(`order ${order.number}`, [1, order.totalCents, order.pieces]);
  }
  for (const row of await shop.rows("eventTotals")) addSplit(counter, `event ${row.eventDate} ${row.eventType}`, row);
  for (const row of await shop.rows("hourTotals")) addSplit(counter, `hour ${row.eventDate} ${row.hour}`, row);
  for (const row of await shop.rows("dayTotals")) addSplit(counter, `day ${row.createdDate}`, row);
  for (const row of await shop.rows("groupTotals")) addSplit(counter, `group ${row.group}`, row);
  for (const row of await shop.rows("productDayTotals")) {
    const name = `product ${row.productId} ${row.createdDate}`;
    counter.add(`${name} open`, [0, row.openCents, row.openPieces]);
    counter.add(`${name} paid`, [0, row.paidCents, row.paidPieces]);
  }
  for (const { phone, totals } of await shop.rows("customers")) {
    if (totals === undefined) throw new Error("a customer should have totals");
    counter.add(`customer ${phone}`, [totals.orders, totals.spentCents, totals.paidOrders]);
    counter.add(`customer ${phone} ends`, [0, totals.firstOrderAt ?? 0, totals.lastOrderAt ?? 0]);
  }
  for (const row of await shop.rows("customerFigures")) {
    counter.add("customers", [row.customers, row.spentCents, 0]);
    counter.add("buyers", [row.withOrders, 0, row.withPaidOrders]);
  }
  for (const row of await shop.rows("customerSpendSteps")) counter.add(`step ${row.fromCents}`, [row.customers, 0, 0]);
  return counter.sheet();
}

function addSplit(counter: Counter, name: string, { open, paid }: Pick<Doc<"dayTotals">, "open" | "paid">): void {
  counter.add(`${name} open`, [open.orders, open.totalCents, open.pieces]);
  counter.add(`${name} paid`, [paid.orders, paid.totalCents, paid.pieces]);
}
