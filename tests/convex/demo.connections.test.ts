import { beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { aShop } from "../support/builders";

beforeEach(() => {
  process.env.SECRETS_KEY = btoa("0123456789abcdef0123456789abcdef");
});

const GIVEN = {
  addresses: { whatsapp: "http://127.0.0.1:3333", evolution: "http://127.0.0.1:3225" },
  secrets: { "whatsapp.api_key": "evolution-loja-demo", "whatsapp.webhook_secret": "segredo-do-webhook" },
  instanceName: "loja-demo",
  carrierClientId: "3222",
};

describe("seed:connectSimulators", () => {
  async function aDemonstration() {
    const shop = await aShop({ name: "Loja Demo" });
    const other = await aShop({ deployment: shop.deployment, name: "Outra" });
    const { deployment, tenantId } = shop;
    await deployment.run(({ db }) => db.insert("demonstrations", { tenantId, startedAt: 0 }));
    const connect = () => deployment.mutation(internal.seed.connectSimulators, GIVEN);
    const owner = await shop.hasStaff("Dona", "owner");
    return { shop, other, tenantId, owner, connect };
  }

  test("the demonstration, and no other company, writes to its customers from its first start", async () => {
    const { shop, other, connect } = await aDemonstration();
    expect(await connect()).toEqual({ connected: true });
    expect(await shop.rows("whatsappSettings")).toMatchObject([{ isActive: true, instanceName: "loja-demo" }]);
    expect(await shop.rows("providerBaseUrls")).toMatchObject([GIVEN.addresses]);
    expect((await shop.rows("secrets")).map(({ name }) => name).sort()).toEqual(Object.keys(GIVEN.secrets));
    for (const table of ["whatsappSettings", "providerBaseUrls", "secrets"] as const) {
      expect(await other.rows(table)).toEqual([]);
    }
  });

  test("what its people have chosen stays at the next start", async () => {
    const { shop, tenantId, owner, connect } = await aDemonstration();
    await connect();
    const chosen = { isActive: false, gateway: "evolution" as const, apiKey: "outra-chave-deles" };
    await owner.session.mutation(api.integrations.saveWhatsapp, { tenantId, ...chosen });
    await connect();
    expect(await shop.rows("whatsappSettings")).toMatchObject([{ isActive: false, gateway: "evolution" }]);
    const revealed = { tenantId, secret: "whatsapp.api_key" as const };
    expect(await owner.session.mutation(api.integrations.reveal, revealed)).toEqual({ value: chosen.apiKey });
  });

  test("the demonstration sends as somebody with an address, and can be connected at the carriers' service", async () => {
    const { other, tenantId, owner, connect } = await aDemonstration();
    /** A start that is reached there; tokens of people are good at their own address alone. */
    const connectAt = async (siteUrl: string) => {
      const before = process.env.CONVEX_SITE_URL;
      process.env.CONVEX_SITE_URL = siteUrl;
      await connect();
      process.env.CONVEX_SITE_URL = before;
    };
    await connectAt("http://127.0.0.1:3211");
    const settings = () => owner.session.query(api.shipping.settings, { tenantId });
    expect(await settings()).toMatchObject({
      ...{ clientId: "3222", redirectUri: "http://127.0.0.1:3211/oauth/melhor-envio", originCep: "31575060" },
      ...{
        senderName: "Loja Demo",
        senderNeighborhood: "Centro",
        senderState: "MG",
        senderEmail: "vendas@lojademo.test",
      },
    });
    expect(await other.rows("shippingSettings")).toEqual([]);
    // The next start is on another port, and somebody has given another name.
    await owner.session.mutation(api.shipping.saveSettings, { tenantId, senderName: "Loja da Célia" });
    await connectAt("http://127.0.0.1:4211");
    const after = { senderName: "Loja da Célia", redirectUri: "http://127.0.0.1:4211/oauth/melhor-envio" };
    expect(await settings()).toMatchObject(after);
    // What somebody has registered stays.
    await owner.session.mutation(api.shipping.saveSettings, { tenantId, clientId: "77" });
    await connectAt("http://127.0.0.1:5211");
    expect(await settings()).toMatchObject({ ...after, clientId: "77" });
  });

  test("without a demonstration nothing is connected", async () => {
    const shop = await aShop();
    expect(await shop.deployment.mutation(internal.seed.connectSimulators, GIVEN)).toEqual({ connected: false });
    expect(await shop.rows("providerBaseUrls")).toEqual([]);
  });
});
