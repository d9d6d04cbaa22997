import { describe, expect, test } from "vitest";
import { LIVE_DATE } from "../support/builders";
import { keptAndCounted } from "../support/keptTotals";
import { anOrderDesk, type OrderDesk } from "../support/orderDesk";
import { refusalOf } from "../support/refusals";

/** Order #1 of 11987654321: two dresses at R$ 10,00. */
async function anOrder() {
  const desk = await anOrderDesk();
  const dress = await desk.shop.hasProduct({ code: "C151", priceCents: 1000, stock: 10 });
  const { orderId } = await desk.shop.launch(desk.ana, { productId: dress, quantity: 2 });
  return { desk, dress, orderId };
}

async function expectExactTotals(desk: OrderDesk): Promise<void> {
  const { kept, counted } = await keptAndCounted(desk.shop);
  expect(kept).toEqual(counted);
}

describe("printed", () => {
  test("is set for a selection, counts real changes only, goes back, and is written down", async () => {
    const { desk, dress, orderId } = await anOrder();
    const other = await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });

    expect(await desk.setPrinted([orderId, orderId, other.orderId], true)).toEqual({ changed: 2 });
    expect(await desk.setPrinted([orderId], true)).toEqual({ changed: 0 });
    expect(await desk.setPrinted([orderId], false)).toEqual({ changed: 1 });

    expect((await desk.shop.rows("orders")).map(({ printed }) => printed)).toEqual([false, true]);
    expect(await desk.changes(orderId)).toMatchObject([
      { kind: "field_changed", field: "printed", before: true, after: false, reason: null },
      { kind: "field_changed", field: "printed", before: false, after: true },
      { kind: "launched" },
    ]);
  });

  test("is refused whole for an order that is gone, and for more than fifty", async () => {
    const { desk, dress, orderId } = await anOrder();
    const gone = await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });
    await desk.remove([gone.orderId]);
    expect(await refusalOf(desk.setPrinted([orderId, gone.orderId], true))).toMatchObject({ code: "order_not_found" });
    expect(await desk.order(orderId)).toMatchObject({ printed: false });
    expect(
      await refusalOf(
        desk.setPrinted(
          Array.from({ length: 51 }, () => orderId),
          true,
        ),
      ),
    ).toEqual({
      code: "too_many_items",
      message: "Selecione no máximo 50 itens por vez",
      max: 50,
    });
  });
});

describe("the observation", () => {
  test("is kept without the blanks around it, and an empty one is none", async () => {
    const { desk, orderId } = await anOrder();
    await desk.setObservation(orderId, { observation: "  Retira sexta ", seen: null });
    expect(await desk.order(orderId)).toMatchObject({ observation: "Retira sexta" });
    await desk.setObservation(orderId, { observation: "   ", seen: "Retira sexta" });
    expect(await desk.order(orderId)).toMatchObject({ observation: null });
    expect((await desk.changes(orderId)).slice(0, 2)).toMatchObject([
      { kind: "field_changed", field: "observation", before: "Retira sexta", after: null },
      { kind: "field_changed", field: "observation", before: null, after: "Retira sexta" },
    ]);
  });

  test("that somebody else has written is not overwritten in silence: who, what, when", async () => {
    const { desk, orderId } = await anOrder();
    await desk.setObservation(orderId, { observation: "Presente", seen: null }, desk.joao);
    await desk.setPrinted([orderId], true);

    expect(await refusalOf(desk.setObservation(orderId, { observation: "Retira", seen: null }))).toEqual({
      code: "changed_meanwhile",
      message: "João mudou para “Presente” enquanto você editava",
      field: "observation",
      value: "Presente",
      shown: "“Presente”",
      actorName: "João",
      at: expect.any(Number),
    });
    expect(await desk.order(orderId)).toMatchObject({ observation: "Presente" });

    // The same words from both are no conflict.
    const before = (await desk.changes(orderId)).length;
    await desk.setObservation(orderId, { observation: "Presente", seen: null });
    expect(await desk.changes(orderId)).toHaveLength(before);
  });

  test("that somebody else has emptied reads 'vazio'", async () => {
    const { desk, orderId } = await anOrder();
    await desk.setObservation(orderId, { observation: "Presente", seen: null });
    await desk.setObservation(orderId, { observation: null, seen: "Presente" }, desk.joao);
    expect(await refusalOf(desk.setObservation(orderId, { observation: "Retira", seen: "Presente" }))).toMatchObject({
      message: "João mudou para vazio enquanto você editava",
      value: null,
    });
  });

  test("has room for 500 characters and not for one more", async () => {
    const { desk, orderId } = await anOrder();
    await desk.setObservation(orderId, { observation: "a".repeat(500), seen: null });
    const change = { observation: "a".repeat(501), seen: "a".repeat(500) };
    expect(await refusalOf(desk.setObservation(orderId, change))).toEqual({
      code: "observation_too_long",
      message: "A observação pode ter no máximo 500 caracteres",
      max: 500,
    });
  });
});

