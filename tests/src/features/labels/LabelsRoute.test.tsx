import { act, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SHIPMENT_STATES, type ShipmentState } from "../../../../domain/shipments";
import { Component } from "../../../../src/features/labels/LabelsRoute";
import { backend, later, refused } from "../../support/fakeBackend";
import { ANA, anAuth, showScreen } from "../../support/screen";
import { DONA } from "../settings/settingsScreen";
import { aLabel } from "./aLabel";

const connection = { isWebSocketConnected: true, hasEverConnected: true };
vi.mock("convex/react", () => ({ useConvexConnectionState: () => connection }));
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

const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() };
const openTab = vi.fn<(url?: string, target?: string) => unknown>(() => tab);
const DONE = { outcome: "done", message: null };

beforeEach(() => {
  backend.clear();
  connection.isWebSocketConnected = true;
  tab.location.replace.mockClear();
  tab.close.mockClear();
  openTab.mockReset();
  openTab.mockImplementation(() => tab);
  window.open = openTab as unknown as typeof window.open;
});

const show = (query = "", profile = ANA) =>
  showScreen({ routes: [{ path: "/etiquetas", Component }], at: `/etiquetas${query}`, auth: anAuth(profile) });
/** One row on the screen, which the open dialogs ask for as well. */
function showRow(row = aLabel("pending"), profile = ANA) {
  backend.answersPages("labels:list", [row]);
  backend.answersWith("labels:ofOrder", row);
  return show("", profile);
}
const row = () => within(screen.getByRole("row", { name: /Ver etiqueta do pedido 12/ }));
/** Lets an answer arrive, and what follows from it. */
const settled = (answer: () => void) =>
  act(async () => {
    answer();
    await Promise.resolve();
  });
const said = (text: string) => new RegExp(`^${text}( ×\\d+)?$`);
const alerted = async (title: string, detail: string) => {
  expect(await screen.findByText(said(title))).toBeTruthy();
  expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
};

