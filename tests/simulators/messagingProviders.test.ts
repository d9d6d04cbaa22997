import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createInstance,
  evolutionGateway,
  findNumbers,
  parseEvolutionWebhook,
  readConnectionState,
  readHookUrl,
  restartInstance,
  setHook,
  type EvolutionAccess,
} from "../../convex/providers/evolution";
import { plainFetch, type Fetcher } from "../../convex/providers/exchange";
import { findObstacle, type GatewayAnswer, type MessagingGateway } from "../../convex/providers/messaging";
import {
  callRoute,
  parseGatewayWebhook,
  readGatewayLogs,
  specifiedGateway,
  type SpecifiedGatewayAccess,
} from "../../convex/providers/specifiedGateway";
import { startEvolution } from "../../simulators/evolution/start";
import { API_KEY, INSTANCE } from "../../simulators/evolution/state";
import { startGateway } from "../../simulators/gateway/start";
import { BROADCAST_KEY, TOKEN } from "../../simulators/gateway/state";
import { endsWithTest, startListener, type Heard } from "./support/listener";
import { speaker } from "./support/speak";

/** The product's drivers speak to the simulated gateways: what one says, the other understands. */

const PHONE = "5531999998888";
const OTHER = "5511988887777";
const SECRET = "segredo-da-loja";

const message = (text = "Oi", key = "m1", to = PHONE) => ({ to, text, key });
const value = <Value>(answer: GatewayAnswer<Value>): Value => {
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.value;
};
const failure = <Value>(answer: GatewayAnswer<Value>) => (answer.ok ? null : answer.failure);

