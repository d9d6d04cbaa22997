import { v } from "convex/values";
import { isStale, parseSignature, signedTexts } from "../domain/webhookSignature";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { ActionCtx } from "./_generated/server";
import { bareAnswer } from "./lib/bareAnswer";
import { httpEndpoint, scopedMutation, systemMutation, systemQuery } from "./lib/functions";
import { isSignedWith } from "./lib/signatures";
import { TenantReader, TenantWriter } from "./lib/tenantDb";
import { countAttempt, isExhausted } from "./model/attemptLimits";
import { readSecret } from "./model/secrets";
import { findTenantBySlug } from "./model/tenants";
import { logNotice, takeNotice, type Notice } from "./model/webhookLogs";

/** What services tell us unasked, over HTTP. */

export const MERCADO_PAGO_PREFIX = "/webhooks/mp/";
/** A notice is a few hundred bytes. */
const MAX_BODY_BYTES = 64_000;

/**
 * A notice of Mercado Pago to one company: `POST /webhooks/mp/<slug>?data.id=…&type=payment`.
 *
 * Unsigned, badly signed and stale ones are refused (401); of the others only the payment's id is taken, as a reason to
 * ask the provider. Answered before anything is asked. A repetition changes nothing.
 * Source: contracts/mercado-pago.md §6.
 */
export const mercadoPago = httpEndpoint(async (ctx, request): Promise<Response> => {
  const url = new URL(request.url);
  const slug = url.pathname.slice(MERCADO_PAGO_PREFIX.length).replace(/\/$/, "");
  const shop = await ctx.runQuery(internal.webhooks.mercadoPagoShop, { slug });
  if (shop === null) return bareAnswer(404);
  // Nothing in the body is signed, so nothing in it is read; it must still not be endless.
  if (Number(request.headers.get("Content-Length")) > MAX_BODY_BYTES) return bareAnswer(413);
  if ((await request.arrayBuffer()).byteLength > MAX_BODY_BYTES) return bareAnswer(413);
  const notice = readNotice(url, request);
  if (url.searchParams.has("topic")) return await note(ctx, shop, notice, "ignored", "formato antigo (IPN)");
  const problem = await findProblem(url, request, shop.secret);
  if (problem !== null) return await note(ctx, shop, notice, "refused", problem);
  if (notice.kind !== "payment") return await note(ctx, shop, notice, "ignored", "não é de pagamento");
  if (!/^\d{1,32}$/.test(notice.subject)) return await note(ctx, shop, notice, "ignored", "sem número de pagamento");
  await ctx.runMutation(internal.webhooks.take, { tenantId: shop.tenantId, notice });
  return bareAnswer(200);
});

interface Shop {
  readonly tenantId: Id<"tenants">;
  readonly secret: string | null;
}

function readNotice(url: URL, request: Request): Notice {
  const { searchParams: query } = url;
  return {
    kind: query.get("type") ?? query.get("topic") ?? "",
    subject: query.get("data.id") ?? query.get("id") ?? "",
    requestId: request.headers.get("x-request-id") ?? "",
  };
}

/** What is wrong with a notice's signature; null when it is good. */
async function findProblem(url: URL, request: Request, secret: string | null): Promise<string | null> {
  if (secret === null) return "sem segredo de webhook nas integrações";
  const header = request.headers.get("x-signature");
  if (header === null) return "sem assinatura";
  const parts = parseSignature(header);
  const requestId = request.headers.get("x-request-id");
  // Without it a repetition could not be told from something new.
  if (parts === null || requestId === null || requestId === "") return "assinatura incompleta";
  const texts = signedTexts({ dataId: url.searchParams.get("data.id"), requestId, ts: parts.ts });
  for (const text of texts) {
    if (await isSignedWith(secret, text, parts.v1)) return isStale(parts.ts, Date.now()) ? "assinatura vencida" : null;
  }
  return "assinatura inválida";
}

async function note(
  ctx: Pick<ActionCtx, "runMutation">,
  { tenantId }: Shop,
  notice: Notice,
  outcome: "ignored" | "refused",
  detail: string,
): Promise<Response> {
  await ctx.runMutation(internal.webhooks.log, { tenantId, notice, outcome, detail });
  return bareAnswer(outcome === "refused" ? 401 : 200);
}

export const mercadoPagoShop = systemQuery({
  args: { slug: v.string() },
  returns: v.union(v.null(), v.object({ tenantId: v.id("tenants"), secret: v.union(v.null(), v.string()) })),
  handler: async (ctx, { slug }) => {
    const tenant = await findTenantBySlug(ctx.db, slug);
    if (tenant === null) return null;
    const db = new TenantReader(ctx.db, tenant._id);
    return { tenantId: tenant._id, secret: await readSecret(db, "mercado_pago.webhook_secret") };
  },
});

const vNotice = v.object({ kind: v.string(), subject: v.string(), requestId: v.string() });

export const take = scopedMutation({
  args: { notice: vNotice },
  returns: v.null(),
  handler: async ({ db }, { notice }) => {
    await takeNotice(db, notice, Date.now());
    return null;
  },
});

/** Refused and ignored notices a company keeps in an hour: strangers cannot fill its log. */
const LOGGED_PER_HOUR = 60;

export const log = systemMutation({
  args: {
    tenantId: v.id("tenants"),
    notice: vNotice,
    outcome: v.union(v.literal("ignored"), v.literal("refused")),
    detail: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, { tenantId, notice, ...what }) => {
    const now = Date.now();
    const limit = { key: `webhookLog:${tenantId}`, perHour: LOGGED_PER_HOUR };
    if (await isExhausted(ctx.db, limit, now)) return null;
    await countAttempt(ctx.db, limit, now);
    await logNotice(new TenantWriter(ctx.db, tenantId), notice, what, now);
    return null;
  },
});
