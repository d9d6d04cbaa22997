import { act, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { refusalMessage } from "../../../../domain/errors";
import { BroadcastDialog } from "../../../../src/features/broadcast/BroadcastDialog";
import { backend, later, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { aBroadcast, aStarted } from "./aBroadcast";

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
const connection = vi.hoisted(() => ({ state: "online" }));
vi.mock("../../../../src/lib/connection", () => ({ useConnection: () => connection.state }));

const NOW = Date.parse("2026-11-20T16:00:00Z");
const onClose = vi.fn();

function show() {
  const Component = () => <BroadcastDialog broadcastId={"b1" as Id<"broadcasts">} onClose={onClose} />;
  return showScreen({ routes: [{ path: "/", Component }], at: "/" });
}
const dialog = (name = "Mensagem em massa") => within(screen.getByRole("dialog", { name }));
const sendButton = () => dialog().getByRole("button", { name: /^Enviar para/ });

beforeEach(() => {
  backend.clear();
  onClose.mockClear();
  connection.state = "online";
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

describe("the question before a message goes to many", () => {
  test("loading, refused and gone each say so", () => {
    show();
    expect(dialog().getByRole("status", { name: "Carregando envio" })).toBeTruthy();
    act(() => backend.refuses("broadcasts:get", new Error("Server Error")));
    expect(dialog().getByRole("alert").textContent).toContain("Não foi possível carregar o envio. Tente de novo.");
    act(() => backend.answersWith("broadcasts:get", null));
    expect(dialog().getByText("Este envio não existe mais")).toBeTruthy();
  });

  test("while the recipients are gathered it says so; the way out keeps the focus when they are there (F1)", () => {
    backend.answersWith("broadcasts:get", aBroadcast({ state: "preparing", total: 2 }));
    show();
    expect(dialog().getByText(/Montando a lista de destinatários…\s+2 clientes até agora/)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Cancelar");
    const before = document.activeElement;
    act(() => backend.answersWith("broadcasts:get", aBroadcast()));
    expect(sendButton().textContent).toBe("Enviar para 3 clientes");
    expect(document.activeElement).toBe(before);
  });

  test("whom it reaches and whom not, a real example, about when it ends", () => {
    const today = { optedOut: 1, repeated: 2, invalid: 1, estimatedEndAt: Date.parse("2026-11-20T16:05:00Z") };
    backend.answersWith("broadcasts:get", aBroadcast(today));
    show();
    expect(dialog().getByText("3 clientes")).toBeTruthy();
    expect(dialog().getByText("1 que pediu para não receber, 2 telefones repetidos, 1 telefone inválido")).toBeTruthy();
    expect(dialog().getByText("Como chega para Maria Souza")).toBeTruthy();
    expect(dialog().getByText("Oi Maria Souza, live hoje!")).toBeTruthy();
    expect(dialog().getByText("Termina por volta das 13:05")).toBeTruthy();
  });

  test("at night, or with the day used up: from when on", () => {
    const night = { nextAt: Date.parse("2026-11-21T11:00:00Z"), estimatedEndAt: Date.parse("2026-11-21T11:05:00Z") };
    backend.answersWith("broadcasts:get", aBroadcast(night));
    show();
    expect(dialog().getByText("Termina por volta de 21/11/2026 às 08:05")).toBeTruthy();
    expect(
      dialog().getByText(
        "Começa em 21/11/2026 às 08:00: mensagens em massa não saem de 21:00 a 08:00 nem acima do limite do dia.",
      ),
    ).toBeTruthy();
  });

  test("the recipients are listed on demand, by name and phone", async () => {
    backend.answersWith("broadcasts:get", aBroadcast());
    backend.answersPages("broadcasts:recipients", [
      { position: 0, phone: "5511987654321", name: "Maria Souza", state: "waiting", reason: null },
      { position: 1, phone: "5531912345678", name: null, state: "waiting", reason: null },
    ]);
    const { user } = show();
    await user.click(dialog().getByRole("button", { name: "Ver destinatários" }));
    const rows = dialog().getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual([
      "Maria Souza+55 (11) 98765-4321",
      "Sem nome+55 (31) 91234-5678",
    ]);
    expect(dialog().getByRole("button", { name: "Ocultar destinatários" })).toBeTruthy();
  });

  test.each([
    [0, "Nenhum pedido encontrado com os filtros de mensagem"],
    [4, "Nenhum telefone encontrado para envio"],
  ])("nobody to write to, of %i orders: '%s'", (ordersFound, sentence) => {
    backend.answersWith("broadcasts:get", aBroadcast({ total: 0, ordersFound, example: null }));
    show();
    expect(dialog().getByText(sentence)).toBeTruthy();
    expect(dialog().queryByRole("button", { name: /^Enviar/ })).toBeNull();
  });

  test("up to twenty it is confirmed by the button alone, with what was seen", async () => {
    backend.answersWith("broadcasts:get", aBroadcast({ total: 20 }));
    const start = backend.mutates("broadcasts:start", () => Promise.resolve({ state: "running" }));
    const { user } = show();
    await user.click(sendButton());
    expect(start).toHaveBeenCalledWith({ broadcastId: "b1", seenTotal: 20 });
  });

  test("above twenty the count is typed (§8); a wrong one is said at the field, which has the focus (F5)", async () => {
    backend.answersWith("broadcasts:get", aBroadcast({ total: 1284 }));
    const start = backend.mutates("broadcasts:start", () => Promise.resolve({ state: "running" }));
    const { user } = show();
    expect(sendButton().textContent).toBe("Enviar para 1.284 clientes");
    await user.click(sendButton());
    const field = dialog().getByLabelText("Digite 1284 para confirmar");
    expect(dialog().getByText("Digite 1284, a quantidade de clientes")).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(start).not.toHaveBeenCalled();
    await user.type(field, "1.284{Enter}");
    expect(start).toHaveBeenCalledTimes(1);
  });

  test("pressed twice it begins once (O1: and shows nothing as begun before the server says so)", async () => {
    backend.answersWith("broadcasts:get", aBroadcast());
    const answer = later<unknown>();
    const start = backend.mutates("broadcasts:start", () => answer.promise);
    const { user } = show();
    await user.click(sendButton());
    await user.click(sendButton());
    expect(start).toHaveBeenCalledTimes(1);
    expect(dialog().getByText("Enviando…")).toBeTruthy();
    expect(dialog().queryByRole("progressbar")).toBeNull();
    await act(async () => {
      answer.resolve({ state: "running" });
      await answer.promise;
    });
  });

  test("a colleague was faster: who it was, and the dialog stays", async () => {
    backend.answersWith("broadcasts:get", aBroadcast());
    const message = refusalMessage("broadcast_running", { byName: "João" });
    backend.mutates("broadcasts:start", () => Promise.reject(new ConvexError({ code: "broadcast_running", message })));
    const { user } = show();
    await user.click(sendButton());
    expect(await screen.findByText("Já há um envio em massa em andamento, iniciado por João")).toBeTruthy();
    expect(sendButton()).toBeTruthy();
  });

  test("failed for no reason of its own: 'Erro ao enviar mensagem em massa'", async () => {
    backend.answersWith("broadcasts:get", aBroadcast());
    backend.mutates("broadcasts:start", () => Promise.reject(new Error("Server Error")));
    const { user } = show();
    await user.click(sendButton());
    expect(await screen.findByText("Erro ao enviar mensagem em massa")).toBeTruthy();
  });

  test("O6: without a connection it cannot be begun, and says why", async () => {
    connection.state = "offline";
    backend.answersWith("broadcasts:get", aBroadcast());
    const start = backend.mutates("broadcasts:start", () => Promise.resolve({ state: "running" }));
    const { user } = show();
    expect(dialog().getByText("Sem conexão: o envio precisa do servidor.")).toBeTruthy();
    expect(sendButton().getAttribute("aria-disabled")).toBe("true");
    await user.click(sendButton());
    expect(start).not.toHaveBeenCalled();
  });

  test("'Cancelar' withdraws what nobody has confirmed", async () => {
    backend.answersWith("broadcasts:get", aBroadcast());
    const cancel = backend.mutates("broadcasts:cancel", () => Promise.resolve({ state: "canceled" }));
    const { user } = show();
    await user.click(dialog().getByRole("button", { name: "Cancelar" }));
    expect(cancel).toHaveBeenCalledWith({ broadcastId: "b1" });
    expect(onClose).toHaveBeenCalled();
  });
});

describe("while it goes out", () => {
  test("how far it is, who began it, and that it goes on without the window; closing stops nothing", async () => {
    backend.answersWith("broadcasts:get", aStarted("running", { total: 500, sent: 117, failed: 2, inDoubt: 1 }));
    const cancel = backend.mutates("broadcasts:cancel", () => Promise.resolve({ state: "canceled" }));
    const { user } = show();
    const bar = dialog().getByRole("progressbar", { name: "Mensagem em massa" });
    expect([bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuemax")]).toEqual(["120", "500"]);
    expect(dialog().getByText("120 de 500")).toBeTruthy();
    expect(dialog().getByText("Iniciado por Ana")).toBeTruthy();
    expect(dialog().getByText("1 · Mensagem registrada, mas pode não ter sido entregue")).toBeTruthy();
    expect(dialog().getByText("Pode fechar esta janela: o envio continua no servidor.")).toBeTruthy();
    await user.click(dialog().getByRole("button", { name: "Fechar" }));
    expect(onClose).toHaveBeenCalled();
    expect(cancel).not.toHaveBeenCalled();
  });

  test("it is paused and resumed, each when the server says so", async () => {
    backend.answersWith("broadcasts:get", aStarted("running"));
    const pause = backend.mutates("broadcasts:pause", () => Promise.resolve({ state: "paused" }));
    const resume = backend.mutates("broadcasts:resume", () => Promise.reject(refused("broadcast_over")));
    const { user } = show();
    await user.click(dialog().getByRole("button", { name: "Pausar" }));
    expect(pause).toHaveBeenCalledWith({ broadcastId: "b1" });
    act(() => backend.answersWith("broadcasts:get", aStarted("paused", { pausedFor: "by_hand" })));
    expect(dialog().getByText("O envio está em pausa.")).toBeTruthy();
    await user.click(dialog().getByRole("button", { name: "Retomar" }));
    expect(resume).toHaveBeenCalledTimes(1);
    expect(await screen.findByText("Este envio já terminou")).toBeTruthy();
  });

  test("it waits with the shop's queue, and says why", () => {
    const pausedMessage = "O WhatsApp da loja está desconectado. As mensagens esperam.";
    backend.answersWith("broadcasts:get", aStarted("running", { pausedFor: "instance_down", pausedMessage }));
    show();
    expect(dialog().getByText(pausedMessage)).toBeTruthy();
    expect(dialog().getByRole("button", { name: "Pausar" })).toBeTruthy();
  });

  test("the end before its time asks first, with how many then get none", async () => {
    backend.answersWith("broadcasts:get", aStarted("running", { total: 500, sent: 120 }));
    const cancel = backend.mutates("broadcasts:cancel", () => Promise.resolve({ state: "canceled" }));
    const { user } = show();
    await user.click(dialog().getByRole("button", { name: "Cancelar envio" }));
    const asked = within(await screen.findByRole("alertdialog", { name: "Cancelar envio" }));
    expect(asked.getByText("Os 380 clientes que faltam não recebem a mensagem.")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Cancelar");
    await user.click(asked.getByRole("button", { name: "Cancelar envio" }));
    expect(cancel).toHaveBeenCalledWith({ broadcastId: "b1" });
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });
});

describe("when it is over", () => {
  test("'Mensagem em Massa Concluída' with what was sent and what not, and of each why", async () => {
    const ended = { total: 4, sent: 2, failed: 1, inDoubt: 1, finishedAt: Date.parse("2026-11-20T15:30:00Z") };
    backend.answersWith("broadcasts:get", aStarted("finished", ended));
    backend.answersPages("broadcasts:recipients", [
      { position: 0, phone: "5511987654321", name: "Maria", state: "failed", reason: "Número sem WhatsApp" },
    ]);
    const { user } = show();
    const over = dialog("Mensagem em Massa Concluída");
    expect(over.getByText("2 mensagens enviadas, 2 erros")).toBeTruthy();
    await user.click(over.getByRole("button", { name: "Ver destinatários" }));
    expect(over.getByText("Não enviada · Número sem WhatsApp")).toBeTruthy();
  });

  test("canceled on the way: how many got none", () => {
    backend.answersWith("broadcasts:get", aStarted("canceled", { total: 500, sent: 120 }));
    show();
    const over = dialog("Mensagem em Massa Cancelada");
    expect(over.getByText("120 mensagens enviadas, 380 sem envio")).toBeTruthy();
    expect(over.getByText("380")).toBeTruthy();
  });

  test("never confirmed: nothing was sent", () => {
    backend.answersWith("broadcasts:get", aBroadcast({ state: "canceled" }));
    show();
    expect(dialog("Envio cancelado").getByText("O envio não foi confirmado, e nada foi enviado.")).toBeTruthy();
  });
});
