import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { FunctionArgs } from "convex/server";
import { refusalOf } from "../support/refusals";
import {
  ACCESS_TOKEN,
  anOrder,
  aTill,
  finalize,
  notify,
  preferenceOf,
  queueMessages,
  readOrder,
  rowOf,
  saveCustomer,
  settleWork,
  WEBHOOK_SECRET,
  type Till,
} from "../support/till";
import { keepTillHours, TILL_OPENS_AT } from "../support/tillHours";

/** The same news ten times in any order; and what no answer, log or error may hold. */

keepTillHours();
afterEach(() => {
  vi.restoreAllMocks();
});

type News = FunctionArgs<typeof internal.paymentWork.settle>["news"];

const COUPON = {
  code: "DEZ",
  discount: { kind: "percentage", percent: 10 },
  expiresDate: null,
  usageLimit: null,
  isActive: true,
} as const;

/** An order with a coupon and a link, in a shop whose messaging is on. */
async function aChargedOrder() {
  const till = await aTill();
  const { tenantId } = till;
  await queueMessages(till);
  await till.owner.session.mutation(api.coupons.create, { tenantId, ...COUPON });
  const { orderId } = await anOrder(till);
  await till.staff.session.mutation(api.checkout.applyCoupon, { tenantId, orderId, code: "DEZ" });
  await finalize(till, orderId);
  const [link] = await till.shop.rows("paymentLinks");
  if (link === undefined) throw new Error("there should be a link");
  const news: News = {
    paymentId: "1319876543",
    reference: link.publicRef,
    linkKey: link.key,
    collectorId: link.collectorId,
    status: "approved",
    statusDetail: "accredited",
    method: "card",
    amountCents: 10782,
    refundedCents: 0,
    createdAt: TILL_OPENS_AT + 1_000,
    approvedAt: TILL_OPENS_AT + 2_000,
    updatedAt: TILL_OPENS_AT + 2_000,
  };
  return { till, orderId, news };
}

async function countsOf(till: Till) {
  const events = (await till.shop.rows("orderEvents")).map(({ change }) => change);
  return {
    timesPaid: events.filter((change) => change.kind === "field_changed" && change.after === true).length,
    confirmations: events.filter(({ kind }) => kind === "confirmation_queued").length,
    couponUses: (await till.shop.rows("coupons")).map(({ usedCount }) => usedCount),
    payments: (await till.shop.rows("payments")).length,
  };
}

