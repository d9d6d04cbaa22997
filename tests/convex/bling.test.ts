// @vitest-environment node
import { describe, expect, it, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { TenantWriter } from "../../convex/lib/tenantDb";
import { putShipment } from "../../convex/model/shipments";
import {
  anErpDesk,
  departures,
  anErpOrder,
  aPaidOrder,
  erpRow,
  keepErpHours,
  laterOn,
  salesOf,
  SALES,
  setPaid,
  settleErp,
} from "../support/erpDesk";
import { refusalOf } from "../support/refusals";

/** contracts/bling.md §5, §7: paid orders as sales at the ERP, each once, and what becomes of them afterwards. */

keepErpHours();

const [OPEN, CANCELED] = [6, 12];

describe("a paid order becomes a sale", () => {
  test("queued in the transaction that pays, sent right after: contact, product, instalment, key", async () => {
    const desk = await anErpDesk();
    const { orderId } = await anErpOrder(desk);
    expect(await desk.shop.rows("erpOrders")).toEqual([]);
    await setPaid(desk, [orderId]);
    expect(await erpRow(desk, orderId)).toMatchObject({
      state: "waiting",
      list: "waiting",
      wish: "sale",
      orderNumber: 1,
    });
    expect(desk.erp.received()).toEqual([]);

    await settleErp(desk);
    const order = await desk.deployment.run(({ db }) => db.get("orders", orderId));
    const [contact] = desk.erp.state.contacts.slice(1);
    const [product] = desk.erp.state.products;
    expect(salesOf(desk)).toEqual([
      expect.objectContaining({
        numeroLoja: `1-${order!.publicId}`,
        ...{ data: "2026-11-20", dataSaida: "2026-11-20", dataPrevista: "2026-11-20" },
        contato: { id: contact!.id },
        itens: [
          expect.objectContaining({
            codigo: product!.fields.codigo,
            quantidade: 2,
            valor: 59.9,
            produto: { id: product!.id },
          }),
        ],
        transporte: { fretePorConta: 9, frete: 0 },
        parcelas: [
          {
            ...{ dataVencimento: "2026-11-20", valor: 119.8, observacoes: "Marcado como pago" },
            formaPagamento: { id: 1_234_567 },
          },
        ],
        ...{ totalCents: 11_980, situacao: OPEN, isStockPosted: false, isBilled: false },
      }),
    ]);
    expect(contact!.fields).toMatchObject({
      nome: "Maria Souza",
      tipo: "F",
      numeroDocumento: "19119119100",
      email: "maria@exemplo.com",
    });
    expect(product!.fields).toMatchObject({ nome: "Blusa", preco: 59.9, tipo: "P", formato: "S" });
    expect(await erpRow(desk, orderId)).toMatchObject({
      ...{ state: "sent", list: "sent", saleNumber: "1", totalCents: 11_980, dueAt: null, reason: null, attempts: 0 },
      steps: [
        { text: "Contato Maria Souza criado no Bling." },
        { text: "Produtos criados no Bling: 1." },
        { text: "Pedido de venda 1 no Bling." },
      ],
    });
  });

  test("contact and product that are there are found, not made again", async () => {
    const desk = await anErpDesk();
    const { productId } = await aPaidOrder(desk);
    await settleErp(desk);
    await aPaidOrder(desk, { productId });
    await settleErp(desk);
    expect([desk.erp.state.orders, desk.erp.state.contacts, desk.erp.state.products].map((all) => all.length)).toEqual([
      2, 2, 1,
    ]);
  });

  it.each([
    ["without a CPF by phone", { customer: { cpf: "" } }, "Maria Souza"],
    ["without a name too: 'Consumidor Final'", { customer: null }, "Consumidor Final"],
  ])("who bought, %s", async (_, order, name) => {
    const desk = await anErpDesk();
    for (const round of [1, 2]) {
      await aPaidOrder(desk, { ...order, phone: "11987650001" });
      await settleErp(desk);
      expect(desk.erp.state.orders).toHaveLength(round);
    }
    const ids = salesOf(desk).map((sale) => (sale as unknown as { contato: { id: number } }).contato.id);
    const names = ids.map((id) => desk.erp.state.contacts.find((contact) => contact.id === id)?.fields.nome);
    expect([new Set(ids).size, ...names]).toEqual([1, name, name]);
  });

  test("adjustment, coupon: the instalment is the Total Geral, which the ERP checks", async () => {
    const desk = await anErpDesk();
    const { tenantId, owner, staff } = desk;
    const discount = { kind: "percentage", percent: 10 } as const;
    const coupon = { code: "DEZ", discount, expiresDate: null, usageLimit: null, isActive: true };
    await owner.session.mutation(api.coupons.create, { tenantId, ...coupon });
    for (const totalCents of [10_000, 15_000]) {
      const { orderId } = await anErpOrder(desk);
      await staff.session.mutation(api.orders.update, { tenantId, orderId, totalCents });
      await staff.session.mutation(api.checkout.applyCoupon, { tenantId, orderId, code: "DEZ" });
      await setPaid(desk, [orderId]);
    }
    await settleErp(desk);
    expect(salesOf(desk).map(({ totalCents }) => totalCents)).toEqual([9_000, 13_500]);
  });

  test("a free order is a sale without an instalment", async () => {
    const desk = await anErpDesk();
    const { orderId } = await anErpOrder(desk);
    await desk.staff.session.mutation(api.orders.update, { tenantId: desk.tenantId, orderId, totalCents: 0 });
    await setPaid(desk, [orderId]);
    await settleErp(desk);
    expect(salesOf(desk)).toMatchObject([{ totalCents: 0 }]);
    expect(salesOf(desk)[0]).not.toHaveProperty("parcelas");
  });

  test("switched off, nothing is queued; what was paid meanwhile is sent by hand, pressed twice once", async () => {
    const desk = await anErpDesk({ isActive: false });
    const { tenantId, owner, staff } = desk;
    const { orderId } = await aPaidOrder(desk);
    expect(await desk.shop.rows("erpOrders")).toEqual([]);
    const send = () => staff.session.mutation(api.bling.send, { tenantId, orderIds: [orderId] });
    expect((await refusalOf(send())).message).toBe("O envio ao Bling está desligado em Configurações › Integrações.");
    await owner.session.mutation(api.integrations.saveBling, { tenantId, isActive: true });
    expect(await send()).toEqual({ queued: 1, skipped: [] });
    const [order] = await desk.shop.rows("orders");
    const skipped = (reason: string) => ({ queued: 0, skipped: [{ orderId, orderNumber: order!.number, reason }] });
    expect(await send()).toEqual(skipped("Já está na fila"));
    await settleErp(desk);
    expect(await send()).toEqual(skipped("Já está no Bling"));
    expect(desk.erp.state.orders).toHaveLength(1);
    await setPaid(desk, [orderId], false);
    expect(await send()).toEqual(skipped("O pedido não está pago"));
  });
});

describe("many orders at once", () => {
  test("one after the other, each once, never faster than the ERP takes", async () => {
    const desk = await anErpDesk();
    const { orderId, productId } = await anErpOrder(desk);
    const others = [];
    for (let count = 0; count < 4; count += 1) others.push((await anErpOrder(desk, { productId })).orderId);
    // Two people press at the same time.
    await Promise.all([setPaid(desk, [orderId, ...others]), setPaid(desk, [...others, orderId])]);
    await settleErp(desk);
    expect(new Set(salesOf(desk).map((sale) => (sale as unknown as { numeroLoja: string }).numeroLoja)).size).toBe(5);
    expect(desk.erp.state.orders).toHaveLength(5);
    expect(desk.erp.received().filter(({ answer }) => answer?.status === 429)).toEqual([]);
    const gaps = departures.slice(1).map((at, before) => at - departures[before]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);
    expect(await desk.deployment.run(({ db }) => db.query("erpTurns").collect())).toEqual([]);
  });
});

describe("afterwards", () => {
  test("edited while paid: the same sale is changed; a new observation or a printed slip changes nothing there", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff } = desk;
    const { orderId } = await aPaidOrder(desk);
    await settleErp(desk);
    desk.erp.forgetReceived();
    await staff.session.mutation(api.orders.setPrinted, { tenantId, orderIds: [orderId], printed: true });
    await staff.session.mutation(api.orders.setObservation, { tenantId, orderId, observation: "à noite", seen: null });
    await settleErp(desk);
    expect(desk.erp.received()).toEqual([]);
    const other = await desk.shop.hasProduct({ code: "SAIA", priceCents: 4_000, stock: 3 });
    await staff.session.mutation(api.orders.addLine, {
      tenantId,
      orderId,
      productId: other,
      quantity: 1,
      allowPaid: true,
    });
    await settleErp(desk);
    expect(salesOf(desk)).toMatchObject([
      { totalCents: 15_980, itens: [{ quantidade: 2 }, { codigo: "SAIA" }], situacao: OPEN },
    ]);
    expect(desk.erp.received({ path: SALES, method: "POST" })).toEqual([]);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent", totalCents: 15_980 });
  });

  test("the tracking code of its parcel stands there too", async () => {
    const desk = await anErpDesk();
    const { deployment, tenantId } = desk;
    await aPaidOrder(desk);
    await settleErp(desk);
    const deed = { actor: { id: null, name: "Sistema" }, at: Date.now() };
    await deployment.run(async ({ db }) => {
      const [order] = await db.query("orders").collect();
      const own = new TenantWriter(db, tenantId);
      for (const trackingCode of [null, "ME26002MI63BR"]) await putShipment(own, order!, { trackingCode }, deed);
    });
    await laterOn(desk, 1_000);
    expect(salesOf(desk)).toMatchObject([
      { totalCents: 11_980, transporte: { frete: 0, volumes: [{ codigoRastreamento: "ME26002MI63BR" }] } },
    ]);
  });

  test("unpaid: cancelled there; paid again: reopened, not made again; deleted: cancelled for good", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff } = desk;
    const { orderId } = await aPaidOrder(desk);
    await settleErp(desk);
    const story: [() => Promise<unknown>, number, string][] = [
      [() => setPaid(desk, [orderId], false), CANCELED, "canceled"],
      [() => setPaid(desk, [orderId]), OPEN, "sent"],
      [
        () => staff.session.mutation(api.orders.remove, { tenantId, orderIds: [orderId], returnPaidStock: true }),
        CANCELED,
        "canceled",
      ],
    ];
    for (const [happens, situacao, state] of story) {
      await happens();
      await settleErp(desk);
      expect(salesOf(desk)).toMatchObject([{ situacao }]);
      expect(await erpRow(desk, orderId)).toMatchObject({ state, dueAt: null });
    }
    const row = await staff.session.query(api.bling.ofOrder, { tenantId, orderId });
    expect(row).toMatchObject({ orderExists: false, state: "canceled", saleNumber: "1", canRetry: false });
  });

  test("unpaid or deleted before it was sent: it never gets there", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff } = desk;
    const [first, second] = [await aPaidOrder(desk), await aPaidOrder(desk)];
    await setPaid(desk, [first.orderId], false);
    await staff.session.mutation(api.orders.remove, { tenantId, orderIds: [second.orderId], returnPaidStock: false });
    await settleErp(desk);
    expect(desk.erp.received()).toEqual([]);
    for (const { orderId } of [first, second])
      expect(await erpRow(desk, orderId)).toMatchObject({ state: "withdrawn", dueAt: null });
  });

  test("unpaid while it is being sent: cancelled, whatever had come of it", async () => {
    const desk = await anErpDesk();
    const { orderId } = await anErpOrder(desk);
    const plain = fetch;
    // Somebody takes the mark back while the sale is on its way.
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
      const isGiven = init?.method === "POST" && url.endsWith(SALES);
      if (isGiven) await setPaid(desk, [orderId], false);
      return await plain(url, init);
    });
    await setPaid(desk, [orderId]);
    await settleErp(desk);
    expect(salesOf(desk)).toMatchObject([{ situacao: CANCELED }]);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "canceled", wish: "cancel" });
  });

  test("situation, stock and receivables as the company wants them; taken back before a change and a cancelling", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff, owner } = desk;
    const saleSituation = { id: 9, name: "Atendido" };
    await owner.session.mutation(api.bling.saveSettings, {
      tenantId,
      saleSituation,
      postsStock: true,
      postsReceivables: true,
    });
    const { orderId } = await aPaidOrder(desk);
    await settleErp(desk);
    expect(salesOf(desk)).toMatchObject([{ situacao: 9, isStockPosted: true, isBilled: true }]);
    expect(desk.erp.state.products[0]!.stock).toBe(-2);
    const other = await desk.shop.hasProduct({ code: "SAIA", priceCents: 4_000, stock: 3 });
    await staff.session.mutation(api.orders.addLine, {
      tenantId,
      orderId,
      productId: other,
      quantity: 1,
      allowPaid: true,
    });
    await settleErp(desk);
    expect(desk.erp.state.products.map(({ stock }) => stock)).toEqual([-2, -1]);
    await setPaid(desk, [orderId], false);
    await settleErp(desk);
    expect(salesOf(desk)).toMatchObject([{ situacao: CANCELED, isStockPosted: false, isBilled: false }]);
    expect(desk.erp.state.products.map(({ stock }) => stock)).toEqual([0, 0]);
  });
});
