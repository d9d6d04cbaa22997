import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { FAKE_URL } from "../support/fakeMercadoPago";
import { refusalOf } from "../support/refusals";
import { setUpSigning } from "../support/signingKeys";
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

/** The checkout control centre: from the lookup to the link. */

beforeEach(async () => {
  await setUpSigning();
  vi.useFakeTimers({
    toFake: ["setTimeout", "Date"],
    now: Date.parse("2026-11-20T15:00:00-03:00"),
    shouldAdvanceTime: true,
  });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

describe("the provider", () => {
  test.each([
    [
      "is down",
      "down",
      "payment_provider_unavailable",
      "O Mercado Pago não respondeu. Nada foi cobrado. Tente de novo em instantes.",
    ],
    [
      "is broken",
      "500",
      "payment_provider_unavailable",
      "O Mercado Pago não respondeu. Nada foi cobrado. Tente de novo em instantes.",
    ],
    [
      "is busy",
      "429",
      "payment_provider_unavailable",
      "O Mercado Pago não respondeu. Nada foi cobrado. Tente de novo em instantes.",
    ],
    [
      "does not take the credentials",
      "401",
      "payment_provider_unauthorized",
      "O Mercado Pago recusou as credenciais da loja. Confira o Access Token em Configurações › Integrações.",
    ],
    ["answers with a page", "html", "invalid_provider_answer", "Resposta inválida do servidor"],
    ["answers with nothing in it", "empty", "invalid_provider_answer", "Resposta inválida do servidor"],
  ] as const)("%s: staff read what happened, and the next try succeeds", async (_title, fault, code, message) => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    till.provider.faultForEver = fault;
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code, message });
    till.provider.faultForEver = null;
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link", amountCents: 11980 });
    expect(till.provider.preferences.size).toBe(1);
  });

  test("stumbles once: nobody notices", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    till.provider.faults = ["500", "429"];
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link" });
    const keys = new Set(till.provider.received.map(({ key }) => key));
    expect([till.provider.received.length, keys.size]).toEqual([3, 1]);
  });

  test("does it and its answer is lost, every time: one link, found again by its key", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    till.provider.faultForEver = "lost_answer";
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code: "payment_provider_unavailable" });
    expect(till.provider.preferences.size).toBe(1);
    till.provider.faultForEver = null;
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link" });
    expect(till.provider.preferences.size).toBe(1);
    expect(await till.shop.rows("paymentLinks")).toHaveLength(1);
  });

  test("says no: there is no link, staff read why, and the order is as it was", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    vi.stubGlobal("fetch", () =>
      Promise.resolve(
        new Response('{"message":"x","error":"collector_does_not_comply_with_current_regulation","status":400}', {
          status: 400,
        }),
      ),
    );
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({
      code: "payment_request_refused",
      message:
        "O Mercado Pago recusou o pagamento: a identidade da conta do Mercado Pago ainda não foi validada. Conclua a validação no Mercado Pago.",
    });
    expect(await readOrder(till, orderId)).toMatchObject({
      link: null,
      linkIsBeingMade: false,
      payment: { state: "none" },
    });
  });

  test("dies with us in the middle: the sweep makes the link that was written down, with its own key", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    const { tenantId } = till;
    const actorId = till.staff.profileId;
    // What finalizing does before it speaks to anybody; then the process is gone.
    await till.deployment.mutation(internal.paymentWork.begin, { tenantId, actorId, orderId, seenTotalCents: 11980 });
    expect(await readOrder(till, orderId)).toMatchObject({ link: null, linkIsBeingMade: true });
    await vi.advanceTimersByTimeAsync(61_000);
    await till.deployment.mutation(internal.paymentWork.sweep, {});
    await settleWork(till);
    expect(await readOrder(till, orderId)).toMatchObject({
      link: { amountCents: 11980 },
      payment: { state: "link_open" },
    });
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link" });
    expect(till.provider.preferences.size).toBe(1);
  });
});

