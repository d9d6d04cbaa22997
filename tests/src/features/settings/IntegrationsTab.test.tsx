import { act, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { backend, refused } from "../../support/fakeBackend";
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

const UNSET = { isSet: false, masked: null, updatedAt: null };
const SET_AT = 0;
const SET = { isSet: true, masked: "••••••••1a2b", updatedAt: SET_AT };
const SETTINGS = {
  mercado_pago: {
    publicKey: "PK",
    clientId: "7",
    clientSecret: UNSET,
    accessToken: SET,
    webhookSecret: UNSET,
    webhookUrl: "https://loja.test/webhooks/mp/lojademo",
  },
  melhor_envio: {
    clientId: "",
    originCep: "31575060",
    environment: "sandbox",
    clientSecret: UNSET,
    accessToken: UNSET,
  },
  bling: {
    clientId: "b",
    environment: "production",
    isActive: false,
    clientSecret: UNSET,
    accessToken: UNSET,
    refreshToken: UNSET,
    tokenExpiresAt: Date.parse("2026-11-20T23:14:00Z"),
  },
  whatsapp: {
    ...{ apiUrl: "http://localhost:3333", instanceName: "", isActive: false, gateway: "specified" },
    ...{ webhookSecret: UNSET, apiKey: UNSET },
  },
};

beforeEach(() => {
  backend.clear();
  backend.answersWith("integrations:get", SETTINGS);
});

const show = () => showSettings("?aba=integracoes");
const form = (name: string) => within(screen.getByRole("form", { name }));

describe("the webhook of Mercado Pago", () => {
  const notice = { _id: "n1", at: Date.parse("2026-11-20T23:14:00Z"), service: "mercado_pago", kind: "payment" };
  const notices = () => form("Mercado Pago").getByRole("region", { name: "Últimos avisos recebidos" });

  test("its address can be copied from where its credentials are entered", async () => {
    const { user } = show();
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const address = form("Mercado Pago").getByRole("region", { name: "Endereço do webhook" });
    expect(within(address).getByText("https://loja.test/webhooks/mp/lojademo")).toBeTruthy();
    await user.click(form("Mercado Pago").getByRole("button", { name: "Copiar link" }));
    expect(write).toHaveBeenCalledWith("https://loja.test/webhooks/mp/lojademo");
    expect(form("Bling").queryByText("Endereço do webhook")).toBeNull();
  });

  test("says that it loads, that there is none yet, what came last, and why it could not", () => {
    show();
    expect(within(notices()).getByRole("status", { name: "Carregando avisos" })).toBeTruthy();
    act(() => backend.answersWith("payments:webhookLog", { page: [], isDone: true, continueCursor: "" }));
    expect(within(notices()).getByText("Nenhum aviso recebido ainda")).toBeTruthy();
    const page = [
      { ...notice, subject: "123", outcome: "done", detail: "" },
      { ...notice, _id: "n2", subject: "124", outcome: "refused", detail: "assinatura errada" },
    ];
    act(() => backend.answersWith("payments:webhookLog", { page, isDone: true, continueCursor: "" }));
    expect(
      within(notices())
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["20/11/2026 20:14Conferidopayment · 123", "20/11/2026 20:14Recusadopayment · 124 · assinatura errada"]);
    act(() => backend.refuses("payments:webhookLog", new Error("down")));
    expect(within(notices()).getByRole("alert").textContent).toBe(
      "Não foi possível carregar os avisos. Tente de novo.",
    );
  });
});

describe("'testar conexão'", () => {
  test.each([
    ["connected", "O Mercado Pago respondeu e aceitou as credenciais."],
    ["unauthorized", "O Mercado Pago recusou as credenciais. Confira o Access Token."],
  ])("%s: the server's sentence stands beside the button", async (outcome, message) => {
    const call = backend.mutates("payments:testConnection", () => Promise.resolve({ outcome, message }));
    const { user } = show();
    await user.click(form("Mercado Pago").getByRole("button", { name: "Testar conexão" }));
    expect(await form("Mercado Pago").findByText(message)).toBeTruthy();
    expect(call.mock.calls).toEqual([[{}]]);
  });

  test("a test that cannot be made says so", async () => {
    const { user } = show();
    await user.click(form("Mercado Pago").getByRole("button", { name: "Testar conexão" }));
    expect(await screen.findByText("Não foi possível testar a conexão. Tente de novo.")).toBeTruthy();
    expect(form("Bling").queryByRole("button", { name: "Testar conexão" })).toBeNull();
  });
});

describe("Integrações", () => {
  test("loading, and refused with 'Erro ao carregar configurações de integração'", async () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando integrações" })).toBeTruthy();
    backend.refuses("integrations:get", new Error("boom"));
    expect((await screen.findByRole("alert")).textContent).toBe("Erro ao carregar configurações de integração");
  });

  test.each([
    ["Mercado Pago", ["Chave pública", "Client ID", "Client secret", "Access token", "Segredo do webhook"]],
    ["Melhor Envio", ["Client ID", "CEP de origem", "Ambiente", "Client secret", "Access token"]],
    ["Bling", ["Client ID", "Ambiente", "Client secret", "Access token", "Refresh token"]],
    [
      "WhatsApp",
      ["Endereço da API", "Nome da instância", "Servidor de mensagens", "Chave da API", "Segredo do webhook"],
    ],
  ])("%s asks for what the specification lists, and nothing is a button without a use", (name, labels) => {
    show();
    expect(
      within(screen.getByRole("form", { name }))
        .getAllByText((_text, element) => element?.tagName === "LABEL" && element.hasAttribute("for"))
        .map(({ textContent }) => textContent),
    ).toEqual(labels);
    // Only what can be tested has a button for it.
    expect(form(name).queryAllByRole("button", { name: /Testar/ }).length).toBe(name === "Mercado Pago" ? 1 : 0);
  });

  test("WhatsApp: the gateway is chosen, with its own key (product.md, Messages)", async () => {
    const save = backend.mutates("integrations:saveWhatsapp", () => new Promise(() => {}));
    const { user } = show();
    within(screen.getByRole("form", { name: "WhatsApp" }))
      .getByRole("combobox", { name: "Servidor de mensagens" })
      .focus();
    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("option", { name: "Evolution API" }));
    await user.type(screen.getByLabelText("Chave da API"), "chave-da-loja");
    await user.click(screen.getByRole("button", { name: "Salvar WhatsApp" }));
    expect(save).toHaveBeenCalledWith({
      gateway: "evolution",
      apiKey: "chave-da-loja",
      seen: { gateway: "specified", "whatsapp.api_key": null },
    });
  });

  test("Bling says until when its access is good", () => {
    show();
    expect(form("Bling").getByText("O acesso vale até 20/11/2026 20:14")).toBeTruthy();
  });

  test.each([
    ["Mercado Pago", "saveMercadoPago", "Chave pública", "publicKey", SETTINGS.mercado_pago.publicKey],
    ["Melhor Envio", "saveMelhorEnvio", "Client ID", "clientId", ""],
    ["Bling", "saveBling", "Client ID", "clientId", "b"],
    ["WhatsApp", "saveWhatsapp", "Nome da instância", "instanceName", ""],
  ])("%s: only what was touched is sent, with what was seen; 'Configuração do … salva com sucesso'", async (...row) => {
    const [name, fn, label, field, seen] = row;
    const send = backend.mutates(`integrations:${fn}`, () => Promise.resolve(null));
    const { user } = show();
    await user.clear(form(name).getByLabelText(label));
    await user.type(form(name).getByLabelText(label), "novo");
    await user.click(form(name).getByRole("button", { name: `Salvar ${name}` }));
    expect(await screen.findByText(`Configuração do ${name} salva com sucesso`)).toBeTruthy();
    expect(send.mock.calls).toEqual([[{ [field]: "novo", seen: { [field]: seen } }]]);
  });

  test.each([
    ["Mercado Pago", "saveMercadoPago", "Chave pública"],
    ["Melhor Envio", "saveMelhorEnvio", "Client ID"],
    ["Bling", "saveBling", "Client ID"],
    ["WhatsApp", "saveWhatsapp", "Nome da instância"],
  ])("%s: a fault says which one, and what was typed stays", async (name, fn, label) => {
    backend.mutates(`integrations:${fn}`, () => Promise.reject(new Error("boom")));
    const { user } = show();
    await user.type(form(name).getByLabelText(label), "9");
    await user.click(form(name).getByRole("button", { name: `Salvar ${name}` }));
    expect(await screen.findByText(`Erro ao salvar configuração do ${name}`)).toBeTruthy();
    expect(form(name).getByLabelText<HTMLInputElement>(label).value).toMatch(/9$/);
  });

  test("an address that cannot be is said at its field", async () => {
    backend.mutates("integrations:saveWhatsapp", () => Promise.reject(refused("invalid_url")));
    const { user } = show();
    await user.type(form("WhatsApp").getByLabelText("Endereço da API"), " x");
    await user.click(form("WhatsApp").getByRole("button", { name: "Salvar WhatsApp" }));
    const field = form("WhatsApp").getByLabelText("Endereço da API");
    await screen.findByText("Endereço inválido. Use o formato https://exemplo.com.br");
    expect(lineOf(field)).toBe("Endereço inválido. Use o formato https://exemplo.com.br");
    expect(document.activeElement).toBe(field);
  });

  test("with nothing changed there is nothing to save", async () => {
    const send = backend.mutates("integrations:saveBling", () => Promise.resolve(null));
    const { user } = show();
    const save = form("Bling").getByRole("button", { name: "Salvar Bling" });
    expect(save.getAttribute("aria-disabled")).toBe("true");
    await user.click(save);
    expect(send).not.toHaveBeenCalled();
  });

  test("switching on, and 'Descartar'", async () => {
    const send = backend.mutates("integrations:saveWhatsapp", () => Promise.resolve(null));
    const { user } = show();
    await user.click(form("WhatsApp").getByRole("switch", { name: "Integração ativa" }));
    await user.click(form("WhatsApp").getByRole("button", { name: "Descartar" }));
    expect(form("WhatsApp").getByRole("switch").getAttribute("aria-checked")).toBe("false");
    await user.click(form("WhatsApp").getByRole("switch"));
    await user.click(form("WhatsApp").getByRole("button", { name: "Salvar WhatsApp" }));
    await screen.findByText(/^Configuração do WhatsApp salva com sucesso/);
    expect(send.mock.calls).toEqual([[{ isActive: true, seen: {} }]]);
  });

  test("fields nobody touched follow what a colleague saves, touched ones stay (F6)", async () => {
    const { user } = show();
    await user.type(form("Mercado Pago").getByLabelText("Client ID"), "1");
    act(() =>
      backend.answersWith("integrations:get", {
        ...SETTINGS,
        mercado_pago: { ...SETTINGS.mercado_pago, publicKey: "PK2", clientId: "8" },
      }),
    );
    expect(form("Mercado Pago").getByLabelText<HTMLInputElement>("Chave pública").value).toBe("PK2");
    expect(form("Mercado Pago").getByLabelText<HTMLInputElement>("Client ID").value).toBe("71");
  });
});

