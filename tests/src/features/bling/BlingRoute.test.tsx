import { act, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ErpState } from "../../../../domain/bling";
import { Component } from "../../../../src/features/bling/BlingRoute";
import { backend, later } from "../../support/fakeBackend";
import { ANA, anAuth, showScreen } from "../../support/screen";
import { DONA } from "../settings/settingsScreen";

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

const AT = Date.parse("2026-11-20T23:14:00Z");
const CONNECTED = {
  ...{ state: "connected", message: null, problem: null },
  ...{ expiresAt: AT, connectedAt: AT, connectedByName: "Dona Célia" },
};
const QUEUE = { waiting: 0, failed: 0, pausedFor: null, message: null, resumesAt: null };
const OVERVIEW = { isActive: true, hasCredentials: true, connection: CONNECTED, queue: QUEUE };
const SETTINGS = {
  ...{ clientId: "b", isActive: true, paymentForm: { id: 7, name: "Pix" }, saleSituation: null },
  ...{ canceledSituation: null, postsStock: false, postsReceivables: false },
  redirectUrl: "https://loja.test/oauth/bling",
};

function aRow(state: ErpState, change: object = {}) {
  return {
    ...{ orderId: "order-12", orderNumber: 12, orderExists: true, state, wish: "sale", saleId: null },
    ...{ saleNumber: null, totalCents: null, attempts: 0, queuedAt: AT, changedAt: AT, dueAt: null },
    ...{ reason: null, canRetry: state === "failed", steps: [] },
    ...change,
  };
}

beforeEach(() => {
  backend.clear();
  backend.answersWith("bling:overview", OVERVIEW);
  backend.answersWith("bling:settings", SETTINGS);
  backend.answersPages("bling:orders", []);
});

const show = (query = "", profile = ANA) =>
  showScreen({ routes: [{ path: "/bling", Component }], at: `/bling${query}`, auth: anAuth(profile) });
const row = () => within(screen.getByRole("row", { name: /Ver pedido 12/ }));
/** Lets an answer arrive, and what follows from it. */
const settled = (answer: () => void) =>
  act(async () => {
    answer();
    await Promise.resolve();
  });
const said = (text: string) => new RegExp(`^${text}( ×\\d+)?$`);

