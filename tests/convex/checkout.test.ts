import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { FAKE_URL } from "../support/fakeMercadoPago";
import { refusalOf } from "../support/refusals";
import {
  ADDRESS,
  anOpenLink,
  anOrder,
  aTill,
  finalize,
  preferenceOf,
  readOrder,
  rowOf,
  saveCustomer,
  settleWork,
  type Till,
} from "../support/till";
import { keepTillHours } from "../support/tillHours";

/** The checkout control centre: from the lookup to the link. */

keepTillHours();

const ask = (till: Till, text: string) =>
  till.staff.session.query(api.checkout.find, { tenantId: till.tenantId, text });

describe("the lookup", () => {
  test("finds the open orders of a phone in any spelling, newest event first, and the one of a number", async () => {
    const till = await aTill();
    const productId = await till.shop.hasProduct({ priceCents: 1000 });
    for (const eventDate of ["2026-11-18", "2026-11-20", "2026-11-19"]) {
      await till.shop.launch(till.staff, { productId, eventDate, quantity: 2 });
    }
    for (const text of ["11987654321", "+55 (11) 98765-4321", "1187654321"]) {
      expect(await ask(till, text)).toMatchObject({
        phone: "5511987654321",
        paidNumber: null,
        orders: [
          { eventDate: "2026-11-20", number: 2, totalCents: 2000, pieces: 2, lines: 1 },
          { eventDate: "2026-11-19", number: 3 },
          { eventDate: "2026-11-18", number: 1 },
        ],
      });
    }
    expect(await ask(till, "#3")).toMatchObject({ phone: "5511987654321", orders: [{ eventDate: "2026-11-19" }] });
    expect((await ask(till, "3")).orders).toHaveLength(1);
    expect((await ask(till, "99")).orders).toEqual([]);
  });

  test("says that an order asked for by number is paid already", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    const { tenantId } = till;
    await till.staff.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
    expect(await ask(till, "#1")).toMatchObject({ orders: [], paidNumber: 1 });
    expect(await ask(till, "11987654321")).toMatchObject({ orders: [], paidNumber: null });
    const page = { phone: "11987654321", paginationOpts: { numItems: 5, cursor: null } };
    expect(await till.staff.session.query(api.checkout.history, { tenantId, ...page })).toMatchObject({
      page: [{ number: 1, pieces: 2, lines: 1, totalCents: 11980 }],
    });
  });

  test.each([
    ["", "phone_required", "Informe o telefone do cliente"],
    ["1234567", "invalid_phone", "Telefone inválido. Use formato com DDD (ex: 11999999999)"],
    ["20987654321", "unknown_area_code", "DDD 20 não existe"],
  ])("%j is refused with %s", async (text, code, message) => {
    const till = await aTill();
    expect(await refusalOf(ask(till, text))).toMatchObject({ code, message });
  });
});

