import { describe, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { aDeployment, aShop, type Person, type Shop } from "../support/builders";
import { refusalOf } from "../support/refusals";

const search = (shop: Shop, by: Person, text: string, limit = 10) =>
  by.session.query(api.products.search, { tenantId: shop.tenantId, text, limit });

async function aCatalogue() {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  for (const [code, name] of [
    ["C1510", "Saia Plissada Maré"],
    ["C215", "Blusa Manga Bufante"],
    ["C151", "Vestido Midi Lírio"],
    ["C99", "Conjunto 151 Peças"],
    ["X7", "Calça Pantalona Brisa"],
  ] as const) {
    await shop.hasProduct({ code, name });
  }
  return { shop, ana };
}

describe("the product search", () => {
  const cases: [title: string, text: string, codes: string[]][] = [
    ["the digits alone find the code, exact first, then by code", "151", ["C151", "C1510", "C99"]],
    ["small letters do", "c151", ["C151", "C1510"]],
    ["spaces around do not matter", " C151 ", ["C151", "C1510"]],
    ["a part of the code", "15", ["C151", "C1510", "C215", "C99"]],
    ["the name without its accents", "lirio", ["C151"]],
    ["the name with accents nobody wrote", "CALÇÃ", ["X7"]],
    ["a part in the middle of the name", "a", ["C1510", "C215", "C99", "X7"]],
    ["nothing typed lists by code", "", ["C151", "C1510", "C215", "C99", "X7"]],
    ["what is not there", "zzz", []],
  ];

  test.each(cases)("%s", async (_title, text, codes) => {
    const { shop, ana } = await aCatalogue();
    expect((await search(shop, ana, text)).map((row) => row.code)).toEqual(codes);
  });

  test("keeps to the limit, exact code first all the same", async () => {
    const { shop, ana } = await aCatalogue();
    expect((await search(shop, ana, "151", 1)).map((row) => row.code)).toEqual(["C151"]);
    expect((await search(shop, ana, "15", 2)).map((row) => row.code)).toEqual(["C151", "C1510"]);
  });

  test("leaves inactive products out, by name and by exact code", async () => {
    const { shop, ana } = await aCatalogue();
    await shop.hasProduct({ code: "C500", name: "Fora de linha", isActive: false });
    expect(await search(shop, ana, "500")).toEqual([]);
    expect(await search(shop, ana, "fora")).toEqual([]);
  });

  test("a row shows the catalogue, the picture's address and where the stock is, but no stock", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const imageId = await shop.deployment.run((ctx) =>
      ctx.storage.store(new Blob(["<svg/>"], { type: "image/svg+xml" })),
    );
    const productId = await shop.hasProduct({ code: "C1", name: "Lenço", color: "Verde", size: "Único", imageId });

    const [row] = await search(shop, ana, "C1");

    expect(row).toEqual({
      _id: productId,
      code: "C1",
      name: "Lenço",
      priceCents: 18990,
      color: "Verde",
      size: "Único",
      imageUrl: expect.stringContaining("http"),
      stockId: expect.any(String),
    });
  });
});

describe("the stock of the products in view", () => {
  test("says what is left and where the bar began", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ stock: 4, initialStock: 12 });
    await shop.launch(ana, { productId });

    const levels = await ana.session.query(api.products.stock, { tenantId: shop.tenantId, productIds: [productId] });

    expect(levels).toEqual([{ productId, stock: 3, initialStock: 12 }]);
  });

  test("leaves a product that is gone out", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const [kept, gone] = [await shop.hasProduct({ stock: 2 }), await shop.hasProduct()];
    await shop.deployment.run(({ db }) => db.delete("products", gone));
    const levels = await ana.session.query(api.products.stock, { tenantId: shop.tenantId, productIds: [gone, kept] });
    expect(levels.map((level) => level.productId)).toEqual([kept]);
  });

  test("is asked for 50 at most", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productIds = Array<Id<"products">>(51).fill(await shop.hasProduct());
    const call = ana.session.query(api.products.stock, { tenantId: shop.tenantId, productIds });
    expect(await refusalOf(call)).toMatchObject({ code: "too_many_items", max: 50 });
  });
});

test("a code is unique in its company, however it is written", async () => {
  const shop = await aShop();
  await shop.hasProduct({ code: "C151" });
  await expect(shop.hasProduct({ code: "151" })).rejects.toThrow("product code C151 should be free in its company");
  await (await aShop({ deployment: shop.deployment })).hasProduct({ code: "C151" });
});

describe("a company by its label", () => {
  test("is found by the label alone, and gives its name and no more", async () => {
    const deployment = aDeployment();
    const id = await deployment.mutation(internal.seed.addTenant, { name: "Loja Demo", slug: "lojademo" });
    const found = await deployment.query(api.tenants.bySlug, { slug: "LojaDemo" });
    expect(found).toEqual({ id, name: "Loja Demo", slug: "lojademo" });
    expect(await deployment.query(api.tenants.bySlug, { slug: "outra" })).toBeNull();
  });

  test("is as absent when it is switched off", async () => {
    const deployment = aDeployment();
    const id = await deployment.mutation(internal.seed.addTenant, { name: "Loja Fechada", slug: "fechada" });
    await deployment.run(({ db }) => db.patch("tenants", id, { isActive: false }));
    expect(await deployment.query(api.tenants.bySlug, { slug: "fechada" })).toBeNull();
  });
});