describe("another total", () => {
  test.each([
    [2500, 500],
    [1500, -500],
    [0, -2000],
    [2000, 0],
  ])("%i becomes an adjustment of %i beside the lines", async (totalCents, adjustmentCents) => {
    const { desk, orderId } = await anOrder();
    expect(await desk.update(orderId, { totalCents, seenTotalCents: 2000 })).toEqual({
      orderNumber: 1,
      customerPhone: "5511987654321",
      totalCents,
      adjustmentCents,
    });
    expect(await desk.byNumber(1)).toMatchObject({
      totalCents,
      adjustmentCents,
      lines: [{ lineTotalCents: 2000 }],
    });
    await expectExactTotals(desk);
  });

  test("stays beside the lines while these change: total = lines + adjustment", async () => {
    const { desk, dress, orderId } = await anOrder();
    await desk.update(orderId, { totalCents: 1500 });
    await desk.shop.launch(desk.joao, { productId: dress });
    expect(await desk.order(orderId)).toMatchObject({ totalCents: 2500, adjustmentCents: -500 });
    expect((await desk.changes(orderId)).slice(0, 2)).toMatchObject([
      { kind: "launched", totalCents: 2500 },
      { kind: "adjustment_changed", before: 0, after: -500, totalCents: 1500 },
    ]);
    await expectExactTotals(desk);
  });

  test("a launch that makes the lines worth less than the desconto leaves nothing, not less", async () => {
    const { desk, dress, orderId } = await anOrder();
    await desk.update(orderId, { totalCents: 0 });
    await desk.shop.deployment.run(({ db }) => db.patch("products", dress, { priceCents: 100 }));
    expect(await desk.shop.launch(desk.ana, { productId: dress })).toMatchObject({ totalCents: 0 });
    expect(await desk.order(orderId)).toMatchObject({ totalCents: 0, adjustmentCents: -300 });
    expect((await desk.changes(orderId))[0]).toMatchObject({
      kind: "adjustment_changed",
      before: -2000,
      after: -300,
    });
    await expectExactTotals(desk);
  });

  test.each([
    [-1, "negative_total", "O valor do pedido não pode ser negativo"],
    [0.5, "invalid_amount", "Valor inválido"],
    [Number.NaN, "invalid_amount", "Valor inválido"],
    [1e12, "invalid_amount", "Valor inválido"],
  ])("%d is refused", async (totalCents, code, message) => {
    const { desk, orderId } = await anOrder();
    expect(await refusalOf(desk.update(orderId, { totalCents }))).toEqual({ code, message });
  });

  test("is not overwritten when the total has moved since it was seen", async () => {
    const { desk, dress, orderId } = await anOrder();
    await desk.shop.launch(desk.joao, { productId: dress });
    expect(await refusalOf(desk.update(orderId, { totalCents: 1500, seenTotalCents: 2000 }))).toMatchObject({
      code: "changed_meanwhile",
      message: "João mudou para R$\u00a030,00 enquanto você editava",
      field: "totalCents",
      value: 3000,
    });
    expect(await desk.update(orderId, { totalCents: 3000, seenTotalCents: 2000 })).toMatchObject({
      adjustmentCents: 0,
    });
  });
});

