import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { startMercadoPago } from "../../simulators/mercadoPago/start";
import { OTHER_SHOP, SHOP } from "../../simulators/mercadoPago/state";
import { endsWithTest, startListener, type Listener } from "./support/listener";
import { speaker, type Speak } from "./support/speak";

/** Contracts of Mercado Pago, by the sections of contracts/mercado-pago.md. */

type Running = Awaited<ReturnType<typeof startMercadoPago>>;
interface PreferenceAnswer {
  id: string;
  init_point: string;
  sandbox_init_point: string;
  collector_id: number;
}
interface PaymentAnswer {
  id: number;
  status: string;
  status_detail: string;
  transaction_amount: number;
  transaction_amount_refunded: number;
  shipping_amount: number;
  external_reference: string;
  payment_type_id: string;
  order: { id: string };
  refunds: unknown[];
  metadata: Record<string, unknown>;
}

let provider: Running;
let shop: Speak;
let listener: Listener;

beforeEach(async () => {
  listener = await startListener();
  provider = endsWithTest(await startMercadoPago());
  shop = speaker(provider.url, { authorization: `Bearer ${SHOP.accessToken}` });
});

const PREFERENCE = {
  items: [
    { id: "C151", title: "Blusa canelada (C151)", quantity: 2, currency_id: "BRL", unit_price: 59.9 },
    { id: "frete", title: "Frete", quantity: 1, currency_id: "BRL", unit_price: 23 },
  ],
  back_urls: {
    success: "https://loja.exemplo.com/mp/return?ref=abc",
    pending: "https://loja.exemplo.com/mp/return?ref=abc",
    failure: "https://loja.exemplo.com/mp/return?ref=abc",
  },
  auto_return: "approved",
  external_reference: "abc",
  metadata: { tenantId: "t1", order_number: 7 },
};

const aLink = async (change: object = {}): Promise<PreferenceAnswer> => {
  const notification_url = `${listener.url}/webhooks/mp/loja?source_news=webhooks`;
  const answer = await shop<PreferenceAnswer>("POST", "/checkout/preferences", {
    ...PREFERENCE,
    notification_url,
    ...change,
  });
  expect(answer.status).toBe(201);
  return answer.body;
};

const press = (link: PreferenceAnswer, purchase: Record<string, string>) =>
  speaker(provider.url)("POST", "/checkout/v1/redirect", new URLSearchParams({ pref_id: link.id, ...purchase }));

/** Presses a button of the checkout page and reads the payment that comes of it. */
async function pay(link: PreferenceAnswer, purchase: Record<string, string>): Promise<PaymentAnswer> {
  const { headers } = await press(link, purchase);
  const id = /payment\/(\d+)$/.exec(headers.get("location") ?? "")?.[1];
  return (await shop<PaymentAnswer>("GET", `/v1/payments/${id}`)).body;
}

const actions = () => listener.heard.map(({ body }) => (JSON.parse(body) as { action: string }).action);

describe("whose token (§1, §9)", () => {
  it.each([
    ["no token", {}],
    ["an unknown one", { authorization: "Bearer APP_USR-x" }],
  ])("%s: 401", async (_, headers) => {
    const answer = await speaker(provider.url)("POST", "/checkout/preferences", PREFERENCE, headers);
    expect([answer.status, answer.body]).toEqual([
      401,
      { message: "invalid access token", error: "unauthorized", status: 401, cause: null },
    ]);
  });

  it("another seller's payment, link and merchant order are as good as none: 404", async () => {
    const link = await aLink();
    const payment = await pay(link, { purchase: "card", holder: "APRO" });
    const other = speaker(provider.url, { authorization: `Bearer ${OTHER_SHOP.accessToken}` });
    const statuses = await Promise.all(
      [`/v1/payments/${payment.id}`, `/checkout/preferences/${link.id}`, `/merchant_orders/${payment.order.id}`].map(
        async (path) => (await other("GET", path)).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 404]);
    const found = await other<{ paging: { total: number } }>("GET", "/v1/payments/search?external_reference=abc");
    expect(found.body.paging.total).toBe(0);
  });
});

