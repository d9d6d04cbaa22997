import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { startGateway } from "../../simulators/gateway/start";
import { BROADCAST_KEY, TOKEN } from "../../simulators/gateway/state";
import { endsWithTest, startListener } from "./support/listener";
import { speaker, type Speak } from "./support/speak";

/** The gateway of the specification: contracts/whatsapp.md Part 1. */

let gateway: Awaited<ReturnType<typeof startGateway>>;
let ask: Speak;

const PHONE = "5531999998888";

beforeEach(async () => {
  gateway = endsWithTest(await startGateway());
  ask = speaker(gateway.url);
});

const sent = () => gateway.state.messages.map(({ number, text, route }) => [route, number, text]);
const control = (path: string, body: object) => ask("PUT", `/_control/${path}`, body);
const online = (...states: string[]) =>
  control("instances", {
    instances: states.map((status, at) => ({ nome: `Instancia ${at + 1}`, numero: null, status })),
  });

describe("sending", () => {
  it.each([
    ["/send-message", { number: PHONE, message: "Oi" }],
    ["/send-message", { to: PHONE, message: "Oi" }],
    ["/send", { number: PHONE, message: "Oi" }],
    ["/send", { to: PHONE, message: "Oi" }],
  ])("%s with %j", async (route, body) => {
    const { status, body: answer } = await ask("POST", route, body);
    expect([status, answer.success]).toEqual([200, true]);
    expect(answer.id).toMatch(/^true_5531999998888@c\.us_3EB0/);
    expect(sent()).toEqual([[route, PHONE, "Oi"]]);
  });

  it("other dialects: an address that does not exist is 404, a field by another name 400, a success may have no body", async () => {
    await control("dialect", { routes: ["/send"], fields: ["to"], answersWithBody: false });
    const answers = [
      await ask("POST", "/send-message", { to: PHONE, message: "Oi" }),
      await ask("POST", "/send", { number: PHONE, message: "Oi" }),
      await ask("POST", "/send", { to: PHONE, message: "Oi" }),
    ];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [404, '{"error":"Cannot POST /send-message"}'],
      [400, '{"error":"Campo obrigatório: to"}'],
      [200, ""],
    ]);
    expect(sent()).toHaveLength(1);
  });

  it("failures carry a sentence under `error`: nobody online, no such number", async () => {
    expect((await ask("POST", "/send", { number: "5531999900000", message: "Oi" })).body.error).toContain("não existe");
    await control("missing", { numbers: [PHONE] });
    expect((await ask("POST", "/send", { number: PHONE, message: "Oi" })).status).toBe(400);
    await control("missing", { numbers: [] });
    await online("offline", "qr_code");
    const { status, body } = await ask("POST", "/send", { number: PHONE, message: "Oi" });
    expect([status, body]).toEqual([503, { error: "Nenhuma instância online" }]);
    expect(sent()).toEqual([]);
  });

  it("times out after it has sent, and can be asked whether it has", async () => {
    gateway.faults.add({ kind: "disconnect_after_success", path: "/send-message" });
    await expect(ask("POST", "/send-message", { number: PHONE, message: "Oi" })).rejects.toThrow();
    const { body } = await ask<{ number: string; status: string; at: string }[]>("GET", "/api/message-status");
    expect(body).toEqual([expect.objectContaining({ number: PHONE, status: "sent" })]);
    expect(body[0]!.at).toMatch(/Z$/);
    gateway.clock.advance(2_000);
    expect((await ask<{ status: string }[]>("GET", "/api/message-status")).body[0]!.status).toBe("delivered");
  });

  it("strict: wants the token and a key, and one key is sent once", async () => {
    await control("dialect", { isStrict: true });
    const body = { number: PHONE, message: "Oi" };
    const token = { authorization: `Bearer ${TOKEN}` };
    expect((await ask("POST", "/send", body)).status).toBe(401);
    expect((await ask("POST", "/send", body, token)).status).toBe(400);
    const key = { ...token, "x-idempotency-key": "k1" };
    const [first, again] = [await ask("POST", "/send", body, key), await ask("POST", "/send", body, key)];
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(sent()).toHaveLength(1);
  });

  it("as the old one is, twice is twice", async () => {
    for (const key of ["k1", "k1"])
      await ask("POST", "/send", { to: PHONE, message: "Oi" }, { "x-idempotency-key": key });
    expect(sent()).toHaveLength(2);
  });
});

