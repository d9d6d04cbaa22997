import type { FunctionArgs } from "convex/server";
import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { aShop, LIVE_DATE, type Person, type Shop } from "../support/builders";

type SearchArgs = Partial<Omit<FunctionArgs<typeof api.orders.search>, "tenantId" | "text">>;

const search = (shop: Shop, by: Person, text: string, rest: SearchArgs = {}) =>
  by.session.query(api.orders.search, { tenantId: shop.tenantId, text, limit: 50, ...rest });

async function numbers(shop: Shop, by: Person, text: string, rest: SearchArgs = {}): Promise<number[]> {
  return (await search(shop, by, text, rest)).rows.map((row) => row.number);
}

/** #1 José da Silva, #2 Maria José, #3 nobody known, #4 José da Silva again on the next date, paid. */
async function anEvening() {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  const productId = await shop.hasProduct({ stock: 100 });
  await shop.hasCustomer({ phone: "5511987654321", name: "José da Silva" });
  await shop.hasCustomer({ phone: "5521912340012", name: "Maria  JOSÉ d'Ávila" });
  await shop.launch(ana, { productId, phone: "11987654321" });
  await shop.launch(ana, { productId, phone: "21912340012", eventType: "LIVE" });
  await shop.launch(ana, { productId, phone: "1133334444" });
  const last = await shop.launch(ana, { productId, phone: "11987654321", eventDate: "2026-11-21" });
  await ana.session.mutation(api.orders.setPaid, { tenantId: shop.tenantId, orderIds: [last.orderId], isPaid: true });
  return { shop, ana, productId };
}

describe("orders:search finds, newest first,", () => {
  test.each([
    ["a number exactly", "3", [3]],
    ["a number with its sign", "#2", [2]],
    ["no number that is not there", "33", []],
    ["a phone's last four digits", "4321", [4, 1]],
    ["an ending that begins with zeros", "0012", [2]],
    ["an ending with its punctuation", "8765-4321", [4, 1]],
    ["a whole phone as people type it", "(11) 98765-4321", [4, 1]],
    ["a whole phone without its ninth digit", "11 8765-4321", [4, 1]],
    ["a whole phone as it is kept", "5511987654321", [4, 1]],
    ["a landline", "33334444", [3]],
    ["no phone by its beginning", "55119", []],
    ["a name without its accent", "jose", [4, 2, 1]],
    ["a name in capitals", "JOSÉ", [4, 2, 1]],
    ["the beginnings of two words in any order", "sil jos", [4, 1]],
    ["a name with an apostrophe", "d'avila", [2]],
    ["no word by its end", "ilva", []],
    ["no one by two words of two people", "jose souza", []],
    ["nothing for nothing", "", []],
    ["nothing for three digits that are no number here", "432", []],
  ])("%s", async (_, text, found) => {
    const { shop, ana } = await anEvening();
    expect(await numbers(shop, ana, text)).toEqual(found);
  });

  test("only what the filters allow", async () => {
    const { shop, ana } = await anEvening();
    expect(await numbers(shop, ana, "jose", { isPaid: false })).toEqual([2, 1]);
    expect(await numbers(shop, ana, "jose", { isPaid: true })).toEqual([4]);
    expect(await numbers(shop, ana, "jose", { eventType: "LIVE" })).toEqual([2]);
    expect(await numbers(shop, ana, "jose", { eventDate: LIVE_DATE })).toEqual([2, 1]);
    expect(await numbers(shop, ana, "jose", { eventDate: LIVE_DATE, isPaid: true })).toEqual([]);
    expect(await numbers(shop, ana, "4321", { eventDate: "2026-11-21" })).toEqual([4]);
    expect(await numbers(shop, ana, "#1", { isPaid: true })).toEqual([]);
  });

  test("as many as asked for, and says that there are more", async () => {
    const { shop, ana } = await anEvening();
    expect(await search(shop, ana, "jose", { limit: 2 })).toMatchObject({
      rows: [{ number: 4 }, { number: 2 }],
      hasMore: true,
    });
    expect(await search(shop, ana, "jose", { limit: 3 })).toMatchObject({ hasMore: false });
    for (const limit of [0, -1, Number.NaN]) expect((await search(shop, ana, "jose", { limit })).rows).toHaveLength(1);
  });

  test("an order under the phone it has been given, and under that customer's name", async () => {
    const { shop, ana } = await anEvening();
    const [second] = (await search(shop, ana, "#2")).rows;
    const [third] = (await search(shop, ana, "#3")).rows;
    if (second === undefined || third === undefined) throw new Error("there are orders 2 and 3");
    const { tenantId } = shop;
    await ana.session.mutation(api.orders.setPaid, { tenantId, orderIds: [second._id], isPaid: true });
    await ana.session.mutation(api.orders.update, { tenantId, orderId: third._id, phone: "21912340012" });
    expect(await numbers(shop, ana, "0012")).toEqual([3, 2]);
    expect(await numbers(shop, ana, "maria")).toEqual([3, 2]);
    expect(await numbers(shop, ana, "33334444")).toEqual([]);
  });
});

test("of a name that more customers bear than are looked up, the newest orders come all the same", async () => {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  const productId = await shop.hasProduct({ stock: 100 });
  for (let at = 0; at < 60; at += 1) {
    await shop.hasCustomer({ phone: `55119${80000000 + at}`, name: `Maria Souza ${at}` });
  }
  for (let at = 0; at < 60; at += 1) await shop.launch(ana, { productId, phone: `119${80000000 + at}` });

  const found = await search(shop, ana, "maria", { limit: 5 });

  expect(found.rows.map((row) => row.number)).toEqual([60, 59, 58, 57, 56]);
  expect(found.hasMore).toBe(true);
  expect(await numbers(shop, ana, "maria 17")).toEqual([18]);
});