describe("a link that asks for what is no longer so is closed", () => {
  async function isClosed(till: Till, orderId: Id<"orders">, preferenceId: string, reason: string) {
    await settleWork(till);
    const links = await till.shop.rows("paymentLinks");
    expect(links).toMatchObject([{ state: "withdrawn", isClosedThere: true }]);
    expect(Date.parse(till.provider.preferenceOf(preferenceId).expiration_date_to)).toBeLessThanOrEqual(Date.now());
    const events = (await till.shop.rows("orderEvents")).filter(
      ({ change }) => change.kind === "payment_link_withdrawn",
    );
    expect(events).toMatchObject([{ orderId, actorName: "Sistema", change: { reason, amountCents: 11980 } }]);
  }

  const changes: [
    string,
    string,
    (till: Till, order: { orderId: Id<"orders">; productId: Id<"products"> }) => Promise<unknown>,
  ][] = [
    ["a launch", "total_changed", (till, { productId }) => till.shop.launch(till.staff, { productId })],
    [
      "a quantity",
      "total_changed",
      async (till, { orderId }) => {
        const [line] = (await readOrder(till, orderId)).lines;
        return await till.staff.session.mutation(api.orders.setLineQuantity, {
          tenantId: till.tenantId,
          orderId,
          lineId: line?.lineId as Id<"cartItems">,
          quantity: 1,
          seenQuantity: 2,
        });
      },
    ],
    [
      "an adjustment",
      "total_changed",
      (till, { orderId }) =>
        till.staff.session.mutation(api.orders.update, { tenantId: till.tenantId, orderId, totalCents: 10000 }),
    ],
    [
      "the order being marked paid",
      "paid_by_hand",
      (till, { orderId }) =>
        till.staff.session.mutation(api.orders.setPaid, { tenantId: till.tenantId, orderIds: [orderId], isPaid: true }),
    ],
    [
      "the order being deleted",
      "order_removed",
      (till, { orderId }) =>
        till.staff.session.mutation(api.orders.remove, {
          tenantId: till.tenantId,
          orderIds: [orderId],
          returnPaidStock: false,
        }),
    ],
    [
      "somebody's wish",
      "by_hand",
      (till, { orderId }) => till.staff.session.mutation(api.checkout.cancelLink, { tenantId: till.tenantId, orderId }),
    ],
  ];

  test.each(changes)("by %s", async (_title, reason, change) => {
    const till = await aTill();
    const { orderId, productId, preferenceId } = await anOpenLink(till);
    await change(till, { orderId, productId });
    await isClosed(till, orderId, preferenceId, reason);
  });

  test("and whoever has begun a Pix by it cannot finish", async () => {
    const till = await aTill();
    const { productId, preferenceId } = await anOpenLink(till);
    const { id } = till.provider.pay(preferenceId, { status: "pending" });
    await till.shop.launch(till.staff, { productId });
    await settleWork(till);
    expect(till.provider.payments.get(id)?.status).toBe("cancelled");
    expect(await till.shop.rows("payments")).toMatchObject([{ status: "cancelled" }]);
  });

  test("also when the provider is down for a while", async () => {
    const till = await aTill();
    const { productId, preferenceId } = await anOpenLink(till);
    till.provider.faultForEver = "down";
    await till.shop.launch(till.staff, { productId });
    await settleWork(till);
    expect(await till.shop.rows("paymentLinks")).toMatchObject([{ state: "withdrawn", isClosedThere: false }]);
    till.provider.faultForEver = null;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await till.deployment.mutation(internal.paymentWork.sweep, {});
    await settleWork(till);
    expect(await till.shop.rows("paymentLinks")).toMatchObject([{ isClosedThere: true }]);
    expect(Date.parse(till.provider.preferenceOf(preferenceId).expiration_date_to)).toBeLessThanOrEqual(Date.now());
  });

  test("a link that was withdrawn while it was being made is closed as soon as it is known", async () => {
    const till = await aTill();
    const { orderId, productId } = await anOrder(till);
    const { tenantId } = till;
    const actorId = till.staff.profileId;
    const begun = await till.deployment.mutation(internal.paymentWork.begin, {
      tenantId,
      actorId,
      orderId,
      seenTotalCents: 11980,
    });
    if (begun.kind !== "link") throw new Error("a link should have been begun");
    await till.shop.launch(till.staff, { productId });
    const preferenceId = "44-made-meanwhile";
    till.provider.preferences.set(preferenceId, {
      id: preferenceId,
      collector_id: [...till.provider.sellers.values()].at(-1) ?? 0,
      external_reference: "x",
      items: [],
      expiration_date_to: "2099-01-01T00:00:00.000+00:00",
      payer: {},
      metadata: {},
    });
    const made = { preferenceId, url: `${FAKE_URL}/x`, collectorId: null };
    await till.deployment.mutation(internal.paymentWork.linkMade, { tenantId, linkId: begun.linkId, ...made });
    await settleWork(till);
    expect(await rowOf(till, orderId)).toMatchObject({ openLinkId: null });
    expect(Date.parse(till.provider.preferenceOf(preferenceId).expiration_date_to)).toBeLessThanOrEqual(Date.now());
  });

  test("a link whose days are over", async () => {
    const till = await aTill();
    const { orderId } = await anOpenLink(till);
    await vi.advanceTimersByTimeAsync(3 * 24 * 3_600_000 + 60_000);
    await till.deployment.mutation(internal.paymentWork.sweep, {});
    await settleWork(till);
    expect(await readOrder(till, orderId)).toMatchObject({ link: null, payment: { state: "none" } });
    expect(await till.shop.rows("paymentLinks")).toMatchObject([{ state: "expired" }]);
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link" });
    expect(till.provider.preferences.size).toBe(2);
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

describe("freight", () => {
  const PAC = {
    id: 1,
    name: "PAC",
    price: "30.00",
    custom_price: "25.65",
    currency: "R$",
    delivery_time: 7,
    custom_delivery_time: 8,
    packages: [
      {
        price: "25.65",
        format: "box",
        dimensions: { height: 4, width: 16, length: 20 },
        weight: "0.60",
        insurance_value: "119.80",
      },
    ],
    company: { id: 1, name: "Correios" },
  };
  const SEDEX = {
    ...PAC,
    id: 2,
    name: "SEDEX",
    price: "42.10",
    custom_price: "",
    delivery_time: 2,
    custom_delivery_time: null,
  };
  const NOT_THERE = {
    id: 12,
    name: "éFácil",
    error: "Transportadora não atende este trecho.",
    company: { id: 6, name: "LATAM Cargo" },
  };

  /** A till whose carrier answers so. */
  async function withCarrier(carrier: (request: Request) => Response | Promise<Response>) {
    const till = await aTill();
    const { tenantId } = till;
    await till.owner.session.mutation(api.integrations.saveMelhorEnvio, {
      tenantId,
      accessToken: "token-do-melhor-envio",
    });
    const asked: { url: string; headers: Headers; body: unknown }[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const request = new Request(url, { ...init, signal: null, redirect: "follow" });
      if (!url.includes("/shipment/calculate")) return await till.provider.fetch(url, init);
      asked.push({ url, headers: request.headers, body: await request.clone().json() });
      return await carrier(request);
    });
    const { orderId } = await anOrder(till);
    const quote = (cep = "01310-930") =>
      till.staff.session.action(api.checkout.quoteFreight, { tenantId, orderId, cep });
    const choose = (optionId: string) =>
      till.staff.session.mutation(api.checkout.chooseFreight, { tenantId, orderId, optionId });
    return { till, orderId, quote, choose, asked };
  }
  const answers =
    (entries: unknown, status = 200) =>
    () =>
      new Response(JSON.stringify(entries), { status });

  test("is asked for with the order's own things and the shop's own measures", async () => {
    const { quote, asked } = await withCarrier(answers([PAC, SEDEX, NOT_THERE]));
    expect(await quote()).toEqual({ outcome: "calculated", found: 2, reason: null });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe(`${FAKE_URL}/api/v2/me/shipment/calculate`);
    expect(asked[0]?.headers.get("Authorization")).toBe("Bearer token-do-melhor-envio");
    expect(asked[0]?.headers.get("User-Agent")).toMatch(/^Pedidos ao Vivo \(.+@.+\)$/);
    expect(asked[0]?.body).toMatchObject({
      from: { postal_code: "31575060" },
      to: { postal_code: "01310930" },
      products: [{ width: 16, height: 2, length: 20, weight: 0.3, insurance_value: 59.9, quantity: 2 }],
    });
  });

  test("is offered at the seller's own price and days, besides collecting", async () => {
    const { till, orderId, quote } = await withCarrier(answers([PAC, SEDEX, NOT_THERE]));
    await quote();
    expect((await readOrder(till, orderId)).freight).toEqual({
      options: [
        {
          optionId: "retirada",
          name: "Retirada - Retirar na Fábrica",
          company: "Retirada",
          priceCents: 0,
          deliveryDays: 3,
        },
        { optionId: "1", name: "PAC", company: "Correios", priceCents: 2565, deliveryDays: 8 },
        { optionId: "2", name: "SEDEX", company: "Correios", priceCents: 4210, deliveryDays: 2 },
      ],
      chosenId: "retirada",
      quotedCep: "01310930",
      isOutdated: false,
    });
  });

  test("free delivery is a price, not a missing one", async () => {
    const { quote, choose } = await withCarrier(answers({ ...PAC, custom_price: "0.00" }));
    expect(await quote()).toMatchObject({ found: 1 });
    expect(await choose("1")).toMatchObject({ freightCents: 0 });
  });

  test("chosen, it is part of Total Geral and of the link; its label can be bought with what was kept", async () => {
    const { till, orderId, quote, choose } = await withCarrier(answers([PAC, SEDEX]));
    await quote();
    expect(await choose("1")).toEqual({
      totalCents: 11980,
      discountCents: 0,
      freightCents: 2565,
      grandTotalCents: 14545,
    });
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({
      code: "checkout_address_required",
      message: "Endereço completo é obrigatório para entrega",
    });
    await saveCustomer(till, orderId, { address: ADDRESS });
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link", amountCents: 14545 });
    const items = till.provider.preferenceOf(await preferenceOf(till, orderId)).items;
    expect(items.map(({ title, unit_price }) => [title, unit_price]).at(-1)).toEqual(["Frete", 25.65]);
    expect(await till.shop.rows("checkouts")).toMatchObject([
      {
        freight: {
          cep: "01310930",
          option: { packages: [{ weightGrams: 600, lengthCm: 20, heightCm: 4, widthCm: 16, insuredCents: 11980 }] },
        },
      },
    ]);
  });

  test("a way that was not offered cannot be chosen", async () => {
    const { quote, choose } = await withCarrier(answers([PAC]));
    await quote();
    expect(await refusalOf(choose("2"))).toMatchObject({
      code: "freight_not_found",
      message: "Esta opção de frete não está mais disponível. Calcule o frete de novo.",
    });
  });

  test("after the lines or the CEP have changed it must be asked for again", async () => {
    const { till, orderId, quote, choose } = await withCarrier(answers([PAC]));
    await saveCustomer(till, orderId, { address: ADDRESS });
    await quote();
    await choose("1");
    const [line] = (await readOrder(till, orderId)).lines;
    await till.shop.launch(till.staff, { productId: line?.productId as Id<"products"> });
    expect((await readOrder(till, orderId)).freight.isOutdated).toBe(true);
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({
      code: "freight_outdated",
      message: "O frete precisa ser calculado de novo",
    });
    await quote();
    expect((await readOrder(till, orderId)).freight).toMatchObject({ isOutdated: false, chosenId: "1" });
    await saveCustomer(till, orderId, { address: { ...ADDRESS, cep: "30130010" } });
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code: "freight_outdated" });
    await quote("30130010");
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link" });
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code: "freight_outdated" });
  });

  test("nobody goes there: collecting is what is left", async () => {
    const { till, orderId, quote } = await withCarrier(answers([NOT_THERE]));
    expect(await quote()).toEqual({ outcome: "pickup_only", found: 0, reason: null });
    expect((await readOrder(till, orderId)).freight).toMatchObject({
      options: [{ optionId: "retirada" }],
      chosenId: "retirada",
    });
  });

  test("what had been chosen and is not offered any more is not charged for", async () => {
    const entries = [[PAC], [SEDEX]];
    const { quote, choose, till, orderId } = await withCarrier(() => new Response(JSON.stringify(entries.shift())));
    await quote();
    await choose("1");
    await quote();
    expect(await readOrder(till, orderId)).toMatchObject({
      freight: { chosenId: "retirada" },
      summary: { freightCents: 0 },
    });
  });

  test.each([
    [
      "is down",
      () => {
        throw new TypeError("fetch failed");
      },
      "O Melhor Envio não respondeu. Tente de novo em instantes. Só a retirada está disponível.",
    ],
    [
      "is broken",
      () => new Response("{}", { status: 500 }),
      "O Melhor Envio não respondeu. Tente de novo em instantes. Só a retirada está disponível.",
    ],
    [
      "hides behind its firewall",
      () => new Response("<html>403</html>", { status: 403 }),
      "O Melhor Envio não respondeu. Tente de novo em instantes. Só a retirada está disponível.",
    ],
    [
      "does not take the token",
      () => new Response('{"message":"Unauthenticated."}', { status: 401 }),
      "O Melhor Envio recusou as credenciais da loja. Conecte de novo em Configuração de Frete. Só a retirada está disponível.",
    ],
    [
      "does not allow it",
      () => new Response('{"message":"This action is unauthorized."}', { status: 403 }),
      "A conexão com o Melhor Envio não permite calcular frete. Conecte de novo em Configuração de Frete. Só a retirada está disponível.",
    ],
    [
      "answers nonsense",
      () => new Response("ok"),
      "Resposta inválida do Melhor Envio. Tente de novo em instantes. Só a retirada está disponível.",
    ],
    [
      "says what is wrong",
      () =>
        new Response(
          '{"message":"The given data was invalid.","errors":{"to.postal_code":["O campo to.postal code é inválido."]}}',
          { status: 422 },
        ),
      "O Melhor Envio recusou o cálculo. Confira o CEP e as medidas em Configuração de Frete. (O campo to.postal code é inválido.)",
    ],
  ])("the carrier %s: collecting only, and staff read why", async (_title, carrier, reason) => {
    const { till, orderId, quote } = await withCarrier(carrier);
    expect(await quote()).toEqual({ outcome: "failed", found: 0, reason });
    expect((await readOrder(till, orderId)).freight.options).toHaveLength(1);
  });

  test("without a connection to the carrier, and for a CEP that is none", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    const { tenantId } = till;
    const quote = (cep: string) => till.staff.session.action(api.checkout.quoteFreight, { tenantId, orderId, cep });
    expect(await quote("01310930")).toEqual({
      outcome: "failed",
      found: 0,
      reason: "O Melhor Envio não está conectado. Conecte em Configuração de Frete. Só a retirada está disponível.",
    });
    expect(await refusalOf(quote("0131093"))).toMatchObject({
      code: "invalid_cep",
      message: "CEP inválido. Use 8 dígitos.",
    });
  });
});

