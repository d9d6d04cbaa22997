import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backend, refused } from "../../support/fakeBackend";
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

const aCoupon = (code: string, change: Record<string, unknown> = {}) => ({
  couponId: `coupon-${code}`,
  code,
  discount: { kind: "percentage", percent: 10 },
  expiresDate: null,
  usageLimit: null,
  usedCount: 0,
  isActive: true,
  createdAt: 0,
  ...change,
});

const OLD = aCoupon("VELHO", { expiresDate: "2026-11-19", discount: { kind: "fixed", amountCents: 1550 } });
const SEEN_OLD = { code: "VELHO", discount: "R$\u00A015,50", expiresDate: "2026-11-19", usageLimit: null };

beforeEach(() => {
  vi.setSystemTime(Date.parse("2026-11-20T23:14:00Z"));
  backend.clear();
  backend.answersWith("coupons:list", [
    aCoupon("LIVE10"),
    OLD,
    aCoupon("HOJE", { expiresDate: "2026-11-20" }),
    aCoupon("GASTO", { usageLimit: 3, usedCount: 3 }),
    aCoupon("PARADO", { isActive: false }),
  ]);
});
afterEach(() => {
  vi.useRealTimers();
});

const show = () => showSettings("?aba=cupons");
const create = async () => {
  const shown = show();
  await shown.user.click(screen.getByRole("button", { name: "Novo cupom" }));
  return { ...shown, form: await dialog("Novo cupom") };
};

describe("the coupons", () => {
  test("loading, refused with 'Erro ao carregar cupons', and none yet", async () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando cupons" })).toBeTruthy();
    backend.refuses("coupons:list", new Error("boom"));
    expect((await screen.findByRole("alert")).textContent).toBe("Erro ao carregar cupons");
    backend.answersWith("coupons:list", []);
    expect(await screen.findByText("Nenhum cupom cadastrado")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Novo cupom" })).toBeTruthy();
  });

  test("each with its discount, its last day, its uses and whether it works today", () => {
    show();
    const rows = within(screen.getByRole("table", { name: "Cupons" }))
      .getAllByRole("row")
      .slice(1);
    expect(rows.map((row) => [...row.children].slice(0, 5).map(({ textContent }) => textContent))).toEqual([
      ["LIVE10", "10%", "Sem validade", "0", "Ativo"],
      ["VELHO", "R$\u00a015,50", "19/11/2026", "0", "Vencido"],
      ["HOJE", "10%", "20/11/2026", "0", "Ativo"],
      ["GASTO", "10%", "Sem validade", "3 de 3", "Esgotado"],
      ["PARADO", "10%", "Sem validade", "0", "Inativo"],
    ]);
  });
});

