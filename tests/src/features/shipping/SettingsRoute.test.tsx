import { act, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/shipping/SettingsRoute";
import { SHIPPING_DEFAULTS } from "../../../../domain/shippingSettings";
import { backend, refused } from "../../support/fakeBackend";
import { ANA, anAuth, showScreen } from "../../support/screen";
import { DONA, lineOf } from "../settings/settingsScreen";

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

const UNSET = { isSet: false, masked: null, updatedAt: null };
const SET = { isSet: true, masked: "••••••••1a2b", updatedAt: 7 };
const AT = Date.parse("2026-11-20T23:14:00Z");
const NONE = {
  state: "disconnected",
  message: null,
  problem: null,
  expiresAt: null,
  connectedAt: null,
  connectedByName: null,
};
const CONNECTED = { ...NONE, state: "connected", expiresAt: AT, connectedAt: AT, connectedByName: "Dona Célia" };
const SETTINGS = {
  ...SHIPPING_DEFAULTS,
  tokenExpiresAt: null,
  clientSecret: UNSET,
  accessToken: UNSET,
  refreshToken: UNSET,
  callbackUrl: "https://loja.test/oauth/melhor-envio",
  connection: NONE,
};
const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() };
const openTab = vi.fn<(url?: string, target?: string) => unknown>(() => tab);

beforeEach(() => {
  backend.clear();
  backend.answersWith("shipping:settings", SETTINGS);
  backend.answersWith("labels:webhookAddress", { url: "https://loja.test/webhooks/me/lojademo" });
  tab.location.replace.mockClear();
  tab.close.mockClear();
  openTab.mockReset();
  openTab.mockImplementation(() => tab);
  window.open = openTab as unknown as typeof window.open;
});

const show = (profile = DONA, query = "") =>
  showScreen({
    routes: [{ path: "/config-frete", Component }],
    at: `/config-frete${query}`,
    auth: anAuth(profile),
  });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole("button", { name: "Salvar" });
const connection = () => within(screen.getByRole("region", { name: "Conexão com o Melhor Envio" }));
const answer = (change: object) => act(() => backend.answersWith("shipping:settings", { ...SETTINGS, ...change }));
/** Equal messages within five seconds are one that counts, also from test to test. */
const said = (text: string) => new RegExp(`^${text}( ×\\d+)?$`);

