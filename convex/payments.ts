import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { refuseWith } from "./lib/errors";
import {
  ownerAction,
  ownerQuery,
  publicAction,
  publicQuery,
  scopedQuery,
  systemMutation,
  tenantAction,
  tenantMutation,
  tenantQuery,
} from "./lib/functions";
import { vReturnView } from "./lib/paymentShapes";
import { vNoticeOutcome, vPaymentState } from "./lib/paymentTables";
import { vCents } from "./lib/validators";
import { requireOrder } from "./model/orders";
import { readAccess } from "./model/paymentSweep";
import { refreshPayments, refusalOf } from "./model/paymentSteps";
import { acknowledge as lookAway, countRefresh, listAttention, readReturnView } from "./model/paymentViews";
import { listNotices } from "./model/webhookLogs";
import { testAccess, type PaymentFailure } from "./providers/mercadoPago";

/**
 * Anyone who holds an order's reference (128 random bits): its number, amount and how its payment stands. Nothing that
 * a browser's address says has any part in it.
 */
export const returnStatus = publicQuery({
  args: { publicRef: v.string() },
  returns: v.union(v.null(), vReturnView),
  handler: (ctx, { publicRef }) => readReturnView(ctx.db, publicRef),
});

/**
 * Anyone who holds an order's reference: has the provider asked for news of its payments. Tells nothing; the status
 * turns by itself.
 *
 * Refused with `too_many_attempts`.
 */
export const refreshReturn = publicAction({
  args: { publicRef: v.string() },
  returns: v.null(),
  handler: async (ctx, { publicRef }): Promise<null> => {
    const asked = await ctx.runMutation(internal.payments.countReturnRefresh, { publicRef });
    if (asked === null) return null;
    const access = await ctx.runQuery(internal.payments.access, { tenantId: asked.tenantId });
    // Whatever stands in the way is the shop's business, and the sweep's; a payer can do nothing about it.
    if (access !== null) await refreshPayments(ctx, { ...asked, access });
    return null;
  },
});

export const countReturnRefresh = systemMutation({
  args: { publicRef: v.string() },
  returns: v.union(v.null(), v.object({ tenantId: v.id("tenants"), publicRef: v.string() })),
  handler: (ctx, { publicRef }) => countRefresh(ctx.db, publicRef, Date.now()),
});

const vAccess = v.union(v.null(), v.object({ baseUrl: v.string(), accessToken: v.string() }));

/** A company's credentials, for our own actions. */
export const access = scopedQuery({
  args: {},
  returns: vAccess,
  handler: ({ db }) => readAccess(db),
});

/**
 * Staff: asks the provider for all payments of an order now.
 *
 * Refused with `order_not_found`, `payments_not_configured`, `payment_provider_unavailable`,
 * `payment_provider_unauthorized`, `payment_request_refused`, `invalid_provider_answer`.
 */
export const refresh = tenantAction({
  args: { orderId: v.id("orders") },
  returns: v.object({ state: vPaymentState }),
  handler: async (ctx, { orderId }): Promise<{ state: typeof vPaymentState.type }> => {
    const { tenantId } = ctx;
    const { publicRef } = await ctx.runQuery(internal.payments.orderFacts, { tenantId, orderId });
    const found = await ctx.runQuery(internal.payments.access, { tenantId });
    if (found === null) return refuseWith("payments_not_configured");
    const failure = await refreshPayments(ctx, { tenantId, publicRef, access: found });
    if (failure !== null) throw refusalOf(failure);
    const { state } = await ctx.runQuery(internal.payments.orderFacts, { tenantId, orderId });
    return { state };
  },
});

export const orderFacts = scopedQuery({
  args: { orderId: v.id("orders") },
  returns: v.object({ publicRef: v.string(), state: vPaymentState }),
  handler: async ({ db }, { orderId }) => {
    const { publicRef, paymentState = "none" } = await requireOrder(db, orderId);
    return { publicRef, state: paymentState };
  },
});

/** Staff: money that somebody has to look at, newest first, 50 at most. */
export const attention = tenantQuery({
  args: {},
  returns: v.array(
    v.object({
      orderId: v.id("orders"),
      orderNumber: v.number(),
      isOrderGone: v.boolean(),
      state: vPaymentState,
      amountCents: vCents,
      paymentId: v.union(v.null(), v.string()),
      at: v.number(),
    }),
  ),
  handler: (ctx) => listAttention(ctx.db),
});

/** Staff: somebody has looked; it comes back when the payments change again. Refused with `order_not_found`. */
export const acknowledge = tenantMutation({
  args: { orderId: v.id("orders") },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    await lookAway(ctx.db, orderId);
    return null;
  },
});

type Connection = "connected" | "not_configured" | "unauthorized" | "unavailable" | "invalid_answer";

const CONNECTION_WORDS: Readonly<Record<Connection, string>> = {
  connected: "O Mercado Pago respondeu e aceitou as credenciais.",
  not_configured: "Informe o Access Token e salve antes de testar.",
  unauthorized: "O Mercado Pago recusou as credenciais. Confira o Access Token.",
  unavailable: "O Mercado Pago não respondeu. Tente de novo em instantes.",
  invalid_answer: "Resposta inválida do Mercado Pago. Tente de novo em instantes.",
};

/** Owner: 'testar conexão' with the payment provider, with the credentials that are saved. */
export const testConnection = ownerAction({
  args: {},
  returns: v.object({
    outcome: v.union(
      v.literal("connected"),
      v.literal("not_configured"),
      v.literal("unauthorized"),
      v.literal("unavailable"),
      v.literal("invalid_answer"),
    ),
    message: v.string(),
  }),
  handler: async (ctx): Promise<{ outcome: Connection; message: string }> => {
    const found = await ctx.runQuery(internal.payments.access, { tenantId: ctx.tenantId });
    const answer = found === null ? null : await testAccess(found);
    const outcome = answer === null ? "not_configured" : answer.ok ? "connected" : outcomeOf(answer.failure);
    return { outcome, message: CONNECTION_WORDS[outcome] };
  },
});

function outcomeOf({ kind }: PaymentFailure): Connection {
  if (kind === "unauthorized" || kind === "unavailable") return kind;
  // A refusal of so plain a question is a matter of who asks.
  return kind === "refused" ? "unauthorized" : "invalid_answer";
}

/** Owner: what the payment provider told us unasked, newest first. */
export const webhookLog = ownerQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({
      _id: v.id("webhookLogs"),
      at: v.number(),
      kind: v.string(),
      subject: v.string(),
      outcome: vNoticeOutcome,
      detail: v.string(),
    }),
  ),
  handler: (ctx, { paginationOpts }) => listNotices(ctx.db, paginationOpts),
});