describe("the specified gateway", () => {
  let server: Awaited<ReturnType<typeof startGateway>>;
  let access: SpecifiedGatewayAccess;

  beforeEach(async () => {
    server = endsWithTest(await startGateway());
    access = { baseUrl: `${server.url}/`, token: null, dialect: null, fetcher: plainFetch };
  });

  const driver = (change: Partial<SpecifiedGatewayAccess> = {}) => specifiedGateway({ ...access, ...change });
  const dialect = (routes: string[], fields: string[], answersWithBody = true) =>
    Object.assign(server.state.dialect, { routes, fields, answersWithBody });
  const posts = () => server.received({ method: "POST" }).map(({ path }) => path);

  describe("sending", () => {
    it("is accepted with the gateway's id", async () => {
      const { providerId, dialect: learnt } = value(await driver().sendText(message("Olá\nMaria")));
      expect(server.state.messages).toMatchObject([{ id: providerId, number: PHONE, text: "Olá\nMaria" }]);
      expect(learnt).toBe("/send-message number");
    });

    it.each([
      [["/send-message", "/send"], ["to"], "/send-message to", 2],
      [["/send"], ["to"], "/send to", 2],
      [["/send"], ["number"], "/send number", 3],
    ])("where there is %j with %j it learns %s", async (routes, fields, learnt, tries) => {
      dialect(routes, fields, false);
      expect(value(await driver().sendText(message()))).toEqual({ providerId: null, dialect: learnt });
      expect(posts()).toHaveLength(tries);
      expect(server.state.messages).toHaveLength(1);
      server.forgetReceived();
      value(await driver({ dialect: learnt }).sendText(message("De novo")));
      expect(posts()).toHaveLength(1);
    });

    it("learns anew when the gateway was exchanged for another", async () => {
      dialect(["/send-message"], ["number"]);
      const sent = value(await driver({ dialect: "/send to" }).sendText(message()));
      expect(sent.dialect).toBe("/send-message number");
    });

    it("a gateway that has neither address has sent nothing", async () => {
      dialect([], []);
      expect(failure(await driver().sendText(message()))).toBe("unknown_route");
      expect(posts()).toEqual(["/send-message", "/send"]);
    });

    it.each([
      ["an answer that got lost", { kind: "disconnect_after_success" }, "lost", 1],
      ["an error after sending", { kind: "error_after_success" }, "server_error", 1],
      ["no answer", { kind: "disconnect" }, "lost", 0],
      ["an error", { kind: "status", status: 500 }, "server_error", 0],
      ["busy", { kind: "status", status: 429 }, "rate_limited", 0],
      ["a page of somebody else's", { kind: "html", status: 200 }, "nonsense", 0],
    ] as const)("%s is not followed by another try", async (_title, fault, expected, sent) => {
      server.faults.add(fault);
      expect(failure(await driver().sendText(message()))).toBe(expected);
      expect(posts()).toEqual(["/send-message"]);
      expect(server.state.messages).toHaveLength(sent);
    });

    it("what goes wrong is told apart, in the gateway's words", async () => {
      server.state.missing = [PHONE];
      expect(await driver().sendText(message())).toEqual({
        ...{ ok: false, failure: "no_such_number", reason: `O número ${PHONE} não existe no WhatsApp` },
      });
      server.state.instances[0]!.status = "offline";
      expect(await driver().sendText(message())).toEqual({
        ...{ ok: false, failure: "instance_down", reason: "Nenhuma instância online" },
      });
      expect(posts()).toHaveLength(2);
    });

    it("strict: with the token, and a key is sent once", async () => {
      server.state.dialect.isStrict = true;
      expect(failure(await driver().sendText(message()))).toBe("unauthorized");
      const [first, again] = [
        await driver({ token: TOKEN }).sendText(message()),
        await driver({ token: TOKEN }).sendText(message()),
      ];
      expect(again).toEqual(first);
      expect(server.state.messages).toHaveLength(1);
      value(await driver({ token: TOKEN }).sendText(message("Outra", "m2")));
      expect(server.state.messages).toHaveLength(2);
    });

    it("the old gateway is shown no token", async () => {
      value(await driver().sendText(message()));
      expect(server.received().every(({ headers }) => headers.authorization === undefined)).toBe(true);
    });
  });

  describe("whether a message has left", () => {
    const question = (change: object = {}) => {
      return { to: PHONE, begunAt: server.clock.now(), knownIds: [], earlierIds: [], ...change };
    };

    it("sent, when there is one that is not known", async () => {
      server.faults.add({ kind: "disconnect_after_success", path: "/send-message" });
      const asked = question();
      expect(failure(await driver().sendText(message()))).toBe("lost");
      expect(await driver().askSent(asked)).toBe("sent");
    });

    it("not sent, when all that are listed are known and the list is older than the try", async () => {
      const { providerId } = value(await driver().sendText(message()));
      server.faults.add({ kind: "disconnect", path: "/send-message" });
      const asked = question({ knownIds: [providerId], earlierIds: [providerId] });
      expect(failure(await driver().sendText(message("Outra", "m2")))).toBe("lost");
      expect(await driver().askSent(asked)).toBe("not_sent");
    });

    it("not sent, when it was tried and failed", async () => {
      server.faults.add({ kind: "disconnect_after_success", path: "/send-message" });
      const asked = question();
      await driver().sendText(message());
      server.state.messages[0]!.status = "failed";
      expect(await driver().askSent(asked)).toBe("not_sent");
    });

    it("somebody else's message is none of ours", async () => {
      const { providerId } = value(await driver().sendText(message("Oi", "m0", OTHER)));
      expect(await driver().askSent(question({ earlierIds: [providerId] }))).toBe("not_sent");
    });

    it.each([
      ["a gateway that was started anew", () => server.state.messages.splice(0)],
      ["one that does not answer", () => server.faults.add({ kind: "status", status: 404, times: null })],
      ["one with an old message that nobody knows", () => server.clock.advance(3_600_000)],
    ])("%s cannot say", async (_title, happens) => {
      value(await driver().sendText(message()));
      happens();
      expect(await driver().askSent(question())).toBe("cannot_say");
    });
  });

  it("instances: names, numbers or none, the six states", async () => {
    const words = ["online", "qr_code", "authenticated", "offline", "auth_failure", "dormindo"];
    server.state.instances = words.map((status, at) => ({ nome: `I${at}`, numero: at === 0 ? PHONE : null, status }));
    const found = value(await driver().instances());
    expect(found.map(({ state }) => state)).toEqual([...words.slice(0, 5), "unknown"]);
    expect(found.slice(0, 2)).toEqual([
      { name: "I0", number: PHONE, state: "online" },
      { name: "I1", number: null, state: "qr_code" },
    ]);
    server.state.instances = [];
    expect(value(await driver().instances())).toEqual([]);
  });

  it("what stands in the way is found before anything is sent", async () => {
    expect(await findObstacle(driver())).toBeNull();
    server.state.instances[0]!.status = "qr_code";
    expect(await findObstacle(driver())).toBe("not_reached");
    server.faults.add({ kind: "status", status: 503, times: null });
    expect(await findObstacle(driver())).toBe("not_reached");
    server.faults.clear();
    server.faults.add({ kind: "status", status: 401 });
    expect(await findObstacle(driver())).toBe("unauthorized");
    expect(posts()).toEqual([]);
  });

  it("labels: set, or not known to this gateway", async () => {
    expect(value(await driver().addLabel(PHONE, "app"))).toBe("done");
    expect(server.state.labels).toEqual([{ phone: PHONE, label: "app" }]);
    server.faults.add({ kind: "status", status: 404 });
    expect(value(await driver().addLabel(PHONE, "app"))).toBe("unsupported");
  });

  it("it shows its code and knows pictures nowhere", async () => {
    expect(value(await driver().connect())).toBeNull();
    expect(value(await driver().profilePicture(PHONE))).toBeNull();
  });

  describe("the addresses that word or pace by themselves", () => {
    const PRODUCT = {
      ...{ name: "Blusa canelada", code: "C151", quantity: 2, unitPriceCents: 5990, color: "Preto", size: null },
    };
    const PACE = { intervalMs: 3_000, batchSize: 3, batchDelayMs: 5_000 };
    const bodyOf = (path: string) => JSON.parse(server.received({ path }).at(-1)!.body) as unknown;

    it.each(["/api/test/item-added", "/api/test/item-cancelled"] as const)("%s", async (route) => {
      value(await callRoute(access, { route, body: { phone: PHONE, product: PRODUCT } }));
      expect(bodyOf(route)).toEqual({
        phone: PHONE,
        product: { name: "Blusa canelada", code: "C151", qty: 2, price: 59.9, color: "Preto" },
      });
      expect(server.state.messages).toHaveLength(1);
    });

    it("/api/test/order-created", async () => {
      const body = { phone: PHONE, customerName: "Maria", orderId: "7", totalCents: 11_980 };
      value(await callRoute(access, { route: "/api/test/order-created", body }));
      expect(bodyOf("/api/test/order-created")).toEqual({
        ...{ phone: PHONE, customer_name: "Maria", order_id: "7", total_amount: 119.8 },
      });
    });

    it("/api/broadcast/by-phones says how many", async () => {
      const body = { key: BROADCAST_KEY, phones: [PHONE, OTHER], message: "Oi {nome}", ...PACE };
      const { total } = value(await callRoute(access, { route: "/api/broadcast/by-phones", body }));
      expect(total).toBe(2);
      expect(bodyOf("/api/broadcast/by-phones")).toEqual({
        ...{ key: BROADCAST_KEY, phones: [PHONE, OTHER], message: "Oi {nome}" },
        ...{ interval: 3_000, batchSize: 3, batchDelay: 5_000 },
      });
      const wrong = { ...body, key: "outra" };
      expect(await callRoute(access, { route: "/api/broadcast/by-phones", body: wrong })).toEqual({
        ...{ ok: false, failure: "unauthorized", reason: "Chave inválida" },
      });
    });

    it("/api/broadcast/orders", async () => {
      server.state.orders = [
        { phone: PHONE, isPaid: true },
        { phone: OTHER, isPaid: false },
      ];
      const body = { key: BROADCAST_KEY, status: "paid", message: "Oi", ...PACE } as const;
      expect(value(await callRoute(access, { route: "/api/broadcast/orders", body })).total).toBe(1);
    });

    it("/api/send-config: JSON inside JSON", async () => {
      const body = { numbers: [PHONE], messages: ["Oi"], ...PACE };
      expect(value(await callRoute(access, { route: "/api/send-config", body })).total).toBe(1);
      expect(bodyOf("/api/send-config")).toEqual({
        data: '{"numeros":["5531999998888"],"mensagens":["Oi"],"interval":3000,"batchSize":3,"batchDelay":5000}',
      });
    });

    it("/api/logs", async () => {
      value(await driver().sendText(message()));
      const [line] = value(await readGatewayLogs(access));
      expect(line).toEqual({ at: server.state.logs[0]!.at, text: `enviada para ${PHONE} por /send-message` });
    });
  });

  describe("its notices", () => {
    const listen = async () => {
      const listener = await startListener();
      server.state.webhook = { url: listener.url, secret: SECRET };
      return listener;
    };
    const read = ({ headers, body }: Heard, secret = SECRET) => parseGatewayWebhook(secret, headers, body);
    const sign = (body: string) => ({
      "x-signature": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
    });
    const control = (method: string, path: string, body: object) =>
      speaker(server.url)(method, `/_control/${path}`, body);

    it("delivery, incoming with opt-out and group, instance", async () => {
      const { heard } = await listen();
      const { providerId } = value(await driver().sendText(message()));
      await control("POST", "incoming", { from: PHONE, text: "SAIR" });
      await control("POST", "incoming", { from: PHONE, text: "quero a C151", group: "Grupo VIP" });
      await control("PUT", "instances", { instances: [{ nome: "Instancia 1", numero: null, status: "offline" }] });
      await server.webhooks.settled();
      const readings = await Promise.all(heard.map((notice) => read(notice)));
      const events = readings.flatMap((reading) => (reading.ok ? reading.events : []));
      expect(events).toHaveLength(4);
      expect(events).toEqual(
        expect.arrayContaining([
          { kind: "delivery", providerId, status: "sent" },
          { kind: "received", from: PHONE, isOptOut: true, group: null },
          { kind: "received", from: PHONE, isOptOut: false, group: "Grupo VIP" },
          { kind: "instance", instance: { name: "Instancia 1", number: null, state: "offline" } },
        ]),
      );
      expect(JSON.stringify(events)).not.toContain("quero a C151");
    });

    it("with another secret, another body or none it is refused", async () => {
      const body = '{"event":"message.received","data":{"from":"5531999998888","text":"SAIR"}}';
      const problem = async (secret: string, headers: Record<string, string>, text: string) => {
        const reading = await parseGatewayWebhook(secret, headers, text);
        return reading.ok ? null : reading.problem;
      };
      expect(await problem(SECRET, sign(body), body)).toBeNull();
      expect(await problem("outro", sign(body), body)).toBe("badly_signed");
      expect(await problem("", sign(body), body)).toBe("badly_signed");
      expect(await problem(SECRET, sign(body), body.replace("8888", "8887"))).toBe("badly_signed");
      expect(await problem(SECRET, {}, body)).toBe("unsigned");
      expect(await problem(SECRET, sign("[]"), "[]")).toBe("malformed");
      expect(await problem(SECRET, sign("{"), "{")).toBe("malformed");
    });

    it("what is not looked for has no events", async () => {
      const body = '{"event":"battery.low","data":{}}';
      expect(await parseGatewayWebhook(SECRET, sign(body), body)).toEqual({ ok: true, events: [] });
    });
  });
});

