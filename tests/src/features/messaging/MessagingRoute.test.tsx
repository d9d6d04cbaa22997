import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/messaging/MessagingRoute";
import { backend, later, refused } from "../../support/fakeBackend";
import { ANA, anAuth, showScreen } from "../../support/screen";
import { aBroadcast, aStarted } from "../broadcast/aBroadcast";
import { anAttempt, aStatus, aTrouble, NO_NEWS } from "./messages";

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
vi.mock("../../../../src/lib/connection", () => ({ useConnection: () => "online" }));

const PATH = "/whatsapp-integration";
const show = (query = "") => showScreen({ routes: [{ path: PATH, Component }], at: `${PATH}${query}` });
const showToOwner = () =>
  showScreen({ routes: [{ path: PATH, Component }], at: PATH, auth: anAuth({ ...ANA, role: "owner" }) });
const region = (name: string) => within(screen.getByRole("region", { name }));
const instances = () => within(screen.getByRole("list", { name: "Instâncias conectadas" })).getAllByRole("listitem");

beforeEach(() => {
  backend.clear();
  backend.answersWith("whatsapp:news", NO_NEWS);
  backend.answersWith("whatsapp:status", aStatus());
  backend.answersWith("messages:attention", []);
  backend.mutates("whatsapp:watch", () => Promise.resolve(null));
});

describe("Integração WhatsApp, in its four states", () => {
  test("loading", () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando integração" })).toBeTruthy();
    expect(document.title).toBe("Integração WhatsApp · Loja Demo");
  });

  test("refused: the reason; the rest of the screen goes on", () => {
    backend.refuses("whatsapp:status", new Error("Server Error"));
    show();
    expect(screen.getByRole("alert").textContent).toContain("Não foi possível carregar a integração. Tente de novo.");
    expect(screen.getByRole("region", { name: "Como usar" })).toBeTruthy();
  });

  test("without a company: says what is missing", () => {
    showScreen({ routes: [{ path: PATH, Component }], at: PATH, scope: { tenant: null, isTenantSite: false } });
    expect(screen.getByText("Defina a empresa")).toBeTruthy();
  });

  test("not set up: who can do it, and for the owner the way there", () => {
    backend.answersWith("whatsapp:status", aStatus({ isConfigured: false, instances: [], checkedAt: null }));
    show();
    const status = region("Status das instâncias");
    expect(
      status.getByText("O servidor WhatsApp ainda não foi configurado. Peça à dona da loja para informar o endereço."),
    ).toBeTruthy();
    expect(status.queryByRole("button", { name: "Testar conexão" })).toBeNull();
  });

  test("filled: name, number or 'Número não definido', and the six states in words (A5)", () => {
    const states = ["online", "qr_code", "authenticated", "offline", "auth_failure", "unknown"];
    const rows = states.map((state, at) => ({ name: `loja-${at}`, number: at === 0 ? "5511987654321" : null, state }));
    backend.answersWith("whatsapp:status", aStatus({ instances: rows }));
    show();
    const words = instances().map((row) => row.textContent);
    expect(words[0]).toBe("loja-0+55 (11) 98765-4321Online");
    expect(words.slice(1)).toEqual([
      "loja-1Número não definidoConectarAguardando QR",
      "loja-2Número não definidoAutenticado",
      "loja-3Número não definidoConectarOffline",
      "loja-4Número não definidoConectarFalha na Auth",
      "loja-5Número não definidoConectarDesconhecido",
    ]);
  });

  test("E5: it says when the gateway was asked last, and what is wrong when it does not answer", () => {
    const problem = "Não foi possível conectar ao servidor WhatsApp. Verifique se está rodando.";
    backend.answersWith("whatsapp:status", aStatus({ problem, checkedAt: Date.now() - 5_000 }));
    show();
    expect(region("Status das instâncias").getByText(/^Verificado há [5-9] s$/)).toBeTruthy();
    expect(region("Status das instâncias").getByRole("alert").textContent).toBe(problem);
  });
});

