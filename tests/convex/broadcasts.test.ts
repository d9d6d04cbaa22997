import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { TenantWriter } from "../../convex/lib/tenantDb";
import { takeRecipient } from "../../convex/model/broadcastSending";
import { unique } from "../support/builders";
import { holdJobs, runJobs } from "../support/jobs";
import { aMessagingShop, hasOrders, phonesUpTo, prepared, type MessagingShop } from "../support/messaging";
import { refusalOf } from "../support/refusals";

beforeEach(holdJobs);
afterEach(() => {
  vi.useRealTimers();
});

/** 20 November 2026, 15:00 in São Paulo. */
const AFTERNOON = Date.UTC(2026, 10, 20, 18);
const NIGHT = Date.UTC(2026, 10, 21, 0, 30);
const MORNING = Date.UTC(2026, 10, 21, 11);
const PAGE = { paginationOpts: { numItems: 200, cursor: null } };

const get = ({ tenantId, ana }: MessagingShop, broadcastId: Id<"broadcasts">, now = AFTERNOON) =>
  ana.session.query(api.broadcasts.get, { tenantId, broadcastId, now });
const recipients = async ({ tenantId, ana }: MessagingShop, broadcastId: Id<"broadcasts">) =>
  (await ana.session.query(api.broadcasts.recipients, { tenantId, broadcastId, ...PAGE })).page;

async function ready(phones = 3, settings = {}) {
  const shop = await aMessagingShop(settings);
  await hasOrders(shop, phonesUpTo(phones));
  const broadcastId = await prepared(shop);
  const { tenantId, ana } = shop;
  const start = (seenTotal = phones, by = ana, id = broadcastId) =>
    by.session.mutation(api.broadcasts.start, { tenantId, broadcastId: id, seenTotal });
  const end = (name: "pause" | "resume" | "cancel", id = broadcastId) =>
    ana.session.mutation(api.broadcasts[name], { tenantId, broadcastId: id });
  return { shop, tenantId, ana, broadcastId, start, end };
}