describe("a CEP", () => {
  const FOUND = {
    cep: "01001-000",
    logradouro: "Praça da Sé",
    complemento: "lado ímpar",
    bairro: "Sé",
    localidade: "São Paulo",
    uf: "SP",
  };
  const BRASIL = {
    cep: "01001000",
    state: "SP",
    city: "São Paulo",
    neighborhood: null,
    street: null,
    service: "open-cep",
  };
  const address = { street: "Praça da Sé", neighborhood: "Sé", city: "São Paulo", state: "SP" };
  const bare = { street: "", neighborhood: "", city: "São Paulo", state: "SP" };
  const text =
    (body: unknown, status = 200) =>
    () =>
      new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  const down = () => {
    throw new TypeError("fetch failed");
  };

  const cases: [string, () => Response, () => Response, unknown, number][] = [
    ["that ViaCEP knows", text(FOUND), down, { kind: "found", address }, 1],
    [
      "of a city with only one",
      text({ ...FOUND, logradouro: "", bairro: "" }),
      down,
      { kind: "found", address: bare },
      1,
    ],
    ["that there is not, in words", text({ erro: "true" }), text(BRASIL), { kind: "not_found" }, 1],
    ["that there is not, as a flag", text({ erro: true }), text(BRASIL), { kind: "not_found" }, 1],
    ["while ViaCEP is down", down, text(BRASIL), { kind: "found", address: bare }, 2],
    [
      "while ViaCEP answers with a page",
      text("<html>Bad Request</html>", 400),
      text(BRASIL),
      { kind: "found", address: bare },
      2,
    ],
    ["while ViaCEP has had enough of us", text("Too many", 429), text(BRASIL), { kind: "found", address: bare }, 2],
    ["while ViaCEP answers with something else", text({ ok: 1 }), text(BRASIL), { kind: "found", address: bare }, 2],
    [
      "that the second does not know either",
      down,
      text({ type: "service_error", errors: [{ message: "CEP NAO ENCONTRADO" }] }, 404),
      { kind: "not_found" },
      2,
    ],
    [
      "while both are down, which the second says so",
      down,
      text({ type: "service_error", errors: [{ message: "timeout" }] }, 404),
      { kind: "unavailable" },
      2,
    ],
    ["while both are down", down, down, { kind: "unavailable" }, 2],
  ];

  test.each(cases)("%s", async (_title, viaCep, brasilApi, answer, calls) => {
    const till = await aTill();
    const { tenantId } = till;
    let asked = 0;
    vi.stubGlobal("fetch", (url: string) => {
      asked += 1;
      return Promise.resolve().then(url === `${FAKE_URL}/ws/01001000/json/` ? viaCep : brasilApi);
    });
    const lookUp = () => till.staff.session.action(api.postalCodes.lookUp, { tenantId, cep: "01001-000" });
    expect(await lookUp()).toEqual(answer);
    expect(asked).toBe(calls);
    // Asked again: what is known is not asked for, what is not known is.
    expect(await lookUp()).toEqual(answer);
    expect(asked).toBe((answer as { kind: string }).kind === "unavailable" ? 2 * calls : calls);
  });

  test("is asked about again after a month, and an old answer is better than none", async () => {
    const till = await aTill();
    const { tenantId } = till;
    const replies = [text(FOUND), text({ ...FOUND, logradouro: "Outra" }), down, down];
    vi.stubGlobal("fetch", () => Promise.resolve().then(replies.shift()));
    const lookUp = () => till.staff.session.action(api.postalCodes.lookUp, { tenantId, cep: "01001000" });
    await lookUp();
    vi.setSystemTime(Date.now() + 31 * 24 * 3_600_000);
    expect(await lookUp()).toMatchObject({ address: { street: "Outra" } });
    vi.setSystemTime(Date.now() + 31 * 24 * 3_600_000);
    expect(await lookUp()).toMatchObject({ kind: "found", address: { street: "Outra" } });
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
