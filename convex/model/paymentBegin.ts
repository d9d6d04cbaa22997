import { checkReadyToFinalize, type CheckoutCustomer } from "../../domain/checkout";
import { saoPauloDate } from "../../domain/calendar";
import { applyCoupon } from "../../domain/coupons";
import { refuse } from "../../domain/errors";
import { freightFingerprint, QUOTE_LIFE_MS } from "../../domain/freight";
import { formatBRL } from "../../domain/money";
import { itemsCents, paymentItems, type PaymentItem } from "../../domain/paymentRequest";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, assert, orThrow, refuseWith } from "../lib/errors";
import { randomHex } from "../lib/randomIds";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { listCartItems } from "./carts";
import { findCheckout, putCheckout, readCheckoutCustomer, summaryOf } from "./checkouts";
import { appendOrderEvent, type Deed } from "./orderEvents";
import { REMOVED_PRODUCT } from "./orderLines";
import { readStanding } from "./orderPayments";
import { requireOrder, setOrderPaid } from "./orders";
import { tellPaymentLink } from "./outbox";
import { findOpenLink, STEP_LEASE_MS, withdrawLink } from "./paymentLinks";
import { readSecret } from "./secrets";

/** Finalizing an order: everything that is decided before a link is made, in one transaction. */

export type Begun =
  | { readonly kind: "free" }
  /** To be made, or already made: whoever asks for the link is given it. */
  | { readonly kind: "link"; readonly linkId: Id<"paymentLinks"> };

/** Three days to pay: until the next live. Inferred. */
const LINK_LIFE_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Checks that an order can be charged for as it stands, and writes down the link that is to be made: with its own key,
 * so that making it again makes no second one. An order that comes to nothing is paid here and now.
 *
 * Pressed again, or by a colleague at the same moment, it gives the link that stands, as long as it asks for the same.
 *
 * @param seenTotalCents 'Total Geral' as the screen showed it
 * Refused with `order_not_found`, `order_is_paid`, what `checkReadyToFinalize` and `applyCoupon` name, `total_changed`,
 * `already_charged`, `payments_not_configured`.
 * Source: specification §4 "Checkout", §5 "Finalizing", product.md "Selling".
 */
export async function beginPayment(
  db: TenantWriter,
  { orderId, seenTotalCents }: { readonly orderId: Id<"orders">; readonly seenTotalCents: number },
  deed: Deed,
): Promise<Begun> {
  const order = await requireUnpaidOrder(db, orderId);
  const checkout = await findCheckout(db, order._id);
  const lines = order.cartId === null ? [] : await listCartItems(db, order.cartId);
  const customer = await readCheckoutCustomer(db, order, checkout);
  const freight = checkout?.freight ?? null;
  const isOutdated = freight !== null && isFreightOutdated(checkout, { lines, customer, now: deed.at });
  orThrow(checkReadyToFinalize({ lines: lines.length, customer, freight: freight === null ? null : { isOutdated } }));
  await requireGoodCoupon(db, checkout, order, deed.at);

  const summary = summaryOf(order, checkout);
  const { grandTotalCents } = summary;
  if (grandTotalCents !== seenTotalCents) {
    const shown = formatBRL(grandTotalCents);
    throw appError(refuse("total_changed", { totalCents: grandTotalCents, shown }).refusal);
  }
  if (grandTotalCents === 0) return await settleFree(db, order, deed);
  if ((await readSecret(db, "mercado_pago.access_token")) === null) return refuseWith("payments_not_configured");

  const openLink = await findOpenLink(db, order);
  const { receivedCents } = await readStanding(db, order, { checkout: null, openLink: null });
  if (receivedCents >= grandTotalCents) {
    throw appError(refuse("already_charged", { receivedCents, shown: formatBRL(receivedCents) }).refusal);
  }
  const items = paymentItems({
    orderNumber: order.number,
    lines: await Promise.all(lines.map((line) => toItem(db, line))),
    adjustmentCents: order.adjustmentCents,
    discountCents: summary.discountCents,
    freightCents: summary.freightCents,
    receivedCents,
  });
  const amountCents = grandTotalCents - receivedCents;
  assert(itemsCents(items) === amountCents, "what a link asks for should be what its lines add up to");
  const asked = { amountCents, expectedCents: grandTotalCents, items, payer: payerOf(order, customer) };
  if (openLink !== null && isStillRight(openLink, asked, deed.at)) return { kind: "link", linkId: openLink._id };
  if (openLink !== null) await withdrawLink(db, order, "total_changed");
  return { kind: "link", linkId: await writeLink(db, order, asked, deed) };
}

