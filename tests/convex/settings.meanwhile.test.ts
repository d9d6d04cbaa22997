import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { aPerson, aShop, type Person, type Shop } from "../support/builders";
import { refusalOf } from "../support/refusals";

/** Two owners at one form: nobody is overwritten unseen (UX conventions P3). */

const AT = Date.parse("2026-11-20T22:00:00Z");
let shop: Shop;
let ana: Person;
let bia: Person;
beforeEach(async () => {
  vi.useFakeTimers({ now: AT, toFake: ["Date"] });
  shop = await aShop();
  ana = await shop.hasStaff("Ana", "owner");
  bia = await shop.hasStaff("Bia", "owner");
});
afterEach(() => {
  vi.useRealTimers();
});
const company = () => ({ tenantId: shop.tenantId });

describe("Sistema", () => {
  const save = (person: Person, change: object) =>
    person.session.mutation(api.settings.saveSystem, { ...company(), ...change });
  const stored = () => ana.session.query(api.settings.system, company());

  test("the second is told by whom, what and when; what each changed alone stands", async () => {
    const seen = { originCep: "31575060", defaultWeightGrams: 300 };
    await save(ana, { originCep: "30140071", seen: { originCep: "31575060" } });
    vi.setSystemTime(AT + 5_000);
    expect(await refusalOf(save(bia, { originCep: "01310100", defaultWeightGrams: 500, seen }))).toEqual({
      code: "changed_meanwhile",
      message: "Ana mudou para 30140-071 enquanto você editava",
      field: "originCep",
      value: "30140071",
      shown: "30140-071",
      actorName: "Ana",
      at: AT,
    });
    expect(await stored()).toMatchObject({ originCep: "30140071", defaultWeightGrams: 300 });

    await save(bia, { defaultWeightGrams: 500, seen: { defaultWeightGrams: 300 } });
    expect(await stored()).toMatchObject({ originCep: "30140071", defaultWeightGrams: 500 });
  });

  test("who has seen the other's value overwrites it; the same value from both is no conflict", async () => {
    await save(ana, { publicBaseUrl: "https://ana.test", seen: { publicBaseUrl: "" } });
    await save(bia, { publicBaseUrl: "https://ana.test/", seen: { publicBaseUrl: "" } });
    expect(
      await refusalOf(save(bia, { publicBaseUrl: "https://bia.test", seen: { publicBaseUrl: "" } })),
    ).toMatchObject({ code: "changed_meanwhile", shown: "https://ana.test" });
    await save(bia, { publicBaseUrl: "https://bia.test", seen: { publicBaseUrl: "https://ana.test" } });
    expect(await stored()).toMatchObject({ publicBaseUrl: "https://bia.test" });
  });

  test("the measure and the environment are named as people read them", async () => {
    await save(ana, { defaultLengthCm: 30, environment: "production" });
    expect(await refusalOf(save(bia, { defaultLengthCm: 40, seen: { defaultLengthCm: 20 } }))).toMatchObject({
      message: "Ana mudou para 30 cm enquanto você editava",
    });
  });
});

test.each([
  ["Mercado Pago", api.integrations.saveMercadoPago, { publicKey: "da-ana" }, { publicKey: "da-bia" }, ""],
  ["Melhor Envio", api.integrations.saveMelhorEnvio, { clientId: "da-ana" }, { clientId: "da-bia" }, ""],
  ["Bling", api.integrations.saveBling, { clientId: "da-ana" }, { clientId: "da-bia" }, ""],
  [
    "WhatsApp",
    api.integrations.saveWhatsapp,
    { apiUrl: "http://da-ana.test" },
    { apiUrl: "http://da-bia.test" },
    "http://localhost:3333",
  ],
] as const)("the form of %s", async (_service, save, hers, mine, before) => {
  const [field] = Object.keys(hers);
  await ana.session.mutation(save, { ...company(), ...hers });
  const late = { ...company(), ...mine, seen: { [field!]: before } };
  expect(await refusalOf(bia.session.mutation(save, late))).toMatchObject({
    code: "changed_meanwhile",
    field,
    value: Object.values(hers)[0],
    actorName: "Ana",
    at: AT,
  });
  await bia.session.mutation(save, { ...company(), ...mine, seen: hers });
});