describe("the telephones are live without this browser asking", () => {
  test("the server is told that a screen shows them; a new state comes by itself", () => {
    const watch = backend.mutates("whatsapp:watch", () => Promise.resolve(null));
    show();
    expect(watch).toHaveBeenCalledWith({});
    expect(instances()[0]?.textContent).toContain("Online");
    act(() =>
      backend.answersWith(
        "whatsapp:status",
        aStatus({ instances: [{ name: "loja", number: null, state: "offline" }] }),
      ),
    );
    expect(instances()[0]?.textContent).toContain("Offline");
  });

  test("'Atualizar' asks now, is busy as long as that takes (O7), and says what came in its way", async () => {
    const answer = later<null>();
    const refresh = backend.mutates("whatsapp:refresh", () => answer.promise);
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Atualizar" }));
    await user.click(screen.getByRole("button", { name: "Atualizando…" }));
    expect(refresh).toHaveBeenCalledTimes(1);
    act(() => answer.reject(refused("messaging_unavailable")));
    expect(
      await screen.findByText("Não foi possível conectar ao servidor WhatsApp. Verifique se está rodando."),
    ).toBeTruthy();
    expect(screen.getByRole("button", { name: "Atualizar" })).toBeTruthy();
  });

  test("'Conectar' has a code shown: it comes with the status, to scan or to type", async () => {
    const qr = { instanceName: "loja", image: "data:image/png;base64,AAAA", pairingCode: "ABCD-1234" };
    const offline = { instances: [{ name: "loja", number: null, state: "qr_code" }] };
    backend.answersWith("whatsapp:status", aStatus(offline));
    const connect = backend.mutates("whatsapp:connect", () => Promise.resolve({ shown: true }));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Conectar loja" }));
    expect(connect).toHaveBeenCalledWith({ instanceName: "loja" });
    act(() => backend.answersWith("whatsapp:status", aStatus({ ...offline, qr })));
    const code = region("Conectar loja");
    expect(code.getByRole("img", { name: "QR code para conectar loja" }).getAttribute("src")).toBe(qr.image);
    expect(code.getByText("ABCD-1234")).toBeTruthy();
  });

  test("a gateway with a screen of its own shows its code there", async () => {
    backend.answersWith("whatsapp:status", aStatus({ instances: [{ name: "loja", number: null, state: "offline" }] }));
    backend.mutates("whatsapp:connect", () => Promise.resolve({ shown: false }));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Conectar loja" }));
    expect(await screen.findByText("O servidor WhatsApp mostra o QR code na própria tela dele.")).toBeTruthy();
  });

  test("the owner tests the connection; what came of it stands beside the button", async () => {
    backend.mutates("whatsapp:testConnection", () =>
      Promise.resolve({ outcome: "no_instance", message: "Nenhuma instância conectada" }),
    );
    const { user } = showToOwner();
    await user.click(screen.getByRole("button", { name: "Testar conexão" }));
    expect(await screen.findByText("Nenhuma instância conectada")).toBeTruthy();
  });
});

describe("the queue", () => {
  test("how many wait, why, since when; 'Retomar agora' has it look at once", async () => {
    const message = "O WhatsApp da loja está desconectado. As mensagens esperam.";
    const queue = { waiting: 12, pausedFor: "instance_down", message, pausedAt: Date.now() - 180_000 };
    backend.answersWith("whatsapp:status", aStatus({ queue }));
    const resume = backend.mutates("whatsapp:resumeQueue", () => Promise.resolve(null));
    const { user } = show();
    const shown = region("Fila de mensagens");
    expect(shown.getByText("12 mensagens esperando")).toBeTruthy();
    expect(shown.getByRole("status").textContent).toBe(`${message} Em pausa há 3 min.Retomar agora`);
    await user.click(shown.getByRole("button", { name: "Retomar agora" }));
    expect(resume).toHaveBeenCalledWith({});
    expect(await screen.findByText("Verificando se o envio pode continuar")).toBeTruthy();
  });

  test("empty: nothing waits", () => {
    show();
    expect(region("Fila de mensagens").getByText("Nenhuma mensagem esperando")).toBeTruthy();
  });
});