describe("who an order goes to", () => {
  test("is first what the shop knows of the phone, then what was saved here; the customer learns it too", async () => {
    const till = await aTill();
    await till.shop.hasCustomer({ phone: "5511987654321", name: "Maria Silva" });
    const { orderId } = await anOrder(till, { customer: false });
    expect((await readOrder(till, orderId)).customer).toMatchObject({
      name: "Maria Silva",
      cpf: null,
      source: "customer",
    });
    await saveCustomer(till, orderId, {
      address: { ...ADDRESS, cep: "01310-930", state: "sp" },
      email: "Maria@exemplo.com",
    });
    expect((await readOrder(till, orderId)).customer).toEqual({
      name: "Maria Souza",
      cpf: "19119119100",
      email: "maria@exemplo.com",
      address: ADDRESS,
      source: "order",
    });
    expect(await till.shop.rows("customers")).toMatchObject([
      { name: "Maria Souza", cpf: "19119119100", address: ADDRESS },
    ]);
    expect(await rowOf(till, orderId)).toMatchObject({ customerName: "Maria Souza" });
  });

  test("is nobody for a phone that only bought", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till, { customer: false });
    expect((await readOrder(till, orderId)).customer).toMatchObject({ name: null, source: "none" });
  });

  test("left empty here blanks nothing the shop knows", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    await saveCustomer(till, orderId, { name: "", cpf: "" });
    expect((await readOrder(till, orderId)).customer).toMatchObject({ name: null, cpf: null, source: "order" });
    expect(await till.shop.rows("customers")).toMatchObject([{ name: "Maria Souza", cpf: "19119119100" }]);
  });

  test("what a colleague has saved meanwhile is not overwritten in silence; the same from both is no conflict", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till, { customer: false });
    const seen = { name: null, cpf: null, email: null, address: null };
    const joao = await till.shop.hasStaff("João");
    await saveCustomer({ ...till, staff: joao }, orderId, { seen, address: ADDRESS });
    await saveCustomer(till, orderId, { seen, address: ADDRESS });
    const other = saveCustomer(till, orderId, { seen, name: "Maria Lima", address: ADDRESS });
    expect(await refusalOf(other)).toMatchObject({
      code: "changed_meanwhile",
      field: "name",
      value: "Maria Souza",
      actorName: "Ana",
      message: "Ana mudou para Maria Souza enquanto você editava",
    });
    const moved = saveCustomer(till, orderId, { seen, address: { ...ADDRESS, number: "7" } });
    expect(await refusalOf(moved)).toMatchObject({
      field: "address",
      value: "Avenida Paulista, 1500, ap 12, Bela Vista, São Paulo, SP, 01310930",
    });
    const { source: _source, ...now } = (await readOrder(till, orderId)).customer;
    await saveCustomer(till, orderId, { seen: now, name: "Maria Lima", address: ADDRESS });
    expect((await readOrder(till, orderId)).customer.name).toBe("Maria Lima");
  });

  test("another order of the same person keeps the address it was sent to", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    await saveCustomer(till, orderId, { address: ADDRESS });
    const productId = await till.shop.hasProduct({});
    const second = await till.shop.launch(till.staff, { productId, eventDate: "2026-11-21" });
    await saveCustomer(till, second.orderId, { address: { ...ADDRESS, number: "7" } });
    expect((await readOrder(till, orderId)).customer.address).toMatchObject({ number: "1500" });
  });
});