describe("the other addresses", () => {
  it("items and orders", async () => {
    const product = { name: "Blusa canelada", code: "C151", qty: 2, price: 59.9, color: "Preto", size: "M" };
    await ask("POST", "/api/test/item-added", { phone: PHONE, product });
    await ask("POST", "/api/test/item-cancelled", { phone: PHONE, product });
    await ask("POST", "/api/test/order-created", {
      phone: PHONE,
      customer_name: "Maria",
      order_id: 7,
      total_amount: 119.8,
    });
    expect(sent().map(([route]) => route)).toEqual([
      "/api/test/item-added",
      "/api/test/item-cancelled",
      "/api/test/order-created",
    ]);
    expect(sent()[0]![2]).toContain("C151");
    expect((await ask("POST", "/api/test/item-added", { phone: PHONE })).status).toBe(400);
  });

  it("labels, logs and what was configured as JSON inside JSON", async () => {
    expect((await ask("POST", "/add-label", { phone: PHONE, label: "app" })).body).toEqual({ success: true });
    expect(gateway.state.labels).toEqual([{ phone: PHONE, label: "app" }]);
    const data = JSON.stringify({
      numeros: [PHONE, "5511988887777"],
      mensagens: ["Oi"],
      interval: 1000,
      batchSize: 3,
      batchDelay: 1,
    });
    expect((await ask("POST", "/api/send-config", { data })).body).toEqual({ success: true, total: 2 });
    expect((await ask("POST", "/api/send-config", { data: { numeros: [] } })).status).toBe(400);
    gateway.clock.advance(1_000);
    expect(sent()).toHaveLength(2);
    expect((await ask<unknown[]>("GET", "/api/logs")).body).toHaveLength(2);
  });

  it("the status of every instance, in any of the six states", async () => {
    const states = ["online", "qr_code", "authenticated", "offline", "auth_failure", "conflito"];
    await online(...states);
    const { body } = await ask<{ instancias: { nome: string; numero: null; status: string }[] }>("GET", "/api/status");
    expect(body.instancias.map(({ status }) => status)).toEqual(states);
    expect(body.instancias[0]).toEqual({ nome: "Instancia 1", numero: null, status: "online" });
    await online();
    expect((await ask("GET", "/api/status")).body).toEqual({ instancias: [] });
  });
});

describe("broadcasts", () => {
  const phones = Array.from({ length: 5 }, (_, at) => `553199999000${at + 1}`);
  const pace = { interval: 3000, batchSize: 3, batchDelay: 5000 };

  it("wait between messages, and longer after each batch", async () => {
    const { body } = await ask("POST", "/api/broadcast/by-phones", {
      key: BROADCAST_KEY,
      phones,
      message: "Oi",
      ...pace,
    });
    expect(body).toEqual({ success: true, total: 5 });
    gateway.clock.advance(60_000);
    const times = gateway.state.messages.map(({ at }) => at);
    const gaps = times.slice(1).map((at, before) => Math.floor((at - times[before]!) / 1_000));
    expect(gaps).toEqual([3, 3, 5, 3]);
  });

  it("want the key, and one number that fails stops nobody else's", async () => {
    expect((await ask("POST", "/api/broadcast/by-phones", { key: "x", phones, message: "Oi" })).status).toBe(401);
    await control("missing", { numbers: [phones[0]] });
    await ask("POST", "/api/broadcast/by-phones", { key: BROADCAST_KEY, phones, message: "Oi", ...pace });
    gateway.clock.advance(60_000);
    expect(sent().map(([, number]) => number)).toEqual(phones.slice(1));
  });

  it.each([
    ["all", 2],
    ["paid", 1],
    ["unpaid", 1],
  ])("to the orders that are %s: %i", async (status, total) => {
    await control("orders", {
      orders: [
        { phone: phones[0], isPaid: true },
        { phone: phones[1], isPaid: false },
      ],
    });
    const { body } = await ask("POST", "/api/broadcast/orders", { key: BROADCAST_KEY, status, message: "Oi", ...pace });
    expect(body).toEqual({ success: true, total });
  });
});

it("tells of states, deliveries and what customers write, signed over the raw body", async () => {
  const listener = await startListener();
  await control("webhook", { url: listener.url, secret: "s1" });
  await online("offline");
  await online("online");
  await ask("POST", "/send", { to: PHONE, message: "Oi" });
  gateway.clock.advance(2_000);
  await ask("POST", "/_control/incoming", { from: PHONE, text: "SAIR" });
  await gateway.webhooks.settled();
  const events = listener.heard.map(({ body }) => (JSON.parse(body) as { event: string }).event);
  expect(events.sort()).toEqual([
    ...["instance.status", "instance.status", "message.received", "message.status", "message.status"],
  ]);
  for (const { headers, body } of listener.heard)
    expect(headers["x-signature"]).toBe(`sha256=${createHmac("sha256", "s1").update(body).digest("hex")}`);
});

it("shows a person the telephone and what arrived, as a simulation", async () => {
  await ask("POST", "/send", { to: PHONE, message: "<b>Oi</b>" });
  const { text } = await ask("GET", "/");
  for (const words of ["Simulação", "Instancia 1", "&lt;b&gt;Oi&lt;/b&gt;"]) expect(text).toContain(words);
  await ask("POST", "/telefone", new URLSearchParams({ instance: "Instancia 1", action: "qr_code" }));
  expect(gateway.state.instances[0]!.status).toBe("qr_code");
  expect((await ask("GET", "/")).text).toContain('alt="QR code"');
});