describe("Evolution API", () => {
  let server: Awaited<ReturnType<typeof startEvolution>>;
  let access: EvolutionAccess;
  let driver: MessagingGateway;

  beforeEach(async () => {
    server = endsWithTest(await startEvolution());
    access = { baseUrl: `${server.url}/`, apiKey: API_KEY, instanceName: INSTANCE, fetcher: plainFetch };
    driver = evolutionGateway(access);
  });

  const turn = (state: string) => speaker(server.url)("PUT", "/_control/instance", { state });
  const sends = () => server.received({ method: "POST" }).length;

  it("sends, and names the message's id", async () => {
    const { providerId } = value(await driver.sendText(message("Olá")));
    expect(server.state.messages).toMatchObject([{ id: providerId, number: PHONE, text: "Olá" }]);
  });

  it.each([
    ["an answer that got lost", { kind: "disconnect_after_success" }, "lost", 1],
    ["an error after sending", { kind: "error_after_success" }, "server_error", 1],
    ["busy", { kind: "status", status: 429 }, "rate_limited", 0],
    ["nonsense", { kind: "nonsense" }, "nonsense", 0],
  ] as const)("%s is not followed by another try", async (_title, fault, expected, sent) => {
    server.faults.add(fault);
    expect(failure(await driver.sendText(message()))).toBe(expected);
    expect([sends(), server.state.messages.length]).toEqual([1, sent]);
    expect(await driver.askSent({ to: PHONE, begunAt: 0, knownIds: [], earlierIds: [] })).toBe("cannot_say");
  });

  it("what goes wrong is told apart", async () => {
    server.state.missing = [PHONE];
    expect(failure(await driver.sendText(message()))).toBe("no_such_number");
    await turn("close");
    expect(failure(await driver.sendText(message()))).toBe("instance_down");
    const wrongKey = evolutionGateway({ ...access, apiKey: "x" });
    expect(failure(await wrongKey.sendText(message()))).toBe("unauthorized");
    const nowhere = evolutionGateway({ ...access, instanceName: "outra loja/1" });
    expect(await nowhere.sendText(message())).toEqual({
      ...{ ok: false, failure: "unknown_route", reason: 'The "outra loja/1" instance does not exist' },
    });
    expect(failure(await nowhere.instances())).toBe("unknown_route");
  });

  it.each([
    ["open", "online", null],
    ["connecting", "qr_code", "not_reached"],
    ["close", "offline", "not_reached"],
    ["refused", "auth_failure", "not_reached"],
  ])("%s is %s", async (word, state, obstacle) => {
    await turn(word);
    expect(value(await driver.instances())).toEqual([{ name: INSTANCE, number: "5531999990000", state }]);
    expect(value(await readConnectionState(access))).toBe(state);
    expect(await findObstacle(driver)).toBe(obstacle);
  });

  it("nothing that is handed on holds the instance's key", async () => {
    const { token } = server.state.instances[0]!;
    const answers = [await driver.instances(), await driver.connect(), await createInstance(access, NEW)];
    expect(JSON.stringify(answers)).not.toContain(token);
    expect(JSON.stringify(answers)).not.toContain(server.state.instances.at(-1)!.token);
  });

  const NEW = { number: PHONE, hook: { url: "https://loja.exemplo.com/webhooks/wa/loja", secret: SECRET } };

  it("an instance is made once, with its hook, and shows its code", async () => {
    const fresh = { ...access, instanceName: "loja nova" };
    expect(value(await createInstance(fresh, NEW))).toBe("created");
    expect(value(await createInstance(fresh, NEW))).toBe("exists");
    expect(value(await readHookUrl(fresh))).toBe(NEW.hook.url);
    const connection = value(await evolutionGateway(fresh).connect())!;
    expect(connection).toMatchObject({ state: "qr_code", pairingCode: expect.stringMatching(/^SIM/) as string });
    expect(connection.qrImage).toMatch(/^data:image\/png;base64,/);
    expect(value(await driver.connect())).toEqual({ state: "online", qrImage: null, pairingCode: null });
    expect(value(await restartInstance(access))).toBeNull();
  });

  it("numbers, pictures and labels", async () => {
    server.state.missing = [OTHER];
    expect(value(await findNumbers(access, [PHONE, OTHER]))).toEqual([
      { phone: PHONE, exists: true },
      { phone: OTHER, exists: false },
    ]);
    expect(value(await driver.profilePicture(PHONE))).toBe(`${server.url}/pictures/${PHONE}.svg`);
    server.state.hiddenPictures = [PHONE];
    expect(value(await driver.profilePicture(PHONE))).toBeNull();
    expect(value(await driver.addLabel(PHONE, "app"))).toBe("unsupported");
  });

  it.each(["javascript:alert(1)", "file:///etc/passwd"])("a picture at %s is none", async (profilePictureUrl) => {
    const fetcher: Fetcher = () =>
      Promise.resolve({ status: 200, text: JSON.stringify({ profilePictureUrl }), retryAfter: null });
    expect(value(await evolutionGateway({ ...access, fetcher }).profilePicture(PHONE))).toBeNull();
  });

  describe("its notices", () => {
    const hook = async (secret = SECRET) => {
      const listener = await startListener();
      value(await setHook(access, { url: listener.url, secret }));
      return listener;
    };
    const read = ({ headers, body }: Heard, secret = SECRET) =>
      parseEvolutionWebhook(secret, headers, body, server.clock.now());

    it("what left, delivery, incoming, groups, the telephone and its codes; never the key", async () => {
      const { heard } = await hook();
      const { providerId } = value(await driver.sendText(message("Olá")));
      server.clock.advance(2_000);
      const incoming = { from: PHONE, text: "Parar!" };
      await speaker(server.url)("POST", "/_control/incoming", incoming);
      await speaker(server.url)("POST", "/_control/incoming", { ...incoming, text: "oi", group: "1203@g.us" });
      await turn("close");
      await driver.connect();
      await server.webhooks.settled();
      const readings = await Promise.all(heard.map((notice) => read(notice)));
      const events = readings.flatMap((reading) => (reading.ok ? reading.events : []));
      const from = "553199998888@s.whatsapp.net";
      expect(events).toEqual(
        expect.arrayContaining([
          { kind: "left", providerId, to: from, text: "Olá" },
          { kind: "delivery", providerId, status: "sent" },
          { kind: "delivery", providerId, status: "delivered" },
          { kind: "received", from, isOptOut: true, group: null },
          { kind: "received", from, isOptOut: false, group: "1203@g.us" },
          { kind: "instance", instance: { name: INSTANCE, number: null, state: "offline" } },
          expect.objectContaining({ kind: "qr", instanceName: INSTANCE }),
        ]),
      );
      const { token } = server.state.instances[0]!;
      expect(heard.every(({ body }) => body.includes(token))).toBe(true);
      expect(JSON.stringify(readings)).not.toContain(token);
    });

    it("with another secret or none it is refused", async () => {
      const { heard } = await hook("outro");
      await turn("close");
      await server.webhooks.settled();
      expect(await read(heard[0]!)).toEqual({ ok: false, problem: "badly_signed" });
      expect(await read({ ...heard[0]!, headers: {} })).toEqual({ ok: false, problem: "unsigned" });
      expect(await read({ ...heard[0]!, headers: { "x-hook-secret": "" } }, "")).toMatchObject({ ok: false });
      expect(await read({ ...heard[0]!, body: "{" }, "outro")).toEqual({ ok: false, problem: "malformed" });
    });

    it("a token signed with the secret is as good, while it lasts", async () => {
      const listener = await startListener();
      const events = ["CONNECTION_UPDATE"];
      const webhook = { enabled: true, url: listener.url, headers: { jwt_key: SECRET }, events };
      await speaker(server.url, { apikey: API_KEY })("POST", `/webhook/set/${INSTANCE}`, { webhook });
      await turn("close");
      await server.webhooks.settled();
      const [notice] = listener.heard;
      expect((await read(notice!)).ok).toBe(true);
      expect(await read(notice!, "outro")).toEqual({ ok: false, problem: "badly_signed" });
      server.clock.advance(601_000);
      expect(await read(notice!)).toEqual({ ok: false, problem: "badly_signed" });
      const unsigned = notice!.headers.authorization!.replace(/\.[^.]*$/, ".");
      const forged = { ...notice!, headers: { authorization: unsigned } };
      expect(await read(forged)).toEqual({ ok: false, problem: "badly_signed" });
    });
  });
});