describe("finalizing", () => {
  test("makes one link with everything the provider wants, at the server's prices", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    await saveCustomer(till, orderId, { address: ADDRESS, email: "maria@exemplo.com" });
    const answer = await finalize(till, orderId);
    const preferenceId = await preferenceOf(till, orderId);
    const { publicRef } = await rowOf(till, orderId);
    expect(answer).toEqual({
      kind: "link",
      url: `${FAKE_URL}/checkout/v1/redirect?pref_id=${preferenceId}`,
      amountCents: 11980,
      expiresAt: expect.any(Number),
    });
    const [sent] = till.provider.received;
    expect(sent).toMatchObject({ method: "POST", path: "/checkout/preferences" });
    expect(sent?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(sent?.body).toMatchObject({
      items: [
        { quantity: 2, unit_price: 59.9, currency_id: "BRL", title: expect.stringContaining("Vestido Midi Lírio") },
      ],
      payer: {
        name: "Maria",
        surname: "Souza",
        email: "maria@exemplo.com",
        identification: { type: "CPF", number: "19119119100" },
        phone: { area_code: "11", number: "987654321" },
        address: { zip_code: "01310930", street_name: "Avenida Paulista", street_number: "1500" },
      },
      external_reference: publicRef,
      statement_descriptor: "LOJA DA PRACA",
      auto_return: "approved",
      back_urls: { success: `http://127.0.0.1:3210/mp/return?ref=${publicRef}` },
      notification_url: expect.stringContaining(`/webhooks/mp/${till.slug}?source_news=webhooks`),
      expires: true,
      expiration_date_to: expect.stringMatching(/^2026-11-23T18:00:\d\d\.\d{3}\+00:00$/),
      metadata: { tenant: till.slug, order_number: 1, link: sent?.key },
    });
    expect(publicRef).toMatch(/^[0-9a-f]{32}$/);
  });

  test("pressed again, by two at once, and by a colleague: the same link, made once", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    const joao = await till.shop.hasStaff("João");
    const both = await Promise.all([finalize(till, orderId), finalize(till, orderId, joao)]);
    const again = await finalize(till, orderId);
    expect(new Set([...both, again].map((one) => (one.kind === "link" ? one.url : one.kind))).size).toBe(1);
    expect(till.provider.preferences.size).toBe(1);
    expect(await till.shop.rows("paymentLinks")).toHaveLength(1);
  });

  test("the real provider is given no address of this machine", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    const { tenantId } = till;
    await till.deployment.mutation(internal.seed.setProviderAddresses, { tenantId, addresses: { mercadoPago: null } });
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", (url: string, init: { body: string }) => {
      sent.push([url, JSON.parse(init.body)]);
      return Promise.resolve(new Response("{}", { status: 400 }));
    });
    await refusalOf(finalize(till, orderId));
    expect(sent).toEqual([["https://api.mercadopago.com/checkout/preferences", expect.any(Object)]]);
    expect(JSON.stringify(sent)).not.toMatch(/back_urls|auto_return|127\.0\.0\.1/);
  });

  describe("is refused", () => {
    test.each([
      [
        "without a name",
        { name: "" },
        "checkout_customer_required",
        "Nome e CPF são obrigatórios para finalizar o pedido",
      ],
      [
        "without a CPF",
        { cpf: "" },
        "checkout_customer_required",
        "Nome e CPF são obrigatórios para finalizar o pedido",
      ],
    ])("%s", async (_title, fields, code, message) => {
      const till = await aTill();
      const { orderId } = await anOrder(till);
      await saveCustomer(till, orderId, fields);
      expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code, message });
      expect(till.provider.received).toEqual([]);
    });

    test("when the total is not the one that was seen: a tampered request changes nothing", async () => {
      const till = await aTill();
      const { orderId } = await anOrder(till);
      const { tenantId } = till;
      for (const seenTotalCents of [1, 0, -5, 11979, 11981]) {
        const tampered = till.staff.session.action(api.checkout.finalize, { tenantId, orderId, seenTotalCents });
        expect(await refusalOf(tampered)).toMatchObject({
          code: "total_changed",
          totalCents: 11980,
          message: "O total mudou para R$\u00a0119,80. Confira e finalize de novo.",
        });
      }
      expect(till.provider.received).toEqual([]);
      expect((await rowOf(till, orderId)).isPaid).toBe(false);
    });

    test("for an order without lines, for a paid one, and without credentials", async () => {
      const till = await aTill();
      const { tenantId } = till;
      const { orderId } = await anOrder(till);
      const [line] = (await readOrder(till, orderId)).lines;
      if (line === undefined) throw new Error("the order should have a line");
      await till.owner.session.mutation(api.integrations.saveMercadoPago, { tenantId, accessToken: null });
      expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code: "payments_not_configured" });
      await till.staff.session.mutation(api.orders.removeLine, { tenantId, orderId, lineId: line.lineId });
      expect(await refusalOf(finalize(till, orderId))).toMatchObject({
        code: "order_is_empty",
        message: "O pedido não tem itens",
      });
      await till.staff.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
      expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code: "order_is_paid" });
    });
  });

  test("an order that comes to nothing is paid at once, and the provider hears nothing of it", async () => {
    const till = await aTill();
    const { tenantId } = till;
    const { orderId } = await anOrder(till);
    const coupon = {
      code: "TUDO",
      discount: { kind: "percentage", percent: 100 },
      expiresDate: null,
      usageLimit: 1,
      isActive: true,
    } as const;
    await till.owner.session.mutation(api.coupons.create, { tenantId, ...coupon });
    await till.staff.session.mutation(api.checkout.applyCoupon, { tenantId, orderId, code: "tudo" });
    expect(await finalize(till, orderId)).toEqual({ kind: "free" });
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true });
    expect(await till.shop.rows("coupons")).toMatchObject([{ usedCount: 1 }]);
    expect(till.provider.received).toEqual([]);
  });
});

