import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { startEvolution } from "../../simulators/evolution/start";
import { API_KEY, INSTANCE } from "../../simulators/evolution/state";
import { jidOf } from "../../simulators/messaging/numbers";
import { endsWithTest, startListener } from "./support/listener";
import { speaker, type Speak } from "./support/speak";

/** Evolution API: contracts/whatsapp.md §2.1. */

let server: Awaited<ReturnType<typeof startEvolution>>;
let ask: Speak;

const NUMBER = "5531999998888";

beforeEach(async () => {
  server = endsWithTest(await startEvolution());
  ask = speaker(server.url, { apikey: API_KEY });
});

const send = (body: object) => ask("POST", `/message/sendText/${INSTANCE}`, body);
const turn = (state: string) => ask("PUT", "/_control/instance", { state });
const hook = (webhook: object) => ask("POST", `/webhook/set/${INSTANCE}`, { webhook });
const EVENTS = ["MESSAGES_UPSERT", "MESSAGES_UPDATE", "CONNECTION_UPDATE", "QRCODE_UPDATED", "SEND_MESSAGE"];

describe("the key", () => {
  it("first whether the instance exists, then the key: the global one or its own", async () => {
    const path = (name: string) => `/instance/connectionState/${name}`;
    const as = (apikey: string, name: string) => ask("GET", path(name), undefined, { apikey });
    const unknown = await as("wrong", "nenhuma");
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { status: 404, error: "Not Found", response: { message: ['The "nenhuma" instance does not exist'] } },
    ]);
    const wrong = await as("wrong", INSTANCE);
    expect([wrong.status, wrong.body.error]).toEqual([401, "Unauthorized"]);
    const own = server.state.instances[0]!.token;
    expect((await as(own, INSTANCE)).body).toEqual({ instance: { instanceName: INSTANCE, state: "open" } });
    expect((await as(API_KEY, INSTANCE)).status).toBe(200);
  });

  it("a name in use is 403 before the key is looked at", async () => {
    const create = (instanceName: string) => ask("POST", "/instance/create", { instanceName }, { apikey: "wrong" });
    expect([(await create(INSTANCE)).status, (await create("nova")).status]).toEqual([403, 401]);
  });
});

describe("connecting", () => {
  it("a new instance shows codes until one is scanned, then is open, and says so", async () => {
    const listener = await startListener();
    const created = await ask<{ hash: string; qrcode: { base64: string; count: number }; instance: object }>(
      "POST",
      "/instance/create",
      {
        ...{ instanceName: "nova", integration: "WHATSAPP-BAILEYS", qrcode: true },
        webhook: { enabled: true, url: listener.url, byEvents: false, base64: false, events: EVENTS },
      },
    );
    expect(created.status).toBe(201);
    expect(created.body.qrcode).toMatchObject({
      count: 1,
      base64: expect.stringMatching(/^data:image\/png;base64,/) as string,
    });
    const second = await ask<{ code: string; count: number }>("GET", "/instance/connect/nova?number=5531999990000");
    expect(second.body).toMatchObject({ count: 2, pairingCode: expect.any(String) as string });
    expect((await ask("GET", "/instance/connectionState/nova")).body).toMatchObject({
      instance: { state: "connecting" },
    });
    await ask("PUT", "/_control/instance", { instance: "nova", state: "open" });
    expect((await ask("GET", "/instance/connect/nova")).body).toEqual({
      instance: { instanceName: "nova", state: "open" },
    });
    await server.webhooks.settled();
    const events = listener.heard.map(({ body }) => (JSON.parse(body) as { event: string }).event);
    expect(events).toEqual(["connection.update", "qrcode.updated", "qrcode.updated", "connection.update"]);
    expect(JSON.parse(listener.heard.at(-1)!.body)).toMatchObject({ instance: "nova", data: { state: "open" } });
  });

  it("logged out it is closed, restarted it asks for a code, deleted it is gone", async () => {
    expect((await ask("DELETE", `/instance/logout/${INSTANCE}`)).status).toBe(200);
    expect((await ask("DELETE", `/instance/logout/${INSTANCE}`)).status).toBe(400);
    expect((await ask("POST", `/instance/restart/${INSTANCE}`)).body).toMatchObject({
      instance: { state: "connecting" },
    });
    const list = await ask<{ name: string; connectionStatus: string }[]>("GET", "/instance/fetchInstances");
    expect(list.body).toEqual([expect.objectContaining({ name: INSTANCE, connectionStatus: "connecting" })]);
    await ask("DELETE", `/instance/delete/${INSTANCE}`);
    expect((await ask("GET", `/instance/connectionState/${INSTANCE}`)).status).toBe(404);
  });
});

