import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { saoPauloDate } from "../domain/calendar";
import { internal } from "./_generated/api";
import { requireEventDate } from "./lib/eventDate";
import { scopedMutation, scopedQuery, tenantAction, tenantMutation, tenantQuery } from "./lib/functions";
import { vCheckoutOrder, vCheckoutRow, vSummary } from "./lib/paymentShapes";
import { vQuotedOption } from "./lib/paymentTables";
import { vQuoteQuestion } from "./lib/shippingTables";
import { vAddress, vCents, vEventDate } from "./lib/validators";
import * as Desk from "./model/checkoutDesk";
import { keepQuote, quoteFailure, readQuoteQuestion } from "./model/freightQuotes";
import { withMelhorEnvio } from "./model/melhorEnvioAccess";
import { actorOf } from "./model/orderEvents";
import { requireOrder } from "./model/orders";
import { quoteFreight as askForFreight } from "./providers/melhorEnvio";
import { makeLink } from "./model/paymentSteps";

const vText = v.union(v.null(), v.string());

/** Staff: the open orders of a phone, or of an order number. Refused with `phone_required`, `invalid_phone`, `unknown_area_code`. */
export const find = tenantQuery({
  args: { text: v.string() },
  returns: v.object({
    phone: v.union(v.null(), v.string()),
    customerName: v.union(v.null(), v.string()),
    orders: v.array(vCheckoutRow),
    paidNumber: v.union(v.null(), v.number()),
  }),
  handler: (ctx, { text }) => Desk.findForCheckout(ctx.db, text),
});

/** Staff: the paid orders of a phone, newest event first. Refused as `find`. */
export const history = tenantQuery({
  args: { phone: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCheckoutRow),
  handler: (ctx, { phone, paginationOpts }) => Desk.listHistory(ctx.db, phone, paginationOpts),
});

/** Staff: an order with all that the checkout shows of it; null when there is none. */
export const order = tenantQuery({
  args: { orderId: v.id("orders"), today: vEventDate },
  returns: v.union(v.null(), vCheckoutOrder),
  handler: (ctx, { orderId, today }) => {
    requireEventDate(today);
    return Desk.readCheckoutOrder(ctx, orderId, today);
  },
});

/**
 * Staff: who an order goes to, kept with the order and with the customer.
 *
 * Refused with `order_not_found`, `order_is_paid`, `invalid_document`, `invalid_email`, `invalid_cep`, `invalid_state`,
 * `value_too_long`, and with `changed_meanwhile` where somebody has saved another value than the one that was seen.
 */
export const saveCustomer = tenantMutation({
  args: {
    orderId: v.id("orders"),
    name: v.string(),
    cpf: v.string(),
    email: v.string(),
    address: v.union(v.null(), vAddress),
    seen: v.optional(v.object({ name: vText, cpf: vText, email: vText, address: v.union(v.null(), vAddress) })),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Desk.saveCustomer(ctx.db, args, { actor: actorOf(ctx.profile), at: Date.now() });
    return null;
  },
});

/** Staff: how an order reaches its customer. Refused with `order_not_found`, `order_is_paid`, `freight_not_found`. */
export const chooseFreight = tenantMutation({
  args: { orderId: v.id("orders"), optionId: v.string() },
  returns: vSummary,
  handler: (ctx, args) => Desk.chooseFreight(ctx.db, args),
});

/** Staff: a coupon on an order, as `coupons:check` allows it; used up when the order is paid. */
export const applyCoupon = tenantMutation({
  args: { orderId: v.id("orders"), code: v.string() },
  returns: v.object({ ...vSummary.fields, code: v.string() }),
  handler: (ctx, args) => Desk.applyCouponTo(ctx.db, { ...args, today: saoPauloDate(Date.now()) }),
});

/** Staff: no coupon on an order. Refused with `order_not_found`, `order_is_paid`. */
export const removeCoupon = tenantMutation({
  args: { orderId: v.id("orders") },
  returns: vSummary,
  handler: (ctx, { orderId }) => Desk.removeCouponFrom(ctx.db, orderId),
});

