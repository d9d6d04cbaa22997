import { v } from "convex/values";
import { internal } from "./_generated/api";
import { bareAnswer } from "./lib/bareAnswer";
import { httpEndpoint, scopedMutation, systemQuery } from "./lib/functions";
import { vGatewayKind } from "./lib/messageTables";
import { TenantReader } from "./lib/tenantDb";
import { GATEWAY_PREFIX } from "./model/gatewayConnection";
import { isOfUse, takeGatewayNews, vGatewayEvent } from "./model/gatewayNews";
import { readWhatsapp } from "./model/integrations";
import { readSecret } from "./model/secrets";
import { findTenantBySlug } from "./model/tenants";
import { parseEvolutionWebhook } from "./providers/evolution";
import type { WebhookReading } from "./providers/messaging";
import { parseGatewayWebhook } from "./providers/specifiedGateway";

/** A message of the longest kind, with what stands around it. */
const MAX_BODY_BYTES = 256_000;

/**
 * News of a company's messaging gateway: `POST /webhooks/wa/<slug>`.
 *
 * Unsigned and badly signed ones are refused (401). Of the others only what the drivers look for is taken: the body, which
 * may hold a key and what customers write, is kept nowhere. A repetition changes nothing.
 * Source: contracts/whatsapp.md, decision 027.
 */
export const gateway = httpEndpoint(async (ctx, request): Promise<Response> => {
  const [slug = ""] = new URL(request.url).pathname.slice(GATEWAY_PREFIX.length).split("/");
  const shop = await ctx.runQuery(internal.gatewayWebhooks.shop, { slug });
  if (shop === null) return bareAnswer(404);
  if (Number(request.headers.get("Content-Length")) > MAX_BODY_BYTES) return bareAnswer(413);
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_BODY_BYTES) return bareAnswer(413);
  const reading = await read(shop, request.headers, new TextDecoder().decode(bytes));
  if (!reading.ok) return bareAnswer(reading.problem === "malformed" ? 400 : 401);
  const events = reading.events.filter(isOfUse);
  if (events.length > 0) await ctx.runMutation(internal.gatewayWebhooks.take, { tenantId: shop.tenantId, events });
  return bareAnswer(200);
});

async function read(
  { kind, secret }: Pick<typeof vShop.type, "kind" | "secret">,
  headers: Headers,
  body: string,
): Promise<WebhookReading> {
  // A company that has set none has told nobody what to sign with.
  if (secret === null) return { ok: false, problem: "badly_signed" };
  const given = Object.fromEntries(headers.entries());
  return kind === "evolution"
    ? await parseEvolutionWebhook(secret, given, body, Date.now())
    : await parseGatewayWebhook(secret, given, body);
}

const vShop = v.object({
  tenantId: v.id("tenants"),
  kind: vGatewayKind,
  secret: v.union(v.null(), v.string()),
});

export const shop = systemQuery({
  args: { slug: v.string() },
  returns: v.union(v.null(), vShop),
  handler: async (ctx, { slug }) => {
    const tenant = await findTenantBySlug(ctx.db, slug);
    if (tenant === null) return null;
    const db = new TenantReader(ctx.db, tenant._id);
    const { gateway: kind } = await readWhatsapp(db);
    return { tenantId: tenant._id, kind, secret: await readSecret(db, "whatsapp.webhook_secret") };
  },
});

export const take = scopedMutation({
  args: { events: v.array(vGatewayEvent) },
  returns: v.null(),
  handler: async ({ db }, { events }) => {
    const now = Date.now();
    for (const event of events) await takeGatewayNews(db, event, now);
    return null;
  },
});
