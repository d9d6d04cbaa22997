import { describe, expect, test } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { LABEL_CENTS, type LabelFault } from "../support/fakeLabels";
import {
  aBoughtLabel,
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
import { keepTillHours } from "../support/tillHours";

/** Steps of labels that are cut off, refused, or taken by two at once: nothing is bought twice, and staff read what to do. */

keepTillHours();

const DONE = { outcome: "done", message: null };
const MINUTE_MS = 60_000;

/** A step, the path it is asked for at, and what it leads to. */
const STEPS = [
  {
    name: "create",
    path: "/cart",
    asked: "POST /cart",
    press: create,
    from: aPaidOrder,
    to: "created_awaiting_payment",
  },
  { name: "pay", path: "/shipment/checkout", asked: "POST /shipment/checkout", press: pay, from: aLabel, to: "paid" },
  { name: "cancel unpaid", path: "/cart/", asked: "DELETE /cart/:id", press: cancel, from: aLabel, to: "cancelled" },
  {
    name: "cancel",
    path: "/shipment/cancel",
    asked: "POST /shipment/cancel",
    press: cancel,
    from: aBoughtLabel,
    to: "cancelled",
  },
] as const;

describe.each(STEPS)("$name", ({ path, asked, press, from, to }) => {
  test("whose answer is lost after it was done is asked about, and not sent again", async () => {
    const desk = await aLabelDesk();
    const orderId = await from(desk);
    const before = desk.carrier.times(asked);
    desk.carrier.faults.push({ path, fault: "lost" });
    expect(await press(desk, orderId)).toEqual(DONE);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: to, problem: null });
    expect(desk.carrier.times(asked)).toBe(before + 1);
  });

  test("that reached nobody is found out about, and done once when the service is there again", async () => {
    const desk = await aLabelDesk();
    const orderId = await from(desk);
    desk.carrier.faults.push({ path, fault: "down" });
    expect(await press(desk, orderId)).toMatchObject({
      outcome: "working",
      message: "O Melhor Envio não respondeu. Vamos perguntar de novo até saber; nada é pedido duas vezes.",
    });
    expect(await rowOf(desk, orderId)).toMatchObject({ step: { byName: "Ana", nextTryAt: expect.any(Number) } });
    await sweepAfter(desk, 2 * MINUTE_MS);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: to, problem: null, step: null });
    expect(desk.carrier.labels.length).toBeLessThan(2);
    expect(10_000 - desk.carrier.balanceCents).toBeLessThanOrEqual(LABEL_CENTS);
  });

  test.each([
    ["before it was sent", false],
    ["after it was done, before the answer was kept", true],
  ])("by a process that is killed %s goes on, and is done once", async (_when, wasSent) => {
    const desk = await aLabelDesk();
    const orderId = await from(desk);
    const before = desk.carrier.times(asked);
    await beginAndDie(desk, orderId, press, wasSent);
    expect(await rowOf(desk, orderId)).toMatchObject({ step: { byName: "Ana" } });
    // A colleague who presses meanwhile joins in.
    if (press === pay) expect(await pay(desk, orderId)).toMatchObject({ outcome: "working" });
    await sweepAfter(desk, 5 * MINUTE_MS);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: to, problem: null, step: null });
    expect(desk.carrier.times(asked)).toBe(before + 1);
  });

  test("without the permission for it says what to do, and goes on once it is given", async () => {
    const desk = await aLabelDesk();
    const orderId = await from(desk);
    desk.carrier.faults.push({ path, fault: "403" });
    const said = await press(desk, orderId);
    expect(said).toMatchObject({ outcome: "failed" });
    expect(said.message).toMatch(
      /^A conexão com o Melhor Envio não permite (criar|pagar|cancelar) a etiqueta\. Conecte de novo em Configuração de Frete e aceite todas as permissões\.$/,
    );
    expect(await rowOf(desk, orderId)).toMatchObject({ step: null, problem: { code: "scope_missing" } });
    expect(await press(desk, orderId)).toEqual(DONE);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: to, problem: null });
  });
});

type Press = (typeof STEPS)[number]["press"];