describe("a coupon and a gift", () => {
  const COUPON = {
    code: "LIVE10",
    discount: { kind: "percentage", percent: 10 },
    expiresDate: null,
    usageLimit: null,
    isActive: true,
  } as const;
  const SEEN = { code: "LIVE10", discount: "10%", expiresDate: null, usageLimit: null };

  test("a discount that somebody has changed is not changed back unseen", async () => {
    const { couponId } = await ana.session.mutation(api.coupons.create, { ...company(), ...COUPON });
    const update = (person: Person, change: object, seen: object = SEEN) =>
      person.session.mutation(api.coupons.update, { ...company(), couponId, ...COUPON, ...change, seen: { ...seen } });
    await update(ana, { discount: { kind: "fixed", amountCents: 500 } });
    expect(await refusalOf(update(bia, { discount: { kind: "percentage", percent: 20 } }))).toMatchObject({
      code: "changed_meanwhile",
      field: "discount",
      shown: "R$\u00A05,00",
      actorName: "Ana",
    });
    await update(bia, { discount: { kind: "percentage", percent: 20 } }, { ...SEEN, discount: "R$\u00A05,00" });
    const [coupon] = await ana.session.query(api.coupons.list, company());
    expect(coupon).toMatchObject({ discount: { kind: "percentage", percent: 20 } });
  });

  test("a gift's minimum, too", async () => {
    const gift = { name: "Caneca", description: null, minimumPurchaseCents: 5000, isActive: true };
    const { giftId } = await ana.session.mutation(api.gifts.create, { ...company(), ...gift });
    const update = (person: Person, minimumPurchaseCents: number) =>
      person.session.mutation(api.gifts.update, {
        ...company(),
        giftId,
        ...gift,
        minimumPurchaseCents,
        seen: { name: "Caneca", description: null, minimumPurchaseCents: 5000 },
      });
    await update(ana, 7000);
    expect(await refusalOf(update(bia, 9000))).toMatchObject({
      message: "Ana mudou para R$\u00A070,00 enquanto você editava",
    });
  });
});

test("a company's name between two super admins, before anything of its account is changed", async () => {
  const [one, other] = [
    await aPerson(shop.deployment, { name: "Chefe", role: "super_admin" }),
    await aPerson(shop.deployment, { name: "Outra", role: "super_admin" }),
  ];
  const update = (person: Person, name: string, seen: string) =>
    person.session.action(api.tenants.update, { id: shop.tenantId, name, seen: { name: seen } });
  await update(one, "Loja do Chefe", "Loja da Praça");
  const [before] = await shop.deployment.run(({ db }) => db.query("installationLog").collect());
  expect(await refusalOf(update(other, "Loja da Outra", "Loja da Praça"))).toMatchObject({
    code: "changed_meanwhile",
    message: "Chefe mudou para Loja do Chefe enquanto você editava",
    at: before?.at,
  });
  await update(other, "Loja da Outra", "Loja do Chefe");
  expect((await shop.deployment.run(({ db }) => db.get("tenants", shop.tenantId)))?.name).toBe("Loja da Outra");
});

test("a credential that somebody has replaced is not replaced unseen; its mask is told, not its value", async () => {
  process.env.SECRETS_KEY = btoa("0123456789abcdef0123456789abcdef");
  const save = (person: Person, accessToken: string | null, seenAt: number | null) =>
    person.session.mutation(api.integrations.saveMercadoPago, {
      ...company(),
      accessToken,
      seen: { "mercado_pago.access_token": seenAt },
    });
  await save(ana, "TEST-da-ana-0123456789", null);
  const refusal = await refusalOf(save(bia, "TEST-da-bia-0123456789", null));
  expect(refusal).toMatchObject({
    code: "changed_meanwhile",
    field: "mercado_pago.access_token",
    shown: "••••••••6789",
    actorName: "Ana",
  });
  expect(JSON.stringify(refusal)).not.toContain("TEST-");
  expect(await refusalOf(save(bia, null, null))).toMatchObject({ code: "changed_meanwhile" });
  await save(bia, "TEST-da-bia-0123456789", AT);
});
