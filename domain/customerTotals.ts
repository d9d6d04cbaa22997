import type { Cents } from "./money";

/** What is kept of a customer's orders, on the customer's own row. */
export interface CustomerTotals {
  readonly orders: number;
  readonly paidOrders: number;
  /** What the paid orders are worth. */
  readonly spentCents: Cents;
  /** When the order of the lowest number was made, epoch milliseconds; null without an order. */
  readonly firstOrderAt: number | null;
  /** The same of the highest number. */
  readonly lastOrderAt: number | null;
}

export const NO_CUSTOMER_TOTALS: CustomerTotals = {
  orders: 0,
  paidOrders: 0,
  spentCents: 0,
  firstOrderAt: null,
  lastOrderAt: null,
};

/** The facts of an order that its customer's totals are made of. */
export interface CustomerOrder {
  readonly customerPhone: string;
  readonly isPaid: boolean;
  readonly totalCents: Cents;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/**
 * Whether an order's change from one state to another concerns its customer's totals. What an unpaid order is worth does
 * not: a launch onto an open order leaves its customer alone.
 */
export function concernsCustomer(before: CustomerOrder, after: CustomerOrder | null): boolean {
  if (after === null) return true;
  if (before.customerPhone !== after.customerPhone || before.isPaid !== after.isPaid) return true;
  return after.isPaid && before.totalCents !== after.totalCents;
}

type CustomerSums = Pick<CustomerTotals, "orders" | "paidOrders" | "spentCents">;

/** What one order adds to its customer's sums. */
export function orderSums({ isPaid, totalCents }: CustomerOrder): CustomerSums {
  return { orders: 1, paidOrders: isPaid ? 1 : 0, spentCents: isPaid ? totalCents : 0 };
}

/** Totals with an order more (`sign` 1) or less (-1); when it was first and last bought is the caller's to say. */
export function withOrder(totals: CustomerTotals, order: CustomerOrder, sign: 1 | -1): CustomerTotals {
  const { orders, paidOrders, spentCents } = orderSums(order);
  return {
    ...totals,
    orders: totals.orders + sign * orders,
    paidOrders: totals.paidOrders + sign * paidOrders,
    spentCents: totals.spentCents + sign * spentCents,
  };
}

/** Totals with an order that was made after all others. */
export function withNewOrder(totals: CustomerTotals, order: CustomerOrder): CustomerTotals {
  const firstOrderAt = totals.firstOrderAt ?? order.createdAt;
  return { ...withOrder(totals, order, 1), firstOrderAt, lastOrderAt: order.createdAt };
}

/** Totals counted anew from a customer's orders, in the order of their numbers. */
export function countCustomer(orders: readonly CustomerOrder[]): CustomerTotals {
  const sums = orders.reduce((totals, order) => withOrder(totals, order, 1), NO_CUSTOMER_TOTALS);
  return { ...sums, firstOrderAt: orders[0]?.createdAt ?? null, lastOrderAt: orders.at(-1)?.createdAt ?? null };
}

/** What is kept of all customers of a company together. */
export interface CustomerFigures {
  readonly customers: number;
  /** With an order, paid or not. */
  readonly withOrders: number;
  readonly withPaidOrders: number;
  readonly spentCents: Cents;
}

export const NO_CUSTOMER_FIGURES: CustomerFigures = { customers: 0, withOrders: 0, withPaidOrders: 0, spentCents: 0 };

/** What one customer adds to the company's figures; null is no customer. */
export function figuresOf(totals: CustomerTotals | null): CustomerFigures {
  if (totals === null) return NO_CUSTOMER_FIGURES;
  const { orders, paidOrders, spentCents } = totals;
  return { customers: 1, withOrders: orders > 0 ? 1 : 0, withPaidOrders: paidOrders > 0 ? 1 : 0, spentCents };
}

/** Figures after a customer went from one state to another. */
export function moveFigures(
  figures: CustomerFigures,
  before: CustomerTotals | null,
  after: CustomerTotals | null,
): CustomerFigures {
  const [less, more] = [figuresOf(before), figuresOf(after)];
  return {
    customers: figures.customers + more.customers - less.customers,
    withOrders: figures.withOrders + more.withOrders - less.withOrders,
    withPaidOrders: figures.withPaidOrders + more.withPaidOrders - less.withPaidOrders,
    spentCents: figures.spentCents + more.spentCents - less.spentCents,
  };
}

/**
 * The step of the ladder of amounts that a sum stands on: its first two digits, then zeros (R$ 1.234,56 → R$ 1.200,00).
 * Customers are counted by step, so that the one in the middle of thousands is found by reading few rows.
 */
export function spendStep(cents: Cents): Cents {
  const unit = stepUnit(cents);
  return Math.floor(cents / unit) * unit;
}

/** Where the step above begins. */
export function nextSpendStep(step: Cents): Cents {
  return step + stepUnit(step);
}

function stepUnit(cents: Cents): number {
  let unit = 1;
  while (cents >= unit * 100) unit *= 10;
  return unit;
}

/** The step of a customer who has paid for something; null for all others, who are on none. */
export function stepOf(totals: CustomerTotals | null): Cents | null {
  return totals === null || totals.paidOrders === 0 ? null : spendStep(totals.spentCents);
}