describe("a payment link (§2)", () => {
  it("is answered 201 with the seller's id in front, both addresses and what was sent", async () => {
    const link = await aLink();
    expect(link.id).toMatch(/^44444444-[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(link).toMatchObject({
      collector_id: 44444444,
      client_id: SHOP.clientId,
      site_id: "MLB",
      external_reference: "abc",
      items: PREFERENCE.items,
      auto_return: "approved",
      init_point: `${provider.url}/checkout/v1/redirect?pref_id=${link.id}`,
    });
    expect(link.sandbox_init_point).not.toBe(link.init_point);
    expect((await shop("GET", `/checkout/preferences/${link.id}`)).body).toEqual(link);
  });

  const item = PREFERENCE.items[0];
  it.each([
    ["no items", { items: [] }, "invalid_items"],
    ["a price of zero", { items: [{ ...item, unit_price: 0 }] }, "invalid_items"],
    ["a discount as a negative line", { items: [{ ...item, unit_price: -5 }] }, "invalid_items"],
    ["a price as text", { items: [{ ...item, unit_price: "59.90" }] }, "invalid_items"],
    ["more than two decimals", { items: [{ ...item, unit_price: 59.905 }] }, "invalid_items"],
    ["no title", { items: [{ ...item, title: "" }] }, "invalid_items"],
    ["half a piece", { items: [{ ...item, quantity: 0.5 }] }, "invalid_items"],
    ["a freight as text", { shipments: { cost: "23.00" } }, "invalid_shipments"],
    ["auto_return without a way back", { back_urls: {} }, "invalid_auto_return"],
    ["a way back that is no address", { back_urls: { success: "loja" } }, "invalid_back_urls"],
    [
      "a notification address without https",
      { notification_url: "http://loja.exemplo.com" },
      "invalid_notification_url",
    ],
    [
      "a notification address of 249 characters",
      { notification_url: `https://a.com/${"x".repeat(235)}` },
      "invalid_notification_url",
    ],
    ["37 instalments", { payment_methods: { installments: 37 } }, "invalid_payment_methods"],
    ["an e-mail of 151 characters", { payer: { email: `${"a".repeat(142)}@loja.com` } }, "invalid_payer"],
    ["binary_mode as text", { binary_mode: "yes" }, "invalid_binary_mode"],
    ["a date without milliseconds", { expiration_date_to: "2026-11-22T10:00:00-03:00" }, "invalid_expiration_date_to"],
    ["a date without offset", { expiration_date_from: "2026-11-22T10:00:00.000" }, "invalid_expiration_date_from"],
  ])("with %s is refused with %s", async (_, change, error) => {
    const answer = await shop("POST", "/checkout/preferences", { ...PREFERENCE, ...change });
    expect([answer.status, answer.body.error, answer.body.status]).toEqual([400, error, 400]);
    expect(answer.body).toHaveProperty("cause");
  });

  it("to an address of this machine is refused when that is switched on, as the real service does", async () => {
    const strict = endsWithTest(await startMercadoPago({ acceptsLoopback: false }));
    const speak = speaker(strict.url, { authorization: `Bearer ${SHOP.accessToken}` });
    const back_urls = { success: "http://localhost:3210/mp/return" };
    expect((await speak("POST", "/checkout/preferences", { ...PREFERENCE, back_urls })).body.error).toBe(
      "invalid_back_urls",
    );
  });

  it("asked for twice under one key is made once; under another it is another", async () => {
    const ask = (key: string) =>
      shop<PreferenceAnswer>("POST", "/checkout/preferences", PREFERENCE, { "x-idempotency-key": key });
    const [first, again, other] = [await ask("k1"), await ask("k1"), await ask("k2")];
    expect(again.text).toBe(first.text);
    expect(other.body.id).not.toBe(first.body.id);
    expect(provider.state.preferences).toHaveLength(2);
  });

  it("that was withdrawn says so and takes no payment, also from a page that was open", async () => {
    const link = await aLink();
    const now = "2026-11-20T10:00:00.000-03:00";
    const changed = await shop("PUT", `/checkout/preferences/${link.id}`, { expires: true, expiration_date_to: now });
    expect(changed.status).toBe(200);
    const { text } = await speaker(provider.url)("GET", `/checkout/v1/redirect?pref_id=${link.id}`);
    expect(text).toContain("Este link de pagamento não está mais disponível");
    expect(text).not.toContain("Pagar com cartão");
    await press(link, { purchase: "card", holder: "APRO" });
    expect(provider.state.payments).toEqual([]);
  });
});

describe("the checkout page", () => {
  it("is Portuguese, made for a phone and marked as a simulation, with lines and total", async () => {
    const link = await aLink();
    const { status, text } = await speaker(provider.url)("GET", link.init_point.slice(provider.url.length));
    expect(status).toBe(200);
    for (const words of [
      "Simulação",
      'lang="pt-BR"',
      "width=device-width",
      "Blusa canelada (C151) × 2",
      "R$\u00a0142,80",
    ])
      expect(text).toContain(words);
    for (const button of ["Pagar com cartão", "Gerar código Pix", "Aprovar duas vezes", "Desistir e voltar ao site"])
      expect(text).toContain(button);
  });

  it("shows what the shop wrote as text, not as markup", async () => {
    const link = await aLink({ items: [{ title: "<script>alert(1)</script>", quantity: 1, unit_price: 1 }] });
    const { text } = await speaker(provider.url)("GET", `/checkout/v1/redirect?pref_id=${link.id}`);
    expect(text).not.toContain("<script");
    expect(text).toContain("&lt;script&gt;");
  });

  it.each([
    ["APRO", "approved", "accredited"],
    ["CONT", "in_process", "pending_contingency"],
    ["OTHE", "rejected", "cc_rejected_other_reason"],
    ["CALL", "rejected", "cc_rejected_call_for_authorize"],
    ["FUND", "rejected", "cc_rejected_insufficient_amount"],
    ["SECU", "rejected", "cc_rejected_bad_filled_security_code"],
    ["EXPI", "rejected", "cc_rejected_bad_filled_date"],
    ["FORM", "rejected", "cc_rejected_bad_filled_other"],
  ])("the name %s on a card: %s, %s", async (holder, status, status_detail) => {
    const payment = await pay(await aLink(), { purchase: "card", holder, installments: "2" });
    expect(payment).toMatchObject({
      status,
      status_detail,
      transaction_amount: 142.8,
      external_reference: "abc",
      currency_id: "BRL",
      payment_type_id: "credit_card",
      collector_id: 44444444,
      installments: 2,
      metadata: { tenant_id: "t1", order_number: 7 },
    });
  });

  it("leads an approved card payment back by itself, with every parameter, and a Pix only by the button (§3)", async () => {
    const link = await aLink();
    const card = await pay(link, { purchase: "card", holder: "APRO" });
    const { text } = await speaker(provider.url)("GET", `/checkout/v1/payment/${card.id}`);
    const target = /http-equiv="refresh" content="3;url=([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    expect(Object.fromEntries(new URL(target ?? "").searchParams)).toEqual({
      ref: "abc",
      collection_id: String(card.id),
      collection_status: "approved",
      payment_id: String(card.id),
      status: "approved",
      external_reference: "abc",
      payment_type: "credit_card",
      merchant_order_id: card.order.id,
      preference_id: link.id,
      site_id: "MLB",
      processing_mode: "aggregator",
      merchant_account_id: "null",
    });
    const pix = await pay(link, { purchase: "pix" });
    await speaker(provider.url)("POST", `/checkout/v1/payment/${pix.id}`, new URLSearchParams({ action: "pay" }));
    const paid = (await speaker(provider.url)("GET", `/checkout/v1/payment/${pix.id}`)).text;
    expect(paid).not.toContain("http-equiv");
    expect(paid).toContain("Voltar ao site");
    expect(paid).toContain("payment_type=bank_transfer");
  });

  it("leads who gives up back with the literal null", async () => {
    const { headers } = await press(await aLink(), { purchase: "abandon" });
    const back = new URL(headers.get("location") ?? "").searchParams;
    expect([back.get("status"), back.get("collection_status"), back.get("payment_id")]).toEqual([
      "null",
      "null",
      "null",
    ]);
  });

  it("pays another amount, and twice", async () => {
    const link = await aLink();
    expect((await pay(link, { purchase: "amount", amount: "20,00" })).transaction_amount).toBe(20);
    await press(link, { purchase: "twice" });
    const { body } = await shop<{ results: PaymentAnswer[] }>(
      "GET",
      "/v1/payments/search?external_reference=abc&criteria=asc",
    );
    expect(body.results.map((payment) => [payment.transaction_amount, payment.status])).toEqual([
      [20, "approved"],
      [142.8, "approved"],
      [142.8, "approved"],
    ]);
  });

  it("a Pix waits, and is paid, left to expire or cancelled by the shop", async () => {
    const link = await aLink();
    const [paid, left, cancelled] = [
      await pay(link, { purchase: "pix" }),
      await pay(link, { purchase: "pix" }),
      await pay(link, { purchase: "pix" }),
    ];
    expect([paid.status, paid.status_detail, paid.payment_type_id]).toEqual([
      "pending",
      "pending_waiting_transfer",
      "bank_transfer",
    ]);
    await speaker(provider.url)("POST", `/checkout/v1/payment/${paid.id}`, new URLSearchParams({ action: "pay" }));
    expect((await shop("PUT", `/v1/payments/${cancelled.id}`, { status: "cancelled" })).body.status).toBe("cancelled");
    provider.clock.advance(25 * 3_600_000);
    const states = await Promise.all(
      [paid, left, cancelled].map(async ({ id }) => (await shop<PaymentAnswer>("GET", `/v1/payments/${id}`)).body),
    );
    expect(states.map(({ status, status_detail }) => [status, status_detail])).toEqual([
      ["approved", "accredited"],
      ["cancelled", "expired"],
      ["cancelled", "by_collector"],
    ]);
    expect((await shop("PUT", `/v1/payments/${paid.id}`, { status: "cancelled" })).status).toBe(400);
    // Nobody pays what is over.
    await speaker(provider.url)("POST", `/checkout/v1/payment/${left.id}`, new URLSearchParams({ action: "pay" }));
    expect((await shop<PaymentAnswer>("GET", `/v1/payments/${left.id}`)).body.status).toBe("cancelled");
  });

  it("with binary_mode nothing stays pending", async () => {
    const payment = await pay(await aLink({ binary_mode: true }), { purchase: "card", holder: "CONT" });
    expect(payment.status).toBe("rejected");
  });

  it("freight sent as shipments.cost is left out of the amount of the payment", async () => {
    const payment = await pay(await aLink({ shipments: { cost: 10 } }), { purchase: "card", holder: "APRO" });
    expect([payment.transaction_amount, payment.shipping_amount]).toEqual([142.8, 10]);
  });
});

