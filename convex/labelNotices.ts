import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { ActionCtx } from "./_generated/server";
import { bareAnswer } from "./lib/bareAnswer";
import { httpEndpoint, scopedMutation, systemMutation, systemQuery } from "./lib/functions";
import { vLabelNews } from "./lib/shipmentTables";
import { isSignedInBase64 } from "./lib/signatures";
import { TenantReader, TenantWriter } from "./lib/tenantDb";
import { countAttempt, isExhausted } from "./model/attemptLimits";
import { readSecret } from "./model/secrets";
import { takeNews } from "./model/shipmentNews";
import { CARRIER_ACTOR, findByLabel } from "./model/shipments";
import { endReachedStep } from "./model/shipmentWork";
import { findTenantBySlug } from "./model/tenants";
import { isKnownNotice, logNotice } from "./model/webhookLogs";
import { parseNotice } from "./providers/melhorEnvioNews";

/** What Melhor Envio tells us unasked of labels, over HTTP. */

export const MELHOR_ENVIO_PREFIX = "/webhooks/me/";
/** A notice is a few kilobytes. */
const MAX_BODY_BYTES = 64_000;

/**
 * A notice of Melhor Envio to one company: `POST /webhooks/me/<slug>`, signed over the raw body with the secret of the
 * company's application.
 *
 * What is not signed by it is refused (401), but for the call without a label that the address is registered with, which
 * says nothing. Late, repeated and reordered ones take no label back, and each is a reason to ask how it stands.
 * Source: contracts/melhor-envio.md §7.
 */
export const melhorEnvio = httpEndpoint(async (ctx, request): Promise<Response> => {
  const slug = new URL(request.url).pathname.slice(MELHOR_ENVIO_PREFIX.length).replace(/\/$/, "");
  const shop = await ctx.runQuery(internal.labelNotices.shop, { slug });
  if (shop === null) return bareAnswer(404);
  if (Number(request.headers.get("Content-Length")) > MAX_BODY_BYTES) return bareAnswer(413);
  const raw = await request.arrayBuffer();
  if (raw.byteLength > MAX_BODY_BYTES) return bareAnswer(413);
  const body = new TextDecoder().decode(raw);
  const parsed = parseNotice(body);
  const signature = request.headers.get("x-me-signature") ?? "";
  const { tenantId } = shop;
  const about = { kind: parsed?.event ?? "", subject: parsed?.news?.labelId ?? "", requestId: signature };
  if (parsed !== null && parsed.news === null) return await note(ctx, tenantId, about, "ignored", "não é de etiqueta");
  const problem = await findProblem(shop.secret, body, signature);
  if (problem !== null) return await note(ctx, tenantId, about, "refused", problem);
  if (parsed === null || parsed.news === null)
    return await note(ctx, tenantId, about, "ignored", "formato desconhecido");
  await ctx.runMutation(internal.labelNotices.take, { tenantId, notice: about, news: parsed.news });
  return bareAnswer(200);
});

/** What is wrong with a notice's signature; null when it is good. */
async function findProblem(secret: string | null, body: string, signature: string): Promise<string | null> {
  if (secret === null) return "sem CLIENT_SECRET na Configuração de Frete";
  if (signature === "") return "sem assinatura";
  return (await isSignedInBase64(secret, body, signature)) ? null : "assinatura inválida";
}

type About = typeof vAbout.type;

async function note(
  ctx: Pick<ActionCtx, "runMutation">,
  tenantId: Id<"tenants">,
  notice: About,
  outcome: "ignored" | "refused",
  detail: string,
): Promise<Response> {
  await ctx.runMutation(internal.labelNotices.log, { tenantId, notice, outcome, detail });
  return bareAnswer(outcome === "refused" ? 401 : 200);
}

export const shop = systemQuery({
  args: { slug: v.string() },
  returns: v.union(v.null(), v.object({ tenantId: v.id("tenants"), secret: v.union(v.null(), v.string()) })),
  handler: async (ctx, { slug }) => {
    const tenant = await findTenantBySlug(ctx.db, slug);
    if (tenant === null) return null;
    const db = new TenantReader(ctx.db, tenant._id);
    return { tenantId: tenant._id, secret: await readSecret(db, "melhor_envio.client_secret") };
  },
});

const vAbout = v.object({ kind: v.string(), subject: v.string(), requestId: v.string() });

/** A notice whose signature was good: what it says counts where it lies ahead, and it is looked how the label stands. */
export const take = scopedMutation({
  args: { notice: vAbout, news: vLabelNews },
  returns: v.null(),
  handler: async (ctx, { notice, news }) => {
    const { db } = ctx;
    const now = Date.now();
    if (await isKnownNotice(db, notice.requestId)) return null;
    const told = { service: "melhor_envio", ...notice } as const;
    const shipment = await findByLabel(db, news.labelId);
    if (shipment === null) {
      await logNotice(db, told, { outcome: "ignored", detail: "não é de uma etiqueta desta loja" }, now);
      return null;
    }
    await logNotice(db, told, { outcome: "done", detail: "" }, now);
    const deed = { actor: CARRIER_ACTOR, at: now };
    await endReachedStep(db, await takeNews(db, shipment, news, { deed, isAsked: false }), deed);
    const key = { tenantId: ctx.tenant._id, shipmentId: shipment._id };
    await ctx.scheduler.runAfter(0, internal.labelWork.step, key);
    return null;
  },
});

/** Refused and ignored notices a company keeps in an hour: strangers cannot fill its log. */
const LOGGED_PER_HOUR = 60;

export const log = systemMutation({
  args: {
    tenantId: v.id("tenants"),
    notice: vAbout,
    outcome: v.union(v.literal("ignored"), v.literal("refused")),
    detail: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, { tenantId, notice, ...what }) => {
    const now = Date.now();
    const limit = { key: `labelNoticeLog:${tenantId}`, perHour: LOGGED_PER_HOUR };
    if (await isExhausted(ctx.db, limit, now)) return null;
    await countAttempt(ctx.db, limit, now);
    await logNotice(new TenantWriter(ctx.db, tenantId), { service: "melhor_envio", ...notice }, what, now);
    return null;
  },
});