describe("who gets it", () => {
  test("one per phone; who asked to be left alone is listed and left out", async () => {
    const shop = await aMessagingShop();
    const { tenantId, ana } = shop;
    const [maria = "", rosa = "", lia = ""] = phonesUpTo(3);
    await hasOrders(shop, [maria], { customerName: "Maria" });
    // The same telephone as an old record has it, without the ninth digit.
    await hasOrders(shop, [rosa, maria, "553199990001", lia]);
    await ana.session.mutation(api.messageOptOuts.set, { tenantId, phone: lia, isOptedOut: true });
    const broadcastId = await prepared(shop);
    expect(await get(shop, broadcastId)).toMatchObject({
      ...{ state: "ready", ordersFound: 5, total: 2, repeated: 2, optedOut: 1, invalid: 0, waiting: 2 },
      example: { name: "Maria", phone: maria, text: "Oi Maria, hoje tem live!" },
      createdByName: "Ana",
      startedAt: null,
      result: null,
    });
    expect(await recipients(shop, broadcastId)).toEqual([
      {
        ...{ position: 2, phone: lia, name: null },
        ...{ state: "skipped", reason: "Pediu para não receber mensagens" },
      },
      { position: 0, phone: maria, name: "Maria", state: "waiting", reason: null },
      { position: 1, phone: rosa, name: null, state: "waiting", reason: null },
    ]);
  });

  test("is gathered slice by slice, and an order that comes meanwhile is left alone", async () => {
    const shop = await aMessagingShop();
    const phones = phonesUpTo(231);
    await hasOrders(shop, phones.slice(0, 230));
    const { tenantId, ana } = shop;
    const asked = { requestId: "envio", selection: { kind: "filter" as const, filter: {} }, text: "Oi" };
    const { broadcastId } = await ana.session.mutation(api.broadcasts.prepare, { tenantId, ...asked });
    await hasOrders(shop, phones.slice(230));
    const again = await ana.session.mutation(api.broadcasts.prepare, { tenantId, ...asked });
    expect(again).toEqual({ broadcastId });
    expect(await get(shop, broadcastId)).toMatchObject({ state: "preparing", total: 0 });
    await runJobs(shop.shop.deployment);
    expect(await get(shop, broadcastId)).toMatchObject({ state: "ready", ordersFound: 230, total: 230, repeated: 0 });
    expect(await shop.shop.rows("broadcasts")).toHaveLength(1);
  });

  test("is a filter as it stands, or the orders that were ticked, each once", async () => {
    const shop = await aMessagingShop();
    const [open, paid] = phonesUpTo(2);
    const [openId] = await hasOrders(shop, [open!]);
    await hasOrders(shop, [paid!], { isPaid: true });
    const ofFilter = await prepared(shop, { selection: { kind: "filter", filter: { isPaid: true } } });
    const ofTicks = await prepared(shop, { selection: { kind: "orders", orderIds: [openId!, openId!] } });
    expect(await recipients(shop, ofFilter)).toMatchObject([{ phone: paid }]);
    expect(await recipients(shop, ofTicks)).toMatchObject([{ phone: open }]);
    expect(await get(shop, ofTicks)).toMatchObject({ ordersFound: 1, repeated: 0 });
  });

  test("without a text the company's BROADCAST template speaks, frozen with the list", async () => {
    const shop = await aMessagingShop();
    await hasOrders(shop, phonesUpTo(1), { customerName: "Maria" });
    const template = { type: "BROADCAST" as const, title: null, content: "{{nome}}, {produto} voltou" };
    const { tenantId } = shop;
    const templateId = await shop.shop.deployment.run(({ db }) => db.insert("templates", { tenantId, ...template }));
    const broadcastId = await prepared(shop, { text: null });
    await shop.shop.deployment.run(({ db }) => db.patch("templates", templateId, { content: "outra coisa" }));
    expect(await get(shop, broadcastId)).toMatchObject({
      text: "{{nome}}, {produto} voltou",
      // Nothing of anybody's order is known to a broadcast: what asks for it stays as typed.
      example: { text: "Maria, {produto} voltou" },
    });
  });

  const everything = { selection: { kind: "filter" as const, filter: {} }, text: "Oi" };
  test.each([
    ["blank", { text: "  " }, {}, "message_required", "Digite uma mensagem para enviar."],
    ["too long", { text: "a".repeat(4097) }, {}, "value_too_long", "Use no máximo 4096 caracteres"],
    ["no template", { text: null }, {}, "broadcast_template_missing", "Template BROADCAST não encontrado"],
    [
      "a date without a date",
      { specificDate: true },
      {},
      "broadcast_date_required",
      "Selecione uma data para enviar as mensagens",
    ],
    [
      "no such date",
      { selection: { kind: "filter" as const, filter: { eventDate: "2026-02-30" } } },
      {},
      "invalid_event_date",
      "Data do evento inválida",
    ],
    [
      "nothing ticked",
      { selection: { kind: "orders" as const, orderIds: [] } },
      {},
      "no_selection",
      "Selecione pelo menos um pedido",
    ],
    [
      "switched off",
      {},
      { isActive: false },
      "messaging_inactive",
      "O envio de mensagens está desligado em Configurações › Integrações.",
    ],
  ])("refused: %s", async (_title, asked, settings, code, message) => {
    const { tenantId, ana, shop } = await aMessagingShop(settings);
    const call = ana.session.mutation(api.broadcasts.prepare, { tenantId, requestId: "r", ...everything, ...asked });
    expect(await refusalOf(call)).toMatchObject({ code, message });
    expect(await shop.rows("broadcasts")).toEqual([]);
  });
});

