import { describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { FAKE_URL } from "../support/fakeMercadoPago";
import { refusalOf } from "../support/refusals";
import { ADDRESS, anOrder, aTill, finalize, preferenceOf, readOrder, saveCustomer } from "../support/till";
import { keepTillHours } from "../support/tillHours";

/** Where a checked-out order goes and what that costs: freight and postal codes. */

keepTillHours();

describe("freight", () => {
  const PAC = {
    id: 1,
    name: "PAC",
    price: "30.00",
    custom_price: "25.65",
    currency: "R$",
    delivery_time: 7,
    custom_delivery_time: 8,
    packages: [
      {
        price: "25.65",
        format: "box",
        dimensions: { height: 4, width: 16, length: 20 },
        weight: "0.60",
        insurance_value: "119.80",
      },
    ],
    company: { id: 1, name: "Correios" },
  };
  const SEDEX = {
    ...PAC,
    id: 2,
    name: "SEDEX",
    price: "42.10",
    custom_price: "",
    delivery_time: 2,
    custom_delivery_time: null,
  };
  const NOT_THERE = {
    id: 12,
    name: "éFácil",
    error: "Transportadora não atende este trecho.",
    company: { id: 6, name: "LATAM Cargo" },
  };

  /** A till whose carrier answers so. */
  async function withCarrier(carrier: (request: Request) => Response | Promise<Response>) {
    const till = await aTill();
    const { tenantId } = till;
    await till.owner.session.mutation(api.integrations.saveMelhorEnvio, {
      tenantId,
      accessToken: "token-do-melhor-envio",
    });
    const asked: { url: string; headers: Headers; body: unknown }[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const request = new Request(url, { ...init, signal: null, redirect: "follow" });
      if (!url.includes("/shipment/calculate")) return await till.provider.fetch(url, init);
      asked.push({ url, headers: request.headers, body: await request.clone().json() });
      return await carrier(request);
    });
    const { orderId } = await anOrder(till);
    const quote = (cep = "01310-930") =>
      till.staff.session.action(api.checkout.quoteFreight, { tenantId, orderId, cep });
    const choose = (optionId: string) =>
      till.staff.session.mutation(api.checkout.chooseFreight, { tenantId, orderId, optionId });
    return { till, orderId, quote, choose, asked };
  }
  const answers =
    (entries: unknown, status = 200) =>
    () =>
      new Response(JSON.stringify(entries), { status });

  test("is asked for with the order's own things and the shop's own measures", async () => {
    const { quote, asked } = await withCarrier(answers([PAC, SEDEX, NOT_THERE]));
    expect(await quote()).toEqual({ outcome: "calculated", found: 2, reason: null });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe(`${FAKE_URL}/api/v2/me/shipment/calculate`);
    expect(asked[0]?.headers.get("Authorization")).toBe("Bearer token-do-melhor-envio");
    expect(asked[0]?.headers.get("User-Agent")).toMatch(/^Pedidos ao Vivo \(.+@.+\)$/);
    expect(asked[0]?.body).toMatchObject({
      from: { postal_code: "31575060" },
      to: { postal_code: "01310930" },
      products: [{ width: 16, height: 2, length: 20, weight: 0.3, insurance_value: 59.9, quantity: 2 }],
    });
  });

  test("is offered at the seller's own price and days, besides collecting", async () => {
    const { till, orderId, quote } = await withCarrier(answers([PAC, SEDEX, NOT_THERE]));
    await quote();
    expect((await readOrder(till, orderId)).freight).toEqual({
      options: [
        {
          optionId: "retirada",
          name: "Retirada - Retirar na Fábrica",
          company: "Retirada",
          priceCents: 0,
          deliveryDays: 3,
        },
        { optionId: "1", name: "PAC", company: "Correios", priceCents: 2565, deliveryDays: 8 },
        { optionId: "2", name: "SEDEX", company: "Correios", priceCents: 4210, deliveryDays: 2 },
      ],
      chosenId: "retirada",
      quotedCep: "01310930",
      isOutdated: false,
    });
  });

  test("free delivery is a price, not a missing one", async () => {
    const { quote, choose } = await withCarrier(answers({ ...PAC, custom_price: "0.00" }));
    expect(await quote()).toMatchObject({ found: 1 });
    expect(await choose("1")).toMatchObject({ freightCents: 0 });
  });

  test("chosen, it is part of Total Geral and of the link; its label can be bought with what was kept", async () => {
    const { till, orderId, quote, choose } = await withCarrier(answers([PAC, SEDEX]));
    await quote();
    expect(await choose("1")).toEqual({
      totalCents: 11980,
      discountCents: 0,
      freightCents: 2565,
      grandTotalCents: 14545,
    });
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({
      code: "checkout_address_required",
      message: "Endereço completo é obrigatório para entrega",
    });
    await saveCustomer(till, orderId, { address: ADDRESS });
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link", amountCents: 14545 });
    const items = till.provider.preferenceOf(await preferenceOf(till, orderId)).items;
    expect(items.map(({ title, unit_price }) => [title, unit_price]).at(-1)).toEqual(["Frete", 25.65]);
    expect(await till.shop.rows("checkouts")).toMatchObject([
      {
        freight: {
          cep: "01310930",
          option: { packages: [{ weightGrams: 600, lengthCm: 20, heightCm: 4, widthCm: 16, insuredCents: 11980 }] },
        },
      },
    ]);
  });

  test("a way that was not offered cannot be chosen", async () => {
    const { quote, choose } = await withCarrier(answers([PAC]));
    await quote();
    expect(await refusalOf(choose("2"))).toMatchObject({
      code: "freight_not_found",
      message: "Esta opção de frete não está mais disponível. Calcule o frete de novo.",
    });
  });

  test("after the lines or the CEP have changed it must be asked for again", async () => {
    const { till, orderId, quote, choose } = await withCarrier(answers([PAC]));
    await saveCustomer(till, orderId, { address: ADDRESS });
    await quote();
    await choose("1");
    const [line] = (await readOrder(till, orderId)).lines;
    await till.shop.launch(till.staff, { productId: line?.productId as Id<"products"> });
    expect((await readOrder(till, orderId)).freight.isOutdated).toBe(true);
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({
      code: "freight_outdated",
      message: "O frete precisa ser calculado de novo",
    });
    await quote();
    expect((await readOrder(till, orderId)).freight).toMatchObject({ isOutdated: false, chosenId: "1" });
    await saveCustomer(till, orderId, { address: { ...ADDRESS, cep: "30130010" } });
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code: "freight_outdated" });
    await quote("30130010");
    expect(await finalize(till, orderId)).toMatchObject({ kind: "link" });
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    expect(await refusalOf(finalize(till, orderId))).toMatchObject({ code: "freight_outdated" });
  });

  test("nobody goes there: collecting is what is left", async () => {
    const { till, orderId, quote } = await withCarrier(answers([NOT_THERE]));
    expect(await quote()).toEqual({ outcome: "pickup_only", found: 0, reason: null });
    expect((await readOrder(till, orderId)).freight).toMatchObject({
      options: [{ optionId: "retirada" }],
      chosenId: "retirada",
    });
  });

  test("what had been chosen and is not offered any more is not charged for", async () => {
    const entries = [[PAC], [SEDEX]];
    const { quote, choose, till, orderId } = await withCarrier(() => new Response(JSON.stringify(entries.shift())));
    await quote();
    await choose("1");
    await quote();
    expect(await readOrder(till, orderId)).toMatchObject({
      freight: { chosenId: "retirada" },
      summary: { freightCents: 0 },
    });
  });

  test.each([
    [
      "is down",
      () => {
        throw new TypeError("fetch failed");
      },
      "O Melhor Envio não respondeu. Tente de novo em instantes. Só a retirada está disponível.",
    ],
    [
      "is broken",
      () => new Response("{}", { status: 500 }),
      "O Melhor Envio não respondeu. Tente de novo em instantes. Só a retirada está disponível.",
    ],
    [
      "hides behind its firewall",
      () => new Response("<html>403</html>", { status: 403 }),
      "O Melhor Envio não respondeu. Tente de novo em instantes. Só a retirada está disponível.",
    ],
    [
      "does not take the token",
      () => new Response('{"message":"Unauthenticated."}', { status: 401 }),
      "O Melhor Envio recusou as credenciais da loja. Conecte de novo em Configuração de Frete. Só a retirada está disponível.",
    ],
    [
      "does not allow it",
      () => new Response('{"message":"This action is unauthorized."}', { status: 403 }),
      "A conexão com o Melhor Envio não permite calcular frete. Conecte de novo em Configuração de Frete. Só a retirada está disponível.",
    ],
    [
      "answers nonsense",
      () => new Response("ok"),
      "Resposta inválida do Melhor Envio. Tente de novo em instantes. Só a retirada está disponível.",
    ],
    [
      "says what is wrong",
      () =>
        new Response(
          '{"message":"The given data was invalid.","errors":{"to.postal_code":["O campo to.postal code é inválido."]}}',
          { status: 422 },
        ),
      "O Melhor Envio recusou o cálculo. Confira o CEP e as medidas em Configuração de Frete. (O campo to.postal code é inválido.)",
    ],
  ])("the carrier %s: collecting only, and staff read why", async (_title, carrier, reason) => {
    const { till, orderId, quote } = await withCarrier(carrier);
    expect(await quote()).toEqual({ outcome: "failed", found: 0, reason });
    expect((await readOrder(till, orderId)).freight.options).toHaveLength(1);
  });

  test("without a connection to the carrier, and for a CEP that is none", async () => {
    const till = await aTill();
    const { orderId } = await anOrder(till);
    const { tenantId } = till;
    const quote = (cep: string) => till.staff.session.action(api.checkout.quoteFreight, { tenantId, orderId, cep });
    expect(await quote("01310930")).toEqual({
      outcome: "failed",
      found: 0,
      reason: "O Melhor Envio não está conectado. Conecte em Configuração de Frete. Só a retirada está disponível.",
    });
    expect(await refusalOf(quote("0131093"))).toMatchObject({
      code: "invalid_cep",
      message: "CEP inválido. Use 8 dígitos.",
    });
  });
});

