import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { refuse } from "../domain/errors";
import { appError, refuseWith } from "./lib/errors";
import { requireEventDate } from "./lib/eventDate";
import { tenantMutation, tenantQuery } from "./lib/functions";
import { vCents, vEventDate, vEventType, vPhone } from "./lib/validators";
import { actorOf } from "./model/orderEvents";
import { listOrders } from "./model/orderList";
import { setOrderPaid } from "./model/orders";
import { readListTotals, type TotalsFilter } from "./model/totals";

const vFilter = {
  isPaid: v.optional(v.boolean()),
  eventType: v.optional(vEventType),
  eventDate: v.optional(vEventDate),
};

const vOrderRow = v.object({
  _id: v.id("orders"),
  number: v.number(),
  publicId: v.string(),
  createdAt: v.number(),
  customerPhone: vPhone,
  customerName: v.union(v.null(), v.string()),
  totalCents: vCents,
  pieces: v.number(),
  isPaid: v.boolean(),
  printed: v.boolean(),
  eventType: vEventType,
  eventDate: vEventDate,
  observation: v.union(v.null(), v.string()),
  messagesSent: v.object({ itemAdded: v.boolean(), paymentConfirmation: v.boolean() }),
});

function checkFilter<Filter extends TotalsFilter>(filter: Filter): Filter {
  if (filter.eventDate !== undefined) requireEventDate(filter.eventDate);
  return filter;
}

/** Staff: the orders under a filter, newest first, page by page. */
export const list = tenantQuery({
  args: { ...vFilter, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vOrderRow),
  handler: (ctx, { paginationOpts, ...filter }) => listOrders(ctx.db, checkFilter(filter), paginationOpts),
});

/** Staff: the footer of the same list, from kept totals. */
export const totals = tenantQuery({
  args: vFilter,
  returns: v.object({
    orders: v.number(),
    paid: v.number(),
    pending: v.number(),
    totalCents: vCents,
    paidCents: vCents,
    pendingCents: vCents,
    pieces: v.number(),
  }),
  handler: (ctx, filter) => readListTotals(ctx.db, checkFilter(filter)),
});

/** A selection larger than this is a job of its own (UX conventions B5). */
const MAX_ORDERS = 50;

/**
 * Staff: marks orders paid or back to pending, all or none of them.
 *
 * Refused with `order_not_found` (absent and another company's alike), `open_order_exists`, `too_many_items`.
 */
export const setPaid = tenantMutation({
  args: { orderIds: v.array(v.id("orders")), isPaid: v.boolean(), reason: v.optional(v.string()) },
  returns: v.object({ changed: v.number() }),
  handler: async (ctx, { orderIds, isPaid, reason }) => {
    if (orderIds.length > MAX_ORDERS) throw appError(refuse("too_many_items", { max: MAX_ORDERS }).refusal);
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    let changed = 0;
    for (const id of orderIds) {
      const order = (await ctx.db.get("orders", id)) ?? refuseWith("order_not_found");
      const change = { isPaid, reason: reason ?? null };
      if (await setOrderPaid(ctx.db, order, change, deed)) changed += 1;
    }
    return { changed };
  },
});
