import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import {
  aSendingShop,
  keepLiveHours,
  launchTo,
  LIVE_BEGINS_AT,
  minutes,
  pass,
  pauseOf,
  seconds,
  senderOf,
  statesOf,
  type SendingShop,
} from "../support/sendingShop";

/** One sender per company: decision 027. */

keepLiveHours();

const MARIA = "5511987654321";
const JOANA = "5521987654321";
const ADDED = "Oi cliente! Adicionamos ao seu pedido: 1x Blusa canelada. Valor: R$\u00a059,90.";

const orderOf = async ({ shop }: SendingShop, orderId: string) =>
  (await shop.rows("orders")).find(({ _id }) => _id === orderId);

describe("a launch", () => {
  test("is told once, labelled, and the order shows it when it was really sent", async () => {
    const live = await aSendingShop();
    const orderId = await launchTo(live, MARIA);
    expect(await orderOf(live, orderId)).toMatchObject({ itemAddedMessageSent: false });
    await pass(live, seconds(5));
    expect(live.gateway.textsTo(MARIA)).toEqual([ADDED]);
    expect(live.gateway.labels).toEqual([{ phone: MARIA, label: "app" }]);
    expect(await orderOf(live, orderId)).toMatchObject({ itemAddedMessageSent: true });
    const log = await live.shop.rows("messageLog");
    expect(log).toMatchObject([{ phone: MARIA, text: ADDED, type: "system_log", attempt: 1, outcome: "sent" }]);
    const kinds = (await live.shop.rows("orderEvents")).map(({ change }) => change.kind);
    expect(kinds).toEqual(["launched", "message_sent"]);
  });

  test("messages are two seconds apart, and three after each fifth", async () => {
    const live = await aSendingShop();
    for (let at = 0; at < 7; at += 1) await launchTo(live, MARIA);
    await pass(live, seconds(30));
    const times = live.gateway.messages.map(({ at }) => at);
    const gaps = times.slice(1).map((at, before) => at - times[before]!);
    expect(gaps).toHaveLength(6);
    for (const [at, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(at === 4 ? 3_000 : 2_000);
  });

  test("each gateway answer is believed: a number without WhatsApp fails at once and disturbs nobody", async () => {
    const live = await aSendingShop();
    live.gateway.missing.add(MARIA);
    await launchTo(live, MARIA);
    await launchTo(live, JOANA);
    await pass(live, seconds(10));
    expect(await statesOf(live)).toEqual(["failed", "sent"]);
    expect(live.gateway.messages).toHaveLength(1);
    expect(await pauseOf(live)).toBeNull();
    expect(await senderOf(live)).toMatchObject({ failuresInRow: 0 });
  });
});

describe("the gateway is down for an hour of a live", () => {
  test("no sale waits, staff see it, and everything goes out once when it returns", async () => {
    const live = await aSendingShop();
    live.gateway.isDown = true;
    const phones = [MARIA, JOANA, "5531987654321", "5541987654321"];
    for (const phone of phones) {
      const before = Date.now();
      await launchTo(live, phone);
      expect(Date.now() - before).toBe(0);
      await pass(live, minutes(15));
    }
    expect(await pauseOf(live)).toBe("instance_down");
    expect(await live.ana.session.query(api.whatsapp.news, { tenantId: live.tenantId })).toMatchObject({
      message: "O WhatsApp da loja está desconectado. As mensagens esperam.",
    });
    expect(await statesOf(live)).toEqual(["waiting", "waiting", "waiting", "waiting"]);
    live.gateway.isDown = false;
    await pass(live, minutes(3));
    expect(live.gateway.messages.map(({ number }) => number)).toEqual(phones);
    expect(await pauseOf(live)).toBeNull();
  });

  test("what is older than two hours is not sent any more, what is younger is", async () => {
    const live = await aSendingShop();
    live.gateway.isDown = true;
    await launchTo(live, MARIA);
    await pass(live, minutes(90));
    await launchTo(live, JOANA);
    await pass(live, minutes(35));
    expect(await statesOf(live)).toEqual(["expired", "waiting"]);
    live.gateway.isDown = false;
    await pass(live, minutes(3));
    expect(live.gateway.messages.map(({ number }) => number)).toEqual([JOANA]);
    const attention = await live.ana.session.query(api.messages.attention, { tenantId: live.tenantId, since: 0 });
    expect(attention).toMatchObject([{ state: "expired", phone: MARIA, event: "item_added" }]);
  });
});

describe("failures that rise", () => {
  test("three in a row pause the queue; it goes on by itself where it stopped", async () => {
    const live = await aSendingShop();
    await launchTo(live, JOANA);
    await pass(live, seconds(5));
    live.gateway.faults = ["error_before", "error_before", "error_before"];
    for (const phone of [MARIA, "5531987654321", "5541987654321", "5551987654321"]) await launchTo(live, phone);
    await pass(live, seconds(9));
    expect(await pauseOf(live)).toBe("failures_rise");
    await pass(live, minutes(3));
    expect(await pauseOf(live)).toBeNull();
    expect(new Set(live.gateway.messages.map(({ number }) => number)).size).toBe(5);
    expect(live.gateway.messages).toHaveLength(5);
  });

  test("of one order the later message waits for the earlier one", async () => {
    const live = await aSendingShop();
    await launchTo(live, JOANA);
    await pass(live, seconds(5));
    live.gateway.faults = ["error_before"];
    const { session } = live.ana;
    const orderId = await launchTo(live, MARIA);
    await pass(live, seconds(3));
    await session.mutation(api.orders.setPaid, { tenantId: live.tenantId, orderIds: [orderId], isPaid: true });
    await pass(live, minutes(3));
    expect(live.gateway.textsTo(MARIA)).toEqual([
      ADDED,
      "Oi cliente! Recebemos o pagamento do seu pedido, no valor de R$\u00a059,90. Obrigado pela compra!",
    ]);
    expect(await orderOf(live, orderId)).toMatchObject({ paymentConfirmationSent: true });
  });
});

test("switched off, what waits is dropped and never said", async () => {
  const live = await aSendingShop();
  const owner = await live.shop.hasStaff("Dona", "owner");
  live.gateway.isDown = true;
  await launchTo(live, MARIA);
  await pass(live, seconds(5));
  const { tenantId } = live;
  await owner.session.mutation(api.integrations.saveWhatsapp, { tenantId, isActive: false });
  await pass(live, seconds(5));
  expect(await statesOf(live)).toEqual(["canceled"]);
  live.gateway.isDown = false;
  await owner.session.mutation(api.integrations.saveWhatsapp, { tenantId, isActive: true });
  await pass(live, minutes(5));
  expect(live.gateway.messages).toEqual([]);
});

test("messages and what was tried of them are deleted when they are older than ninety days", async () => {
  const live = await aSendingShop();
  await launchTo(live, MARIA);
  await pass(live, seconds(5));
  vi.setSystemTime(LIVE_BEGINS_AT + 89 * 24 * 60 * 60_000);
  await launchTo(live, JOANA);
  await pass(live, seconds(5));
  vi.setSystemTime(LIVE_BEGINS_AT + 91 * 24 * 60 * 60_000);
  await live.shop.deployment.mutation(internal.housekeeping.deleteOldMessages, {});
  expect((await live.shop.rows("outgoingMessages")).map(({ phone }) => phone)).toEqual([JOANA]);
  expect((await live.shop.rows("messageLog")).map(({ phone }) => phone)).toEqual([JOANA]);
});
