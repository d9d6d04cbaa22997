import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { FAKE_URL } from "../support/fakeMercadoPago";
import { refusalOf } from "../support/refusals";
import { anOpenLink, anOrder, aTill, finalize, readOrder, rowOf, settleWork, type Till } from "../support/till";
import { keepTillHours } from "../support/tillHours";

/** The link that an order is paid by: how it is made where the provider fails, and what closes it. */

keepTillHours();

describe("the provider", () => {
  test.each([
    [
      "is down",
      "down",
      "payment_provider_unavailable",
      "O Mercado Pago não respondeu. Nada foi cobrado. Tente de novo em instantes.",
    ],
    [
      "is broken",
      "500",
      "payment_provider_unavailable",
      "O Mercado Pago não respondeu. Nada foi cobrado. Tente de novo em instantes.",
    ],
    [
      "is busy",
      "429",
      "payment_provider_unavailable",
      "O Mercado Pago não respondeu. Nada foi cobrado. Tente de novo em instantes.",
    ],
    [
      "does not take the credentials",
      "401",
      "payment_provider_unauthorized",
      "O Mercado Pago recusou as credenciais da loja. Confira o Access Token em Configurações › Integrações.",
    ],
    ["answers with a page", "html", "invalid_provider_answer", "Resposta inválida do servidor"],
    ["answers with nothing in it", "empty", "invalid_provider_answer", "Resposta inválida do servidor"],
  ] as const)("%s: staff read what happened, and the next try succeeds", async (_title, fault, code, message) => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    till.provider.faultForEver = fault;
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code, message });
    till.provider.faultForEver = null;
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link", amountCents: 11980 });
    expect(till.provider.preferences.size).toBe(1);
  });

  test("stumbles once: nobody notices", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    till.provider.faults = ["500", "429"];
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link" });
    const keys = new Set(till.provider.received.map(({ key }) => key));
    expect([till.provider.received.length, keys.size]).toEqual([3, 1]);
  });

  test("does it and its answer is lost, every time: one link, found again by its key", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    till.provider.faultForEver = "lost_answer";
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code: "payment_provider_unavailable" });
    expect(till.provider.preferences.size).toBe(1);
    till.provider.faultForEver = null;
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link" });
    expect(till.provider.preferences.size).toBe(1);
    expect(await till.shop.rows("paymentLinks")).toHaveLength(1);
  });

  test("says no: there is no link, staff read why, and the order is as it was", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    vi.stubGlobal("fetch", () =>
      Promise.resolve(
        new Response('{"message":"x","error":"collector_does_not_comply_with_current_regulation","status":400}', {
          status: 400,
        }),
      ),
    );
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({
      code: "payment_request_refused",
      message:
        "O Mercado Pago recusou o pagamento: a identidade da conta do Mercado Pago ainda não foi validada. Conclua a validação no Mercado Pago.",
    });
    expect(await readOrder(till, orderId)).toMatchObject({
      link: null,
      linkIsBeingMade: false,
      payment: { state: "none" },
    });
  });

  test("dies with us in the middle: the sweep makes the link that was written down, with its own key", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    const { tenantId } = till;
    const actorId = till.staff.profileId;
    // What finalizing does before it speaks to anybody; then the process is gone.
    await till.deployment.mutation(internal.paymentWork.begin, { tenantId, actorId, orderId, seenTotalCents: 11980 });
    expect(await readOrder(till, orderId)).toMatchObject({ link: null, linkIsBeingMade: true });
    await vi.advanceTimersByTimeAsync(61_000);
    await till.deployment.mutation(internal.paymentWork.sweep, {});
    await settleWork(till);
    expect(await readOrder(till, orderId)).toMatchObject({
      link: { amountCents: 11980 },
      payment: { state: "link_open" },
    });
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link" });
    expect(till.provider.preferences.size).toBe(1);
  });
});