describe("the same news ten times, in any order", () => {
  test("paid once, one confirmation queued, the coupon counted once, the stock untouched", async () => {
    // The life of one payment, as the provider told it step by step; approved is where it stands.
    const steps = (approved: News): News[] => [
      { ...approved, status: "pending", approvedAt: null, updatedAt: TILL_OPENS_AT + 1_000 },
      { ...approved, status: "in_review", approvedAt: null, updatedAt: TILL_OPENS_AT + 1_500 },
      approved,
    ];
    const orders = fc.shuffledSubarray([...Array(30).keys()], { minLength: 30 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const { till, orderId, news } = await aChargedOrder();
        const { tenantId } = till;
        const stocks = await till.shop.rows("productStocks");
        const told = Array.from({ length: 10 }, () => steps(news)).flat();
        for (const at of order) {
          const one = told[at];
          if (one !== undefined) await till.deployment.mutation(internal.paymentWork.settle, { tenantId, news: one });
        }
        expect(await countsOf(till)).toEqual({ timesPaid: 1, confirmations: 1, couponUses: [1], payments: 1 });
        expect(await rowOf(till, orderId)).toMatchObject({ isPaid: true, paymentState: "paid" });
        expect(await till.shop.rows("productStocks")).toEqual(stocks);
      }),
      { numRuns: 4 },
    );
  });

  test("of two payments, a refund among them: what remains does not depend on the order either", async () => {
    const outcomes = new Set<string>();
    const orders = fc.shuffledSubarray([0, 1, 2, 3, 0, 1, 2, 3], { minLength: 8 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const { till, orderId, news } = await aChargedOrder();
        const { tenantId } = till;
        const second = {
          ...news,
          paymentId: "1319876544",
          updatedAt: TILL_OPENS_AT + 3_000,
          approvedAt: TILL_OPENS_AT + 3_000,
        };
        const told: News[] = [
          news,
          second,
          { ...second, status: "refunded", refundedCents: 10782, updatedAt: TILL_OPENS_AT + 4_000 },
          { ...news, status: "pending", approvedAt: null, updatedAt: TILL_OPENS_AT + 1_000 },
        ];
        for (const at of order) {
          const one = told[at];
          if (one !== undefined) await till.deployment.mutation(internal.paymentWork.settle, { tenantId, news: one });
        }
        const { isPaid, paymentState } = await rowOf(till, orderId);
        const { couponUses } = await countsOf(till);
        outcomes.add(JSON.stringify({ isPaid, paymentState, couponUses }));
      }),
      { numRuns: 6 },
    );
    expect([...outcomes]).toEqual([JSON.stringify({ isPaid: true, paymentState: "paid", couponUses: [1] })]);
  });

  test("by webhook, payer's page, 'Verificar pagamento' and sweep at once", async () => {
    const { till, orderId } = await aChargedOrder();
    const { tenantId } = till;
    const { publicRef } = await rowOf(till, orderId);
    const payment = till.provider.pay(await preferenceOf(till, orderId));
    vi.setSystemTime(Date.now() + 5 * 60_000);
    await Promise.all([
      notify(till, payment.id),
      notify(till, payment.id),
      till.deployment.action(api.payments.refreshReturn, { publicRef }),
      till.staff.session.action(api.payments.refresh, { tenantId, orderId }),
      till.deployment.mutation(internal.paymentWork.sweep, {}),
    ]);
    await settleWork(till);
    expect(await countsOf(till)).toEqual({ timesPaid: 1, confirmations: 1, couponUses: [1], payments: 1 });
  });
});

describe("a confirmation", () => {
  test("is queued by the switch too, once, however often it is switched", async () => {
    const { till, orderId } = await aChargedOrder();
    const { tenantId } = till;
    for (const isPaid of [true, false, true]) {
      await till.staff.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid });
    }
    expect((await countsOf(till)).confirmations).toBe(1);
  });

  test("is not queued where the shop's messaging is off", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    const { tenantId } = till;
    await till.staff.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
    expect((await countsOf(till)).confirmations).toBe(0);
    expect((await rowOf(till, orderId)).confirmationQueuedAt).toBeUndefined();
  });
});

describe("a notice is looked into until it can be", () => {
  test("the provider is down when it comes, and does not know the payment at first", async () => {
    const { till, orderId } = await aChargedOrder();
    const payment = till.provider.pay(await preferenceOf(till, orderId));
    till.provider.payments.delete(payment.id);
    till.provider.faults = ["down", "500", "429", "html"];
    await notify(till, payment.id);
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await rowOf(till, orderId)).isPaid).toBe(false);
    till.provider.payments.set(payment.id, payment);
    await settleWork(till);
    expect((await rowOf(till, orderId)).isPaid).toBe(true);
    expect(await till.shop.rows("webhookLogs")).toMatchObject([{ outcome: "done" }]);
  });

  test("a payment that never turns up is given up, and said so", async () => {
    const till = await aTill();
    await notify(till, 4711);
    await settleWork(till);
    expect(await till.shop.rows("webhookLogs")).toMatchObject([
      { outcome: "ignored", detail: "o Mercado Pago não conhece este pagamento nesta conta", nextStepAt: null },
    ]);
    expect(till.provider.count("GET", /v1\/payments\/4711/)).toBe(6);
  });

  test("one that nobody looked into (the process died) is the sweep's", async () => {
    const { till, orderId } = await aChargedOrder();
    const { tenantId } = till;
    const payment = till.provider.pay(await preferenceOf(till, orderId));
    await till.deployment.run(({ db }) =>
      db.insert("webhookLogs", {
        tenantId,
        at: Date.now(),
        service: "mercado_pago",
        kind: "payment",
        subject: String(payment.id),
        requestId: "r",
        outcome: "received",
        detail: "",
        attempts: 0,
        nextStepAt: Date.now() - 1,
      }),
    );
    await till.deployment.mutation(internal.paymentWork.sweep, {});
    await settleWork(till);
    expect((await rowOf(till, orderId)).isPaid).toBe(true);
  });

  test("strangers cannot fill a company's log", async () => {
    const till = await aTill();
    for (let at = 0; at < 65; at += 1) await notify(till, at, { signature: null });
    expect((await till.shop.rows("webhookLogs")).length).toBeLessThanOrEqual(61);
  });
});

