import { describe, expect, test } from "vitest";
import { keptAndCounted } from "../support/keptTotals";
import { anOrderDesk } from "../support/orderDesk";
import { refusalOf } from "../support/refusals";

/** An open order of two dresses at R$ 10,00, of a stock of ten. */
async function anOrder() {
  const desk = await anOrderDesk();
  const dress = await desk.shop.hasProduct({ code: "C151", name: "Vestido", priceCents: 1000, stock: 10 });
  const { orderId } = await desk.shop.launch(desk.ana, { productId: dress, quantity: 2 });
  const lineId = await desk.lineOf(dress);
  return { desk, dress, orderId, lineId };
}

async function expectExactTotals({ desk }: Pick<Awaited<ReturnType<typeof anOrder>>, "desk">): Promise<void> {
  const { kept, counted } = await keptAndCounted(desk.shop);
  expect(kept).toEqual(counted);
}

describe("adding a product to an order", () => {
  test("that has it not makes a line, takes the stock and says who did it", async () => {
    const { desk, orderId } = await anOrder();
    const skirt = await desk.shop.hasProduct({ code: "C9", name: "Saia", priceCents: 500, stock: 3 });

    expect(await desk.addLine(orderId, { productId: skirt, quantity: 3 }, desk.joao)).toEqual({
      orderTotalCents: 3500,
      stockLeft: 0,
    });

    expect(await desk.byNumber(1)).toMatchObject({
      totalCents: 3500,
      pieces: 5,
      lines: [
        { code: "C151", changedBy: "Ana" },
        { code: "C9", quantity: 3, unitPriceCents: 500, lineTotalCents: 1500, stock: 0, changedBy: "João" },
      ],
      lastEdit: { actorName: "João" },
    });
    expect(await desk.changes(orderId)).toMatchObject([
      { kind: "line_added", productCode: "C9", quantity: 3, unitPriceCents: 500, totalCents: 3500 },
      { kind: "launched" },
    ]);
    await expectExactTotals({ desk });
  });

  test("that has it raises its line, at the line's own price or at the one that was typed", async () => {
    const { desk, dress, orderId, lineId } = await anOrder();
    await desk.setPrice(orderId, { lineId, unitPriceCents: 800, seenUnitPriceCents: 1000 });

    expect(await desk.addLine(orderId, { productId: dress, quantity: 1 })).toMatchObject({ orderTotalCents: 2400 });
    expect(await desk.addLine(orderId, { productId: dress, quantity: 1, unitPriceCents: 900 })).toEqual({
      orderTotalCents: 3600,
      stockLeft: 6,
    });

    expect(await desk.shop.rows("cartItems")).toMatchObject([{ quantity: 4, unitPriceCents: 900 }]);
    expect((await desk.changes(orderId)).slice(0, 2)).toMatchObject([
      { kind: "price_changed", before: 800, after: 900 },
      { kind: "line_added", quantity: 1 },
    ]);
    await expectExactTotals({ desk });
  });

  test("that has no cart links an open one", async () => {
    const { desk, dress, orderId } = await anOrder();
    await desk.shop.deployment.run(async ({ db }) => {
      for (const line of await db.query("cartItems").collect()) await db.delete("cartItems", line._id);
      await db.patch("orders", orderId, { cartId: null, totalCents: 0, pieces: 0 });
    });

    await desk.addLine(orderId, { productId: dress, quantity: 1 });

    const { cartId, eventType } = await desk.order(orderId);
    expect((await desk.shop.rows("carts")).find(({ _id }) => _id === cartId)).toMatchObject({
      status: "OPEN",
      customerPhone: "5511987654321",
      eventType,
    });
    expect(await desk.byNumber(1)).toMatchObject({ hasCart: true, lines: [{ quantity: 1 }] });
  });

  test.each([
    ["more than there is", { quantity: 9 }, "insufficient_stock", "Estoque insuficiente. Disponível: 8"],
    ["no pieces", { quantity: 0 }, "invalid_quantity", "Quantidade inválida"],
    ["fewer than none", { quantity: -1 }, "invalid_quantity", "Quantidade inválida"],
    ["half a piece", { quantity: 0.5 }, "invalid_quantity", "Quantidade inválida"],
    ["a negative price", { quantity: 1, unitPriceCents: -1 }, "invalid_amount", "Valor inválido"],
    ["half a centavo", { quantity: 1, unitPriceCents: 0.5 }, "invalid_amount", "Valor inválido"],
  ])("is refused for %s and leaves no trace", async (_, change, code, message) => {
    const { desk, dress, orderId } = await anOrder();
    expect(await refusalOf(desk.addLine(orderId, { productId: dress, ...change }))).toMatchObject({ code, message });
    expect(await desk.shop.stockOf(dress)).toBe(8);
    expect(await desk.changes(orderId)).toHaveLength(1);
    await expectExactTotals({ desk });
  });

  test("is refused for a product that is inactive or gone, and for an order that is gone", async () => {
    const { desk, dress, orderId } = await anOrder();
    const hidden = await desk.shop.hasProduct({ isActive: false });
    const add = (productId: typeof dress) => refusalOf(desk.addLine(orderId, { productId, quantity: 1 }));
    expect(await add(hidden)).toMatchObject({ code: "product_inactive" });
    await desk.shop.deployment.run(({ db }) => db.delete("products", hidden));
    expect(await add(hidden)).toMatchObject({ code: "product_not_found" });
    await desk.remove([orderId]);
    expect(await add(dress)).toMatchObject({ code: "order_not_found", message: "Pedido não encontrado" });
  });
});

