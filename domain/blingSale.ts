import { addDays, formatDate } from "./calendar";
import type { CustomerAddress } from "./customers";
import { normalizeSearch } from "./codes";
import { lineTotal, sumCents, type Cents } from "./money";
import { formatPhone } from "./phone";
import { sha256 } from "./sha256";

/** What is sent to the ERP of one paid order, in our words; its adapter says it in the ERP's. */

export interface ErpItem {
  /** Null for what is no product of the shop (any more). */
  readonly code: string | null;
  readonly name: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
}

export interface ErpBuyer {
  readonly name: string | null;
  /** 11 digits. */
  readonly cpf: string | null;
  readonly email: string | null;
  /** Digits with country code. */
  readonly phone: string;
  readonly address: CustomerAddress | null;
}

export interface ErpSale {
  /** Ours: what the ERP is asked for the sale by. */
  readonly key: string;
  /** Days, `YYYY-MM-DD`. */
  readonly soldDate: string;
  readonly paidDate: string;
  readonly expectedDate: string;
  readonly buyer: ErpBuyer;
  readonly items: ErpItem[];
  readonly discountCents: Cents;
  /** What is asked for beyond the lines and the carrying. */
  readonly extraCents: Cents;
  /** Null when the buyer collects the order. */
  readonly freight: { readonly name: string; readonly priceCents: Cents; readonly trackingCode: string | null } | null;
  readonly totalCents: Cents;
  readonly paymentNote: string;
  readonly note: string;
  readonly internalNote: string;
}

export interface PaidOrderFacts {
  readonly slug: string;
  readonly number: number;
  readonly publicId: string;
  readonly createdDate: string;
  readonly paidDate: string;
  readonly eventDate: string;
  readonly observation: string | null;
  readonly buyer: ErpBuyer;
  readonly lines: readonly {
    readonly code: string | null;
    readonly name: string;
    readonly color: string | null;
    readonly size: string | null;
    readonly quantity: number;
    readonly unitPriceCents: Cents;
  }[];
  readonly adjustmentCents: Cents;
  /** Of the coupon. */
  readonly discountCents: Cents;
  readonly freight: {
    readonly name: string;
    readonly company: string;
    readonly priceCents: Cents;
    readonly deliveryDays: number | null;
  } | null;
  /** The parcel on its way; null while there is none. */
  readonly parcel: { readonly service: string; readonly trackingCode: string } | null;
  /** The provider's numbers of the payments that covered it; none when it was marked paid by hand. */
  readonly paymentIds: readonly string[];
}

/**
 * The number by which an order is known at the ERP, for good: the shop's own, and a random part, so that neither another
 * channel of the same ERP account nor an earlier life of this installation is taken for it.
 */
export function erpKey({ number, publicId }: { readonly number: number; readonly publicId: string }): string {
  return `${number}-${publicId}`;
}

/**
 * The sale of a paid order. Adjustment and coupon go as one: a discount above the lines, which the ERP refuses, cannot
 * come about, because an order's total is never below zero.
 *
 * @returns a sale whose total is the order's Total Geral: lines − discount + extra + freight
 * Source: contracts/bling.md §5 "Sales order", product.md "Selling".
 */
export function erpSaleOf(facts: PaidOrderFacts): ErpSale {
  const { createdDate, freight } = facts;
  const sold = facts.lines.map((line) => ({ ...line, name: nameOf(line) }));
  const beyondCents = facts.adjustmentCents - facts.discountCents;
  // The ERP takes no sale without a line.
  const isBare = sold.length === 0;
  const items = isBare
    ? [{ code: null, name: `Pedido #${facts.number}`, quantity: 1, unitPriceCents: Math.max(0, beyondCents) }]
    : sold.map(({ code, name, quantity, unitPriceCents }) => ({ code, name, quantity, unitPriceCents }));
  const discountCents = isBare ? 0 : Math.max(0, -beyondCents);
  const extraCents = isBare ? 0 : Math.max(0, beyondCents);
  const linesCents = sumCents(items.map(({ unitPriceCents, quantity }) => lineTotal(unitPriceCents, quantity)));
  return {
    key: erpKey(facts),
    soldDate: createdDate,
    paidDate: facts.paidDate,
    expectedDate: addDays(facts.paidDate, freight?.deliveryDays ?? 0),
    buyer: facts.buyer,
    items,
    discountCents,
    extraCents,
    freight: carriageOf(facts),
    totalCents: linesCents - discountCents + extraCents + (freight?.priceCents ?? 0),
    paymentNote: paymentNoteOf(facts.paymentIds),
    note: noteOf(facts),
    internalNote: `${facts.slug}:pedido_${erpKey(facts)}`,
  };
}

/** What was paid for carrying, and what carries it: a parcel may go by another service, or though it was to be collected. */
function carriageOf({ freight, parcel }: PaidOrderFacts): ErpSale["freight"] {
  if (freight === null && parcel === null) return null;
  const chosen = freight === null ? "" : `${freight.company} ${freight.name}`.trim();
  const priceCents = freight?.priceCents ?? 0;
  return { name: parcel?.service ?? chosen, priceCents, trackingCode: parcel?.trackingCode ?? null };
}

function nameOf({ name, color, size }: { name: string; color: string | null; size: string | null }): string {
  const variation = [color, size].filter((text) => text !== null && text !== "").join(", ");
  return variation === "" ? name : `${name} (${variation})`;
}

function paymentNoteOf(paymentIds: readonly string[]): string {
  return paymentIds.length === 0 ? "Marcado como pago" : `Mercado Pago ${paymentIds.join(", ")}`;
}

function noteOf({ number, eventDate, buyer, observation }: PaidOrderFacts): string {
  const about = `Pedido #${number}, venda de ${formatDate(eventDate)}, telefone ${formatPhone(buyer.phone)}`;
  return observation === null ? about : `${about}. ${observation}`;
}

/** Tells whether what was sent is what the order is now; the order of the fields says nothing. */
export function erpSaleHash(sale: ErpSale): string {
  return sha256(
    JSON.stringify(sale, (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  );
}

/** A person as the ERP's list shows one. */
export interface FoundBuyer {
  readonly id: number;
  readonly name: string;
  /** Digits; empty where none is known. */
  readonly cpf: string;
  /** As somebody typed them there. */
  readonly phones: readonly string[];
}

/** The one who bears this CPF; null when nobody does. Whoever bears it is that person, whatever the name. */
export function buyerByCpf(found: readonly FoundBuyer[], cpf: string): number | null {
  return found.find((person) => person.cpf === cpf)?.id ?? null;
}

/**
 * The one who is reached by this phone: the one of that name first, else the only one. Of several with other names
 * nobody is taken, and one with another CPF is another person.
 */
export function buyerByPhone(found: readonly FoundBuyer[], { phone, name, cpf }: ErpBuyer): number | null {
  const local = localPhone(phone);
  const reached = found.filter(
    (person) =>
      person.phones.some((typed) => localPhone(typed) === local) &&
      (cpf === null || person.cpf === "" || person.cpf === cpf),
  );
  const named = reached.find((person) => name !== null && normalizeSearch(person.name) === normalizeSearch(name));
  return (named ?? (reached.length === 1 ? reached[0] : undefined))?.id ?? null;
}

/** Area code and number, as people type phones there; a foreign one keeps all its digits. */
export function localPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return digits.startsWith("55") && digits.length >= 12 ? digits.slice(2) : digits;
}
