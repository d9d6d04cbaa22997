import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { readSecretKey, seal, unseal } from "../../convex/lib/secretBox";
import { aShop, LIVE_DATE, type Person, type Shop } from "../support/builders";
import { refusalOf } from "../support/refusals";
import { TEST_SITE_URL } from "../support/signingKeys";
import { setUpSigning } from "../support/signingKeys";

const KEY = btoa("0123456789abcdef0123456789abcdef");
const OTHER_KEY = btoa("fedcba9876543210fedcba9876543210");
const TOKEN = "TEST-1234567890-abcd";

beforeAll(async () => {
  await setUpSigning();
  process.env.SECRETS_KEY = KEY;
});
afterEach(() => vi.unstubAllEnvs());

async function aCompany(): Promise<{ shop: Shop; owner: Person; tenantId: Shop["tenantId"] }> {
  const shop = await aShop({ name: "Loja da Praça" });
  return { shop, owner: await shop.hasStaff("Dona", "owner"), tenantId: shop.tenantId };
}

const logOf = async (shop: Shop) => (await shop.rows("auditLog")).map(({ _id, _creationTime, ...row }) => row);

describe("Sistema, Integrações and the shipping screen", () => {
  test("show the installation's defaults where nothing was saved", async () => {
    const { shop, owner, tenantId } = await aCompany();
    expect(await owner.session.query(api.settings.system, { tenantId })).toEqual({
      publicBaseUrl: "",
      originCep: "31575060",
      environment: "sandbox",
      defaultWeightGrams: 300,
      defaultLengthCm: 20,
      defaultHeightCm: 2,
      defaultWidthCm: 16,
      defaultDiameterCm: 0,
      slipShipping: "PAC R$\u00a023,00, até 9 dias úteis",
      slipPayment: "Pix pelo Mercado Pago",
    });
    const slug = (await shop.deployment.run(({ db }) => db.get("tenants", tenantId)))?.slug;
    expect(await owner.session.query(api.integrations.get, { tenantId })).toMatchObject({
      mercado_pago: { webhookUrl: `${TEST_SITE_URL}/webhooks/mp/${slug}` },
      melhor_envio: { originCep: "31575060", environment: "sandbox", accessToken: { isSet: false, masked: null } },
      whatsapp: { apiUrl: "http://localhost:3333", isActive: false },
    });
  });

  test("edit one record: what one saves the others show", async () => {
    const { owner, tenantId } = await aCompany();
    const { session } = owner;
    await session.mutation(api.settings.saveSystem, { tenantId, originCep: "30140-071", defaultWeightGrams: 500 });
    await session.mutation(api.integrations.saveMelhorEnvio, { tenantId, clientId: " 77 ", environment: "production" });
    await session.mutation(api.shipping.saveSettings, { tenantId, senderName: "Loja", senderState: "mg" });
    expect(await session.query(api.settings.system, { tenantId })).toMatchObject({
      originCep: "30140071",
      environment: "production",
      defaultWeightGrams: 500,
    });
    expect(await session.query(api.shipping.settings, { tenantId })).toMatchObject({
      originCep: "30140071",
      clientId: "77",
      senderName: "Loja",
      senderState: "MG",
      connection: { state: "disconnected" },
    });
  });

  test.each([
    [{ originCep: "123" }, "invalid_cep"],
    [{ defaultHeightCm: 0 }, "invalid_measure"],
    [{ publicBaseUrl: "loja.com.br" }, "invalid_url"],
  ])("%j is refused, and nothing of it is saved", async (typed, code) => {
    const { shop, owner, tenantId } = await aCompany();
    const call = owner.session.mutation(api.settings.saveSystem, { tenantId, environment: "production", ...typed });
    expect(await refusalOf(call)).toMatchObject({ code });
    expect(await shop.rows("shippingSettings")).toEqual([]);
    expect(await shop.rows("auditLog")).toEqual([]);
  });

  test("write down who changed what, before and after, and nothing when nothing changed", async () => {
    const { shop, owner, tenantId } = await aCompany();
    const save = () => owner.session.mutation(api.settings.saveSystem, { tenantId, environment: "production" });
    await save();
    await save();
    expect(await logOf(shop)).toMatchObject([
      {
        action: "settings_changed",
        actorName: "Dona",
        recordKey: "shipping",
        before: { environment: "sandbox" },
        after: { environment: "production" },
      },
    ]);
  });

  test("the company's address is kept without the slash at its end, and may be cleared", async () => {
    const { owner, tenantId } = await aCompany();
    const save = (publicBaseUrl: string) =>
      owner.session.mutation(api.settings.saveSystem, { tenantId, publicBaseUrl });
    const read = async () => (await owner.session.query(api.settings.system, { tenantId })).publicBaseUrl;
    await save(" https://loja.com.br/ ");
    expect(await read()).toBe("https://loja.com.br");
    await save("");
    expect(await read()).toBe("");
  });
});

