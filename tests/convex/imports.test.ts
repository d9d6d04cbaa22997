import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { SheetCells } from "../../domain/sheet";
import { holdJobs, runJobs, runOneStep, sendFile } from "../support/jobs";
import { anOrderDesk } from "../support/orderDesk";
import { refusalOf } from "../support/refusals";
import { verify } from "../support/verifying";

beforeEach(holdJobs);
afterEach(() => {
  vi.useRealTimers();
});

const PAGE = { paginationOpts: { numItems: 50, cursor: null } };

async function aDesk() {
  const desk = await anOrderDesk();
  const { shop, ana } = desk;
  const { tenantId } = shop;
  const jobOf = (jobId: Id<"jobs">) => ana.session.query(api.jobs.get, { tenantId, jobId });
  const failuresOf = async (jobId: Id<"jobs">) =>
    (await ana.session.query(api.jobs.failures, { tenantId, jobId, ...PAGE })).page;
  const send = async (
    kind: "product_import" | "customer_import",
    cells: readonly SheetCells[],
    options: { updateExisting?: boolean } = {},
  ) => {
    const rows = cells.map((each, at) => ({ line: at + 2, cells: each }));
    return await sendFile(shop, ana, { kind, rows, fileName: "da-loja.csv", ...options });
  };
  return { desk, shop, tenantId, ana, session: ana.session, jobOf, failuresOf, send };
}

describe("a file of products", () => {
  test("the good rows become products, the bad ones are listed with line, code and reason", async () => {
    const { shop, jobOf, failuresOf, send } = await aDesk();
    await shop.hasProduct({ code: "C1", name: "Já havia", priceCents: 500, stock: 7 });
    const jobId = await send("product_import", [
      { code: "2", name: "Vestido 👗", price: "189,90", stock: "4", color: "Azul" },
      { code: "C1", name: "Outro nome", price: "1,00" },
      { code: "C3", name: "Saia", price: "dez" },
      { code: "C2", name: "Repetido", price: "1,00" },
    ]);
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({
      kind: "product_import",
      label: "da-loja.csv",
      state: "done",
      total: 4,
      ok: 1,
      failed: 3,
    });
    expect(await failuresOf(jobId)).toEqual([
      { line: 3, label: "C1", reason: "Já existe um produto com este código" },
      { line: 4, label: "C3", reason: "Valor inválido" },
      { line: 5, label: "C2", reason: "Já existe um produto com este código" },
    ]);
    const products = await shop.rows("products");
    expect(products.map(({ code, name }) => `${code} ${name}`)).toEqual(["C1 Já havia", "C2 Vestido 👗"]);
    expect(products[1]).toMatchObject({ priceCents: 18_990, color: "Azul", size: null, isActive: true });
    expect((await shop.rows("auditLog")).slice(-2)).toMatchObject([
      { action: "product_created", actorName: "Ana" },
      {
        action: "products_imported",
        actorName: "Ana",
        recordKind: "import",
        recordLabel: "da-loja.csv",
        after: { rows: 4, rowsDone: 1, rowsRefused: 3, end: "done" },
      },
    ]);
    expect(await shop.rows("jobChunks")).toEqual([]);
  });

  test("where it is to change what is there, a row changes what it says; the stock's movement names the file", async () => {
    const { shop, jobOf, send } = await aDesk();
    const id = await shop.hasProduct({ code: "C1", name: "Antigo", priceCents: 500, stock: 7, color: "Azul" });
    const rows: SheetCells[] = [
      { code: "1", name: "Novo", price: "9,90", stock: "12" },
      { code: "C9", name: "Mais um", price: "1" },
    ];
    const jobId = await send("product_import", rows, { updateExisting: true });
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ ok: 2, failed: 0 });
    expect((await shop.rows("products"))[0]).toMatchObject({ name: "Novo", priceCents: 990, color: "Azul" });
    expect(await shop.stockOf(id)).toBe(12);
    expect(await shop.rows("stockMovements")).toMatchObject([
      { kind: "imported", before: 7, after: 12, actorName: "Ana", reason: "da-loja.csv" },
    ]);
    const prices = (await shop.rows("auditLog")).filter(({ action }) => action === "product_changed");
    expect(prices).toMatchObject([{ before: { priceCents: 500 }, after: { priceCents: 990 } }]);
  });

  test("canceled in the middle, what is done stays and the rest is gone", async () => {
    const { shop, tenantId, session, jobOf, send } = await aDesk();
    const rows = Array.from({ length: 450 }, (_, at) => ({
      code: `C${at + 1}`,
      name: at % 3 === 0 ? "" : `Produto ${at + 1}`,
      price: "1,00",
    }));
    const jobId = await send("product_import", rows);
    for (let step = 0; step < 10; step += 1) await runOneStep(shop.deployment);
    expect(await session.mutation(api.jobs.cancel, { tenantId, jobId })).toEqual({ state: "canceled" });
    await runJobs(shop.deployment);
    const job = await jobOf(jobId);
    expect(job).toMatchObject({ state: "canceled", total: 450, done: 250, ok: 166, failed: 84 });
    expect(await shop.rows("products")).toHaveLength(166);
    expect(await shop.rows("jobFailures")).toHaveLength(84);
    expect(await shop.rows("jobChunks")).toEqual([]);
    expect((await shop.rows("auditLog")).at(-1)).toMatchObject({
      action: "products_imported",
      after: { rows: 450, rowsDone: 166, rowsRefused: 84, end: "canceled" },
    });
  });

  test("a slice that throws ends the job: it says so, and what was done before stays", async () => {
    const { shop, tenantId, session, jobOf, send } = await aDesk();
    const rows = Array.from({ length: 450 }, (_, at) => ({ code: `C${at + 1}`, name: "Saia", price: "1,00" }));
    const jobId = await send("product_import", rows);
    await shop.deployment.run(async ({ db }) => {
      const lost = (await db.query("jobChunks").collect()).find(({ first }) => first === 200);
      if (lost !== undefined) await db.delete("jobChunks", lost._id);
    });
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ state: "broken", total: 450, done: 200, ok: 200, failed: 0 });
    expect((await jobOf(jobId))?.finishedAt).not.toBeNull();
    expect(await shop.rows("jobs")).toMatchObject([{ cause: expect.stringContaining("should have its chunks") }]);
    expect(await shop.rows("products")).toHaveLength(200);
    expect(await shop.rows("jobChunks")).toEqual([]);
    expect((await shop.rows("auditLog")).at(-1)).toMatchObject({
      action: "products_imported",
      after: { rows: 450, rowsDone: 200, rowsRefused: 0, end: "broken" },
    });
    expect(await session.mutation(api.jobs.cancel, { tenantId, jobId })).toEqual({ state: "broken" });
  });
});

