import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { env } from "./_generated/server";
import { refuse } from "../domain/errors";
import { isAllowed } from "../domain/shipments";
import { internal } from "./_generated/api";
import { MELHOR_ENVIO_PREFIX } from "./labelNotices";
import { appError, refuseWith } from "./lib/errors";
import { scopedMutation, scopedQuery, tenantAction, tenantMutation, tenantQuery } from "./lib/functions";
import { recipientArgs, vBatchView, vLabelRow, vOutcome, vPreparation, vSeenRecipient } from "./lib/labelShapes";
import { vQuotedOption } from "./lib/paymentTables";
import { vBatchAction, vShipmentState } from "./lib/shipmentTables";
import { vQuoteQuestion } from "./lib/shippingTables";
import { vCents } from "./lib/validators";
import { fetchLabel, fulfil, goOn, told, type LabelOutcome } from "./model/labelRun";
import * as Preparation from "./model/labelPreparation";
import { findLabels, listLabels, readLabelRow } from "./model/labelViews";
import { withMelhorEnvio, type ShippingAnswer } from "./model/melhorEnvioAccess";
import { actorOf } from "./model/orderEvents";
import { requireOrder } from "./model/orders";
import { createBatch, toBatchView } from "./model/shipmentBatches";
import { makeCharge, type ChargeShown } from "./model/shipmentChargeSteps";
import { findShipment, refuseAction } from "./model/shipments";
import { SHIPPING_FAILURES } from "./model/shippingFailures";
import { addFunds as askForFunds, readWallet, type Wallet } from "./providers/melhorEnvioShipments";
import { quoteFreight } from "./providers/melhorEnvio";

const vText = v.union(v.null(), v.string());
const vOrder = { orderId: v.id("orders") };

/** Staff: orders by how they are sent, newest first; see `model/labelViews.ts`. */
export const list = tenantQuery({
  args: { state: v.union(v.null(), vShipmentState), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vLabelRow),
  handler: (ctx, { state, paginationOpts }) => listLabels(ctx.db, state, paginationOpts),
});

/** Staff: the paid orders of a phone, or of a number. Refused with `phone_required`, `invalid_phone`, `unknown_area_code`. */
export const find = tenantQuery({
  args: { text: v.string() },
  returns: v.array(vLabelRow),
  handler: (ctx, { text }) => findLabels(ctx.db, text),
});

/** Staff: how one order is sent; null when there is none. */
export const ofOrder = tenantQuery({
  args: vOrder,
  returns: v.union(v.null(), vLabelRow),
  handler: (ctx, { orderId }) => readLabelRow(ctx.db, orderId),
});

/** Staff: everything that an order's label would be made of; null when there is no such order. */
export const preparation = tenantQuery({
  args: vOrder,
  returns: v.union(v.null(), vPreparation),
  handler: (ctx, { orderId }) => Preparation.readPreparation(ctx.db, orderId),
});

/**
 * Staff: who a label is for.
 *
 * Refused with `order_not_found`, `order_not_paid`, `label_exists`, `invalid_document`, `invalid_email`, `invalid_cep`,
 * `invalid_state`, `value_too_long`, `changed_meanwhile`.
 */
export const saveRecipient = tenantMutation({
  args: { ...vOrder, ...recipientArgs, seen: v.optional(vSeenRecipient) },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Preparation.saveRecipient(ctx.db, args, { actor: actorOf(ctx.profile), at: Date.now() });
    return null;
  },
});

/**
 * Staff: asks carriers what they want for an order's label; `preparation` shows the answers.
 *
 * Refused with `order_not_found`, `order_not_paid`, `label_exists`, `order_is_empty`, `label_cep_required`.
 * Source: contracts/melhor-envio.md §3.
 */
