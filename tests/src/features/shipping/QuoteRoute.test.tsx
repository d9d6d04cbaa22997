import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/shipping/QuoteRoute";
import { backend, later, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { lineOf } from "../settings/settingsScreen";

vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantQuery: backend.useTenantQuery };
});
vi.mock("../../../../src/lib/useTenantPaginatedQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantPaginatedQuery: backend.useTenantPaginatedQuery };
});
vi.mock("../../../../src/lib/useTenantMutation", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantMutation: backend.useTenantMutation };
});
vi.mock("../../../../src/lib/useTenantAction", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantAction: backend.useTenantAction };
});

const PICKUP = {
  optionId: "retirada",
  name: "Retirada - Retirar na Fábrica",
  company: "Retirada",
  priceCents: 0,
  deliveryDays: 3,
};
const PAC = { optionId: "1", name: "PAC", company: "Correios", priceCents: 2358, deliveryDays: 7 };
const JADLOG = { optionId: "3", name: ".Package", company: "Jadlog", priceCents: 2218, deliveryDays: null };
const FOUND = { quoteId: "quote-1", outcome: "calculated", options: [PICKUP, PAC, JADLOG], reason: null };
const SAVED = {
  quoteId: "quote-0",
  cep: "31575060",
  weightGrams: 500,
  heightCm: 4,
  widthCm: 16,
  lengthCm: 20,
  insuredCents: 11980,
  option: PAC,
  chosenAt: Date.parse("2026-11-20T23:14:00Z"),
  chosenByName: "Ana",
};

beforeEach(() => {
  backend.clear();
  backend.answersPages("quotes:list", []);
});

const show = () => showScreen({ routes: [{ path: "/cotacao-frete", Component }], at: "/cotacao-frete" });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const submit = () => screen.getByRole("button", { name: "Calcular frete" });
const options = () => within(screen.getByRole("region", { name: "Opções de envio" }));
const said = (text: string) => new RegExp(`^${text}( ×\\d+)?$`);

