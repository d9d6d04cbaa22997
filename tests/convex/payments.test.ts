import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { refusalOf } from "../support/refusals";
import {
  anOpenLink,
  anOrder,
  aTill,
  finalize,
  notify,
  preferenceOf,
  readOrder,
  rowOf,
  settleWork,
  type Till,
} from "../support/till";
import { keepTillHours } from "../support/tillHours";

/** What becomes of an order by its payments, whichever way we hear of them. */

keepTillHours();

const eventsOf = async (till: Till, kind: string) =>
  (await till.shop.rows("orderEvents")).filter(({ change }) => change.kind === kind);

describe("a signed notice", () => {
  test("of an approved payment: the order is paid, the link is closed here and there", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const payment = till.provider.pay(preferenceId);
    expect((await notify(till, payment.id)).status).toBe(200);
    await settleWork(till);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true, paymentState: "paid", openLinkId: null });
    expect(await readOrder(till, orderId)).toMatchObject({
      isPaid: true,
      payment: { state: "paid", expectedCents: 11980, paidCents: 11980, refundedCents: 0 },
      link: null,
    });
    expect(till.provider.count("PUT", /preferences/)).toBe(1);
    expect(Date.parse(till.provider.preferenceOf(preferenceId).expiration_date_to)).toBeLessThanOrEqual(Date.now());
    expect(await till.shop.rows("webhookLogs")).toMatchObject([{ outcome: "done", subject: String(payment.id) }]);
    expect(await eventsOf(till, "payment_changed")).toMatchObject([
      { actorName: "Mercado Pago", change: { status: "approved", state: "paid", amountCents: 11980 } },
    ]);
  });
});