export const quote = tenantAction({
  args: vOrder,
  returns: v.object({
    outcome: v.union(v.literal("calculated"), v.literal("none"), v.literal("failed")),
    found: v.number(),
    reason: vText,
  }),
  handler: async (ctx, { orderId }): Promise<QuoteAnswer> => {
    const { tenantId, actor } = ctx;
    const question = await ctx.runQuery(internal.labels.quoteQuestion, { tenantId, orderId });
    const answer = await withMelhorEnvio(ctx, tenantId, (access) => quoteFreight(access, question));
    if (!answer.ok) {
      const reason = answer.reason === null ? "" : ` (${answer.reason})`;
      return { outcome: "failed", found: 0, reason: SHIPPING_FAILURES[answer.failure] + reason };
    }
    const options = answer.value.map((option) => ({ ...option, packages: [...option.packages] }));
    const { toCep: cep, fingerprint } = question;
    await ctx.runMutation(internal.labels.keepQuote, {
      tenantId,
      actorName: actor.name,
      orderId,
      cep,
      fingerprint,
      options,
    });
    return { outcome: options.length > 0 ? "calculated" : "none", found: options.length, reason: null };
  },
});

interface QuoteAnswer {
  outcome: "calculated" | "none" | "failed";
  found: number;
  reason: string | null;
}

export const quoteQuestion = scopedQuery({
  args: vOrder,
  returns: vQuoteQuestion,
  handler: async (ctx, { orderId }) => {
    const question = await Preparation.readLabelQuestion(ctx.db, orderId);
    return { ...question, products: [...question.products] };
  },
});

export const keepQuote = scopedMutation({
  args: { ...vOrder, actorName: v.string(), cep: v.string(), fingerprint: v.string(), options: v.array(vQuotedOption) },
  returns: v.null(),
  handler: async (ctx, { actorName, ...quoted }) => {
    await Preparation.keepLabelQuote(ctx.db, quoted, { actor: { id: null, name: actorName }, at: Date.now() });
    return null;
  },
});

/**
 * Staff: puts an order's label into the cart of Melhor Envio. Pressed twice, there is one.
 *
 * @param optionId how it is sent; null for what was chosen at the checkout
 * Refused with `order_not_found`, `order_not_paid`, `order_is_empty`, `label_freight_required`, `freight_not_found`,
 * `freight_outdated`, `label_one_volume`, `label_data_missing`, `label_action_refused`.
 */
export const create = tenantAction({
  args: { ...vOrder, optionId: vText },
  returns: vOutcome,
  handler: async (ctx, { orderId, optionId }): Promise<LabelOutcome> =>
    told(await fulfil(ctx, orderId, { action: "create", optionId })),
});

/**
 * Staff: buys a label from the wallet. Two at once: it is bought once.
 *
 * Refused with `order_not_found`, `label_action_refused`, `label_price_changed`.
 */
export const pay = tenantAction({
  args: { ...vOrder, seenPriceCents: vCents },
  returns: vOutcome,
  handler: async (ctx, { orderId, seenPriceCents }): Promise<LabelOutcome> =>
    told(await fulfil(ctx, orderId, { action: "pay", seenPriceCents })),
});

/**
 * Staff: where a label can be printed. One that is not ready yet is waited for a little.
 *
 * Refused with `order_not_found`, `label_action_refused`.
 */
export const download = tenantAction({
  args: vOrder,
  returns: v.object({ ...vOutcome.fields, url: vText }),
  handler: (ctx, { orderId }): Promise<LabelOutcome & { url: string | null }> => fetchLabel(ctx, orderId),
});

/**
 * Staff: cancels a label. Out of the cart it is gone; one that was bought is paid back to the wallet.
 *
 * Refused with `order_not_found`, `label_action_refused`.
 */
export const cancel = tenantAction({
  args: vOrder,
  returns: vOutcome,
  handler: async (ctx, { orderId }): Promise<LabelOutcome> => told(await fulfil(ctx, orderId, { action: "cancel" })),
});

/** Staff: asks how a label stands now, and goes on with what was cut off. Refused with `order_not_found`, `label_action_refused`. */
export const refresh = tenantAction({
  args: vOrder,
  returns: vOutcome,
  handler: async (ctx, { orderId }): Promise<LabelOutcome> => {
    const { tenantId } = ctx;
    const shipmentId = await ctx.runQuery(internal.labels.refreshable, { tenantId, orderId });
    return await goOn(ctx, { tenantId, shipmentId });
  },
});

