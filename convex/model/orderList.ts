import type { IndexRange, PaginationOptions, PaginationResult } from "convex/server";
import type { PaymentState } from "../../domain/payments";
import type { Doc } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import { listToReprint } from "./reprint";
import type { TotalsFilter } from "./totals";

/** What one row of the list shows, and no more: a change of anything else sends no list again to anyone. */
export type OrderRow = Pick<
  Doc<"orders">,
  | "_id"
  | "number"
  | "publicId"
  | "createdAt"
  | "customerPhone"
  | "customerName"
  | "totalCents"
  | "pieces"
  | "isPaid"
  | "printed"
  | "eventType"
  | "eventDate"
  | "observation"
  | "whatsappGroup"
> & {
  readonly messagesSent: { readonly itemAdded: boolean; readonly paymentConfirmation: boolean };
  /** Absent while there has been neither link nor payment. */
  readonly paymentState?: PaymentState;
  /** Its slip is out of date. Absent for nearly all. */
  readonly needsReprint?: true;
};

/** What the list can be narrowed to. */
export interface ListFilter extends TotalsFilter {
  /** Only those whose slip is out of date. */
  readonly needsReprint?: true;
}

/** A page of the list, newest first: one index range, whatever the filters. */
export async function listOrders(
  db: TenantReader,
  { needsReprint, ...filter }: ListFilter,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<OrderRow>> {
  const result =
    needsReprint === true
      ? await listToReprint(db, filter, paginationOpts)
      : await ordersInFilter(db, filter).order("desc").paginate(paginationOpts);
  return { ...result, page: result.page.map(toOrderRow) };
}

/** A page of the orders launched by hand, whatever their type, newest first. Source: product.md "The live". */
export async function listManualOrders(
  db: TenantReader,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<OrderRow>> {
  const orders = db.query("orders").withIndex("by_tenantId_and_origin_and_number", (q) => q.eq("origin", "manual"));
  const result = await orders.order("desc").paginate(paginationOpts);
  return { ...result, page: result.page.map(toOrderRow) };
}

/** Numbers above one and up to another. */
export interface NumberRange {
  readonly above: number;
  readonly upTo: number;
}

/** What every index of orders ends in. */
interface AtNumber {
  gt(field: "number", value: number): { lte(field: "number", value: number): IndexRange };
}

/** The orders under a filter, by their numbers: one index range. */
export function ordersInFilter(
  db: TenantReader,
  { isPaid, eventType, eventDate }: TotalsFilter,
  numbers?: NumberRange,
) {
  const within = (q: IndexRange & AtNumber) =>
    numbers === undefined ? q : q.gt("number", numbers.above).lte("number", numbers.upTo);
  const orders = db.query("orders");
  if (eventDate !== undefined) {
    if (eventType !== undefined && isPaid !== undefined) {
      return orders.withIndex("by_tenantId_and_eventDate_and_eventType_and_isPaid_and_number", (q) =>
        within(q.eq("eventDate", eventDate).eq("eventType", eventType).eq("isPaid", isPaid)),
      );
    }
    if (eventType !== undefined) {
      return orders.withIndex("by_tenantId_and_eventDate_and_eventType_and_number", (q) =>
        within(q.eq("eventDate", eventDate).eq("eventType", eventType)),
      );
    }
    if (isPaid !== undefined) {
      return orders.withIndex("by_tenantId_and_eventDate_and_isPaid_and_number", (q) =>
        within(q.eq("eventDate", eventDate).eq("isPaid", isPaid)),
      );
    }
    return orders.withIndex("by_tenantId_and_eventDate_and_number", (q) => within(q.eq("eventDate", eventDate)));
  }
  if (eventType !== undefined && isPaid !== undefined) {
    return orders.withIndex("by_tenantId_and_eventType_and_isPaid_and_number", (q) =>
      within(q.eq("eventType", eventType).eq("isPaid", isPaid)),
    );
  }
  if (eventType !== undefined) {
    return orders.withIndex("by_tenantId_and_eventType_and_number", (q) => within(q.eq("eventType", eventType)));
  }
  if (isPaid !== undefined) {
    return orders.withIndex("by_tenantId_and_isPaid_and_number", (q) => within(q.eq("isPaid", isPaid)));
  }
  return orders.withIndex("by_tenantId_and_number", within);
}

export function toOrderRow(order: Doc<"orders">): OrderRow {
  return {
    _id: order._id,
    number: order.number,
    publicId: order.publicId,
    createdAt: order.createdAt,
    customerPhone: order.customerPhone,
    customerName: order.customerName,
    totalCents: order.totalCents,
    pieces: order.pieces,
    isPaid: order.isPaid,
    printed: order.printed,
    eventType: order.eventType,
    eventDate: order.eventDate,
    observation: order.observation,
    whatsappGroup: order.whatsappGroup,
    messagesSent: { itemAdded: order.itemAddedMessageSent, paymentConfirmation: order.paymentConfirmationSent },
    ...(order.paymentState === undefined ? {} : { paymentState: order.paymentState }),
    ...(order.needsReprint === true ? { needsReprint: true } : {}),
  };
}
