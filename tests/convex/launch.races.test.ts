import { describe, expect, test } from "vitest";
import { aShop, unique } from "../support/builders";
import { refusalOf } from "../support/refusals";

describe("launches that meet", () => {
  test("two staff, last piece, same moment: one wins, the other reads the stock that is left", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff("Ana");
    const joao = await shop.hasStaff("João");
    const productId = await shop.hasProduct({ stock: 1 });

    const outcomes = await Promise.allSettled([
      shop.launch(ana, { productId, phone: "11911111111" }),
      refusalOf(shop.launch(joao, { productId, phone: "11922222222" })),
    ]);

    expect(outcomes[0].status).toBe("fulfilled");
    expect(outcomes[1]).toEqual({
      status: "fulfilled",
      value: { code: "insufficient_stock", message: "Estoque insuficiente. Disponível: 0", available: 0 },
    });
    expect(await shop.rows("orders")).toHaveLength(1);
  });

  test("400 at once on a stock of 100: exactly 100 are accepted", async () => {
    const shop = await aShop();
    const staff = await Promise.all(["Ana", "João", "Dona Célia", "Rita"].map((name) => shop.hasStaff(name)));
    const productId = await shop.hasProduct({ stock: 100, priceCents: 1990 });

    const outcomes = await Promise.allSettled(
      Array.from({ length: 400 }, (_, at) => {
        const person = staff[at % staff.length];
        if (person === undefined) throw new Error("there are four of them");
        return shop.launch(person, { productId, phone: `119${String(80000000 + (at % 37))}` });
      }),
    );

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
    expect(await shop.stockOf(productId)).toBe(0);
    const orders = await shop.rows("orders");
    expect(orders.reduce((sum, order) => sum + order.pieces, 0)).toBe(100);
    expect(orders.reduce((sum, order) => sum + order.totalCents, 0)).toBe(199000);
    expect(orders.map((order) => order.number).sort((a, b) => a - b)).toEqual(orders.map((_, at) => at + 1));
  });

  test("the same launchId five times: one line, five equal answers, whoever sends it again", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ stock: 9 });
    const launchId = unique("mesmo-lancamento-");

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.launch(ana, { productId, quantity: 2, launchId })),
    );

    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await shop.stockOf(productId)).toBe(7);
    expect(await shop.rows("cartItems")).toMatchObject([{ quantity: 2 }]);
    expect(await shop.rows("launchReceipts")).toHaveLength(1);
  });

  test("two first launches for one phone at the same moment make one order", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct();

    const answers = await Promise.all([shop.launch(ana, { productId }), shop.launch(ana, { productId })]);

    expect(answers.map((answer) => answer.created).sort()).toEqual([false, true]);
    expect(await shop.rows("orders")).toHaveLength(1);
    expect(await shop.rows("customers")).toHaveLength(1);
  });
});