describe("starting", () => {
  test("two staff start the same broadcast: one runs, and both read that it does", async () => {
    const { shop, tenantId, ana, broadcastId, start } = await ready();
    const joao = await shop.shop.hasStaff("João");
    const states = await Promise.all([start(), start(3, joao)]);
    expect(states).toEqual([{ state: "running" }, { state: "running" }]);
    expect(await shop.shop.rows("broadcasts")).toMatchObject([{ state: "running", startedByName: "Ana" }]);
    expect(await ana.session.query(api.broadcasts.current, { tenantId })).toBe(broadcastId);
    expect(await joao.session.query(api.whatsapp.news, { tenantId })).toMatchObject({ broadcastId });
  });

  test("two staff start a list each: one runs, the other reads whose it is, also while it is in pause", async () => {
    const { shop, start, end } = await ready();
    const joao = await shop.shop.hasStaff("João");
    const other = await prepared(shop, { by: joao });
    await start();
    const refusal = {
      code: "broadcast_running",
      message: "Já há um envio em massa em andamento, iniciado por Ana",
      byName: "Ana",
    };
    expect(await refusalOf(start(3, joao, other))).toEqual(refusal);
    await end("pause");
    expect(await refusalOf(start(3, joao, other))).toEqual(refusal);
    expect((await shop.shop.rows("broadcasts")).map(({ state }) => state)).toEqual(["paused", "ready"]);
  });

  test("the same text that somebody has sent since the list was made is not sent again from the old list", async () => {
    const { shop, start, end } = await ready();
    const joao = await shop.shop.hasStaff("João");
    const same = await prepared(shop, { by: joao });
    const different = await prepared(shop, { by: joao, text: "Outra coisa" });
    await start();
    await end("cancel");
    expect(await refusalOf(start(3, joao, same))).toMatchObject({
      code: "broadcast_outdated",
      message: "Ana iniciou outro envio em massa depois que esta lista foi montada. Monte a lista de novo.",
    });
    expect(await start(3, joao, different)).toEqual({ state: "running" });
  });

  test("is refused until the list is whole, and for a number that nobody has confirmed", async () => {
    const { shop, tenantId, ana, start } = await ready();
    expect(await refusalOf(start(2))).toMatchObject({ code: "recipients_changed", total: 3 });
    const asked = { tenantId, requestId: unique("r"), selection: { kind: "filter" as const, filter: {} }, text: "Oi" };
    const { broadcastId } = await ana.session.mutation(api.broadcasts.prepare, asked);
    expect(await refusalOf(start(0, ana, broadcastId))).toMatchObject({
      code: "broadcast_not_ready",
      message: "A lista de destinatários ainda está sendo montada",
    });
    const empty = await prepared(shop, { selection: { kind: "filter", filter: { isPaid: true } } });
    expect(await refusalOf(start(0, ana, empty))).toMatchObject({
      code: "no_recipients",
      message: "Nenhum telefone encontrado para envio",
    });
  });
});