describe("secrets", () => {
  const save = (owner: Person, tenantId: Shop["tenantId"], accessToken: string | null) =>
    owner.session.mutation(api.integrations.saveMercadoPago, { tenantId, accessToken });
  const mask = async (owner: Person, tenantId: Shop["tenantId"]) =>
    (await owner.session.query(api.integrations.get, { tenantId })).mercado_pago.accessToken;
  const reveal = (owner: Person, tenantId: Shop["tenantId"]) =>
    owner.session.mutation(api.integrations.reveal, { tenantId, secret: "mercado_pago.access_token" });

  test("are kept encrypted, shown masked, revealed only with a line in the log", async () => {
    const { shop, owner, tenantId } = await aCompany();
    await save(owner, tenantId, ` ${TOKEN} `);
    expect(JSON.stringify(await shop.rows("secrets"))).not.toContain(TOKEN.slice(0, 12));
    expect(await mask(owner, tenantId)).toEqual({ isSet: true, masked: "••••••••abcd", updatedAt: expect.any(Number) });
    expect(await reveal(owner, tenantId)).toEqual({ value: TOKEN });
    const log = await logOf(shop);
    expect(log.map(({ action, actorName, recordKey }) => [action, actorName, recordKey])).toEqual([
      ["secret_changed", "Dona", "mercado_pago.access_token"],
      ["secret_revealed", "Dona", "mercado_pago.access_token"],
    ]);
    expect(JSON.stringify(log)).not.toContain(TOKEN);
  });

  test("stay when a form is saved without them, and are cleared by an empty one", async () => {
    const { shop, owner, tenantId } = await aCompany();
    await save(owner, tenantId, TOKEN);
    await owner.session.mutation(api.integrations.saveMercadoPago, { tenantId, clientId: "1" });
    expect(await reveal(owner, tenantId)).toEqual({ value: TOKEN });
    await save(owner, tenantId, "");
    expect(await mask(owner, tenantId)).toEqual({ isSet: false, masked: null, updatedAt: null });
    expect(await reveal(owner, tenantId)).toEqual({ value: null });
    expect(await shop.rows("secrets")).toEqual([]);
  });

  test("equal values of two companies, or saved twice, do not look alike", async () => {
    const { shop, owner, tenantId } = await aCompany();
    await save(owner, tenantId, TOKEN);
    const [first] = await shop.rows("secrets");
    await save(owner, tenantId, TOKEN);
    const [second] = await shop.rows("secrets");
    expect(second?.sealed).not.toBe(first?.sealed);
  });

  test("moved to another company or another name cannot be read there", async () => {
    const { shop, owner, tenantId } = await aCompany();
    await save(owner, tenantId, TOKEN);
    const [row] = await shop.rows("secrets");
    const other = await aShop({ deployment: shop.deployment });
    const otherOwner = await other.hasStaff("Outra", "owner");
    await shop.deployment.run(({ db }) => db.patch("secrets", row!._id, { tenantId: other.tenantId }));
    const unreadable = { code: "secret_unreadable", message: "Não foi possível ler este valor. Informe-o de novo." };
    expect(await refusalOf(reveal(otherOwner, other.tenantId))).toEqual(unreadable);
    await shop.deployment.run(({ db }) => db.patch("secrets", row!._id, { tenantId, name: "bling.access_token" }));
    const bling = owner.session.mutation(api.integrations.reveal, { tenantId, secret: "bling.access_token" });
    expect(await refusalOf(bling)).toEqual(unreadable);
  });

  test("without a key are refused, and everything else is saved", async () => {
    const { owner, tenantId } = await aCompany();
    vi.stubEnv("SECRETS_KEY", "");
    expect(await refusalOf(save(owner, tenantId, TOKEN))).toMatchObject({ code: "secrets_key_missing" });
    await owner.session.mutation(api.integrations.saveMercadoPago, { tenantId, clientId: "1" });
  });

  test("a change of keys seals everything again, may stop half-way, and needs the old key no longer", async () => {
    const { shop, owner, tenantId } = await aCompany();
    await save(owner, tenantId, TOKEN);
    await owner.session.mutation(api.integrations.saveBling, { tenantId, accessToken: "TEST-bling-token-9999" });
    vi.stubEnv("SECRETS_KEY", OTHER_KEY);
    vi.stubEnv("SECRETS_KEY_PREVIOUS", KEY);
    expect(await reveal(owner, tenantId)).toEqual({ value: TOKEN });
    const rotate = () => shop.deployment.mutation(internal.secrets.rotate, { cursor: null });
    expect(await rotate()).toEqual({ cursor: null, sealedAgain: 2, unreadable: 0 });
    expect(await rotate()).toEqual({ cursor: null, sealedAgain: 0, unreadable: 0 });
    vi.stubEnv("SECRETS_KEY_PREVIOUS", "");
    expect(await reveal(owner, tenantId)).toEqual({ value: TOKEN });
    vi.stubEnv("SECRETS_KEY", KEY);
    expect(await refusalOf(reveal(owner, tenantId))).toMatchObject({ code: "secret_unreadable" });
    expect(await rotate()).toEqual({ cursor: null, sealedAgain: 0, unreadable: 2 });
  });

  test("a sealed text that was touched does not open", async () => {
    const key = await readSecretKey(KEY);
    const sealed = await seal(key, "aqui", "segredo");
    expect(await unseal([key], "aqui", sealed)).toBe("segredo");
    const parts = sealed.split(".");
    const flipped = parts[3]!.startsWith("A") ? `B${parts[3]!.slice(1)}` : `A${parts[3]!.slice(1)}`;
    for (const touched of [[...parts.slice(0, 3), flipped].join("."), parts.slice(0, 3).join("."), "", "1.x.y.z"]) {
      expect(await unseal([key], "aqui", touched)).toBeNull();
    }
    expect(await unseal([key], "ali", sealed)).toBeNull();
    expect(await unseal([], "aqui", sealed)).toBeNull();
  });
});