/** Staff: closes the link an order can be paid by. Refused with `order_not_found`. */
export const cancelLink = tenantMutation({
  args: { orderId: v.id("orders") },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    await Desk.cancelLink(ctx.db, await requireOrder(ctx.db, orderId));
    return null;
  },
});

interface QuoteAnswer {
  outcome: "calculated" | "pickup_only" | "failed";
  found: number;
  reason: string | null;
}

/**
 * Staff: asks carriers what they want for an order, and keeps the answers; the order's query shows them. Collecting the
 * order is possible whatever they say.
 *
 * Refused with `order_not_found`, `order_is_paid`, `invalid_cep`.
 * Source: specification §4 and §5 "Checkout", contracts/melhor-envio.md §3.
 */
export const quoteFreight = tenantAction({
  args: { orderId: v.id("orders"), cep: v.string() },
  returns: v.object({
    outcome: v.union(v.literal("calculated"), v.literal("pickup_only"), v.literal("failed")),
    found: v.number(),
    reason: v.union(v.null(), v.string()),
  }),
  handler: async (ctx, { orderId, cep }): Promise<QuoteAnswer> => {
    const { tenantId } = ctx;
    const asked = await ctx.runQuery(internal.checkout.quoteQuestion, { tenantId, orderId, cep });
    const { fingerprint, fromCep, toCep, products } = asked;
    const keep = (options: (typeof vQuotedOption.type)[]) =>
      ctx.runMutation(internal.checkout.keepQuoted, { tenantId, orderId, cep: toCep, fingerprint, options });
    const answer = await withMelhorEnvio(ctx, tenantId, (access) =>
      askForFreight(access, { fromCep, toCep, products }),
    );
    const options = answer.ok ? answer.value.map((option) => ({ ...option, packages: [...option.packages] })) : [];
    await keep(options);
    if (!answer.ok) return { outcome: "failed", found: 0, reason: quoteFailure(answer.failure, answer.reason) };
    return { outcome: options.length > 0 ? "calculated" : "pickup_only", found: options.length, reason: null };
  },
});

export const quoteQuestion = scopedQuery({
  args: { orderId: v.id("orders"), cep: v.string() },
  returns: vQuoteQuestion,
  handler: async (ctx, args) => {
    const question = await readQuoteQuestion(ctx.db, args);
    return { ...question, products: [...question.products] };
  },
});

export const keepQuoted = scopedMutation({
  args: { orderId: v.id("orders"), cep: v.string(), fingerprint: v.string(), options: v.array(vQuotedOption) },
  returns: v.null(),
  handler: async (ctx, quoted) => {
    await keepQuote(ctx.db, quoted, Date.now());
    return null;
  },
});

type Finalized = { kind: "free" } | { kind: "link"; url: string; amountCents: number; expiresAt: number };

/**
 * Staff: 'Finalizar Pedido'. Everything that is charged comes from the server; the total that was seen must be it. An
 * order that comes to nothing is paid at once; any other gets a link, the same one however often this is called.
 *
 * Refused with what `beginPayment` names, and with `payment_provider_unavailable`, `payment_provider_unauthorized`,
 * `payment_request_refused`, `invalid_provider_answer`: then nothing is charged and it can be tried again.
 */
export const finalize = tenantAction({
  args: { orderId: v.id("orders"), seenTotalCents: vCents },
  returns: v.union(
    v.object({ kind: v.literal("free") }),
    v.object({ kind: v.literal("link"), url: v.string(), amountCents: vCents, expiresAt: v.number() }),
  ),
  handler: async (ctx, args): Promise<Finalized> => {
    const { tenantId, actor } = ctx;
    const begun = await ctx.runMutation(internal.paymentWork.begin, { tenantId, actorId: actor.profileId, ...args });
    if (begun.kind === "free") return begun;
    return { kind: "link", ...(await makeLink(ctx, { tenantId, linkId: begun.linkId })) };
  },
});
