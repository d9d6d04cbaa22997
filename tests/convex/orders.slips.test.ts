import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { aShop } from "../support/builders";
import { refusalOf } from "../support/refusals";

async function aSelection() {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  await shop.hasCustomer({ phone: "5511911110000", name: "Maria de Fátima" });
  const saia = await shop.hasProduct({
    code: "C2",
    name: "Saia",
    priceCents: 5000,
    color: "Verde",
    size: "M",
    stock: 9,
  });
  const lenco = await shop.hasProduct({ code: "C1", name: "Lenço", priceCents: 1050, stock: 9 });
  const first = await shop.launch(ana, { productId: saia, phone: "11911110000", quantity: 2 });
  await shop.launch(ana, { productId: lenco, phone: "11911110000" });
  const second = await shop.launch(ana, { productId: lenco, phone: "11911110001" });
  return { shop, ana, session: ana.session, tenantId: shop.tenantId, lenco, orderIds: [second.orderId, first.orderId] };
}

test("the slips of a selection say everything a slip needs, in the selection's order", async () => {
  const { shop, session, tenantId, orderIds } = await aSelection();
  const address = {
    cep: "31575060",
    street: "Rua A",
    number: "1",
    complement: "",
    neighborhood: "B",
    city: "C",
    state: "MG",
  };
  await shop.deployment.run(async ({ db }) => {
    const [maria] = await db.query("customers").collect();
    if (maria !== undefined) await db.patch("customers", maria._id, { address });
  });
  const { slips, texts } = await session.query(api.orders.slips, { tenantId, orderIds });
  expect(slips).toMatchObject([
    { number: 2, customerName: null, address: null, totalCents: 1050, lines: [{ code: "C1", quantity: 1 }] },
    {
      number: 1,
      customerName: "Maria de Fátima",
      address,
      totalCents: 11050,
      lines: [
        {
          code: "C2",
          name: "Saia",
          color: "Verde",
          size: "M",
          quantity: 2,
          unitPriceCents: 5000,
          lineTotalCents: 10000,
        },
        { code: "C1", name: "Lenço", quantity: 1, lineTotalCents: 1050 },
      ],
    },
  ]);
  expect(texts).toEqual({ shipping: "PAC R$\u00a023,00, até 9 dias úteis", payment: "Pix pelo Mercado Pago" });
});

test("an order goes where its checkout says; another of the same customer where the customer lives", async () => {
  const { shop, session, tenantId, orderIds } = await aSelection();
  const home = {
    cep: "31575060",
    street: "Rua A",
    number: "1",
    complement: "",
    neighborhood: "B",
    city: "C",
    state: "MG",
  };
  const work = { ...home, street: "Rua do Trabalho" };
  const known = { cpf: "", email: "" };
  const [, first] = orderIds;
  const saia = (await shop.rows("products")).find(({ code }) => code === "C2");
  if (first === undefined || saia === undefined) throw new Error("there should be an order and a product");
  const next = await session.mutation(api.manualSales.launch, {
    tenantId,
    productId: saia._id,
    phone: "11911110000",
    quantity: 1,
    eventDate: "2026-11-27",
    launchId: "another-date-of-hers",
  });
  const name = "Maria de Fátima";
  await session.mutation(api.checkout.saveCustomer, { tenantId, orderId: first, name, ...known, address: work });
  // Saved last, this is where the customer lives; the order of before still goes where it was to go.
  await session.mutation(api.checkout.saveCustomer, { tenantId, orderId: next.orderId, name, ...known, address: home });
  const third = await session.mutation(api.manualSales.launch, {
    tenantId,
    productId: saia._id,
    phone: "11911110000",
    quantity: 1,
    eventDate: "2026-12-04",
    launchId: "a-third-date-of-hers",
  });
  const { slips } = await session.query(api.orders.slips, { tenantId, orderIds: [first, next.orderId, third.orderId] });
  expect(slips.map(({ address }) => address?.street)).toEqual(["Rua do Trabalho", "Rua A", "Rua A"]);
});

test("a product that is gone is 'Produto removido' on the slip", async () => {
  const { session, tenantId, orderIds, lenco } = await aSelection();
  await session.mutation(api.products.remove, { tenantId, productId: lenco });
  const { slips } = await session.query(api.orders.slips, { tenantId, orderIds });
  expect(slips[0]?.lines).toMatchObject([{ code: "N/A", name: "Produto removido", lineTotalCents: 1050 }]);
});

test("the rows of a selection come in its order", async () => {
  const { session, tenantId, orderIds } = await aSelection();
  const rows = await session.query(api.orders.selected, { tenantId, orderIds });
  expect(rows.map(({ number }) => number)).toEqual([2, 1]);
});

test("50 slips and 200 rows at most are asked for at once", async () => {
  const { session, tenantId, orderIds } = await aSelection();
  const many = (count: number) =>
    Array.from({ length: count }, () => orderIds)
      .flat()
      .slice(0, count);
  const slips = session.query(api.orders.slips, { tenantId, orderIds: many(51) });
  expect(await refusalOf(slips)).toMatchObject({ code: "too_many_items", max: 50 });
  const rows = session.query(api.orders.selected, { tenantId, orderIds: many(201) });
  expect(await refusalOf(rows)).toMatchObject({ code: "too_many_items", max: 200 });
});

test("the slips' two texts are the company's own once it has set them; nothing is a text too", async () => {
  const { shop, session, tenantId, orderIds } = await aSelection();
  const owner = await shop.hasStaff("Dona", "owner");
  const save = (texts: { slipShipping?: string; slipPayment?: string; seen?: Record<string, string> }) =>
    owner.session.mutation(api.settings.saveSystem, { tenantId, ...texts });
  const read = async () => (await session.query(api.orders.slips, { tenantId, orderIds })).texts;
  expect(await read()).toEqual({ shipping: "PAC R$\u00a023,00, até 9 dias úteis", payment: "Pix pelo Mercado Pago" });
  await save({ slipShipping: " Motoboy R$ 15,00 " });
  expect(await read()).toEqual({ shipping: "Motoboy R$ 15,00", payment: "Pix pelo Mercado Pago" });
  await save({ slipPayment: "" });
  expect(await read()).toEqual({ shipping: "Motoboy R$ 15,00", payment: "" });
  expect((await shop.rows("auditLog")).at(-1)).toMatchObject({
    action: "settings_changed",
    before: { slipPayment: "Pix pelo Mercado Pago" },
    after: { slipPayment: "" },
  });
  expect(await refusalOf(save({ slipShipping: "x".repeat(121) }))).toMatchObject({ code: "value_too_long", max: 120 });
  const late = save({ slipShipping: "PAC", seen: { slipShipping: "PAC R$\u00a023,00, até 9 dias úteis" } });
  expect(await refusalOf(late)).toMatchObject({
    code: "changed_meanwhile",
    message: "Dona mudou para Motoboy R$ 15,00 enquanto você editava",
  });
});