describe("Configuração de Frete", () => {
  test("loading, and refused with 'Erro ao carregar configurações'", async () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando configurações" })).toBeTruthy();
    backend.refuses("shipping:settings", new Error("boom"));
    expect((await screen.findByRole("alert")).textContent).toBe("Erro ao carregar configurações");
  });

  test("has every field of frete_config, and what labels need besides", () => {
    answer({});
    show();
    const labels = within(screen.getByRole("form", { name: "Configuração de frete" }))
      .getAllByText((_text, element) => element?.tagName === "LABEL")
      .map(({ textContent }) => textContent);
    expect(labels).toEqual([
      "Ambiente",
      "Endereço da API",
      "Client ID",
      "Client secret",
      "Redirect URI",
      "Access token",
      "Refresh token",
      "Endereço do webhook",
      "Nome",
      "CPF ou CNPJ",
      "E-mail",
      "Telefone",
      "CEP de origem",
      "Rua",
      "Número",
      "Complemento",
      "Bairro",
      "Cidade",
      "UF",
      "Peso (kg)",
      "Comprimento (cm)",
      "Altura (cm)",
      "Largura (cm)",
      "Diâmetro (cm)",
      "Endereço do local de retirada no mapa",
    ]);
    expect(field("CEP de origem").value).toBe("31575-060");
    expect(field("Peso (kg)").value).toBe("0,3");
    expect(field("Endereço do webhook").value).toBe("https://loja.test/webhooks/me/lojademo");
  });

  test.each([
    ["CPF ou CNPJ", "cpf 19119119100", "191.191.191-00"],
    ["CPF ou CNPJ", "112223330001819999", "11.222.333/0001-81"],
    ["CEP de origem", "0131093099", "01310-930"],
    ["UF", "m1gx", "MG"],
  ])("%s: '%s' becomes '%s', with its limit", async (label, typed, shown) => {
    const { user } = show();
    await user.clear(field(label));
    await user.type(field(label), typed);
    expect(field(label).value).toBe(shown);
  });

  test.each([
    ["CPF ou CNPJ", "191", "CPF ou CNPJ inválido"],
    ["CEP de origem", "3157", "CEP inválido. Use 8 dígitos."],
    ["UF", "XX", "UF inválida. Use a sigla do estado, como MG."],
    ["E-mail", "loja", "E-mail inválido"],
    ["Redirect URI", "loja", "Endereço inválido. Use o formato https://exemplo.com.br"],
    ["Peso (kg)", "leve", "Medida inválida"],
    ["Altura (cm)", "0", "Medida inválida"],
  ])("%s: '%s' is refused at the field, with the focus, and nothing is sent", async (label, typed, sentence) => {
    const send = backend.mutates("shipping:saveSettings", () => Promise.resolve(null));
    const { user } = show();
    await user.clear(field(label));
    await user.type(field(label), typed);
    await user.click(save());
    expect(lineOf(field(label))).toBe(sentence);
    expect(document.activeElement).toBe(field(label));
    expect(send).not.toHaveBeenCalled();
  });

  test("only what was changed is sent, with what was seen: 'Configurações salvas com sucesso'", async () => {
    const send = backend.mutates("shipping:saveSettings", () => Promise.resolve(null));
    const { user } = show();
    expect(save().getAttribute("aria-disabled")).toBe("true");
    await user.type(field("Nome"), "Loja da Ana");
    await user.clear(field("Peso (kg)"));
    await user.type(field("Peso (kg)"), "0,5");
    await user.click(save());
    expect(await screen.findByText(said("Configurações salvas com sucesso"))).toBeTruthy();
    expect(send.mock.calls).toEqual([
      [{ senderName: "Loja da Ana", defaultWeightGrams: 500, seen: { senderName: "", defaultWeightGrams: 300 } }],
    ]);
  });

  test("what the server makes of what was typed is no change by another", async () => {
    backend.mutates("shipping:saveSettings", () => Promise.resolve(null));
    const { user } = show();
    await user.type(field("Nome"), "Loja da Ana ");
    await user.type(field("Telefone"), "31999990000");
    await user.click(save());
    await screen.findByText(said("Configurações salvas com sucesso"));
    answer({ senderName: "Loja da Ana", senderPhone: "5531999990000" });
    expect(screen.queryByText(/mudou para/)).toBeNull();
    expect([field("Nome").value, field("Telefone").value]).toEqual(["Loja da Ana", "+55 (31) 99999-0000"]);
    expect(save().getAttribute("aria-disabled")).toBe("true");
  });

  test("a fault: 'Erro ao salvar configurações', and what was typed stays", async () => {
    backend.mutates("shipping:saveSettings", () => Promise.reject(new Error("boom")));
    const { user } = show();
    await user.type(field("Nome"), "Loja");
    await user.click(save());
    expect(await screen.findByText(said("Erro ao salvar configurações"))).toBeTruthy();
    expect(field("Nome").value).toBe("Loja");
    await user.click(screen.getByRole("button", { name: "Descartar" }));
    expect(field("Nome").value).toBe("");
  });

  test("a complete CEP fills the sender's address, and only where nothing else stands (N5)", async () => {
    backend.mutates("postalCodes:lookUp", () =>
      Promise.resolve({
        kind: "found",
        address: { street: "Avenida Paulista", neighborhood: "Bela Vista", city: "São Paulo", state: "SP" },
      }),
    );
    const { user } = show();
    await user.clear(field("CEP de origem"));
    await user.type(field("CEP de origem"), "01310930");
    expect(await screen.findByText("Endereço preenchido pelo CEP")).toBeTruthy();
    expect(field("Rua").value).toBe("Avenida Paulista");
    expect(field("UF").value).toBe("SP");
  });

  test("P3: what somebody else saves in a field one is typing in is said, by name once the server has refused", async () => {
    const refusal = {
      code: "changed_meanwhile",
      message: "Bia mudou para Loja da Bia enquanto você editava",
      field: "senderName",
      value: "Loja da Bia",
      shown: "Loja da Bia",
      actorName: "Bia",
      at: Date.now() - 5_000,
    };
    backend.mutates("shipping:saveSettings", () => Promise.reject(new ConvexError(refusal)));
    const { user } = show();
    await user.type(field("Nome"), "Loja");
    await user.click(save());
    await screen.findByText("Bia mudou para Loja da Bia enquanto você editava");
    answer({ senderName: "Loja da Bia", senderCity: "Contagem" });
    expect(field("Cidade").value).toBe("Contagem");
    expect(screen.getByText(/^Bia mudou para Loja da Bia há \d+ s$/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Usar o de Bia" }));
    expect(field("Nome").value).toBe("Loja da Bia");
  });

  test("the client secret is masked, shown by 'Mostrar' and hidden again; tokens are masked and cannot be typed", async () => {
    answer({ clientSecret: SET, accessToken: SET });
    const reveal = backend.mutates("integrations:reveal", () => Promise.resolve({ value: "segredo-1a2b" }));
    const { user } = show();
    expect(field("Client secret").type).toBe("password");
    await user.click(screen.getByRole("button", { name: "Mostrar Client secret" }));
    expect(await screen.findByText("segredo-1a2b")).toBeTruthy();
    expect(reveal.mock.calls).toEqual([[{ secret: "melhor_envio.client_secret" }]]);
    await user.click(screen.getByRole("button", { name: "Ocultar Client secret" }));
    expect(screen.queryByText("segredo-1a2b")).toBeNull();
    expect(field("Access token").readOnly).toBe(true);
    expect(field("Access token").value).toBe("••••••••1a2b");
    expect(field("Refresh token").value).toBe("Não definido");
  });

  test("a new secret is sent with the mask that was seen", async () => {
    answer({ clientSecret: SET });
    const send = backend.mutates("shipping:saveSettings", () => Promise.resolve(null));
    const { user } = show();
    await user.type(field("Client secret"), "novo");
    await user.click(save());
    await screen.findByText(said("Configurações salvas com sucesso"));
    expect(send.mock.calls).toEqual([[{ clientSecret: "novo", seen: { "melhor_envio.client_secret": 7 } }]]);
    expect(field("Client secret").value).toBe("");
  });

  test("the address of this installation is one press away", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Usar https://loja.test/oauth/melhor-envio" }));
    expect(field("Redirect URI").value).toBe("https://loja.test/oauth/melhor-envio");
    expect(screen.queryByRole("button", { name: /^Usar https/ })).toBeNull();
  });

  test("staff see how the connection stands, and who can change the rest", () => {
    backend.answersWith("shipping:connection", CONNECTED);
    show(ANA);
    expect(connection().getByText("Conectado")).toBeTruthy();
    expect(connection().queryByRole("button", { name: /onectar/ })).toBeNull();
    expect(connection().getByRole("button", { name: "Conferir agora" })).toBeTruthy();
    expect(screen.getByText(/^Só a pessoa responsável pela empresa/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Configuração de Frete" })).toBeNull();
  });
});

describe("the connection", () => {
  test("opens the page of the permission in its own tab, and turns by itself", async () => {
    backend.mutates("shipping:connect", () => Promise.resolve({ url: "https://envio.test/oauth" }));
    const { user } = show();
    expect(connection().getByText("Desconectado")).toBeTruthy();
    await user.click(connection().getByRole("button", { name: "Conectar" }));
    expect(await connection().findByText(/^Dê a permissão na aba que abriu/)).toBeTruthy();
    expect(tab.location.replace.mock.calls).toEqual([["https://envio.test/oauth"]]);
    expect(tab.opener).toBeNull();
    answer({ connection: CONNECTED });
    expect(connection().getByText("Conectado")).toBeTruthy();
    expect(connection().getByText("Dona Célia em 20/11/2026 20:14")).toBeTruthy();
    expect(connection().queryByText(/^Dê a permissão/)).toBeNull();
  });

  test("where the browser opens no tab, the page is a link away", async () => {
    openTab.mockImplementation(() => null);
    backend.mutates("shipping:connect", () => Promise.resolve({ url: "https://envio.test/oauth" }));
    const { user } = show();
    await user.click(connection().getByRole("button", { name: "Conectar" }));
    const link = await connection().findByRole("link", { name: "Abrir a página de permissão" });
    expect(link.getAttribute("href")).toBe("https://envio.test/oauth");
  });

  test("'Configure CLIENT_ID e REDIRECT_URI primeiro', and no tab stays open", async () => {
    backend.mutates("shipping:connect", () => Promise.reject(refused("connection_incomplete")));
    const { user } = show();
    await user.click(connection().getByRole("button", { name: "Conectar" }));
    expect(await screen.findByText("Configure CLIENT_ID e REDIRECT_URI primeiro")).toBeTruthy();
    expect(tab.close).toHaveBeenCalledTimes(1);
  });

  test("'Erro ao iniciar OAuth'; with something unsaved it is not begun", async () => {
    const begin = backend.mutates("shipping:connect", () => Promise.reject(new Error("boom")));
    const { user } = show();
    await user.type(field("Nome"), "x");
    await user.click(connection().getByRole("button", { name: "Conectar" }));
    expect(await screen.findByText("Salve as alterações antes de conectar.")).toBeTruthy();
    expect(begin).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Descartar" }));
    await user.click(connection().getByRole("button", { name: "Conectar" }));
    expect(await screen.findByText("Erro ao iniciar OAuth")).toBeTruthy();
  });

  test("'Desconectado do Melhor Envio' after a question; 'Erro ao desconectar' where it fails", async () => {
    answer({ connection: CONNECTED });
    backend.mutates("shipping:disconnect", () => Promise.reject(new Error("boom")));
    const { user } = show();
    await user.click(connection().getByRole("button", { name: "Desconectar" }));
    const asked = within(await screen.findByRole("alertdialog", { name: "Desconectar do Melhor Envio" }));
    await user.click(asked.getByRole("button", { name: "Desconectar do Melhor Envio" }));
    expect(await screen.findByText("Erro ao desconectar")).toBeTruthy();
    const leave = backend.mutates("shipping:disconnect", () => Promise.resolve(null));
    await user.click(asked.getByRole("button", { name: "Desconectar do Melhor Envio" }));
    expect(await screen.findByText("Desconectado do Melhor Envio")).toBeTruthy();
    expect(leave.mock.calls).toEqual([[{}]]);
  });

  test.each([
    ["attention", "Precisa de atenção", "A conexão com o Melhor Envio não tem todas as permissões. Conecte de novo."],
    ["broken", "Parou de funcionar", "O Melhor Envio não aceita mais a conexão da loja. Conecte de novo."],
  ])("%s: what is wrong and what to do", (state, word, message) => {
    answer({ connection: { ...CONNECTED, state, message } });
    show();
    expect(connection().getByText(word)).toBeTruthy();
    expect(connection().getByText(message)).toBeTruthy();
    expect(connection().getByRole("button", { name: "Conectar de novo" })).toBeTruthy();
  });

  test("'Conferir agora' asks Melhor Envio, and what it says stands beside the button", async () => {
    answer({ connection: CONNECTED });
    const check = backend.mutates("shipping:check", () =>
      Promise.resolve({ isWorking: true, message: "Conectado ao Melhor Envio como Loja Demo." }),
    );
    const { user } = show();
    await user.click(connection().getByRole("button", { name: "Conferir agora" }));
    expect(await connection().findByText("Conectado ao Melhor Envio como Loja Demo.")).toBeTruthy();
    expect(check).toHaveBeenCalledTimes(1);
  });

  test("coming back with a code finishes it once, and leaves the address", async () => {
    const finish = backend.mutates("shipping:finishConnecting", () =>
      Promise.resolve({ outcome: "connected", message: "Melhor Envio conectado." }),
    );
    const { router } = show(DONA, "?code=abc&state=xyz");
    expect(await screen.findByText("Conectado ao Melhor Envio")).toBeTruthy();
    expect(finish.mock.calls).toEqual([[{ code: "abc", state: "xyz" }]]);
    expect(router.state.location.search).toBe("");
  });

  test.each([
    ["?code=abc&state=xyz", "Este pedido de conexão não vale mais."],
    ["?error=access_denied", "A permissão não foi dada no Melhor Envio. Conecte de novo quando quiser."],
  ])("coming back with %s without a connection says why", async (query, sentence) => {
    backend.mutates("shipping:finishConnecting", () => Promise.resolve({ outcome: "expired", message: sentence }));
    const { router } = show(DONA, query);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(router.state.location.search).toBe("");
  });
});
