import { isCovered, isNewer, needsAttention, type PaymentState } from "../../domain/payments";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { PaymentNews } from "../providers/mercadoPago";
import { findCheckout, putCheckout } from "./checkouts";
import { appendOrderEvent, listRecentEvents, type Deed } from "./orderEvents";
import { listPayments, readStanding } from "./orderPayments";
import { findOpenOrder, setOrderPaid } from "./orders";
import { closeLink, findOpenLink, listLinks } from "./paymentLinks";

/**
 * What becomes of an order by its payments. Webhook, return page, reconciliation and 'Verificar pagamento' all end in
 * `settlePayment`, each with what the provider has just said of a payment; nothing else makes an order paid by itself.
 */

export const PROVIDER_ACTOR = { id: null, name: "Mercado Pago" } as const;

/** `foreign`: the payment is not for this order; `known`: it says nothing new. */
export type Settlement = "settled" | "known" | "foreign";

/**
 * Takes in what the provider says of one payment, and carries the consequences through: repeated, late and reordered
 * news leave exactly what the newest leaves alone.
 *
 * @param orderId whose reference the payment bears; it may have been deleted, or joined to another, meanwhile
 * Source: contracts/mercado-pago.md §6.4, architecture §6.
 */
export async function settlePayment(
  db: TenantWriter,
  orderId: Id<"orders">,
  news: PaymentNews,
  now: number,
): Promise<Settlement> {
  const links = await listLinks(db, orderId);
  if (!isOfThisSeller(links, news)) return "foreign";
  const known = await findPayment(db, news.paymentId);
  if (known !== null && !isNewer(news, known)) return "known";
  const order = await findLivingOrder(db, known?.orderId ?? orderId);
  const payment = await putPayment(db, { known, orderId: order?._id ?? orderId, order, links }, news);
  const deed = { actor: PROVIDER_ACTOR, at: now };
  if (order === null) await flagOrphan(db, payment, deed);
  else await standAnew(db, order, deed, payment);
  return "settled";
}

/** A payment bears the number of the account it was made to: never another than the one the link was made by. */
function isOfThisSeller(links: readonly Doc<"paymentLinks">[], { collectorId }: PaymentNews): boolean {
  const sellers = links.flatMap((link) => (link.collectorId === null ? [] : [link.collectorId]));
  return collectorId === null || sellers.length === 0 || sellers.includes(collectorId);
}

async function findPayment(db: TenantReader, paymentId: string): Promise<Doc<"payments"> | null> {
  return await db
    .query("payments")
    .withIndex("by_tenantId_and_paymentId", (q) => q.eq("paymentId", paymentId))
    .unique();
}

/** An order may have been joined to another, and that one again; nobody joins more often. */
const MAX_JOINS = 10;

/** The order that a payment counts for now; null when it was deleted. */
export async function findLivingOrder(db: TenantReader, orderId: Id<"orders">): Promise<Doc<"orders"> | null> {
  let id = orderId;
  for (let joins = 0; joins < MAX_JOINS; joins += 1) {
    const order = await db.get("orders", id);
    if (order !== null) return order;
    const joined = (await listRecentEvents(db, id)).find(({ change }) => change.kind === "merged_into");
    if (joined?.change.kind !== "merged_into") return null;
    id = joined.change.orderId;
  }
  return null;
}

interface PaymentPlace {
  readonly known: Doc<"payments"> | null;
  readonly orderId: Id<"orders">;
  readonly order: Doc<"orders"> | null;
  readonly links: readonly Doc<"paymentLinks">[];
}

async function putPayment(
  db: TenantWriter,
  { known, orderId, order, links }: PaymentPlace,
  news: PaymentNews,
): Promise<Doc<"payments">> {
  const { reference: _reference, collectorId: _collectorId, ...facts } = news;
  const isLate = known?.isLate === true || (await isTooLate(db, { known, order, links }, news));
  const fields = { ...facts, isLate };
  if (known !== null) {
    await db.patch("payments", known, fields);
    return { ...known, ...fields };
  }
  const id = await db.insert("payments", { orderId, ...fields });
  return (await db.get("payments", id)) as Doc<"payments">;
}

/**
 * Whether a payment was approved when nobody was asking for it any more: its link had been withdrawn or had run out, or
 * staff had marked the order paid by hand. What counts is when it was approved, not when we heard of it.
 */
async function isTooLate(
  db: TenantReader,
  { known, order, links }: Pick<PaymentPlace, "known" | "order" | "links">,
  news: PaymentNews,
): Promise<boolean> {
  if (news.approvedAt === null || (known !== null && known.approvedAt !== null)) return false;
  const link =
    links.find(({ key }) => key === news.linkKey) ?? links.find(({ createdAt }) => createdAt <= news.createdAt);
  if (order !== null && order.isPaid) {
    const checkout = await findCheckout(db, order._id);
    if (checkout === null || checkout.settledCents === null) return true;
  }
  const isWithdrawn = link?.state === "withdrawn" || link?.state === "expired";
  return isWithdrawn && link.closedAt !== null && news.approvedAt > link.closedAt;
}

