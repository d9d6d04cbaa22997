import type { Doc } from "../_generated/dataModel";
import type { TenantWriter } from "../lib/tenantDb";
import { findCheckout, summaryOf } from "./checkouts";
import { appendOrderEvent, type Deed } from "./orderEvents";
import { tellPaid } from "./outbox";

/**
 * The confirmation that a customer gets when their order is paid: here it is decided that one is to be sent, in the
 * transaction that marks the order paid.
 *
 * Queued once for an order that is paid, however often that is said; a company whose messaging is switched off queues
 * nothing, so that nothing old is ever sent late.
 * Source: product.md "Selling" (the paid switch, messages).
 *
 * @returns the fields that the order gets with it
 */
export async function queuePaymentConfirmation(
  db: TenantWriter,
  order: Doc<"orders">,
  deed: Deed,
): Promise<Partial<Pick<Doc<"orders">, "confirmationQueuedAt">>> {
  const wasQueued = order.confirmationQueuedAt !== undefined && order.confirmationQueuedAt !== null;
  if (wasQueued || order.paymentConfirmationSent) return {};
  const { grandTotalCents: totalCents } = summaryOf(order, await findCheckout(db, order._id));
  if (!(await tellPaid(db, { ...order, totalCents }, deed))) return {};
  await appendOrderEvent(db, order._id, deed, { kind: "confirmation_queued" });
  return { confirmationQueuedAt: deed.at };
}