describe("the bulk message card (§5 'Bulk message')", () => {
  test("its button is disabled while there is nothing to say; 'Digite uma mensagem para enviar.'", async () => {
    const prepare = backend.mutates("broadcasts:prepare", () => Promise.resolve({ broadcastId: "b1" }));
    backend.answersWith("broadcasts:get", aBroadcast());
    const { user } = show();
    const card = region("Mensagem em massa");
    const send = card.getByRole("button", { name: "Enviar mensagem" });
    expect(send).toHaveProperty("disabled", true);
    expect(card.getByText("Digite uma mensagem para enviar.")).toBeTruthy();
    await user.type(card.getByLabelText("Mensagem"), "   ");
    expect(send).toHaveProperty("disabled", true);
    await user.type(card.getByLabelText("Mensagem"), "Live hoje");
    await user.click(card.getByRole("radio", { name: "Não pagos" }));
    await user.click(send);
    expect(prepare).toHaveBeenCalledWith({
      requestId: expect.any(String) as string,
      selection: { kind: "filter", filter: { isPaid: false } },
      text: "   Live hoje",
    });
    expect(await screen.findByRole("dialog", { name: "Mensagem em massa" })).toBeTruthy();
  });

  test.each([
    [refused("messaging_inactive"), "O envio de mensagens está desligado em Configurações › Integrações."],
    [new Error("Server Error"), "Falha ao enviar mensagem em massa."],
  ])("%s: the reason, and what was typed stays", async (error, sentence) => {
    backend.mutates("broadcasts:prepare", () => Promise.reject(error));
    const { user } = show();
    const card = region("Mensagem em massa");
    await user.type(card.getByLabelText("Mensagem"), "Live hoje");
    await user.click(card.getByRole("button", { name: "Enviar mensagem" }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(card.getByLabelText("Mensagem")).toHaveProperty("value", "Live hoje");
  });
});

describe("what became of messages", () => {
  test("Falhas: which, of which order, why; another try goes back to the queue", async () => {
    backend.answersWith("messages:attention", [aTrouble({ reason: "Número sem WhatsApp" })]);
    const retry = backend.mutates("messages:retry", () => Promise.resolve(null));
    const { user } = show();
    const row = within(screen.getByRole("table", { name: "Mensagens não enviadas nos últimos 2 dias" }));
    expect(row.getByRole("link", { name: "#12" }).getAttribute("href")).toBe("/pedidos?pedido=12");
    expect(row.getByText("Não enviada · Número sem WhatsApp")).toBeTruthy();
    await user.click(row.getByRole("button", { name: "Tentar de novo: Confirmação de pagamento #12" }));
    expect(retry).toHaveBeenCalledWith({ messageId: "m1" });
    expect(await screen.findByText(/^Mensagem de volta na fila/)).toBeTruthy();
  });

  test("one that may have arrived is sent again only after 'Mensagem registrada, mas pode não ter sido entregue'", async () => {
    backend.answersWith("messages:attention", [aTrouble({ state: "in_doubt" })]);
    const retry = backend.mutates("messages:retry", () => Promise.resolve(null));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: /^Tentar de novo/ }));
    const asked = within(await screen.findByRole("alertdialog", { name: "Enviar de novo" }));
    expect(asked.getByText(/^Mensagem registrada, mas pode não ter sido entregue\./)).toBeTruthy();
    expect(retry).not.toHaveBeenCalled();
    await user.click(asked.getByRole("button", { name: "Enviar de novo" }));
    expect(retry).toHaveBeenCalledWith({ messageId: "m1", sendAgain: true });
  });

  test.each([
    ["", "Nenhuma mensagem falhou nos últimos 2 dias"],
    ["?aba=envios", "Nenhum envio em massa ainda"],
    ["?aba=descadastros", "Ninguém pediu para não receber mensagens em massa"],
    ["?aba=registro", "Nenhuma mensagem enviada ainda"],
  ])("Q1: %s is in the address; empty: '%s'", (query, empty) => {
    backend.answersWith("broadcasts:list", []);
    backend.answersPages("messageOptOuts:list", []);
    backend.answersPages("messages:log", []);
    show(query);
    expect(screen.getByText(empty)).toBeTruthy();
  });

  test.each([
    ["", "messages:attention", "Não foi possível carregar as falhas. Tente de novo."],
    ["?aba=envios", "broadcasts:list", "Não foi possível carregar os envios. Tente de novo."],
    ["?aba=descadastros", "messageOptOuts:list", "Não foi possível carregar a lista. Tente de novo."],
    ["?aba=registro", "messages:log", "Não foi possível carregar o registro. Tente de novo."],
  ])("%s refused: '%s' says why", (query, name, sentence) => {
    const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
    backend.refuses(name, new Error("Server Error"));
    show(query);
    expect(screen.getByRole("alert").textContent).toContain(sentence);
    complaints.mockRestore();
  });

  test("Envios em massa: how each ended, and the way to it", async () => {
    backend.answersWith("broadcasts:list", [aStarted("finished", { total: 5, sent: 3, failed: 1, inDoubt: 1 })]);
    backend.answersWith("broadcasts:get", aStarted("finished", { total: 5, sent: 3, failed: 1, inDoubt: 1 }));
    const { user } = show("?aba=envios");
    const table = within(screen.getByRole("table", { name: "Últimos envios em massa" }));
    expect(table.getByText("3 de 5")).toBeTruthy();
    expect(table.getByText("Concluído")).toBeTruthy();
    await user.click(table.getByRole("button", { name: "Ver o envio de 20/11/2026 12:00" }));
    expect(await screen.findByRole("dialog", { name: "Mensagem em Massa Concluída" })).toBeTruthy();
  });

  test("Não querem mensagens: who, since when, who said so; it can be turned, and taken back", async () => {
    const at = Date.parse("2026-11-20T15:00:00Z");
    backend.answersPages("messageOptOuts:list", [
      { phone: "5511987654321", name: "Maria", at, source: "customer", byName: null },
      { phone: "5531912345678", name: null, at, source: "staff", byName: "João" },
    ]);
    const set = backend.mutates("messageOptOuts:set", () => Promise.resolve(null));
    const { user } = show("?aba=descadastros");
    const [, first, second] = within(screen.getByRole("table")).getAllByRole("row");
    expect(first?.textContent).toContain("Maria+55 (11) 98765-432120/11/2026 12:00O próprio cliente");
    expect(second?.textContent).toContain("Sem nome+55 (31) 91234-567820/11/2026 12:00João");
    await user.click(screen.getByRole("button", { name: "Voltar a enviar mensagens em massa para Maria" }));
    expect(set).toHaveBeenCalledWith({ phone: "5511987654321", isOptedOut: false });
    await user.click(await screen.findByRole("button", { name: "Desfazer" }));
    await waitFor(() => expect(set).toHaveBeenLastCalledWith({ phone: "5511987654321", isOptedOut: true }));
  });

  test("Registro: every attempt with what came of it", () => {
    backend.answersPages("messages:log", [
      anAttempt(),
      anAttempt({ at: 2, attempt: 1, outcome: "lost", reason: "timeout" }),
    ]);
    show("?aba=registro");
    const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
    expect(rows.map((row) => within(row).getAllByRole("cell")[1]?.textContent)).toEqual([
      "Enviada",
      "Sem resposta do servidor",
    ]);
  });
});