describe("the quantity of a line", () => {
  test("raised takes the difference, lowered gives it back", async () => {
    const { desk, dress, orderId, lineId } = await anOrder();
    expect(await desk.setQuantity(orderId, { lineId, quantity: 10, seenQuantity: 2 })).toEqual({
      orderTotalCents: 10000,
      stockLeft: 0,
    });
    expect(await desk.setQuantity(orderId, { lineId, quantity: 1, seenQuantity: 10 })).toEqual({
      orderTotalCents: 1000,
      stockLeft: 9,
    });
    expect(await desk.shop.stockOf(dress)).toBe(9);
    expect((await desk.changes(orderId)).slice(0, 2)).toMatchObject([
      { kind: "quantity_changed", productCode: "C151", before: 10, after: 1, totalCents: 1000 },
      { kind: "quantity_changed", before: 2, after: 10 },
    ]);
    await expectExactTotals({ desk });
  });

  test("by the launch rule: one more than there is reads what is there", async () => {
    const { desk, orderId, lineId } = await anOrder();
    expect(await refusalOf(desk.setQuantity(orderId, { lineId, quantity: 11, seenQuantity: 2 }))).toEqual({
      code: "insufficient_stock",
      message: "Estoque insuficiente. Disponível: 8",
      available: 8,
    });
  });

  test.each([0, -1, 1.5, 100_001])("%d is refused", async (quantity) => {
    const { desk, orderId, lineId } = await anOrder();
    expect(await refusalOf(desk.setQuantity(orderId, { lineId, quantity, seenQuantity: 2 }))).toMatchObject({
      code: "invalid_quantity",
    });
  });

  test("is not overwritten when somebody else has changed it: who, to what, and when", async () => {
    const { desk, orderId, lineId } = await anOrder();
    await desk.setQuantity(orderId, { lineId, quantity: 5, seenQuantity: 2 }, desk.joao);

    expect(await refusalOf(desk.setQuantity(orderId, { lineId, quantity: 3, seenQuantity: 2 }))).toEqual({
      code: "changed_meanwhile",
      message: "João mudou para 5 enquanto você editava",
      field: "quantity",
      value: 5,
      shown: "5",
      actorName: "João",
      at: expect.any(Number),
    });

    // What both typed alike is nobody's loss, and no change.
    const before = (await desk.changes(orderId)).length;
    expect(await desk.setQuantity(orderId, { lineId, quantity: 5, seenQuantity: 2 })).toEqual({
      orderTotalCents: 5000,
      stockLeft: 5,
    });
    expect(await desk.changes(orderId)).toHaveLength(before);
  });

  test("of a product that was taken out of the catalogue can only fall", async () => {
    const { desk, dress, orderId, lineId } = await anOrder();
    await desk.shop.deployment.run(({ db }) => db.patch("products", dress, { isActive: false }));
    expect(await refusalOf(desk.setQuantity(orderId, { lineId, quantity: 3, seenQuantity: 2 }))).toMatchObject({
      code: "product_inactive",
    });
    expect(await desk.setQuantity(orderId, { lineId, quantity: 1, seenQuantity: 2 })).toMatchObject({ stockLeft: 9 });
  });
});

