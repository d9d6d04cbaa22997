import type { Doc } from "../_generated/dataModel";
import type { TenantWriter } from "../lib/tenantDb";
import { readWhatsapp } from "./integrations";
import { appendOrderEvent, type Deed } from "./orderEvents";

/**
 * The confirmation that a customer gets when their order is paid: here it is decided that one is to be sent, in the
 * transaction that marks the order paid. The one place at which the sending of messages begins.
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
  if (!(await readWhatsapp(db)).isActive) return {};
  await appendOrderEvent(db, order._id, deed, { kind: "confirmation_queued" });
  return { confirmationQueuedAt: deed.at };
}
