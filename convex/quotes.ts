import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { checkQuote } from "../domain/quotes";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { orThrow } from "./lib/errors";
import {
  scopedMutation,
  scopedQuery,
  systemMutation,
  tenantAction,
  tenantMutation,
  tenantQuery,
} from "./lib/functions";
import { freightFields, vQuotedOption } from "./lib/paymentTables";
import { parcelFields } from "./lib/shippingTables";
import { TenantWriter } from "./lib/tenantDb";
import { vCents } from "./lib/validators";
import { withMelhorEnvio } from "./model/melhorEnvioAccess";
import { actorOf } from "./model/orderEvents";
import * as Quotes from "./model/parcelQuotes";
import { sweepTenants } from "./model/paymentSweep";
import { SHIPPING_FAILURES } from "./model/shippingFailures";
import { readShipping } from "./model/shippingSettings";
import { quoteFreight } from "./providers/melhorEnvio";

/** Asking what a parcel costs to send, and keeping what was chosen. */

const vNumber = v.union(v.null(), v.number());
const vOption = v.object(freightFields);

interface Asked {
  quoteId: Id<"freightQuotes">;
  outcome: "calculated" | "none" | "failed";
  options: (typeof vOption.type)[];
  reason: string | null;
}

/**
 * Staff: asks carriers what they want for a parcel. Those that do not go there are left out; collecting is offered besides
 * where it is wanted, whatever they say.
 *
 * Refused as `checkQuote` says.
 * Source: specification §5 "Quote", contracts/melhor-envio.md §3.
 */
export const ask = tenantAction({
  args: {
    cep: v.string(),
    weightGrams: vNumber,
    heightCm: vNumber,
    widthCm: vNumber,
    lengthCm: vNumber,
    insuredCents: v.union(v.null(), vCents),
    withPickup: v.boolean(),
  },
  returns: v.object({
    quoteId: v.id("freightQuotes"),
    outcome: v.union(v.literal("calculated"), v.literal("none"), v.literal("failed")),
    options: v.array(vOption),
    reason: v.union(v.null(), v.string()),
  }),
  handler: async (ctx, { withPickup, ...typed }): Promise<Asked> => {
    const { tenantId, actor } = ctx;
    const parcel = orThrow(checkQuote(typed));
    const fromCep = await ctx.runQuery(internal.quotes.origin, { tenantId });
    const question = { fromCep, toCep: parcel.cep, products: [Quotes.parcelAsProduct(parcel)] };
    const answer = await withMelhorEnvio(ctx, tenantId, (access) => quoteFreight(access, question));
    const options = Quotes.offer(answer.ok ? answer.value : [], withPickup);
    const kept = { tenantId, askedById: actor.profileId, askedByName: actor.name, parcel, options };
    const quoteId = await ctx.runMutation(internal.quotes.keep, kept);
    const shown = Quotes.shownOptions(options);
    if (answer.ok) return { quoteId, outcome: shown.length > 0 ? "calculated" : "none", options: shown, reason: null };
    const said = answer.reason === null ? "" : ` (${answer.reason})`;
    return { quoteId, outcome: "failed", options: shown, reason: SHIPPING_FAILURES[answer.failure] + said };
  },
});

export const origin = scopedQuery({
  args: {},
  returns: v.string(),
  handler: async ({ db }) => (await readShipping(db)).originCep,
});

export const keep = scopedMutation({
  args: {
    askedById: v.id("profiles"),
    askedByName: v.string(),
    parcel: v.object(parcelFields),
    options: v.array(vQuotedOption),
  },
  returns: v.id("freightQuotes"),
  handler: ({ db }, { askedById, askedByName, parcel, options }) =>
    Quotes.keepParcelQuote(db, { parcel, options }, { actor: { id: askedById, name: askedByName }, at: Date.now() }),
});

/** Staff: saves a quote with what was chosen of it. Refused with `quote_not_found`, `quote_outdated`, `freight_not_found`. */
export const choose = tenantMutation({
  args: { quoteId: v.id("freightQuotes"), optionId: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Quotes.chooseOption(ctx.db, args, { actor: actorOf(ctx.profile), at: Date.now() });
    return null;
  },
});

/** Staff: the saved quotes, the latest choice first. */
export const list = tenantQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({
      quoteId: v.id("freightQuotes"),
      ...parcelFields,
      option: vOption,
      chosenAt: v.number(),
      chosenByName: v.string(),
    }),
  ),
  handler: (ctx, { paginationOpts }) => Quotes.listQuotes(ctx.db, paginationOpts),
});

/** Staff: deletes a saved quote. Refused with `quote_not_found`. */
export const remove = tenantMutation({
  args: { quoteId: v.id("freightQuotes") },
  returns: v.null(),
  handler: async (ctx, { quoteId }) => {
    await Quotes.removeQuote(ctx.db, quoteId);
    return null;
  },
});

const ROWS_PER_COMPANY = 100;

/** Every night: quotes that nothing was chosen of. */
export const sweep = systemMutation({
  args: { cursor: v.optional(v.union(v.null(), v.string())) },
  returns: v.object({ deleted: v.number() }),
  handler: async (ctx, { cursor = null }) => {
    const { page, isDone, continueCursor } = await sweepTenants(ctx.db, cursor);
    let deleted = 0;
    let hasMore = false;
    for (const tenantId of page) {
      const count = await Quotes.deleteUnchosen(new TenantWriter(ctx.db, tenantId), Date.now(), ROWS_PER_COMPANY);
      deleted += count;
      hasMore ||= count === ROWS_PER_COMPANY;
    }
    // A company that had more than fit is looked at again with its page.
    const next = hasMore ? cursor : continueCursor;
    if (hasMore || !isDone) await ctx.scheduler.runAfter(0, internal.quotes.sweep, { cursor: next });
    return { deleted };
  },
});
