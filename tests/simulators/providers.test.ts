import { beforeEach, describe, expect, it } from "vitest";
import { quoteFreight } from "../../convex/providers/melhorEnvio";
import { apiUrlOf, type MelhorEnvioAccess } from "../../convex/providers/melhorEnvioCall";
import {
  cancelPayment,
  createLink,
  expireLink,
  getPayment,
  searchPayments,
  testAccess,
  type LinkRequest,
  type MercadoPagoAccess,
} from "../../convex/providers/mercadoPago";
import { plainFetch } from "../../convex/providers/exchange";
import { lookUpCep } from "../../convex/providers/viaCep";
import { startMelhorEnvio } from "../../simulators/melhorEnvio/start";
import { SHOP as SENDER } from "../../simulators/melhorEnvio/state";
import { startMercadoPago } from "../../simulators/mercadoPago/start";
import { OTHER_SHOP, SHOP } from "../../simulators/mercadoPago/state";
import { startPostalCodes } from "../../simulators/postalCodes/start";
import { endsWithTest } from "./support/listener";
import { speaker } from "./support/speak";

/** The product's own adapters speak to the simulators: what one says, the other understands. */

describe("Mercado Pago", () => {
  let provider: Awaited<ReturnType<typeof startMercadoPago>>;
  let access: MercadoPagoAccess;

  beforeEach(async () => {
    provider = endsWithTest(await startMercadoPago());
    access = { baseUrl: provider.url, accessToken: SHOP.accessToken };
  });

  const REFERENCE = "0123456789abcdef0123456789abcdef";
  const request = (change: Partial<LinkRequest> = {}): LinkRequest => {
    const now = provider.clock.now();
    return {
      ...{ idempotencyKey: "link-1", reference: REFERENCE, statementDescriptor: "LOJA DEMO" },
      items: [
        { code: "C151", title: "Blusa canelada (C151)", quantity: 2, unitPriceCents: 5990 },
        { code: "frete", title: "Frete", quantity: 1, unitPriceCents: 2300 },
      ],
      payer: {
        ...{ name: "Maria Souza", email: "maria@exemplo.com", cpf: "25404918047", phone: "5531999998888" },
        ...{ cep: "30130010", street: "Av. Afonso Pena", streetNumber: "100" },
      },
      ...{
        returnUrl: "http://localhost:3210/mp/return?ref=x",
        notificationUrl: "http://localhost:3211/webhooks/mp/loja",
      },
      ...{ createdAt: now, expiresAt: now + 86_400_000, metadata: { tenant: "loja", order_number: 7, link: "l1" } },
      ...change,
    };
  };
  const value = <Value>(answer: { ok: true; value: Value } | { ok: false; failure: object }): Value => {
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
    return answer.value;
  };
  const aLink = async () => value(await createLink(access, request()));
  const pay = (preferenceId: string, command: object) =>
    speaker(provider.url)<{ id: number }[]>("POST", `/_control/preferences/${preferenceId}/pay`, command);

  it("a link is made, opened, paid in a browser's way, and found by its reference and its id", async () => {
    const link = await aLink();
    expect([link.collectorId, link.url]).toEqual([
      "44444444",
      `${provider.url}/checkout/v1/redirect?pref_id=${link.preferenceId}`,
    ]);
    expect((await fetch(link.url)).status).toBe(200);
    await pay(link.preferenceId, { method: "credit_card" });
    const [found] = value(await searchPayments(access, REFERENCE));
    expect(found).toMatchObject({
      ...{ status: "approved", method: "card", amountCents: 14280, refundedCents: 0, linkKey: "l1" },
      ...{ reference: REFERENCE, collectorId: "44444444" },
    });
    expect(value(await getPayment(access, found!.paymentId))).toEqual(found);
  });

  it("sent again under its key, also after an answer that got lost, it is the same link", async () => {
    provider.faults.add({ kind: "disconnect_after_success" });
    const [first, again] = [await aLink(), await aLink()];
    expect(again).toEqual(first);
    expect(provider.state.preferences).toHaveLength(1);
  });

  it("withdrawn it cannot be paid, and an open Pix of it can be taken back", async () => {
    const { preferenceId, url } = await aLink();
    const [pix] = (await pay(preferenceId, { method: "pix", outcome: "pending" })).body;
    const now = provider.clock.now();
    value(await expireLink(access, { preferenceId, createdAt: now - 60_000, now }));
    expect(await (await fetch(url)).text()).toContain("não está mais disponível");
    value(await cancelPayment(access, String(pix!.id)));
    expect(value(await getPayment(access, String(pix!.id)))).toMatchObject({ status: "cancelled", method: "pix" });
  });

  it.each([
    ["in_process", "in_review"],
    ["rejected", "rejected"],
    ["pending", "pending"],
    ["in_mediation", "in_mediation"],
    ["charged_back", "charged_back"],
    ["refunded", "refunded"],
  ])("%s is understood as %s", async (outcome, status) => {
    const { preferenceId } = await aLink();
    const [payment] = (await pay(preferenceId, { outcome })).body;
    expect(value(await getPayment(access, String(payment!.id)))).toMatchObject({ status });
  });

  it("what goes wrong is told apart: credentials, another seller's, refused, nonsense, away", async () => {
    const kind = async (answer: Promise<{ ok: boolean; failure?: { kind: string } }>) => (await answer).failure?.kind;
    expect(await kind(testAccess({ ...access, accessToken: "APP_USR-x" }))).toBe("unauthorized");
    const { preferenceId } = await aLink();
    const [payment] = (await pay(preferenceId, {})).body;
    const other = { ...access, accessToken: OTHER_SHOP.accessToken };
    expect(await kind(getPayment(other, String(payment!.id)))).toBe("not_found");
    const free = [{ code: "x", title: "Brinde", quantity: 1, unitPriceCents: 0 }];
    expect(await kind(createLink(access, request({ idempotencyKey: "k2", items: free })))).toBe("refused");
    provider.faults.add({ kind: "nonsense" });
    expect(await kind(testAccess(access))).toBe("nonsense");
    provider.faults.add({ kind: "status", status: 503, times: null });
    expect(await kind(testAccess(access))).toBe("unavailable");
  });

  it("one refusal for too many requests is got over", async () => {
    provider.faults.add({ kind: "status", status: 429 });
    expect((await testAccess(access)).ok).toBe(true);
  });
});