/** Refused with `order_not_found`, `order_is_paid`. */
export async function requireUnpaidOrder(db: TenantReader, orderId: Id<"orders">): Promise<Doc<"orders">> {
  const order = await requireOrder(db, orderId);
  if (!order.isPaid) return order;
  const { number: orderNumber, totalCents } = order;
  throw appError(refuse("order_is_paid", { orderNumber, totalCents, newTotalCents: totalCents }).refusal);
}

interface FreightFacts {
  readonly lines: readonly Doc<"cartItems">[];
  readonly customer: CheckoutCustomer;
  /** Epoch milliseconds; null where nobody may read the clock: then a quote is as good as new. */
  readonly now: number | null;
}

/** Whether the chosen freight was asked for other lines, for another CEP, or too long ago. */
export function isFreightOutdated(checkout: Doc<"checkouts"> | null, { lines, customer, now }: FreightFacts): boolean {
  const quote = checkout?.quote ?? null;
  if (checkout === null || checkout.freight === null) return false;
  if (quote === null || quote.cep !== checkout.freight.cep) return true;
  if (quote.fingerprint !== freightFingerprint(lines)) return true;
  const cep = customer.address?.cep ?? "";
  if (cep !== "" && cep !== checkout.freight.cep) return true;
  return now !== null && now - quote.quotedAt > QUOTE_LIFE_MS;
}

/** A coupon may have run out since it was typed. Refused as `applyCoupon` says, and with `coupon_not_found`. */
async function requireGoodCoupon(
  db: TenantReader,
  checkout: Doc<"checkouts"> | null,
  { totalCents }: Doc<"orders">,
  now: number,
): Promise<void> {
  if (checkout === null || checkout.coupon === null || checkout.couponCounted) return;
  const coupon = (await db.get("coupons", checkout.coupon.couponId)) ?? refuseWith("coupon_not_found");
  orThrow(applyCoupon(coupon, totalCents, saoPauloDate(now)));
}

/** At least one line and nothing to pay. Source: product.md "Checkout". */
async function settleFree(db: TenantWriter, order: Doc<"orders">, deed: Deed): Promise<Begun> {
  await putCheckout(db, order, { settledCents: 0 });
  await setOrderPaid(db, order, { isPaid: true, reason: "pedido gratuito" }, deed);
  return { kind: "free" };
}

async function toItem(db: TenantReader, line: Doc<"cartItems">): Promise<PaymentItem> {
  const { code, name } = (await db.get("products", line.productId)) ?? REMOVED_PRODUCT;
  return { code, title: `${name} (${code})`, quantity: line.quantity, unitPriceCents: line.unitPriceCents };
}

type Asked = Pick<Doc<"paymentLinks">, "amountCents" | "expectedCents" | "items" | "payer">;

function payerOf(order: Doc<"orders">, { name, cpf, email, address }: CheckoutCustomer): Asked["payer"] {
  const filled = (text: string | undefined) => (text === undefined || text === "" ? null : text);
  return {
    name,
    email,
    cpf,
    phone: order.customerPhone,
    cep: filled(address?.cep),
    street: filled(address?.street),
    streetNumber: filled(address?.number),
  };
}

/** A link with less time left than this is not handed out again. */
const LEAST_LIFE_MS = 60 * 60 * 1000;

function isStillRight(link: Doc<"paymentLinks">, asked: Asked, now: number): boolean {
  const { amountCents, expectedCents, items, payer } = link;
  const isSame = canonical({ amountCents, expectedCents, items, payer }) === canonical(asked);
  return isSame && link.expiresAt - now > LEAST_LIFE_MS;
}

