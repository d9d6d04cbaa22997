import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { askForQuote, aSender, connectAccount, type Sender } from "../support/carrier";
import type { CarrierFault } from "../support/fakeMelhorEnvio";
import { refusalOf } from "../support/refusals";
import { keepTillHours } from "../support/tillHours";

/** Cotação de Frete: what carriers want for a parcel, and what was chosen. */

keepTillHours();

const DAY_MS = 24 * 3_600_000;
const PAC = {
  ...{ id: 1, name: "PAC", price: "30.00", custom_price: "25.65", delivery_time: 7, custom_delivery_time: 8 },
  packages: [{ dimensions: { height: 4, width: 16, length: 20 }, weight: "0.60", insurance_value: "119.80" }],
  company: { id: 1, name: "Correios" },
};
const SEDEX = { ...PAC, id: 2, name: "SEDEX", price: "42.10", custom_price: "", custom_delivery_time: null };
const NOT_THERE = {
  id: 12,
  name: "éFácil",
  error: "Transportadora não atende este trecho.",
  company: { name: "LATAM" },
};

const PICKUP = {
  ...{
    optionId: "retirada",
    name: "Retirada - Retirar na Fábrica",
    company: "Retirada",
    priceCents: 0,
    deliveryDays: 3,
  },
};
const AS_PAC = { optionId: "1", name: "PAC", company: "Correios", priceCents: 2565, deliveryDays: 8 };
const AS_SEDEX = { optionId: "2", name: "SEDEX", company: "Correios", priceCents: 4210, deliveryDays: 7 };

async function aReady(entries: unknown = [PAC, SEDEX, NOT_THERE]): Promise<Sender> {
  const sender = await aSender();
  await connectAccount(sender);
  sender.carrier.entries = entries;
  return sender;
}

const choose = ({ shop, staff }: Sender, quoteId: Id<"freightQuotes">, optionId: string) =>
  staff.session.mutation(api.quotes.choose, { tenantId: shop.tenantId, quoteId, optionId });
const saved = async ({ shop, staff }: Sender) => {
  const paginationOpts = { numItems: 10, cursor: null };
  return (await staff.session.query(api.quotes.list, { tenantId: shop.tenantId, paginationOpts })).page;
};

describe("asking", () => {
  test("goes to the carriers as one parcel; who does not go there is left out, the seller's own price counts", async () => {
    const sender = await aReady();
    expect(await askForQuote(sender, { insuredCents: 11980 })).toEqual({
      quoteId: expect.any(String),
      outcome: "calculated",
      options: [AS_PAC, AS_SEDEX],
      reason: null,
    });
    const sent = sender.carrier.received.at(-1);
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      from: { postal_code: "31575060" },
      to: { postal_code: "01310930" },
      products: [{ id: "pacote", width: 16, height: 2, length: 20, weight: 0.3, insurance_value: 119.8, quantity: 1 }],
      options: { receipt: false, own_hand: false },
    });
    expect(sent?.headers.get("User-Agent")).toMatch(/^Pedidos ao Vivo \(.+@.+\)$/);
  });

  test("with 'Retirada em mãos' offers collecting first, whatever the carriers say", async () => {
    const sender = await aReady();
    expect((await askForQuote(sender, { withPickup: true })).options).toEqual([PICKUP, AS_PAC, AS_SEDEX]);
    sender.carrier.entries = [NOT_THERE];
    expect(await askForQuote(sender, { withPickup: true })).toMatchObject({ outcome: "calculated", options: [PICKUP] });
    expect(await askForQuote(sender)).toMatchObject({ outcome: "none", options: [], reason: null });
  });

  test("of a service that is away or says something else: staff read why, and collecting is still offered", async () => {
    const sender = await aReady();
    const path = "/api/v2/me/shipment/calculate";
    const DOWN = "O Melhor Envio não respondeu. Tente de novo em instantes.";
    const cases: readonly [CarrierFault, string][] = [
      ["down", DOWN],
      ["500", DOWN],
      ["html", DOWN],
      ["nonsense", "Resposta inválida do Melhor Envio. Tente de novo em instantes."],
      [
        "403",
        "A conexão com o Melhor Envio não tem esta permissão. Conecte de novo em Configuração de Frete e aceite todas as permissões.",
      ],
    ];
    for (const [fault, reason] of cases) {
      // As often as it is tried again.
      sender.carrier.faults = Array.from({ length: 3 }, () => ({ path, fault }));
      const answer = await askForQuote(sender, { withPickup: true });
      expect([fault, answer]).toMatchObject([fault, { outcome: "failed", options: [PICKUP], reason }]);
      await choose(sender, answer.quoteId, "retirada");
    }
    expect((await saved(sender)).map(({ option }) => option)).toEqual(cases.map(() => PICKUP));
  });

  test("with a field that is missing asks nobody: 'Preencha todos os campos obrigatórios'", async () => {
    const sender = await aReady();
    const calls = sender.carrier.received.length;
    expect(await refusalOf(askForQuote(sender, { weightGrams: null }))).toEqual({
      code: "fields_required",
      message: "Preencha todos os campos obrigatórios",
    });
    expect(sender.carrier.received).toHaveLength(calls);
  });
});

