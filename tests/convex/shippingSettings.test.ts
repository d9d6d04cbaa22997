import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { aSender, connectAccount } from "../support/carrier";
import { refusalOf } from "../support/refusals";
import { keepTillHours, TILL_OPENS_AT } from "../support/tillHours";

/** Configuração de Frete: one record, whichever screen edits it. */

keepTillHours();

/** Those of the eighteen fields of the specification that are typed, and the two that services need besides. */
const TYPED = {
  apiBaseUrl: "https://me.test/",
  pickupUrl: "https://maps.test/loja",
  clientId: "3222",
  redirectUri: "https://loja.test/oauth",
  originCep: "30.140-071",
  senderName: " Loja da Ana ",
  senderDocument: "11.222.333/0001-81",
  senderStreet: "Rua das Flores",
  senderNumber: "100",
  senderComplement: "Loja 2",
  senderNeighborhood: "Centro",
  senderCity: "Belo Horizonte",
  senderState: "mg",
  senderEmail: "ana@loja.test",
  senderPhone: "(31) 99999-0000",
};
const KEPT = {
  ...TYPED,
  ...{ originCep: "30140071", senderName: "Loja da Ana", senderDocument: "11222333000181", senderState: "MG" },
  senderPhone: "31999990000",
};

describe("every field", () => {
  test("is kept in its form and shown again, to Sistema and Integrações too; secrets and tokens are masked", async () => {
    const sender = await aSender();
    const { tenantId } = sender.shop;
    const { session } = sender.owner;
    await session.mutation(api.shipping.saveSettings, { tenantId, ...TYPED, clientSecret: "segredo-muito-longo" });
    const shown = await session.query(api.shipping.settings, { tenantId });
    expect(shown).toMatchObject({
      ...KEPT,
      clientSecret: { isSet: true, masked: "••••••••ongo" },
      accessToken: { isSet: false, masked: null },
      refreshToken: { isSet: false, masked: null },
      tokenExpiresAt: null,
    });
    expect(JSON.stringify(shown)).not.toContain("segredo-muito-longo");
    expect(await session.query(api.settings.system, { tenantId })).toMatchObject({ originCep: "30140071" });
    const forms = await session.query(api.integrations.get, { tenantId });
    expect(forms.melhor_envio).toMatchObject({ clientId: "3222", originCep: "30140071" });
  });

  test("is left alone where it was not given, and where another is refused", async () => {
    const sender = await aSender();
    const { tenantId } = sender.shop;
    const { session } = sender.owner;
    const save = (change: object) => session.mutation(api.shipping.saveSettings, { tenantId, ...change });
    const read = () => session.query(api.shipping.settings, { tenantId });
    await save(TYPED);
    await save({ senderName: "Outra" });
    const before = await read();
    expect(before).toMatchObject({ ...KEPT, senderName: "Outra", clientSecret: { isSet: true } });
    for (const [change, code] of [
      [{ originCep: "301400711" }, "invalid_cep"],
      [{ senderDocument: "112223330001811" }, "invalid_document"],
      [{ senderState: "MGG" }, "invalid_state"],
      [{ pickupUrl: "rua das flores" }, "invalid_url"],
    ] as const) {
      const typed = { senderCity: "Ouro Preto", ...change, clientSecret: "outro-segredo" };
      expect(await refusalOf(save(typed))).toMatchObject({ code });
    }
    expect(await read()).toEqual(before);
  });
});

describe("two people", () => {
  test("at different forms of the record do not overwrite one another unseen", async () => {
    const sender = await aSender();
    const { tenantId } = sender.shop;
    const rui = await sender.shop.hasStaff("Rui", "owner");
    await sender.owner.session.mutation(api.settings.saveSystem, { tenantId, originCep: "30140071" });
    const save = (seen: string) =>
      rui.session.mutation(api.shipping.saveSettings, { tenantId, originCep: "01310100", seen: { originCep: seen } });
    expect(await refusalOf(save("31575060"))).toMatchObject({
      code: "changed_meanwhile",
      message: "Dona Célia mudou para 30140-071 enquanto você editava",
    });
    await save("30140071");
    expect(await rui.session.query(api.shipping.settings, { tenantId })).toMatchObject({ originCep: "01310100" });
  });

  test("at the client secret neither", async () => {
    const sender = await aSender();
    const { tenantId } = sender.shop;
    const rui = await sender.shop.hasStaff("Rui", "owner");
    const save = (clientSecret: string, seenAt: number | null) =>
      rui.session.mutation(api.shipping.saveSettings, {
        ...{ tenantId, clientSecret },
        seen: { "melhor_envio.client_secret": seenAt },
      });
    const { clientSecret } = await rui.session.query(api.shipping.settings, { tenantId });
    expect(clientSecret.updatedAt).toBeGreaterThanOrEqual(TILL_OPENS_AT);
    expect(await refusalOf(save("meu", null))).toMatchObject({ code: "changed_meanwhile", actorName: "Dona Célia" });
    await save("meu", clientSecret.updatedAt);
  });
});

test("connecting and renewing leave the record alone: no form is told that somebody has changed it", async () => {
  const sender = await aSender();
  const before = await sender.shop.rows("shippingSettings");
  await connectAccount(sender);
  expect(await sender.shop.rows("shippingSettings")).toEqual(before);
});
