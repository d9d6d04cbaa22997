import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { TenantWriter } from "../../convex/lib/tenantDb";
import { launchSale } from "../../convex/model/manualSales";
import { giveMessage, takeTurn } from "../../convex/model/messageTaking";
import {
  aSendingShop,
  keepLiveHours,
  launchTo,
  minutes,
  pass,
  seconds,
  statesOf,
  type SendingShop,
} from "../support/sendingShop";

/** Messages that may have left: nobody reads a thing twice, nobody is forgotten. Decision 027. */

keepLiveHours();

const MARIA = "5511987654321";
const JOANA = "5521987654321";
const ADDED = "Oi cliente! Adicionamos ao seu pedido: 1x Blusa canelada. Valor: R$\u00a059,90.";

describe("no answer", () => {
  test.each(["lost_after", "error_after"] as const)(
    "%s: it is not sent again, for the gateway is asked first and says that it left",
    async (fault) => {
      const live = await aSendingShop();
      live.gateway.faults = [fault];
      await launchTo(live, MARIA);
      await pass(live, seconds(20));
      expect(await statesOf(live)).toEqual(["asking"]);
      expect(live.gateway.questions).toBe(0);
      await pass(live, seconds(30));
      expect(live.gateway.questions).toBe(1);
      await pass(live, minutes(5));
      expect(live.gateway.textsTo(MARIA)).toEqual([ADDED]);
      expect(await statesOf(live)).toEqual(["sent"]);
    },
  );

  test("it had not left: the gateway still knows an earlier one, so it is sent, once", async () => {
    const live = await aSendingShop();
    await launchTo(live, JOANA);
    await pass(live, seconds(5));
    live.gateway.faults = ["lost_before"];
    await launchTo(live, MARIA);
    await pass(live, minutes(2));
    expect(live.gateway.textsTo(MARIA)).toEqual([ADDED]);
    expect((await live.shop.rows("messageLog")).map(({ outcome }) => outcome)).toEqual(["sent", "lost", "sent"]);
  });

  test("a gateway that remembers nothing cannot say: a person decides, and only after a warning", async () => {
    const live = await aSendingShop();
    live.gateway.faults = ["lost_before"];
    const orderId = await launchTo(live, MARIA);
    await pass(live, minutes(2));
    expect(await statesOf(live)).toEqual(["in_doubt"]);
    const { ana, tenantId } = live;
    const [message] = await ana.session.query(api.messages.ofOrder, { tenantId, orderId });
    if (message === undefined) throw new Error("the order should have a message");
    expect(message).toMatchObject({ event: "item_added", state: "in_doubt", canRetry: true, attempts: 1 });
    const retry = (sendAgain: boolean) =>
      ana.session.mutation(api.messages.retry, { tenantId, messageId: message.messageId, sendAgain });
    await expect(retry(false)).rejects.toThrow("Mensagem registrada, mas pode não ter sido entregue");
    await retry(true);
    await pass(live, seconds(5));
    expect(live.gateway.textsTo(MARIA)).toEqual([ADDED]);
    await expect(retry(true)).rejects.toThrow("Esta mensagem já foi enviada ou ainda está na fila");
  });

  test("while the gateway cannot be asked, nobody guesses", async () => {
    const live = await aSendingShop();
    live.gateway.faults = ["lost_after"];
    live.gateway.whileSending = () => {
      live.gateway.isDown = true;
    };
    await launchTo(live, MARIA);
    await pass(live, minutes(10));
    expect(await statesOf(live)).toEqual(["asking"]);
    live.gateway.isDown = false;
    await pass(live, minutes(3));
    expect(await statesOf(live)).toEqual(["sent"]);
    expect(live.gateway.textsTo(MARIA)).toHaveLength(1);
  });

  test("a gateway that sends one key once is not asked: the same key again is the question", async () => {
    const live = await aSendingShop({ honoursKeys: true });
    live.gateway.honoursKeys = true;
    live.gateway.faults = ["lost_after"];
    await launchTo(live, MARIA);
    await pass(live, seconds(20));
    expect(live.gateway.questions).toBe(0);
    expect(live.gateway.textsTo(MARIA)).toEqual([ADDED]);
    expect(await statesOf(live)).toEqual(["sent"]);
  });

  test("the gateway's own notice is faster than the answer, which is lost", async () => {
    const live = await aSendingShop();
    const { deployment } = live.shop;
    live.gateway.faults = ["lost_after"];
    live.gateway.whileSending = async ({ id, number, message }) => {
      const events = [{ kind: "left" as const, providerId: id, to: number, text: message }];
      await deployment.mutation(internal.gatewayWebhooks.take, { tenantId: live.tenantId, events });
    };
    await launchTo(live, MARIA);
    await pass(live, seconds(5));
    expect(await statesOf(live)).toEqual(["sent"]);
    expect(live.gateway.questions).toBe(0);
  });
});

