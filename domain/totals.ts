import { saoPauloHour } from "./calendar";
import type { Cents } from "./money";

/** What one half of a kept total counts. */
export interface Sums {
  readonly orders: number;
  readonly totalCents: Cents;
  readonly pieces: number;
}

/** A kept total: unpaid and paid orders apart, so that marking an order paid moves it within one row. */
export interface SplitSums {
  readonly open: Sums;
  readonly paid: Sums;
}

/** The facts of an order that decide which kept totals it stands in, and with how much. */
export interface OrderFacts<Type extends string = string> {
  readonly eventDate: string;
  readonly eventType: Type;
  /** The São Paulo day the order was created on. */
  readonly createdDate: string;
  /** The instant it was, epoch milliseconds. */
  readonly createdAt: number;
  readonly whatsappGroup: string | null;
  readonly isPaid: boolean;
  readonly totalCents: Cents;
  readonly pieces: number;
}

/**
 * Names one kept total of a company. Footers and the telão read `event`, reports read `created`, the groups table
 * reads `group`, the report of one live `hour`: that in which its orders were opened ("2026-11-20T21").
 * `eventDate` null is the total over every date, so that a footer without a date filter stays cheap.
 */
export type TotalKey<Type extends string = string> =
  | { readonly scope: "event"; readonly eventDate: string | null; readonly eventType: Type }
  | HourKey
  | { readonly scope: "created"; readonly createdDate: string }
  | { readonly scope: "group"; readonly group: string };

export interface HourKey {
  readonly scope: "hour";
  readonly eventDate: string;
  readonly hour: string;
}

export interface TotalChange<Type extends string = string> {
  readonly key: TotalKey<Type>;
  /** To be added to both halves; its numbers may be negative. */
  readonly delta: SplitSums;
}

export const NO_SUMS: Sums = { orders: 0, totalCents: 0, pieces: 0 };
export const NO_SPLIT_SUMS: SplitSums = { open: NO_SUMS, paid: NO_SUMS };

export function addSums(a: Sums, b: Sums): Sums {
  return { orders: a.orders + b.orders, totalCents: a.totalCents + b.totalCents, pieces: a.pieces + b.pieces };
}

export function addSplitSums(a: SplitSums, b: SplitSums): SplitSums {
  return { open: addSums(a.open, b.open), paid: addSums(a.paid, b.paid) };
}

/** The kept totals that an order stands in: four, five with a WhatsApp group. */
export function totalKeys<Type extends string>(order: OrderFacts<Type>): TotalKey<Type>[] {
  const { eventDate, eventType, createdDate, createdAt, whatsappGroup } = order;
  const keys: TotalKey<Type>[] = [
    { scope: "event", eventDate, eventType },
    { scope: "event", eventDate: null, eventType },
    { scope: "hour", eventDate, hour: saoPauloHour(createdAt) },
    { scope: "created", createdDate },
  ];
  if (whatsappGroup !== null) keys.push({ scope: "group", group: whatsappGroup });
  return keys;
}

/** A text that is equal for equal keys, for telling totals apart in memory. */
export function totalKeyText(key: TotalKey): string {
  switch (key.scope) {
    case "event":
      return JSON.stringify(["event", key.eventDate, key.eventType]);
    case "hour":
      return JSON.stringify(["hour", key.eventDate, key.hour]);
    case "created":
      return JSON.stringify(["created", key.createdDate]);
    case "group":
      return JSON.stringify(["group", key.group]);
    default:
      return key satisfies never;
  }
}

/**
 * What the kept totals have to change by when an order goes from one state to another.
 *
 * @param before null when the order is being created
 * @param after null when it is being deleted
 * @returns one change per total that really changes; a total the order stays in gets the difference in one change
 * Source: architecture "Totals are kept, not computed".
 */
export function totalChanges<Type extends string>(
  before: OrderFacts<Type> | null,
  after: OrderFacts<Type> | null,
): TotalChange<Type>[] {
  const changes = new Map<string, TotalChange<Type>>();
  if (before !== null) accumulate(changes, before, -1);
  if (after !== null) accumulate(changes, after, 1);
  return [...changes.values()].filter(({ delta }) => !isNothing(delta.open) || !isNothing(delta.paid));
}

function accumulate<Type extends string>(
  changes: Map<string, TotalChange<Type>>,
  order: OrderFacts<Type>,
  sign: 1 | -1,
): void {
  const own: Sums = { orders: sign, totalCents: sign * order.totalCents, pieces: sign * order.pieces };
  const ownSplit: SplitSums = order.isPaid ? { open: NO_SUMS, paid: own } : { open: own, paid: NO_SUMS };
  for (const key of totalKeys(order)) {
    const text = totalKeyText(key);
    changes.set(text, { key, delta: addSplitSums(changes.get(text)?.delta ?? NO_SPLIT_SUMS, ownSplit) });
  }
}

function isNothing(sums: Sums): boolean {
  return sums.orders === 0 && sums.totalCents === 0 && sums.pieces === 0;
}