describe("reading payments (§4)", () => {
  it("searches by reference, newest first, in pages and in time", async () => {
    const link = await aLink();
    for (let count = 0; count < 3; count += 1) await pay(link, { purchase: "card", holder: "OTHE" });
    await pay(await aLink({ external_reference: "other" }), { purchase: "card", holder: "APRO" });
    const search = async (query: string) =>
      (await shop<{ paging: unknown; results: PaymentAnswer[] }>("GET", `/v1/payments/search?${query}`)).body;
    const all = await search("external_reference=abc&sort=date_created&criteria=desc&limit=2&offset=0");
    expect(all.paging).toEqual({ total: 3, limit: 2, offset: 0 });
    expect(all.results).toHaveLength(2);
    expect(all.results[0]!.id).toBeGreaterThan(all.results[1]!.id);
    expect((await search("external_reference=abc&limit=2&offset=2")).results).toHaveLength(1);
    expect((await search("range=date_created&begin_date=NOW-30DAYS&end_date=NOW")).results).toHaveLength(4);
    expect((await search("range=date_approved&begin_date=NOW-1HOUR&end_date=NOW")).results).toHaveLength(1);
    const past = new Date(Date.now() - 1_000_000).toISOString();
    expect((await search(`range=date_created&begin_date=${past}&end_date=${past}`)).results).toEqual([]);
  });

  it("the merchant order adds up what was paid for a link", async () => {
    const link = await aLink();
    const part = await pay(link, { purchase: "amount", amount: "20,00" });
    const order = async () => (await shop("GET", `/merchant_orders/${part.order.id}`)).body;
    expect(await order()).toMatchObject({
      status: "opened",
      paid_amount: 20,
      total_amount: 142.8,
      preference_id: link.id,
    });
    await pay(link, { purchase: "card", holder: "APRO" });
    expect(await order()).toMatchObject({ status: "closed", order_status: "paid", paid_amount: 162.8 });
  });
});

