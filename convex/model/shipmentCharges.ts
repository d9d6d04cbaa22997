import { isCpf } from "../../domain/documents";
import { isCovered, isNewer, paymentStateOf, returnStatusOf, type ReturnStatus } from "../../domain/payments";
import { itemsCents } from "../../domain/paymentRequest";
import { advance, isAllowed } from "../../domain/shipments";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { assert, refuseWith } from "../lib/errors";
import { randomHex } from "../lib/randomIds";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { PaymentNews } from "../providers/mercadoPago";
import type { Deed } from "./orderEvents";
import { nextLookAfterClosing, nextLookAt, uuidOf } from "./paymentBegin";
import { STEP_LEASE_MS } from "./paymentLinks";
import { PROVIDER_ACTOR, type Settlement } from "./payments";
import { changeShipment, findShipment, refuseAction, type Shipment } from "./shipments";
import { readSecret } from "./secrets";

/**
 * What a customer is charged for a label, through the shop's own account at the payment provider. The order and its
 * payments have no part in it, and what comes in does not buy the label: the wallet does.
 *
 *     creating ──► open ──► paid ──► refunded
 *         │          └────► withdrawn | expired
 *         └──► failed
 *
 * Source: product.md "Labels".
 */

export type Charge = Doc<"shipmentCharges">;

export async function findCharge(db: TenantReader, { chargeId }: Shipment): Promise<Charge | null> {
  return chargeId === null ? null : await db.get("shipmentCharges", chargeId);
}

const LIFE_MS = 7 * 24 * 60 * 60 * 1000;
/** A link with less time left than this is not handed out again. */
const LEAST_LIFE_MS = 60 * 60 * 1000;
const KEY_BYTES = 16;

/**
 * Writes down the link that is to be made, or gives the one that stands, as long as it asks for what the label costs.
 *
 * Refused with `order_not_found`, `label_action_refused`, `payments_not_configured`.
 */
export async function beginCharge(
  db: TenantWriter,
  orderId: Id<"orders">,
  deed: Deed,
): Promise<{ readonly charge: Charge; readonly isNew: boolean }> {
  const shipment = await findShipment(db, orderId);
  if (shipment === null) {
    if ((await db.get("orders", orderId)) === null) return refuseWith("order_not_found");
    return refuseAction("charge", "pending");
  }
  const { state, priceCents, step } = shipment;
  if (!isAllowed(state, "charge") || priceCents === null || step !== null) return refuseAction("charge", state);
  if ((await readSecret(db, "mercado_pago.access_token")) === null) return refuseWith("payments_not_configured");
  const known = await findCharge(db, shipment);
  if (known !== null && isStillGood(known, priceCents, deed.at)) return { charge: known, isNew: false };
  await withdrawCharge(db, shipment, deed.at);
  const chargeId = await db.insert("shipmentCharges", toCharge(shipment, priceCents, deed));
  const charge = await db.get("shipmentCharges", chargeId);
  assert(charge !== null, "a row that was inserted should be there");
  await changeShipment(db, shipment, { chargeId }, deed);
  return { charge, isNew: true };
}

function isStillGood({ state, amountCents, expiresAt }: Charge, priceCents: number, now: number): boolean {
  const isAlive = state === "open" || state === "creating";
  return isAlive && amountCents === priceCents && expiresAt - now > LEAST_LIFE_MS;
}

function toCharge({ _id, orderNumber, customerPhone, service, request }: Shipment, amountCents: number, deed: Deed) {
  const title = `Frete do pedido #${orderNumber}${service === null ? "" : ` (${service.name})`}`;
  const items = [{ code: "FRETE", title, quantity: 1, unitPriceCents: amountCents }];
  assert(itemsCents(items) === amountCents, "what a link asks for should be what its lines add up to");
  const { name = "", email = "", document = "" } = request?.recipient ?? {};
  return {
    shipmentId: _id,
    orderNumber,
    publicRef: randomHex(KEY_BYTES),
    key: uuidOf(randomHex(KEY_BYTES)),
    state: "creating" as const,
    amountCents,
    items,
    payer: { name: name || null, email: email || null, cpf: isCpf(document) ? document : null, phone: customerPhone },
    preferenceId: null,
    url: null,
    createdAt: deed.at,
    createdByName: deed.actor.name,
    expiresAt: deed.at + LIFE_MS,
    closedAt: null,
    isClosedThere: false,
    payments: [],
    paidAt: null,
    nextStepAt: deed.at + STEP_LEASE_MS,
    attempts: 0,
  };
}

/** The link is there. One that was withdrawn meanwhile is only noted, to be closed there. */
export async function settleMadeCharge(
  db: TenantWriter,
  charge: Charge,
  made: { readonly preferenceId: string; readonly url: string },
  now: number,
): Promise<void> {
  if (charge.preferenceId !== null) return;
  const { preferenceId, url } = made;
  if (charge.state !== "creating") {
    await db.patch("shipmentCharges", charge, { preferenceId, url, nextStepAt: now });
    return;
  }
  const nextStepAt = nextLookAt(charge.createdAt, now);
  await db.patch("shipmentCharges", charge, { preferenceId, url, state: "open", nextStepAt, attempts: 0 });
  const shipment = await db.get("shipments", charge.shipmentId);
  if (shipment === null || shipment.chargeId !== charge._id) return;
  const deed = { actor: { id: null, name: charge.createdByName }, at: now };
  await changeShipment(db, shipment, { state: advance(shipment.state, "payment_pending") }, deed);
}

/** Nobody is to pay for what is no longer so; the provider is told right after this transaction. */
export async function withdrawCharge(db: TenantWriter, shipment: Shipment, now: number): Promise<void> {
  const charge = await findCharge(db, shipment);
  if (charge === null || (charge.state !== "open" && charge.state !== "creating")) return;
  await closeCharge(db, charge, "withdrawn", now);
}

