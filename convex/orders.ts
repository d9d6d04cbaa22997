import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { refuse } from "../domain/errors";
import { internal } from "./_generated/api";
import type { Doc, Id } from "./_generated/dataModel";
import { appError, refuseWith } from "./lib/errors";
import { requireEventDate } from "./lib/eventDate";
import { tenantMutation, tenantQuery } from "./lib/functions";
import { bulkFilter, vBulkAction } from "./lib/jobTables";
import { vOrderChange } from "./lib/orderChanges";
import { vOrderDetail, vOrderRow, vSlip } from "./lib/orderShapes";
import type { TenantReader } from "./lib/tenantDb";
import { vCents, vEventDate, vEventType, vPhone } from "./lib/validators";
import { startOnFilter, startOnSelection } from "./model/bulkOrders";
import { readOrderDetail } from "./model/orderDetail";
import { actorOf, readTimeline } from "./model/orderEvents";
import { setOrderObservation, setOrderPrinted } from "./model/orderFields";
import * as Lines from "./model/orderLines";
import { listOrders, toOrderRow } from "./model/orderList";
import { mergeOrders } from "./model/orderMerge";
import { removeOrders } from "./model/orderRemoval";
import { searchOrders } from "./model/orderSearch";
import { updateOrder } from "./model/orderUpdate";
import { requireOrder, setOrderPaid } from "./model/orders";
import { countToReprint } from "./model/reprint";
import { readSlips } from "./model/slips";
import { readListTotals, type TotalsFilter } from "./model/totals";

const vFilter = {
  isPaid: v.optional(v.boolean()),
  eventType: v.optional(vEventType),
  eventDate: v.optional(vEventDate),
  /** Only those that are to be printed again. */
  needsReprint: v.optional(v.literal(true)),
};

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

/** As many as one page of an export; with their lines, a third of what one transaction may read. */
const MAX_EXPORTED = 200;
const MAX_SLIPS = 50;

/** Staff: the rows of a selection, in its order: what an export writes. Refused with `order_not_found`, `too_many_items`. */
export const selected = tenantQuery({
  args: { orderIds: v.array(v.id("orders")) },
  returns: v.array(vOrderRow),
  handler: async (ctx, { orderIds }) => {
    if (orderIds.length > MAX_EXPORTED) throw appError(refuse("too_many_items", { max: MAX_EXPORTED }).refusal);
    return (await Promise.all(orderIds.map((id) => requireOrder(ctx.db, id)))).map(toOrderRow);
  },
});

/** Staff: what the slips of a selection say, in its order. Refused with `order_not_found`, `too_many_items`. */
export const slips = tenantQuery({
  args: { orderIds: v.array(v.id("orders")) },
  returns: v.object({ slips: v.array(vSlip), texts: v.object({ shipping: v.string(), payment: v.string() }) }),
  handler: async (ctx, { orderIds }) => {
    if (orderIds.length > MAX_SLIPS) throw appError(refuse("too_many_items", { max: MAX_SLIPS }).refusal);
    return await readSlips(ctx.db, orderIds);
  },
});

/** Staff: orders by number, phone ending or the beginnings of a customer's names, under the same filter. */
export const search = tenantQuery({
  args: { ...vFilter, text: v.string(), limit: v.number() },
  returns: v.object({ rows: v.array(vOrderRow), hasMore: v.boolean() }),
  handler: (ctx, args) => searchOrders(ctx.db, checkFilter(args)),
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
  handler: (ctx, { needsReprint, ...filter }) =>
    (needsReprint === true ? countToReprint : readListTotals)(ctx.db, checkFilter(filter)),
});

/** Staff: one order with customer, lines and who changed it last, by its number; null when there is none. */
export const byNumber = tenantQuery({
  args: { number: v.number() },
  returns: v.union(v.null(), vOrderDetail),
  handler: (ctx, { number }) => readOrderDetail(ctx, number),
});

/** Staff: what happened to an order, newest first, also after it was deleted. */
export const timeline = tenantQuery({
  args: { orderId: v.id("orders"), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({ _id: v.id("orderEvents"), at: v.number(), actorName: v.string(), change: vOrderChange }),
  ),
  handler: (ctx, { orderId, paginationOpts }) => readTimeline(ctx.db, orderId, paginationOpts),
});

/** A selection larger than this is a job of its own (UX conventions B5). */
const MAX_ORDERS = 50;

/** The orders of a selection, each once. Refused with `too_many_items`, and whole with `order_not_found`. */
async function requireOrders(db: TenantReader, orderIds: readonly Id<"orders">[]): Promise<Doc<"orders">[]> {
  if (orderIds.length > MAX_ORDERS) throw appError(refuse("too_many_items", { max: MAX_ORDERS }).refusal);
  return await Promise.all([...new Set(orderIds)].map((id) => requireOrder(db, id)));
}

const deedOf = ({ profile }: { readonly profile: Doc<"profiles"> }) => ({ actor: actorOf(profile), at: Date.now() });

/**
 * Staff: marks orders paid or back to pending, all or none of them.
 *
 * Refused with `order_not_found` (absent and another company's alike), `open_order_exists`, `too_many_items`.
 */
export const setPaid = tenantMutation({
  args: { orderIds: v.array(v.id("orders")), isPaid: v.boolean(), reason: v.optional(v.string()) },
  returns: v.object({ changed: v.number() }),
  handler: async (ctx, { orderIds, isPaid, reason }) => {
    const deed = deedOf(ctx);
    let changed = 0;
    for (const order of await requireOrders(ctx.db, orderIds)) {
      const change = { isPaid, reason: reason ?? null };
      if (await setOrderPaid(ctx.db, order, change, deed)) changed += 1;
    }
    return { changed };
  },
});

