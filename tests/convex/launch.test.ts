import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { aShop, LIVE_DATE } from "../support/builders";
import { keptAndCounted } from "../support/keptTotals";
import { refusalOf } from "../support/refusals";

describe("a launch", () => {
  test("to a phone without an open order opens one with number 1, a cart, a line, a customer and takes the stock", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff("Ana");
    const productId = await shop.hasProduct({ code: "C151", name: "Vestido Midi Lírio", priceCents: 18990, stock: 12 });

    const answer = await shop.launch(ana, { productId, phone: "(11) 98765-4321", quantity: 2 });

    const [order] = await shop.rows("orders");
    expect(answer).toEqual({
      orderId: order?._id,
      orderNumber: 1,
      created: true,
      unitPriceCents: 18990,
      quantity: 2,
      totalCents: 37980,
      stockLeft: 10,
      phone: "5511987654321",
      productCode: "C151",
    });
    expect(order).toMatchObject({
      number: 1,
      customerPhone: "5511987654321",
      customerName: null,
      eventType: "MANUAL",
      eventDate: LIVE_DATE,
      totalCents: 37980,
      pieces: 2,
      isPaid: false,
      printed: false,
      observation: null,
    });
    expect(order?.publicId).toMatch(/^[0-9a-z]{10}$/);
    expect(order?.publicRef).toMatch(/^[0-9a-f]{32}$/);
    expect(await shop.rows("carts")).toMatchObject([
      { _id: order?.cartId, status: "OPEN", customerPhone: "5511987654321" },
    ]);
    expect(await shop.rows("cartItems")).toMatchObject([
      { cartId: order?.cartId, productId, quantity: 2, unitPriceCents: 18990 },
    ]);
    expect(await shop.rows("customers")).toMatchObject([{ phone: "5511987654321", name: null }]);
    expect(await shop.stockOf(productId)).toBe(10);
  });

  test("to the same phone and date adds to the open order, and the same product to the same line", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const dress = await shop.hasProduct({ priceCents: 10000, stock: 5 });
    const skirt = await shop.hasProduct({ priceCents: 5000, stock: 5 });

    await shop.launch(ana, { productId: dress });
    const second = await shop.launch(ana, { productId: dress, quantity: 2 });
    const third = await shop.launch(ana, { productId: skirt, phone: "+55 11 98765-4321" });

    expect(second).toMatchObject({ created: false, orderNumber: 1, totalCents: 30000, stockLeft: 2 });
    expect(third).toMatchObject({ created: false, orderNumber: 1, totalCents: 35000, stockLeft: 4 });
    expect(await shop.rows("orders")).toMatchObject([{ totalCents: 35000, pieces: 4 }]);
    expect(await shop.rows("cartItems")).toMatchObject([{ quantity: 3 }, { quantity: 1 }]);
    expect(await shop.rows("carts")).toHaveLength(1);
  });

  test("to another date, another phone or after payment opens another order with the next number", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct();

    const first = await shop.launch(ana, { productId });
    const otherDate = await shop.launch(ana, { productId, eventDate: "2026-11-21" });
    const otherPhone = await shop.launch(ana, { productId, phone: "11912345678" });
    await ana.session.mutation(api.orders.setPaid, {
      tenantId: shop.tenantId,
      orderIds: [first.orderId],
      isPaid: true,
    });
    const afterPayment = await shop.launch(ana, { productId });

    expect([first, otherDate, otherPhone, afterPayment].map((answer) => answer.orderNumber)).toEqual([1, 2, 3, 4]);
    expect(afterPayment.created).toBe(true);
  });

  test("sets the whole line to the current price, and the order's total follows its lines", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ priceCents: 1000 });
    await shop.launch(ana, { productId, quantity: 2 });
    await shop.deployment.run(({ db }) => db.patch("products", productId, { priceCents: 1200 }));

    const answer = await shop.launch(ana, { productId });

    expect(answer).toMatchObject({ unitPriceCents: 1200, totalCents: 3600 });
    expect(await shop.rows("cartItems")).toMatchObject([{ quantity: 3, unitPriceCents: 1200 }]);
    expect(await shop.rows("orders")).toMatchObject([{ totalCents: 3600, pieces: 3 }]);
    const { kept, counted } = await keptAndCounted(shop);
    expect(kept).toEqual(counted);
  });

  test("gives an order without a cart an open cart", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ priceCents: 500 });
    const { orderId } = await shop.launch(ana, { productId });
    await shop.deployment.run(({ db }) => db.patch("orders", orderId, { cartId: null, totalCents: 0, pieces: 0 }));

    await shop.launch(ana, { productId });

    const [order] = await shop.rows("orders");
    const items = await shop.rows("cartItems");
    expect(items.filter((item) => item.cartId === order?.cartId)).toMatchObject([{ quantity: 1 }]);
  });

  test("is written into the order's timeline with who, what and how much", async () => {
    const shop = await aShop();
    const joao = await shop.hasStaff("João");
    const productId = await shop.hasProduct({ code: "C7", priceCents: 900 });

    const { orderId } = await shop.launch(joao, { productId, quantity: 3 });

    expect(await shop.rows("orderEvents")).toMatchObject([
      {
        orderId,
        actorId: joao.profileId,
        actorName: "João",
        change: {
          kind: "launched",
          created: true,
          productCode: "C7",
          quantity: 3,
          unitPriceCents: 900,
          totalCents: 2700,
        },
      },
    ]);
  });

  test("gives a new order the customer's name and WhatsApp group of that moment", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ priceCents: 700 });
    await shop.hasCustomer({ phone: "5511987654321", name: "Beatriz Lima", whatsappGroup: "Clientes VIP" });

    await shop.launch(ana, { productId });

    expect(await shop.rows("orders")).toMatchObject([{ customerName: "Beatriz Lima", whatsappGroup: "Clientes VIP" }]);
    expect(await shop.rows("groupTotals")).toMatchObject([
      { group: "Clientes VIP", open: { orders: 1, totalCents: 700, pieces: 1 } },
    ]);
    expect(await shop.rows("customers")).toHaveLength(1);
  });
});