describe("the orders at Bling", () => {
  test("loading, refused, and nothing yet", async () => {
    backend.clear();
    show();
    expect(screen.getByRole("heading", { name: "Bling", level: 1 })).toBeTruthy();
    expect(screen.getByRole("status", { name: "Carregando o Bling" })).toBeTruthy();
    act(() => backend.refuses("bling:overview", new Error("boom")));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Não foi possível carregar o Bling. Recarregue a página.",
    );
    act(() => backend.answersWith("bling:overview", OVERVIEW));
    expect(screen.getByRole("status", { name: "Carregando pedidos" })).toBeTruthy();
    act(() => backend.answersPages("bling:orders", []));
    expect(screen.getByText(/^Nenhum pedido foi ao Bling ainda/)).toBeTruthy();
  });

  test.each([
    ["waiting", "Na fila"],
    ["sending", "Enviando"],
    ["asking", "Conferindo no Bling"],
    ["sent", "Enviado"],
    ["failed", "Falhou"],
    ["canceled", "Cancelado no Bling"],
    ["withdrawn", "Não enviado"],
  ] satisfies [ErpState, string][])("%s is '%s'", (state, word) => {
    backend.answersPages("bling:orders", [aRow(state)]);
    show();
    expect(row().getByText(word)).toBeTruthy();
    expect(row().queryAllByRole("button", { name: /^Tentar de novo/ }).length).toBe(state === "failed" ? 1 : 0);
  });

  test("what failed says why, and is tried again; pressed twice is once", async () => {
    const reason = "Uma ou mais parcelas da venda possuem erros";
    backend.answersPages("bling:orders", [aRow("failed", { reason })]);
    const answer = later<{ queued: number; skipped: object[] }>();
    const send = backend.mutates("bling:send", () => answer.promise);
    const { user } = show();
    expect(row().getByText(reason)).toBeTruthy();
    await user.click(row().getByRole("button", { name: "Tentar de novo o pedido 12" }));
    await user.click(row().getByRole("button", { name: "Tentar de novo o pedido 12" }));
    await settled(() => answer.resolve({ queued: 1, skipped: [] }));
    expect(await screen.findByText("1 pedido na fila do Bling")).toBeTruthy();
    expect(send.mock.calls).toEqual([[{ orderIds: ["order-12"] }]]);
  });

  test("what cannot be tried again says why not", async () => {
    backend.answersPages("bling:orders", [aRow("failed")]);
    const refusal = { code: "bling_not_connected", message: "O Bling não está conectado." };
    backend.mutates("bling:send", () => Promise.reject(new ConvexError(refusal)));
    const { user } = show();
    await user.click(row().getByRole("button", { name: "Tentar de novo o pedido 12" }));
    expect(await screen.findByText("O Bling não está conectado.")).toBeTruthy();
    const skipped = [{ orderId: "order-12", orderNumber: 12, reason: "O pedido não está pago" }];
    backend.mutates("bling:send", () => Promise.resolve({ queued: 0, skipped }));
    await user.click(row().getByRole("button", { name: "Tentar de novo o pedido 12" }));
    expect(await screen.findByText("Pedido #12: O pedido não está pago")).toBeTruthy();
  });

  test("number there, total as sent, the order's own page; a deleted order and one to be cancelled say so", () => {
    backend.answersPages("bling:orders", [
      aRow("sent", { saleNumber: "881", totalCents: 13280 }),
      aRow("waiting", { orderId: "o13", orderNumber: 13, orderExists: false, wish: "cancel" }),
    ]);
    show();
    expect(row().getByText("881")).toBeTruthy();
    expect(row().getByText(/^R\$\s132,80$/)).toBeTruthy();
    expect(row().getByRole("link", { name: "Ver pedido 12" }).getAttribute("href")).toBe("/pedidos?pedido=12");
    const gone = within(screen.getByRole("row", { name: /#13/ }));
    expect(gone.getByText("pedido excluído")).toBeTruthy();
    expect(gone.getByText("a cancelar no Bling")).toBeTruthy();
  });

  test("every step that was taken is there to read", async () => {
    const steps = [
      { at: AT, text: "O Bling não respondeu" },
      { at: AT - 60_000, text: "Contato criado" },
    ];
    backend.answersPages("bling:orders", [aRow("waiting", { steps, attempts: 1, reason: "Sem resposta", dueAt: AT })]);
    const { user } = show();
    expect(row().getByText("Próxima tentativa às 20:14")).toBeTruthy();
    await user.click(row().getByRole("button", { name: "Ver passos do pedido 12 no Bling" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Pedido #12 no Bling" }));
    expect(dialog.getByText("1 tentativa sem resposta")).toBeTruthy();
    expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "20/11/2026 20:14O Bling não respondeu",
      "20/11/2026 20:13Contato criado",
    ]);
  });

  test("the list is chosen in the address; how many wait and failed stands on its buttons", async () => {
    backend.answersWith("bling:overview", { ...OVERVIEW, queue: { ...QUEUE, waiting: 3, failed: 101 } });
    const { user, router } = show("?lista=falhas");
    expect(backend.askedPages.get("bling:orders")).toMatchObject({ args: { list: "failed" } });
    expect(screen.getByText("Nenhuma falha")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Falharam (mais de 100)" }).getAttribute("aria-pressed")).toBe("true");
    await user.click(screen.getByRole("button", { name: "Na fila (3)" }));
    expect(router.state.location.search).toBe("?lista=fila");
  });

  test("everything that failed is tried again at once", async () => {
    backend.answersWith("bling:overview", { ...OVERVIEW, queue: { ...QUEUE, failed: 3 } });
    backend.mutates("bling:retryFailed", () => Promise.resolve({ queued: 3, more: false }));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Tentar todos de novo" }));
    expect(await screen.findByText("3 pedidos na fila do Bling")).toBeTruthy();
  });

  test("a paused queue says why and until when, and goes on when asked", async () => {
    const queue = { ...QUEUE, pausedFor: "day_limit", message: "O limite de hoje do Bling acabou.", resumesAt: AT };
    backend.answersWith("bling:overview", { ...OVERVIEW, queue });
    const goOn = backend.mutates("bling:resumeQueue", () => Promise.resolve(null));
    const { user } = show();
    expect(
      screen.getByText(/O limite de hoje do Bling acabou\. Continua sozinho às 20\/11\/2026 20:14\./),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Continuar agora" }));
    expect(await screen.findByText("A fila do Bling continua")).toBeTruthy();
    expect(goOn.mock.calls).toEqual([[{}]]);
  });

  test.each([
    ["the owner", DONA, "Ligar em Integrações"],
    ["staff", ANA, "Peça à pessoa responsável pela empresa."],
  ])("switched off: %s reads what to do", (_who, profile, way) => {
    backend.answersWith("bling:overview", { ...OVERVIEW, isActive: false });
    show("", profile);
    expect(screen.getByText("O envio ao Bling está desligado. Os pedidos pagos não vão para o Bling.")).toBeTruthy();
    expect(screen.getByText(way)).toBeTruthy();
  });
});

describe("the connection and what goes to Bling", () => {
  test("staff see how it stands and change nothing", () => {
    show();
    const panel = within(screen.getByRole("region", { name: "Conexão com o Bling" }));
    expect(panel.getByText("Conectado")).toBeTruthy();
    expect(panel.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("form", { name: "O que vai para o Bling" })).toBeNull();
  });

  test("without Client ID and secret it says where they are saved", () => {
    const connection = { ...CONNECTED, state: "disconnected", connectedAt: null, connectedByName: null };
    backend.answersWith("bling:overview", { ...OVERVIEW, hasCredentials: false, connection });
    show("", DONA);
    expect(screen.getByText(/^Salve o Client ID e o Client secret do aplicativo do Bling em Integrações/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Integrações" }).getAttribute("href")).toBe("/config?aba=integracoes");
    expect(screen.getByLabelText<HTMLInputElement>("Link de redirecionamento").value).toBe(
      "https://loja.test/oauth/bling",
    );
  });

  test("the owner tests it, and disconnects after a question", async () => {
    backend.mutates("bling:testConnection", () => Promise.resolve({ outcome: "refused", message: "O Bling recusou." }));
    const leave = backend.mutates("bling:disconnect", () => Promise.resolve(null));
    const { user } = show("", DONA);
    const panel = within(screen.getByRole("region", { name: "Conexão com o Bling" }));
    await user.click(panel.getByRole("button", { name: "Conferir agora" }));
    expect(await panel.findByText("O Bling recusou.")).toBeTruthy();
    await user.click(panel.getByRole("button", { name: "Desconectar" }));
    const asked = within(await screen.findByRole("alertdialog", { name: "Desconectar do Bling" }));
    await user.click(asked.getByRole("button", { name: "Desconectar do Bling" }));
    expect(await screen.findByText("Desconectado do Bling")).toBeTruthy();
    expect(leave.mock.calls).toEqual([[{}]]);
  });

  test("the ways there are come from Bling; what is chosen is saved with its name and what was seen", async () => {
    backend.mutates("bling:choices", () =>
      Promise.resolve({ paymentForms: [{ id: 8, name: "Cartão" }], situations: [{ id: 9, name: "Atendido" }] }),
    );
    const save = backend.mutates("bling:saveSettings", () => Promise.resolve(null));
    const { user } = show("", DONA);
    await user.click(screen.getByRole("button", { name: "Buscar opções no Bling" }));
    await screen.findByText("Opções atualizadas");
    await user.click(screen.getByRole("combobox", { name: "Forma de pagamento" }));
    await user.click(await screen.findByRole("option", { name: "Cartão" }));
    await user.click(screen.getByRole("switch", { name: "Lançar estoque no Bling" }));
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByText(said("Configuração do Bling salva com sucesso"))).toBeTruthy();
    await waitFor(() =>
      expect(save.mock.calls).toEqual([
        [{ paymentForm: { id: 8, name: "Cartão" }, postsStock: true, seen: { paymentForm: 7 } }],
      ]),
    );
  });

  test("a fault: 'Erro ao salvar configuração do Bling', and what was chosen stays", async () => {
    backend.mutates("bling:saveSettings", () => Promise.reject(new Error("boom")));
    const { user } = show("", DONA);
    await user.click(screen.getByRole("switch", { name: "Lançar contas a receber no Bling" }));
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByText(said("Erro ao salvar configuração do Bling"))).toBeTruthy();
    expect(screen.getByRole("switch", { name: "Lançar contas a receber no Bling" }).getAttribute("aria-checked")).toBe(
      "true",
    );
  });
});
