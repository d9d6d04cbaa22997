import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { aSendingShop, keepLiveHours, launchTo, pass, seconds, type SendingShop } from "../support/sendingShop";

/** What is queued, by what causes it. Nothing goes out here: the gateway is down unless a test says otherwise. */

keepLiveHours();

const MARIA = "5511987654321";

let live: SendingShop;
beforeEach(async () => {
  live = await aSendingShop();
  live.gateway.isDown = true;
});

interface Queued {
  readonly event: string;
  readonly state: string;
  readonly pieces: number[];
}

/** As they were queued: event, state and the quantities they tell. */
async function queued(): Promise<Queued[]> {
  return (await live.shop.rows("outgoingMessages")).map(({ event, state, subject }) => {
    return { event, state, pieces: subject?.items.map(({ quantity }) => quantity) ?? [] };
  });
}

async function lineOf(orderId: Id<"orders">): Promise<Id<"cartItems">> {
  const order = (await live.shop.rows("orders")).find(({ _id }) => _id === orderId);
  const line = (await live.shop.rows("cartItems")).find(({ cartId }) => cartId === order?.cartId);
  if (line === undefined) throw new Error("the order should have a line");
  return line._id;
}

const removeLine = async (orderId: Id<"orders">) =>
  await live.ana.session.mutation(api.orders.removeLine, {
    ...{ tenantId: live.tenantId, orderId, lineId: await lineOf(orderId) },
  });

const undo = (launchId: string) =>
  live.ana.session.mutation(api.manualSales.undo, { tenantId: live.tenantId, launchId });

const waitingAdded = (...pieces: number[]): Queued => ({ event: "item_added", state: "waiting", pieces });

test("a company that does not write to its customers queues nothing", async () => {
  await live.shop.deployment.run(async ({ db }) => {
    const settings = await db.query("whatsappSettings").first();
    if (settings !== null) await db.patch("whatsappSettings", settings._id, { isActive: false });
  });
  const orderId = await launchTo(live, MARIA);
  await removeLine(orderId);
  expect(await queued()).toEqual([]);
  const scheduled = await live.shop.deployment.run(({ db }) => db.system.query("_scheduled_functions").collect());
  expect(scheduled).toEqual([]);
});

test("a launch: one message, one scheduled call, expiring two hours later", async () => {
  await launchTo(live, MARIA);
  const [message, ...others] = await live.shop.rows("outgoingMessages");
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    ...{ kind: "order", event: "item_added", lane: 0, phone: MARIA, state: "waiting", text: null, byName: "Ana" },
    ...{ matchKey: "551187654321", queuedAt: Date.now(), expiresAt: Date.now() + 2 * 60 * 60_000 },
  });
  const scheduled = await live.shop.deployment.run(({ db }) => db.system.query("_scheduled_functions").collect());
  expect(scheduled.map(({ name }) => name)).toEqual(["messageSending:turn"]);
});

test("a new order is told of by itself only where the company has words for that", async () => {
  const { ana, tenantId } = live;
  const template = { tenantId, type: "PRODUCT_CANCELED", title: null, content: "Saiu: {produto}" };
  await ana.session.mutation(api.templates.create, template);
  await launchTo(live, MARIA);
  expect((await queued()).map(({ event }) => event)).toEqual(["item_added"]);
  await live.shop.deployment.run(({ db }) =>
    db.insert("templates", { tenantId, type: "order_created", title: null, content: "Pedido aberto!" }),
  );
  await launchTo(live, "5521987654321");
  await launchTo(live, "5521987654321");
  expect((await queued()).map(({ event }) => event)).toEqual([
    ...["item_added", "order_created", "item_added", "item_added"],
  ]);
});