describe("the price of a line", () => {
  test("is overridden by staff, and the timeline keeps before and after", async () => {
    const { desk, orderId, lineId, dress } = await anOrder();
    expect(await desk.setPrice(orderId, { lineId, unitPriceCents: 750, seenUnitPriceCents: 1000 })).toEqual({
      orderTotalCents: 1500,
      stockLeft: 8,
    });
    expect((await desk.changes(orderId))[0]).toEqual({
      kind: "price_changed",
      productId: dress,
      productCode: "C151",
      before: 1000,
      after: 750,
      totalCents: 1500,
    });
    await expectExactTotals({ desk });
  });

  test("may be nothing, never less, never half a centavo", async () => {
    const { desk, orderId, lineId } = await anOrder();
    for (const unitPriceCents of [-1, 0.5, Number.NaN, 1_000_000_001]) {
      const change = { lineId, unitPriceCents, seenUnitPriceCents: 1000 };
      expect(await refusalOf(desk.setPrice(orderId, change))).toMatchObject({ code: "invalid_amount" });
    }
    const free = { lineId, unitPriceCents: 0, seenUnitPriceCents: 1000 };
    expect(await desk.setPrice(orderId, free)).toMatchObject({ orderTotalCents: 0 });
  });

  test("is not overwritten in silence", async () => {
    const { desk, orderId, lineId } = await anOrder();
    await desk.setPrice(orderId, { lineId, unitPriceCents: 1250, seenUnitPriceCents: 1000 }, desk.joao);
    const change = { lineId, unitPriceCents: 900, seenUnitPriceCents: 1000 };
    expect(await refusalOf(desk.setPrice(orderId, change))).toMatchObject({
      code: "changed_meanwhile",
      message: "João mudou para R$\u00a012,50 enquanto você editava",
      field: "unitPriceCents",
      value: 1250,
    });
  });
});

describe("removing a line", () => {
  test("gives its stock back and leaves an order without lines", async () => {
    const { desk, dress, orderId, lineId } = await anOrder();
    expect(await desk.removeLine(orderId, { lineId })).toEqual({ orderTotalCents: 0, stockLeft: 10 });
    expect(await desk.shop.stockOf(dress)).toBe(10);
    expect(await desk.byNumber(1)).toMatchObject({ lines: [], totalCents: 0, pieces: 0 });
    expect((await desk.changes(orderId))[0]).toMatchObject({
      kind: "line_removed",
      productCode: "C151",
      quantity: 2,
      unitPriceCents: 1000,
    });
    await expectExactTotals({ desk });
    expect(await refusalOf(desk.removeLine(orderId, { lineId }))).toEqual({
      code: "line_not_found",
      message: "Item não encontrado no pedido",
    });
  });

  test("of a product that is gone: 'Produto removido', 'N/A', and no stock to give back to", async () => {
    const { desk, dress, orderId, lineId } = await anOrder();
    await desk.shop.deployment.run(({ db }) => db.delete("products", dress));
    expect(await desk.byNumber(1)).toMatchObject({
      lines: [{ productId: null, code: "N/A", name: "Produto removido", imageUrl: null, stock: null, quantity: 2 }],
    });
    expect(await desk.removeLine(orderId, { lineId })).toEqual({ orderTotalCents: 0, stockLeft: null });
    expect((await desk.changes(orderId))[0]).toMatchObject({ kind: "line_removed", productCode: "N/A" });
    await expectExactTotals({ desk });
  });

  test("of another order is refused: a line is known in its own order alone", async () => {
    const { desk, dress, orderId, lineId } = await anOrder();
    const other = await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });
    expect(await refusalOf(desk.removeLine(other.orderId, { lineId }))).toMatchObject({ code: "line_not_found" });
    expect(await desk.order(orderId)).toMatchObject({ pieces: 2 });
  });

  test("shrinks a desconto that is more than what is left, and says so", async () => {
    const { desk, orderId, lineId } = await anOrder();
    const skirt = await desk.shop.hasProduct({ priceCents: 500 });
    await desk.addLine(orderId, { productId: skirt, quantity: 1 });
    await desk.update(orderId, { totalCents: 300 });

    expect(await desk.removeLine(orderId, { lineId })).toMatchObject({ orderTotalCents: 0 });

    expect(await desk.order(orderId)).toMatchObject({ totalCents: 0, adjustmentCents: -500 });
    expect((await desk.changes(orderId)).slice(0, 2)).toMatchObject([
      { kind: "adjustment_changed", before: -2200, after: -500, totalCents: 0 },
      { kind: "line_removed" },
    ]);
    await expectExactTotals({ desk });
  });
});