describe("the process dies", () => {
  /** A try that gets as far as `give`, and then nothing more: nothing is scheduled by a database without a scheduler. */
  async function dyingTry(live: SendingShop, { isGiven }: { isGiven: boolean }): Promise<void> {
    await live.shop.deployment.run(async ({ db }) => {
      const own = new TenantWriter(db, live.tenantId);
      await takeTurn(own, Date.now());
      const sender = await own.query("messageSenders").withIndex("by_tenantId").unique();
      if (sender === null || sender.tryId === null || sender.tryMessageId === null)
        throw new Error("a try should be under way");
      const key = { messageId: sender.tryMessageId, tryId: sender.tryId };
      if (isGiven) await giveMessage(own, key, { checked: true, now: Date.now() });
    });
  }

  const sweep = ({ shop }: SendingShop) => shop.deployment.mutation(internal.messageSending.sweep, {});

  test("before the message was given: it is sent two minutes later, once", async () => {
    const live = await aSendingShop();
    await live.shop.deployment.mutation(internal.messageSending.turn, { tenantId: live.tenantId });
    await launchWithoutScheduler(live);
    await dyingTry(live, { isGiven: false });
    await pass(live, minutes(3));
    await sweep(live);
    await pass(live, seconds(5));
    expect(live.gateway.textsTo(MARIA)).toEqual([ADDED]);
  });

  test("after it was given: the gateway is asked before anything is said twice", async () => {
    const live = await aSendingShop();
    await launchWithoutScheduler(live);
    await dyingTry(live, { isGiven: true });
    // It had left.
    await live.gateway.fetch("http://gateway.test:3333/send-message", {
      body: JSON.stringify({ number: MARIA, message: ADDED }),
    });
    await pass(live, minutes(3));
    await sweep(live);
    await pass(live, minutes(2));
    expect(live.gateway.questions).toBe(1);
    expect(live.gateway.textsTo(MARIA)).toEqual([ADDED]);
    expect(await statesOf(live)).toEqual(["sent"]);
  });

  async function launchWithoutScheduler(live: SendingShop): Promise<void> {
    const { shop, ana, productId, tenantId } = live;
    await shop.deployment.run(async ({ db }) => {
      const profile = await db.get("profiles", ana.profileId);
      if (profile === null) throw new Error("Ana should have a profile");
      const sale = { productId, phone: MARIA, quantity: 1, eventDate: "2026-11-20", launchId: "lancamento-1" };
      await launchSale({ db: new TenantWriter(db, tenantId), profile }, sale);
    });
  }
});

describe("Evolution API", () => {
  const SERVER = "http://evolution.test";

  /** A server whose answers to messages are lost, though they leave. */
  async function aLosingServer(live: SendingShop): Promise<{ readonly sent: string[] }> {
    const sent: string[] = [];
    vi.stubGlobal("fetch", (url: string, { body = "" }: { body?: string } = {}) => {
      if (url.startsWith(`${SERVER}/instance/fetchInstances`))
        return Promise.resolve(Response.json([{ name: "loja", connectionStatus: "open", number: "5531999990000" }]));
      if (url !== `${SERVER}/message/sendText/loja`) return Promise.resolve(Response.json({}, { status: 404 }));
      sent.push((JSON.parse(body) as { text: string }).text);
      return Promise.reject(new TypeError("fetch failed"));
    });
    process.env.SECRETS_KEY = btoa("0123456789abcdef0123456789abcdef");
    const owner = await live.shop.hasStaff("Dona", "owner");
    const { tenantId } = live;
    await owner.session.mutation(api.integrations.saveWhatsapp, { tenantId, gateway: "evolution", apiKey: "chave" });
    await live.shop.deployment.mutation(internal.seed.setProviderAddresses, {
      ...{ tenantId, addresses: { whatsapp: SERVER, evolution: SERVER } },
    });
    return { sent };
  }

  test("it has no list to ask: what is lost stays in doubt and is not repeated; its late notice settles it", async () => {
    const live = await aSendingShop();
    const { sent } = await aLosingServer(live);
    await launchTo(live, MARIA);
    await pass(live, minutes(5));
    expect(sent).toEqual([ADDED]);
    expect(await statesOf(live)).toEqual(["in_doubt"]);
    const events = [{ kind: "left" as const, providerId: "3EB0", to: `551187654321@s.whatsapp.net`, text: ADDED }];
    await live.shop.deployment.mutation(internal.gatewayWebhooks.take, { tenantId: live.tenantId, events });
    expect(await statesOf(live)).toEqual(["sent"]);
  });
});
