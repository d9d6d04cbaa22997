import { formatDate } from "./calendar";
import type { Line } from "./launch";
import { worthOf } from "./orderLines";
import { sumCents, type Cents } from "./money";
import { monthOf, type Month } from "./reports";
import { totalKeys, type OrderFacts, type SplitSums, type Sums, type TotalKey } from "./totals";

/**
 * Kept totals as a sheet that can be laid beside one counted anew: each total under a name that an operator can read.
 * What keeps the totals (`totalChanges`) adds differences; what counts them here adds up orders and lines.
 */

/** One total by its name. */
export interface Entry extends Sums {
  readonly name: string;
}

/** A total that is not what its orders and lines add up to. */
export interface Difference {
  readonly name: string;
  readonly kept: Sums;
  readonly counted: Sums;
}

export interface CountedOrder extends OrderFacts {
  readonly number: number;
  readonly adjustmentCents: Cents;
}

/** A line under the name its product goes by. */
export interface NamedLine extends Line {
  readonly product: string;
}

/**
 * What one order adds to each total it stands in, counted from nothing but its lines and its adjustment.
 *
 * @param summedMonths the months whose best sellers are kept by month too
 */
export function countOrder(
  order: CountedOrder,
  lines: readonly NamedLine[],
  summedMonths: ReadonlySet<Month> = new Set(),
): Entry[] {
  const own = countLines(lines, order.adjustmentCents);
  const half = order.isPaid ? "paid" : "open";
  return [
    ...totalKeys(order).map((key) => ({ name: entryName(key, half), ...own })),
    ...lines.flatMap((line) => {
      const sold = { orders: 0, totalCents: worthOf(line), pieces: line.quantity };
      const month = monthOf(order.createdDate);
      const day = { name: productDayName(line.product, order.createdDate, half), ...sold };
      return summedMonths.has(month) ? [day, { name: productMonthName(line.product, month, half), ...sold }] : [day];
    }),
  ];
}

/** The order's own total and pieces where they are not what its lines say; null where they are. */
export function compareOrder(order: CountedOrder, lines: readonly Line[]): Difference | null {
  const kept = { orders: 1, totalCents: order.totalCents, pieces: order.pieces };
  const counted = countLines(lines, order.adjustmentCents);
  const isSame = kept.totalCents === counted.totalCents && kept.pieces === counted.pieces;
  return isSame ? null : { name: `pedido #${order.number}`, kept, counted };
}

function countLines(lines: readonly Line[], adjustmentCents: Cents): Sums {
  return {
    orders: 1,
    totalCents: adjustmentCents + sumCents(lines.map(worthOf)),
    pieces: lines.reduce((sum, line) => sum + line.quantity, 0),
  };
}

/** Both halves of a kept total. */
export function splitEntries(key: TotalKey, { open, paid }: SplitSums): Entry[] {
  return [
    { name: entryName(key, "open"), ...open },
    { name: entryName(key, "paid"), ...paid },
  ];
}

/** What a product sold, paid and unpaid apart. */
interface ProductSums {
  readonly openPieces: number;
  readonly openCents: Cents;
  readonly paidPieces: number;
  readonly paidCents: Cents;
}

/** Both halves of what a product sold on one day. */
export function productDayEntries(product: string, createdDate: string, row: ProductSums): Entry[] {
  return productEntries((half) => productDayName(product, createdDate, half), row);
}

/** Both halves of what a product sold in one month. */
export function productMonthEntries(product: string, month: Month, row: ProductSums): Entry[] {
  return productEntries((half) => productMonthName(product, month, half), row);
}

function productEntries(nameOf: (half: keyof SplitSums) => string, row: ProductSums): Entry[] {
  const entry = (half: keyof SplitSums, totalCents: Cents, pieces: number) => ({
    name: nameOf(half),
    orders: 0,
    totalCents,
    pieces,
  });
  return [entry("open", row.openCents, row.openPieces), entry("paid", row.paidCents, row.paidPieces)];
}

const HALVES = { open: "em aberto", paid: "pagos" };

function entryName(key: TotalKey, half: keyof SplitSums): string {
  return `${keyName(key)}, ${HALVES[half]}`;
}

function keyName(key: TotalKey): string {
  switch (key.scope) {
    case "event":
      return `${key.eventDate === null ? "todas as datas" : `data ${formatDate(key.eventDate)}`}, ${key.eventType}`;
    case "hour":
      return `hora ${hourName(key.hour)} da data ${formatDate(key.eventDate)}`;
    case "created":
      return `criados em ${formatDate(key.createdDate)}`;
    case "group":
      return `grupo ${key.group}`;
    default:
      return key satisfies never;
  }
}

/** `2026-11-20T21` → `20/11/2026 21h`. */
function hourName(hour: string): string {
  const [day = "", hh] = hour.split("T");
  return `${formatDate(day)} ${hh}h`;
}

function productDayName(product: string, createdDate: string, half: keyof SplitSums): string {
  return `produto ${product}, ${formatDate(createdDate)}, ${HALVES[half]}`;
}

function productMonthName(product: string, month: Month, half: keyof SplitSums): string {
  return `produto ${product}, mês ${month}, ${HALVES[half]}`;
}

/** Entries of one name as one entry. */
export function sumEntries(entries: readonly Entry[]): Entry[] {
  const sheet = new Map<string, Entry>();
  for (const entry of entries) {
    const { name, orders, totalCents, pieces } = sheet.get(entry.name) ?? {
      ...entry,
      orders: 0,
      totalCents: 0,
      pieces: 0,
    };
    sheet.set(name, {
      name,
      orders: orders + entry.orders,
      totalCents: totalCents + entry.totalCents,
      pieces: pieces + entry.pieces,
    });
  }
  return [...sheet.values()];
}
