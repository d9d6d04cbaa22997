import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { requireEventDate } from "./lib/eventDate";
import { tenantMutation, tenantQuery } from "./lib/functions";
import { vOrderRow } from "./lib/orderShapes";
import { vCents, vEventDate, vEventType, vPhone } from "./lib/validators";
import { readFeed } from "./model/launchReceipts";
import { undoLaunch } from "./model/launchUndo";
import { launchSale } from "./model/manualSales";
import { listManualOrders } from "./model/orderList";

/** Staff: one launch, once per `launchId`. See `model/manualSales.ts` for its refusals. */
export const launch = tenantMutation({
  args: {
    productId: v.id("products"),
    phone: v.string(),
    quantity: v.number(),
    eventDate: vEventDate,
    eventType: v.optional(vEventType),
    launchId: v.string(),
  },
  returns: v.object({
    orderId: v.id("orders"),
    orderNumber: v.number(),
    created: v.boolean(),
    unitPriceCents: vCents,
    quantity: v.number(),
    totalCents: vCents,
    stockLeft: v.number(),
    phone: vPhone,
    productCode: v.string(),
  }),
  handler: (ctx, args) => launchSale(ctx, args),
});

/** Staff: the last 50 launches of a live by everyone, newest first. */
export const feed = tenantQuery({
  args: { eventDate: vEventDate },
  returns: v.array(
    v.object({
      launchId: v.string(),
      at: v.number(),
      operatorName: v.string(),
      productCode: v.string(),
      productName: v.string(),
      quantity: v.number(),
      phone: vPhone,
      orderNumber: v.number(),
      created: v.boolean(),
      lineTotalCents: vCents,
      isOwn: v.boolean(),
      isUndone: v.boolean(),
      canUndo: v.boolean(),
    }),
  ),
  handler: (ctx, { eventDate }) => {
    requireEventDate(eventDate);
    return readFeed(ctx.db, eventDate, ctx.profile._id);
  },
});

/** Staff: takes back a launch of one's own. See `model/launchUndo.ts` for its refusals. */
export const undo = tenantMutation({
  args: { launchId: v.string() },
  returns: v.object({
    orderNumber: v.number(),
    productCode: v.string(),
    quantity: v.number(),
    stockLeft: v.union(v.null(), v.number()),
    orderTotalCents: v.union(v.null(), vCents),
  }),
  handler: (ctx, { launchId }) => undoLaunch(ctx, launchId),
});

/** Staff: every order launched by hand, whatever its type, newest first, page by page. */
export const orders = tenantQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vOrderRow),
  handler: (ctx, { paginationOpts }) => listManualOrders(ctx.db, paginationOpts),
});