describe("P3: what somebody else saves in a field one is typing in", () => {
  const save = (name: string) => form(name).getByRole("button", { name: `Salvar ${name}` });
  const answer = (mercado_pago: object) =>
    act(() =>
      backend.answersWith("integrations:get", {
        ...SETTINGS,
        mercado_pago: { ...SETTINGS.mercado_pago, ...mercado_pago },
      }),
    );

  test("is said at the field; keeping one's own overwrites it knowingly", async () => {
    const send = backend.mutates("integrations:saveMercadoPago", () => Promise.resolve(null));
    const { user } = show();
    await user.clear(form("Mercado Pago").getByLabelText("Client ID"));
    await user.type(form("Mercado Pago").getByLabelText("Client ID"), "meu");
    answer({ clientId: "dela" });
    expect(form("Mercado Pago").getByText("Outra pessoa mudou para dela")).toBeTruthy();
    await user.click(form("Mercado Pago").getByRole("button", { name: "Manter o meu" }));
    expect(form("Mercado Pago").queryByText(/mudou para/)).toBeNull();
    await user.click(save("Mercado Pago"));
    await screen.findByText(/^Configuração do Mercado Pago salva com sucesso/);
    expect(send.mock.calls).toEqual([[{ clientId: "meu", seen: { clientId: "dela" } }]]);
  });

  test("a credential: the mask of the other is said, and taking it leaves nothing to save", async () => {
    const { user } = show();
    await user.type(form("Mercado Pago").getByLabelText("Access token"), "novo-token");
    answer({ accessToken: { isSet: true, masked: "••••••••9z9z", updatedAt: SET_AT + 1 } });
    expect(form("Mercado Pago").getByText(/^Outra pessoa mudou para ••••••••9z9z/)).toBeTruthy();
    await user.click(form("Mercado Pago").getByRole("button", { name: "Usar o novo" }));
    expect(form("Mercado Pago").queryByText(/mudou para/)).toBeNull();
    expect(save("Mercado Pago").getAttribute("aria-disabled")).toBe("true");
  });

  test("the server's refusal says who it was", async () => {
    const refusal = {
      code: "changed_meanwhile",
      message: "Bia mudou para dela enquanto você editava",
      field: "clientId",
      value: "dela",
      shown: "dela",
      actorName: "Bia",
      at: Date.now() - 5_000,
    };
    backend.mutates("integrations:saveMercadoPago", () => Promise.reject(new ConvexError(refusal)));
    const { user } = show();
    await user.type(form("Mercado Pago").getByLabelText("Client ID"), "1");
    await user.click(save("Mercado Pago"));
    expect(await screen.findByText("Bia mudou para dela enquanto você editava")).toBeTruthy();
    answer({ clientId: "dela" });
    expect(form("Mercado Pago").getByText(/^Bia mudou para dela há \d+ s$/)).toBeTruthy();
    await user.click(form("Mercado Pago").getByRole("button", { name: "Usar o de Bia" }));
    expect(form("Mercado Pago").getByLabelText<HTMLInputElement>("Client ID").value).toBe("dela");
  });
});

