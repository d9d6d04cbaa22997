import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/orders/OrdersRoute";
import { backend, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { aBroadcast, aStarted } from "../broadcast/aBroadcast";
import { aMessage, aTrouble, NO_NEWS } from "../messaging/messages";
import { anOrder, TOTALS } from "./anOrder";

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
vi.mock("convex/react", async (original) => {
  const { backend } = await import("../../support/fakeBackend");
  return { ...(await original<object>()), useConvex: () => backend.client };
});
vi.mock("../../../../src/lib/connection", () => ({ useConnection: () => "online" }));

const order = (number: number, change: Record<string, unknown> = {}) =>
  anOrder({ _id: `order-${number}`, number, isPaid: false, ...change });
const show = (query = "") => showScreen({ routes: [{ path: "/pedidos", Component }], at: `/pedidos${query}` });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const someRequest = expect.any(String) as string;

beforeEach(() => {
  backend.clear();
  window.sessionStorage.clear();
  backend.answersWith("whatsapp:news", NO_NEWS);
  backend.answersWith("messages:attention", []);
  backend.answersWith("orders:totals", { ...TOTALS, orders: 1284 });
  backend.answersPages("orders:list", [order(12), order(11), order(10)]);
  backend.answersWith("broadcasts:get", aBroadcast());
});

describe("'Enviar mensagem (n)'", () => {
  test("without a selection it is about all that is listed: the filter as it stands, and the BROADCAST template", async () => {
    const prepare = backend.mutates("broadcasts:prepare", () => Promise.resolve({ broadcastId: "b1" }));
    const { user } = show("?pago=nao&tipo=LIVE&data=2026-11-20");
    await user.click(button("Enviar mensagem (1.284)"));
    expect(prepare).toHaveBeenCalledWith({
      requestId: someRequest,
      selection: { kind: "filter", filter: { isPaid: false, eventType: "LIVE", eventDate: "2026-11-20" } },
      text: null,
    });
    // Nothing goes out by that: the dialog asks.
    const asked = within(await screen.findByRole("dialog", { name: "Mensagem em massa" }));
    expect(asked.getByRole("button", { name: "Enviar para 3 clientes" })).toBeTruthy();
  });

  test("with one it is about the selected orders alone", async () => {
    const prepare = backend.mutates("broadcasts:prepare", () => Promise.resolve({ broadcastId: "b1" }));
    const { user } = show();
    await user.click(screen.getByRole("checkbox", { name: "Selecionar pedido 11" }));
    await user.click(button("Enviar mensagem (1)"));
    expect(prepare).toHaveBeenCalledWith({
      requestId: someRequest,
      selection: { kind: "orders", orderIds: ["order-11"] },
      text: null,
    });
  });

  test("a filter that broadcasts do not know is read, and its orders are named", async () => {
    backend.answersOnce("orders:list", {
      page: [order(7), order(6)],
      continueCursor: "end",
      isDone: true,
    });
    const prepare = backend.mutates("broadcasts:prepare", () => Promise.resolve({ broadcastId: "b1" }));
    const { user } = show("?imprimir=de-novo");
    await user.click(button("Enviar mensagem (1.284)"));
    await waitFor(() =>
      expect(prepare).toHaveBeenCalledWith({
        requestId: someRequest,
        selection: { kind: "orders", orderIds: ["order-7", "order-6"] },
        text: null,
      }),
    );
  });

  test("with nothing listed there is nobody to write to", () => {
    backend.answersWith("orders:totals", { ...TOTALS, orders: 0 });
    backend.answersPages("orders:list", []);
    show();
    expect(button("Enviar mensagem (0)")).toHaveProperty("disabled", true);
  });

  test.each([
    ["broadcast_template_missing", "Template BROADCAST não encontrado"],
    ["messaging_inactive", "O envio de mensagens está desligado em Configurações › Integrações."],
  ] as const)("refused with %s: '%s'", async (code, sentence) => {
    backend.mutates("broadcasts:prepare", () => Promise.reject(refused(code)));
    const { user } = show();
    await user.click(button("Enviar mensagem (1.284)"));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

test("failed for no reason of its own: 'Erro ao enviar mensagem em massa'", async () => {
  backend.mutates("broadcasts:prepare", () => Promise.reject(new Error("Server Error")));
  const { user } = show();
  await user.click(button("Enviar mensagem (1.284)"));
  expect(await screen.findByText("Erro ao enviar mensagem em massa")).toBeTruthy();
});

describe("the bulk-send card", () => {
  async function openCard() {
    const shown = show();
    await shown.user.click(button("Envio em massa"));
    return { ...shown, card: within(await screen.findByRole("region", { name: "Envio em massa" })) };
  }

  test("status and date of orders, whatever the list shows", async () => {
    const prepare = backend.mutates("broadcasts:prepare", () => Promise.resolve({ broadcastId: "b1" }));
    const { user, card } = await openCard();
    expect(card.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
      ...["Todos", "Pagos", "Não pagos"],
      ...["Todas as datas", "Uma data"],
    ]);
    await user.click(card.getByRole("radio", { name: "Pagos" }));
    await user.click(card.getByRole("radio", { name: "Uma data" }));
    await user.type(card.getByLabelText("Data do evento"), "20112026");
    await user.click(card.getByRole("button", { name: "Enviar mensagem" }));
    expect(prepare).toHaveBeenCalledWith({
      requestId: someRequest,
      selection: { kind: "filter", filter: { isPaid: true, eventDate: "2026-11-20" } },
      text: null,
      specificDate: true,
    });
    expect(await screen.findByRole("dialog", { name: "Mensagem em massa" })).toBeTruthy();
  });

  test("one date without a date: 'Selecione uma data para enviar as mensagens', at the field, which has the focus", async () => {
    const prepare = backend.mutates("broadcasts:prepare", () => Promise.resolve({ broadcastId: "b1" }));
    const { user, card } = await openCard();
    await user.click(card.getByRole("radio", { name: "Uma data" }));
    await user.click(card.getByRole("button", { name: "Enviar mensagem" }));
    expect(card.getByText("Selecione uma data para enviar as mensagens")).toBeTruthy();
    expect(document.activeElement).toBe(card.getByLabelText("Data do evento"));
    expect(prepare).not.toHaveBeenCalled();
  });

  test("the button that opens it closes it", async () => {
    const { user } = await openCard();
    expect(button("Envio em massa").getAttribute("aria-expanded")).toBe("true");
    await user.click(button("Envio em massa"));
    expect(screen.queryByRole("region", { name: "Envio em massa" })).toBeNull();
  });
});

describe("the state of an order's messages in its row", () => {
  test("what was sent opens what was said; an order without messages has nothing to open", async () => {
    backend.answersPages("orders:list", [
      order(12),
      order(11, { messagesSent: { itemAdded: false, paymentConfirmation: false } }),
    ]);
    backend.answersWith("messages:ofOrder", [aMessage(), aMessage({ messageId: "m0", delivery: "read" })]);
    const { user } = show();
    expect(screen.queryByRole("button", { name: /^Mensagens do pedido 11/ })).toBeNull();
    await user.click(button("Mensagens do pedido 12: Item"));
    const dialog = within(await screen.findByRole("dialog", { name: "Mensagens do pedido #12" }));
    expect(dialog.getAllByText("Item adicionado")).toHaveLength(2);
    expect(dialog.getByText("· Enviada")).toBeTruthy();
    expect(dialog.getByText("· Lida")).toBeTruthy();
    expect(dialog.queryByRole("button", { name: /^Tentar de novo/ })).toBeNull();
  });

  test("one that did not go out is marked in words, with its reason and another try", async () => {
    backend.answersWith("messages:attention", [aTrouble()]);
    const reason = "Número sem WhatsApp";
    backend.answersWith("messages:ofOrder", [aMessage({ event: "paid", state: "failed", reason, canRetry: true })]);
    const retry = backend.mutates("messages:retry", () => Promise.resolve(null));
    const { user } = show();
    await user.click(button("Mensagens do pedido 12: Falhou"));
    const dialog = within(await screen.findByRole("dialog", { name: "Mensagens do pedido #12" }));
    expect(dialog.getByText(/Número sem WhatsApp$/)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Tentar de novo: Confirmação de pagamento" }));
    expect(retry).toHaveBeenCalledWith({ messageId: "m1" });
  });
});

describe("what staff see of messages above the list", () => {
  test("a gateway that is down: why, since when, and 'Retomar agora'", () => {
    const message = "O WhatsApp da loja está desconectado. As mensagens esperam.";
    const news = { pausedFor: "instance_down", message, pausedAt: Date.now() - 60_000 };
    backend.answersWith("whatsapp:news", { ...NO_NEWS, ...news });
    show();
    const notices = within(screen.getByRole("region", { name: "Avisos de mensagens" }));
    expect(notices.getByText(message)).toBeTruthy();
    expect(notices.getByText("há 1 min")).toBeTruthy();
    expect(notices.getByRole("button", { name: "Retomar agora" })).toBeTruthy();
    expect(notices.getByRole("link", { name: "Ver integração" }).getAttribute("href")).toBe("/whatsapp-integration");
  });

  test("what failed: how many, put away until something else fails", async () => {
    backend.answersWith("messages:attention", [aTrouble(), aTrouble({ messageId: "m2", orderId: "order-11" })]);
    const { user } = show();
    expect(screen.getByText("2 mensagens de pedidos não foram enviadas")).toBeTruthy();
    await user.click(button("Fechar aviso"));
    expect(screen.queryByText(/não foram enviadas$/)).toBeNull();
    act(() => backend.answersWith("messages:attention", [aTrouble({ messageId: "m3", at: Date.now() }), aTrouble()]));
    expect(screen.getByText("1 mensagem de pedido não foi enviada")).toBeTruthy();
  });

  test("a broadcast that a colleague runs: how far, by whom, and the way to it; its end goes without a word (T6)", async () => {
    backend.answersWith("whatsapp:news", { ...NO_NEWS, broadcastId: "b1" });
    backend.answersWith("broadcasts:get", aStarted("running", { total: 500, sent: 120, startedByName: "João" }));
    const { user } = show();
    const notices = () => within(screen.getByRole("region", { name: "Avisos de mensagens" }));
    expect(notices().getByText("Enviando mensagem em massa")).toBeTruthy();
    expect(notices().getByText("por João")).toBeTruthy();
    expect(notices().getByText("120 de 500")).toBeTruthy();
    await user.click(notices().getByRole("button", { name: "Ver envio" }));
    expect(await screen.findByRole("button", { name: "Pausar" })).toBeTruthy();
    await user.click(button("Fechar"));
    act(() => {
      backend.answersWith("broadcasts:get", aStarted("finished", { total: 500, sent: 500, startedByName: "João" }));
      backend.answersWith("whatsapp:news", NO_NEWS);
    });
    expect(screen.queryByText("Mensagem em Massa Concluída")).toBeNull();
  });

  test.each([
    [{ sent: 498, failed: 2 }, "498 mensagens enviadas, 2 erros"],
    [{ sent: 0, failed: 500 }, "Nenhuma mensagem enviada, 500 erros"],
  ])("one's own ends: 'Mensagem em Massa Concluída' with %o", async (counts, text) => {
    backend.answersWith("whatsapp:news", { ...NO_NEWS, broadcastId: "b1" });
    backend.answersWith("broadcasts:get", aStarted("running", { total: 500, sent: 120 }));
    show();
    act(() => {
      backend.answersWith("broadcasts:get", aStarted("finished", { total: 500, ...counts }));
      backend.answersWith("whatsapp:news", NO_NEWS);
    });
    // In the line above the list, and as a message; the destructive one is announced at once.
    await waitFor(() => expect(screen.getAllByText("Mensagem em Massa Concluída")).toHaveLength(2));
    expect(screen.getAllByText(text)).toHaveLength(2);
    expect(screen.queryAllByRole("alert").map((alert) => alert.textContent)).toEqual(counts.sent === 0 ? [text] : []);
  });
});

describe("the confirmation of an order that one has marked paid", () => {
  async function markPaid() {
    backend.mutates("orders:setPaid", () => Promise.resolve({ changed: 1 }));
    const shown = show();
    await shown.user.click(screen.getByRole("switch", { name: "Pedido 12 pago" }));
    await screen.findByText("Pedido marcado como pago");
    return shown;
  }

  test("did not go out: 'Erro ao Enviar Mensagem', with another try", async () => {
    const retry = backend.mutates("messages:retry", () => Promise.resolve(null));
    const { user } = await markPaid();
    act(() => backend.answersWith("messages:attention", [aTrouble()]));
    expect(await screen.findByText("Erro ao Enviar Mensagem")).toBeTruthy();
    expect(screen.getByText("Não foi possível enviar a confirmação via WhatsApp")).toBeTruthy();
    await user.click(button("Tentar de novo"));
    expect(retry).toHaveBeenCalledWith({ messageId: "m1" });
    expect(await screen.findByText(/^Mensagem de volta na fila/)).toBeTruthy();
  });

  test("may have gone out: 'Mensagem registrada, mas pode não ter sido entregue'", async () => {
    await markPaid();
    act(() => backend.answersWith("messages:attention", [aTrouble({ state: "in_doubt" })]));
    expect(await screen.findByText("Mensagem registrada, mas pode não ter sido entregue")).toBeTruthy();
  });

  test("of an order that somebody else marked it is no news of one's own", async () => {
    await markPaid();
    act(() => backend.answersWith("messages:attention", [aTrouble({ orderId: "order-11" })]));
    expect(screen.getByText("1 mensagem de pedido não foi enviada")).toBeTruthy();
    expect(screen.queryByText("Erro ao Enviar Mensagem")).toBeNull();
  });
});
