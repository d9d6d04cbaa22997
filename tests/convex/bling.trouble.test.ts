// @vitest-environment node
import { describe, expect, it, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Fault } from "../../simulators/server/faults";
import {
  API,
  anErpDesk,
  aPaidOrder,
  erpRow,
  keepErpHours,
  laterOn,
  salesOf,
  SALES,
  settleErp,
  type ErpDesk,
} from "../support/erpDesk";

/** contracts/bling.md §2–§4: what goes wrong on the way to the ERP, and that each order gets there once all the same. */

keepErpHours();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MARIA_WITHOUT_CPF = { customer: { cpf: "" } };

const counts = ({ erp: { state } }: ErpDesk) => [state.contacts.length - 1, state.products.length, state.orders.length];
const overviewOf = ({ staff, tenantId }: ErpDesk) => staff.session.query(api.bling.overview, { tenantId });

describe("an answer that is lost", () => {
  it.each<[string, Pick<Fault, "kind">, string]>([
    ["the sale was made, and the connection broke", { kind: "disconnect_after_success" }, SALES],
    ["the sale was made, and the answer was a 500", { kind: "error_after_success" }, SALES],
    ["the connection broke before", { kind: "disconnect" }, SALES],
    [
      "the contact was made (without a CPF, so that the ERP takes two)",
      { kind: "disconnect_after_success" },
      `${API}/contatos`,
    ],
    ["the product was made", { kind: "error_after_success" }, `${API}/produtos`],
  ])("%s: asked a minute later, never made twice", async (_, fault, path) => {
    const desk = await anErpDesk();
    desk.erp.faults.add({ ...fault, path, method: "POST" });
    const { orderId } = await aPaidOrder(desk, MARIA_WITHOUT_CPF);
    await settleErp(desk);
    const state = path === SALES ? "asking" : "waiting";
    expect(await erpRow(desk, orderId)).toMatchObject({ state, attempts: 1, reason: "O Bling não respondeu." });
    const asked = desk.erp.received().length;
    // It may still be on its way: nothing is asked before.
    await laterOn(desk, 30_000);
    expect(desk.erp.received()).toHaveLength(asked);
    await laterOn(desk, 31_000);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent", saleNumber: "1", attempts: 0, reason: null });
    expect(counts(desk)).toEqual([1, 1, 1]);
  });

  test("an order that is edited meanwhile is asked for first and then changed; one that is unpaid is cancelled", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff } = desk;
    desk.erp.faults.add({ kind: "disconnect_after_success", path: SALES, method: "POST", times: 2 });
    const [edited, unpaid] = [await aPaidOrder(desk), await aPaidOrder(desk)];
    await settleErp(desk);
    await staff.session.mutation(api.orders.update, { tenantId, orderId: edited.orderId, totalCents: 10_000 });
    await staff.session.mutation(api.orders.setPaid, { tenantId, orderIds: [unpaid.orderId], isPaid: false });
    await laterOn(desk, MINUTE_MS);
    await laterOn(desk, MINUTE_MS);
    expect(salesOf(desk)).toMatchObject([
      { totalCents: 10_000, situacao: 6 },
      { totalCents: 11_980, situacao: 12 },
    ]);
    expect(desk.erp.received({ path: SALES, method: "POST" })).toHaveLength(2);
  });
});

describe("no answer at all", () => {
  it.each<[string, Omit<Fault, "path">]>([
    ["500", { kind: "status", status: 500 }],
    ["a page", { kind: "html", status: 502 }],
    ["a page that refuses", { kind: "html", status: 403 }],
    ["nonsense", { kind: "nonsense" }],
  ])("%s: the order waits and is tried again, later each time", async (_, fault) => {
    const desk = await anErpDesk();
    const { orderId } = await aPaidOrder(desk);
    desk.erp.faults.add({ ...fault, times: 2 });
    await settleErp(desk);
    expect(await erpRow(desk, orderId)).toMatchObject({
      state: "waiting",
      attempts: 1,
      reason: "O Bling não respondeu.",
    });
    await laterOn(desk, MINUTE_MS);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "waiting", attempts: 2 });
    await laterOn(desk, 2 * MINUTE_MS);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent" });
    expect(counts(desk)).toEqual([1, 1, 1]);
  });

  test("three orders without an answer: the ERP is left alone, says so, and comes back by itself", async () => {
    const desk = await anErpDesk();
    for (let count = 0; count < 4; count += 1) await aPaidOrder(desk);
    desk.erp.faults.add({ kind: "disconnect", times: null });
    await settleErp(desk);
    expect(desk.erp.received()).toHaveLength(3);
    expect((await overviewOf(desk)).queue).toMatchObject({
      pausedFor: "unavailable",
      message: "O Bling não está respondendo. O envio continua sozinho quando ele voltar.",
    });
    desk.erp.faults.clear();
    await laterOn(desk, 3 * MINUTE_MS);
    expect(counts(desk)[2]).toBe(4);
    expect((await overviewOf(desk)).queue).toMatchObject({ waiting: 0, pausedFor: null });
  });

  test("tried for a whole day, it is left to a person, who tries again", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff } = desk;
    const { orderId } = await aPaidOrder(desk);
    desk.erp.faults.add({ kind: "disconnect", times: null });
    for (let tries = 0; tries < 14; tries += 1) await laterOn(desk, 5 * HOUR_MS);
    expect(await erpRow(desk, orderId)).toMatchObject({
      state: "failed",
      dueAt: null,
      reason: "O Bling não respondeu.",
    });
    desk.erp.faults.clear();
    // Its token has ended meanwhile, too.
    expect(await staff.session.mutation(api.bling.send, { tenantId, orderIds: [orderId] })).toMatchObject({
      queued: 1,
    });
    await staff.session.mutation(api.bling.resumeQueue, { tenantId });
    await settleErp(desk);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent" });
  });
});

