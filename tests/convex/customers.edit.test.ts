import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { aShop } from "../support/builders";
import { refusalOf } from "../support/refusals";

const SEEN = { name: "Maria Souza", cpf: null, email: null, address: null, whatsappGroup: null };

async function aCompany() {
  const shop = await aShop();
  const [ana, joao] = [await shop.hasStaff("Ana"), await shop.hasStaff("João")];
  const { tenantId } = shop;
  const typed = { tenantId, phone: "(11) 91234-5678", name: " Maria Souza " };
  const { customerId } = await ana.session.mutation(api.customers.create, typed);
  return { shop, person: ana, ana: ana.session, joao: joao.session, tenantId, customerId };
}

test("a customer is registered once; the second time reads 'Cliente já cadastrado com este telefone'", async () => {
  const { ana, tenantId, customerId } = await aCompany();
  expect(await ana.query(api.customers.get, { tenantId, customerId })).toMatchObject({
    ...SEEN,
    phone: "5511912345678",
  });
  const again = ana.mutation(api.customers.create, { tenantId, phone: "5511912345678", name: "Outra" });
  expect(await refusalOf(again)).toEqual({
    code: "customer_exists",
    message: "Cliente já cadastrado com este telefone",
  });
});

test("a phone that only bought so far gets its name, on its orders and in the search too", async () => {
  const { shop, person, ana, tenantId } = await aCompany();
  const productId = await shop.hasProduct();
  await shop.launch(person, { productId, phone: "11922223333" });
  await ana.mutation(api.customers.create, { tenantId, phone: "11922223333", name: "Zélia Prado" });
  const found = await ana.query(api.orders.search, { tenantId, text: "zelia", limit: 5 });
  expect(found.rows).toMatchObject([{ customerName: "Zélia Prado", customerPhone: "5511922223333" }]);
});

test.each([
  [{ phone: " ", name: "Maria" }, "Informe telefone e nome completo"],
  [{ phone: "11912345678", name: "" }, "Informe telefone e nome completo"],
  [{ phone: "123", name: "Maria" }, "Telefone inválido"],
])("typed as %j: '%s'", async (typed, message) => {
  const { ana, tenantId } = await aCompany();
  expect(await refusalOf(ana.mutation(api.customers.create, { tenantId, ...typed }))).toMatchObject({ message });
});

test("a changed name is on the orders and found; the old one is not found any more", async () => {
  const { shop, person, ana, tenantId, customerId } = await aCompany();
  await shop.launch(person, { productId: await shop.hasProduct(), phone: "11912345678" });
  await ana.mutation(api.customers.update, { tenantId, customerId, fields: { name: "Marta Lima" }, seen: SEEN });
  const search = async (text: string) => (await ana.query(api.orders.search, { tenantId, text, limit: 5 })).rows;
  expect(await search("marta")).toMatchObject([{ customerName: "Marta Lima" }]);
  expect(await search("maria")).toEqual([]);
});

test("two people: different fields both stand, the same field is refused with who and what", async () => {
  const { ana, joao, tenantId, customerId } = await aCompany();
  await ana.mutation(api.customers.update, { tenantId, customerId, fields: { whatsappGroup: "VIPs" }, seen: SEEN });
  await joao.mutation(api.customers.update, { tenantId, customerId, fields: { cpf: "529.982.247-25" }, seen: SEEN });
  const late = joao.mutation(api.customers.update, {
    tenantId,
    customerId,
    fields: { whatsappGroup: "Bazar" },
    seen: SEEN,
  });
  expect(await refusalOf(late)).toMatchObject({
    code: "changed_meanwhile",
    field: "whatsappGroup",
    message: "Ana mudou para VIPs enquanto você editava",
  });
  expect(await ana.query(api.customers.get, { tenantId, customerId })).toMatchObject({
    whatsappGroup: "VIPs",
    cpf: "52998224725",
  });
});

test("without a name: 'Nome e telefone são obrigatórios'", async () => {
  const { ana, tenantId, customerId } = await aCompany();
  const call = ana.mutation(api.customers.update, { tenantId, customerId, fields: { name: " " }, seen: SEEN });
  expect(await refusalOf(call)).toMatchObject({ message: "Nome e telefone são obrigatórios" });
});

test("a forgotten customer leaves the orders; the log keeps who it was", async () => {
  const { shop, person, ana, tenantId, customerId } = await aCompany();
  await shop.launch(person, { productId: await shop.hasProduct(), phone: "11912345678" });
  await ana.mutation(api.customers.remove, { tenantId, customerId });
  expect(await ana.query(api.customers.get, { tenantId, customerId })).toBeNull();
  expect(await shop.rows("customerNameWords")).toEqual([]);
  expect(await shop.rows("orders")).toMatchObject([{ customerName: "Maria Souza" }]);
  expect((await shop.rows("auditLog")).at(-1)).toMatchObject({
    action: "customer_removed",
    before: { name: "Maria Souza" },
  });
});