describe("no secret leaves", () => {
  const SECRETS = [ACCESS_TOKEN, WEBHOOK_SECRET];

  test("not in an answer, a refusal, a row, or a line of the log, whatever the provider does", async () => {
    const lines: unknown[] = [];
    for (const level of ["log", "info", "warn", "error", "debug"] as const) {
      vi.spyOn(console, level).mockImplementation((...args: unknown[]) => void lines.push(args));
    }
    const till = await aTill();
    const { tenantId } = till;
    const answers: unknown[] = [];
    for (const fault of ["401", "500", "html", "lost_answer", null] as const) {
      const { orderId } = await anOrder(till, { phone: `119876543${answers.length + 10}` });
      till.provider.faultForEver = fault;
      const finalizing = finalize(till, orderId);
      answers.push(fault === null ? await finalizing : await refusalOf(finalizing));
      answers.push(await readOrder(till, orderId));
      answers.push(await till.owner.session.action(api.payments.testConnection, { tenantId }));
      const refreshing = till.staff.session.action(api.payments.refresh, { tenantId, orderId });
      answers.push(await refreshing.catch((error: unknown) => [String(error), error]));
      answers.push(await (await notify(till, 1, { secret: "outro" })).text());
    }
    await saveCustomer(till, (await till.shop.rows("orders"))[0]!._id);
    await settleWork(till);
    const page = { tenantId, paginationOpts: { numItems: 100, cursor: null } };
    answers.push(await till.owner.session.query(api.payments.webhookLog, page));
    answers.push(await till.owner.session.query(api.audit.list, page));
    answers.push(await till.owner.session.query(api.integrations.get, { tenantId }));
    for (const table of [
      "orders",
      "orderEvents",
      "checkouts",
      "paymentLinks",
      "payments",
      "webhookLogs",
      "auditLog",
    ] as const) {
      answers.push(await till.shop.rows(table));
    }
    const jobs = await till.deployment.run(({ db }) => db.system.query("_scheduled_functions").collect());
    for (const secret of SECRETS) {
      expect(JSON.stringify(answers)).not.toContain(secret);
      expect(JSON.stringify(jobs)).not.toContain(secret);
      expect(JSON.stringify(lines)).not.toContain(secret);
    }
  });
});

test.each([
  ["connected", null, "O Mercado Pago respondeu e aceitou as credenciais."],
  ["unauthorized", "401", "O Mercado Pago recusou as credenciais. Confira o Access Token."],
  ["unavailable", "down", "O Mercado Pago não respondeu. Tente de novo em instantes."],
  ["invalid_answer", "html", "Resposta inválida do Mercado Pago. Tente de novo em instantes."],
] as const)("'testar conexão': %s", async (outcome, fault, message) => {
  const till = await aTill();
  till.provider.faultForEver = fault;
  const { tenantId } = till;
  expect(await till.owner.session.action(api.payments.testConnection, { tenantId })).toEqual({ outcome, message });
});

test("'testar conexão' without credentials", async () => {
  const till = await aTill();
  const { tenantId } = till;
  await till.owner.session.mutation(api.integrations.saveMercadoPago, { tenantId, accessToken: null });
  expect(await till.owner.session.action(api.payments.testConnection, { tenantId })).toEqual({
    outcome: "not_configured",
    message: "Informe o Access Token e salve antes de testar.",
  });
});