describe("taken back", () => {
  test("an undone launch that nobody was told of is not told of at all", async () => {
    await live.shop.launch(live.ana, { productId: live.productId, phone: MARIA, launchId: "lancamento-1" });
    await undo("lancamento-1");
    expect(await queued()).toEqual([{ ...waitingAdded(1), state: "canceled" }]);
  });

  test("one that was told is told to be gone", async () => {
    live.gateway.isDown = false;
    await live.shop.launch(live.ana, { productId: live.productId, phone: MARIA, launchId: "lancamento-1" });
    await pass(live, seconds(5));
    await undo("lancamento-1");
    await pass(live, seconds(5));
    expect(live.gateway.textsTo(MARIA)).toEqual([
      "Oi cliente! Adicionamos ao seu pedido: 1x Blusa canelada. Valor: R$\u00a059,90.",
      "Oi cliente! Retiramos do seu pedido: 1x Blusa canelada.",
    ]);
  });

  test("of a line that goes only the pieces that were told are told to be gone", async () => {
    live.gateway.isDown = false;
    const { shop, ana, productId } = live;
    const { orderId } = await shop.launch(ana, { productId, phone: MARIA, quantity: 2 });
    await pass(live, seconds(5));
    live.gateway.isDown = true;
    await shop.launch(ana, { productId, phone: MARIA, quantity: 3 });
    await removeLine(orderId);
    expect(await queued()).toEqual([
      { event: "item_added", state: "sent", pieces: [2] },
      { event: "item_added", state: "canceled", pieces: [3] },
      { event: "item_removed", state: "waiting", pieces: [2] },
    ]);
  });

  test("an order that is deleted: what waits of it is not told any more", async () => {
    const orderId = await launchTo(live, MARIA);
    const { ana, tenantId } = live;
    await ana.session.mutation(api.orders.remove, { tenantId, orderIds: [orderId], returnPaidStock: false });
    live.gateway.isDown = false;
    await pass(live, seconds(90));
    expect(live.gateway.messages).toEqual([]);
    expect(await queued()).toEqual([{ ...waitingAdded(1), state: "canceled" }]);
  });

  test("an order that is no longer paid: its confirmation is not sent, and paid again it is queued again", async () => {
    const orderId = await launchTo(live, MARIA);
    const { ana, tenantId } = live;
    const setPaid = (isPaid: boolean) =>
      ana.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid });
    await setPaid(true);
    await setPaid(false);
    live.gateway.isDown = false;
    await pass(live, seconds(90));
    await setPaid(true);
    await pass(live, seconds(10));
    const confirmations = (await queued()).filter(({ event }) => event === "paid").map(({ state }) => state);
    expect(confirmations).toEqual(["canceled", "sent"]);
  });
});

describe("several things in one message", () => {
  beforeEach(async () => {
    live = await aSendingShop({ mergeItems: true });
  });

  test("what is launched while it waits is told with it", async () => {
    const other = await live.shop.hasProduct({ code: "S1", name: "Saia", priceCents: 1000 });
    await launchTo(live, MARIA);
    await launchTo(live, MARIA);
    await live.shop.launch(live.ana, { productId: other, phone: MARIA });
    expect(await queued()).toEqual([waitingAdded(2, 1)]);
    await pass(live, seconds(30));
    expect(live.gateway.textsTo(MARIA)).toEqual([
      "Oi cliente! Adicionamos ao seu pedido: 2x Blusa canelada, 1x Saia. Valor: R$\u00a0129,80.",
    ]);
  });

  test("what comes after it waits for it no longer than it has to", async () => {
    const orderId = await launchTo(live, MARIA);
    const { ana, tenantId } = live;
    await ana.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
    await pass(live, seconds(10));
    expect(live.gateway.messages.map(({ message }) => message.slice(0, 22))).toEqual([
      ...["Oi cliente! Adicionamo", "Oi cliente! Recebemos "],
    ]);
  });

  test("taking one thing back leaves the others", async () => {
    const other = await live.shop.hasProduct({ code: "S1", name: "Saia", priceCents: 1000 });
    await launchTo(live, MARIA);
    await live.shop.launch(live.ana, { productId: other, phone: MARIA, launchId: "lancamento-da-saia" });
    await undo("lancamento-da-saia");
    expect(await queued()).toEqual([waitingAdded(1)]);
  });
});

test("an order launched to a wrong phone: only the right one is told", async () => {
  const orderId = await launchTo(live, MARIA);
  const { ana, tenantId } = live;
  await ana.session.mutation(api.orders.update, { tenantId, orderId, phone: "21987654321" });
  live.gateway.isDown = false;
  await pass(live, seconds(90));
  expect(live.gateway.messages.map(({ number }) => number)).toEqual(["5521987654321"]);
  expect(await live.shop.rows("outgoingMessages")).toMatchObject([{ matchKey: "552187654321" }]);
});

test("a placeholder never leaks another customer's data; an unknown one stays as typed", async () => {
  const { shop, ana, tenantId, productId } = live;
  live.gateway.isDown = false;
  await shop.hasCustomer({ phone: MARIA, name: "Maria {nome_cliente} {produto}" });
  await shop.hasCustomer({ phone: "5521987654321", name: "Joana Prado" });
  const content = "{nome} / {{produto}} / {cpf} / {endereco}";
  await ana.session.mutation(api.templates.create, { tenantId, type: "ITEM_ADDED", title: null, content });
  await shop.launch(ana, { productId, phone: MARIA });
  await shop.launch(ana, { productId, phone: "5521987654321" });
  await pass(live, seconds(10));
  expect(live.gateway.messages.map(({ number, message }) => [number, message])).toEqual([
    [MARIA, "Maria {nome_cliente} {produto} / Blusa canelada / {cpf} / {endereco}"],
    ["5521987654321", "Joana Prado / Blusa canelada / {cpf} / {endereco}"],
  ]);
});
