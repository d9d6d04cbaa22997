import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { aShop, type Shop } from "../support/builders";
import { refusalOf } from "../support/refusals";

const DRAFT = { code: "151", name: "Vestido Midi Lírio 🌸", priceCents: 18990, stock: 4 };
const SEEN = {
  code: "C151",
  name: "Vestido Midi Lírio 🌸",
  priceCents: 18990,
  stock: 4,
  color: null,
  size: null,
  isActive: true,
};
const PAGE = { paginationOpts: { numItems: 10, cursor: null } };

/** Scheduled functions run when a test says so. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function aCompany() {
  const shop = await aShop();
  const [ana, joao] = [await shop.hasStaff("Ana"), await shop.hasStaff("João")];
  return { shop, tenantId: shop.tenantId, ana: ana.session, joao: joao.session, anaAtWork: ana };
}

async function withProduct() {
  const company = await aCompany();
  const { productId } = await company.ana.mutation(api.products.create, { tenantId: company.tenantId, ...DRAFT });
  return { ...company, productId };
}

describe("a new product", () => {
  test("is kept with its code in one form, its stock, and who made it in the log", async () => {
    const { shop, ana, tenantId, productId } = await withProduct();
    expect(await ana.query(api.products.get, { tenantId, productId })).toMatchObject({ ...SEEN, initialStock: 4 });
    expect(await shop.rows("auditLog")).toMatchObject([
      { action: "product_created", actorName: "Ana", recordLabel: "C151" },
    ]);
    const found = await ana.query(api.products.search, { tenantId, text: "lirio", limit: 5 });
    expect(found).toMatchObject([{ _id: productId }]);
  });

  test("with a code that is there, however written, reads 'Já existe um produto com este código'", async () => {
    const { shop, ana, tenantId } = await withProduct();
    const taken = { code: "product_code_in_use", message: "Já existe um produto com este código" };
    expect(await refusalOf(ana.mutation(api.products.create, { tenantId, ...DRAFT, code: "c151" }))).toEqual(taken);
    const other = await aShop({ deployment: shop.deployment });
    const rita = await other.hasStaff();
    await rita.session.mutation(api.products.create, { tenantId: other.tenantId, ...DRAFT });
  });

  test("without code, name or price reads 'Preencha todos os campos obrigatórios'", async () => {
    const { ana, tenantId } = await aCompany();
    const sentence = { message: "Preencha todos os campos obrigatórios" };
    expect(await refusalOf(ana.mutation(api.products.create, { tenantId, ...DRAFT, name: " " }))).toMatchObject(
      sentence,
    );
    expect(await refusalOf(ana.mutation(api.products.create, { tenantId, ...DRAFT, priceCents: null }))).toMatchObject(
      sentence,
    );
  });

  test("gets the next free code suggested", async () => {
    const { ana, tenantId } = await withProduct();
    expect(await ana.query(api.products.nextCode, { tenantId })).toEqual({ code: "C152" });
  });
});

describe("the list of products", () => {
  test("is newest first, with the inactive ones, page by page", async () => {
    const { ana, tenantId } = await aCompany();
    for (const code of ["A1", "A3", "A2"]) {
      await ana.mutation(api.products.create, { tenantId, ...DRAFT, code, isActive: code !== "A3" });
    }
    const first = await ana.query(api.products.list, { tenantId, paginationOpts: { numItems: 2, cursor: null } });
    expect(first.page.map(({ code, isActive }) => [code, isActive])).toEqual([
      ["A2", true],
      ["A3", false],
    ]);
    const paginationOpts = { numItems: 2, cursor: first.continueCursor };
    const rest = await ana.query(api.products.list, { tenantId, paginationOpts });
    expect(rest.page.map(({ code }) => code)).toEqual(["A1"]);
  });

  test("is searched by code and by name without accents, exact code first", async () => {
    const { ana, tenantId } = await withProduct();
    await ana.mutation(api.products.create, { tenantId, ...DRAFT, code: "C1510", name: "Saia", isActive: false });
    const find = async (text: string) =>
      (await ana.query(api.products.find, { tenantId, text, limit: 10 })).map(({ code }) => code);
    expect(await find("151")).toEqual(["C151", "C1510"]);
    expect(await find("LÍRIO")).toEqual(["C151"]);
    expect(await find("nada")).toEqual([]);
  });

  test("is exported by code, with the stock", async () => {
    const { ana, tenantId } = await withProduct();
    await ana.mutation(api.products.create, { tenantId, ...DRAFT, code: "A1", stock: 0 });
    const { page } = await ana.query(api.products.exportRows, { tenantId, ...PAGE });
    expect(page.map(({ code, stock }) => [code, stock])).toEqual([
      ["A1", 0],
      ["C151", 4],
    ]);
  });
});

describe("two people editing one product", () => {
  test("different fields: both stand", async () => {
    const { ana, joao, tenantId, productId } = await withProduct();
    await ana.mutation(api.products.update, { tenantId, productId, fields: { priceCents: 15000 }, seen: SEEN });
    await joao.mutation(api.products.update, { tenantId, productId, fields: { color: "Verde" }, seen: SEEN });
    expect(await ana.query(api.products.get, { tenantId, productId })).toMatchObject({
      priceCents: 15000,
      color: "Verde",
    });
  });

  test("the same field: the second is told by whom, what and when, and nothing is lost", async () => {
    const { ana, joao, tenantId, productId } = await withProduct();
    await ana.mutation(api.products.update, { tenantId, productId, fields: { priceCents: 15000 }, seen: SEEN });
    const late = joao.mutation(api.products.update, { tenantId, productId, fields: { priceCents: 12000 }, seen: SEEN });
    expect(await refusalOf(late)).toMatchObject({
      code: "changed_meanwhile",
      field: "priceCents",
      value: 15000,
      actorName: "Ana",
      message: "Ana mudou para R$\u00a0150,00 enquanto você editava",
    });
    const seen = { ...SEEN, priceCents: 15000 };
    await joao.mutation(api.products.update, { tenantId, productId, fields: { priceCents: 12000 }, seen });
    expect(await ana.query(api.products.get, { tenantId, productId })).toMatchObject({ priceCents: 12000 });
  });

  test("the same value from both is no conflict", async () => {
    const { ana, joao, tenantId, productId } = await withProduct();
    await ana.mutation(api.products.update, { tenantId, productId, fields: { name: "Saia" }, seen: SEEN });
    await joao.mutation(api.products.update, { tenantId, productId, fields: { name: "Saia" }, seen: SEEN });
  });

  test("stock typed over while a piece was sold is refused, and the sale stands", async () => {
    const { shop, anaAtWork, joao, tenantId, productId } = await withProduct();
    await shop.launch(anaAtWork, { productId });
    const late = joao.mutation(api.products.update, { tenantId, productId, fields: { stock: 10 }, seen: SEEN });
    expect(await refusalOf(late)).toMatchObject({ code: "changed_meanwhile", field: "stock", value: 3 });
    expect(await shop.stockOf(productId)).toBe(3);
  });

  test("a code that another product has is refused in the form too", async () => {
    const { ana, tenantId, productId } = await withProduct();
    await ana.mutation(api.products.create, { tenantId, ...DRAFT, code: "A1" });
    const change = ana.mutation(api.products.update, { tenantId, productId, fields: { code: "a1" }, seen: SEEN });
    expect(await refusalOf(change)).toMatchObject({ code: "product_code_in_use" });
  });
});

describe("stock moved by hand", () => {
  test("is written down with who, why, before and after; a sale writes none", async () => {
    const { shop, anaAtWork, ana, joao, tenantId, productId } = await withProduct();
    await ana.mutation(api.products.update, { tenantId, productId, fields: { stock: 6 }, seen: SEEN });
    await shop.launch(anaAtWork, { productId, quantity: 2 });
    await joao.mutation(api.products.moveStockBy, { tenantId, productId, delta: -1, reason: " peça rasgada " });
    await joao.mutation(api.products.moveStockBy, { tenantId, productId, delta: 5, reason: "" });

    const { page } = await ana.query(api.products.movements, { tenantId, productId, ...PAGE });
    expect(page.map(({ actorName, kind, before, after, reason }) => [actorName, kind, before, after, reason])).toEqual([
      ["João", "moved", 3, 8, null],
      ["João", "moved", 4, 3, "peça rasgada"],
      ["Ana", "edited", 4, 6, null],
    ]);
    const sales = await ana.query(api.products.sales, { tenantId, productId, ...PAGE });
    expect(sales.page).toMatchObject([{ openPieces: 2, paidPieces: 0 }]);
  });

  test("never goes below zero", async () => {
    const { shop, ana, tenantId, productId } = await withProduct();
    const call = ana.mutation(api.products.moveStockBy, { tenantId, productId, delta: -5, reason: "" });
    expect(await refusalOf(call)).toMatchObject({ message: "Estoque insuficiente. Disponível: 4" });
    expect(await shop.stockOf(productId)).toBe(4);
  });

  test.each([0, 0.5, 100_001])("by %d is refused", async (delta) => {
    const { ana, tenantId, productId } = await withProduct();
    const call = ana.mutation(api.products.moveStockBy, { tenantId, productId, delta, reason: "" });
    expect(await refusalOf(call)).toMatchObject({ code: "invalid_quantity" });
  });
});

test("a product that is removed leaves its orders their lines, as 'Produto removido', and its code free", async () => {
  const { shop, anaAtWork, ana, tenantId, productId } = await withProduct();
  const { orderNumber } = await shop.launch(anaAtWork, { productId });
  await ana.mutation(api.products.remove, { tenantId, productId });

  const order = await ana.query(api.orders.byNumber, { tenantId, number: orderNumber });
  expect(order).toMatchObject({
    totalCents: 18990,
    lines: [{ name: "Produto removido", code: "N/A", unitPriceCents: 18990 }],
  });
  expect(await shop.rows("productStocks")).toEqual([]);
  expect((await shop.rows("auditLog")).at(-1)).toMatchObject({
    action: "product_removed",
    before: { name: DRAFT.name, stock: 3 },
  });
  await ana.mutation(api.products.create, { tenantId, ...DRAFT });
});

describe("the picture of a product", () => {
  const JPEG = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3];
  const store = (shop: Shop, bytes: number[] | string) =>
    shop.deployment.run((ctx) =>
      ctx.storage.store(new Blob([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)])),
    );
  const isThere = (shop: Shop, id: Id<"_storage">) =>
    shop.deployment.run(async (ctx) => (await ctx.storage.getUrl(id)) !== null);
  const settle = (shop: Shop) => shop.deployment.finishAllScheduledFunctions(vi.runAllTimers);

  test("and its small form take the place of the one before, whose files are deleted", async () => {
    const { shop, ana, tenantId, productId } = await withProduct();
    const [first, second, small] = [await store(shop, JPEG), await store(shop, JPEG), await store(shop, JPEG)];
    await ana.action(api.products.setImage, { tenantId, productId, fileId: first });
    expect(await ana.query(api.products.get, { tenantId, productId })).toMatchObject({
      imageUrl: expect.any(String),
      thumbnailUrl: null,
    });
    await ana.action(api.products.setImage, { tenantId, productId, fileId: second, thumbnailId: small });
    expect(await isThere(shop, first)).toBe(false);
    expect(await ana.query(api.products.get, { tenantId, productId })).toMatchObject({
      thumbnailUrl: expect.any(String),
    });

    await ana.mutation(api.products.removeImage, { tenantId, productId });
    await settle(shop);
    expect([await isThere(shop, second), await isThere(shop, small)]).toEqual([false, false]);
    expect(await ana.query(api.products.get, { tenantId, productId })).toMatchObject({
      imageUrl: null,
      thumbnailUrl: null,
    });
  });

  test.each([
    ["an SVG with a script", "<svg><script>alert(1)</script></svg>", "Selecione apenas arquivos de imagem."],
    ["6 MB", [...JPEG, ...Array<number>(6 * 1024 * 1024).fill(0)], "Arquivo muito grande. Máximo 5MB."],
  ])("that is none, %s, is refused and deleted; the one there stays", async (_title, bytes, message) => {
    const { shop, ana, tenantId, productId } = await withProduct();
    const good = await store(shop, JPEG);
    await ana.action(api.products.setImage, { tenantId, productId, fileId: good });
    const bad = await store(shop, bytes);
    expect(await refusalOf(ana.action(api.products.setImage, { tenantId, productId, fileId: bad }))).toMatchObject({
      message,
    });
    expect(await isThere(shop, bad)).toBe(false);
    expect(await isThere(shop, good)).toBe(true);
  });

  test("of another product, or company, cannot be taken, nor made to be deleted", async () => {
    const { shop, ana, tenantId, productId } = await withProduct();
    const fileId = await store(shop, JPEG);
    await ana.action(api.products.setImage, { tenantId, productId, fileId });
    const other = await aShop({ deployment: shop.deployment });
    const rita = await other.hasStaff();
    const theirs = await rita.session.mutation(api.products.create, { tenantId: other.tenantId, ...DRAFT });
    const call = rita.session.action(api.products.setImage, {
      tenantId: other.tenantId,
      fileId,
      productId: theirs.productId,
    });
    expect(await refusalOf(call)).toMatchObject({ code: "file_not_found" });
    expect(await isThere(shop, fileId)).toBe(true);
  });

  test("goes with its product", async () => {
    const { shop, ana, tenantId, productId } = await withProduct();
    const fileId = await store(shop, JPEG);
    await ana.action(api.products.setImage, { tenantId, productId, fileId });
    await ana.mutation(api.products.remove, { tenantId, productId });
    await settle(shop);
    expect(await isThere(shop, fileId)).toBe(false);
    expect(await shop.deployment.run(({ db }) => db.query("pictureFiles").collect())).toEqual([]);
  });
});