describe("another phone", () => {
  test("is not overwritten when somebody has changed it since it was seen (P3)", async () => {
    const { desk, orderId } = await anOrder();
    const seenPhone = "5511987654321";
    await desk.update(orderId, { phone: "21 91234-5678", seenPhone }, desk.joao);
    const change = { phone: "31 91111-2222", seenPhone, totalCents: 1500, seenTotalCents: 2000 };
    expect(await refusalOf(desk.update(orderId, change))).toMatchObject({
      code: "changed_meanwhile",
      message: "João mudou para +55 (21) 91234-5678 enquanto você editava",
      field: "customerPhone",
      value: "5521912345678",
      actorName: "João",
    });
    expect(await desk.order(orderId)).toMatchObject({ customerPhone: "5521912345678", totalCents: 2000 });
    // Both meant the same; and once theirs has been seen, one's own may follow.
    expect(await desk.update(orderId, { phone: "21 91234-5678", seenPhone })).toMatchObject({ orderNumber: 1 });
    expect(await desk.update(orderId, { ...change, seenPhone: "5521912345678" })).toMatchObject({
      customerPhone: "5531911112222",
      totalCents: 1500,
    });
  });

  test("takes the order, its cart, its totals and its search to that customer", async () => {
    const { desk, orderId } = await anOrder();
    await desk.shop.hasCustomer({ phone: "5521912345678", name: "Camila Duarte", whatsappGroup: "Clientes VIP" });

    expect(await desk.update(orderId, { phone: "(21) 91234-5678" })).toMatchObject({ customerPhone: "5521912345678" });

    expect(await desk.order(orderId)).toMatchObject({
      customerPhone: "5521912345678",
      phoneReversed: "8765432191255",
      customerName: "Camila Duarte",
      whatsappGroup: "Clientes VIP",
    });
    expect(await desk.shop.rows("carts")).toMatchObject([{ customerPhone: "5521912345678" }]);
    expect((await desk.changes(orderId))[0]).toEqual({
      kind: "phone_changed",
      before: "5511987654321",
      after: "5521912345678",
    });
    await expectExactTotals(desk);
  });

  test("that nobody has bought with makes a customer; the same phone in other spelling changes nothing", async () => {
    const { desk, orderId } = await anOrder();
    await desk.update(orderId, { phone: "+55 11 98765-4321" });
    expect(await desk.changes(orderId)).toHaveLength(1);
    await desk.update(orderId, { phone: "11922222222" });
    expect((await desk.shop.rows("customers")).map(({ phone }) => phone)).toEqual(["5511987654321", "5511922222222"]);
  });

  test("is refused where that phone has an open order on that date, which it names; a paid order may have it", async () => {
    const { desk, dress, orderId } = await anOrder();
    const other = await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });
    expect(await refusalOf(desk.update(orderId, { phone: "11922222222", totalCents: 100 }))).toEqual({
      code: "open_order_exists",
      message: "Já existe o pedido #2 em aberto deste telefone nesta data",
      orderNumber: 2,
      orderId: other.orderId,
    });
    expect(await desk.order(orderId)).toMatchObject({ customerPhone: "5511987654321", totalCents: 2000 });
    await desk.setPaid(orderId);
    expect(await desk.update(orderId, { phone: "11922222222" })).toMatchObject({ customerPhone: "5511922222222" });
    await expectExactTotals(desk);
  });

  test.each([
    ["", "Informe o telefone do cliente"],
    ["abc", "Informe o telefone do cliente"],
    ["119876", "Telefone inválido. Use formato com DDD (ex: 11999999999)"],
    ["20987654321", "DDD 20 não existe"],
  ])("%j is refused: %s", async (phone, message) => {
    const { desk, orderId } = await anOrder();
    expect(await refusalOf(desk.update(orderId, { phone }))).toMatchObject({ message });
  });
});