describe("the settings hub", () => {
  test("counts what is there", async () => {
    const { shop, owner, tenantId } = await aCompany();
    const ana = await shop.hasStaff("Ana");
    const productId = await shop.hasProduct({ priceCents: 1000 });
    const { orderId } = await shop.launch(ana, { productId });
    await shop.launch(ana, { productId, phone: "11912345678" });
    await ana.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
    const coupon = { expiresDate: null, usageLimit: null, discount: { kind: "percentage", percent: 5 } } as const;
    await owner.session.mutation(api.coupons.create, { tenantId, ...coupon, code: "A", isActive: true });
    await owner.session.mutation(api.coupons.create, { tenantId, ...coupon, code: "B", isActive: false });
    await owner.session.mutation(api.integrations.saveMercadoPago, { tenantId, accessToken: TOKEN });
    const whatsapp = { apiUrl: "http://localhost:3333", instanceName: "loja", isActive: false };
    await owner.session.mutation(api.integrations.saveWhatsapp, { tenantId, ...whatsapp });

    const overview = await owner.session.query(api.settings.overview, { tenantId, today: LIVE_DATE });
    expect(overview).toMatchObject({
      summary: { activeCoupons: 1, activeGifts: 0, people: 2, connectedIntegrations: 1, integrations: 4 },
      event: { today: LIVE_DATE, orders: 2, paid: 1, totalCents: 2000 },
      shipping: { originCep: "31575060", weightGrams: 300, diameterCm: 0 },
      project: { tenantName: "Loja da Praça" },
    });
    expect(overview.integrations.map(({ kind, isConfigured, isActive }) => [kind, isConfigured, isActive])).toEqual([
      ["mercado_pago", true, true],
      ["melhor_envio", false, false],
      ["bling", false, false],
      ["whatsapp", true, false],
    ]);
  });
});
