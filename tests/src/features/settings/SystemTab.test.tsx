import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { backend, later, refused } from "../../support/fakeBackend";
import { lineOf, showSettings } from "./settingsScreen";

vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantQuery: backend.useTenantQuery };
});
vi.mock("../../../../src/lib/useTenantAction", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantAction: backend.useTenantAction };
});
vi.mock("../../../../src/lib/useTenantMutation", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantMutation: backend.useTenantMutation };
});

const SETTINGS = {
  publicBaseUrl: "https://loja.com.br",
  originCep: "31575060",
  environment: "sandbox",
  defaultWeightGrams: 300,
  defaultLengthCm: 20,
  defaultHeightCm: 2,
  defaultWidthCm: 16,
  defaultDiameterCm: 0,
  slipShipping: "PAC R$\u00a023,00, até 9 dias úteis",
  slipPayment: "",
};

beforeEach(() => {
  backend.clear();
  backend.answersWith("settings:system", SETTINGS);
});

async function edit() {
  const shown = showSettings("?aba=sistema");
  await shown.user.click(screen.getByRole("button", { name: "Editar" }));
  return shown;
}
async function type(user: Awaited<ReturnType<typeof edit>>["user"], label: string, text: string) {
  await user.clear(screen.getByLabelText(label));
  if (text !== "") await user.type(screen.getByLabelText(label), text);
}

describe("Sistema", () => {
  test("loading, and refused with 'Erro ao carregar configurações'", async () => {
    backend.clear();
    showSettings("?aba=sistema");
    expect(screen.getByRole("status", { name: "Carregando configurações" })).toBeTruthy();
    backend.refuses("settings:system", new Error("boom"));
    expect((await screen.findByRole("alert")).textContent).toBe("Erro ao carregar configurações");
  });

  test("is to read until 'Editar' is pressed", () => {
    showSettings("?aba=sistema");
    const facts = within(screen.getByRole("region", { name: "Configurações do sistema" }));
    expect(facts.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "https://loja.com.br",
      "31575-060",
      "Sandbox (testes)",
      "0,3",
      "20",
      "2",
      "16",
      "0",
      "PAC R$\u00a023,00, até 9 dias úteis",
      "Não aparece",
    ]);
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  test("saves what was changed and says so; the focus is back on 'Editar' (F4)", async () => {
    const save = backend.mutates("settings:saveSystem", () => Promise.resolve(null));
    const { user } = await edit();
    await type(user, "Peso (kg)", "0,45");
    await type(user, "CEP de origem", "01310-100");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByText(/^Configurações salvas com sucesso/)).toBeTruthy();
    const seen = { defaultWeightGrams: 300, originCep: "31575060" };
    expect(save.mock.calls).toEqual([[{ defaultWeightGrams: 450, originCep: "01310-100", seen }]]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Editar" }));
  });

  test("'Cancelar' drops what was typed", async () => {
    const save = backend.mutates("settings:saveSystem", () => Promise.resolve(null));
    const { user } = await edit();
    await type(user, "Peso (kg)", "9");
    await user.click(screen.getByRole("button", { name: "Cancelar" }));
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Editar" }));
    expect(screen.getByLabelText<HTMLInputElement>("Peso (kg)").value).toBe("0,3");
    expect(save).not.toHaveBeenCalled();
  });

  test("F5: what cannot be is said at its field, which gets the focus, and nothing is sent", async () => {
    const save = backend.mutates("settings:saveSystem", () => Promise.resolve(null));
    const { user } = await edit();
    await type(user, "Endereço público", "loja");
    await type(user, "Altura (cm)", "0");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    const address = screen.getByLabelText("Endereço público");
    expect(document.activeElement).toBe(address);
    expect(lineOf(address)).toBe("Endereço inválido. Use o formato https://exemplo.com.br");
    expect(lineOf(screen.getByLabelText("Altura (cm)"))).toBe("Medida inválida");
    expect(save).not.toHaveBeenCalled();
  });

  test("a fault: 'Erro ao salvar configurações', and what was typed stays", async () => {
    backend.mutates("settings:saveSystem", () => Promise.reject(new Error("boom")));
    const { user } = await edit();
    await type(user, "Largura (cm)", "18");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByText("Erro ao salvar configurações")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Largura (cm)").value).toBe("18");
  });

  test("what the server refuses is said at the field it is about", async () => {
    backend.mutates("settings:saveSystem", () => Promise.reject(refused("invalid_cep")));
    const { user } = await edit();
    await type(user, "CEP de origem", "00000000");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByText("CEP inválido. Use 8 dígitos.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("CEP de origem"));
  });

  test("F6: what a colleague saves meanwhile does not touch what is being typed", async () => {
    const { user } = await edit();
    await type(user, "Peso (kg)", "0,7");
    act(() => backend.answersWith("settings:system", { ...SETTINGS, defaultWeightGrams: 900, defaultWidthCm: 18 }));
    expect(screen.getByLabelText<HTMLInputElement>("Peso (kg)").value).toBe("0,7");
    // What nobody types in follows.
    expect(screen.getByLabelText<HTMLInputElement>("Largura (cm)").value).toBe("18");
  });

  test("P3: it is said at the field, and is one's choice", async () => {
    const save = backend.mutates("settings:saveSystem", () => Promise.resolve(null));
    const { user } = await edit();
    await type(user, "Peso (kg)", "0,7");
    await type(user, "CEP de origem", "01310100");
    act(() => backend.answersWith("settings:system", { ...SETTINGS, defaultWeightGrams: 900, originCep: "30140071" }));
    const [cep, weight] = screen.getAllByRole("status").filter(({ textContent }) => /mudou para/.test(textContent));
    expect(within(weight!).getByText("Outra pessoa mudou para 0,9 kg")).toBeTruthy();
    expect(within(cep!).getByText("Outra pessoa mudou para 30140-071")).toBeTruthy();
    await user.click(within(weight!).getByRole("button", { name: "Manter o meu" }));
    await user.click(within(cep!).getByRole("button", { name: "Usar o novo" }));
    expect(screen.queryByText(/mudou para/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await screen.findByText(/^Configurações salvas com sucesso/);
    expect(save.mock.calls).toEqual([[{ defaultWeightGrams: 700, seen: { defaultWeightGrams: 900 } }]]);
  });

  test("O7: while it is being saved a second press sends nothing", async () => {
    const answer = later<null>();
    const save = backend.mutates("settings:saveSystem", () => answer.promise);
    const { user } = await edit();
    await type(user, "Largura (cm)", "18");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await user.click(screen.getByRole("button", { name: "Salvando…" }));
    answer.resolve(null);
    expect(await screen.findByText(/^Configurações salvas com sucesso/)).toBeTruthy();
    expect(save).toHaveBeenCalledTimes(1);
  });

  test("what the slips say is the company's to set, and may be nothing", async () => {
    const save = backend.mutates("settings:saveSystem", () => Promise.resolve(null));
    const { user } = await edit();
    await type(user, "Frete na via", "");
    await type(user, "Pagamento na via", "x".repeat(121));
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(lineOf(screen.getByLabelText("Pagamento na via"))).toBe("Use no máximo 120 caracteres");
    await type(user, "Pagamento na via", " Dinheiro ou Pix ");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await screen.findByText(/^Configurações salvas com sucesso/);
    const seen = { slipShipping: "PAC R$\u00a023,00, até 9 dias úteis", slipPayment: "" };
    expect(save.mock.calls).toEqual([[{ slipShipping: "", slipPayment: "Dinheiro ou Pix", seen }]]);
  });
});