/** Staff: marks orders printed or not, all or none of them. Refused with `order_not_found`, `too_many_items`. */
export const setPrinted = tenantMutation({
  args: { orderIds: v.array(v.id("orders")), printed: v.boolean() },
  returns: v.object({ changed: v.number() }),
  handler: async (ctx, { orderIds, printed }) => {
    const deed = deedOf(ctx);
    let changed = 0;
    for (const order of await requireOrders(ctx.db, orderIds)) {
      if (await setOrderPrinted(ctx.db, order, printed, deed)) changed += 1;
    }
    return { changed };
  },
});

/** Staff: the observation of an order. Refused with `order_not_found`, `observation_too_long`, `changed_meanwhile`. */
export const setObservation = tenantMutation({
  args: {
    orderId: v.id("orders"),
    observation: v.union(v.null(), v.string()),
    seen: v.union(v.null(), v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { orderId, ...change }) => {
    await setOrderObservation(ctx.db, await requireOrder(ctx.db, orderId), change, deedOf(ctx));
    return null;
  },
});

/** Staff: phone and total of an order. See `model/orderUpdate.ts` for the refusals; `order_not_found` besides. */
export const update = tenantMutation({
  args: {
    orderId: v.id("orders"),
    phone: v.optional(v.string()),
    seenPhone: v.optional(vPhone),
    totalCents: v.optional(vCents),
    seenTotalCents: v.optional(vCents),
  },
  returns: v.object({
    orderNumber: v.number(),
    customerPhone: vPhone,
    totalCents: vCents,
    adjustmentCents: vCents,
  }),
  handler: async (ctx, { orderId, ...change }) =>
    updateOrder(ctx.db, await requireOrder(ctx.db, orderId), change, deedOf(ctx)),
});

/** Staff: 'Juntar pedidos'. See `model/orderMerge.ts` for the refusals; `order_not_found` besides. */
export const merge = tenantMutation({
  args: {
    fromOrderId: v.id("orders"),
    intoOrderId: v.id("orders"),
    phone: v.optional(v.string()),
    seenPhone: v.optional(vPhone),
  },
  returns: v.object({ orderId: v.id("orders"), orderNumber: v.number(), totalCents: vCents }),
  handler: async (ctx, { fromOrderId, intoOrderId, ...typed }) => {
    const from = await requireOrder(ctx.db, fromOrderId);
    const into = await requireOrder(ctx.db, intoOrderId);
    return await mergeOrders(ctx.db, { from, into, ...typed }, deedOf(ctx));
  },
});

/**
 * Staff: deletes orders, all or none of them. Unpaid ones give their stock back, paid ones when asked.
 *
 * Refused with `order_not_found`, `too_many_items`.
 */
export const remove = tenantMutation({
  args: { orderIds: v.array(v.id("orders")), returnPaidStock: v.boolean() },
  returns: v.object({ removed: v.number() }),
  handler: async (ctx, { orderIds, returnPaidStock }) => {
    const deed = deedOf(ctx);
    const orders = await requireOrders(ctx.db, orderIds);
    await removeOrders(ctx.db, orders, { returnPaidStock }, deed);
    return { removed: orders.length };
  },
});

/**
 * Staff: something to every order of a filter, or of a selection, as a job (`jobs.get`). Orders that come later are left
 * alone; what cannot be done to one of them stands in `jobs.failures`.
 *
 * Refused with `invalid_event_date`, `too_many_items`, and `no_selection` without exactly one of filter and selection.
 */
export const startBulk = tenantMutation({
  args: {
    filter: v.optional(v.object(bulkFilter)),
    orderIds: v.optional(v.array(v.id("orders"))),
    action: vBulkAction,
  },
  returns: v.object({ jobId: v.id("jobs"), total: v.number() }),
  handler: async (ctx, { filter, orderIds, action }) => {
    if ((filter === undefined) === (orderIds === undefined)) return refuseWith("no_selection");
    const started =
      filter === undefined
        ? await startOnSelection(ctx, orderIds ?? [], action)
        : await startOnFilter(ctx, checkFilter(filter), action);
    await ctx.scheduler.runAfter(0, internal.jobs.run, { tenantId: ctx.tenant._id, jobId: started.jobId });
    return started;
  },
});

const vLineAnswer = v.object({ orderTotalCents: vCents, stockLeft: v.union(v.null(), v.number()) });
const lineArgs = { orderId: v.id("orders"), lineId: v.id("cartItems"), allowPaid: v.optional(v.boolean()) };

/** Staff: a product into an order. See `model/orderLines.ts` for the refusals of this and the next three. */
export const addLine = tenantMutation({
  args: {
    orderId: v.id("orders"),
    productId: v.id("products"),
    quantity: v.number(),
    unitPriceCents: v.optional(vCents),
    allowPaid: v.optional(v.boolean()),
  },
  returns: vLineAnswer,
  handler: (ctx, args) => Lines.addLine(ctx, args),
});

/** Staff: how many of a line's product the order has. */
export const setLineQuantity = tenantMutation({
  args: { ...lineArgs, quantity: v.number(), seenQuantity: v.number() },
  returns: vLineAnswer,
  handler: (ctx, args) => Lines.setLineQuantity(ctx, args),
});

/** Staff: a price of their own for a line, written down in the timeline. */
export const setLinePrice = tenantMutation({
  args: { ...lineArgs, unitPriceCents: vCents, seenUnitPriceCents: vCents },
  returns: vLineAnswer,
  handler: (ctx, args) => Lines.setLinePrice(ctx, args),
});

/** Staff: a line out of an order, its stock back. */
export const removeLine = tenantMutation({
  args: lineArgs,
  returns: vLineAnswer,
  handler: (ctx, args) => Lines.removeLine(ctx, args),
});
