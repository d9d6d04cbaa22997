import { v } from "convex/values";
import { scopedMutation, systemMutation } from "./lib/functions";
import { vCents, vEventDate, vEventType, vPhone } from "./lib/validators";
import { addCustomer } from "./model/customers";
import { beginDemo } from "./model/demoCompany";
import { DEMO_TEMPLATES } from "./model/demoTemplates";
import { addPastOrder } from "./model/pastOrders";
import { createProducts, vNewProduct, vProductKey } from "./model/products";

/** The steps of the demonstration company (`seed:demo`), one transaction each. Internal functions only. */

/**
 * Where the demonstration stands, and null where it has no place (`model/demoCompany.ts`). Makes the company, with its
 * mark, in an empty deployment.
 *
 * @param now epoch milliseconds
 */
export const begin = systemMutation({
  args: { now: v.number() },
  returns: v.union(
    v.null(),
    v.object({
      tenantId: v.id("tenants"),
      startedAt: v.number(),
      products: v.array(vProductKey),
      ordersWritten: v.number(),
    }),
  ),
  handler: (ctx, { now }) => beginDemo(ctx.db, now),
});

/** Products with their stock, customers, and message templates. */
export const addCatalogue = scopedMutation({
  args: {
    products: v.array(vNewProduct),
    customers: v.array(v.object({ phone: vPhone, name: v.string(), whatsappGroup: v.union(v.null(), v.string()) })),
  },
  returns: v.array(vProductKey),
  handler: async (ctx, { products, customers }) => {
    for (const customer of customers) await addCustomer(ctx.db, customer);
    for (const template of DEMO_TEMPLATES) await ctx.db.insert("templates", template);
    return await createProducts(ctx.db, products);
  },
});

/** A batch of orders of the past, oldest first. */
export const addOrders = scopedMutation({
  args: {
    orders: v.array(
      v.object({
        phone: vPhone,
        eventType: vEventType,
        eventDate: vEventDate,
        paidAt: v.union(v.null(), v.number()),
        actorId: v.union(v.null(), v.id("profiles")),
        actorName: v.string(),
        lines: v.array(
          v.object({
            code: v.string(),
            name: v.string(),
            productId: v.id("products"),
            quantity: v.number(),
            unitPriceCents: vCents,
            launchedAt: v.number(),
          }),
        ),
      }),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { orders }) => {
    for (const order of orders) await addPastOrder(ctx.db, order);
    return null;
  },
});
