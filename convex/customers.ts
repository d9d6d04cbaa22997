import { v } from "convex/values";
import { requireEventDate } from "./lib/eventDate";
import { tenantQuery } from "./lib/functions";
import { vCents, vEventDate, vPhone } from "./lib/validators";
import { peekCustomer } from "./model/customers";

/** Staff: the hint under the phone field, also while it is typed. See `model/customers.ts`. */
export const peek = tenantQuery({
  args: { phone: v.string(), eventDate: vEventDate },
  returns: v.union(
    v.null(),
    v.object({
      phone: vPhone,
      name: v.union(v.null(), v.string()),
      openTotalCents: vCents,
      openOrders: v.number(),
      openOrderNumber: v.union(v.null(), v.number()),
    }),
  ),
  handler: async (ctx, { phone, eventDate }) => {
    requireEventDate(eventDate);
    return await peekCustomer(ctx.db, phone, eventDate);
  },
});
