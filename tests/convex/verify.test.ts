import { describe, expect, test } from "vitest";
import { reportLines } from "../../scripts/verifyTotals.mjs";
import { aShop } from "../support/builders";
import { anOrderDesk } from "../support/orderDesk";
import { verify } from "../support/verifying";

/** Order #1 paid, of a customer in a group, with a desconto; #2 open. */
async function anEvening() {
  const desk = await anOrderDesk();
  await desk.shop.hasCustomer({ phone: "5511987654321", name: "Camila", whatsappGroup: "Clientes VIP" });
  const dress = await desk.shop.hasProduct({ code: "C151", priceCents: 1000, stock: 50 });
  const { orderId } = await desk.shop.launch(desk.ana, { productId: dress, quantity: 2, eventType: "LIVE" });
  await desk.update(orderId, { totalCents: 1500 });
  await desk.setPaid(orderId);
  await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });
  return { desk, dress, orderId };
}

describe("counting the kept totals anew", () => {
  test("finds no difference after an evening, company by company", async () => {
    const { desk } = await anEvening();
    await aShop({ deployment: desk.shop.deployment, name: "Loja Nova" });
    const reports = await verify(desk.shop);
    expect(reports).toMatchObject([
      { name: "Loja da Praça", orders: 2, differences: [] },
      { name: "Loja Nova", orders: 0, differences: [] },
    ]);
    expect(reports.map((report) => reportLines(report)[0]?.replace(/\(.*\)/, "()"))).toEqual([
      "Loja da Praça (): 2 pedidos conferidos, nenhuma diferença",
      "Loja Nova (): 0 pedidos conferidos, nenhuma diferença",
    ]);
  });

  test("looks at the one company that was named, and at none for a label that nobody has", async () => {
    const { desk } = await anEvening();
    const other = await aShop({ deployment: desk.shop.deployment, name: "Loja Nova" });
    const slug = (await desk.shop.deployment.run(({ db }) => db.get("tenants", other.tenantId)))?.slug ?? "";
    expect(await verify(desk.shop, slug)).toMatchObject([{ name: "Loja Nova" }]);
    expect(await verify(desk.shop, "ninguem")).toEqual([]);
  });

  test.each([
    ["eventTotals", /^data \d\d\/\d\d\/\d{4}, LIVE, pagos$/],
    ["hourTotals", /^hora \d\d\/\d\d\/\d{4} \d\dh da data \d\d\/\d\d\/\d{4}, pagos$/],
    ["dayTotals", /^criados em \d\d\/\d\d\/\d{4}, pagos$/],
    ["groupTotals", /^grupo Clientes VIP, pagos$/],
  ] as const)("finds one piece too many in %s", async (table, name) => {
    const { desk } = await anEvening();
    const rows = await desk.shop.rows(table);
    const row = rows.find(({ paid, ...rest }) => paid.orders > 0 && !("eventDate" in rest && rest.eventDate === null));
    if (row === undefined) throw new Error("the paid order should be counted there");
    const paid = { ...row.paid, pieces: row.paid.pieces + 1 };
    await desk.shop.deployment.run(({ db }) => db.patch(row._id, { paid }));

    const [report] = await verify(desk.shop);

    expect(report?.differences).toEqual([
      {
        name: expect.stringMatching(name),
        kept: { orders: 1, totalCents: 1500, pieces: 3 },
        counted: { orders: 1, totalCents: 1500, pieces: 2 },
      },
    ]);
  });

  test("finds a centavo too much among the best sellers, and a row that nothing stands for", async () => {
    const { desk } = await anEvening();
    await desk.shop.deployment.run(async ({ db }) => {
      const [row] = await db.query("productDayTotals").collect();
      if (row === undefined) throw new Error("the dress should have sold");
      await db.patch("productDayTotals", row._id, { openCents: row.openCents + 1 });
      const { _id: _1, _creationTime: _2, ...copy } = row;
      await db.insert("productDayTotals", { ...copy, createdDate: "2020-01-01", openPieces: 0, openCents: 0 });
    });

    const [report] = await verify(desk.shop);

    expect(report?.differences.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^produto C151, .*, em aberto$/),
      "produto C151, 01/01/2020, pagos",
    ]);
    expect(report === undefined ? [] : reportLines(report)).toEqual([
      expect.stringMatching(/: 2 pedidos conferidos, 2 diferenças:$/),
      expect.stringMatching(/: guardado 0 pedidos, R\$ 10,01, 1 peça; contado 0 pedidos, R\$ 10,00, 1 peça$/),
      expect.stringMatching(/: guardado 0 pedidos, R\$ 20,00, 2 peças; contado 0 pedidos, R\$ 0,00, 0 peças$/),
    ]);
  });

  test("finds an order that is not its lines, and every total that took it on trust", async () => {
    const { desk, orderId } = await anEvening();
    await desk.shop.deployment.run(({ db }) => db.patch("orders", orderId, { adjustmentCents: 0 }));
    const [report] = await verify(desk.shop);
    expect(report?.differences[0]).toEqual({
      name: "pedido #1",
      kept: { orders: 1, totalCents: 1500, pieces: 2 },
      counted: { orders: 1, totalCents: 2000, pieces: 2 },
    });
    expect(report?.differences).toHaveLength(6);
  });

  test("goes through more orders and totals than one step holds", async () => {
    const { desk, dress } = await anEvening();
    await desk.shop.deployment.run(async ({ db }) => {
      const order = await db.query("orders").order("desc").first();
      if (order === null || order.cartId === null) throw new Error("there should be an order");
      const { _id: _1, _creationTime: _2, ...copy } = order;
      for (let at = 0; at < 449; at += 1) {
        await db.insert("orders", { ...copy, number: 3 + at, cartId: null, totalCents: 0, pieces: 0 });
      }
      for (let at = 0; at < 600; at += 1) {
        const day = new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10);
        const none = { openPieces: 0, openCents: 0, paidPieces: 0, paidCents: 0 };
        await db.insert("productDayTotals", {
          tenantId: desk.shop.tenantId,
          productId: dress,
          createdDate: day,
          ...none,
          openPieces: at === 599 ? 7 : 0,
        });
      }
    });
    const [report] = await verify(desk.shop);
    expect(report?.orders).toBe(451);
    const names = report?.differences.map(({ name }) => name) ?? [];
    expect(names.filter((name) => name.startsWith("produto"))).toEqual(["produto C151, 22/08/2021, em aberto"]);
    expect(names.filter((name) => name.startsWith("data"))).toHaveLength(1);
  });
});