/** Money for an order that is gone: it stays on record, and somebody has to look at it. */
async function flagOrphan(db: TenantWriter, payment: Doc<"payments">, deed: Deed): Promise<void> {
  const { orderId } = payment;
  const checkout = await findCheckout(db, orderId);
  const state = payment.status === "refunded" ? "refunded" : stateOfOrphan(payment);
  await appendPaymentEvent(db, payment, state, deed);
  if (checkout === null) return;
  const isMoney = payment.status === "approved" || payment.status === "in_mediation";
  await db.patch("checkouts", checkout, { paymentState: state, attentionAt: isMoney ? deed.at : null });
}

function stateOfOrphan({ status }: Doc<"payments">): PaymentState {
  switch (status) {
    case "approved":
      return "late";
    case "authorized":
    case "cancelled":
      return "none";
    default:
      return status;
  }
}

/**
 * Works out anew how an order stands by its payments, and does what follows: it becomes paid once they cover what was
 * asked, and is reopened when all of it went back to the payer.
 *
 * @param cause the payment whose change is the reason, for the timeline
 */
export async function standAnew(
  db: TenantWriter,
  order: Doc<"orders">,
  deed: Deed,
  cause: Doc<"payments"> | null = null,
): Promise<void> {
  const checkout = await putCheckout(db, order, {});
  const openLink = await findOpenLink(db, order);
  const standing = await readStanding(db, order, { checkout, openLink });
  const covers = isCovered(standing.payments, standing.expectedCents);
  let { settledCents } = checkout;
  let current = order;
  if (covers && settledCents === null) {
    settledCents = standing.expectedCents;
    if (openLink !== null) await closeLink(db, openLink, "used", deed.at);
    current = { ...order, openLinkId: null };
    if (openLink !== null) await db.patch("orders", order, { openLinkId: null });
    if (cause !== null) await appendPaymentEvent(db, cause, standing.state, deed);
    await setOrderPaid(db, current, { isPaid: true, reason: reasonOf(cause), byPayment: true }, deed);
  } else {
    if (cause !== null) await appendPaymentEvent(db, cause, standing.state, deed);
    if (settledCents !== null && standing.receivedCents === 0) settledCents = await reopen(db, order, deed);
  }
  const known = { checkout: { ...checkout, settledCents }, openLink: covers ? null : openLink };
  const { state } = await readStanding(db, current, known);
  await writeState(db, order, { state, settledCents }, deed.at);
}

function reasonOf(cause: Doc<"payments"> | null): string | null {
  return cause === null ? null : `pagamento ${cause.paymentId} aprovado`;
}

/**
 * Everything went back to the payer: the order is not paid any more. Where the phone has another open order of that
 * date it stays as it is, marked, and staff decide.
 *
 * @returns what is settled afterwards: nothing
 */
async function reopen(db: TenantWriter, order: Doc<"orders">, deed: Deed): Promise<null> {
  const isFree = (await findOpenOrder(db, order.customerPhone, order.eventDate)) === null;
  if (order.isPaid && isFree) {
    await setOrderPaid(db, order, { isPaid: false, reason: "pagamento reembolsado", byPayment: true }, deed);
  }
  return null;
}

async function writeState(
  db: TenantWriter,
  { _id }: Doc<"orders">,
  { state, settledCents }: { readonly state: PaymentState; readonly settledCents: number | null },
  now: number,
): Promise<void> {
  // Both were changed on the way here: what is written is read again.
  const [order, checkout] = [await db.get("orders", _id), await findCheckout(db, _id)];
  if (order !== null && order.paymentState !== state) await db.patch("orders", order, { paymentState: state });
  if (checkout === null) return;
  const isOdd = needsAttention(state) || (state === "refunded" && order?.isPaid === true);
  const attentionAt = isOdd ? (checkout.paymentState === state ? checkout.attentionAt : now) : null;
  await db.patch("checkouts", checkout, { paymentState: state, settledCents, attentionAt });
}

async function appendPaymentEvent(
  db: TenantWriter,
  { orderId, paymentId, status, method, amountCents, refundedCents }: Doc<"payments">,
  state: PaymentState,
  deed: Deed,
): Promise<void> {
  const facts = { paymentId, status, method, amountCents, refundedCents };
  await appendOrderEvent(db, orderId, deed, { kind: "payment_changed", ...facts, state });
}

/** An order that is joined to another takes its payments along. */
export async function movePayments(
  db: TenantWriter,
  from: Pick<Doc<"orders">, "_id">,
  into: Id<"orders">,
  deed: Deed,
): Promise<void> {
  const payments = await listPayments(db, from._id);
  for (const payment of payments) await db.patch("payments", payment, { orderId: into });
  const order = payments.length === 0 ? null : await db.get("orders", into);
  if (order !== null) await standAnew(db, order, deed);
}