describe("while it is under way", () => {
  test("it pauses, resumes and is canceled; whoever has got none is shown as left out", async () => {
    const { shop, tenantId, ana, broadcastId, start, end } = await ready();
    await start();
    expect(await end("pause")).toEqual({ state: "paused" });
    expect(await get(shop, broadcastId)).toMatchObject({
      pausedFor: "by_hand",
      pausedMessage: "O envio está em pausa.",
      estimatedEndAt: null,
    });
    expect(await end("resume")).toEqual({ state: "running" });
    expect(await end("cancel")).toEqual({ state: "canceled" });
    expect(await end("cancel")).toEqual({ state: "canceled" });
    expect(await refusalOf(end("resume"))).toMatchObject({ code: "broadcast_over", message: "Este envio já terminou" });
    expect(await refusalOf(start())).toMatchObject({ code: "broadcast_over" });
    expect((await recipients(shop, broadcastId)).map(({ state, reason }) => [state, reason])).toEqual(
      Array(3).fill(["skipped", "O envio foi cancelado"]),
    );
    const result = { title: "Mensagem em Massa Cancelada", text: "Nenhuma mensagem enviada, 3 sem envio" };
    expect(await ana.session.query(api.broadcasts.list, { tenantId })).toMatchObject([
      { broadcastId, state: "canceled", startedByName: "Ana", result: { ...result, isDestructive: true } },
    ]);
    expect(await ana.session.query(api.broadcasts.current, { tenantId })).toBeNull();
  });

  test("canceled, a message that waits for another try is not tried again", async () => {
    const { shop, tenantId, broadcastId, start, end } = await ready(1);
    await start();
    await shop.shop.deployment.run(async ({ db }) => {
      const taken = await takeRecipient(new TenantWriter(db, tenantId), AFTERNOON);
      expect(taken).toMatchObject({
        kind: "message",
        message: { state: "waiting", text: "Oi cliente, hoje tem live!" },
      });
    });
    await end("cancel");
    expect(await shop.shop.rows("outgoingMessages")).toMatchObject([{ state: "canceled" }]);
    expect(await recipients(shop, broadcastId)).toMatchObject([{ state: "skipped", reason: "O envio foi cancelado" }]);
  });

  test("a queue in pause is said of the broadcast that runs", async () => {
    const { shop, tenantId, ana, broadcastId, start } = await ready();
    await start();
    await shop.shop.deployment.run(async ({ db }) => {
      await db.insert("messagePauses", { tenantId, reason: "instance_down", since: AFTERNOON });
    });
    const message = "O WhatsApp da loja está desconectado. As mensagens esperam.";
    expect(await get(shop, broadcastId)).toMatchObject({ pausedFor: "instance_down", pausedMessage: message });
    expect(await ana.session.query(api.whatsapp.news, { tenantId })).toEqual({
      ...{ pausedFor: "instance_down", message, pausedAt: AFTERNOON, broadcastId },
    });
  });

  test.each([
    ["in the afternoon", AFTERNOON, 0, { estimatedEndAt: AFTERNOON + 3_000 + 3_000 + 5_000, nextAt: null }],
    ["at night it begins in the morning", NIGHT, 0, { estimatedEndAt: MORNING + 11_000, nextAt: MORNING }],
    ["with today used up", AFTERNOON, 1_000, { estimatedEndAt: MORNING + 11_000, nextAt: MORNING }],
  ])("about when it ends: %s", async (_title, now, sentToday, expected) => {
    const { shop, tenantId, broadcastId } = await ready(4);
    await shop.shop.deployment.run(({ db }) =>
      db.insert("broadcastDays", { tenantId, date: "2026-11-20", sent: sentToday }),
    );
    expect(await get(shop, broadcastId, now)).toMatchObject(expected);
  });

  test("a new number of Evolution API may write 50 a day, a company's own ceiling lowers it", async () => {
    const { shop, tenantId, broadcastId } = await ready(1, { gateway: "evolution", dailyCeiling: 40 });
    const day = await shop.shop.deployment.run(({ db }) =>
      db.insert("broadcastDays", { tenantId, date: "2026-11-20", sent: 39 }),
    );
    expect(await get(shop, broadcastId)).toMatchObject({ nextAt: null });
    await shop.shop.deployment.run(({ db }) => db.patch("broadcastDays", day, { sent: 40 }));
    expect(await get(shop, broadcastId)).toMatchObject({ nextAt: MORNING });
  });
});

test("broadcasts older than 90 days go, with their recipients; newer ones stay", async () => {
  const { shop } = await ready(2);
  const { deployment } = shop.shop;
  await deployment.mutation(internal.broadcasts.sweep, {});
  expect(await shop.shop.rows("broadcastRecipients")).toHaveLength(2);
  vi.useFakeTimers({ now: Date.now() + 91 * 24 * 60 * 60 * 1000, toFake: ["setTimeout", "clearTimeout", "Date"] });
  await deployment.mutation(internal.broadcasts.sweep, {});
  await runJobs(deployment);
  expect(await shop.shop.rows("broadcasts")).toEqual([]);
  expect(await shop.shop.rows("broadcastRecipients")).toEqual([]);
});
