import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { anOrderDesk, type OrderDesk } from "../support/orderDesk";

const ADDRESS = {
  cep: "31575060",
  street: "Rua das Flores",
  number: "12",
  complement: "",
  neighborhood: "Centro",
  city: "Belo Horizonte",
  state: "MG",
};

let desk: OrderDesk;
let dress: Id<"products">;
let orderId: Id<"orders">;

/** Order #1 of 11987654321, two dresses at R$ 10,00, printed. */
beforeEach(async () => {
  desk = await anOrderDesk();
  dress = await desk.shop.hasProduct({ code: "C151", priceCents: 1000, stock: 10 });
  ({ orderId } = await desk.shop.launch(desk.ana, { productId: dress, quantity: 2 }));
  await desk.setPrinted([orderId], true);
});

const needsReprint = async () => (await desk.order(orderId)).needsReprint === true;
const listed = async (filter: Record<string, unknown> = {}) => {
  const args = { tenantId: desk.shop.tenantId, needsReprint: true as const, ...filter };
  const paginationOpts = { numItems: 10, cursor: null };
  const [{ page }, totals] = await Promise.all([
    desk.ana.session.query(api.orders.list, { ...args, paginationOpts }),
    desk.ana.session.query(api.orders.totals, args),
  ]);
  return { numbers: page.map(({ number }) => number), totals };
};
const customerHasAddress = async () => {
  const customer = (await desk.shop.rows("customers")).find(({ phone }) => phone === "5511987654321")!;
  const { name, cpf, email, address, whatsappGroup } = customer;
  await desk.ana.session.mutation(api.customers.update, {
    tenantId: desk.shop.tenantId,
    customerId: customer._id,
    fields: { name: "Maria Souza", address: ADDRESS },
    seen: { name, cpf, email, address, whatsappGroup },
  });
};

const saveAtCheckout = async (address: typeof ADDRESS) => {
  const typed = { name: "Maria Souza", cpf: "", email: "", address };
  await desk.ana.session.mutation(api.checkout.saveCustomer, { tenantId: desk.shop.tenantId, orderId, ...typed });
};

test("I5: an order whose own address is replaced by the one its customer has already is to be printed again", async () => {
  await saveAtCheckout({ ...ADDRESS, street: "Rua do Trabalho" });
  await customerHasAddress();
  await desk.setPrinted([orderId], true);
  expect(await needsReprint()).toBe(false);
  await saveAtCheckout(ADDRESS);
  expect(await needsReprint()).toBe(true);
});

describe("I5: after printing an order is to be printed again when", () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      "something is launched onto it",
      () => desk.shop.launch(desk.ana, { productId: dress, launchId: "second-launch" }),
    ],
    [
      "a line is added",
      async () =>
        desk.addLine(orderId, { productId: await desk.shop.hasProduct({ code: "C152", stock: 5 }), quantity: 1 }),
    ],
    ["it goes elsewhere, as its checkout says", () => saveAtCheckout({ ...ADDRESS, street: "Rua do Trabalho" })],
    ["its total is adjusted", () => desk.update(orderId, { totalCents: 1500 })],
    ["its phone changes", () => desk.update(orderId, { phone: "11922222222" })],
    ["its observation changes", () => desk.setObservation(orderId, { observation: "Portaria B", seen: null })],
    ["its customer's address changes", customerHasAddress],
  ])("%s", async (_, change) => {
    expect(await needsReprint()).toBe(false);
    await change();
    expect(await needsReprint()).toBe(true);
    expect((await listed()).numbers).toEqual([1]);
    expect(await desk.setPrinted([orderId], true)).toEqual({ changed: 1 });
    expect(await needsReprint()).toBe(false);
    expect((await listed()).numbers).toEqual([]);
  });
});

test("what is not on the paper asks for no other one", async () => {
  await desk.setPaid(orderId);
  await desk.setObservation(orderId, { observation: " ", seen: null });
  expect(await needsReprint()).toBe(false);
  expect(await desk.setPrinted([orderId], true)).toEqual({ changed: 0 });
});

test("an order that was not printed, or no longer counts as printed, is not to be printed again", async () => {
  await desk.setPrinted([orderId], false);
  await desk.setObservation(orderId, { observation: "Portaria B", seen: null });
  expect(await needsReprint()).toBe(false);

  await desk.setPrinted([orderId], true);
  await desk.setObservation(orderId, { observation: null, seen: "Portaria B" });
  expect(await needsReprint()).toBe(true);
  await desk.setPrinted([orderId], false);
  expect(await needsReprint()).toBe(false);
});

test("an address does not bring back the papers of last year", async () => {
  await desk.shop.deployment.run(({ db }) => db.patch("orders", orderId, { createdAt: Date.now() - 31 * 86_400_000 }));
  await customerHasAddress();
  expect(await needsReprint()).toBe(false);
});

test("list, footer and search under the filter and the others agree", async () => {
  const other = await desk.shop.launch(desk.ana, { productId: dress, phone: "11922222222" });
  await desk.setPrinted([other.orderId], true);
  await desk.setObservation(orderId, { observation: "Portaria B", seen: null });
  await desk.setObservation(other.orderId, { observation: "Portaria C", seen: null });
  await desk.setPaid(other.orderId);

  expect(await listed()).toMatchObject({
    numbers: [2, 1],
    totals: { orders: 2, paid: 1, pending: 1, totalCents: 3000, paidCents: 1000, pendingCents: 2000, pieces: 3 },
  });
  expect(await listed({ isPaid: false })).toMatchObject({ numbers: [1], totals: { orders: 1, totalCents: 2000 } });
  const { tenantId } = desk.shop;
  const found = (text: string) =>
    desk.ana.session.query(api.orders.search, { tenantId, text, limit: 10, needsReprint: true });
  expect((await found("2")).rows.map(({ number }) => number)).toEqual([2]);
  await desk.setPrinted([other.orderId], true);
  expect((await found("2")).rows).toEqual([]);
});