describe("a new coupon", () => {
  test("code and discount are required: 'Preencha todos os campos obrigatórios'", async () => {
    const send = backend.mutates("coupons:create", () => Promise.resolve({}));
    const { user, form } = await create();
    await user.click(form.getByRole("button", { name: "Criar" }));
    expect(lineOf(form.getByLabelText("Código *"))).toBe("Preencha todos os campos obrigatórios");
    expect(lineOf(form.getByLabelText("Desconto (%) *"))).toBe("Preencha todos os campos obrigatórios");
    expect(document.activeElement).toBe(form.getByLabelText("Código *"));
    expect(send).not.toHaveBeenCalled();
  });

  test("is created as typed, 'Cupom criado com sucesso', and the focus is back (F3)", async () => {
    const send = backend.mutates("coupons:create", () => Promise.resolve({ couponId: "new" }));
    const { user, form } = await create();
    await user.type(form.getByLabelText("Código *"), "natal");
    await user.click(form.getByRole("radio", { name: /Valor fixo/ }));
    await user.type(form.getByLabelText("Desconto (R$) *"), "12,50");
    await user.type(form.getByLabelText("Válido até"), "24122026");
    await user.type(form.getByLabelText("Limite de uso"), "30");
    await user.click(form.getByRole("button", { name: "Criar" }));
    expect(await screen.findByText("Cupom criado com sucesso")).toBeTruthy();
    expect(send.mock.calls).toEqual([
      [
        {
          code: "natal",
          discount: { kind: "fixed", amountCents: 1250 },
          expiresDate: "2026-12-24",
          usageLimit: 30,
          isActive: true,
        },
      ],
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Novo cupom" }));
  });

  test("a code that is taken is said at the code, and what was typed stays", async () => {
    backend.mutates("coupons:create", () => Promise.reject(refused("coupon_code_in_use")));
    const { user, form } = await create();
    await user.type(form.getByLabelText("Código *"), "LIVE10");
    await user.type(form.getByLabelText("Desconto (%) *"), "5");
    await user.click(form.getByRole("button", { name: "Criar" }));
    expect(await form.findByText("Já existe um cupom com este código")).toBeTruthy();
    expect(form.getByLabelText<HTMLInputElement>("Desconto (%) *").value).toBe("5");
  });

  test("a fault: 'Erro ao salvar cupom'", async () => {
    backend.mutates("coupons:create", () => Promise.reject(new Error("boom")));
    const { user, form } = await create();
    await user.type(form.getByLabelText("Código *"), "X");
    await user.type(form.getByLabelText("Desconto (%) *"), "5");
    await user.click(form.getByRole("button", { name: "Criar" }));
    expect(await screen.findByText("Erro ao salvar cupom")).toBeTruthy();
    expect(screen.getByText("Erro")).toBeTruthy();
  });

  test("K5: Esc with something typed asks", async () => {
    const { user, form } = await create();
    await user.type(form.getByLabelText("Código *"), "X");
    await user.keyboard("{Escape}");
    const asked = await confirmation("Alterações não salvas");
    await user.click(asked.getByRole("button", { name: "Descartar alterações" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a coupon that exists", () => {
  test("is edited with 'Atualizar': 'Cupom atualizado com sucesso'", async () => {
    const send = backend.mutates("coupons:update", () => Promise.resolve({}));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Editar cupom VELHO" }));
    const form = await dialog("Editar cupom VELHO");
    expect(form.getByLabelText<HTMLInputElement>("Desconto (R$) *").value).toBe("15,50");
    await user.clear(form.getByLabelText("Válido até"));
    await user.click(form.getByRole("switch", { name: "Ativo" }));
    await user.click(form.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText("Cupom atualizado com sucesso")).toBeTruthy();
    expect(send.mock.calls).toEqual([
      [
        {
          couponId: "coupon-VELHO",
          code: "VELHO",
          discount: { kind: "fixed", amountCents: 1550 },
          expiresDate: null,
          usageLimit: null,
          isActive: false,
          seen: SEEN_OLD,
        },
      ],
    ]);
  });

  test("P3: a discount that somebody else changes meanwhile is said, and can be taken", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Editar cupom VELHO" }));
    const form = await dialog("Editar cupom VELHO");
    await user.clear(form.getByLabelText("Desconto (R$) *"));
    await user.type(form.getByLabelText("Desconto (R$) *"), "20");
    act(() => backend.answersWith("coupons:list", [{ ...OLD, discount: { kind: "percentage", percent: 5 } }]));
    expect(form.getByText("Outra pessoa mudou para 5%")).toBeTruthy();
    expect(form.getByLabelText<HTMLInputElement>("Desconto (R$) *").value).toBe("20");
    await user.click(form.getByRole("button", { name: "Usar o novo" }));
    expect(form.getByLabelText<HTMLInputElement>("Desconto (%) *").value).toBe("5");
  });

  test("U1: deleting asks with its name; 'Cupom excluído com sucesso'", async () => {
    const send = backend.mutates("coupons:remove", () => Promise.resolve(null));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Excluir cupom LIVE10" }));
    const asked = await confirmation("Excluir cupom LIVE10");
    expect(asked.getByText(/^Tem certeza que deseja excluir o cupom LIVE10\?/)).toBeTruthy();
    expect(document.activeElement).toBe(asked.getByRole("button", { name: "Cancelar" }));
    await user.click(asked.getByRole("button", { name: "Excluir cupom LIVE10" }));
    expect(await screen.findByText("Cupom excluído com sucesso")).toBeTruthy();
    expect(send.mock.calls).toEqual([[{ couponId: "coupon-LIVE10" }]]);
  });

  test("a deletion that fails: 'Erro ao excluir cupom', and the question stays", async () => {
    backend.mutates("coupons:remove", () => Promise.reject(new Error("boom")));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Excluir cupom LIVE10" }));
    const asked = await confirmation("Excluir cupom LIVE10");
    await user.click(asked.getByRole("button", { name: "Excluir cupom LIVE10" }));
    expect(await screen.findByText("Erro ao excluir cupom")).toBeTruthy();
    expect(screen.getByRole("alertdialog")).toBeTruthy();
  });
});