describe("'Juntar pedidos'", () => {
  /** #1 paid with two dresses at R$ 10,00 and a desconto; #2 open, of the same phone, a dress at R$ 12,00 and a skirt. */
  async function twoOrders() {
    const { desk, dress, orderId: first } = await anOrder();
    await desk.update(first, { totalCents: 1900 });
    await desk.setPaid(first);
    await desk.shop.deployment.run(({ db }) => db.patch("products", dress, { priceCents: 1200 }));
    const { orderId: second } = await desk.shop.launch(desk.ana, { productId: dress });
    const skirt = await desk.shop.hasProduct({ code: "C9", priceCents: 500 });
    await desk.addLine(second, { productId: skirt, quantity: 1 });
    return { desk, dress, first, second };
  }

  test("after a refused unmarking: one open order of the worth of both, no stock moves, totals exact", async () => {
    const { desk, dress, first, second } = await twoOrders();
    await desk.setObservation(first, { observation: "Presente", seen: null });
    expect(await refusalOf(desk.setPaid(first, false))).toMatchObject({ code: "open_order_exists", orderId: second });

    expect(await desk.merge(first, second)).toEqual({ orderId: second, orderNumber: 2, totalCents: 3600 });

    expect(await desk.byNumber(1)).toBeNull();
    expect(await desk.byNumber(2)).toMatchObject({
      isPaid: false,
      totalCents: 3600,
      pieces: 4,
      // Two dresses that were R$ 10,00 stand at R$ 12,00, and what that adds is taken off again beside the desconto.
      adjustmentCents: -500,
      observation: "Presente",
      lines: [
        { code: "C151", quantity: 3, unitPriceCents: 1200 },
        { code: "C9", quantity: 1 },
      ],
    });
    expect(await desk.shop.stockOf(dress)).toBe(7);
    expect(await desk.shop.rows("carts")).toHaveLength(1);
    expect((await desk.changes(first))[0]).toEqual({
      kind: "merged_into",
      orderId: second,
      orderNumber: 2,
      totalCents: 3600,
    });
    expect((await desk.changes(second))[0]).toEqual({
      kind: "merged_from",
      orderId: first,
      orderNumber: 1,
      phone: "5511987654321",
      wasPaid: true,
      addedCents: 1900,
      observation: "Presente",
      lines: [{ productCode: "C151", quantity: 2, unitPriceCents: 1000 }],
      totalCents: 3600,
    });
    await expectExactTotals(desk);
  });

  test("after a refused change of phone: with the phone the first was about to get", async () => {
    const { desk, dress, orderId } = await anOrder();
    const other = await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });
    expect(await refusalOf(desk.merge(orderId, other.orderId))).toEqual({
      code: "cannot_merge",
      message: "Os pedidos são de telefones diferentes",
      reason: "Os pedidos são de telefones diferentes",
    });
    expect(await desk.merge(orderId, other.orderId, "(11) 92222-2222")).toMatchObject({ totalCents: 3000 });
    expect(await desk.shop.rows("orders")).toMatchObject([{ customerPhone: "5511922222222", pieces: 3 }]);
    await expectExactTotals(desk);
  });

  test("P3: not over a phone that another gave the first meanwhile, unseen", async () => {
    const { desk, dress, orderId } = await anOrder();
    const other = await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });
    const seen = (await desk.order(orderId)).customerPhone;
    await desk.update(orderId, { phone: "11933333333" });
    const merged = () => desk.merge(orderId, other.orderId, "11922222222", seen);
    expect(await refusalOf(merged())).toMatchObject({ code: "changed_meanwhile", value: "5511933333333" });
    expect(await desk.shop.rows("orders")).toHaveLength(2);
    expect(await desk.merge(orderId, other.orderId, "11922222222", "5511933333333")).toMatchObject({ orderNumber: 2 });
  });

  test("counts the pieces among the best sellers of the day of the order that stays", async () => {
    const { desk, dress, orderId } = await anOrder();
    const other = await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });
    await desk.shop.deployment.run(async ({ db }) => {
      // As if the first had been made the day before.
      const [day] = await db.query("dayTotals").collect();
      const order = await db.get("orders", orderId);
      if (day === undefined || order === null) throw new Error("both should be there");
      const own = { orders: 1, totalCents: 2000, pieces: 2 };
      const none = { orders: 0, totalCents: 0, pieces: 0 };
      const { tenantId } = order;
      await db.patch("orders", orderId, { createdDate: "2026-11-01" });
      await db.patch("dayTotals", day._id, { open: { orders: 1, totalCents: 1000, pieces: 1 } });
      await db.insert("dayTotals", { tenantId, createdDate: "2026-11-01", open: own, paid: none });
      const [seller] = await db.query("productDayTotals").collect();
      if (seller === undefined) throw new Error("the dress should have sold");
      await db.patch("productDayTotals", seller._id, { openPieces: 1, openCents: 1000 });
      const before = { productId: dress, openPieces: 2, openCents: 2000, paidPieces: 0, paidCents: 0 };
      await db.insert("productDayTotals", { tenantId, createdDate: "2026-11-01", ...before });
    });
    await expectExactTotals(desk);
    await desk.merge(orderId, other.orderId, "11922222222");
    await expectExactTotals(desk);
  });

  test("is refused into a paid order, into itself, to another date, and for orders that are gone", async () => {
    const { desk, dress, first, second } = await twoOrders();
    const reason = async (from: typeof first, into: typeof first) => (await refusalOf(desk.merge(from, into))).message;
    expect(await reason(second, first)).toBe("O pedido #1 já está pago");
    expect(await reason(second, second)).toBe("Escolha dois pedidos diferentes");
    const later = await desk.shop.launch(desk.ana, { productId: dress, eventDate: "2026-11-21" });
    expect(await reason(first, later.orderId)).toBe("Os pedidos são de datas diferentes");
    await desk.remove([second]);
    expect(await reason(first, second)).toBe("Pedido não encontrado");
    await expectExactTotals(desk);
  });

  test("keeps what a product that is gone was sold for", async () => {
    const { desk, dress, first, second } = await twoOrders();
    await desk.shop.deployment.run(({ db }) => db.delete("products", dress));
    await desk.merge(first, second);
    expect(await desk.byNumber(2)).toMatchObject({ totalCents: 3600 });
    expect((await desk.changes(second))[0]).toMatchObject({ lines: [{ productCode: "N/A", quantity: 2 }] });
  });
});