describe("Cotação de Frete", () => {
  test("begins with the usual package and an empty destination", () => {
    show();
    expect(screen.getByRole("heading", { name: "Cotação de Frete", level: 1 })).toBeTruthy();
    expect(["Peso (kg) *", "Altura (cm) *", "Largura (cm) *", "Comprimento (cm) *"].map((n) => field(n).value)).toEqual(
      ["0,3", "2", "16", "20"],
    );
    expect(options().getByText("Preencha o destino e o pacote para ver as opções de envio.")).toBeTruthy();
    expect(screen.getByText(/^Nenhuma cotação salva/)).toBeTruthy();
  });

  test.each(["CEP de destino *", "Peso (kg) *", "Altura (cm) *", "Largura (cm) *", "Comprimento (cm) *"])(
    "%s left empty: 'Preencha todos os campos obrigatórios', with the focus, and nothing is asked",
    async (label) => {
      const ask = backend.mutates("quotes:ask", () => Promise.resolve(FOUND));
      const { user } = show();
      await user.type(field("CEP de destino *"), "01310930");
      await user.clear(field(label));
      await user.click(submit());
      expect(lineOf(field(label))).toBe("Preencha todos os campos obrigatórios");
      expect(document.activeElement).toBe(field(label));
      expect(ask).not.toHaveBeenCalled();
    },
  );

  test.each([
    ["CEP de destino *", "0131", "CEP inválido. Use 8 dígitos."],
    ["Peso (kg) *", "0,05", "Peso inválido. Use 0,1 kg ou mais, de 0,1 em 0,1 kg."],
    ["Altura (cm) *", "1,5", "Medida inválida. Use centímetros inteiros, a partir de 1."],
    ["Valor declarado", "caro", "Valor inválido"],
  ])("%s: '%s' is refused at the field", async (label, typed, sentence) => {
    const { user } = show();
    await user.type(field("CEP de destino *"), "01310930");
    await user.clear(field(label));
    await user.type(field(label), typed);
    await user.click(submit());
    expect(lineOf(field(label))).toBe(sentence);
  });

  test("the CEP is shaped as it is typed, nine characters at most; arrows step by 0,1 kg and by 1 cm", async () => {
    const { user } = show();
    await user.type(field("CEP de destino *"), "013109309");
    expect(field("CEP de destino *").value).toBe("01310-930");
    await user.type(field("Peso (kg) *"), "{ArrowUp}{ArrowUp}{ArrowDown}");
    expect(field("Peso (kg) *").value).toBe("0,4");
    await user.type(field("Altura (cm) *"), "{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(field("Altura (cm) *").value).toBe("1");
  });

  test("'Retirada em mãos' and the options; choosing one saves the quote", async () => {
    const ask = backend.mutates("quotes:ask", () => Promise.resolve(FOUND));
    const choose = backend.mutates("quotes:choose", () => Promise.resolve(null));
    const { user } = show();
    await user.type(field("CEP de destino *"), "01310930");
    await user.type(field("Valor declarado"), "119,8");
    await user.click(screen.getByRole("checkbox", { name: "Retirada em mãos" }));
    await user.keyboard("{Enter}");
    await user.click(submit());
    const rows = (await options().findAllByRole("listitem")).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "Retirada - Retirar na Fábricaaté 3 dias úteisR$\u00a00,00Escolher",
      "PAC · Correiosaté 7 dias úteisR$\u00a023,58Escolher",
      ".Package · Jadlogprazo não informadoR$\u00a022,18Escolher",
    ]);
    expect(ask.mock.calls).toEqual([
      [
        {
          cep: "01310930",
          weightGrams: 300,
          heightCm: 2,
          widthCm: 16,
          lengthCm: 20,
          insuredCents: 11980,
          withPickup: true,
        },
      ],
    ]);
    await user.click(options().getByRole("button", { name: "Escolher PAC · Correios por R$\u00a023,58" }));
    expect(await screen.findByText(said("Cotação salva"))).toBeTruthy();
    expect(choose.mock.calls).toEqual([[{ quoteId: "quote-1", optionId: "1" }]]);
    expect(options().getByText("Escolhida")).toBeTruthy();
    await user.type(field("Altura (cm) *"), "{ArrowUp}");
    expect(options().getByText("Os campos mudaram depois deste cálculo.")).toBeTruthy();
  });

  test("'Nenhuma opção de envio encontrada'", async () => {
    backend.mutates("quotes:ask", () => Promise.resolve({ ...FOUND, outcome: "none", options: [] }));
    const { user } = show();
    await user.type(field("CEP de destino *"), "01310930{Enter}");
    expect((await screen.findAllByText("Nenhuma opção de envio encontrada")).length).toBe(2);
  });

  test.each([
    ["the server's reason", () => Promise.resolve({ ...FOUND, outcome: "failed", options: [], reason: "Conecte." })],
    ["a refusal's sentence", () => Promise.reject(refused("invalid_cep"))],
    ["the fallback", () => Promise.reject(new Error("boom"))],
  ])("'Erro ao calcular frete' with %s; what was typed stays", async (_case, answer) => {
    backend.mutates("quotes:ask", answer);
    const { user } = show();
    await user.type(field("CEP de destino *"), "01310930{Enter}");
    expect(await screen.findByText(said("Erro ao calcular frete"))).toBeTruthy();
    expect(field("CEP de destino *").value).toBe("01310-930");
  });

  test("'Erro ao selecionar opção de frete'", async () => {
    backend.mutates("quotes:ask", () => Promise.resolve(FOUND));
    backend.mutates("quotes:choose", () => Promise.reject(new Error("boom")));
    const { user } = show();
    await user.type(field("CEP de destino *"), "01310930{Enter}");
    await user.click(await options().findByRole("button", { name: /^Escolher PAC/ }));
    expect(await screen.findByText(said("Erro ao selecionar opção de frete"))).toBeTruthy();
  });

  test("while it is asked the button is busy, and pressing again asks nothing", async () => {
    const answer = later<typeof FOUND>();
    const ask = backend.mutates("quotes:ask", () => answer.promise);
    const { user } = show();
    await user.type(field("CEP de destino *"), "01310930{Enter}");
    const busy = await screen.findByRole("button", { name: "Calculando…" });
    expect(busy.getAttribute("aria-busy")).toBe("true");
    await user.click(busy);
    expect(ask).toHaveBeenCalledTimes(1);
    answer.resolve(FOUND);
    expect(await options().findByText("PAC · Correios")).toBeTruthy();
  });
});

describe("saved quotes", () => {
  test("loading, refused, and filled: destination, package, value, carrier, price, days, when and by whom", async () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando cotações" })).toBeTruthy();
    backend.answersPages("quotes:list", [SAVED]);
    const row = await screen.findByRole("row", { name: /31575-060/ });
    expect(row.textContent).toBe(
      "31575-0600,5 kg · 20 × 4 × 16 cmR$\u00a0119,80PAC · CorreiosR$\u00a023,58até 7 dias úteis20/11/2026 20:14 por AnaCalcular de novo",
    );
    backend.refuses("quotes:list", new Error("boom"));
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Não foi possível carregar as cotações. Recarregue a página.",
    );
  });

  test("one is asked again, with its own package", async () => {
    backend.answersPages("quotes:list", [SAVED]);
    const ask = backend.mutates("quotes:ask", () => Promise.resolve(FOUND));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Calcular de novo para 31575-060" }));
    await options().findByText("PAC · Correios");
    expect(ask.mock.calls[0]?.[0]).toMatchObject({ cep: "31575060", weightGrams: 500, insuredCents: 11980 });
    expect(field("Altura (cm) *").value).toBe("4");
  });

  test("one is deleted after a question", async () => {
    backend.answersPages("quotes:list", [SAVED]);
    const remove = backend.mutates("quotes:remove", () => Promise.resolve(null));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Excluir cotação de PAC · Correios para 31575-060" }));
    const asked = within(await screen.findByRole("alertdialog", { name: "Excluir cotação" }));
    expect(asked.getByText("Tem certeza que deseja excluir a cotação de PAC · Correios para 31575-060?")).toBeTruthy();
    await user.click(asked.getByRole("button", { name: "Excluir cotação" }));
    expect(await screen.findByText("Cotação excluída")).toBeTruthy();
    expect(remove.mock.calls).toEqual([[{ quoteId: "quote-0" }]]);
  });
});