describe("the list", () => {
  test("loading; 'Erro ao carregar dados dos envios'; nothing yet, with the next thing to do", async () => {
    show();
    expect(screen.getByRole("heading", { name: "Gerenciar Etiquetas", level: 1 })).toBeTruthy();
    expect(screen.getByRole("status", { name: "Carregando envios" })).toBeTruthy();
    act(() => backend.answersPages("labels:list", []));
    expect(screen.getByText("Nenhum envio ainda. Os pedidos pagos aparecem aqui.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Ver pedidos" }).getAttribute("href")).toBe("/pedidos");
    act(() => backend.refuses("labels:list", new Error("boom")));
    expect((await screen.findByRole("alert")).textContent).toContain("Erro ao carregar dados dos envios");
  });

  test.each([
    ["pending", "Pendente"],
    ["created_awaiting_payment", "Aguardando Pagamento"],
    ["payment_pending", "Pagamento Pendente"],
    ["created", "Criado"],
    ["paid", "Pago"],
    ["posted", "Postado"],
    ["delivered", "Entregue"],
    ["cancelled", "Cancelado"],
    ["expired", "Expirado"],
  ] satisfies [ShipmentState, string][])("%s is '%s'", (state, word) => {
    showRow(aLabel(state));
    expect(row().getByText(word)).toBeTruthy();
  });

  test("a state nobody has a word for shows as it is", () => {
    showRow({ ...aLabel("paid"), state: "in_space" as ShipmentState });
    expect(row().getByText("in_space")).toBeTruthy();
  });

  test.each([
    ["pending", "Gerar etiqueta", []],
    ["created_awaiting_payment", "Pagar etiqueta", ["Gerar link de pagamento", "Cancelar etiqueta", "Atualizar"]],
    ["payment_pending", "Pagar etiqueta", ["Gerar link de pagamento", "Cancelar etiqueta", "Atualizar"]],
    ["created", "Pagar etiqueta", ["Cancelar etiqueta", "Atualizar"]],
    ["paid", "Baixar etiqueta", ["Rastrear", "Cancelar etiqueta", "Atualizar"]],
    ["posted", "Rastrear", ["Baixar etiqueta", "Atualizar"]],
    ["delivered", "Rastrear", ["Atualizar"]],
    ["cancelled", "Gerar etiqueta", []],
    ["expired", "Gerar etiqueta", []],
  ] satisfies [ShipmentState, string, string[]][])(
    "%s: its next step is '%s', and no more than it allows",
    async (...c) => {
      const [state, main, rest] = c;
      const { user } = showRow(aLabel(state));
      expect(row().getByRole("button", { name: `${main} do pedido 12` })).toBeTruthy();
      const more = row().queryByRole("button", { name: "Mais ações do pedido 12" });
      if (rest.length === 0) return expect(more).toBeNull();
      await user.click(more!);
      expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(rest);
    },
  );

  test("every state of the table has a row above", () => {
    expect(SHIPMENT_STATES.length).toBe(9);
  });

  test("order, customer, freight, price, date and code; the code leads to where anybody can follow it", () => {
    const trackingUrl = "https://www.melhorrastreio.com.br/rastreio/ME26";
    showRow(aLabel("posted", { trackingCode: "ME26", trackingUrl }));
    const cells = within(screen.getByRole("row", { name: /Ver etiqueta do pedido 12/ })).getAllByRole("cell");
    expect(cells.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
      "Maria Souza+55 (31) 99999-8888",
      "PAC · Correios20/11/2026",
      "R$\u00a023,58",
      "Postado",
      "ME26",
    ]);
    expect(row().getByRole("link", { name: "ME26" }).getAttribute("href")).toBe(trackingUrl);
  });

  test("a label of an order that was deleted says so and cannot be made anew", () => {
    showRow(aLabel("cancelled", { publicId: null, isPaid: false, eventDate: null }));
    expect(row().getByText("pedido excluído")).toBeTruthy();
    expect(row().queryByRole("button", { name: /Gerar etiqueta/ })).toBeNull();
  });

  test("the chosen state is in the address, a chip that can be taken away (Q1, Q4), and asked of the server", async () => {
    backend.answersPages("labels:list", []);
    const { user, router } = show("?situacao=paid");
    expect(backend.askedPages.get("labels:list")).toMatchObject({ args: { state: "paid" } });
    expect(screen.getByText('Nenhum envio em "Pago"')).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Remover filtro Situação: Pago" }));
    expect(router.state.location.search).toBe("");
    expect(backend.askedPages.get("labels:list")).toMatchObject({ args: { state: null } });
  });

  test("a phone is searched, and stays out of the address (Q6)", async () => {
    backend.answersPages("labels:list", []);
    backend.answersBy("labels:find", ({ text }) => (text === "31 99999-8888" ? [aLabel("paid")] : []));
    const { user, router } = show();
    await user.type(screen.getByRole("searchbox", { name: "Buscar envio" }), "31 99999-8888{Enter}");
    expect(await screen.findByRole("row", { name: /Ver etiqueta do pedido 12/ })).toBeTruthy();
    expect(router.state.location.search).toBe("");
    await user.clear(screen.getByRole("searchbox", { name: "Buscar envio" }));
    await user.type(screen.getByRole("searchbox", { name: "Buscar envio" }), "99{Enter}");
    expect(await screen.findByText("Nenhum envio encontrado")).toBeTruthy();
  });
});