describe("deleting", () => {
  test("an unpaid order gives its stock back and takes lines, cart and totals with it; the timeline stays", async () => {
    const { desk, dress, orderId } = await anOrder();
    await desk.update(orderId, { totalCents: 1500 });
    await desk.setObservation(orderId, { observation: "Presente", seen: null });

    expect(await desk.remove([orderId])).toEqual({ removed: 1 });

    expect(await desk.shop.stockOf(dress)).toBe(10);
    for (const table of ["orders", "carts", "cartItems"] as const) expect(await desk.shop.rows(table)).toEqual([]);
    expect(await desk.changes(orderId)).toMatchObject([
      {
        kind: "removed",
        orderNumber: 1,
        phone: "5511987654321",
        customerName: null,
        eventType: "MANUAL",
        eventDate: LIVE_DATE,
        isPaid: false,
        totalCents: 1500,
        adjustmentCents: -500,
        observation: "Presente",
        stockReturned: true,
        lines: [{ productCode: "C151", quantity: 2, unitPriceCents: 1000 }],
      },
      { kind: "field_changed" },
      { kind: "adjustment_changed" },
      { kind: "launched" },
    ]);
    expect(await refusalOf(desk.remove([orderId]))).toMatchObject({ code: "order_not_found" });
    await expectExactTotals(desk);
  });

  test.each([
    [false, 8],
    [true, 10],
  ])("a paid order with its stock asked back %s leaves %i", async (returnPaidStock, stock) => {
    const { desk, dress, orderId } = await anOrder();
    await desk.setPaid(orderId);
    await desk.remove([orderId], returnPaidStock);
    expect(await desk.shop.stockOf(dress)).toBe(stock);
    expect((await desk.changes(orderId))[0]).toMatchObject({ stockReturned: returnPaidStock, isPaid: true });
    await expectExactTotals(desk);
  });

  test("a selection is all or none, each once, and at most fifty", async () => {
    const { desk, dress, orderId } = await anOrder();
    const other = await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });
    const gone = await desk.shop.launch(desk.ana, { productId: dress, phone: "11933333333" });
    await desk.remove([gone.orderId]);

    expect(await refusalOf(desk.remove([orderId, gone.orderId]))).toMatchObject({ code: "order_not_found" });
    expect(await desk.shop.rows("orders")).toHaveLength(2);
    expect(await refusalOf(desk.remove(Array.from({ length: 51 }, () => orderId)))).toMatchObject({
      code: "too_many_items",
    });
    expect(await desk.remove([orderId, other.orderId, orderId])).toEqual({ removed: 2 });
    expect(await desk.shop.stockOf(dress)).toBe(10);
    await expectExactTotals(desk);
  });

  test("a selection with more lines than one deletion takes is refused whole, naming how many orders it takes", async () => {
    const { desk, dress, orderId } = await anOrder();
    const other = await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });
    const [first, second] = [await desk.order(orderId), await desk.order(other.orderId)];
    await desk.shop.deployment.run(async ({ db }) => {
      const line = { tenantId: desk.shop.tenantId, quantity: 1, unitPriceCents: 0, changedBy: "Ana", changedAt: 0 };
      const product = await db.get("products", dress);
      if (product === null) throw new Error("the dress should be there");
      const { _id: _1, _creationTime: _2, ...copy } = product;
      for (let at = 0; at < 600; at += 1) {
        const productId = await db.insert("products", { ...copy, code: `X${at}` });
        for (const { cartId } of [first, second]) {
          if (cartId !== null) await db.insert("cartItems", { ...line, cartId, productId });
        }
      }
    });
    expect(await refusalOf(desk.remove([orderId, other.orderId]))).toEqual({
      code: "too_many_items",
      message: "Selecione no máximo 1 item por vez",
      max: 1,
    });
    expect(await desk.shop.rows("orders")).toHaveLength(2);
    expect(await desk.shop.stockOf(dress)).toBe(7);
    expect(await desk.remove([orderId])).toEqual({ removed: 1 });
  });

  test("a number is not given out again", async () => {
    const { desk, dress, orderId } = await anOrder();
    await desk.remove([orderId]);
    expect(await desk.shop.launch(desk.ana, { productId: dress })).toMatchObject({ orderNumber: 2, created: true });
  });
});