describe("sending", () => {
  it("is answered 201 PENDING, under the id that WhatsApp uses", async () => {
    const { status, body } = await send({ number: NUMBER, text: "Oi Maria!" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      key: { remoteJid: "553199998888@s.whatsapp.net", fromMe: true, id: expect.stringMatching(/^3EB0/) as string },
      status: "PENDING",
      message: { conversation: "Oi Maria!" },
    });
  });

  it.each([
    ["5531999998888", "553199998888"],
    ["5531799998888", "5531799998888"],
    ["5531979998888", "553179998888"],
    ["5531969998888", "5531969998888"],
    ["5511999998888", "5511999998888"],
    ["5530999998888", "5530999998888"],
    ["553133334444", "553133334444"],
    ["14155550123", "14155550123"],
  ])("%s is known as %s", (number, known) => {
    expect(jidOf(number)).toBe(`${known}@s.whatsapp.net`);
  });

  it.each([
    ["the older nested body", { number: NUMBER, textMessage: { text: "Oi" } }, 400],
    ["no number", { text: "Oi" }, 400],
  ])("refuses %s", async (_, body, status) => {
    expect((await send(body)).status).toBe(status);
    expect(server.state.messages).toEqual([]);
  });

  it("to who has no account: 400 that says so", async () => {
    const { status, body } = await send({ number: "5531999900000", text: "Oi" });
    expect([status, body]).toEqual([
      400,
      {
        status: 400,
        error: "Bad Request",
        response: { message: [{ exists: false, jid: "553199900000@s.whatsapp.net", number: "5531999900000" }] },
      },
    ]);
  });

  it.each(["close", "connecting", "refused"])("while %s it fails", async (state) => {
    await turn(state);
    const { status, body } = await send({ number: NUMBER, text: "Oi" });
    expect([status, (body.response as { message: string }).message]).toEqual([500, "Connection Closed"]);
  });

  it("with a delay the answer waits as long", async () => {
    let isAnswered = false;
    const answer = send({ number: NUMBER, text: "Oi", delay: 3_600_000 }).then((spoken) => {
      isAnswered = true;
      return spoken;
    });
    await expect.poll(() => server.received({ path: "/message" })).toHaveLength(1);
    expect([isAnswered, server.state.messages.length]).toEqual([false, 0]);
    server.clock.advance(3_600_000);
    expect((await answer).status).toBe(201);
  });

  it("numbers, pictures and labels", async () => {
    const numbers = await ask<object[]>("POST", `/chat/whatsappNumbers/${INSTANCE}`, {
      numbers: [NUMBER, "5531999900000"],
    });
    expect(numbers.body).toEqual([
      { jid: "553199998888@s.whatsapp.net", exists: true, number: NUMBER },
      { jid: "553199900000@s.whatsapp.net", exists: false, number: "5531999900000" },
    ]);
    const picture = (number: string) => ask("POST", `/chat/fetchProfilePictureUrl/${INSTANCE}`, { number });
    const url = String((await picture(NUMBER)).body.profilePictureUrl);
    expect((await fetch(url)).headers.get("content-type")).toBe("image/svg+xml");
    await ask("PUT", "/_control/missing", { hiddenPictures: [NUMBER] });
    expect((await picture(NUMBER)).body.profilePictureUrl).toBeNull();
    await ask("POST", `/label/handleLabel/${INSTANCE}`, { number: NUMBER, labelId: "1", action: "add" });
    expect(server.state.labels).toHaveLength(1);
  });
});