describe("what is under way and what went wrong", () => {
  test("a step of a colleague makes the row busy: who, what, and no second press", async () => {
    const { user } = showRow(
      aLabel("created_awaiting_payment", {
        step: { kind: "pay", byName: "Bia", since: 0, nextTryAt: null },
        actions: ["refresh"],
      }),
    );
    expect(row().getByText("Pagando… (Bia)")).toBeTruthy();
    expect(screen.getByRole("row", { name: /Ver etiqueta do pedido 12/ }).getAttribute("aria-busy")).toBe("true");
    const main = row().getByRole("button", { name: "Pagando…" });
    expect(main.getAttribute("aria-disabled")).toBe("true");
    await user.click(main);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  test("Melhor Envio that does not answer is tried again by itself, and when is said", () => {
    const nextTryAt = Date.parse("2026-11-20T23:20:00Z");
    showRow(aLabel("pending", { step: { kind: "create", byName: "Ana", since: 0, nextTryAt }, actions: [] }));
    expect(row().getByText("O Melhor Envio não respondeu. Nova tentativa às 20:20.")).toBeTruthy();
  });

  test("an empty wallet: the reason, and the way to fill it", async () => {
    const problem = { code: "wallet_empty", message: "A carteira não tem saldo para esta etiqueta.", at: 0 } as const;
    const { user } = showRow(aLabel("created_awaiting_payment", { problem }));
    expect(row().getByText("A carteira não tem saldo para esta etiqueta.")).toBeTruthy();
    const addFunds = backend.mutates("labels:addFunds", () => Promise.resolve({ url: "https://pix.test/1" }));
    await user.click(row().getByRole("button", { name: "Adicionar saldo" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Adicionar saldo à carteira" }));
    await user.click(dialog.getByRole("button", { name: "Abrir página do Pix" }));
    expect(dialog.getByText("Digite um valor a partir de R$ 1,00")).toBeTruthy();
    await user.type(dialog.getByLabelText("Valor *"), "100");
    await user.click(dialog.getByRole("button", { name: "Abrir página do Pix" }));
    await waitFor(() => expect(tab.location.replace.mock.calls).toEqual([["https://pix.test/1"]]));
    expect(addFunds.mock.calls).toEqual([[{ amountCents: 10000 }]]);
  });

  test.each([
    ["an owner", DONA, 1],
    ["staff", ANA, 0],
  ])("a scope that was refused leads %s to where it is put right", (_who, profile, links) => {
    const problem = { code: "scope_missing", message: "A conexão não tem todas as permissões.", at: 0 } as const;
    showRow(aLabel("created_awaiting_payment", { problem }), profile);
    expect(row().getByText("A conexão não tem todas as permissões.")).toBeTruthy();
    expect(row().queryAllByRole("link", { name: "Abrir Configuração de Frete" }).length).toBe(links);
  });

  test("a parcel that does not get on is said", () => {
    showRow(aLabel("posted", { alert: "Entrega não realizada" }));
    expect(row().getByText("Entrega não realizada")).toBeTruthy();
  });
});

describe("what is done with a label", () => {
  const press = async (user: ReturnType<typeof show>["user"], action: string) =>
    user.click(row().getByRole("button", { name: `${action} do pedido 12` }));
  const choose = async (user: ReturnType<typeof show>["user"], action: string) => {
    await user.click(row().getByRole("button", { name: "Mais ações do pedido 12" }));
    await user.click(await screen.findByRole("menuitem", { name: action }));
  };

  test("paying asks with the amount on the button, and sends the price that was seen", async () => {
    const pay = backend.mutates("labels:pay", () => Promise.resolve(DONE));
    const { user } = showRow(aLabel("created_awaiting_payment"));
    await press(user, "Pagar etiqueta");
    const asked = within(await screen.findByRole("alertdialog", { name: "Pagar etiqueta do pedido 12" }));
    expect(asked.getByText("A etiqueta (PAC · Correios) é paga com o saldo da carteira do Melhor Envio.")).toBeTruthy();
    await user.click(asked.getByRole("button", { name: "Pagar R$\u00a023,58" }));
    expect(await screen.findByText(said("Pagamento processado com sucesso"))).toBeTruthy();
    expect(pay.mock.calls).toEqual([[{ orderId: "order-12", seenPriceCents: 2358 }]]);
  });

  test("what is pressed in a row's menu does not open the row", async () => {
    backend.mutates("labels:refresh", () => Promise.resolve(DONE));
    const { user, router } = showRow(aLabel("paid"));
    await choose(user, "Atualizar");
    expect(await screen.findByText(said("Situação atualizada"))).toBeTruthy();
    expect(router.state.location.search).toBe("");
    await user.click(row().getByText("Pago"));
    expect(router.state.location.search).toBe("?pedido=12");
  });

  test("each row is busy with its own request alone", async () => {
    const answer = later<typeof DONE>();
    backend.mutates("labels:refresh", () => answer.promise);
    backend.answersPages("labels:list", [aLabel("paid"), aLabel("paid", { orderNumber: 13, orderId: "o13" as never })]);
    const { user } = show();
    await choose(user, "Atualizar");
    expect(await row().findByRole("button", { name: "Atualizando…" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Baixar etiqueta do pedido 13" })).toBeTruthy();
    await settled(() => answer.resolve(DONE));
    expect(await screen.findByText(said("Situação atualizada"))).toBeTruthy();
    expect(row().getByRole("button", { name: "Baixar etiqueta do pedido 12" })).toBeTruthy();
  });

  test("a colleague was quicker: it goes on by itself, and who is at it is said", async () => {
    backend.mutates("labels:pay", () =>
      Promise.resolve({ outcome: "working", message: "Bia já está pagando esta etiqueta." }),
    );
    const { user } = showRow(aLabel("created_awaiting_payment"));
    await press(user, "Pagar etiqueta");
    await user.click(await screen.findByRole("button", { name: "Pagar R$\u00a023,58" }));
    await alerted("Em andamento", "Bia já está pagando esta etiqueta.");
  });

  test.each([
    [
      "the reason",
      () => Promise.resolve({ outcome: "failed", message: "Seu saldo é insuficiente." }),
      "Seu saldo é insuficiente.",
    ],
    [
      "the refusal",
      () =>
        Promise.reject(new ConvexError({ code: "label_price_changed", message: "O preço mudou.", shown: "R$ 30,00" })),
      "O preço mudou.",
    ],
    ["what to do", () => Promise.reject(new Error("boom")), "Não foi possível concluir. Tente de novo."],
  ])("'Erro ao pagar etiqueta' with %s", async (_case, answer, detail) => {
    backend.mutates("labels:pay", answer);
    const { user } = showRow(aLabel("created_awaiting_payment"));
    await press(user, "Pagar etiqueta");
    await user.click(await screen.findByRole("button", { name: "Pagar R$\u00a023,58" }));
    await alerted("Erro ao pagar etiqueta", detail);
  });

  test("the customer's link is shown to copy; 'Erro ao gerar link de pagamento' where there is none", async () => {
    backend.mutates("labels:charge", () => Promise.reject(refused("payments_not_configured")));
    const { user } = showRow(aLabel("created_awaiting_payment"));
    await choose(user, "Gerar link de pagamento");
    expect(await screen.findByText(said("Erro ao gerar link de pagamento"))).toBeTruthy();
    const expiresAt = Date.parse("2026-11-22T23:14:00Z");
    backend.mutates("labels:charge", () =>
      Promise.resolve({ url: "https://mp.test/link", amountCents: 2358, expiresAt }),
    );
    await choose(user, "Gerar link de pagamento");
    const dialog = within(await screen.findByRole("dialog", { name: "Etiqueta do pedido 12" }));
    expect(dialog.getByLabelText<HTMLInputElement>(/^Link de R\$\s23,58$/).value).toBe("https://mp.test/link");
    expect(dialog.getByText("vale até 22/11/2026 20:14")).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Copiar link" })).toBeTruthy();
  });

  test("downloading opens the file in a tab of its own", async () => {
    backend.mutates("labels:download", () => Promise.resolve({ ...DONE, url: "https://envio.test/label.pdf" }));
    const { user } = showRow(aLabel("paid"));
    await press(user, "Baixar etiqueta");
    expect(await screen.findByText(said("Etiqueta baixada com sucesso"))).toBeTruthy();
    expect(tab.location.replace.mock.calls).toEqual([["https://envio.test/label.pdf"]]);
  });

  test("a label that is still being made ready leaves no empty tab", async () => {
    backend.mutates("labels:download", () => Promise.resolve({ outcome: "working", message: null, url: null }));
    const { user } = showRow(aLabel("paid"));
    await press(user, "Baixar etiqueta");
    await alerted("Em andamento", "O pedido muda de situação sozinho quando terminar.");
    expect(tab.close).toHaveBeenCalledTimes(1);
  });

  test("'Erro ao baixar etiqueta'", async () => {
    backend.mutates("labels:download", () => Promise.reject(new Error("boom")));
    const { user } = showRow(aLabel("paid"));
    await press(user, "Baixar etiqueta");
    expect(await screen.findByText(said("Erro ao baixar etiqueta"))).toBeTruthy();
    expect(tab.close).toHaveBeenCalledTimes(1);
  });

  test("without a code: 'Código de rastreamento não disponível'; with one its page opens", async () => {
    const { user } = showRow(aLabel("posted"));
    await press(user, "Rastrear");
    expect(await screen.findByText("Código de rastreamento não disponível")).toBeTruthy();
    const trackingUrl = "https://www.melhorrastreio.com.br/rastreio/ME26";
    act(() => backend.answersPages("labels:list", [aLabel("posted", { trackingCode: "ME26", trackingUrl })]));
    await press(user, "Rastrear");
    expect(openTab.mock.calls.at(-1)?.[0]).toBe(trackingUrl);
  });

  test.each([
    ["created_awaiting_payment", "Ela sai do carrinho do Melhor Envio. Nada foi pago."],
    ["paid", "O valor volta à carteira do Melhor Envio em até 12 horas."],
  ] satisfies [ShipmentState, string][])("cancelling %s says what becomes of the money", async (state, sentence) => {
    const cancel = backend.mutates("labels:cancel", () => Promise.resolve(DONE));
    const { user } = showRow(aLabel(state));
    await choose(user, "Cancelar etiqueta");
    const asked = within(await screen.findByRole("alertdialog", { name: "Cancelar etiqueta do pedido 12" }));
    expect(asked.getByText(sentence)).toBeTruthy();
    await user.click(asked.getByRole("button", { name: "Cancelar etiqueta" }));
    expect(await screen.findByText(said("Etiqueta cancelada"))).toBeTruthy();
    expect(cancel.mock.calls).toEqual([[{ orderId: "order-12" }]]);
  });

  test("the wallet's balance is asked for, with what is reserved or owed", async () => {
    backend.mutates("labels:wallet", () =>
      Promise.resolve({ balanceCents: 25000, reservedCents: 0, debtsCents: 8700 }),
    );
    const { user } = showRow();
    await user.click(screen.getByRole("button", { name: "Ver saldo" }));
    expect(await screen.findByText(/^Saldo: R\$\s250,00$/)).toBeTruthy();
    expect(screen.getByText(/^\(R\$\s87,00 em débito\)$/)).toBeTruthy();
  });
});

describe("without a connection (O6)", () => {
  beforeEach(() => {
    connection.isWebSocketConnected = false;
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => vi.useRealTimers());

  test("nothing is bought, now or later: the buttons say why", async () => {
    const pay = backend.mutates("labels:pay", () => Promise.resolve(DONE));
    const { user } = showRow(aLabel("created_awaiting_payment"));
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    const button = row().getByRole("button", { name: "Pagar etiqueta do pedido 12" });
    expect([button.getAttribute("aria-disabled"), button.title]).toEqual([
      "true",
      "Sem conexão: isto precisa do servidor.",
    ]);
    await user.click(button);
    expect(await screen.findByText("Sem conexão: isto precisa do servidor.")).toBeTruthy();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: "Selecionar pedido 12" }));
    await user.click(screen.getByRole("button", { name: "Pagar etiquetas (1)" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(pay).not.toHaveBeenCalled();
  });
});

describe("several at once", () => {
  const THREE = [
    aLabel("created_awaiting_payment"),
    aLabel("created_awaiting_payment", { orderNumber: 13, orderId: "o13" as never, priceCents: 1000 }),
    aLabel("pending", { orderNumber: 14, orderId: "o14" as never }),
  ];
  const bulk = () => within(screen.getByRole("group", { name: "Ações com a seleção" }));

  test.each([
    ["Gerar etiquetas", "Selecione pelo menos um pedido para gerar etiqueta"],
    ["Pagar etiquetas", "Selecione pelo menos um pedido para pagar etiqueta"],
    ["Baixar etiquetas", "Selecione pelo menos um pedido para baixar etiqueta"],
  ])("'%s' without a selection answers with its Aviso (B4)", async (name, sentence) => {
    const { user } = showRow();
    const button = bulk().getByRole("button", { name: `${name} (0)` });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test("paying asks with count and sum, leaves out what does not fit, and the result stands per row", async () => {
    const start = backend.mutates("labels:startBatch", () => Promise.resolve({ batchId: "batch-1" }));
    backend.answersPages("labels:list", THREE);
    const { user } = show();
    await user.click(screen.getByRole("checkbox", { name: "Selecionar todos desta página" }));
    expect(screen.getByText("3 envios selecionados")).toBeTruthy();
    await user.click(bulk().getByRole("button", { name: "Pagar etiquetas (3)" }));
    const asked = within(await screen.findByRole("alertdialog", { name: "Pagar etiquetas" }));
    expect(asked.getByText("1 selecionado fica de fora pela situação em que está.")).toBeTruthy();
    backend.answersWith("labels:batch", {
      batchId: "batch-1",
      action: "pay",
      state: "running",
      startedAt: 0,
      startedByName: "Ana",
      ok: 1,
      failed: 0,
      total: 2,
      rows: [],
      url: null,
    });
    await user.click(asked.getByRole("button", { name: "Pagar 2 etiquetas, R$\u00a033,58" }));
    const strip = within(await screen.findByRole("region", { name: "Pagar etiquetas" }));
    expect(start.mock.calls[0]?.[0]).toMatchObject({ action: "pay", orderIds: ["order-12", "o13"] });
    expect(strip.getByText("1 de 2")).toBeTruthy();
    act(() =>
      backend.answersWith("labels:batch", {
        batchId: "batch-1",
        action: "pay",
        state: "done",
        startedAt: 0,
        startedByName: "Ana",
        ok: 1,
        failed: 1,
        total: 2,
        rows: [
          { orderId: "order-12", orderNumber: 12, outcome: "done", message: null },
          { orderId: "o13", orderNumber: 13, outcome: "failed", message: "A carteira não tem saldo." },
        ],
        url: null,
      }),
    );
    expect(strip.getByText("1 ok, 1 não")).toBeTruthy();
    await user.click(strip.getByRole("button", { name: "Ver resultado" }));
    const result = within(await screen.findByRole("dialog", { name: "Resultado: Pagar etiquetas" }));
    expect(result.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "#12Feito",
      "#13Não feitoA carteira não tem saldo.",
    ]);
    await user.click(result.getByRole("button", { name: "Fechar" }));
    await user.click(strip.getByRole("button", { name: "Dispensar" }));
    expect(screen.queryByRole("region", { name: "Pagar etiquetas" })).toBeNull();
  });

  test("pressed again after a lost answer it is the same batch", async () => {
    const start = backend.mutates("labels:startBatch", () => Promise.reject(new Error("lost")));
    const { user } = showRow(aLabel("paid"));
    await user.click(screen.getByRole("checkbox", { name: "Selecionar pedido 12" }));
    await user.click(bulk().getByRole("button", { name: "Baixar etiquetas (1)" }));
    const asked = within(await screen.findByRole("alertdialog", { name: "Baixar etiquetas" }));
    await user.click(asked.getByRole("button", { name: "Baixar 1 etiqueta" }));
    await screen.findByText(said("Não foi possível começar. Tente de novo."));
    await user.click(asked.getByRole("button", { name: "Baixar 1 etiqueta" }));
    await waitFor(() => expect(start).toHaveBeenCalledTimes(2));
    const [first, second] = start.mock.calls.map(([args]) => args.requestId);
    expect(second).toBe(first);
  });

  test("the labels of a batch are one file", async () => {
    backend.answersWith("labels:batch", {
      batchId: "batch-1",
      action: "download",
      state: "done",
      startedAt: 0,
      startedByName: "Bia",
      ok: 2,
      failed: 0,
      total: 2,
      rows: [],
      url: "https://envio.test/all.pdf",
    });
    window.localStorage.setItem("personal:labelBatch:tenant-demo", "batch-1");
    showRow();
    const strip = within(await screen.findByRole("region", { name: "Baixar etiquetas" }));
    expect(strip.getByText("por Bia")).toBeTruthy();
    expect(strip.getByRole("link", { name: "Abrir etiquetas" }).getAttribute("href")).toBe(
      "https://envio.test/all.pdf",
    );
  });

  test("K6: Space selects, Shift+↓ extends, ↓ leads to the next row; another filter clears it and says so (B3)", async () => {
    backend.answersPages("labels:list", THREE);
    const { user, router } = show();
    act(() => screen.getByRole("link", { name: "Ver etiqueta do pedido 12" }).focus());
    await user.keyboard(" ");
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(screen.getByText("2 envios selecionados")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "Ver etiqueta do pedido 13" }));
    await user.keyboard("{Escape}");
    expect(screen.queryByText("2 envios selecionados")).toBeNull();
    await user.keyboard(" ");
    expect(screen.getByText("1 envio selecionado")).toBeTruthy();
    await act(() => router.navigate("/etiquetas?situacao=pending"));
    expect(await screen.findByText("A seleção foi limpa porque a lista mudou")).toBeTruthy();
    expect(screen.queryByText("1 envio selecionado")).toBeNull();
  });
});