describe("one order", () => {
  test("shows customer, lines in the order they were begun in, and who was there last", async () => {
    const { desk, dress } = await anOrder();
    await desk.shop.hasCustomer({ phone: "5521912345678", name: "Camila Duarte" });
    const skirt = await desk.shop.hasProduct({ code: "C9", name: "Saia", priceCents: 500, color: "Azul", size: "M" });
    await desk.shop.launch(desk.ana, { productId: skirt, phone: "21912345678" });
    await desk.shop.launch(desk.joao, { productId: dress, phone: "21912345678" });
    await desk.shop.launch(desk.joao, { productId: skirt, phone: "21912345678" });

    expect(await desk.byNumber(2)).toMatchObject({
      number: 2,
      customerName: "Camila Duarte",
      customer: { name: "Camila Duarte", phone: "5521912345678", cpf: null, email: null, address: null },
      hasCart: true,
      adjustmentCents: 0,
      lines: [
        { code: "C9", name: "Saia", color: "Azul", size: "M", quantity: 2, stock: 8, changedBy: "João" },
        { code: "C151", quantity: 1, unitPriceCents: 1000, lineTotalCents: 1000, changedAt: expect.any(Number) },
      ],
      lastEdit: { actorName: "João", at: expect.any(Number) },
    });
  });

  test.each([0, -1, 1.5, 99, Number.NaN])("of number %d is none", async (number) => {
    const { desk } = await anOrder();
    expect(await desk.byNumber(number)).toBeNull();
  });
});