describe("a coupon", () => {
  const COUPON = {
    code: "DEZ",
    discount: { kind: "percentage", percent: 10 },
    expiresDate: "2026-11-20",
    usageLimit: 1,
    isActive: true,
  } as const;

  async function withCoupon() {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    const { tenantId } = till;
    await till.owner.session.mutation(api.coupons.create, { tenantId, ...COUPON });
    const apply = () => till.staff.session.mutation(api.checkout.applyCoupon, { tenantId, orderId, code: " d ez" });
    return { till, orderId, tenantId, apply };
  }

  test("comes off the total, is charged for, and can be taken away again", async () => {
    const { till, orderId, tenantId, apply } = await withCoupon();
    expect(await apply()).toEqual({
      code: "DEZ",
      totalCents: 11980,
      discountCents: 1198,
      freightCents: 0,
      grandTotalCents: 10782,
    });
    expect(await finalize(till, orderId)).toMatchObject({ amountCents: 10782 });
    expect(await till.shop.rows("coupons")).toMatchObject([{ usedCount: 0 }]);
    expect(await till.staff.session.mutation(api.checkout.removeCoupon, { tenantId, orderId })).toMatchObject({
      grandTotalCents: 11980,
    });
    expect((await readOrder(till, orderId)).link).toBeNull();
  });

  test("that has run out meanwhile is said so, and not charged with", async () => {
    const { till, orderId, apply } = await withCoupon();
    await apply();
    vi.setSystemTime(Date.parse("2026-11-21T00:00:00-03:00"));
    const { tenantId } = till;
    const tomorrow = await till.staff.session.query(api.checkout.order, { tenantId, orderId, today: "2026-11-21" });
    expect(tomorrow?.coupon).toEqual({ code: "DEZ", discountCents: 1198, problem: "Este cupom está vencido" });
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code: "coupon_expired" });
  });

  test.each([["coupon_not_found", "Cupom não encontrado", "NADA"]])("refused with %s", async (code, message, typed) => {
    const { till, orderId, tenantId } = await withCoupon();
    const applying = till.staff.session.mutation(api.checkout.applyCoupon, { tenantId, orderId, code: typed });
    expect(await refusalOf(applying)).toMatchObject({ code, message });
  });
});

test("the best gift the total earns is shown", async () => {
  const till = await aTill();
  const { tenantId } = till;
  for (const [name, minimumPurchaseCents] of [
    ["Sacola", 5000],
    ["Caneca", 10000],
    ["Bolsa", 50000],
  ] as const) {
    await till.owner.session.mutation(api.gifts.create, {
      tenantId,
      name,
      description: null,
      minimumPurchaseCents,
      isActive: true,
    });
  }
  const { orderId } = await anOrder(till);
  expect((await readOrder(till, orderId)).gift).toEqual({
    name: "Caneca",
    description: null,
    minimumPurchaseCents: 10000,
  });
});

test("what a deleted company had of payments is deleted with it", async () => {
  const till = await aTill();
  const { orderId, preferenceId } = await anOpenLink(till);
  const { publicRef } = await rowOf(till, orderId);
  till.provider.pay(preferenceId);
  await till.deployment.action(api.payments.refreshReturn, { publicRef });
  await settleWork(till);
  const { tenantId } = till;
  const deletionId = await till.deployment.run(async ({ db }) => {
    const tenant = await db.get("tenants", tenantId);
    await db.delete("tenants", tenantId);
    return await db.insert("tenantDeletions", {
      removedTenantId: tenantId,
      name: tenant?.name ?? "",
      slug: till.slug,
      startedAt: 0,
      finishedAt: null,
      deletedRows: 0,
    });
  });
  await till.deployment.mutation(internal.tenants.purge, { deletionId });
  await settleWork(till);
  for (const table of ["checkouts", "paymentLinks", "payments", "providerBaseUrls", "orders"] as const) {
    expect(await till.shop.rows(table)).toEqual([]);
  }
  expect(await till.deployment.run(({ db }) => db.query("paymentRefs").collect())).toEqual([]);
  expect(await till.deployment.query(api.payments.returnStatus, { publicRef })).toBeNull();
});
