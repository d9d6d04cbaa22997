import { describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import {
  aLabel,
  aLabelDesk,
  aPaidOrder,
  cancel,
  create,
  pay,
  rowOf,
  settleJobs,
  sweepAfter,
  type LabelDesk,
} from "../support/labelDesk";
import { refusalOf } from "../support/refusals";
import { keepTillHours } from "../support/tillHours";

/** What customers are charged for labels, and the same done for many orders at once. */

keepTillHours();

const MINUTE_MS = 60_000;

function charge({ staff, tenantId }: LabelDesk, orderId: Id<"orders">) {
  return staff.session.action(api.labels.charge, { tenantId, orderId });
}

/** The customer pays by the newest link. */
async function customerPays({ till }: LabelDesk): Promise<string> {
  const rows = await till.shop.rows("shipmentCharges");
  const { publicRef, preferenceId } = rows.at(-1)!;
  till.provider.pay(preferenceId!, { status: "approved" });
  return publicRef;
}

describe("'Gerar link de pagamento'", () => {
  test("charges what the label costs, once however often it is pressed; paid, the label can be bought", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    const link = await charge(desk, orderId);
    expect(link).toMatchObject({ amountCents: 2565, url: expect.stringMatching(/^https?:/) });
    expect(await charge(desk, orderId)).toEqual(link);
    expect(await desk.till.shop.rows("shipmentCharges")).toHaveLength(1);
    expect(await rowOf(desk, orderId)).toMatchObject({
      state: "payment_pending",
      charge: { state: "open", url: link.url, amountCents: 2565 },
    });
    const order = await desk.staff.session.query(api.orders.byNumber, { tenantId: desk.tenantId, number: 1 });
    expect(order).toMatchObject({ isPaid: true });

    const publicRef = await customerPays(desk);
    const status = () => desk.till.deployment.query(api.payments.returnStatus, { publicRef });
    expect(await status()).toMatchObject({ number: 1, amountCents: 2565, status: "open" });
    await desk.till.deployment.action(api.payments.refreshReturn, { publicRef });
    expect(await status()).toMatchObject({ status: "approved", paymentUrl: null });
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "created", charge: { state: "paid" } });
    // Its money is not the order's, and buys no label by itself.
    expect(desk.carrier.times("POST /shipment/checkout")).toBe(0);
    expect((await desk.till.shop.rows("payments")).length).toBe(0);
    expect(await pay(desk, orderId)).toMatchObject({ outcome: "done" });
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "paid" });
  });

  test("is found to be paid by the sweep where nobody tells; paid for a label that was bought meanwhile it takes nothing back", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    await charge(desk, orderId);
    await pay(desk, orderId);
    await settleJobs(desk);
    await customerPays(desk);
    await sweepAfter(desk, 10 * MINUTE_MS);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "paid", charge: { state: "paid" } });
  });

  test("is closed with the label; one whose answer was lost is made once", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    const { provider } = desk.till;
    provider.faults.push("lost_answer", "lost_answer", "lost_answer");
    expect(await refusalOf(charge(desk, orderId))).toMatchObject({ code: "payment_provider_unavailable" });
    await charge(desk, orderId);
    expect(await desk.till.shop.rows("shipmentCharges")).toHaveLength(1);
    expect(provider.preferences.size).toBe(1);
    await cancel(desk, orderId);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "cancelled", charge: { state: "withdrawn", url: null } });
    await settleJobs(desk);
    expect(await desk.till.shop.rows("shipmentCharges")).toMatchObject([{ isClosedThere: true }]);
    expect(await refusalOf(charge(desk, orderId))).toMatchObject({
      code: "label_action_refused",
      message: "“Gerar link de pagamento” não é possível agora: a etiqueta está em “Cancelado”.",
    });
  });
});

describe("a batch", () => {
  async function start(
    desk: LabelDesk,
    action: "create" | "pay" | "download",
    orderIds: Id<"orders">[],
    requestId = action,
  ) {
    const { staff, tenantId } = desk;
    const { batchId } = await staff.session.mutation(api.labels.startBatch, { tenantId, requestId, action, orderIds });
    await settleJobs(desk);
    return (await staff.session.query(api.labels.batch, { tenantId, batchId }))!;
  }

  test("creates, pays and fetches many labels, with a result for each; what cannot be done stops no other", async () => {
    const desk = await aLabelDesk();
    const [first, second] = [await aPaidOrder(desk), await aPaidOrder(desk)];
    const without = await aPaidOrder(desk, { address: { number: "" } });
    const all = [first, without, second];
    expect(await start(desk, "create", all)).toMatchObject({
      ...{ state: "done", ok: 2, failed: 1, total: 3 },
      rows: [
        { orderNumber: 1, outcome: "done", message: null },
        { outcome: "failed", message: "Faltam dados do destinatário: Informe o número (ou S/N)" },
        { orderNumber: 2, outcome: "done", message: null },
      ],
    });
    desk.carrier.balanceCents = 3_000;
    expect(await start(desk, "pay", all)).toMatchObject({
      ok: 1,
      failed: 2,
      rows: [
        { outcome: "done" },
        { message: "“Pagar etiqueta” não é possível agora: a etiqueta está em “Pendente”." },
        { message: expect.stringMatching(/^Seu saldo de R\$ 3,20 é insuficiente.*Adicione saldo/) },
      ],
    });
    expect(await start(desk, "download", [first])).toMatchObject({
      ...{ state: "done", ok: 1 },
      url: "https://me.test/imprimir/etiqueta-1",
    });
    expect(desk.carrier.times("POST /shipment/checkout")).toBe(2);
  });

  test("asked for twice is one, and killed in the middle it goes on", async () => {
    const desk = await aLabelDesk();
    const { staff, tenantId } = desk;
    const orderIds = [await aLabel(desk), await aLabel(desk)];
    const request = { tenantId, requestId: "um-pedido", action: "pay" as const, orderIds };
    const { batchId } = await staff.session.mutation(api.labels.startBatch, request);
    expect(await staff.session.mutation(api.labels.startBatch, request)).toEqual({ batchId });
    // Nothing that was to run by itself does.
    vi.clearAllTimers();
    await sweepAfter(desk, 5 * MINUTE_MS);
    expect(await staff.session.query(api.labels.batch, { tenantId, batchId })).toMatchObject({ state: "done", ok: 2 });
    expect(desk.carrier.times("POST /shipment/checkout")).toBe(2);
    expect(desk.carrier.balanceCents).toBe(10_000 - 2 * 2565);
  });

  test("of nothing is refused", async () => {
    const desk = await aLabelDesk();
    expect(await refusalOf(start(desk, "pay", []))).toMatchObject({ code: "no_selection" });
  });

  test("says what became of a row whose answer came late", async () => {
    const desk = await aLabelDesk();
    const orderId = await aPaidOrder(desk);
    const unanswered = Array<{ path: string; fault: "down" }>(4).fill({ path: "/cart", fault: "down" });
    desk.carrier.faults.push(...unanswered);
    expect(await start(desk, "create", [orderId])).toMatchObject({ state: "running", rows: [{ outcome: "running" }] });
    await sweepAfter(desk, 3 * MINUTE_MS);
    const [batch] = await desk.till.shop.rows("shipmentBatches");
    expect(batch?.rows).toMatchObject([{ outcome: "done" }]);
    expect(await create(desk, orderId)).toMatchObject({ outcome: "done" });
    expect(desk.carrier.labels).toHaveLength(1);
  });
});