describe("Pix without a page (§5)", () => {
  const PIX = {
    transaction_amount: 142.8,
    description: "Pedido 7",
    payment_method_id: "pix",
    external_reference: "abc",
    payer: { email: "maria@exemplo.com" },
  };
  const create = (change: object = {}, key = "k") =>
    shop("POST", "/v1/payments", { ...PIX, ...change }, { "x-idempotency-key": key });

  it("has a code whose check sum is right, a picture, and a page", async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    const { transaction_data } = body.point_of_interaction as { transaction_data: Record<string, string> };
    expect(transaction_data.qr_code).toMatch(/^000201.*5406142\.80.*6304[0-9A-F]{4}$/);
    expect(
      Buffer.from(transaction_data.qr_code_base64 ?? "", "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect((await fetch(transaction_data.ticket_url ?? "")).status).toBe(200);
  });

  it("needs a key, and under one key is made once", async () => {
    expect((await shop("POST", "/v1/payments", PIX)).status).toBe(400);
    const [first, again] = [await create(), await create()];
    expect(again.text).toBe(first.text);
    expect(provider.state.payments).toHaveLength(1);
  });

  it.each([
    ["an e-mail that is none", { payer: { email: "maria" } }, 4050],
    ["the seller's own e-mail", { payer: { email: SHOP.email } }, 2060],
    ["a date in another form", { date_of_expiration: "20/11/2026" }, 23],
  ])("with %s is refused, cause %i", async (_, change, code) => {
    const { status, body } = await create(change);
    expect([status, (body.cause as { code: number }[])[0]!.code]).toEqual([400, code]);
  });
});

describe("notices (§6)", () => {
  it("say that there is news, not what; signed over the id of the query, the request id and ts", async () => {
    const payment = await pay(await aLink(), { purchase: "card", holder: "APRO" });
    await provider.webhooks.settled();
    expect(actions()).toEqual(["payment.created", "payment.updated"]);
    const { url, headers, body } = listener.heard[0]!;
    expect(Object.fromEntries(url.searchParams)).toEqual({
      source_news: "webhooks",
      "data.id": String(payment.id),
      type: "payment",
    });
    const [, ts, v1] = /^ts=(\d{13}),v1=([0-9a-f]{64})$/.exec(headers["x-signature"] ?? "") ?? [];
    const manifest = `id:${payment.id};request-id:${headers["x-request-id"]};ts:${ts};`;
    expect(v1).toBe(createHmac("sha256", SHOP.webhookSecret).update(manifest).digest("hex"));
    const news = JSON.parse(body) as Record<string, unknown>;
    expect(news).toMatchObject({
      type: "payment",
      api_version: "v1",
      user_id: 44444444,
      data: { id: String(payment.id) },
    });
    expect(body).not.toMatch(/approved|142/);
  });

  it.each(["none", "bad", "stale"] as const)("can be made wrong: %s", async (signature) => {
    provider.service.notifications.style = { signature, ts: "s" };
    const payment = await pay(await aLink(), { purchase: "pix" });
    await provider.webhooks.settled();
    const { headers } = listener.heard[0]!;
    if (signature === "none") return expect(headers).not.toHaveProperty("x-signature");
    const [, ts = "", v1] = /^ts=(\d{10}),v1=([0-9a-f]{64})$/.exec(headers["x-signature"] ?? "") ?? [];
    const manifest = `id:${payment.id};request-id:${headers["x-request-id"]};ts:${ts};`;
    const isRight = v1 === createHmac("sha256", SHOP.webhookSecret).update(manifest).digest("hex");
    const ageMs = Date.now() - Number(ts) * 1000;
    expect({ isRight, isOld: ageMs > 3_600_000 }).toEqual({
      isRight: signature === "stale",
      isOld: signature === "stale",
    });
  });

  it("are sent in the older form too where the address does not ask for this one alone", async () => {
    await pay(await aLink({ notification_url: `${listener.url}/hook` }), { purchase: "pix" });
    await provider.webhooks.settled();
    const topics = listener.heard.map(({ url }) => url.searchParams.get("topic") ?? url.searchParams.get("type"));
    expect(topics.sort()).toEqual(["merchant_order", "payment", "payment"]);
  });

  it("are repeated every quarter of an hour until they are taken", async () => {
    listener.answers = [500, 500, 200];
    await pay(await aLink(), { purchase: "pix" });
    for (let round = 0; round < 4; round += 1) {
      await provider.webhooks.settled();
      provider.clock.advance(900_000);
    }
    expect(listener.heard).toHaveLength(3);
    expect(new Set(listener.heard.map(({ body }) => body)).size).toBe(1);
    expect(provider.webhooks.list()[0]).toMatchObject({ state: "delivered" });
  });

  it("come late, in another order, twice, or never, on command", async () => {
    provider.webhooks.setMode({ hold: true });
    await pay(await aLink(), { purchase: "card", holder: "APRO" });
    await provider.webhooks.settled();
    expect(listener.heard).toEqual([]);
    await provider.webhooks.release({ reversed: true });
    expect(actions()).toEqual(["payment.updated", "payment.created"]);

    await provider.webhooks.resend(provider.webhooks.list()[0]!.id);
    expect(listener.heard[2]!.headers["x-signature"]).toBe(listener.heard[1]!.headers["x-signature"]);

    provider.webhooks.setMode({ copies: 2 });
    await pay(await aLink(), { purchase: "pix" });
    await provider.webhooks.settled();
    expect(listener.heard).toHaveLength(5);

    provider.webhooks.setMode({ drop: true });
    await pay(await aLink(), { purchase: "pix" });
    await provider.webhooks.settled();
    expect(listener.heard).toHaveLength(5);
  });
});

describe("giving back (§7)", () => {
  const refund = (id: number, body: object, key: string) =>
    shop("POST", `/v1/payments/${id}/refunds`, body, { "x-idempotency-key": key });
  const read = async (id: number) => (await shop<PaymentAnswer>("GET", `/v1/payments/${id}`)).body;

  it("in part, then the rest; the same key gives back once", async () => {
    const { id } = await pay(await aLink(), { purchase: "card", holder: "APRO" });
    const first = await refund(id, { amount: 22.8 }, "k1");
    expect([first.status, first.body.amount]).toEqual([201, 22.8]);
    expect((await refund(id, { amount: 22.8 }, "k1")).text).toBe(first.text);
    expect(await read(id)).toMatchObject({
      status: "approved",
      status_detail: "partially_refunded",
      transaction_amount_refunded: 22.8,
    });
    expect((await refund(id, {}, "k2")).body.amount).toBe(120);
    expect(await read(id)).toMatchObject({ status: "refunded", transaction_amount_refunded: 142.8 });
    expect((await shop<unknown[]>("GET", `/v1/payments/${id}/refunds`)).body).toHaveLength(2);
    expect((await refund(id, {}, "k3")).status).toBe(400);
  });

  it("not without a key, not more than was paid, not from an empty account, not after 180 days", async () => {
    const { id } = await pay(await aLink(), { purchase: "card", holder: "APRO" });
    expect((await shop("POST", `/v1/payments/${id}/refunds`, {})).status).toBe(400);
    expect((await refund(id, { amount: 142.81 }, "k1")).status).toBe(400);
    provider.state.accounts[0]!.balanceCents = 100;
    expect((await refund(id, {}, "k2")).status).toBe(400);
    provider.state.accounts[0]!.balanceCents = null;
    provider.clock.advance(181 * 86_400_000);
    expect((await refund(id, {}, "k3")).status).toBe(400);
    expect((await read(id)).transaction_amount_refunded).toBe(0);
  });
});

describe("connecting an account (§8)", () => {
  const REDIRECT = "http://localhost:3210/config";
  const APP = { client_id: SHOP.clientId, client_secret: "segredo-da-aplicacao-loja-demo" };

  async function aCode(): Promise<string> {
    const form = new URLSearchParams({
      client_id: SHOP.clientId,
      redirect_uri: REDIRECT,
      state: "s1",
      decision: "allow",
    });
    const { headers } = await speaker(provider.url)("POST", "/authorization", form);
    const back = new URL(headers.get("location") ?? "");
    expect(back.searchParams.get("state")).toBe("s1");
    return back.searchParams.get("code") ?? "";
  }
  const exchange = (code: string, change: object = {}) =>
    speaker(provider.url)("POST", "/oauth/token", {
      ...APP,
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT,
      ...change,
    });

  it("a code works once, for ten minutes, with the same address and the right secret", async () => {
    const code = await aCode();
    expect((await exchange(code, { client_secret: "x" })).body.error).toBe("invalid_client");
    expect((await exchange(code, { redirect_uri: "http://localhost:3210/other" })).body.error).toBe("invalid_grant");
    const { status, body } = await exchange(code);
    expect([status, body.user_id, body.expires_in]).toEqual([200, 44444444, 15_552_000]);
    expect((await exchange(code)).body.error).toBe("invalid_grant");
    const late = await aCode();
    provider.clock.advance(601_000);
    expect((await exchange(late)).body.error).toBe("invalid_grant");
    const granted = speaker(provider.url, { authorization: `Bearer ${String(body.access_token)}` });
    expect((await granted("GET", "/v1/payments/search")).status).toBe(200);
  });

  it("a refresh token works once and brings the next", async () => {
    const { body: first } = await exchange(await aCode());
    const refresh = (refresh_token: unknown) =>
      speaker(provider.url)("POST", "/oauth/token", { ...APP, grant_type: "refresh_token", refresh_token });
    const { status, body: second } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await refresh(first.refresh_token)).body.error).toBe("invalid_grant");
    expect((await refresh(second.refresh_token)).status).toBe(200);
  });
});