describe("the lines of a paid order", () => {
  test("change only for who has seen the difference: the refusal names both totals", async () => {
    const { desk, orderId, lineId, dress } = await anOrder();
    await desk.setPaid(orderId);
    const refused = { code: "order_is_paid", message: "O pedido #1 já está pago", orderNumber: 1, totalCents: 2000 };
    const [add, quantity, price] = [
      { productId: dress, quantity: 1 },
      { lineId, quantity: 1, seenQuantity: 2 },
      { lineId, unitPriceCents: 900, seenUnitPriceCents: 1000 },
    ];
    expect(await refusalOf(desk.addLine(orderId, add))).toEqual({ ...refused, newTotalCents: 3000 });
    expect(await refusalOf(desk.setQuantity(orderId, quantity))).toEqual({ ...refused, newTotalCents: 1000 });
    expect(await refusalOf(desk.setPrice(orderId, price))).toEqual({ ...refused, newTotalCents: 1800 });
    expect(await refusalOf(desk.removeLine(orderId, { lineId }))).toEqual({ ...refused, newTotalCents: 0 });
    expect(await desk.shop.stockOf(dress)).toBe(8);

    expect(await desk.setQuantity(orderId, { ...quantity, allowPaid: true })).toEqual({
      orderTotalCents: 1000,
      stockLeft: 9,
    });
    await desk.removeLine(orderId, { lineId, allowPaid: true });
    expect(await desk.order(orderId)).toMatchObject({ isPaid: true, totalCents: 0 });
    await expectExactTotals({ desk });
  });
});

describe("an order without a cart", () => {
  test("shows the lines of the phone's matching cart, which can be read and not changed", async () => {
    const { desk, dress, orderId, lineId } = await anOrder();
    await desk.shop.launch(desk.ana, { productId: dress, eventDate: "2026-12-10" });
    await desk.shop.deployment.run(({ db }) => db.patch("orders", orderId, { cartId: null }));

    expect(await desk.byNumber(1)).toMatchObject({ hasCart: false, lines: [{ lineId, quantity: 2 }] });
    expect(await refusalOf(desk.removeLine(orderId, { lineId }))).toMatchObject({ code: "line_not_found" });
  });
});

test("stock that comes back above what the bar began at moves the bar's beginning", async () => {
  const { desk, dress, orderId, lineId } = await anOrder();
  await desk.shop.deployment.run(async ({ db }) => {
    const product = await db.get("products", dress);
    if (product !== null) await db.patch("productStocks", product.stockId, { stock: 10, initialStock: 10 });
  });
  await desk.removeLine(orderId, { lineId });
  expect(await desk.shop.rows("productStocks")).toMatchObject([{ stock: 12, initialStock: 12 }]);
});
