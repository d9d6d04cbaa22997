import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { FakeGateway, GATEWAY_URL, withoutWaiting, type Answer } from "../support/fakeGateway";
import { aMessagingShop, hasOrders } from "../support/messaging";
import { refusalOf } from "../support/refusals";
import { setUpSigning } from "../support/signingKeys";

const NOON = Date.UTC(2026, 10, 20, 15);
const KEY = "chave-do-servidor-evolution";
const HOOK_SECRET = "segredo-dos-avisos";
const PHONE = "5531999998888";

let gateway: FakeGateway;

beforeAll(setUpSigning);
beforeEach(() => {
  process.env.SECRETS_KEY = btoa("0123456789abcdef0123456789abcdef");
  vi.useFakeTimers({ now: NOON, toFake: ["setTimeout", "clearTimeout", "Date"] });
  gateway = new FakeGateway().install();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const isAt = (state: string, number: string | null = "5531999990000"): Answer => ({
  json: { instancias: [{ nome: "Celular da loja", numero: number, status: state }] },
});
const evolutionList = (state: string): Answer => ({
  json: [
    { name: "loja", connectionStatus: state, ownerJid: "553199990000@s.whatsapp.net", token: "token-da-instancia" },
  ],
});

async function aShopWith(kind: "specified" | "evolution" = "specified") {
  const world = await aMessagingShop({ gateway: kind });
  const { shop, tenantId, ana } = world;
  const { deployment } = shop;
  const addresses = kind === "evolution" ? { evolution: GATEWAY_URL } : { whatsapp: GATEWAY_URL };
  await deployment.mutation(internal.seed.setProviderAddresses, { tenantId, addresses });
  const owner = await shop.hasStaff("Dona", "owner");
  const hasSecret = async (name: "whatsapp.api_key" | "whatsapp.webhook_secret", value: string) => {
    const fields = name === "whatsapp.api_key" ? { apiKey: value } : { webhookSecret: value };
    await owner.session.mutation(api.integrations.saveWhatsapp, { tenantId, ...fields });
  };
  if (kind === "evolution") await hasSecret("whatsapp.api_key", KEY);
  const status = () => ana.session.query(api.whatsapp.status, { tenantId });
  const refresh = () => ana.session.action(api.whatsapp.refresh, { tenantId });
  const connect = (instanceName: string) => ana.session.action(api.whatsapp.connect, { tenantId, instanceName });
  const test = () => owner.session.action(api.whatsapp.testConnection, { tenantId });
  return { ...world, deployment, session: ana.session, owner, hasSecret, status, refresh, connect, test };
}

describe("the telephones", () => {
  test.each([
    ["online", "online"],
    ["qr_code", "qr_code"],
    ["authenticated", "authenticated"],
    ["offline", "offline"],
    ["auth_failure", "auth_failure"],
    ["reiniciando", "unknown"],
  ])("the gateway says %s: %s, with the time it was asked", async (word, state) => {
    const { status, refresh } = await aShopWith();
    expect(await status()).toMatchObject({ isActive: true, isConfigured: true, instances: [], checkedAt: null });
    gateway.answers["GET /api/status"] = isAt(word, null);
    await refresh();
    expect(await status()).toMatchObject({
      ...{ instances: [{ name: "Celular da loja", number: null, state }], checkedAt: NOON, problem: null },
      queue: { waiting: 0, pausedFor: null, message: null, pausedAt: null },
    });
  });

  test("one that the gateway has no longer is gone, and news alone are written", async () => {
    const { shop, refresh } = await aShopWith();
    gateway.answers["GET /api/status"] = isAt("online");
    await refresh();
    const [first] = await shop.rows("messageInstances");
    await refresh();
    expect(await shop.rows("messageInstances")).toEqual([first]);
    gateway.answers["GET /api/status"] = { json: { instancias: [] } };
    await refresh();
    expect(await shop.rows("messageInstances")).toEqual([]);
  });

  const REFUSALS: [string, Answer, string, string][] = [
    [
      "is away",
      "lost",
      "messaging_unavailable",
      "Não foi possível conectar ao servidor WhatsApp. Verifique se está rodando.",
    ],
    [
      "is broken",
      { status: 503, json: {} },
      "messaging_unavailable",
      "Não foi possível conectar ao servidor WhatsApp. Verifique se está rodando.",
    ],
    [
      "does not know us",
      { status: 401, json: { error: "Não autorizado" } },
      "messaging_unauthorized",
      "O servidor WhatsApp recusou as credenciais. Confira a integração.",
    ],
    [
      "is something else",
      { status: 404, json: {} },
      "messaging_unknown_route",
      "O servidor WhatsApp não conhece este endereço ou esta instância. Confira a integração.",
    ],
  ];
  test.each(REFUSALS)(
    "a gateway that %s is said, and nobody pretends to know how they are",
    async (_is, answer, code, message) => {
      const { status, refresh } = await aShopWith();
      gateway.answers["GET /api/status"] = isAt("online");
      await refresh();
      gateway.answers["GET /api/status"] = answer;
      expect(await refusalOf(withoutWaiting(refresh()))).toEqual({ code, message });
      expect(await status()).toMatchObject({ problem: message, instances: [{ state: "unknown" }] });
      gateway.answers["GET /api/status"] = isAt("online");
      await refresh();
      expect(await status()).toMatchObject({ problem: null, instances: [{ state: "online" }] });
    },
  );

  test("the telephones of a gateway that was exchanged for another are not shown as the new one's", async () => {
    const { owner, tenantId, status, refresh } = await aShopWith();
    gateway.answers["GET /api/status"] = isAt("online");
    await refresh();
    await owner.session.mutation(api.integrations.saveWhatsapp, { tenantId, gateway: "evolution" });
    expect(await refusalOf(refresh())).toMatchObject({ code: "messaging_not_configured" });
    expect(await status()).toMatchObject({ instances: [{ name: "loja", number: null, state: "unknown" }] });
  });

  test("a company of Evolution API without a key has not said how to reach it", async () => {
    const { ana, tenantId, shop } = await aMessagingShop({ gateway: "evolution" });
    expect(await refusalOf(ana.session.action(api.whatsapp.refresh, { tenantId }))).toEqual({
      code: "messaging_not_configured",
      message: "Informe o endereço do servidor WhatsApp em Configurações › Integrações.",
    });
    expect(await ana.session.query(api.whatsapp.status, { tenantId })).toMatchObject({
      ...{ isConfigured: false, gateway: "evolution", problem: null },
      instances: [{ name: "loja", number: null, state: "unknown" }],
    });
    expect(await shop.rows("messageInstances")).toEqual([]);
  });
});

describe("while screens show them", () => {
  /** Lets so much time go by, with everything that is scheduled in it. */
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const asked = () => gateway.count("GET /api/status");

  test("the gateway is asked every five seconds, by one loop however many look, and no more when nobody does", async () => {
    const { session, tenantId, owner, status, deployment } = await aShopWith();
    gateway.answers["GET /api/status"] = isAt("qr_code");
    const look = () =>
      Promise.all([session, owner.session].map((one) => one.mutation(api.whatsapp.watch, { tenantId })));
    await look();
    await pass(4_000);
    expect(asked()).toBe(1);
    expect(await status()).toMatchObject({ instances: [{ state: "qr_code" }] });
    gateway.answers["GET /api/status"] = isAt("online");
    await pass(4_000);
    expect(asked()).toBe(2);
    expect(await status()).toMatchObject({ instances: [{ state: "online" }] });
    await pass(8_000);
    await look();
    await pass(20_000);
    expect(asked()).toBe(8);
    // Nobody has said anything for half a minute.
    await pass(60_000);
    const last = asked();
    expect(last).toBeLessThanOrEqual(10);
    await pass(120_000);
    expect(asked()).toBe(last);
    await look();
    await pass(1_000);
    expect(asked()).toBe(last + 1);
    await deployment.finishInProgressScheduledFunctions();
  });

  test("a question whose answer was never written down, for the program was killed, holds the loop up for a minute", async () => {
    const { session, tenantId, shop, deployment } = await aShopWith();
    gateway.answers["GET /api/status"] = isAt("online");
    await session.mutation(api.whatsapp.watch, { tenantId });
    const [begun] = await shop.rows("messageWatch");
    // What was scheduled is lost with the program, but the steps, which are written down.
    vi.clearAllTimers();
    await deployment.mutation(internal.whatsapp.tick, { tenantId, loopId: begun?.loopId ?? "" });
    const [asking] = await shop.rows("messageWatch");
    expect(asking?.loopId).not.toBe(begun?.loopId);
    vi.clearAllTimers();
    // An old step does nothing; the one that was ordered for this case goes on.
    await deployment.mutation(internal.whatsapp.tick, { tenantId, loopId: begun?.loopId ?? "" });
    expect(await shop.rows("messageWatch")).toEqual([asking]);
    await deployment.mutation(internal.whatsapp.tick, { tenantId, loopId: asking?.loopId ?? "" });
    await pass(1_000);
    expect(asked()).toBe(1);
  });
});

describe("connecting a telephone", () => {
  const CODE = {
    json: { pairingCode: "WZYEH1YY", code: "2@x", base64: "data:image/png;base64,iVBORw0KGgo=", count: 1 },
  };
  const CREATE = "POST /instance/create";

  test("Evolution API makes the instance, is told where news are wanted, and the code is shown", async () => {
    const { connect, status, deployment, tenantId, refresh } = await aShopWith("evolution");
    gateway.answers = {
      [CREATE]: { status: 201, json: { instance: { instanceName: "loja" } } },
      "GET /instance/connect/loja": CODE,
    };
    expect(await connect("loja")).toEqual({ shown: true });
    const sent = JSON.parse(gateway.asked[0]!.body) as { webhook: { url: string; headers: Record<string, string> } };
    const tenant = await deployment.run(({ db }) => db.get("tenants", tenantId));
    expect(sent.webhook.url).toBe(`${process.env.CONVEX_SITE_URL}/webhooks/wa/${tenant?.slug}`);
    // Nobody had chosen a secret: one was made.
    expect(sent.webhook.headers["x-hook-secret"]).toMatch(/^[0-9a-f]{48}$/);
    expect(await status()).toMatchObject({
      webhookUrl: sent.webhook.url,
      instances: [{ name: "loja", state: "qr_code" }],
      qr: { instanceName: "loja", image: "data:image/png;base64,iVBORw0KGgo=", pairingCode: "WZYEH1YY" },
    });
    // It has been scanned.
    gateway.answers["GET /instance/fetchInstances?instanceName=loja"] = evolutionList("open");
    await refresh();
    expect(await status()).toMatchObject({ qr: null, instances: [{ state: "online", number: "553199990000" }] });
  });

  test("an instance that is there already is told the address, with the secret that the company has", async () => {
    const { connect, hasSecret } = await aShopWith("evolution");
    await hasSecret("whatsapp.webhook_secret", HOOK_SECRET);
    gateway.answers = {
      [CREATE]: { status: 403, json: { response: { message: ['This name "loja" is already in use.'] } } },
      "POST /webhook/set/loja": { status: 201, json: {} },
      "GET /instance/connect/loja": CODE,
    };
    expect(await connect("loja")).toEqual({ shown: true });
    const [hook] = gateway.asked.filter(({ path }) => path === "/webhook/set/loja");
    expect(JSON.parse(hook!.body)).toMatchObject({ webhook: { headers: { "x-hook-secret": HOOK_SECRET } } });
  });

  test("the specified gateway shows its code on its own screen", async () => {
    const { connect, refresh } = await aShopWith();
    gateway.answers["GET /api/status"] = isAt("offline");
    await refresh();
    expect(await connect("Celular da loja")).toEqual({ shown: false });
  });

  test.each(["specified", "evolution"] as const)("%s: one of another shop is none", async (kind) => {
    const { connect } = await aShopWith(kind);
    expect(await refusalOf(connect("outra-loja"))).toEqual({
      ...{ code: "instance_not_found", message: "Instância não encontrada" },
    });
    expect(gateway.asked).toEqual([]);
  });
});

describe("'testar conexão'", () => {
  test.each<[string, Answer, string, string]>([
    ["answers", isAt("offline"), "connected", "O servidor WhatsApp respondeu. Celular da loja: Offline."],
    [
      "has none",
      { json: { instancias: [] } },
      "no_instance",
      "O servidor WhatsApp respondeu, mas não tem esta instância. Conecte-a em Integração WhatsApp.",
    ],
    [
      "refuses",
      { status: 401, json: {} },
      "unauthorized",
      "O servidor WhatsApp recusou as credenciais. Confira a integração.",
    ],
    ["is away", "lost", "unavailable", "Não foi possível conectar ao servidor WhatsApp. Verifique se está rodando."],
    [
      "talks nonsense",
      { json: [1] },
      "invalid_answer",
      "O endereço respondeu, mas não como um servidor WhatsApp. Confira o endereço e o tipo.",
    ],
  ])("a gateway that %s", async (_is, answer, outcome, message) => {
    const { test } = await aShopWith();
    gateway.answers["GET /api/status"] = answer;
    expect(await withoutWaiting(test())).toEqual({ outcome, message });
  });

  test("Evolution API that was connected elsewhere is told where news are wanted", async () => {
    const { test } = await aShopWith("evolution");
    gateway.answers = {
      "GET /instance/fetchInstances?instanceName=loja": evolutionList("open"),
      "GET /webhook/find/loja": { json: { enabled: true, url: "https://outro.test/aviso" } },
      "POST /webhook/set/loja": { status: 201, json: {} },
    };
    expect(await test()).toMatchObject({ outcome: "connected" });
    expect(gateway.count("POST /webhook/set/loja")).toBe(1);
  });
});

describe("pictures of customers", () => {
  const PICTURE = "POST /chat/fetchProfilePictureUrl/loja";
  const URL = "https://pps.whatsapp.net/maria.jpg";

  async function aWinner() {
    const world = await aShopWith("evolution");
    const { tenantId, session } = world;
    const [orderId] = await hasOrders(world, [PHONE]);
    const picture = () => session.action(api.whatsapp.profilePicture, { tenantId, orderId: orderId as Id<"orders"> });
    return { ...world, picture };
  }

  test("are asked for once a day", async () => {
    const { picture } = await aWinner();
    gateway.answers[PICTURE] = { json: { wuid: "x", profilePictureUrl: URL } };
    expect(await picture()).toEqual({ url: URL });
    vi.setSystemTime(NOON + 23 * 3_600_000);
    expect(await picture()).toEqual({ url: URL });
    expect(gateway.count(PICTURE)).toBe(1);
    vi.setSystemTime(NOON + 25 * 3_600_000);
    gateway.answers[PICTURE] = { json: { wuid: "x", profilePictureUrl: null } };
    expect(await picture()).toEqual({ url: null });
    expect(gateway.count(PICTURE)).toBe(2);
  });

  test("a gateway that is away breaks no raffle: what was known before, or none", async () => {
    const { picture } = await aWinner();
    gateway.answers[PICTURE] = "lost";
    expect(await picture()).toEqual({ url: null });
    gateway.answers[PICTURE] = { json: { wuid: "x", profilePictureUrl: URL } };
    expect(await picture()).toEqual({ url: URL });
    vi.setSystemTime(NOON + 25 * 3_600_000);
    gateway.answers[PICTURE] = { status: 500, json: {} };
    expect(await picture()).toEqual({ url: URL });
  });
});

test("a secret of the gateway stands in no answer, whoever asks", async () => {
  const { status, test, connect, hasSecret, session, owner, tenantId } = await aShopWith("evolution");
  await hasSecret("whatsapp.webhook_secret", HOOK_SECRET);
  gateway.answers = {
    "GET /instance/fetchInstances?instanceName=loja": evolutionList("close"),
    "POST /instance/create": { status: 201, json: { instance: { instanceName: "loja" }, hash: "token-da-instancia" } },
    "GET /instance/connect/loja": { json: { instance: { instanceName: "loja", state: "open" }, apikey: KEY } },
  };
  const answers = JSON.stringify([
    await test(),
    await connect("loja"),
    await status(),
    await session.query(api.whatsapp.news, { tenantId }),
    await owner.session.query(api.integrations.get, { tenantId }),
    await owner.session.query(api.audit.list, { tenantId, paginationOpts: { numItems: 50, cursor: null } }),
  ]);
  for (const secret of [KEY, HOOK_SECRET, "token-da-instancia"]) expect(answers).not.toContain(secret);
  // They did reach whom they are for.
  expect(gateway.asked.some(({ headers }) => headers.get("apikey") === KEY)).toBe(true);
});
