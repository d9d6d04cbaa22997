import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { LABEL_CENTS } from "../support/fakeLabels";
import {
  aLabel,
  aLabelDesk,
  aPaidOrder,
  cancel,
  create,
  pay,
  refresh,
  rowOf,
  settleJobs,
  type LabelDesk,
} from "../support/labelDesk";
import { refusalOf } from "../support/refusals";
import { ADDRESS, anOrder, saveCustomer } from "../support/till";
import { keepTillHours } from "../support/tillHours";

/** Labels from the order to the door, with a service that does what it is asked. */

keepTillHours();

const DONE = { outcome: "done", message: null };

describe("a label", () => {
  test("goes from the cart to the wallet, is made ready and can be printed, and the timeline tells", async () => {
    const desk = await aLabelDesk();
    const { staff, tenantId, carrier } = desk;
    const orderId = await aPaidOrder(desk);
    expect(await rowOf(desk, orderId)).toMatchObject({
      state: "pending",
      actions: ["create"],
      chosenFreight: { optionId: "1", name: "PAC", priceCents: 2565 },
    });

    expect(await create(desk, orderId)).toEqual(DONE);
    expect(await rowOf(desk, orderId)).toMatchObject({
      state: "created_awaiting_payment",
      priceCents: LABEL_CENTS,
      createdByName: "Ana",
      step: null,
      actions: ["charge", "pay", "cancel", "refresh"],
    });

    expect(await pay(desk, orderId)).toEqual(DONE);
    expect(carrier.balanceCents).toBe(10_000 - LABEL_CENTS);
    await settleJobs(desk);
    const url = "https://me.test/imprimir/etiqueta-1";
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "paid", isGenerated: true, labelUrl: url, step: null });
    expect(await staff.session.action(api.labels.download, { tenantId, orderId })).toEqual({ ...DONE, url });

    const page = { paginationOpts: { numItems: 20, cursor: null } };
    const timeline = await staff.session.query(api.orders.timeline, { tenantId, orderId, ...page });
    const told = timeline.page.flatMap(({ actorName, change }) =>
      change.kind === "shipment_changed" ? [[actorName, change.state, change.service, change.priceCents]] : [],
    );
    expect(told).toEqual([
      ["Ana", "paid", "PAC Correios", 2565],
      ["Ana", "created_awaiting_payment", "PAC Correios", 2565],
    ]);
  });

  test("is bought with what the order holds: sender, recipient, parcel, insurance, and a tag of ours", async () => {
    const desk = await aLabelDesk();
    const { till, tenantId } = desk;
    await till.owner.session.mutation(api.settings.saveSystem, { tenantId, publicBaseUrl: "https://loja.exemplo.com" });
    await create(desk, await aPaidOrder(desk));
    expect(desk.carrier.labels[0]?.sent).toMatchObject({
      service: 1,
      from: { name: "Loja da Ana", document: "16571478358", company_document: "", postal_code: "31575060" },
      to: {
        name: "Maria Souza",
        document: "19119119100",
        phone: expect.stringMatching(/^1198765\d{4}$/),
        district: "Bela Vista",
        number: "1500",
        state_abbr: "SP",
        note: "Pedido 1",
      },
      products: [{ quantity: 2, unitary_value: 59.9 }],
      volumes: [{ height: 4, width: 16, length: 20, weight: 0.6 }],
      options: {
        insurance_value: 119.8,
        non_commercial: true,
        tags: [
          {
            tag: expect.stringMatching(/^t_[a-z0-9]+:order_1:[0-9a-f]{12}$/),
            url: "https://loja.exemplo.com/etiquetas",
          },
        ],
      },
    });
  });

  test("that is made ready slowly is waited for, and asked to be made once", async () => {
    const desk = await aLabelDesk();
    desk.carrier.slowness = 3;
    const orderId = await aLabel(desk);
    await pay(desk, orderId);
    await settleJobs(desk);
    expect(await rowOf(desk, orderId)).toMatchObject({ isGenerated: true, step: null, problem: null });
    expect(desk.carrier.times("POST /shipment/generate")).toBe(1);
  });

  test("out of the cart is gone, and another can be created", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    expect(await cancel(desk, orderId)).toEqual(DONE);
    expect(desk.carrier.labels).toEqual([]);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "cancelled", actions: ["create"], problem: null });
    expect(await create(desk, orderId)).toEqual(DONE);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "created_awaiting_payment" });
    expect(desk.carrier.labels).toHaveLength(1);
  });

  test("that was bought is cancelled; one that was posted is not, and the reason is said", async () => {
    const desk = await aLabelDesk();
    const [first, second] = [await aLabel(desk), await aLabel(desk)];
    for (const orderId of [first, second]) await pay(desk, orderId);
    await settleJobs(desk);
    expect(await cancel(desk, first)).toEqual(DONE);
    expect(await rowOf(desk, first)).toMatchObject({ state: "cancelled" });

    const label = desk.carrier.labels[1]!;
    Object.assign(label, { status: "posted", posted_at: "2026-11-20 16:00:00", tracking: "ME26BR" });
    expect(await cancel(desk, second)).toMatchObject({
      outcome: "failed",
      message: "O Melhor Envio recusou cancelar a etiqueta: a encomenda já foi postada.",
    });
    expect(await rowOf(desk, second)).toMatchObject({
      state: "posted",
      trackingCode: "ME26BR",
      trackingUrl: "https://www.melhorrastreio.com.br/rastreio/ME26BR",
      actions: ["download", "track", "refresh"],
    });
  });

  test("'Atualizar' asks how it stands, and says when a parcel does not get on", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    await pay(desk, orderId);
    await settleJobs(desk);
    Object.assign(desk.carrier.labels[0]!, { status: "undelivered", posted_at: "2026-11-21 16:00:00" });
    expect(await refresh(desk, orderId)).toEqual(DONE);
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "posted", alert: "Entrega não realizada" });
  });

  test("that somebody has deleted at the service is over, and can be created anew", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    desk.carrier.labels = [];
    expect(await refresh(desk, orderId)).toMatchObject({ outcome: "failed" });
    expect(await rowOf(desk, orderId)).toMatchObject({
      state: "cancelled",
      problem: { code: "label_gone" },
      actions: ["create"],
    });
  });
});