describe("a CEP", () => {
  const FOUND = {
    cep: "01001-000",
    logradouro: "Praça da Sé",
    complemento: "lado ímpar",
    bairro: "Sé",
    localidade: "São Paulo",
    uf: "SP",
  };
  const BRASIL = {
    cep: "01001000",
    state: "SP",
    city: "São Paulo",
    neighborhood: null,
    street: null,
    service: "open-cep",
  };
  const address = { street: "Praça da Sé", neighborhood: "Sé", city: "São Paulo", state: "SP" };
  const bare = { street: "", neighborhood: "", city: "São Paulo", state: "SP" };
  const text =
    (body: unknown, status = 200) =>
    () =>
      new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  const down = () => {
    throw new TypeError("fetch failed");
  };

  const cases: [string, () => Response, () => Response, unknown, number][] = [
    ["that ViaCEP knows", text(FOUND), down, { kind: "found", address }, 1],
    [
      "of a city with only one",
      text({ ...FOUND, logradouro: "", bairro: "" }),
      down,
      { kind: "found", address: bare },
      1,
    ],
    ["that there is not, in words", text({ erro: "true" }), text(BRASIL), { kind: "not_found" }, 1],
    ["that there is not, as a flag", text({ erro: true }), text(BRASIL), { kind: "not_found" }, 1],
    ["while ViaCEP is down", down, text(BRASIL), { kind: "found", address: bare }, 2],
    [
      "while ViaCEP answers with a page",
      text("<html>Bad Request</html>", 400),
      text(BRASIL),
      { kind: "found", address: bare },
      2,
    ],
    ["while ViaCEP has had enough of us", text("Too many", 429), text(BRASIL), { kind: "found", address: bare }, 2],
    ["while ViaCEP answers with something else", text({ ok: 1 }), text(BRASIL), { kind: "found", address: bare }, 2],
    [
      "that the second does not know either",
      down,
      text({ type: "service_error", errors: [{ message: "CEP NAO ENCONTRADO" }] }, 404),
      { kind: "not_found" },
      2,
    ],
    [
      "while both are down, which the second says so",
      down,
      text({ type: "service_error", errors: [{ message: "timeout" }] }, 404),
      { kind: "unavailable" },
      2,
    ],
    ["while both are down", down, down, { kind: "unavailable" }, 2],
  ];

  test.each(cases)("%s", async (_title, viaCep, brasilApi, answer, calls) => {
    const till = await aTill();
    const { tenantId } = till;
    let asked = 0;
    vi.stubGlobal("fetch", (url: string) => {
      asked += 1;
      return Promise.resolve().then(url === `${FAKE_URL}/ws/01001000/json/` ? viaCep : brasilApi);
    });
    const lookUp = () => till.staff.session.action(api.postalCodes.lookUp, { tenantId, cep: "01001-000" });
    expect(await lookUp()).toEqual(answer);
    expect(asked).toBe(calls);
    // Asked again: what is known is not asked for, what is not known is.
    expect(await lookUp()).toEqual(answer);
    expect(asked).toBe((answer as { kind: string }).kind === "unavailable" ? 2 * calls : calls);
  });

  test("is asked about again after a month, and an old answer is better than none", async () => {
    const till = await aTill();
    const { tenantId } = till;
    const replies = [text(FOUND), text({ ...FOUND, logradouro: "Outra" }), down, down];
    vi.stubGlobal("fetch", () => Promise.resolve().then(replies.shift()));
    const lookUp = () => till.staff.session.action(api.postalCodes.lookUp, { tenantId, cep: "01001000" });
    await lookUp();
    vi.setSystemTime(Date.now() + 31 * 24 * 3_600_000);
    expect(await lookUp()).toMatchObject({ address: { street: "Outra" } });
    vi.setSystemTime(Date.now() + 31 * 24 * 3_600_000);
    expect(await lookUp()).toMatchObject({ kind: "found", address: { street: "Outra" } });
  });
});