export const refreshable = scopedQuery({
  args: vOrder,
  returns: v.id("shipments"),
  handler: async ({ db }, { orderId }) => {
    const shipment = await findShipment(db, orderId);
    if (shipment === null) await requireOrder(db, orderId);
    if (shipment === null) return refuseAction("refresh", "pending");
    const isOpen = shipment.step !== null || isAllowed(shipment.state, "refresh");
    return isOpen ? shipment._id : refuseAction("refresh", shipment.state);
  },
});

/**
 * Staff: a link by which the customer pays what the label costs. Pressed again it is the same, while it is good.
 *
 * Refused with `order_not_found`, `label_action_refused`, `payments_not_configured`, `payment_provider_unavailable`,
 * `payment_provider_unauthorized`, `payment_request_refused`, `invalid_provider_answer`.
 */
export const charge = tenantAction({
  args: vOrder,
  returns: v.object({ url: v.string(), amountCents: vCents, expiresAt: v.number() }),
  handler: async (ctx, { orderId }): Promise<ChargeShown> => {
    const { tenantId, actor } = ctx;
    const asked = { tenantId, actorId: actor.profileId, orderId };
    const { chargeId } = await ctx.runMutation(internal.labelWork.beginCharge, asked);
    return await makeCharge(ctx, { tenantId, chargeId });
  },
});

/**
 * Staff: the same for up to 50 orders, one after the other, with what became of each. The same request makes no second
 * batch.
 *
 * Refused with `no_selection`, `too_many_items`, `order_not_found`.
 */
export const startBatch = tenantMutation({
  args: { requestId: v.string(), action: vBatchAction, orderIds: v.array(v.id("orders")) },
  returns: v.object({ batchId: v.id("shipmentBatches") }),
  handler: async (ctx, args) => {
    const { batchId, isNew } = await createBatch(ctx.db, args, { profile: ctx.profile, at: Date.now() });
    if (isNew) await ctx.db.runSoon(internal.labelBatches.run, { batchId });
    return { batchId };
  },
});

/** Staff: what became of a batch so far; null when there is none. */
export const batch = tenantQuery({
  args: { batchId: v.id("shipmentBatches") },
  returns: v.union(v.null(), vBatchView),
  handler: async (ctx, { batchId }) => {
    const found = await ctx.db.get("shipmentBatches", batchId);
    return found === null ? null : toBatchView(found);
  },
});

/** Staff: what is in the wallet. Refused with `shipping_problem`. */
export const wallet = tenantAction({
  args: {},
  returns: v.object({ balanceCents: vCents, reservedCents: vCents, debtsCents: vCents }),
  handler: async (ctx): Promise<Wallet> => orRefuse(await withMelhorEnvio(ctx, ctx.tenantId, readWallet)),
});

/** Less is not worth a payment; more is a slip of the finger. Inferred. */
const LEAST_FUNDS_CENTS = 100;
const MOST_FUNDS_CENTS = 1_000_000;

/** Staff: a page of Melhor Envio on which the wallet is filled by Pix. Refused with `invalid_amount`, `shipping_problem`. */
export const addFunds = tenantAction({
  args: { amountCents: vCents },
  returns: v.object({ url: v.string() }),
  handler: async (ctx, { amountCents }): Promise<{ url: string }> => {
    const isGood = Number.isInteger(amountCents) && amountCents >= LEAST_FUNDS_CENTS && amountCents <= MOST_FUNDS_CENTS;
    if (!isGood) return refuseWith("invalid_amount");
    const answer = await withMelhorEnvio(ctx, ctx.tenantId, (access) => askForFunds(access, amountCents));
    return { url: orRefuse(answer) };
  },
});

function orRefuse<Value>(answer: ShippingAnswer<Value>): Value {
  if (answer.ok) return answer.value;
  const { failure, reason } = answer;
  const text = SHIPPING_FAILURES[failure] + (reason === null ? "" : ` (${reason})`);
  throw appError(refuse("shipping_problem", { reason: failure, text }).refusal);
}

/** Staff: where Melhor Envio is to send its notices, to be registered in its panel. */
export const webhookAddress = tenantQuery({
  args: {},
  returns: v.object({ url: v.string() }),
  handler: (ctx) => {
    const site = (env.CONVEX_SITE_URL ?? "").replace(/\/+$/, "");
    return Promise.resolve({ url: `${site}${MELHOR_ENVIO_PREFIX}${ctx.tenant.slug}` });
  },
});