describe("what makes no order paid", () => {
  async function staysOpen(till: Till, orderId: Parameters<typeof rowOf>[1], response: Response, status: number) {
    expect(response.status).toBe(status);
    await settleWork(till);
    expect((await rowOf(till, orderId)).isPaid).toBe(false);
    expect(till.provider.count("GET", /v1\/payments/)).toBe(0);
  }

  test.each([
    ["unsigned", { signature: null }],
    ["signed with another secret", { secret: "outro" }],
    ["signed for another payment", { signedId: "1" }],
    ["with a signature that is none", { signature: "ts=1,v1=abc" }],
    ["signed sixteen minutes ago", { ts: Date.parse("2026-11-20T14:44:00-03:00") }],
    ["signed in the future", { ts: Date.parse("2026-11-20T15:30:00-03:00") }],
  ])("a notice that is %s", async (_title, options) => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const payment = till.provider.pay(preferenceId);
    await staysOpen(till, orderId, await notify(till, payment.id, options), 401);
    expect(await till.shop.rows("webhookLogs")).toMatchObject([{ outcome: "refused" }]);
  });

  test("a notice that is sent again", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const payment = till.provider.pay(preferenceId, { status: "pending" });
    const once = { requestId: "the-same", ts: Date.now() };
    await notify(till, payment.id, once);
    await settleWork(till);
    const asked = till.provider.received.length;
    till.provider.change(payment.id, { status: "approved" });
    expect((await notify(till, payment.id, once)).status).toBe(200);
    await settleWork(till);
    expect(till.provider.received.length).toBe(asked);
    expect((await rowOf(till, orderId)).isPaid).toBe(false);
    expect(await till.shop.rows("webhookLogs")).toHaveLength(1);
  });

  test("a notice to a company that has no secret", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const { tenantId } = till;
    await till.owner.session.mutation(api.integrations.saveMercadoPago, { tenantId, webhookSecret: null });
    const payment = till.provider.pay(preferenceId);
    await staysOpen(till, orderId, await notify(till, payment.id, {}), 401);
  });

  test("a notice to a company there is not", async () => {
    const till = await aTill();
    expect((await notify({ ...till, slug: "nao-existe" }, 1)).status).toBe(404);
  });

  test("a notice that has no end", async () => {
    const till = await aTill();
    const body = "x".repeat(64_001);
    const response = await till.deployment.fetch(`/webhooks/mp/${till.slug}?data.id=1&type=payment`, {
      method: "POST",
      body,
    });
    expect(response.status).toBe(413);
    expect(await till.shop.rows("webhookLogs")).toEqual([]);
  });

  test("a notice of something else than a payment, or of no number: heard, and nothing asked", async () => {
    const till = await aTill();
    expect((await notify(till, 1, { type: "topic_claims_integration_wh" })).status).toBe(200);
    expect((await notify(till, "ORD1")).status).toBe(200);
    await settleWork(till);
    expect(till.provider.received).toEqual([]);
    expect(await till.shop.rows("webhookLogs")).toMatchObject([
      { outcome: "ignored", detail: "não é de pagamento" },
      { outcome: "ignored", detail: "sem número de pagamento" },
    ]);
  });

  test("the legacy form, which no signature covers", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const payment = till.provider.pay(preferenceId);
    const response = await till.deployment.fetch(`/webhooks/mp/${till.slug}?topic=payment&id=${payment.id}`, {
      method: "POST",
    });
    await staysOpen(till, orderId, response, 200);
  });

  test("another company's payment: its number with our signature, its reference at our account", async () => {
    const ours = await aTill();
    const theirs = await aTill({
      provider: ours.provider,
      deployment: ours.deployment,
      token: "APP_USR-deles-0987654321",
    });
    const { orderId } = await anOpenLink(ours);
    const other = await anOpenLink(theirs);
    const payment = ours.provider.pay(other.preferenceId);
    await notify(ours, payment.id);
    await settleWork(ours);
    expect((await rowOf(ours, orderId)).isPaid).toBe(false);
    expect((await rowOf(theirs, other.orderId)).isPaid).toBe(false);
    // Paid into our account, with the reference of their order.
    const mine = ours.provider.pay(await preferenceOf(ours, orderId), {
      external_reference: ours.provider.preferenceOf(other.preferenceId).external_reference,
    });
    await notify(ours, mine.id);
    await settleWork(ours);
    expect((await rowOf(ours, orderId)).isPaid).toBe(false);
    expect((await rowOf(theirs, other.orderId)).isPaid).toBe(false);
    expect(await ours.shop.rows("payments")).toEqual([]);
    expect(await theirs.shop.rows("payments")).toEqual([]);
  });

  test("a reference that was made up, and one of nobody, at the payer's page", async () => {
    const till = await aTill();
    const { orderId } = await anOpenLink(till);
    const publicRef = "0".repeat(32);
    expect(await till.deployment.query(api.payments.returnStatus, { publicRef })).toBeNull();
    await till.deployment.action(api.payments.refreshReturn, { publicRef });
    expect(till.provider.count("GET", /v1\/payments/)).toBe(0);
    expect((await rowOf(till, orderId)).isPaid).toBe(false);
  });

  test("a payment in another currency", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const payment = till.provider.pay(preferenceId, { currency_id: "ARS" });
    await notify(till, payment.id);
    await settleWork(till);
    expect((await rowOf(till, orderId)).isPaid).toBe(false);
    expect(await till.shop.rows("webhookLogs")).toMatchObject([{ outcome: "ignored", detail: "outra moeda" }]);
  });

  test("less than was asked for: the order says that it is paid in part, and the next link asks for the rest", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const payment = till.provider.pay(preferenceId, { transaction_amount: 100 });
    await notify(till, payment.id);
    await settleWork(till);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: false, paymentState: "partial" });
    const { tenantId } = till;
    expect(await till.staff.session.query(api.payments.attention, { tenantId })).toMatchObject([
      { orderId, state: "partial", amountCents: 10000, isOrderGone: false },
    ]);
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link", amountCents: 1980 });
    const rest = till.provider.pay(await preferenceOf(till, orderId));
    expect(rest.transaction_amount).toBe(19.8);
    await notify(till, rest.id);
    await settleWork(till);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true, paymentState: "paid" });
  });
});

