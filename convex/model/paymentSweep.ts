import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader } from "../_generated/server";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { MercadoPagoAccess } from "../providers/mercadoPago";
import { appendOrderEvent } from "./orderEvents";
import { closedFields, closeLink, SYSTEM_ACTOR } from "./paymentLinks";
import { mercadoPagoUrlOf, readProviderAddresses } from "./providerAddresses";
import { readSecret } from "./secrets";

/** What is due of links and notices, and who is asked about it. */

/** How a company speaks to the payment provider; null where it has no credentials. */
export async function readAccess(db: TenantReader): Promise<MercadoPagoAccess | null> {
  const accessToken = await readSecret(db, "mercado_pago.access_token");
  if (accessToken === null) return null;
  return { accessToken, baseUrl: mercadoPagoUrlOf(await readProviderAddresses(db)) };
}

const TENANTS_PER_SWEEP = 50;

/** Companies that are switched off too: what was paid to them was paid. */
export async function sweepTenants(db: DatabaseReader, cursor: string | null) {
  const result = await db.query("tenants").paginate({ numItems: TENANTS_PER_SWEEP, cursor });
  return { ...result, page: result.page.map(({ _id }) => _id) };
}

/** Of one company at a time: a shop with many links must not keep the others waiting. */
const DUE_PER_SWEEP = 20;
/** Who takes a step has this long before the sweep takes it for dead. */
const LEASE_MS = 5 * 60_000;

export async function dueLinks(db: TenantWriter, now: number): Promise<Id<"paymentLinks">[]> {
  const due = await db
    .query("paymentLinks")
    .withIndex("by_tenantId_and_nextStepAt", (q) => q.gt("nextStepAt", 0).lte("nextStepAt", now))
    .take(DUE_PER_SWEEP);
  for (const link of due) await db.patch("paymentLinks", link, { nextStepAt: now + LEASE_MS });
  return due.map(({ _id }) => _id);
}

export async function dueNotices(db: TenantWriter, now: number): Promise<Id<"webhookLogs">[]> {
  const due = await db
    .query("webhookLogs")
    .withIndex("by_tenantId_and_nextStepAt", (q) => q.gt("nextStepAt", 0).lte("nextStepAt", now))
    .take(DUE_PER_SWEEP);
  for (const notice of due) await db.patch("webhookLogs", notice, { nextStepAt: now + LEASE_MS });
  return due.map(({ _id }) => _id);
}

/** A link whose days are over: nobody can pay by it, which the provider knows by itself. */
export async function closeExpired(db: TenantWriter, link: Doc<"paymentLinks">, now: number): Promise<void> {
  await closeLink(db, link, "expired", link.expiresAt);
  const order = await db.get("orders", link.orderId);
  if (order === null || order.openLinkId !== link._id) return;
  const deed = { actor: SYSTEM_ACTOR, at: now };
  const { amountCents } = link;
  await appendOrderEvent(db, order._id, deed, { kind: "payment_link_expired", amountCents });
  await db.patch("orders", order, await closedFields(db, order));
}
