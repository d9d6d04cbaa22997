import { vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { aShop, type Deployment, type Person, type Shop } from "./builders";
import { FAKE_URL, FakeMercadoPago } from "./fakeMercadoPago";

/** A shop that takes money: with credentials, a customer who can be charged, and the provider beside it. */

export const TODAY = "2026-11-20";
export const PHONE = "11987654321";
export const CPF = "19119119100";
export const ACCESS_TOKEN = "APP_USR-segredo-da-loja-1234567890";
export const WEBHOOK_SECRET = "segredo-do-webhook-da-loja";

export const ADDRESS = {
  cep: "01310930",
  street: "Avenida Paulista",
  number: "1500",
  complement: "ap 12",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
};

export interface Till {
  readonly shop: Shop;
  readonly deployment: Deployment;
  readonly tenantId: Id<"tenants">;
  readonly slug: string;
  readonly staff: Person;
  readonly owner: Person;
  readonly provider: FakeMercadoPago;
}

let sellers = 44_444_444;

export async function aTill({
  provider = new FakeMercadoPago(),
  deployment,
  token = ACCESS_TOKEN,
}: { provider?: FakeMercadoPago; deployment?: Deployment; token?: string } = {}): Promise<Till> {
  process.env.SECRETS_KEY = btoa("0123456789abcdef0123456789abcdef");
  process.env.CONVEX_CLOUD_URL = "http://127.0.0.1:3210";
  const shop = await aShop({ ...(deployment === undefined ? {} : { deployment }) });
  const { tenantId } = shop;
  const staff = await shop.hasStaff("Ana");
  const owner = await shop.hasStaff("Dona Célia", "owner");
  sellers += 1;
  provider.addSeller(token, sellers);
  vi.stubGlobal("fetch", provider.fetch);
  provider.onFault = skipWait;
  await shop.deployment.mutation(internal.seed.setProviderAddresses, {
    tenantId,
    addresses: { mercadoPago: FAKE_URL, melhorEnvio: FAKE_URL, viaCep: FAKE_URL, brasilApi: FAKE_URL },
  });
  await owner.session.mutation(api.integrations.saveMercadoPago, {
    tenantId,
    accessToken: token,
    webhookSecret: WEBHOOK_SECRET,
  });
  const slug = (await shop.deployment.run(({ db }) => db.get("tenants", tenantId)))?.slug ?? "";
  return { shop, deployment: shop.deployment, tenantId, slug, staff, owner, provider };
}

/** Sets the clock forward past what is waited before the next try, once the waiting has begun. */
export function skipWait(): void {
  const soon = setInterval(() => {
    clearInterval(soon);
    if (vi.isFakeTimers()) vi.advanceTimersByTime(1_000);
  }, 1);
}

/** An order of two dresses at R$ 59,90, with all that finalizing asks for. */
export async function anOrder(
  till: Till,
  { phone = PHONE, priceCents = 5990, quantity = 2, customer = true } = {},
): Promise<{ orderId: Id<"orders">; productId: Id<"products"> }> {
  const productId = await till.shop.hasProduct({ priceCents, stock: 50 });
  const { orderId } = await till.shop.launch(till.staff, { productId, phone, quantity });
  if (customer) await saveCustomer(till, orderId);
  return { orderId, productId };
}

export async function saveCustomer(till: Till, orderId: Id<"orders">, fields: object = {}): Promise<void> {
  await till.staff.session.mutation(api.checkout.saveCustomer, {
    tenantId: till.tenantId,
    orderId,
    name: "Maria Souza",
    cpf: "191.191.191-00",
    email: "",
    address: null,
    ...fields,
  });
}

export async function readOrder(till: Till, orderId: Id<"orders">) {
  const order = await till.staff.session.query(api.checkout.order, { tenantId: till.tenantId, orderId, today: TODAY });
  if (order === null) throw new Error("the order should be there");
  return order;
}

export async function finalize(till: Till, orderId: Id<"orders">, by: Person = till.staff) {
  const { summary } = await readOrder(till, orderId);
  return await by.session.action(api.checkout.finalize, {
    tenantId: till.tenantId,
    orderId,
    seenTotalCents: summary.grandTotalCents,
  });
}

/** An order with an open link, and the provider's number for the link. */
export async function anOpenLink(till: Till, order?: Parameters<typeof anOrder>[1]) {
  const { orderId, productId } = await anOrder(till, order);
  await finalize(till, orderId);
  return { orderId, productId, preferenceId: await preferenceOf(till, orderId) };
}

export async function preferenceOf(till: Till, orderId: Id<"orders">): Promise<string> {
  const links = (await till.shop.rows("paymentLinks")).filter((link) => link.orderId === orderId);
  const preferenceId = links.at(-1)?.preferenceId ?? null;
  if (preferenceId === null) throw new Error("the order should have a link");
  return preferenceId;
}

export async function rowOf(till: Till, orderId: Id<"orders">): Promise<Doc<"orders">> {
  const order = await till.deployment.run(({ db }) => db.get("orders", orderId));
  if (order === null) throw new Error("the order should be there");
  return order;
}

/** Switches messaging on; what is said stays in the queue, as if somebody were sending another message: this is about money. */
export async function queueMessages({ owner, deployment, tenantId }: Till): Promise<void> {
  await owner.session.mutation(api.integrations.saveWhatsapp, { tenantId, isActive: true });
  await deployment.run(({ db }) =>
    db.insert("messageSenders", {
      ...{ tenantId, tryId: "outra", tryMessageId: null, tryUntil: Infinity, nextTurnAt: 0, nextBroadcastAt: 0 },
      ...{ wakeAt: null, sentInRow: 0, lastKind: null, broadcastsInRow: 0, failuresInRow: 0, checkedAt: null },
      ...{ probes: 0, nextProbeAt: null, dialect: null, lastSent: [] },
    }),
  );
}

/** Everything that was to be done right after, and what that leads to. */
export async function settleWork(till: Till): Promise<void> {
  await till.deployment.finishAllScheduledFunctions(() => vi.runAllTimers());
}

export interface NoticeOptions {
  readonly secret?: string;
  readonly ts?: number | string;
  readonly requestId?: string;
  /** The id that is signed, where it is not the one that is sent. */
  readonly signedId?: string;
  readonly signature?: string | null;
  readonly type?: string;
}

let notices = 0;

/** A notice as the provider sends it: signed over the payment's id in the address, its own id and the time. */
export async function notify(till: Till, paymentId: number | string, options: NoticeOptions = {}): Promise<Response> {
  notices += 1;
  const { secret = WEBHOOK_SECRET, ts = Date.now(), requestId = `notice-${notices}`, type = "payment" } = options;
  const text = `id:${options.signedId ?? paymentId};request-id:${requestId};ts:${ts};`;
  const signature = options.signature === undefined ? `ts=${ts},v1=${await sign(secret, text)}` : options.signature;
  return await till.deployment.fetch(
    `/webhooks/mp/${till.slug}?source_news=webhooks&data.id=${paymentId}&type=${type}`,
    {
      method: "POST",
      headers: { "x-request-id": requestId, ...(signature === null ? {} : { "x-signature": signature }) },
      // Nothing of the body is signed, so nothing of it may count: it lies here.
      body: JSON.stringify({ data: { id: "1" }, action: "payment.updated", status: "approved", live_mode: true }),
    },
  );
}

export async function sign(secret: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
