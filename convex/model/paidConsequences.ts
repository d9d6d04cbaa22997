import type { Doc } from "../_generated/dataModel";
import type { TenantWriter } from "../lib/tenantDb";
import { queuePaidChange } from "./blingQueue";
import { countCoupon } from "./checkouts";
import type { Deed } from "./orderEvents";
import { queuePaymentConfirmation } from "./paymentConfirmation";
import { withdrawLink } from "./paymentLinks";

/**
 * What else happens, in the same transaction, when an order becomes paid or is no longer: its coupon counts, a link that
 * nobody is to pay by any more is closed, the ERP is to know of it, and the customer gets their confirmation.
 *
 * @param change.byPayment whether a payment made it so, which then closes its link itself
 * @returns what the order's row gets with it; the caller writes it
 */
export async function paidConsequences(
  db: TenantWriter,
  order: Doc<"orders">,
  change: { readonly isPaid: boolean; readonly byPayment: boolean },
  deed: Deed,
): Promise<Partial<Doc<"orders">>> {
  await countCoupon(db, order._id, change.isPaid);
  await queuePaidChange(db, order, change, deed.at);
  // Money that went back to the payer: when it is paid again, that is worth a word again.
  if (!change.isPaid) return change.byPayment ? { confirmationQueuedAt: null } : {};
  return {
    ...(change.byPayment ? {} : await withdrawLink(db, { ...order, isPaid: true }, "paid_by_hand")),
    ...(await queuePaymentConfirmation(db, order, deed)),
  };
}