/** The step is written down and begun, and then nothing more is ever heard of whoever began it. */
async function beginAndDie(desk: LabelDesk, orderId: Id<"orders">, press: Press, wasSent: boolean): Promise<void> {
  const { till, tenantId, staff, carrier } = desk;
  const wish =
    press === create
      ? ({ action: "create", optionId: null } as const)
      : press === pay
        ? ({ action: "pay", seenPriceCents: LABEL_CENTS } as const)
        : ({ action: "cancel" } as const);
  const actorId = staff.profileId;
  const { shipmentId } = await till.deployment.mutation(internal.labelWork.begin, { tenantId, actorId, orderId, wish });
  const claimed = await till.deployment.mutation(internal.labelWork.claim, { tenantId, shipmentId });
  // Nobody else takes a step that somebody has in hand.
  expect(await till.deployment.mutation(internal.labelWork.claim, { tenantId, shipmentId })).toBeNull();
  if (!wasSent) return;
  const { key, request, labelId } = claimed!.shipment;
  const send = (method: string, path: string, body: object) =>
    carrier.fetch(`https://me.test/api/v2/me${path}`, {
      method,
      headers: { Authorization: `Bearer ${carrier.token}` },
      body: JSON.stringify(body),
    });
  if (press === create) await send("POST", "/cart", { ...request, options: { tags: [{ tag: key }] } });
  else if (press === pay) await send("POST", "/shipment/checkout", { orders: [labelId] });
  else if (carrier.labels[0]?.paid_at === null) await send("DELETE", `/cart/${labelId}`, {});
  else await send("POST", "/shipment/cancel", { order: { id: labelId } });
}

describe("a step that was not taken", () => {
  test("because the credentials are no longer good says so", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    desk.carrier.revoke();
    expect(await pay(desk, orderId)).toEqual({
      outcome: "failed",
      message: "O Melhor Envio recusou as credenciais da loja. Conecte de novo em Configuração de Frete.",
    });
    expect(await rowOf(desk, orderId)).toMatchObject({
      state: "created_awaiting_payment",
      step: null,
      problem: { code: "unauthorized" },
    });
  });

  test.each<LabelFault>(["429", "html"])(
    "because the service is not to be had for now (%s) can be tried again",
    async (fault) => {
      const desk = await aLabelDesk();
      const orderId = await aLabel(desk);
      desk.carrier.faults.push({ path: "/shipment/checkout", fault });
      expect(await pay(desk, orderId)).toEqual({
        outcome: "failed",
        message: "O Melhor Envio não respondeu ao pagar a etiqueta. Nada foi cobrado. Tente de novo em instantes.",
      });
      expect(await pay(desk, orderId)).toEqual(DONE);
    },
  );
});

describe("two staff at once", () => {
  test("press 'Pagar etiqueta': it is paid once, and both read how it stands", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    const joao = await desk.till.shop.hasStaff("João");
    const both = await Promise.all([pay(desk, orderId), pay(desk, orderId, joao)]);
    expect(both.map(({ outcome }) => outcome)).not.toContain("failed");
    expect(both).toContainEqual(DONE);
    expect(desk.carrier.balanceCents).toBe(10_000 - LABEL_CENTS);
    expect(desk.carrier.times("POST /shipment/checkout")).toBe(1);
    await settleJobs(desk);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "paid", isGenerated: true, problem: null });
    // Later still it is paid already.
    expect(await pay(desk, orderId, joao)).toEqual(DONE);
    expect(desk.carrier.balanceCents).toBe(10_000 - LABEL_CENTS);
  });

  test("press 'Gerar etiqueta': there is one label", async () => {
    const desk = await aLabelDesk();
    const orderId = await aPaidOrder(desk);
    await Promise.all([create(desk, orderId), create(desk, orderId), create(desk, orderId)]);
    expect(desk.carrier.labels).toHaveLength(1);
  });

  test("do different things: the second is told who is at it", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    desk.carrier.faults.push({ path: "/shipment/checkout", fault: "down" });
    await pay(desk, orderId);
    await expect(cancel(desk, orderId)).rejects.toThrow("Ana já está mexendo nesta etiqueta. Aguarde um instante.");
  });
});

describe("the wallet", () => {
  test("is empty: it says so and how to fill it, and once it is filled the label is paid", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    desk.carrier.balanceCents = 320;
    const message =
      "Seu saldo de R$ 3,20 é insuficiente para pagar as etiquetas. Adicione saldo à carteira do Melhor Envio e pague de novo.";
    expect(await pay(desk, orderId)).toEqual({ outcome: "failed", message });
    expect(await rowOf(desk, orderId)).toMatchObject({
      state: "created_awaiting_payment",
      problem: { code: "wallet_empty", message },
      actions: ["charge", "pay", "cancel", "refresh"],
    });
    desk.carrier.balanceCents = 5_000;
    expect(await pay(desk, orderId)).toEqual(DONE);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "paid", problem: null });
  });

  test("a label that was bought in the service's panel is taken for paid, not paid again", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    Object.assign(desk.carrier.labels[0]!, { status: "released", paid_at: "2026-11-20 14:00:00" });
    expect(await pay(desk, orderId)).toEqual(DONE);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "paid" });
    expect(desk.carrier.balanceCents).toBe(10_000);
  });

  test("a price that is not the one that was seen is not paid", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    await expect(pay(desk, orderId, desk.staff, 1_000)).rejects.toThrow("O preço da etiqueta mudou para R$\u00a025,65");
    expect(desk.carrier.times("POST /shipment/checkout")).toBe(0);
  });
});