describe("a file of customers", () => {
  const MARIA = { phone: "(11) 91111-1111", name: "Maria Souza" };

  test("registers them, names those who only bought so far, and leaves the known alone", async () => {
    const { desk, shop, session, tenantId, jobOf, failuresOf, send } = await aDesk();
    await shop.hasCustomer({ phone: "5521922222222", name: "José Prado" });
    await shop.launch(desk.ana, { productId: await shop.hasProduct(), phone: "11933333333" });
    const jobId = await send("customer_import", [
      { ...MARIA, cpf: "529.982.247-25", whatsappGroup: "VIPs", cep: "30140-071", city: "BH", state: "mg" },
      { phone: "21 92222-2222", name: "Outro José" },
      { phone: "11933333333", name: "Zélia" },
      { phone: "123", name: "Curto" },
      { phone: "11944444444" },
    ]);
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ ok: 2, failed: 3 });
    expect(await failuresOf(jobId)).toEqual([
      { line: 3, label: "Outro José", reason: "Cliente já cadastrado com este telefone" },
      { line: 5, label: "Curto", reason: "Telefone inválido" },
      { line: 6, label: "11944444444", reason: "Informe telefone e nome completo" },
    ]);
    const [maria] = await session.query(api.customers.find, { tenantId, text: "souza", limit: 5 });
    expect(await session.query(api.customers.get, { tenantId, customerId: maria?._id ?? ("" as never) })).toMatchObject(
      {
        phone: "5511911111111",
        cpf: "52998224725",
        whatsappGroup: "VIPs",
        address: { cep: "30140071", city: "BH", state: "MG", street: "" },
      },
    );
    expect(await shop.rows("orders")).toMatchObject([{ customerName: "Zélia" }]);
    expect(await session.query(api.customers.overview, { tenantId })).toMatchObject({ customers: 3 });
    expect(await verify(shop)).toMatchObject([{ differences: [] }]);
  });

  test("where it is to change them, empty cells keep what is known and a name may be missing", async () => {
    const { shop, session, tenantId, jobOf, failuresOf, send } = await aDesk();
    await shop.hasCustomer({ phone: "5511911111111", name: "Maria Souza", whatsappGroup: "Antigo" });
    const rows = [
      { phone: "11911111111", whatsappGroup: "VIPs" },
      { phone: "11955555555", whatsappGroup: "VIPs" },
    ];
    const jobId = await send("customer_import", rows, { updateExisting: true });
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ ok: 1, failed: 1 });
    expect(await failuresOf(jobId)).toMatchObject([{ line: 3, reason: "Informe telefone e nome completo" }]);
    expect(await session.query(api.customers.find, { tenantId, text: "maria", limit: 5 })).toMatchObject([
      { name: "Maria Souza", whatsappGroup: "VIPs" },
    ]);
    expect(await shop.rows("customers")).toHaveLength(1);
  });

  test("a row that is refused when it has already written something leaves nothing behind", async () => {
    const { desk, shop, jobOf, failuresOf, send } = await aDesk();
    await shop.launch(desk.ana, { productId: await shop.hasProduct(), phone: "11911111111" });
    await shop.deployment.run(async ({ db }) => {
      const [buyer] = await db.query("customers").collect();
      // An address of mail from a time when it was not checked: what the row says over it is refused, after the name was given.
      if (buyer !== undefined) await db.patch("customers", buyer._id, { email: "sem arroba" });
    });
    const logged = await shop.rows("auditLog");
    const jobId = await send("customer_import", [MARIA]);
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ ok: 0, failed: 1 });
    expect(await failuresOf(jobId)).toMatchObject([{ reason: "E-mail inválido" }]);
    expect(await shop.rows("customers")).toMatchObject([{ name: null }]);
    expect(await shop.rows("customerNameWords")).toEqual([]);
    expect(await shop.rows("orders")).toMatchObject([{ customerName: null }]);
    const [line, ...more] = (await shop.rows("auditLog")).slice(logged.length);
    expect(line).toMatchObject({ action: "customers_imported", after: { rows: 1, rowsDone: 0, rowsRefused: 1 } });
    expect(more).toEqual([]);
  });
});

