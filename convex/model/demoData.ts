import { addDays, saoPauloDate } from "../../domain/calendar";
import type { EventType } from "../../domain/events";
import { seededRandom, type Random } from "../lib/seededRandom";
import {
  DEMO_AREA_CODES,
  DEMO_COLORS,
  DEMO_FIRST_NAMES,
  DEMO_GROUPS,
  DEMO_MODELS,
  DEMO_SURNAMES,
  type DemoColor,
  type DemoModel,
} from "./demoCatalogue";
import { launchInstants, liveSpan, paymentInstant } from "./demoInstants";

/**
 * The demonstration company as plain data: the same for the same instant, whoever asks, and for the same day the same
 * but for the instants of that day. The seed writes it, tests and benches read it. Everything in it is invented.
 */

export interface DemoProduct {
  readonly code: string;
  readonly name: string;
  readonly priceCents: number;
  readonly stock: number;
  readonly initialStock: number;
  readonly size: string;
  readonly color: DemoColor;
  readonly model: DemoModel;
}

export interface DemoCustomer {
  readonly phone: string;
  readonly name: string;
  readonly whatsappGroup: string | null;
}

export interface DemoLine {
  readonly code: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
  /** Epoch milliseconds; ascending within an order. */
  readonly launchedAt: number;
}

export interface DemoOrder {
  readonly phone: string;
  readonly eventType: EventType;
  /** Also the day the order was created on: a live ends before midnight. */
  readonly eventDate: string;
  /** Epoch milliseconds; null while it is open. */
  readonly paidAt: number | null;
  /** At least one. */
  readonly lines: readonly DemoLine[];
  /** Which of the two members of staff launched it. */
  readonly operator: 0 | 1;
}

export interface DemoData {
  readonly products: readonly DemoProduct[];
  readonly customers: readonly DemoCustomer[];
  /** Oldest first: the order of their numbers. */
  readonly orders: readonly DemoOrder[];
}

const SEED = 0x10aade30;
/** Instants are drawn apart, so that what happened does not change with when. */
const SEED_OF_INSTANTS = 0x20000000;
const CUSTOMERS = 40;
export const DEMO_ORDERS = 300;
const WEEKS = 6;
/** A live today, two days ago and four days ago, and the same in each week before. */
const LIVE_DAYS = [4, 2, 0];

/** @param now epoch milliseconds; its São Paulo day is the day of the latest live, and nothing is later */
export function buildDemoData(now: number): DemoData {
  const random = seededRandom(SEED);
  const products = buildProducts(random);
  const customers = buildCustomers(random);
  return {
    products,
    customers,
    orders: withInstants(buildOrders(random, saoPauloDate(now), products, customers), now),
  };
}

function pick<T>(items: readonly T[], at: number): T {
  const item = items[at % items.length];
  if (item === undefined) throw new Error("a list to pick from should not be empty");
  return item;
}

const whole = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1));

/** The product that every example launches: enough of it that a first evening does not sell it out. */
const SHOWN_CODE = "C151";
const FIRST_CODE = 101;

function buildProducts(random: Random): DemoProduct[] {
  return DEMO_MODELS.flatMap((model, modelAt) =>
    model.sizes.map((size, variant) => {
      const code = `C${FIRST_CODE + modelAt * model.sizes.length + variant}`;
      const initialStock = code === SHOWN_CODE ? 12 : whole(random, 3, 30);
      const sold = code === SHOWN_CODE ? 0 : Math.floor(random() * (initialStock + 1));
      const color = pick(DEMO_COLORS, modelAt * 2 + variant * 3);
      const { name, priceCents } = model;
      return { code, name, priceCents, size, color, model, initialStock, stock: initialStock - sold };
    }),
  );
}

function buildCustomers(random: Random): DemoCustomer[] {
  return Array.from({ length: CUSTOMERS }, (_, at) => {
    const round = Math.floor(at / DEMO_FIRST_NAMES.length);
    const name = `${pick(DEMO_FIRST_NAMES, at)} ${pick(DEMO_SURNAMES, at * 3 + round)}`;
    // The position is part of the number, so no two customers share a phone.
    const subscriber = `9${whole(random, 1000, 9999)}${String(1000 + at * 17)}`;
    const group = random() < 0.6 ? pick(DEMO_GROUPS, whole(random, 0, 2)) : null;
    return { phone: `55${pick(DEMO_AREA_CODES, at)}${subscriber}`, name, whatsappGroup: group };
  });
}

/** An order before it is known when anything happened. */
interface UndatedOrder extends Omit<DemoOrder, "lines" | "paidAt"> {
  readonly lines: readonly UndatedLine[];
  readonly isPaid: boolean;
}

type UndatedLine = Omit<DemoLine, "launchedAt">;

function buildOrders(
  random: Random,
  today: string,
  products: readonly DemoProduct[],
  customers: readonly DemoCustomer[],
): UndatedOrder[] {
  const dates = liveDates(today);
  return dates.flatMap(({ date, daysAgo }, at) => {
    const count = Math.floor(((at + 1) * DEMO_ORDERS) / dates.length) - Math.floor((at * DEMO_ORDERS) / dates.length);
    // One order per customer and live: at most one of a phone and date may be open.
    return shuffled(random, customers)
      .slice(0, count)
      .map(({ phone }) => ({
        phone,
        eventType: eventTypeOf(random),
        eventDate: date,
        isPaid: random() < paidShare(daysAgo),
        lines: buildLines(random, products),
        operator: random() < 0.6 ? 0 : 1,
      }));
  });
}

function liveDates(today: string): { date: string; daysAgo: number }[] {
  return Array.from({ length: WEEKS }, (_, at) => WEEKS - 1 - at).flatMap((week) =>
    LIVE_DAYS.map((day) => ({ date: addDays(today, -(week * 7 + day)), daysAgo: week * 7 + day })),
  );
}

function paidShare(daysAgo: number): number {
  if (daysAgo === 0) return 0.35;
  return daysAgo < 7 ? 0.75 : 0.94;
}

function eventTypeOf(random: Random): EventType {
  const roll = random();
  if (roll < 0.6) return "LIVE";
  if (roll < 0.78) return "MANUAL";
  return roll < 0.92 ? "WHATSAPP" : "BAZAR";
}

function buildLines(random: Random, products: readonly DemoProduct[]): UndatedLine[] {
  return shuffled(random, products)
    .slice(0, whole(random, 1, 4))
    .map(({ code, priceCents }) => ({ code, unitPriceCents: priceCents, quantity: random() < 0.8 ? 1 : 2 }));
}

/** Says when each order was launched, line by line, and when it was paid. */
function withInstants(orders: readonly UndatedOrder[], now: number): DemoOrder[] {
  const random = seededRandom(SEED_OF_INSTANTS);
  const lives = new Map<string, UndatedOrder[]>();
  for (const order of orders) lives.set(order.eventDate, [...(lives.get(order.eventDate) ?? []), order]);
  return [...lives].flatMap(([date, live]) => {
    const span = liveSpan(date, now);
    return live.map(({ isPaid, lines, ...order }, at) => {
      const instants = launchInstants(random, span, { at, of: live.length }, lines.length);
      const paidAt = isPaid ? paymentInstant(random, pick(instants, instants.length - 1), now) : null;
      return {
        ...order,
        paidAt,
        lines: lines.map((line, lineAt) => ({ ...line, launchedAt: pick(instants, lineAt) })),
      };
    });
  });
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