describe("what a payment can become", () => {
  async function heard(till: Till, id: number) {
    await notify(till, id);
    await settleWork(till);
  }

  test.each([
    ["pending", "pending"],
    ["in_process", "in_review"],
    ["rejected", "rejected"],
  ])("%s: the order says %s and is not paid", async (status, state) => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    await heard(till, till.provider.pay(preferenceId, { status }).id);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: false, paymentState: state });
    expect((await readOrder(till, orderId)).link).not.toBeNull();
  });

  test("more than was asked for: paid, and somebody has to look", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    await heard(till, till.provider.pay(preferenceId, { transaction_amount: 200 }).id);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true, paymentState: "overpaid" });
    const { tenantId, staff } = till;
    expect(await staff.session.query(api.payments.attention, { tenantId })).toMatchObject([{ state: "overpaid" }]);
    await staff.session.mutation(api.payments.acknowledge, { tenantId, orderId });
    expect(await staff.session.query(api.payments.attention, { tenantId })).toEqual([]);
  });

  test("paid twice: paid once, and it says that it was paid twice; the second given back, it is simply paid", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    await heard(till, till.provider.pay(preferenceId).id);
    const second = till.provider.pay(preferenceId);
    await heard(till, second.id);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true, paymentState: "repeated" });
    till.provider.change(second.id, { status: "refunded", transaction_amount_refunded: 119.8 });
    await heard(till, second.id);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true, paymentState: "paid" });
    expect((await eventsOf(till, "field_changed")).length).toBe(1);
  });

  test("given back in part: still paid, and it says so", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const { id } = till.provider.pay(preferenceId);
    await heard(till, id);
    till.provider.change(id, { transaction_amount_refunded: 19.8, status_detail: "partially_refunded" });
    await heard(till, id);
    expect(await readOrder(till, orderId)).toMatchObject({
      isPaid: true,
      payment: { state: "partially_refunded", paidCents: 10000, refundedCents: 1980 },
    });
  });

  test("given back whole: the order is open again, its coupon is free again, and it can be charged again", async () => {
    const till = await aTill();
    const { tenantId } = till;
    const coupon = {
      code: "DEZ",
      discount: { kind: "percentage", percent: 10 },
      expiresDate: null,
      usageLimit: 1,
      isActive: true,
    } as const;
    await till.owner.session.mutation(api.coupons.create, { tenantId, ...coupon });
    const { orderId } = await anOrder(till);
    await till.staff.session.mutation(api.checkout.applyCoupon, { tenantId, orderId, code: "dez" });
    await finalize(till, orderId);
    const { id } = till.provider.pay(await preferenceOf(till, orderId));
    await heard(till, id);
    expect(await till.shop.rows("coupons")).toMatchObject([{ usedCount: 1 }]);
    till.provider.change(id, { status: "refunded" });
    await heard(till, id);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: false, paymentState: "refunded" });
    expect(await till.shop.rows("coupons")).toMatchObject([{ usedCount: 0 }]);
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link", amountCents: 10782 });
  });

  test("given back whole while the phone has another open order of the date: it stays paid and somebody has to look", async () => {
    const till = await aTill();
    const { orderId, productId, preferenceId } = await anOpenLink(till);
    const { id } = till.provider.pay(preferenceId);
    await heard(till, id);
    await till.shop.launch(till.staff, { productId });
    till.provider.change(id, { status: "refunded" });
    await heard(till, id);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true, paymentState: "refunded" });
    const { tenantId } = till;
    expect(await till.staff.session.query(api.payments.attention, { tenantId })).toMatchObject([
      { orderId, state: "refunded" },
    ]);
  });

  test.each([
    ["in_mediation", "in_mediation"],
    ["charged_back", "charged_back"],
  ])("%s: the order stays paid, marked", async (status, state) => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const { id } = till.provider.pay(preferenceId);
    await heard(till, id);
    till.provider.change(id, { status });
    await heard(till, id);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true, paymentState: state });
  });

  test("late: approved after the order was marked paid by hand", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const { tenantId } = till;
    const { id } = till.provider.pay(preferenceId, { status: "in_process" });
    await till.staff.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
    await settleWork(till);
    till.provider.change(id, { status: "approved" });
    await heard(till, id);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true, paymentState: "late" });
  });

  test("late: approved after its link was withdrawn because the lines changed", async () => {
    const till = await aTill();
    const { orderId, productId, preferenceId } = await anOpenLink(till);
    const { id } = till.provider.pay(preferenceId, { status: "in_process" });
    await till.shop.launch(till.staff, { productId });
    await settleWork(till);
    await vi.advanceTimersByTimeAsync(60_000);
    till.provider.change(id, { status: "approved" });
    await heard(till, id);
    // It was for two pieces; three are in the order now.
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: false, paymentState: "partial" });
    expect((await readOrder(till, orderId)).payment.payments).toMatchObject([{ isLate: true, amountCents: 11980 }]);
  });

  test("for an order that was deleted: it is on record, and somebody has to look", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const { tenantId } = till;
    await till.staff.session.mutation(api.orders.remove, { tenantId, orderIds: [orderId], returnPaidStock: false });
    await settleWork(till);
    await heard(till, till.provider.pay(preferenceId).id);
    expect(await till.staff.session.query(api.payments.attention, { tenantId })).toMatchObject([
      { orderId, isOrderGone: true, amountCents: 11980 },
    ]);
    expect(await till.shop.rows("payments")).toHaveLength(1);
  });

  test("for an order that was joined to another: it counts there", async () => {
    const till = await aTill();
    const { tenantId } = till;
    const { orderId, preferenceId } = await anOpenLink(till);
    const { orderId: into } = await anOrder(till, { phone: "11933334444", quantity: 1 });
    await till.staff.session.mutation(api.orders.merge, {
      tenantId,
      fromOrderId: orderId,
      intoOrderId: into,
      phone: "11933334444",
    });
    await settleWork(till);
    await heard(till, till.provider.pay(preferenceId).id);
    expect(await rowOf(till, into)).toMatchObject({ isPaid: false, paymentState: "partial" });
    expect(await finalize(till, into)).toMatchObject({ kind: "link", amountCents: 5990 });
  });
});