describe("a secret", () => {
  const token = () => form("Mercado Pago").getByLabelText<HTMLInputElement>("Access token");
  const press = (name: string) => form("Mercado Pago").getByRole("button", { name });

  test("is masked, and an empty field keeps it", () => {
    show();
    expect(token().value).toBe("");
    expect(token().type).toBe("password");
    expect(lineOf(token())).toBe("Guardado: ••••••••1a2b. Deixe vazio para manter.");
    expect(lineOf(form("Mercado Pago").getByLabelText("Client secret"))).toBe("Não definido");
    expect(form("Mercado Pago").queryByRole("button", { name: "Mostrar Client secret" })).toBeNull();
  });

  test("is shown only by 'Mostrar', which asks the server once, and hidden again", async () => {
    const reveal = backend.mutates("integrations:reveal", () => Promise.resolve({ value: "APP_USR-1a2b" }));
    const { user } = show();
    expect(screen.queryByText("APP_USR-1a2b")).toBeNull();
    await user.click(press("Mostrar Access token"));
    expect(await screen.findByText("APP_USR-1a2b")).toBeTruthy();
    expect(reveal.mock.calls).toEqual([[{ secret: "mercado_pago.access_token" }]]);
    await user.click(press("Ocultar Access token"));
    expect(screen.queryByText("APP_USR-1a2b")).toBeNull();
  });

  test("that somebody replaces is not shown any more", async () => {
    backend.mutates("integrations:reveal", () => Promise.resolve({ value: "APP_USR-1a2b" }));
    const { user } = show();
    await user.click(press("Mostrar Access token"));
    await screen.findByText("APP_USR-1a2b");
    const accessToken = { isSet: true, masked: "••••••••9z9z", updatedAt: 1 };
    act(() =>
      backend.answersWith("integrations:get", {
        ...SETTINGS,
        mercado_pago: { ...SETTINGS.mercado_pago, accessToken },
      }),
    );
    expect(screen.queryByText("APP_USR-1a2b")).toBeNull();
  });

  test("that cannot be read says so", async () => {
    backend.mutates("integrations:reveal", () => Promise.reject(refused("secret_unreadable")));
    const { user } = show();
    await user.click(press("Mostrar Access token"));
    expect(await screen.findByText("Não foi possível ler este valor. Informe-o de novo.")).toBeTruthy();
  });

  test("a new one is sent, and the field is empty again", async () => {
    const send = backend.mutates("integrations:saveMercadoPago", () => Promise.resolve(null));
    const { user } = show();
    await user.type(token(), "novo-token");
    await user.click(press("Salvar Mercado Pago"));
    await screen.findByText(/^Configuração do Mercado Pago salva com sucesso/);
    expect(send.mock.calls).toEqual([[{ accessToken: "novo-token", seen: { "mercado_pago.access_token": SET_AT } }]]);
    expect(token().value).toBe("");
  });

  test("'Apagar' clears it on saving; 'Manter' takes that back", async () => {
    const send = backend.mutates("integrations:saveMercadoPago", () => Promise.resolve(null));
    const { user } = show();
    await user.click(press("Apagar Access token"));
    expect(lineOf(token())).toBe("Será apagado ao salvar");
    await user.click(press("Manter Access token"));
    expect(lineOf(token())).toBe("Guardado: ••••••••1a2b. Deixe vazio para manter.");
    await user.click(press("Apagar Access token"));
    await user.click(press("Salvar Mercado Pago"));
    await screen.findByText(/^Configuração do Mercado Pago salva com sucesso/);
    expect(send.mock.calls).toEqual([[{ accessToken: null, seen: { "mercado_pago.access_token": SET_AT } }]]);
  });
});