describe("how messages are sent", () => {
  const own = { intervalMs: null, batchSize: null, batchDelayMs: null, dailyCeiling: null };
  const stored = { mergeItems: false, honoursKeys: false, ...own };
  const showPace = () =>
    showScreen({
      routes: [{ path: PATH, Component }],
      at: `${PATH}?aba=ajustes`,
      auth: anAuth({ ...ANA, role: "owner" }),
    });
  beforeEach(() => backend.answersWith("integrations:get", { whatsapp: stored }));

  test("the owner joins items and slows down, in seconds; what is empty is the gateway's own", async () => {
    const save = backend.mutates("integrations:saveWhatsapp", () => Promise.resolve(null));
    const { user } = showPace();
    await user.click(screen.getByRole("switch", { name: /^Juntar itens lançados em seguida em uma só mensagem/ }));
    await user.type(screen.getByLabelText("Intervalo entre mensagens (segundos)"), "6");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(save).toHaveBeenCalledWith({ mergeItems: true, intervalMs: 6_000, seen: { intervalMs: null } });
    expect(await screen.findByText("Ajustes salvos com sucesso")).toBeTruthy();
  });

  test("no number: said at the field, which has the focus (F5); what somebody else set meanwhile stands beside it", async () => {
    const save = backend.mutates("integrations:saveWhatsapp", () => Promise.resolve(null));
    const { user } = showPace();
    const field = screen.getByLabelText("Mensagens em massa por dia, no máximo");
    await user.type(field, "muitas");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(screen.getByText("Digite um número inteiro maior que zero, ou deixe vazio")).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(save).not.toHaveBeenCalled();
    act(() => backend.answersWith("integrations:get", { whatsapp: { ...stored, dailyCeiling: 80 } }));
    expect(screen.getByText("Outra pessoa mudou para 80")).toBeTruthy();
  });

  test("the address for the gateway's own notices stands there to be copied; Evolution API is told it by us", () => {
    showPace();
    const address = "https://loja.convex.site/webhooks/wa/lojademo";
    expect(screen.getByLabelText("Endereço para avisos do servidor")).toHaveProperty("value", address);
    act(() => backend.answersWith("whatsapp:status", aStatus({ gateway: "evolution" })));
    expect(screen.queryByLabelText("Endereço para avisos do servidor")).toBeNull();
  });

  test("staff have no such tab", () => {
    show("?aba=ajustes");
    expect(screen.queryByRole("tab", { name: "Ajustes" })).toBeNull();
    expect(screen.getByText("Nenhuma mensagem falhou nos últimos 2 dias")).toBeTruthy();
  });
});