describe("sending a file", () => {
  const row = (line: number) => ({ line, cells: { code: `C${line}`, name: "Produto", price: "1" } });
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => row(from + at));

  async function begun(total: number) {
    const world = await aDesk();
    const { tenantId, session } = world;
    const file = { tenantId, kind: "product_import" as const, fileName: "a.csv", total, updateExisting: false };
    const { jobId } = await session.mutation(api.imports.begin, file);
    const add = (first: number, some: ReturnType<typeof rows>) =>
      session.mutation(api.imports.addRows, { tenantId, jobId, first, rows: some });
    const start = () => session.mutation(api.imports.start, { tenantId, jobId });
    return { ...world, jobId, add, start };
  }

  test("a piece that is sent again counts once", async () => {
    const { shop, add, start, jobId, jobOf } = await begun(250);
    expect(await add(0, rows(2, 200))).toEqual({ received: 200 });
    expect(await add(0, rows(2, 200))).toEqual({ received: 200 });
    expect(await refusalOf(start())).toMatchObject({
      code: "import_incomplete",
      message: "O arquivo não chegou inteiro. Envie de novo.",
    });
    expect(await add(200, rows(202, 50))).toEqual({ received: 250 });
    await start();
    expect(await refusalOf(start())).toMatchObject({ code: "job_not_found" });
    expect(await refusalOf(add(0, rows(2, 200)))).toMatchObject({ code: "job_not_found" });
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ state: "done", ok: 250 });
  });

  test("a piece that fits nowhere is refused", async () => {
    const { add } = await begun(250);
    expect(await refusalOf(add(0, rows(2, 201)))).toMatchObject({ code: "too_many_items", max: 200 });
    for (const [first, count] of [
      [0, 199],
      [100, 200],
      [200, 51],
      [400, 10],
      [-200, 200],
    ] as const) {
      expect(await refusalOf(add(first, rows(2, count)))).toMatchObject({ code: "import_incomplete" });
    }
  });

  test.each([
    [{ total: 0 }, "O arquivo não tem linhas para importar"],
    [{ total: 20_001 }, "O arquivo tem mais de 20000 linhas. Divida-o em partes."],
    [{ fileName: "x".repeat(201) }, "Use no máximo 200 caracteres"],
  ])("%j: '%s'", async (file, message) => {
    const { tenantId, session } = await aDesk();
    const begin = { tenantId, kind: "product_import" as const, fileName: "a.csv", total: 1, updateExisting: false };
    expect(await refusalOf(session.mutation(api.imports.begin, { ...begin, ...file }))).toMatchObject({ message });
  });

  test("one that is given up leaves nothing to work through", async () => {
    const { shop, tenantId, session, add, jobId, start } = await begun(400);
    await add(0, rows(2, 200));
    await session.mutation(api.jobs.cancel, { tenantId, jobId });
    await runJobs(shop.deployment);
    expect(await shop.rows("jobChunks")).toEqual([]);
    expect(await refusalOf(start())).toMatchObject({ code: "job_not_found" });
  });
});