/** One text for one value: a stored object's fields come back in an order of their own. */
function canonical(value: Asked): string {
  return JSON.stringify(value, (_field, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const KEY_BYTES = 16;

async function writeLink(
  db: TenantWriter,
  order: Doc<"orders">,
  asked: Asked,
  { actor, at }: Deed,
): Promise<Id<"paymentLinks">> {
  await putCheckout(db, order, { settledCents: null });
  const linkId = await db.insert("paymentLinks", {
    ...asked,
    orderId: order._id,
    orderNumber: order.number,
    publicRef: order.publicRef,
    key: uuidOf(randomHex(KEY_BYTES)),
    state: "creating",
    preferenceId: null,
    url: null,
    collectorId: null,
    createdAt: at,
    createdByName: actor.name,
    expiresAt: at + LINK_LIFE_MS,
    closedAt: null,
    isClosedThere: false,
    nextStepAt: at + STEP_LEASE_MS,
    attempts: 0,
  });
  await db.patch("orders", order, { openLinkId: linkId });
  return linkId;
}

/** Random bits in the form of a UUID of version 4, as idempotency keys are wanted. */
export function uuidOf(hex: string): string {
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** The link is there: the order can be paid by it. One that was withdrawn meanwhile is only noted, to be closed there. */
export async function settleMadeLink(
  db: TenantWriter,
  link: Doc<"paymentLinks">,
  made: { readonly preferenceId: string; readonly url: string; readonly collectorId: string | null },
  now: number,
): Promise<void> {
  if (link.preferenceId !== null) return;
  if (link.state !== "creating") {
    await db.patch("paymentLinks", link, { ...made, isClosedThere: false, nextStepAt: now + STEP_LEASE_MS });
    await db.runSoon(internal.paymentWork.step, { linkId: link._id });
    return;
  }
  await db.patch("paymentLinks", link, {
    ...made,
    state: "open",
    nextStepAt: nextLookAt(link.createdAt, now),
    attempts: 0,
  });
  const order = await db.get("orders", link.orderId);
  if (order === null) return;
  const deed = { actor: { id: null, name: link.createdByName }, at: now };
  const { amountCents, expiresAt } = link;
  await appendOrderEvent(db, order._id, deed, { kind: "payment_link_opened", amountCents, expiresAt });
  await tellPaymentLink(db, order, { url: made.url, amountCents }, deed);
  const openLink = { ...link, ...made, state: "open" } as const;
  const { state } = await readStanding(db, order, { checkout: await findCheckout(db, order._id), openLink });
  await db.patch("orders", order, { paymentState: state });
  await putCheckout(db, order, { paymentState: state });
}

/** The provider has said no: there will be no link, and the order is as it was. */
export async function settleFailedLink(db: TenantWriter, link: Doc<"paymentLinks">, now: number): Promise<void> {
  if (link.state !== "creating") return;
  await db.patch("paymentLinks", link, { state: "failed", closedAt: now, isClosedThere: true, nextStepAt: null });
  const order = await db.get("orders", link.orderId);
  if (order !== null && order.openLinkId === link._id) await db.patch("orders", order, { openLinkId: null });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How old a link may be, and how long until it is asked about again: often at first, as people pay at once or never. */
const LOOKS: readonly (readonly [ageMs: number, waitMs: number])[] = [
  [HOUR_MS, 3 * MINUTE_MS],
  [DAY_MS, 15 * MINUTE_MS],
  [30 * DAY_MS, 2 * HOUR_MS],
];

/** When the provider is asked about an open link next, should no notice come. */
export function nextLookAt(createdAt: number, now: number): number {
  const wait = LOOKS.find(([ageMs]) => now - createdAt < ageMs);
  return now + (wait?.[1] ?? DAY_MS);
}

/** A closed link is asked about a few times more: for payments that were under way, money that goes back, disputes. */
const LOOKS_AFTER_CLOSING = [10 * MINUTE_MS, HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 30 * DAY_MS];

/** Null after the last time. */
export function nextLookAfterClosing(closedAt: number, now: number): number | null {
  const next = LOOKS_AFTER_CLOSING.find((ageMs) => closedAt + ageMs > now);
  return next === undefined ? null : closedAt + next;
}
