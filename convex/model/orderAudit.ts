import type { AuditAction, AuditValues } from "../../domain/audit";
import type { Id } from "../_generated/dataModel";
import type { OrderChange } from "../lib/orderChanges";
import type { TenantWriter } from "../lib/tenantDb";
import { writeAudit } from "./audit";
import type { Deed } from "./orderEvents";

interface Audited {
  readonly action: AuditAction;
  readonly before: AuditValues;
  readonly after: AuditValues;
}

/**
 * What of an order's timeline stands in the company's log too: what somebody may have to answer for. Launches, and what
 * is edited all evening, are in the timeline alone, so that selling pays nothing for the log.
 * Source: product.md "People" (audit log).
 */
function auditedPart(change: OrderChange): Audited | null {
  switch (change.kind) {
    case "removed":
      return {
        action: "order_removed",
        before: {
          phone: change.phone,
          customerName: change.customerName,
          eventDate: change.eventDate,
          isPaid: change.isPaid,
          totalCents: change.totalCents,
          observation: change.observation,
          lines: change.lines.map(({ productCode, quantity }) => `${productCode} x${quantity}`).join(", "),
        },
        after: { stockReturned: change.stockReturned },
      };
    case "field_changed":
      if (change.field !== "isPaid") return null;
      return {
        action: "order_paid_changed",
        before: { isPaid: change.before },
        after: { isPaid: change.after, ...(change.reason === null ? {} : { reason: change.reason }) },
      };
    case "price_changed":
      return {
        action: "order_price_changed",
        before: { product: change.productCode, unitPriceCents: change.before },
        after: { product: change.productCode, unitPriceCents: change.after, totalCents: change.totalCents },
      };
    case "adjustment_changed":
      return {
        action: "order_total_adjusted",
        before: { adjustmentCents: change.before },
        after: { adjustmentCents: change.after, totalCents: change.totalCents },
      };
    case "phone_changed":
      return { action: "order_phone_changed", before: { phone: change.before }, after: { phone: change.after } };
    case "merged_from":
      return {
        action: "order_merged",
        before: { joinedOrder: change.orderNumber, phone: change.phone, wasPaid: change.wasPaid },
        after: { addedCents: change.addedCents, totalCents: change.totalCents },
      };
    case "launched":
    case "launch_undone":
    case "line_added":
    case "quantity_changed":
    case "line_removed":
    case "merged_into":
    case "payment_link_opened":
    case "payment_link_withdrawn":
    case "payment_link_expired":
    case "payment_changed":
    case "confirmation_queued":
    case "message_sent":
    case "shipment_changed":
      return null;
    default:
      return change satisfies never;
  }
}

/** Carries a change of an order into the company's log, where it belongs there. */
export async function auditOrderChange(
  db: TenantWriter,
  orderId: Id<"orders">,
  deed: Deed,
  change: OrderChange,
): Promise<void> {
  const audited = auditedPart(change);
  if (audited === null) return;
  const number = change.kind === "removed" ? change.orderNumber : (await db.get("orders", orderId))?.number;
  const record = { kind: "order", key: orderId, label: number === undefined ? orderId : `#${number}` } as const;
  await writeAudit(db, deed, { ...audited, record });
}
