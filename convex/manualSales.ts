import { v } from "convex/values";
import { tenantMutation, tenantQuery } from "./lib/functions";
import { vCents, vEventDate, vEventType, vPhone } from "./lib/validators";
import { readFeed } from "./model/launchReceipts";
import { launchSale } from "./model/manualSales";
import { requireEventDate } from "./lib/eventDate";

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
    }),
  ),
  handler: (ctx, { eventDate }) => {
    requireEventDate(eventDate);
    return readFeed(ctx.db, eventDate);
  },
});
