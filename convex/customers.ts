import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import type { Doc } from "./_generated/dataModel";
import { requireEventDate } from "./lib/eventDate";
import { tenantMutation, tenantQuery } from "./lib/functions";
import { vAddress, vCents, vEventDate, vPhone } from "./lib/validators";
import { changeCustomer, registerCustomer, removeCustomer, requireCustomer } from "./model/customerEdits";
import {
  exportCustomers,
  findCustomers,
  listCustomers,
  readHistory,
  readOverview,
  toWholeCustomer,
  vCustomerOverview,
  vCustomerRow,
  vHistoryOrder,
  vWholeCustomer,
} from "./model/customerList";
import { mergeCustomers } from "./model/customerMerge";
import { peekCustomer } from "./model/customers";
import { actorOf } from "./model/orderEvents";

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

const vText = v.union(v.null(), v.string());

const vFields = v.object({
  name: vText,
  cpf: vText,
  email: vText,
  address: v.union(v.null(), vAddress),
  whatsappGroup: vText,
});

/** Staff: everything known of one customer; null when there is none. */
export const get = tenantQuery({
  args: { customerId: v.id("customers") },
  returns: v.union(v.null(), vWholeCustomer),
  handler: async (ctx, { customerId }) => {
    const customer = await ctx.db.get("customers", customerId);
    return customer === null ? null : toWholeCustomer(customer);
  },
});

/** Staff: all customers, newest first, page by page. */
export const list = tenantQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCustomerRow),
  handler: (ctx, { paginationOpts }) => listCustomers(ctx.db, paginationOpts),
});

/** Staff: customers by the beginnings of words of the name, and by the phone's beginning or ending; newest first. */
export const find = tenantQuery({
  args: { text: v.string(), limit: v.number() },
  returns: v.array(vCustomerRow),
  handler: (ctx, args) => findCustomers(ctx.db, args),
});

/** Staff: the cards of the control centre, and from what sum on a customer is a VIP. */
export const overview = tenantQuery({
  args: {},
  returns: vCustomerOverview,
  handler: (ctx) => readOverview(ctx.db),
});

/** Staff: a customer's orders with their lines, newest first. Refused with `customer_not_found`. */
export const history = tenantQuery({
  args: { customerId: v.id("customers"), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vHistoryOrder),
  handler: async (ctx, { customerId, paginationOpts }) =>
    readHistory(ctx.db, await requireCustomer(ctx.db, customerId), paginationOpts),
});

/** Staff: all customers by phone with everything known of them, page by page: the rows of an export. */
export const exportRows = tenantQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vWholeCustomer),
  handler: (ctx, { paginationOpts }) => exportCustomers(ctx.db, paginationOpts),
});

/** Staff: two records of one person become one. See `model/customerMerge.ts` for the refusals; `customer_not_found` besides. */
export const merge = tenantMutation({
  args: { fromCustomerId: v.id("customers"), intoCustomerId: v.id("customers") },
  returns: v.object({ movedOrders: v.number() }),
  handler: async (ctx, { fromCustomerId, intoCustomerId }) => {
    const from = await requireCustomer(ctx.db, fromCustomerId);
    const into = await requireCustomer(ctx.db, intoCustomerId);
    return { movedOrders: await mergeCustomers(ctx.db, { from, into }, deedOf(ctx)) };
  },
});

/** Staff. Refused with `customer_fields_required`, `invalid_customer_phone`, `customer_exists`, `value_too_long`. */
export const create = tenantMutation({
  args: { phone: v.string(), name: v.string() },
  returns: v.object({ customerId: v.id("customers") }),
  handler: async (ctx, typed) => ({ customerId: await registerCustomer(ctx.db, typed, deedOf(ctx)) }),
});

/**
 * Staff: some fields of a customer, with what the screen showed of all of them when typing began.
 *
 * Refused with `customer_not_found`, `customer_name_required`, `invalid_document`, `invalid_email`, `invalid_cep`,
 * `invalid_state`, `value_too_long`, `changed_meanwhile`.
 */
export const update = tenantMutation({
  args: { customerId: v.id("customers"), fields: vFields.partial(), seen: vFields },
  returns: v.null(),
  handler: async (ctx, { customerId, ...change }) => {
    await changeCustomer(ctx.db, await requireCustomer(ctx.db, customerId), change, deedOf(ctx));
    return null;
  },
});

/** Staff: forgets a customer; orders stay. Refused with `customer_not_found`. */
export const remove = tenantMutation({
  args: { customerId: v.id("customers") },
  returns: v.null(),
  handler: async (ctx, { customerId }) => {
    await removeCustomer(ctx.db, await requireCustomer(ctx.db, customerId), deedOf(ctx));
    return null;
  },
});

function deedOf({ profile }: { readonly profile: Doc<"profiles"> }) {
  return { actor: actorOf(profile), at: Date.now() };
}