describe("the list", () => {
  test("shows paid orders, those that want a label, and labels by state, page by page", async () => {
    const desk = await aLabelDesk();
    const [first, second] = [await aPaidOrder(desk), await aLabel(desk)];
    await anOrder(desk.till, { phone: "11955553333" });
    const numbers = async (state: "pending" | "created_awaiting_payment" | "paid" | null) =>
      (await pageOf(desk, state)).map(({ orderId }) => orderId);
    expect(await numbers(null)).toEqual([second, first]);
    expect(await numbers("pending")).toEqual([first]);
    expect(await numbers("created_awaiting_payment")).toEqual([second]);
    expect(await numbers("paid")).toEqual([]);
    await pay(desk, second);
    expect(await numbers("paid")).toEqual([second]);
  });

  test("keeps the label of an order that was deleted", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    const { staff, tenantId } = desk;
    await staff.session.mutation(api.orders.remove, { tenantId, orderIds: [orderId], returnPaidStock: false });
    expect(await pageOf(desk, "created_awaiting_payment")).toMatchObject([{ orderNumber: 1, publicId: null }]);
    expect(await cancel(desk, orderId)).toEqual(DONE);
  });

  test("finds paid orders by phone and by number", async () => {
    const desk = await aLabelDesk();
    const orderId = await aPaidOrder(desk);
    const { customerPhone } = await rowOf(desk, orderId);
    const { staff, tenantId } = desk;
    for (const text of ["#1", "1", customerPhone]) {
      expect(await staff.session.query(api.labels.find, { tenantId, text })).toMatchObject([{ orderNumber: 1 }]);
    }
    expect(await staff.session.query(api.labels.find, { tenantId, text: "99" })).toEqual([]);
    expect(await refusalOf(staff.session.query(api.labels.find, { tenantId, text: "" }))).toMatchObject({
      code: "phone_required",
    });
  });
});

async function pageOf({ staff, tenantId }: LabelDesk, state: "pending" | "created_awaiting_payment" | "paid" | null) {
  const paginationOpts = { numItems: 10, cursor: null };
  return (await staff.session.query(api.labels.list, { tenantId, state, paginationOpts })).page;
}

describe("the wallet", () => {
  test("says what is in it, and where it is filled", async () => {
    const desk = await aLabelDesk();
    const { staff, tenantId } = desk;
    expect(await staff.session.action(api.labels.wallet, { tenantId })).toMatchObject({ balanceCents: 10_000 });
    const add = (amountCents: number) => staff.session.action(api.labels.addFunds, { tenantId, amountCents });
    expect(await refusalOf(add(50))).toMatchObject({ code: "invalid_amount" });
    desk.carrier.revoke();
    expect(await refusalOf(add(5_000))).toMatchObject({ code: "shipping_problem", reason: "unauthorized" });
  });
});

test("a label goes along with an order that is joined to another", async () => {
  const desk = await aLabelDesk();
  const { staff, tenantId } = desk;
  const orderId = await aLabel(desk);
  const open = await anOrder(desk.till, { phone: (await rowOf(desk, orderId)).customerPhone, customer: false });
  await staff.session.mutation(api.orders.merge, { tenantId, fromOrderId: orderId, intoOrderId: open.orderId });
  expect(await pageOf(desk, "created_awaiting_payment")).toMatchObject([{ orderId: open.orderId, orderNumber: 2 }]);
  expect(await pay(desk, open.orderId)).toEqual(DONE);
});

test("a label goes to whom its own checkout has named, whatever the customer has said for a later order", async () => {
  const desk = await aLabelDesk();
  const orderId = await aPaidOrder(desk);
  const other = await anOrder(desk.till, { phone: (await rowOf(desk, orderId)).customerPhone, customer: false });
  await saveCustomer(desk.till, other.orderId, { name: "Outra Pessoa", address: { ...ADDRESS, number: "9" } });
  expect(await create(desk, orderId)).toEqual(DONE);
  expect(desk.carrier.labels[0]?.sent).toMatchObject({ to: { name: "Maria Souza", number: "1500" } });
});