test("an order that is joined to another takes its payments along", async () => {
  const till = await aTill();
  const { tenantId } = till;
  const { orderId, preferenceId } = await anOpenLink(till);
  await notify(till, till.provider.pay(preferenceId, { transaction_amount: 100 }).id);
  await settleWork(till);
  const { orderId: into } = await anOrder(till, { phone: "11933334444", quantity: 1 });
  await till.staff.session.mutation(api.orders.merge, {
    tenantId,
    fromOrderId: orderId,
    intoOrderId: into,
    phone: "11933334444",
  });
  await settleWork(till);
  expect(await readOrder(till, into)).toMatchObject({
    payment: { state: "partial", paidCents: 10000, expectedCents: 17970 },
  });
  expect(await finalize(till, into)).toMatchObject({ kind: "link", amountCents: 7970 });
});

describe("news that nobody told us of", () => {
  test("are found by asking, minutes later", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    till.provider.pay(preferenceId);
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    await till.deployment.mutation(internal.paymentWork.sweep, {});
    await settleWork(till);
    expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true, paymentState: "paid" });
  });

  test("are found by the payer's page: status, number and amount, and nothing of a person", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    const { publicRef } = await rowOf(till, orderId);
    const status = () => till.deployment.query(api.payments.returnStatus, { publicRef });
    expect(await status()).toMatchObject({ number: 1, amountCents: 11980, status: "open", paymentId: null });
    const payment = till.provider.pay(preferenceId);
    await till.deployment.action(api.payments.refreshReturn, { publicRef });
    await settleWork(till);
    const view = await status();
    expect(view).toEqual({
      tenantName: "Loja da Praça",
      number: 1,
      amountCents: 11980,
      status: "approved",
      paymentId: String(payment.id),
      paymentUrl: null,
      providerUrl: "https://mp.test",
      isSimulated: true,
    });
    expect(JSON.stringify(view)).not.toMatch(/Maria|191191|987654321/);
  });

  test("the payer's page may ask only so often", async () => {
    const till = await aTill();
    const { orderId } = await anOpenLink(till);
    const { publicRef } = await rowOf(till, orderId);
    await till.deployment.run(({ db }) =>
      db.insert("attemptLimits", { key: `paymentReturn:${publicRef}`, remaining: 0, updatedAt: Date.now() }),
    );
    const asking = till.deployment.action(api.payments.refreshReturn, { publicRef });
    expect(await refusalOf(asking)).toMatchObject({ code: "too_many_attempts" });
  });

  test("'Verificar pagamento' finds them too", async () => {
    const till = await aTill();
    const { orderId, preferenceId } = await anOpenLink(till);
    till.provider.pay(preferenceId);
    const { tenantId } = till;
    expect(await till.staff.session.action(api.payments.refresh, { tenantId, orderId })).toEqual({ state: "paid" });
    await settleWork(till);
  });
});
