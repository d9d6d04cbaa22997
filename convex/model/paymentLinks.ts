import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { vWithdrawal } from "../lib/paymentTables";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findCheckout } from "./checkouts";
import { appendOrderEvent } from "./orderEvents";
import { readStanding } from "./orderPayments";

/**
 * The links that customers pay by, from the side of the order: which is open, and when it must be closed. A link is a
 * small machine:
 *
 *     creating ──► open ──► withdrawn | expired | used     (closed; told to the provider in a step of its own)
 *         └──► failed
 *
 * Each state has a next step and an instant for it (`nextStepAt`); `convex/paymentWork.ts` takes the steps, at once
 * where it can, else when the minute's sweep finds them. So a process that dies between two steps goes on with the next.
 */

export type Withdrawal = Infer<typeof vWithdrawal>;

/** What the shop's own programs are called in timelines. */
export const SYSTEM_ACTOR = { id: null, name: "Sistema" } as const;

/** The link by which an order can be paid, or is about to be; there is at most one. */
export async function findOpenLink(
  db: TenantReader,
  order: Pick<Doc<"orders">, "openLinkId">,
): Promise<Doc<"paymentLinks"> | null> {
  const { openLinkId } = order;
  return openLinkId === undefined || openLinkId === null ? null : await db.get("paymentLinks", openLinkId);
}

/** Enough to find any link that a payment may belong to. */
const MAX_LINKS = 100;

export async function listLinks(db: TenantReader, orderId: Id<"orders">): Promise<Doc<"paymentLinks">[]> {
  return await db
    .query("paymentLinks")
    .withIndex("by_tenantId_and_orderId", (q) => q.eq("orderId", orderId))
    .order("desc")
    .take(MAX_LINKS);
}

/** What an order without a link has in its row. */
export type ClosedFields = Pick<Doc<"orders">, "openLinkId" | "paymentState">;

/**
 * Closes the link of an order, where it has one: nobody is to pay for what is no longer so. From here on a payment by it
 * counts as late; the provider is told right after this transaction.
 *
 * @param order as it is about to be
 * @returns what the order's row gets with it; the caller writes it
 * Source: product.md "Selling": changing the lines cancels an open payment link.
 */
export async function withdrawLink(
  db: TenantWriter,
  order: Doc<"orders">,
  reason: Withdrawal,
): Promise<Partial<ClosedFields>> {
  const link = await findOpenLink(db, order);
  if (link === null) return {};
  const now = Date.now();
  await closeLink(db, link, "withdrawn", now);
  const { amountCents } = link;
  const deed = { actor: SYSTEM_ACTOR, at: now };
  await appendOrderEvent(db, order._id, deed, { kind: "payment_link_withdrawn", amountCents, reason });
  return await closedFields(db, order);
}

/** What an order's row says when its link has been closed. */
export async function closedFields(db: TenantReader, order: Doc<"orders">): Promise<ClosedFields> {
  const { state } = await readStanding(db, order, { checkout: await findCheckout(db, order._id), openLink: null });
  return { openLinkId: null, paymentState: state };
}

/** A step that is taken at once is the sweep's to take only when it has not been after this. */
export const STEP_LEASE_MS = 60_000;

/** Marks a link closed and sees to it that the provider is told. */
export async function closeLink(
  db: TenantWriter,
  link: Doc<"paymentLinks">,
  state: "withdrawn" | "expired" | "used",
  closedAt: number,
): Promise<void> {
  await db.patch("paymentLinks", link, { state, closedAt, nextStepAt: Date.now() + STEP_LEASE_MS, attempts: 0 });
  await db.runSoon(internal.paymentWork.step, { linkId: link._id });
}