export async function closeCharge(
  db: TenantWriter,
  charge: Charge,
  state: "withdrawn" | "expired" | "paid",
  now: number,
): Promise<void> {
  await db.patch("shipmentCharges", charge, { state, closedAt: now, nextStepAt: now + STEP_LEASE_MS, attempts: 0 });
  await db.runSoon(internal.labelWork.stepCharge, { chargeId: charge._id });
}

/** Writes down what the provider says of a payment by the link, and what follows. Repeated and late news change nothing. */
export async function settleChargePayment(
  db: TenantWriter,
  chargeId: Id<"shipmentCharges">,
  { paymentId, status, amountCents, refundedCents, updatedAt }: PaymentNews,
  now: number,
): Promise<Settlement> {
  const charge = await db.get("shipmentCharges", chargeId);
  if (charge === null) return "foreign";
  const news = { paymentId, status, amountCents, refundedCents, updatedAt };
  const known = charge.payments.find((payment) => payment.paymentId === paymentId);
  if (known !== undefined && !isNewer(news, known)) return "known";
  const payments = [...charge.payments.filter((payment) => payment.paymentId !== paymentId), news];
  await db.patch("shipmentCharges", charge, { payments });
  const after = { ...charge, payments };
  if (isCovered(factsOf(after), charge.amountCents)) await takePaid(db, after, now);
  else if (charge.paidAt !== null && stateOf(after) === "refunded") {
    await db.patch("shipmentCharges", charge, { state: "refunded" });
  }
  return "settled";
}

function factsOf({ payments }: Charge) {
  return payments.map((payment) => ({ ...payment, isLate: false }));
}

function stateOf(charge: Charge) {
  return paymentStateOf(factsOf(charge), { expectedCents: charge.amountCents, isLinkOpen: charge.state === "open" });
}

async function takePaid(db: TenantWriter, charge: Charge, now: number): Promise<void> {
  if (charge.paidAt !== null) return;
  await db.patch("shipmentCharges", charge, { paidAt: now });
  await closeCharge(db, { ...charge, paidAt: now }, "paid", now);
  const shipment = await db.get("shipments", charge.shipmentId);
  if (shipment === null || shipment.chargeId !== charge._id) return;
  const deed = { actor: PROVIDER_ACTOR, at: now };
  await changeShipment(db, shipment, { state: advance(shipment.state, "created") }, deed);
}

const MINUTE_MS = 60_000;
const MAX_WAIT_MS = 6 * 60 * MINUTE_MS;
const MAX_MAKINGS = 5;

/** The provider did not make the link. @param isFinal whether it never will */
export async function settleUnmadeCharge(
  db: TenantWriter,
  charge: Charge,
  isFinal: boolean,
  now: number,
): Promise<void> {
  if (charge.state !== "creating") return;
  const attempts = charge.attempts + 1;
  if (isFinal || attempts >= MAX_MAKINGS) {
    const over = { state: "failed", closedAt: now, isClosedThere: true, nextStepAt: null } as const;
    await db.patch("shipmentCharges", charge, over);
  } else await db.patch("shipmentCharges", charge, { attempts, nextStepAt: now + attempts * MINUTE_MS });
}

/** A step of a link that is made was taken, or was tried: when is the next? */
export async function settleChargeStep(
  db: TenantWriter,
  charge: Charge,
  step: { readonly isDone: boolean; readonly isClosedThere: boolean },
  now: number,
): Promise<void> {
  if (charge.state === "creating" || charge.state === "failed") return;
  if (!step.isDone) {
    const attempts = charge.attempts + 1;
    const waitMs = Math.min(MINUTE_MS * 2 ** Math.min(attempts, 10), MAX_WAIT_MS);
    await db.patch("shipmentCharges", charge, { attempts, nextStepAt: now + waitMs });
  } else if (charge.state === "open") {
    if (charge.expiresAt <= now) await closeCharge(db, charge, "expired", now);
    else await db.patch("shipmentCharges", charge, { attempts: 0, nextStepAt: nextLookAt(charge.createdAt, now) });
  } else if (step.isClosedThere) {
    const nextStepAt = nextLookAfterClosing(charge.closedAt ?? now, now);
    await db.patch("shipmentCharges", charge, { isClosedThere: true, attempts: 0, nextStepAt });
  }
}

const DUE_PER_SWEEP = 20;
const LEASE_MS = 5 * MINUTE_MS;

export async function dueCharges(db: TenantWriter, now: number): Promise<Id<"shipmentCharges">[]> {
  const due = await db
    .query("shipmentCharges")
    .withIndex("by_tenantId_and_nextStepAt", (q) => q.gt("nextStepAt", 0).lte("nextStepAt", now))
    .take(DUE_PER_SWEEP);
  for (const charge of due) await db.patch("shipmentCharges", charge, { nextStepAt: now + LEASE_MS });
  return due.map(({ _id }) => _id);
}

/** What the payer's page shows of a charge. */
export function returnFactsOf(charge: Charge): {
  readonly number: number;
  readonly amountCents: number;
  readonly status: ReturnStatus;
  readonly paymentId: string | null;
  readonly paymentUrl: string | null;
} {
  const isLinkOpen = charge.state === "open";
  return {
    number: charge.orderNumber,
    amountCents: charge.amountCents,
    status: returnStatusOf(stateOf(charge), { isPaid: false, isLinkOpen }),
    paymentId: charge.payments.at(-1)?.paymentId ?? null,
    paymentUrl: isLinkOpen ? charge.url : null,
  };
}