describe("postal codes", () => {
  it.each([
    [
      "01001000",
      { kind: "found", address: { street: "Praça da Sé", neighborhood: "Sé", city: "São Paulo", state: "SP" } },
    ],
    ["35588000", { kind: "found", address: { street: "", neighborhood: "", city: "Arcos", state: "MG" } }],
    [
      "13465000",
      {
        kind: "found",
        address: { street: "Rua Trinta de Julho", neighborhood: "Centro", city: "Americana", state: "SP" },
      },
    ],
    ["99999999", { kind: "not_found" }],
    ["99999998", { kind: "not_found" }],
    ["89201100", { kind: "unavailable" }],
  ])("%s: %j", async (cep, expected) => {
    const { url } = endsWithTest(await startPostalCodes());
    expect(await lookUpCep({ viaCepUrl: url, brasilApiUrl: url }, cep)).toEqual(expected);
  });
});

describe("Melhor Envio's quote", () => {
  let provider: Awaited<ReturnType<typeof startMelhorEnvio>>;
  let access: MelhorEnvioAccess;

  beforeEach(async () => {
    provider = endsWithTest(await startMelhorEnvio());
    const apiUrl = apiUrlOf(provider.url, "sandbox");
    access = { apiUrl, accessToken: SENDER.accessToken, contact: "loja@exemplo.com", fetcher: plainFetch };
  });

  const PRODUCT = {
    ...{ id: "C151", quantity: 2, unitPriceCents: 5990, weightGrams: 300, lengthCm: 20, heightCm: 2, widthCm: 16 },
  };
  const quote = (toCep: string) => quoteFreight(access, { fromCep: "31575060", toCep, products: [PRODUCT] });

  it("is understood: the buyer's own price and days, and the boxes", async () => {
    const answer = await quote("01310930");
    const raw = JSON.parse(provider.received().at(-1)!.answer!.body) as {
      id: number;
      custom_price: string;
      custom_delivery_time: number;
    }[];
    const pac = raw.find(({ id }) => id === 1)!;
    expect(answer.ok && answer.value.find(({ optionId }) => optionId === "1")).toMatchObject({
      ...{ name: "PAC", company: "Correios", deliveryDays: pac.custom_delivery_time },
      priceCents: Number(pac.custom_price.replace(".", "")),
      packages: [{ weightGrams: 600, lengthCm: 20, heightCm: 4, widthCm: 16, insuredCents: 11980 }],
    });
  });

  it("where nobody goes there are no options, which is no failure", async () => {
    expect(await quote("69980000")).toEqual({ ok: true, value: [] });
  });

  it("what goes wrong is told apart: credentials, permission, their wall, away", async () => {
    const failure = async () => {
      const answer = await quote("01310930");
      return answer.ok ? null : answer.failure;
    };
    access = { ...access, accessToken: "unknown" };
    expect(await failure()).toBe("unauthorized");
    access = { ...access, accessToken: "narrow" };
    provider.state.grants.tokens.push({
      ...provider.state.grants.tokens[0]!,
      accessToken: "narrow",
      scope: "cart-read",
    });
    expect(await failure()).toBe("forbidden");
    provider.faults.add({ kind: "html", status: 403 });
    expect(await failure()).toBe("unavailable");
    provider.faults.add({ kind: "disconnect", times: null });
    expect(await failure()).toBe("unavailable");
  });
});
