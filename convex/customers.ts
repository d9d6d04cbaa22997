import { v } from "convex/values";
import { parsePhone } from "../domain/phone";
import { requireEventDate } from "./lib/eventDate";
import { tenantQuery } from "./lib/functions";
import { vCents, vEventDate } from "./lib/validators";
import { peekCustomer } from "./model/customers";

/** Staff: the hint under the phone field. Null while the phone is unknown or not yet a phone. */
export const peek = tenantQuery({
  args: { phone: v.string(), eventDate: vEventDate },
  returns: v.union(
    v.null(),
    v.object({
      name: v.union(v.null(), v.string()),
      openTotalCents: vCents,
      openOrders: v.number(),
      openOrderNumber: v.union(v.null(), v.number()),
    }),
  ),
  handler: async (ctx, { phone, eventDate }) => {
    requireEventDate(eventDate);
    const parsed = parsePhone(phone);
    return parsed.ok ? await peekCustomer(ctx.db, parsed.value, eventDate) : null;
  },
});
