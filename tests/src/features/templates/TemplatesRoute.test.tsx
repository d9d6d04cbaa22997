import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/templates/TemplatesRoute";
import { backend, later } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";

vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantQuery: backend.useTenantQuery };
});
vi.mock("../../../../src/lib/useTenantMutation", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantMutation: backend.useTenantMutation };
});

const PATH = "/whatsapp-templates";
const show = () => showScreen({ routes: [{ path: PATH, Component }], at: PATH });

function aTemplate(change: Record<string, unknown> = {}) {
  return {
    templateId: "t1",
    type: "PAID_ORDER",
    title: "Obrigada!",
    content: "Oi {nome},\n  recebemos {valor}.",
    createdAt: Date.parse("2026-11-20T15:00:00Z"),
    ...change,
  };
}

beforeEach(() => {
  backend.clear();
  backend.answersBy("templates:preview", ({ content, orderNumber }) => ({
    orderNumber: orderNumber ?? 300,
    text: String(content).replaceAll("{nome}", "Maria Souza"),
  }));
});

async function openCreate() {
  const shown = show();
  await shown.user.click(screen.getByRole("button", { name: "Novo Template" }));
  return { ...shown, dialog: within(await screen.findByRole("dialog", { name: "Novo Template" })) };
}

describe("Templates, in its four states", () => {
  test("loading", () => {
    show();
    expect(screen.getByRole("status", { name: "Carregando templates" })).toBeTruthy();
  });

  test("empty: 'Nenhum template encontrado', with 'Criar Primeiro Template'", async () => {
    backend.answersWith("templates:list", []);
    const { user } = show();
    expect(screen.getByText("Nenhum template encontrado")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Criar Primeiro Template" }));
    expect(await screen.findByRole("dialog", { name: "Novo Template" })).toBeTruthy();
  });

  test("refused: 'Erro ao carregar templates'", () => {
    backend.refuses("templates:list", new Error("Server Error"));
    show();
    expect(screen.getByRole("alert").textContent).toContain("Erro ao carregar templates");
  });

  test("filled: title or 'Template {tipo}', badge, day, the text as it is typed; in the server's order", () => {
    backend.answersWith("templates:list", [
      aTemplate({ templateId: "t2", type: "PRODUCT_ADDED", title: null }),
      aTemplate(),
      aTemplate({ templateId: "t0", type: "promotional", title: "Antigo" }),
    ]);
    show();
    const rows = within(screen.getByRole("list", { name: "Lista de templates" })).getAllByRole("listitem");
    expect(rows.map((row) => within(row).getByRole("heading").textContent)).toEqual([
      "Template Produto Adicionado",
      "Obrigada!",
      "Antigo",
    ]);
    expect(within(rows[0] as HTMLElement).getByText("Produto Adicionado")).toBeTruthy();
    const paid = within(rows[1] as HTMLElement);
    expect(paid.getByText("Pedido Pago")).toBeTruthy();
    expect(paid.getByText("Criado em 20/11/2026")).toBeTruthy();
    expect(paid.getByText((_, element) => element?.tagName === "PRE").textContent).toBe(
      "Oi {nome},\n  recebemos {valor}.",
    );
    expect(within(rows[2] as HTMLElement).getByText("Promocional")).toBeTruthy();
    expect(document.title).toBe("Templates WPP · Loja Demo");
  });

  test("no company: says what is missing", () => {
    showScreen({ routes: [{ path: PATH, Component }], at: PATH, scope: { tenant: null, isTenantSite: false } });
    expect(screen.getByText("Defina a empresa")).toBeTruthy();
  });

  test("a long text is folded and can be unfolded", async () => {
    backend.answersWith("templates:list", [aTemplate({ content: "linha\n".repeat(30) })]);
    const { user } = show();
    const more = screen.getByRole("button", { name: "Mostrar tudo" });
    expect(more.getAttribute("aria-expanded")).toBe("false");
    await user.click(more);
    expect(screen.getByRole("button", { name: "Mostrar menos" }).getAttribute("aria-expanded")).toBe("true");
  });
});

describe("a new template", () => {
  beforeEach(() => backend.answersWith("templates:list", []));

  test("needs type and content: 'Tipo e conteúdo são obrigatórios', the first of them has the focus (F5)", async () => {
    const { user, dialog } = await openCreate();
    await user.click(dialog.getByRole("button", { name: "Criar" }));
    expect(dialog.getAllByText("Tipo e conteúdo são obrigatórios")).toHaveLength(2);
    expect(document.activeElement).toBe(dialog.getByRole("combobox", { name: "Tipo" }));
  });

  test("six types are offered, none of an earlier time; without a title it is kept as null", async () => {
    const create = backend.mutates("templates:create", () => Promise.resolve({ templateId: "t9" }));
    const { user, dialog } = await openCreate();
    dialog.getByRole("combobox", { name: "Tipo" }).focus();
    await user.keyboard("{Enter}");
    expect((await screen.findAllByRole("option")).map((option) => option.textContent)).toEqual([
      "Broadcast",
      "Item Adicionado",
      "Produto Adicionado",
      "Produto Cancelado",
      "Pedido Pago",
      "Finalizar Compra",
    ]);
    await user.click(screen.getByRole("option", { name: "Pedido Pago" }));
    await user.type(dialog.getByLabelText("Conteúdo"), "Oi");
    await user.click(dialog.getByRole("button", { name: "Inserir nome_cliente" }));
    await user.keyboard("!");
    expect(dialog.getByLabelText("Conteúdo")).toHaveProperty("value", "Oi{{nome_cliente}}!");
    await user.click(dialog.getByRole("button", { name: "Criar" }));
    expect(create).toHaveBeenCalledWith({ type: "PAID_ORDER", title: null, content: "Oi{{nome_cliente}}!" });
    expect(await screen.findByText("Template criado com sucesso")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("not saved: the reason, and what was typed stays", async () => {
    backend.mutates("templates:create", () => Promise.reject(new Error("Server Error")));
    const { user, dialog } = await openCreate();
    dialog.getByRole("combobox", { name: "Tipo" }).focus();
    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("option", { name: "Broadcast" }));
    await user.type(dialog.getByLabelText("Conteúdo"), "Live hoje");
    await user.click(dialog.getByRole("button", { name: "Criar" }));
    expect(await screen.findByText("Erro ao salvar template")).toBeTruthy();
    expect(dialog.getByLabelText("Conteúdo")).toHaveProperty("value", "Live hoje");
  });

  test("a placeholder goes where the caret is, or over what is selected", async () => {
    const { user, dialog } = await openCreate();
    const content = dialog.getByLabelText<HTMLTextAreaElement>("Conteúdo");
    await user.type(content, "Oi NOME, tudo bem?");
    content.setSelectionRange(3, 7);
    await user.click(dialog.getByRole("button", { name: "Inserir nome_cliente" }));
    expect(content.value).toBe("Oi {{nome_cliente}}, tudo bem?");
    expect([content.selectionStart, document.activeElement]).toEqual([19, content]);
  });

  test("a slip of the hand in a placeholder is said before it is sent", async () => {
    const { dialog } = await openCreate();
    fireEvent.change(dialog.getByLabelText("Conteúdo"), { target: { value: "Oi {{nomes}}" } });
    expect(dialog.getByText("{{nomes}} não é um campo conhecido e fica como está.")).toBeTruthy();
    fireEvent.change(dialog.getByLabelText("Conteúdo"), { target: { value: "Oi {{nome}}" } });
    expect(dialog.getByText("11 de 4096 caracteres")).toBeTruthy();
  });
});

describe("the preview", () => {
  beforeEach(() => backend.answersWith("templates:list", []));

  test("says what a real order's customer will read: the newest, or the one that is named", async () => {
    const { user, dialog } = await openCreate();
    expect(dialog.getByText("Escreva a mensagem para ver um exemplo.")).toBeTruthy();
    await user.type(dialog.getByLabelText("Conteúdo"), "Oi {{nome}!");
    expect(await dialog.findByText("Oi Maria Souza!")).toBeTruthy();
    expect(dialog.getByText("Exemplo com o pedido #300")).toBeTruthy();
    await user.type(dialog.getByLabelText("Com o pedido"), "#12");
    expect(await dialog.findByText("Exemplo com o pedido #12")).toBeTruthy();
  });

  test("without an order, or without that order, it says so", async () => {
    backend.answersWith("templates:preview", null);
    const { user, dialog } = await openCreate();
    await user.type(dialog.getByLabelText("Conteúdo"), "Oi");
    expect(await dialog.findByText("Ainda não há pedidos para mostrar um exemplo.")).toBeTruthy();
    await user.type(dialog.getByLabelText("Com o pedido"), "999");
    expect(await dialog.findByText("O pedido #999 não existe.")).toBeTruthy();
  });

  test("refused: the dialog goes on", async () => {
    backend.refuses("templates:preview", new Error("Server Error"));
    const { user, dialog } = await openCreate();
    await user.type(dialog.getByLabelText("Conteúdo"), "Oi");
    expect(await dialog.findByText("Não foi possível mostrar o exemplo. Tente de novo.")).toBeTruthy();
  });
});

describe("changing a template", () => {
  async function openEdit(template = aTemplate()) {
    backend.answersWith("templates:list", [template]);
    const shown = show();
    await shown.user.click(screen.getByRole("button", { name: "Editar Obrigada!" }));
    return { ...shown, dialog: within(await screen.findByRole("dialog", { name: "Editar Template" })) };
  }

  test("a type of an earlier time is kept, and offered to the template that has it", async () => {
    const { user, dialog } = await openEdit(aTemplate({ type: "welcome" }));
    dialog.getByRole("combobox", { name: "Tipo" }).focus();
    await user.keyboard("{Enter}");
    expect((await screen.findAllByRole("option")).at(-1)?.textContent).toBe("Boas-vindas");
  });

  test("O1: nobody waits for the server: the dialog closes, the row says 'salvando…' until it is done", async () => {
    const answer = later<unknown>();
    const update = backend.mutates("templates:update", () => answer.promise);
    const { user, dialog } = await openEdit();
    fireEvent.change(dialog.getByLabelText("Conteúdo"), { target: { value: "Oi {nome}" } });
    await user.click(dialog.getByRole("button", { name: "Atualizar" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const row = screen.getByRole("listitem");
    expect([row.getAttribute("aria-busy"), row.textContent?.includes("salvando…")]).toEqual(["true", true]);
    expect(update).toHaveBeenCalledWith({
      templateId: "t1",
      type: "PAID_ORDER",
      title: "Obrigada!",
      content: "Oi {nome}",
      seen: { type: "PAID_ORDER", title: "Obrigada!", content: "Oi {nome},\n  recebemos {valor}." },
    });
    act(() => answer.resolve({ templateId: "t1" }));
    expect(await screen.findByText("Template atualizado com sucesso")).toBeTruthy();
    expect(row.getAttribute("aria-busy")).toBe("false");
  });

  test("O3: refused, a message says why and leads back to what was typed; nothing opens by itself (F1)", async () => {
    backend.mutates("templates:update", () => Promise.reject(new Error("Server Error")));
    const { user, dialog } = await openEdit();
    fireEvent.change(dialog.getByLabelText("Conteúdo"), { target: { value: "Meu texto" } });
    await user.click(dialog.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText("Erro ao salvar template")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Continuar editando" }));
    const again = within(await screen.findByRole("dialog", { name: "Editar Template" }));
    expect(again.getByLabelText("Conteúdo")).toHaveProperty("value", "Meu texto");
  });

  test("P3: changed by somebody else meanwhile, what is typed stays and one chooses", async () => {
    const { user, dialog } = await openEdit();
    fireEvent.change(dialog.getByLabelText("Conteúdo"), { target: { value: "O meu" } });
    act(() => backend.answersWith("templates:list", [aTemplate({ title: "Valeu", content: "O do João" })]));
    expect(dialog.getByLabelText("Título")).toHaveProperty("value", "Valeu");
    expect(dialog.getByLabelText("Conteúdo")).toHaveProperty("value", "O meu");
    expect(dialog.getByText("Outra pessoa mudou para “O do João”")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Usar o novo" }));
    expect(dialog.getByLabelText("Conteúdo")).toHaveProperty("value", "O do João");
    expect(dialog.queryByText(/mudou para/)).toBeNull();
  });

  test("P3: refused because of it, the way back shows both", async () => {
    const other = aTemplate({ content: "O do João" });
    backend.mutates("templates:update", () => {
      backend.answersWith("templates:list", [other]);
      return Promise.reject(
        new ConvexError({ code: "changed_meanwhile", message: "João mudou este campo", field: "content" }),
      );
    });
    const { user, dialog } = await openEdit();
    fireEvent.change(dialog.getByLabelText("Conteúdo"), { target: { value: "O meu" } });
    await user.click(dialog.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText("João mudou este campo")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Continuar editando" }));
    const again = within(await screen.findByRole("dialog", { name: "Editar Template" }));
    expect(again.getByText("Outra pessoa mudou para “O do João”")).toBeTruthy();
    const update = backend.mutates("templates:update", () => Promise.resolve({ templateId: "t1" }));
    await user.click(again.getByRole("button", { name: "Manter o meu" }));
    await user.click(again.getByRole("button", { name: "Atualizar" }));
    expect(update.mock.calls[0]?.[0]).toMatchObject({ content: "O meu", seen: { content: "O do João" } });
  });

  test("K5: closing with something typed asks", async () => {
    const { user, dialog } = await openEdit();
    fireEvent.change(dialog.getByLabelText("Título"), { target: { value: "Outro" } });
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("alertdialog", { name: "Alterações não salvas" })).toBeTruthy();
  });
});

describe("deleting a template", () => {
  test("asks 'Tem certeza que deseja excluir este template?'; the neighbour has the focus then (F4)", async () => {
    backend.answersWith("templates:list", [aTemplate(), aTemplate({ templateId: "t2", title: "Outro" })]);
    const remove = backend.mutates("templates:remove", () => {
      backend.answersWith("templates:list", [aTemplate({ templateId: "t2", title: "Outro" })]);
      return Promise.resolve(null);
    });
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Excluir Obrigada!" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Excluir Obrigada!" }));
    expect(dialog.getByText("Tem certeza que deseja excluir este template?")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Excluir Obrigada!" }));
    expect(remove).toHaveBeenCalledWith({ templateId: "t1" });
    expect(await screen.findByText("Template excluído com sucesso")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Editar Outro" })));
  });

  test("refused: 'Erro ao excluir template', and it stays", async () => {
    backend.answersWith("templates:list", [aTemplate()]);
    backend.mutates("templates:remove", () => Promise.reject(new Error("Server Error")));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Excluir Obrigada!" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Excluir Obrigada!" }));
    expect(await screen.findByText("Erro ao excluir template")).toBeTruthy();
    expect(screen.getByRole("alertdialog")).toBeTruthy();
  });
});
