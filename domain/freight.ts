import type { Cents } from "./money";
import { sha256 } from "./sha256";

/** A way an order can reach its customer. */
export interface FreightOption {
  readonly optionId: string;
  readonly name: string;
  readonly company: string;
  readonly priceCents: Cents;
  /** Business days; null where the carrier does not say. */
  readonly deliveryDays: number | null;
}

/** What is always possible. Source: specification §3 "Shipping option", §9. */
export const PICKUP: FreightOption = {
  optionId: "retirada",
  name: "Retirada - Retirar na Fábrica",
  company: "Retirada",
  priceCents: 0,
  deliveryDays: 3,
};

/** A line as far as what it weighs and is worth goes. */
export interface FreightLine {
  readonly productId: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
}

/** Says in one word whether an order's lines are still those a freight was asked for. */
export function freightFingerprint(lines: readonly FreightLine[]): string {
  const rows = lines.map(({ productId, quantity, unitPriceCents }) => [productId, quantity, unitPriceCents] as const);
  const sorted = rows.sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify(sorted)).slice(0, 16);
}

/** Carriers refuse more of one thing in one line. Source: contracts/melhor-envio.md §3. */
export const MAX_FREIGHT_QUANTITY = 100;

/** A line in as many as carriers want it in. */
export function splitQuantity(quantity: number): number[] {
  const whole = Math.floor(quantity / MAX_FREIGHT_QUANTITY);
  const rest = quantity % MAX_FREIGHT_QUANTITY;
  return [...Array<number>(whole).fill(MAX_FREIGHT_QUANTITY), ...(rest === 0 ? [] : [rest])];
}

/** A price is good for a day. Inferred. */
export const QUOTE_LIFE_MS = 24 * 60 * 60 * 1000;
