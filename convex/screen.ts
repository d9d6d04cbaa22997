import { v } from "convex/values";
import { linkQuery } from "./lib/functions";

/** The holder of a big screen's link: whose screen it is. Refused with `link_not_found`. */
export const company = linkQuery({
  args: {},
  returns: v.object({ tenantName: v.string() }),
  handler: (ctx) => ({ tenantName: ctx.tenant.name }),
});
