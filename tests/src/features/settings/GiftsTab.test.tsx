import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { readGift } from "../../../../src/features/settings/giftForm";
import { backend } from "../../support/fakeBackend";
import { confirmation, dialog, lineOf, showSettings } from "./settingsScreen";

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

beforeEach(() => {
  backend.clear();
  backend.answersWith("gifts:list", [
    {
      giftId: "gift-1",
      name: "Necessaire",
      description: "Floral",
      minimumPurchaseCents: 15000,
      isActive: true,
      createdAt: 0,
    },
    { giftId: "gift-2", name: "Caneca", description: null, minimumPurchaseCents: 30000, isActive: false, createdAt: 0 },
  ]);
});

const show = () => showSettings("?aba=brindes");

describe("the gifts", () => {
  test("loading, refused with 'Erro ao carregar brindes', and none yet", async () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando brindes" })).toBeTruthy();
    backend.refuses("gifts:list", new Error("boom"));
    expect((await screen.findByRole("alert")).textContent).toBe("Erro ao carregar brindes");
    backend.answersWith("gifts:list", []);
    expect(await screen.findByText("Nenhum brinde cadastrado")).toBeTruthy();
  });

  test("each with its minimum and whether it is given", () => {
    show();
    const rows = within(screen.getByRole("table", { name: "Brindes" }))
      .getAllByRole("row")
      .slice(1);
    expect(rows.map((row) => [...row.children].slice(0, 4).map(({ textContent }) => textContent))).toEqual([
      ["Necessaire", "Floral", "R$\u00a0150,00", "Ativo"],
      ["Caneca", "–", "R$\u00a0300,00", "Inativo"],
    ]);
  });

  test("name and minimum are required: 'Preencha todos os campos obrigatórios'", async () => {
    const send = backend.mutates("gifts:create", () => Promise.resolve({}));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Novo brinde" }));
    const form = await dialog("Novo brinde");
    await user.click(form.getByRole("button", { name: "Criar" }));
    expect(lineOf(form.getByLabelText("Nome *"))).toBe("Preencha todos os campos obrigatórios");
    expect(lineOf(form.getByLabelText("Compra mínima *"))).toBe("Preencha todos os campos obrigatórios");
    expect(send).not.toHaveBeenCalled();
  });

  test("a minimum that is no amount is refused at its field; zero is a gift for everybody", () => {
    const typed = { name: "Caneca", description: "", minimum: "abc", isActive: true };
    expect(readGift(typed)).toEqual({ ok: false, errors: { minimum: "Valor inválido" } });
    expect(readGift({ ...typed, minimum: "0" })).toMatchObject({ ok: true, draft: { minimumPurchaseCents: 0 } });
    expect(readGift({ ...typed, minimum: "1", description: "x".repeat(501) })).toEqual({
      ok: false,
      errors: { description: "Use no máximo 500 caracteres" },
    });
  });

  test("is created: 'Brinde criado com sucesso'", async () => {
    const send = backend.mutates("gifts:create", () => Promise.resolve({}));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Novo brinde" }));
    const form = await dialog("Novo brinde");
    await user.type(form.getByLabelText("Nome *"), "Ecobag");
    await user.type(form.getByLabelText("Compra mínima *"), "99,90");
    await user.click(form.getByRole("button", { name: "Criar" }));
    expect(await screen.findByText("Brinde criado com sucesso")).toBeTruthy();
    expect(send.mock.calls).toEqual([
      [{ name: "Ecobag", description: null, minimumPurchaseCents: 9990, isActive: true }],
    ]);
  });

  test("is edited with 'Atualizar': 'Brinde atualizado com sucesso'; a fault: 'Erro ao salvar brinde'", async () => {
    backend.mutates("gifts:update", () => Promise.reject(new Error("boom")));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Editar brinde Caneca" }));
    const form = await dialog("Editar brinde Caneca");
    await user.click(form.getByRole("switch", { name: "Ativo" }));
    await user.click(form.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText("Erro ao salvar brinde")).toBeTruthy();

    const send = backend.mutates("gifts:update", () => Promise.resolve({}));
    await user.click(form.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText("Brinde atualizado com sucesso")).toBeTruthy();
    expect(send.mock.calls).toEqual([
      [
        {
          giftId: "gift-2",
          name: "Caneca",
          description: null,
          minimumPurchaseCents: 30000,
          isActive: true,
          seen: { name: "Caneca", description: null, minimumPurchaseCents: 30000 },
        },
      ],
    ]);
  });

  test("deleting asks with its name: 'Brinde excluído com sucesso', or 'Erro ao excluir brinde'", async () => {
    backend.mutates("gifts:remove", () => Promise.reject(new Error("boom")));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Excluir brinde Caneca" }));
    const asked = await confirmation("Excluir brinde Caneca");
    expect(asked.getByText("Tem certeza que deseja excluir o brinde Caneca?")).toBeTruthy();
    await user.click(asked.getByRole("button", { name: "Excluir brinde Caneca" }));
    expect(await screen.findByText("Erro ao excluir brinde")).toBeTruthy();

    const send = backend.mutates("gifts:remove", () => Promise.resolve(null));
    await user.click(asked.getByRole("button", { name: "Excluir brinde Caneca" }));
    expect(await screen.findByText("Brinde excluído com sucesso")).toBeTruthy();
    expect(send.mock.calls).toEqual([[{ giftId: "gift-2" }]]);
  });
});
