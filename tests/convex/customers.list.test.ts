import { describe, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { anOrderDesk, type OrderDesk } from "../support/orderDesk";
import { refusalOf } from "../support/refusals";
import { verify } from "../support/verifying";

const PAGE = { paginationOpts: { numItems: 10, cursor: null } };
const MARIA = "5511911111111";
const JOSE = "5521922222222";

/** Maria with two orders (one paid), José without any, and somebody of whom only the phone is known with one. */
async function aCounter() {
  const desk = await anOrderDesk();
  const { shop, ana } = desk;
  const { tenantId } = shop;
  const dress = await shop.hasProduct({ code: "C151", priceCents: 1000, stock: 100 });
  await shop.hasCustomer({ phone: MARIA, name: "Maria Souza", whatsappGroup: "VIPs" });
  await shop.hasCustomer({ phone: JOSE, name: "José Prado" });
  const first = await shop.launch(ana, { productId: dress, phone: MARIA, quantity: 3 });
  await desk.setPaid(first.orderId);
  const second = await shop.launch(ana, { productId: dress, phone: MARIA });
  await shop.launch(ana, { productId: dress, phone: "11933333333" });
  const idOf = async (phone: string): Promise<Id<"customers">> => {
    const row = (await shop.rows("customers")).find((each) => each.phone === phone);
    if (row === undefined) throw new Error("the phone should be a customer's");
    return row._id;
  };
  const [maria, jose] = [await idOf(MARIA), await idOf(JOSE)];
  return { desk, shop, tenantId, dress, session: ana.session, maria, jose, first, second, idOf };
}

async function totalsOf({ shop }: OrderDesk, phone: string) {
  return (await shop.rows("customers")).find((each) => each.phone === phone)?.totals;
}

describe("the list of customers", () => {
  test("newest first, each with what is kept of the orders", async () => {
    const { tenantId, session } = await aCounter();
    const { page } = await session.query(api.customers.list, { tenantId, ...PAGE });
    expect(page).toMatchObject([
      { phone: "5511933333333", name: null, totals: { orders: 1, paidOrders: 0, spentCents: 0 } },
      { phone: JOSE, name: "José Prado", totals: { orders: 0, firstOrderAt: null, lastOrderDate: null } },
      {
        phone: MARIA,
        whatsappGroup: "VIPs",
        totals: { orders: 2, paidOrders: 1, spentCents: 3000, lastOrderDate: expect.stringMatching(/^\d{4}-/) },
      },
    ]);
  });

  test.each([
    ["jos", [JOSE]],
    ["prado jose", [JOSE]],
    ["SOUZA", [MARIA]],
    ["1111", [MARIA]],
    ["(11) 91111-1111", [MARIA]],
    ["119333", ["5511933333333"]],
    ["11 9", []],
    ["ninguem", []],
    ["  ", []],
  ])("'%s' finds %j", async (text, phones) => {
    const { tenantId, session } = await aCounter();
    const found = await session.query(api.customers.find, { tenantId, text, limit: 10 });
    expect(found.map(({ phone }) => phone)).toEqual(phones);
  });

  test("what is found is cut where asked, newest first", async () => {
    const { shop, tenantId, session } = await aCounter();
    for (let at = 0; at < 5; at += 1) await shop.hasCustomer({ phone: `551194444000${at}`, name: `Maria ${at}` });
    const found = await session.query(api.customers.find, { tenantId, text: "maria", limit: 2 });
    expect(found).toHaveLength(2);
    expect(found[0]?.createdAt).toBeGreaterThanOrEqual(found[1]?.createdAt ?? Infinity);
  });

  test("an export has everything known, by phone", async () => {
    const { tenantId, session } = await aCounter();
    const { page } = await session.query(api.customers.exportRows, { tenantId, ...PAGE });
    expect(page.map(({ phone }) => phone)).toEqual([MARIA, "5511933333333", JOSE]);
    expect(page[0]).toMatchObject({ cpf: null, email: null, address: null, totals: { orders: 2 } });
  });
});

describe("the history of a customer", () => {
  test("the orders with their lines, newest first; a product that is gone is 'Produto removido'", async () => {
    const { shop, tenantId, session, maria, dress } = await aCounter();
    await session.mutation(api.products.remove, { tenantId, productId: dress });
    const { page } = await session.query(api.customers.history, { tenantId, customerId: maria, ...PAGE });
    expect(page).toMatchObject([
      { number: 2, isPaid: false, totalCents: 1000, lines: [{ code: "N/A", name: "Produto removido", quantity: 1 }] },
      { number: 1, isPaid: true, totalCents: 3000, pieces: 3, lines: [{ unitPriceCents: 1000, lineTotalCents: 3000 }] },
    ]);
    expect(await shop.rows("orders")).toHaveLength(3);
  });

  test("page by page", async () => {
    const { tenantId, session, maria } = await aCounter();
    const ask = (cursor: string | null) =>
      session.query(api.customers.history, {
        tenantId,
        customerId: maria,
        paginationOpts: { numItems: 1, cursor },
      });
    const one = await ask(null);
    expect(one.page).toMatchObject([{ number: 2, lines: [{ code: "C151" }] }]);
    expect((await ask(one.continueCursor)).page).toMatchObject([{ number: 1 }]);
  });
});

describe("the control centre", () => {
  test("counts customers, those with orders, what they spent and the average of those with orders", async () => {
    const { tenantId, session } = await aCounter();
    expect(await session.query(api.customers.overview, { tenantId })).toEqual({
      customers: 3,
      activeCustomers: 2,
      revenueCents: 3000,
      averageTicketCents: 1500,
      vipFromCents: 3000,
    });
  });

  test("is all zero in a new company", async () => {
    const { shop, ana } = await anOrderDesk();
    expect(await ana.session.query(api.customers.overview, { tenantId: shop.tenantId })).toEqual({
      customers: 0,
      activeCustomers: 0,
      revenueCents: 0,
      averageTicketCents: 0,
      vipFromCents: null,
    });
  });

  test("a VIP is of the top tenth: with 25 who paid, the third highest sum is where it begins", async () => {
    const desk = await anOrderDesk();
    const { shop, ana } = desk;
    for (let at = 1; at <= 25; at += 1) {
      const productId = await shop.hasProduct({ priceCents: 100_000 + at * 7, stock: 1 });
      const { orderId } = await shop.launch(ana, { productId, phone: String(11900000000 + at) });
      await desk.setPaid(orderId);
    }
    const { vipFromCents } = await ana.session.query(api.customers.overview, { tenantId: shop.tenantId });
    expect(vipFromCents).toBe(100_000 + 23 * 7);
  });
});

describe("what is kept of a customer's orders", () => {
  test("a launch onto an open order leaves the customer's row as it is", async () => {
    const { desk, shop, dress } = await aCounter();
    const before = await shop.rows("customers");
    await shop.launch(desk.ana, { productId: dress, phone: MARIA, quantity: 5 });
    expect(await shop.rows("customers")).toEqual(before);
  });

  test("an order that goes to another phone goes to the other customer", async () => {
    const { desk, first } = await aCounter();
    await desk.update(first.orderId, { phone: JOSE });
    expect(await totalsOf(desk, MARIA)).toMatchObject({ orders: 1, paidOrders: 0, spentCents: 0 });
    expect(await totalsOf(desk, JOSE)).toMatchObject({ orders: 1, paidOrders: 1, spentCents: 3000 });
    expect(await verify(desk.shop)).toMatchObject([{ differences: [] }]);
  });

  test("a paid order whose total changes changes what was spent; unpaid again it was not spent", async () => {
    const { desk, first, second } = await aCounter();
    await desk.update(first.orderId, { totalCents: 2500 });
    expect(await totalsOf(desk, MARIA)).toMatchObject({ paidOrders: 1, spentCents: 2500 });
    await desk.remove([second.orderId]);
    await desk.setPaid(first.orderId, false);
    expect(await totalsOf(desk, MARIA)).toMatchObject({ orders: 1, paidOrders: 0, spentCents: 0 });
  });

  test("a customer who was forgotten and buys again has bought before", async () => {
    const { desk, shop, tenantId, session, maria, dress } = await aCounter();
    await session.mutation(api.customers.remove, { tenantId, customerId: maria });
    expect(await session.query(api.customers.overview, { tenantId })).toMatchObject({ customers: 2, revenueCents: 0 });
    await shop.launch(desk.ana, { productId: dress, phone: MARIA, eventDate: "2026-11-21" });
    expect(await totalsOf(desk, MARIA)).toMatchObject({ orders: 3, paidOrders: 1, spentCents: 3000 });
    expect(await verify(shop)).toMatchObject([{ differences: [] }]);
  });

  test("verify finds a customer, the figures and a step that are not what the orders say", async () => {
    const { shop, maria } = await aCounter();
    await shop.deployment.run(async ({ db }) => {
      const customer = await db.get("customers", maria);
      const [figures] = await db.query("customerFigures").collect();
      const [step] = await db.query("customerSpendSteps").collect();
      if (customer?.totals === undefined || figures === undefined || step === undefined)
        throw new Error("all should be kept");
      await db.patch("customers", maria, { totals: { ...customer.totals, paidOrders: 7, lastOrderAt: null } });
      await db.patch("customerFigures", figures._id, { customers: 9 });
      await db.patch("customerSpendSteps", step._id, { fromCents: 1 });
    });
    const [report] = await verify(shop);
    expect(report?.differences.map(({ name }) => name)).toEqual([
      "cliente +55 (11) 91111-1111, pagos",
      expect.stringMatching(
        /^cliente \+55 \(11\) 91111-1111, último pedido guardado nunca, contado \d\d\/\d\d\/\d{4} /,
      ),
      "clientes",
      "clientes que gastaram a partir de R$\u00a030,00",
      "clientes que gastaram a partir de R$\u00a00,01",
    ]);
  });
});

describe("joining two records of one person", () => {
  test("the orders go to the phone that stays, with what only the other knew; the log keeps who went", async () => {
    const { desk, shop, tenantId, session, maria, jose } = await aCounter();
    const seen = { name: "Maria Souza", cpf: null, email: null, address: null, whatsappGroup: "VIPs" };
    await session.mutation(api.customers.update, {
      tenantId,
      customerId: maria,
      fields: { cpf: "52998224725" },
      seen,
    });
    const both = { tenantId, fromCustomerId: maria, intoCustomerId: jose };
    expect(await session.mutation(api.customers.merge, both)).toEqual({ movedOrders: 2 });

    expect(await session.query(api.customers.get, { tenantId, customerId: maria })).toBeNull();
    expect(await session.query(api.customers.get, { tenantId, customerId: jose })).toMatchObject({
      phone: JOSE,
      name: "José Prado",
      cpf: "52998224725",
      whatsappGroup: "VIPs",
      totals: { orders: 2, paidOrders: 1, spentCents: 3000 },
    });
    const orders = (await shop.rows("orders")).filter(({ customerPhone }) => customerPhone === JOSE);
    expect(orders).toHaveLength(2);
    expect(orders.every((order) => order.customerName === "José Prado" && order.whatsappGroup === "VIPs")).toBe(true);
    expect((await shop.rows("customerNameWords")).map(({ word }) => word)).toEqual(["jose", "prado"]);
    const carts = await shop.rows("carts");
    expect(carts.filter(({ customerPhone }) => customerPhone === MARIA)).toEqual([]);
    expect((await shop.rows("auditLog")).at(-1)).toMatchObject({
      action: "customers_merged",
      recordLabel: JOSE,
      before: { phone: MARIA, name: "Maria Souza" },
      after: { name: "José Prado", movedOrders: 2 },
    });
    const { page } = await session.query(api.orders.search, { tenantId, text: "2222", limit: 9 }).then((found) => ({
      page: found.rows,
    }));
    expect(page).toHaveLength(2);
    expect(await verify(desk.shop)).toMatchObject([{ differences: [] }]);
  });

  test("what was printed of the orders that moved is to be printed again; what never was is not", async () => {
    const { desk, shop, tenantId, session, maria, jose, first, second } = await aCounter();
    await desk.setPrinted([first.orderId], true);
    await session.mutation(api.customers.merge, { tenantId, fromCustomerId: maria, intoCustomerId: jose });
    const marks = (await shop.rows("orders")).map(({ _id, needsReprint }) => [_id, needsReprint === true]);
    expect(Object.fromEntries(marks)).toMatchObject({ [first.orderId]: true, [second.orderId]: false });
  });

  test("into somebody without a name: the name is on the orders of both", async () => {
    const { shop, tenantId, session, maria, idOf, second, desk } = await aCounter();
    await desk.setPaid(second.orderId);
    const nameless = await idOf("5511933333333");
    await session.mutation(api.customers.merge, { tenantId, fromCustomerId: maria, intoCustomerId: nameless });
    expect((await shop.rows("orders")).map(({ customerName }) => customerName)).toEqual(Array(3).fill("Maria Souza"));
    const [found] = await session.query(api.customers.find, { tenantId, text: "maria", limit: 5 });
    expect(found).toMatchObject({ phone: "5511933333333", totals: { orders: 3 } });
  });

  test("refused: one and the same, two open orders of one date, two CPFs; nothing has changed", async () => {
    const { desk, shop, tenantId, session, maria, jose, dress, first } = await aCounter();
    const merge = (fromCustomerId: Id<"customers">, intoCustomerId: Id<"customers">) =>
      refusalOf(session.mutation(api.customers.merge, { tenantId, fromCustomerId, intoCustomerId }));
    expect(await merge(maria, maria)).toMatchObject({ message: "Escolha dois clientes diferentes" });
    await shop.launch(desk.ana, { productId: dress, phone: JOSE });
    const before = await shop.rows("orders");
    expect(await merge(maria, jose)).toMatchObject({
      code: "open_order_exists",
      message: "Já existe o pedido #4 em aberto deste telefone nesta data",
    });
    expect(await shop.rows("orders")).toEqual(before);
    await shop.deployment.run(async ({ db }) => {
      await db.patch("customers", maria, { cpf: "52998224725" });
      await db.patch("customers", jose, { cpf: "11144477735" });
    });
    expect(await merge(maria, jose)).toMatchObject({
      code: "cannot_merge",
      message: "Os CPFs são diferentes: são duas pessoas. Corrija o CPF antes de juntar.",
    });
    expect(first.orderNumber).toBe(1);
  });
});

describe("customers of before totals were kept", () => {
  /** As an earlier version left them: no totals, and nothing kept of all together. */
  async function ofBefore() {
    const world = await aCounter();
    await world.shop.deployment.run(async ({ db }) => {
      for (const customer of await db.query("customers").collect()) {
        const { totals: _1, phoneReversed: _2, _id, _creationTime: _3, ...known } = customer;
        await db.replace("customers", _id, known);
      }
      for (const row of await db.query("customerFigures").collect()) await db.delete("customerFigures", row._id);
      for (const row of await db.query("customerSpendSteps").collect()) await db.delete("customerSpendSteps", row._id);
    });
    return world;
  }

  test("are filled once, some at a time; then everything agrees and they are found by the phone's ending", async () => {
    const { shop, tenantId, session } = await ofBefore();
    expect((await verify(shop))[0]?.differences).not.toEqual([]);
    const migrate = () => shop.deployment.mutation(internal.maintenance.migrate, {});
    expect(await migrate()).toEqual({ filled: 3, hasMore: true });
    expect(await migrate()).toEqual({ filled: 0, hasMore: false });
    expect(await verify(shop)).toMatchObject([{ differences: [] }]);
    expect(await session.query(api.customers.find, { tenantId, text: "1111", limit: 5 })).toMatchObject([
      { phone: MARIA, totals: { orders: 2, paidOrders: 1, spentCents: 3000 } },
    ]);
  });

  test("are listed meanwhile, and counted by whatever happens to their orders", async () => {
    const { desk, shop, tenantId, session, dress, first, jose } = await ofBefore();
    expect((await session.query(api.customers.list, { tenantId, ...PAGE })).page).toHaveLength(3);
    await desk.update(first.orderId, { totalCents: 2500 });
    await shop.launch(desk.ana, { productId: dress, phone: "11933333333", eventDate: "2026-11-21" });
    expect(await totalsOf(desk, MARIA)).toMatchObject({ orders: 2, paidOrders: 1, spentCents: 2500 });
    expect(await totalsOf(desk, "5511933333333")).toMatchObject({ orders: 2 });
    await session.mutation(api.customers.remove, { tenantId, customerId: jose });
    expect(await session.query(api.customers.overview, { tenantId })).toMatchObject({
      customers: 2,
      activeCustomers: 2,
    });
    expect(await verify(shop)).toMatchObject([{ differences: [] }]);
  });
});