describe("too much asked, not allowed", () => {
  test("429: the queue waits some seconds and goes on; the order has lost nothing", async () => {
    const desk = await anErpDesk();
    const { orderId } = await aPaidOrder(desk);
    desk.erp.faults.add({ kind: "status", status: 429, skip: 2 });
    await settleErp(desk);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent", attempts: 0 });
    expect(counts(desk)).toEqual([1, 1, 1]);
  });

  test.each([
    [
      "a day's requests are used up: on with it tomorrow",
      { error: { type: "TOO_MANY_REQUESTS", message: "Limite", limit: 120_000, period: "day" } },
      429,
      "O limite diário de consultas do Bling foi atingido. O envio continua amanhã.",
      10 * HOUR_MS,
    ],
    [
      "our address is blocked: on with it after ten minutes",
      {
        error: { type: "FORBIDDEN", message: "Acesso bloqueado", description: "Seu IP foi bloqueado por 10 minutos." },
      },
      403,
      "O Bling bloqueou as consultas por alguns minutos. O envio continua sozinho.",
      12 * MINUTE_MS,
    ],
  ])("%s", async (_, body, status, message, afterMs) => {
    const desk = await anErpDesk();
    const plain = fetch;
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));
    const { orderId } = await aPaidOrder(desk);
    await settleErp(desk);
    expect((await overviewOf(desk)).queue.message).toBe(message);
    vi.stubGlobal("fetch", plain);
    await laterOn(desk, 5 * MINUTE_MS);
    expect(desk.erp.received()).toEqual([]);
    await laterOn(desk, afterMs - 5 * MINUTE_MS);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent", attempts: 0 });
  });

  test("a permission that the application lacks: says which to tick, waits for it, and goes on when asked", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff } = desk;
    desk.erp.faults.add({ kind: "status", status: 403, path: `${API}/produtos` });
    const { orderId } = await aPaidOrder(desk);
    await settleErp(desk);
    expect(await overviewOf(desk)).toMatchObject({
      connection: { state: "attention", problem: "scope_missing" },
      queue: {
        ...{ waiting: 1, pausedFor: "no_permission", resumesAt: null },
        message:
          "O aplicativo do Bling não tem permissão para isto. Marque as permissões de Contatos, Produtos e Pedidos de Venda no cadastro do aplicativo e conecte de novo.",
      },
    });
    await laterOn(desk, 10 * MINUTE_MS);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "waiting", attempts: 0 });
    await staff.session.mutation(api.bling.resumeQueue, { tenantId });
    await settleErp(desk);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent" });
    expect(counts(desk)).toEqual([1, 1, 1]);
  });
});

describe("what the ERP refuses", () => {
  test("fails with its deepest words and holds nobody up; mended and tried again it gets there", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff, owner } = desk;
    const paymentForm = { id: 1, name: "Boleto" };
    await owner.session.mutation(api.bling.saveSettings, { tenantId, paymentForm });
    const refused = await aPaidOrder(desk);
    await settleErp(desk);
    expect(await erpRow(desk, refused.orderId)).toMatchObject({
      state: "failed",
      reason: "Id da forma de pagamento inválido.",
    });
    await owner.session.mutation(api.bling.saveSettings, { tenantId, paymentForm: null });
    const next = await aPaidOrder(desk);
    await settleErp(desk);
    expect(await erpRow(desk, next.orderId)).toMatchObject({ state: "sent" });
    expect((await overviewOf(desk)).queue).toMatchObject({ waiting: 0, failed: 1, pausedFor: null });
    const send = () => staff.session.mutation(api.bling.send, { tenantId, orderIds: [refused.orderId] });
    const pressed = await Promise.all([send(), send()]);
    expect(pressed.map(({ queued }) => queued).sort()).toEqual([0, 1]);
    await settleErp(desk);
    expect(await erpRow(desk, refused.orderId)).toMatchObject({ state: "sent", reason: null });
    expect(counts(desk)[2]).toBe(2);
  });

  test("a sale that somebody deleted there is not made again until somebody asks for it", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff } = desk;
    const { orderId } = await aPaidOrder(desk);
    await settleErp(desk);
    desk.erp.state.orders = [];
    await staff.session.mutation(api.orders.update, { tenantId, orderId, totalCents: 10_000 });
    await settleErp(desk);
    expect(await erpRow(desk, orderId)).toMatchObject({
      state: "failed",
      reason: "O pedido de venda 1 foi excluído no Bling. Tente de novo para criar outro.",
    });
    await staff.session.mutation(api.bling.send, { tenantId, orderIds: [orderId] });
    await settleErp(desk);
    expect(salesOf(desk)).toMatchObject([{ totalCents: 10_000 }]);
  });

  test("one that is deleted there needs no cancelling; one that is cancelled there already neither", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff } = desk;
    const orders = [await aPaidOrder(desk), await aPaidOrder(desk)];
    await settleErp(desk);
    desk.erp.state.orders.shift();
    desk.erp.state.orders[0]!.situacao = 12;
    const orderIds = orders.map(({ orderId }) => orderId);
    await staff.session.mutation(api.orders.setPaid, { tenantId, orderIds, isPaid: false });
    await settleErp(desk);
    for (const orderId of orderIds)
      expect(await erpRow(desk, orderId)).toMatchObject({ state: "canceled", isCanceled: true });
  });
});
