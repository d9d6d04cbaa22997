import { lineTotal, sumCents, type Cents } from "./money";

/** One line of what a payer is asked for. */
export interface PaymentItem {
  readonly code: string;
  readonly title: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
}

export interface Asked {
  readonly orderNumber: number;
  readonly lines: readonly PaymentItem[];
  readonly adjustmentCents: Cents;
  readonly discountCents: Cents;
  readonly freightCents: Cents;
  /** What earlier payments have brought already. */
  readonly receivedCents: Cents;
}

/**
 * What a payment link asks for, in lines that add up to exactly the amount. Providers take no negative line: where
 * something is taken off (a coupon, a discount, a part paid before), the goods are one line of what is left.
 *
 * Source: contracts/mercado-pago.md §2 (a line costs more than zero; freight is a line of its own).
 */
export function paymentItems(asked: Asked): PaymentItem[] {
  const goods = asked.lines.filter(({ unitPriceCents }) => unitPriceCents > 0);
  const goodsCents = sumCents(goods.map((line) => lineTotal(line.unitPriceCents, line.quantity)));
  const freight = extra("FRETE", "Frete", asked.freightCents);
  const dueCents = goodsCents + asked.adjustmentCents - asked.discountCents + asked.freightCents - asked.receivedCents;
  if (asked.receivedCents > 0) return extra(...summed(asked, "Restante do pedido"), dueCents);
  if (asked.adjustmentCents < 0 || asked.discountCents > 0) {
    return [...extra(...summed(asked, "Pedido"), dueCents - asked.freightCents), ...freight];
  }
  return [...goods, ...extra("AJUSTE", "Ajuste", asked.adjustmentCents), ...freight];
}

function summed({ orderNumber }: Asked, word: string): [code: string, title: string] {
  return [`PEDIDO-${orderNumber}`, `${word} #${orderNumber}`];
}

function extra(code: string, title: string, cents: Cents): PaymentItem[] {
  return cents <= 0 ? [] : [{ code, title, quantity: 1, unitPriceCents: cents }];
}

export function itemsCents(items: readonly PaymentItem[]): Cents {
  return sumCents(items.map((item) => lineTotal(item.unitPriceCents, item.quantity)));
}

/** What stands on the payer's bill: capitals and digits, at most 13. Source: contracts/mercado-pago.md §2. */
export function statementDescriptor(tenantName: string): string {
  const plain = tenantName
    .normalize("NFD")
    .replace(/[^A-Za-z0-9 ]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toUpperCase();
  return plain.slice(0, MAX_DESCRIPTOR).trim();
}

const MAX_DESCRIPTOR = 13;
