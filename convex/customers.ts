import { v } from "convex/values";
import type { Doc } from "./_generated/dataModel";
import { requireEventDate } from "./lib/eventDate";
import { tenantMutation, tenantQuery } from "./lib/functions";
import { vAddress, vCents, vEventDate, vPhone } from "./lib/validators";
import { changeCustomer, registerCustomer, removeCustomer, requireCustomer } from "./model/customerEdits";
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
  returns: v.union(
    v.null(),
    v.object({ _id: v.id("customers"), phone: vPhone, createdAt: v.number(), ...vFields.fields }),
  ),
  handler: async (ctx, { customerId }) => {
    const customer = await ctx.db.get("customers", customerId);
    if (customer === null) return null;
    const { tenantId: _tenantId, _creationTime: createdAt, ...known } = customer;
    return { ...known, createdAt };
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