describe("choosing", () => {
  test("saves the quote, at the price that was kept, with who and what a label is bought with", async () => {
    const sender = await aReady();
    const { quoteId } = await askForQuote(sender, { insuredCents: 11980 });
    expect(await saved(sender)).toEqual([]);
    await choose(sender, quoteId, "1");
    expect(await saved(sender)).toEqual([
      {
        quoteId,
        ...{ cep: "01310930", weightGrams: 300, heightCm: 2, widthCm: 16, lengthCm: 20, insuredCents: 11980 },
        ...{ option: AS_PAC, chosenByName: "Ana", chosenAt: expect.any(Number) },
      },
    ]);
    const [row] = await sender.shop.rows("freightQuotes");
    expect(row?.chosen?.packages).toEqual([
      { weightGrams: 600, lengthCm: 20, heightCm: 4, widthCm: 16, insuredCents: 11980 },
    ]);
    await choose(sender, quoteId, "2");
    expect(await saved(sender)).toMatchObject([{ quoteId, option: AS_SEDEX }]);
  });

  test("what was not offered, or a day ago, is refused; a quote that is gone too", async () => {
    const sender = await aReady();
    const { tenantId } = sender.shop;
    const { quoteId } = await askForQuote(sender);
    expect(await refusalOf(choose(sender, quoteId, "12"))).toMatchObject({ code: "freight_not_found" });
    vi.setSystemTime(Date.now() + DAY_MS);
    expect(await refusalOf(choose(sender, quoteId, "1"))).toEqual({
      code: "quote_outdated",
      message: "Esta cotação é de mais de um dia atrás. Calcule o frete de novo.",
    });
    await sender.staff.session.mutation(api.quotes.remove, { tenantId, quoteId });
    expect(await refusalOf(choose(sender, quoteId, "1"))).toEqual({
      code: "quote_not_found",
      message: "Cotação não encontrada",
    });
  });

  test("nothing for a day: the quote is swept; chosen ones stay, the latest choice first", async () => {
    const sender = await aReady();
    const [first, second] = [await askForQuote(sender), await askForQuote(sender)];
    await askForQuote(sender);
    await choose(sender, second.quoteId, "1");
    vi.setSystemTime(Date.now() + 1);
    await choose(sender, first.quoteId, "2");
    vi.setSystemTime(Date.now() + DAY_MS);
    expect(await sender.shop.deployment.mutation(internal.quotes.sweep, {})).toEqual({ deleted: 1 });
    expect((await saved(sender)).map(({ quoteId }) => quoteId)).toEqual([first.quoteId, second.quoteId]);
    expect(await sender.shop.rows("freightQuotes")).toHaveLength(2);
  });
});
