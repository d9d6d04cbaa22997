import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { LIVE_DATE } from "../support/builders";
import { holdJobs, runJobs, runOneStep } from "../support/jobs";
import { anOrderDesk } from "../support/orderDesk";
import { refusalOf } from "../support/refusals";
import { verify } from "../support/verifying";

beforeEach(holdJobs);
afterEach(() => {
  vi.useRealTimers();
});

const PAGE = { paginationOpts: { numItems: 50, cursor: null } };

/** As many open LIVE orders as asked, one piece each, and one of the BAZAR that no filter here names. */
async function aLive(orders: number) {
  const desk = await anOrderDesk();
  const { shop, ana } = desk;
  const { tenantId } = shop;
  const dress = await shop.hasProduct({ code: "C151", priceCents: 1000, stock: 1_000 });
  const sell = async (at: number, eventType: "LIVE" | "BAZAR" = "LIVE") => {
    const { orderId } = await shop.launch(ana, { productId: dress, phone: String(11900000000 + at), eventType });
    return orderId;
  };
  await sell(999, "BAZAR");
  const ids: Id<"orders">[] = [];
  for (let at = 0; at < orders; at += 1) ids.push(await sell(at));
  const start = (
    selection: { filter: { isPaid?: boolean; eventType?: "LIVE"; eventDate?: string } } | { orderIds: Id<"orders">[] },
    action:
      | { kind: "printed"; printed: boolean }
      | { kind: "paid"; isPaid: boolean }
      | { kind: "remove"; returnPaidStock: boolean },
  ) => ana.session.mutation(api.orders.startBulk, { tenantId, ...selection, action });
  const jobOf = (jobId: Id<"jobs">) => ana.session.query(api.jobs.get, { tenantId, jobId });
  const failuresOf = async (jobId: Id<"jobs">) =>
    (await ana.session.query(api.jobs.failures, { tenantId, jobId, ...PAGE })).page;
  return { desk, shop, tenantId, session: ana.session, dress, ids, sell, start, jobOf, failuresOf };
}

describe("something done to every order of a filter", () => {
  test("marks all as printed, slice by slice, with its progress; the others stay", async () => {
    const { shop, start, jobOf } = await aLive(60);
    const { jobId, total } = await start({ filter: { eventType: "LIVE" } }, { kind: "printed", printed: true });
    expect(total).toBe(60);
    expect(await jobOf(jobId)).toMatchObject({
      kind: "orders_printed",
      label: "Marcar como impresso",
      state: "running",
      total: 60,
      done: 0,
      createdByName: "Ana",
      finishedAt: null,
    });
    await runOneStep(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ state: "running", done: 25, ok: 25, failed: 0 });
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ state: "done", total: 60, done: 60, ok: 60, failed: 0 });
    expect((await jobOf(jobId))?.finishedAt).toEqual(expect.any(Number));
    const orders = await shop.rows("orders");
    expect(orders.filter(({ printed }) => printed)).toHaveLength(60);
    expect(orders.find(({ eventType }) => eventType === "BAZAR")).toMatchObject({ printed: false });
    const printings = (await shop.rows("orderEvents")).filter(({ change }) => change.kind === "field_changed");
    expect(printings).toHaveLength(60);
    expect(printings[0]).toMatchObject({ actorName: "Ana" });
  });

  test("an order that comes while it goes on is left alone, also where it stands under the filter", async () => {
    const { shop, start, jobOf, sell } = await aLive(30);
    const { jobId } = await start({ filter: { isPaid: false, eventType: "LIVE" } }, { kind: "paid", isPaid: true });
    await runOneStep(shop.deployment);
    const late = await sell(500);
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ state: "done", done: 30, ok: 30 });
    const orders = await shop.rows("orders");
    expect(orders.find(({ _id }) => _id === late)).toMatchObject({ isPaid: false });
    expect(orders.filter(({ isPaid }) => isPaid)).toHaveLength(30);
    expect(await verify(shop)).toMatchObject([{ differences: [] }]);
  });

  test("what cannot be done to one order is said of it, and the others are done", async () => {
    const { desk, shop, start, jobOf, failuresOf, ids, dress } = await aLive(3);
    for (const id of ids) await desk.setPaid(id);
    await shop.launch(desk.ana, { productId: dress, phone: "11900000001", eventType: "LIVE" });
    const { jobId } = await start({ filter: { isPaid: true } }, { kind: "paid", isPaid: false });
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ state: "done", done: 3, ok: 2, failed: 1 });
    expect(await failuresOf(jobId)).toEqual([
      {
        line: 3,
        label: "Pedido #3, +55 (11) 90000-0001",
        reason: "Já existe o pedido #5 em aberto deste telefone nesta data",
      },
    ]);
  });

  test("deletes all of a date and gives the stock back; the totals agree", async () => {
    const { shop, start, jobOf, dress } = await aLive(28);
    const { jobId } = await start({ filter: { eventDate: LIVE_DATE } }, { kind: "remove", returnPaidStock: false });
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ label: "Excluir pedidos", state: "done", ok: 29 });
    expect(await shop.rows("orders")).toEqual([]);
    expect(await shop.stockOf(dress)).toBe(1_000);
    expect(await verify(shop)).toMatchObject([{ orders: 0, differences: [] }]);
  });

  test("canceled, what is done stays and nothing more is done", async () => {
    const { shop, tenantId, session, start, jobOf } = await aLive(60);
    const { jobId } = await start({ filter: {} }, { kind: "printed", printed: true });
    await runOneStep(shop.deployment);
    expect(await session.mutation(api.jobs.cancel, { tenantId, jobId })).toEqual({ state: "canceled" });
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ state: "canceled", done: 25, ok: 25 });
    expect((await shop.rows("orders")).filter(({ printed }) => printed)).toHaveLength(25);
    expect(await session.mutation(api.jobs.cancel, { tenantId, jobId })).toEqual({ state: "canceled" });
  });

  test("of nothing it is done at once", async () => {
    const { shop, start, jobOf } = await aLive(0);
    const { jobId, total } = await start({ filter: { isPaid: true } }, { kind: "printed", printed: true });
    expect(total).toBe(0);
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ state: "done", total: 0, done: 0 });
  });
});