describe("a launch is refused", () => {
  const cases = [
    {
      title: "without a phone",
      change: { phone: " " },
      refusal: { code: "phone_required", message: "Informe o telefone do cliente" },
    },
    {
      title: "with too short a phone",
      change: { phone: "98765" },
      refusal: { code: "invalid_phone", message: "Telefone inválido. Use formato com DDD (ex: 11999999999)" },
    },
    {
      title: "with an area code that does not exist",
      change: { phone: "20987654321" },
      refusal: { code: "unknown_area_code", message: "DDD 20 não existe", areaCode: "20" },
    },
    {
      title: "with quantity 0",
      change: { quantity: 0 },
      refusal: { code: "invalid_quantity", message: "Quantidade inválida" },
    },
    {
      title: "with a negative quantity",
      change: { quantity: -1 },
      refusal: { code: "invalid_quantity", message: "Quantidade inválida" },
    },
    {
      title: "with half a piece",
      change: { quantity: 1.5 },
      refusal: { code: "invalid_quantity", message: "Quantidade inválida" },
    },
    {
      title: "above the stock",
      change: { quantity: 4 },
      refusal: { code: "insufficient_stock", message: "Estoque insuficiente. Disponível: 3", available: 3 },
    },
    {
      title: "on a day that does not exist",
      change: { eventDate: "2026-02-30" },
      refusal: { code: "invalid_event_date", message: "Data do evento inválida" },
    },
    {
      title: "without a usable launch id",
      change: { launchId: "x" },
      refusal: { code: "invalid_launch_id", message: "Lançamento sem identificação válida. Recarregue a página" },
    },
  ];

  test.each(cases)("$title, and nothing is written", async ({ change, refusal }) => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ stock: 3 });

    expect(await refusalOf(shop.launch(ana, { productId, ...change }))).toEqual(refusal);

    expect(await shop.stockOf(productId)).toBe(3);
    for (const table of [
      "orders",
      "carts",
      "cartItems",
      "customers",
      "launchReceipts",
      "eventTotals",
      "orderEvents",
    ] as const) {
      expect(await shop.rows(table)).toEqual([]);
    }
  });

  test("for an inactive product and for one that is gone", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const inactive = await shop.hasProduct({ isActive: false });
    const gone = await shop.hasProduct();
    await shop.deployment.run(({ db }) => db.delete("products", gone));

    expect(await refusalOf(shop.launch(ana, { productId: inactive }))).toEqual({
      code: "product_inactive",
      message: "Produto inativo",
    });
    expect(await refusalOf(shop.launch(ana, { productId: gone }))).toEqual({
      code: "product_not_found",
      message: "Produto não encontrado",
    });
  });
});
