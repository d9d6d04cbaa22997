import { describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { connectAccount } from "../support/carrier";
import { LABEL_CENTS, type LabelFault } from "../support/fakeLabels";
import { aBoughtLabel, aLabel, aLabelDesk, pay, refresh, rowOf, settleJobs, sweepAfter } from "../support/labelDesk";
import { keepTillHours } from "../support/tillHours";

/** What goes on by itself: renewed tokens, labels that are made ready, looks until they arrive. */

keepTillHours();

const DONE = { outcome: "done", message: null };
const MINUTE_MS = 60_000;

describe("a token", () => {
  test("that has expired is renewed within the step, which is done once", async () => {
    const desk = await aLabelDesk();
    const { till, carrier } = desk;
    const orderId = await aLabel(desk);
    const sender = { shop: till.shop, owner: till.owner, staff: till.staff, carrier: carrier.service };
    const redirectUri = `${process.env.CONVEX_SITE_URL}/oauth/melhor-envio`;
    await till.owner.session.mutation(api.shipping.saveSettings, { tenantId: desk.tenantId, redirectUri });
    expect(await connectAccount(sender)).toMatchObject({ status: 200 });
    carrier.faults.push({ path: "/shipment/checkout", fault: "401" });
    expect(await pay(desk, orderId)).toEqual(DONE);
    expect(carrier.service.tokens.filter(({ isRenewed }) => isRenewed)).toHaveLength(1);
    expect(carrier.balanceCents).toBe(10_000 - LABEL_CENTS);
  });

  test("that is refused while nobody knows what became of a step: it stays open, and goes on after reconnecting", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    // A question is put three times.
    const unanswered = Array<{ path: string; fault: LabelFault }>(3).fill({ path: "/orders/", fault: "down" });
    desk.carrier.faults.push({ path: "/shipment/checkout", fault: "lost" }, ...unanswered);
    expect(await pay(desk, orderId)).toMatchObject({ outcome: "working" });
    desk.carrier.revoke();
    await sweepAfter(desk, 2 * MINUTE_MS);
    expect(await rowOf(desk, orderId)).toMatchObject({
      step: { kind: "pay" },
      problem: { code: "unauthorized" },
      actions: ["refresh"],
    });
    desk.carrier.allow("token-novo");
    const { tenantId, till } = desk;
    await till.owner.session.mutation(api.integrations.saveMelhorEnvio, { tenantId, accessToken: "token-novo" });
    expect(await refresh(desk, orderId)).toEqual(DONE);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "paid", problem: null });
    expect(desk.carrier.balanceCents).toBe(10_000 - LABEL_CENTS);
  });
});

describe("being made ready", () => {
  test.each<LabelFault>(["lost", "down"])("goes on by itself where the answer is missing (%s)", async (fault) => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    desk.carrier.faults.push({ path: "/shipment/generate", fault });
    await pay(desk, orderId);
    await settleJobs(desk);
    await sweepAfter(desk, 10 * MINUTE_MS);
    expect(await rowOf(desk, orderId)).toMatchObject({ isGenerated: true, labelUrl: expect.any(String), step: null });
  });

  test("that was refused can be tried again by 'Baixar etiqueta'", async () => {
    const desk = await aLabelDesk();
    const { staff, tenantId } = desk;
    const orderId = await aLabel(desk);
    desk.carrier.faults.push({ path: "/shipment/generate", fault: "403" });
    await pay(desk, orderId);
    await settleJobs(desk);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "paid", problem: { code: "scope_missing" } });
    desk.carrier.slowness = 1;
    const url = "https://me.test/imprimir/etiqueta-1";
    const waiting = setInterval(() => vi.advanceTimersByTime(500), 5);
    expect(await staff.session.action(api.labels.download, { tenantId, orderId })).toEqual({ ...DONE, url });
    clearInterval(waiting);
  });
});

test("how labels stand is asked for from time to time, until they arrive", async () => {
  const desk = await aLabelDesk();
  const orderId = await aBoughtLabel(desk);
  Object.assign(desk.carrier.labels[0]!, { status: "delivered", delivered_at: "2026-11-25 10:00:00" });
  await sweepAfter(desk, 4 * 60 * MINUTE_MS);
  expect(await rowOf(desk, orderId)).toMatchObject({ state: "delivered", actions: ["track", "refresh"] });
  const asked = desk.carrier.asked.length;
  await sweepAfter(desk, 48 * 60 * MINUTE_MS);
  expect(desk.carrier.asked).toHaveLength(asked);
});