describe("webhooks", () => {
  it("the fields stand inside `webhook`; the flat form of the older version is refused", async () => {
    const fields = { enabled: true, url: "https://loja.test/evolution", events: EVENTS };
    const flat = await ask("POST", `/webhook/set/${INSTANCE}`, fields);
    expect(flat.status).toBe(400);
    expect((await hook(fields)).status).toBe(201);
    expect((await ask("GET", `/webhook/find/${INSTANCE}`)).body).toMatchObject({ url: fields.url, enabled: true });
    expect((await hook({ ...fields, events: ["messages.upsert"] })).status).toBe(400);
  });

  it("carry our header, only what was subscribed to, and the instance's key", async () => {
    const listener = await startListener();
    await hook({ enabled: true, url: listener.url, headers: { "x-hook-secret": "s1" }, events: ["MESSAGES_UPDATE"] });
    await send({ number: NUMBER, text: "Oi" });
    server.clock.advance(2_000);
    await server.webhooks.settled();
    const bodies = listener.heard.map(
      ({ body }) => JSON.parse(body) as { event: string; apikey: string; data: object },
    );
    expect(bodies.map(({ event }) => event)).toEqual(["messages.update", "messages.update"]);
    expect(bodies.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ status: "DELIVERY_ACK", keyId: server.state.messages[0]!.id }),
    );
    expect(bodies[0]!.apikey).toBe(server.state.instances[0]!.token);
    expect(listener.heard[0]!.headers["x-hook-secret"]).toBe("s1");
  });

  it("with jwt_key carry a token signed with it instead, and by events go to an address each", async () => {
    const listener = await startListener();
    const url = `${listener.url}/hook`;
    await hook({ enabled: true, url, byEvents: true, headers: { jwt_key: "k" }, events: EVENTS });
    await ask("POST", "/_control/incoming", { from: NUMBER, text: "SAIR" });
    await server.webhooks.settled();
    const [heard] = listener.heard;
    expect(heard!.url.pathname).toBe("/hook/messages-upsert");
    expect(heard!.headers).not.toHaveProperty("jwt_key");
    const [head, claims, signature] = (heard!.headers.authorization ?? "").replace("Bearer ", "").split(".");
    expect(signature).toBe(createHmac("sha256", "k").update(`${head}.${claims}`).digest("base64url"));
    expect(JSON.parse(heard!.body)).toMatchObject({
      event: "messages.upsert",
      data: { key: { remoteJid: "553199998888@s.whatsapp.net", fromMe: false }, message: { conversation: "SAIR" } },
    });
  });

  it("from a group come under the group's id, with who wrote", async () => {
    const listener = await startListener();
    await hook({ enabled: true, url: listener.url, events: EVENTS });
    await ask("POST", "/_control/incoming", { from: NUMBER, text: "quero", group: "1203@g.us" });
    await server.webhooks.settled();
    expect(JSON.parse(listener.heard[0]!.body)).toMatchObject({
      data: { key: { remoteJid: "1203@g.us", participant: "553199998888@s.whatsapp.net" } },
    });
  });

  it.each([
    [500, 10],
    [422, 1],
    [401, 1],
  ])("answered %i: %i attempts", async (status, attempts) => {
    const listener = await startListener();
    listener.answers = [status];
    await hook({ enabled: true, url: listener.url, events: ["MESSAGES_UPSERT"] });
    await ask("POST", "/_control/incoming", { from: NUMBER, text: "Oi" });
    for (let round = 0; round < 12; round += 1) {
      await server.webhooks.settled();
      server.clock.advance(300_000);
    }
    expect(listener.heard).toHaveLength(attempts);
  });
});

it("shows a person the telephone, whose code can be scanned there, as a simulation", async () => {
  await ask("DELETE", `/instance/logout/${INSTANCE}`);
  await ask("GET", `/instance/connect/${INSTANCE}`);
  const { text } = await ask("GET", "/");
  for (const words of ["Simulação", "Ler o QR code", 'alt="QR code"']) expect(text).toContain(words);
  await ask("POST", "/telefone", new URLSearchParams({ instance: INSTANCE, action: "open" }));
  expect(server.state.instances[0]!.state).toBe("open");
});