describe("something done to a selection", () => {
  test("each order once; one that is gone is a failure; nothing to work through is left", async () => {
    const { desk, shop, start, jobOf, failuresOf, ids } = await aLive(5);
    const [gone, later] = ids;
    if (gone === undefined || later === undefined) throw new Error("there should be orders");
    await desk.remove([gone]);
    const { jobId, total } = await start({ orderIds: [...ids, ...ids] }, { kind: "printed", printed: true });
    expect(total).toBe(5);
    await desk.remove([later]);
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ state: "done", done: 5, ok: 3, failed: 2 });
    expect(await failuresOf(jobId)).toEqual([
      { line: 0, label: "Pedido excluído", reason: "Pedido não encontrado" },
      { line: 3, label: "Pedido #3", reason: "Pedido não encontrado" },
    ]);
    expect(await shop.rows("jobChunks")).toEqual([]);
  });

  test("refused with both filter and selection, with neither, and with more than a thousand", async () => {
    const { shop, tenantId, session, ids } = await aLive(1);
    const action = { kind: "printed" as const, printed: true };
    const call = (selection: { filter?: object; orderIds?: Id<"orders">[] }) =>
      refusalOf(session.mutation(api.orders.startBulk, { tenantId, ...selection, action }));
    expect(await call({})).toMatchObject({ message: "Selecione pelo menos um pedido" });
    expect(await call({ filter: {}, orderIds: ids })).toMatchObject({ code: "no_selection" });
    expect(await call({ filter: { eventDate: "2026-02-30" } })).toMatchObject({ code: "invalid_event_date" });
    const copies = await shop.deployment.run(async ({ db }) => {
      const [order] = await db.query("orders").collect();
      if (order === undefined) throw new Error("there should be an order");
      const { _id: _1, _creationTime: _2, ...copy } = order;
      const made = [];
      for (let at = 0; at < 1_001; at += 1) made.push(await db.insert("orders", { ...copy, number: 10 + at }));
      return made;
    });
    expect(await call({ orderIds: copies })).toMatchObject({ code: "too_many_items", max: 1_000 });
  });
});

describe("a mistake of ours in the middle", () => {
  test("one order that breaks a rule of ours leaves no trace, is named, and holds up no other", async () => {
    const { shop, start, jobOf, failuresOf, ids } = await aLive(3);
    const broken = (await shop.rows("orders")).find(({ _id }) => _id === ids[1]);
    await shop.deployment.run(async ({ db }) => {
      if (broken?.cartId !== null && broken !== undefined) await db.delete("carts", broken.cartId);
    });
    const { jobId } = await start({ filter: { eventType: "LIVE" } }, { kind: "remove", returnPaidStock: false });
    await runJobs(shop.deployment);
    expect(await jobOf(jobId)).toMatchObject({ state: "done", ok: 2, failed: 1 });
    expect(await failuresOf(jobId)).toMatchObject([{ line: 3, reason: "Erro inesperado. Tente de novo." }]);
    expect(await shop.rows("jobFailures")).toMatchObject([{ cause: expect.stringContaining("cart should be there") }]);
    // What its deletion had begun is undone: the line is there and its piece is not back in stock.
    const lines = await shop.rows("cartItems");
    expect(lines.filter(({ cartId }) => cartId === broken?.cartId)).toHaveLength(1);
  });
});

test("the last twenty jobs, newest first; those older than 30 days are deleted with what hangs on them", async () => {
  const { shop, tenantId, session, start } = await aLive(1);
  for (let at = 0; at < 21; at += 1) await start({ filter: {} }, { kind: "printed", printed: at % 2 === 0 });
  const listed = await session.query(api.jobs.list, { tenantId });
  expect(listed).toHaveLength(20);
  expect(listed[0]).toMatchObject({ label: "Marcar como impresso" });
  await runJobs(shop.deployment);
  vi.useFakeTimers({ now: Date.now() + 31 * 24 * 60 * 60 * 1000, toFake: ["Date", "setTimeout", "clearTimeout"] });
  await shop.deployment.mutation(internal.jobs.sweep, {});
  await runJobs(shop.deployment);
  expect(await shop.rows("jobs")).toEqual([]);
});
