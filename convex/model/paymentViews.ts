import { refuseWith } from "../lib/errors";
import { returnStatusOf, type ReturnStatus } from "../../domain/payments";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { TenantReader, type TenantWriter } from "../lib/tenantDb";
import { countAttempt, isExhausted } from "./attemptLimits";
import { findCheckout } from "./checkouts";
import { listPayments, readStanding } from "./orderPayments";
import { findOpenLink } from "./paymentLinks";
import { findRef } from "./paymentRefs";
import { findLivingOrder } from "./payments";
import { readProviderAddresses } from "./providerAddresses";
import { returnFactsOf } from "./shipmentCharges";

/** What a payer's page and the shop's screens see of payments. */

export interface ReturnView {
  readonly tenantName: string;
  readonly number: number;
  readonly amountCents: number;
  readonly status: ReturnStatus;
  readonly paymentId: string | null;
  readonly paymentUrl: string | null;
  readonly providerUrl: string;
  readonly isSimulated: boolean;
}

const PROVIDER_PAGE = "https://www.mercadopago.com.br";

/**
 * What whoever holds an order's reference may know. Null for a reference that stands for nothing: an unknown one, a
 * deleted order, a company that is gone.
 *
 * Source: product.md "People" (public without sign-in), specification §2 "Payment return".
 */
export async function readReturnView(db: DatabaseReader, publicRef: string): Promise<ReturnView | null> {
  const found = await findByRef(db, publicRef);
  if (found === null) return null;
  const { tenant, own, order, charge } = found;
  if (charge !== null) return { tenantName: tenant.name, ...returnFactsOf(charge), ...(await readPlace(own)) };
  const checkout = await findCheckout(own, order._id);
  const openLink = await findOpenLink(own, order);
  const standing = await readStanding(own, order, { checkout, openLink });
  const isLinkOpen = openLink?.state === "open";
  const status = returnStatusOf(standing.state, { isPaid: order.isPaid, isLinkOpen });
  return {
    tenantName: tenant.name,
    number: order.number,
    amountCents: status === "approved" && standing.keptCents > 0 ? standing.keptCents : standing.expectedCents,
    status,
    paymentId: standing.payments[0]?.paymentId ?? null,
    paymentUrl: isLinkOpen ? openLink.url : null,
    ...(await readPlace(own)),
  };
}

/** Where a payer finds the provider. */
async function readPlace(db: TenantReader): Promise<Pick<ReturnView, "providerUrl" | "isSimulated">> {
  const simulator = (await readProviderAddresses(db)).mercadoPago;
  return { providerUrl: simulator ?? PROVIDER_PAGE, isSimulated: simulator !== null };
}

interface FoundByRef {
  readonly tenant: Doc<"tenants">;
  readonly own: TenantReader;
  readonly order: Doc<"orders">;
  /** What the customer pays for the label, where that is what the reference stands for. */
  readonly charge: Doc<"shipmentCharges"> | null;
}

async function findByRef(db: DatabaseReader, publicRef: string): Promise<FoundByRef | null> {
  const ref = await findRef(db, publicRef);
  if (ref === null) return null;
  const tenant = await db.get("tenants", ref.shopId);
  if (tenant === null) return null;
  const own = new TenantReader(db, tenant._id);
  const order = await findLivingOrder(own, ref.orderId);
  const charge = ref.chargeId === undefined ? null : await own.get("shipmentCharges", ref.chargeId);
  return order === null ? null : { tenant, own, order, charge };
}

/** A page that is open for half an hour asks no more often than this; the webhook comes sooner anyway. */
const REFRESHES_PER_HOUR = 240;

/**
 * Counts a payer's page asking for news. Null where there is nobody to ask about: strangers with made-up references make
 * us ask nothing.
 *
 * Refused with `too_many_attempts`.
 */
export async function countRefresh(
  db: DatabaseWriter,
  publicRef: string,
  now: number,
): Promise<{ readonly tenantId: Id<"tenants">; readonly publicRef: string } | null> {
  const found = await findByRef(db, publicRef);
  if (found === null) return null;
  const limit = { key: `paymentReturn:${publicRef}`, perHour: REFRESHES_PER_HOUR };
  if (await isExhausted(db, limit, now)) return refuseWith("too_many_attempts");
  await countAttempt(db, limit, now);
  return { tenantId: found.tenant._id, publicRef };
}

const MAX_ATTENTION = 50;

/** Money that somebody of the shop has to look at, newest first. */
export async function listAttention(db: TenantReader) {
  return await Promise.all((await listAttentionRows(db)).map((row) => toAttention(db, row)));
}

async function listAttentionRows(db: TenantReader): Promise<Doc<"checkouts">[]> {
  return await db
    .query("checkouts")
    .withIndex("by_tenantId_and_attentionAt", (q) => q.gt("attentionAt", 0))
    .order("desc")
    .take(MAX_ATTENTION);
}

async function toAttention(db: TenantReader, row: Doc<"checkouts">) {
  const order = await db.get("orders", row.orderId);
  const [newest] = await listPayments(db, row.orderId);
  return {
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    isOrderGone: order === null,
    state: row.paymentState,
    amountCents: newest?.amountCents ?? 0,
    paymentId: newest?.paymentId ?? null,
    at: row.attentionAt ?? 0,
  };
}

/** Somebody has looked. Refused with `order_not_found`. */
export async function acknowledge(db: TenantWriter, orderId: Id<"orders">): Promise<void> {
  const checkout = (await findCheckout(db, orderId)) ?? refuseWith("order_not_found");
  await db.patch("checkouts", checkout, { attentionAt: null });
}