describe("a link that asks for what is no longer so is closed", () => {
  async function isClosed(till: Till, orderId: Id<"orders">, preferenceId: string, reason: string) {
    await settleWork(till);
    const links = await till.shop.rows("paymentLinks");
    expect(links).toMatchObject([{ state: "withdrawn", isClosedThere: true }]);
    expect(Date.parse(till.provider.preferenceOf(preferenceId).expiration_date_to)).toBeLessThanOrEqual(Date.now());
    const events = (await till.shop.rows("orderEvents")).filter(
      ({ change }) => change.kind === "payment_link_withdrawn",
    );
    expect(events).toMatchObject([{ orderId, actorName: "Sistema", change: { reason, amountCents: 11980 } }]);
  }

  const changes: [
    string,
    string,
    (till: Till, order: { orderId: Id<"orders">; productId: Id<"products"> }) => Promise<unknown>,
  ][] = [
    ["a launch", "total_changed", (till, { productId }) => till.shop.launch(till.staff, { productId })],
    [
      "a quantity",
      "total_changed",
      async (till, { orderId }) => {
        const [line] = (await readOrder(till, orderId)).lines;
        return await till.staff.session.mutation(api.orders.setLineQuantity, {
          tenantId: till.tenantId,
          orderId,
          lineId: line?.lineId as Id<"cartItems">,
          quantity: 1,
          seenQuantity: 2,
        });
      },
    ],
    [
      "an adjustment",
      "total_changed",
      (till, { orderId }) =>
        till.staff.session.mutation(api.orders.update, { tenantId: till.tenantId, orderId, totalCents: 10000 }),
    ],
    [
      "the order being marked paid",
      "paid_by_hand",
      (till, { orderId }) =>
        till.staff.session.mutation(api.orders.setPaid, { tenantId: till.tenantId, orderIds: [orderId], isPaid: true }),
    ],
    [
      "the order being deleted",
      "order_removed",
      (till, { orderId }) =>
        till.staff.session.mutation(api.orders.remove, {
          tenantId: till.tenantId,
          orderIds: [orderId],
          returnPaidStock: false,
        }),
    ],
    [
      "somebody's wish",
      "by_hand",
      (till, { orderId }) => till.staff.session.mutation(api.checkout.cancelLink, { tenantId: till.tenantId, orderId }),
    ],
  ];

  test.each(changes)("by %s", async (_title, reason, change) => {
    const till = await aTill();
    const { orderId, productId, preferenceId } = await anOpenLink(till);
    await change(till, { orderId, productId });
    await isClosed(till, orderId, preferenceId, reason);
  });

  test("and whoever has begun a Pix by it cannot finish", async () => {
    const till = await aTill();
    const { productId, preferenceId } = await anOpenLink(till);
    const { id } = till.provider.pay(preferenceId, { status: "pending" });
    await till.shop.launch(till.staff, { productId });
    await settleWork(till);
    expect(till.provider.payments.get(id)?.status).toBe("cancelled");
    expect(await till.shop.rows("payments")).toMatchObject([{ status: "cancelled" }]);
  });

  test("also when the provider is down for a while", async () => {
    const till = await aTill();
    const { productId, preferenceId } = await anOpenLink(till);
    till.provider.faultForEver = "down";
    await till.shop.launch(till.staff, { productId });
    await settleWork(till);
    expect(await till.shop.rows("paymentLinks")).toMatchObject([{ state: "withdrawn", isClosedThere: false }]);
    till.provider.faultForEver = null;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await till.deployment.mutation(internal.paymentWork.sweep, {});
    await settleWork(till);
    expect(await till.shop.rows("paymentLinks")).toMatchObject([{ isClosedThere: true }]);
    expect(Date.parse(till.provider.preferenceOf(preferenceId).expiration_date_to)).toBeLessThanOrEqual(Date.now());
  });

  test("a link that was withdrawn while it was being made is closed as soon as it is known", async () => {
    const till = await aTill();
    const { orderId, productId } = await anOrder(till);
    const { tenantId } = till;
    const actorId = till.staff.profileId;
    const begun = await till.deployment.mutation(internal.paymentWork.begin, {
      tenantId,
      actorId,
      orderId,
      seenTotalCents: 11980,
    });
    if (begun.kind !== "link") throw new Error("a link should have been begun");
    await till.shop.launch(till.staff, { productId });
    const preferenceId = "44-made-meanwhile";
    till.provider.preferences.set(preferenceId, {
      id: preferenceId,
      collector_id: [...till.provider.sellers.values()].at(-1) ?? 0,
      external_reference: "x",
      items: [],
      expiration_date_to: "2099-01-01T00:00:00.000+00:00",
      payer: {},
      metadata: {},
    });
    const made = { preferenceId, url: `${FAKE_URL}/x`, collectorId: null };
    await till.deployment.mutation(internal.paymentWork.linkMade, { tenantId, linkId: begun.linkId, ...made });
    await settleWork(till);
    expect(await rowOf(till, orderId)).toMatchObject({ openLinkId: null });
    expect(Date.parse(till.provider.preferenceOf(preferenceId).expiration_date_to)).toBeLessThanOrEqual(Date.now());
  });

  test("a link whose days are over", async () => {
    const till = await aTill();
    const { orderId } = await anOpenLink(till);
    await vi.advanceTimersByTimeAsync(3 * 24 * 3_600_000 + 60_000);
    await till.deployment.mutation(internal.paymentWork.sweep, {});
    await settleWork(till);
    expect(await readOrder(till, orderId)).toMatchObject({ link: null, payment: { state: "none" } });
    expect(await till.shop.rows("paymentLinks")).toMatchObject([{ state: "expired" }]);
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link" });
    expect(till.provider.preferences.size).toBe(2);
  });
});
