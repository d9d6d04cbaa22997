import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { screensFor } from "../../../../src/lib/screens";
import { backend, refused } from "../../support/fakeBackend";
import { ANA } from "../../support/screen";
import { DONA, MASTER, NOWHERE, OVERVIEW, showSettings } from "./settingsScreen";

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
vi.mock("../../../../src/lib/useTenantPaginatedQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantPaginatedQuery: backend.useTenantPaginatedQuery };
});
vi.mock("../../../../src/lib/useLiveQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useLiveQuery: backend.useTenantQuery };
});

beforeEach(() => {
  backend.clear();
  backend.answersWith("settings:overview", OVERVIEW);
  backend.answersWith("coupons:list", []);
});

/** Each label stands twice in a tab, once to keep its width; a browser reads it once. */
const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent.slice(textContent.length / 2));

describe("who opens /config", () => {
  test("its link is for owners and super admins; staff has none", () => {
    const labels = (profile: Parameters<typeof screensFor>[0]) => screensFor(profile).map(({ label }) => label);
    expect(labels(DONA)).toContain("Configurações");
    expect(labels(MASTER)).toContain("Configurações");
    expect(labels(ANA)).not.toContain("Configurações");
    expect(labels(null)).not.toContain("Configurações");
  });

  test("staff goes home and is told who can help", async () => {
    const { router } = showSettings("", ANA);
    expect(await screen.findByText("elsewhere: /")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/");
    expect(screen.getByText("Acesso negado")).toBeTruthy();
    expect(
      screen.getByText("Só a pessoa responsável pela empresa pode abrir as configurações. Peça o acesso a ela."),
    ).toBeTruthy();
  });

  test("an owner has the company's tabs and not Empresas", () => {
    showSettings("?aba=configuracoes");
    expect(tabs()).toEqual(["Configurações", "Sistema", "Cupons", "Brindes", "Integrações", "Equipe", "Auditoria"]);
  });

  test("an owner who was sent the address of Empresas reads why there is nothing", () => {
    showSettings("?aba=empresas");
    expect(screen.getByRole("alert").textContent).toBe(
      "Acesso negado. Apenas super administradores podem acessar esta página.",
    );
  });

  test("a super admin has both", () => {
    showSettings("?aba=configuracoes", MASTER);
    expect(tabs()).toEqual([
      "Configurações",
      "Sistema",
      "Cupons",
      "Brindes",
      "Integrações",
      "Empresas",
      "Equipe",
      "Auditoria",
    ]);
  });

  test("a super admin without a company is led to Empresas, and has that tab and the installation's log", async () => {
    const { user } = showSettings("", MASTER, NOWHERE);
    expect(screen.getByText("Tenant não identificado. Escolha em que empresa você quer trabalhar.")).toBeTruthy();
    await user.click(screen.getByRole("link", { name: "Ver empresas" }));
    expect(tabs()).toEqual(["Empresas", "Auditoria"]);
  });
});

describe("the dashboard", () => {
  test("four figures, true now", () => {
    showSettings();
    const summary = within(screen.getByRole("region", { name: "Resumo" }));
    const figures = summary.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(figures).toEqual([
      ["Cupons ativos", "3"],
      ["Brindes ativos", "2"],
      ["Pessoas na equipe", "5"],
      ["Integrações ativas", "1 de 4"],
    ]);
  });

  test.each([
    ["Configurações gerais", "configuracoes"],
    ["Sistema", "sistema"],
    ["Cupons e brindes", "cupons"],
    ["Integrações", "integracoes"],
  ])("the card %s opens the configuration, and one comes back", async (card, tab) => {
    const { user, router } = showSettings();
    await user.click(screen.getByRole("link", { name: `Abrir ${card}` }));
    expect(router.state.location.search).toBe(`?aba=${tab}`);
    await user.click(screen.getByRole("link", { name: "Voltar ao painel" }));
    expect(router.state.location.pathname + router.state.location.search).toBe("/config");
  });

  test("loading and refused", async () => {
    backend.clear();
    showSettings();
    expect(screen.getByRole("status", { name: "Carregando configurações" })).toBeTruthy();
    backend.refuses("settings:overview", new Error("boom"));
    expect((await screen.findByRole("alert")).textContent).toBe("Erro ao carregar configurações");
  });
});

describe("the tabs", () => {
  test("Q1: the one that is open is in the address, an unknown one is ignored", async () => {
    const { user, router } = showSettings("?aba=configuracoes");
    await user.click(screen.getByRole("tab", { name: /Cupons/ }));
    expect(router.state.location.search).toBe("?aba=cupons");
    expect(screen.getByText("Nenhum cupom cadastrado")).toBeTruthy();
  });
  test.each([
    ["Equipe", "equipe", "Carregando equipe"],
    ["Auditoria", "auditoria", "Carregando registro"],
  ])("%s is one of them", async (_label, tab, loading) => {
    showSettings(`?aba=${tab}`);
    expect(await screen.findByRole("status", { name: loading })).toBeTruthy();
  });
  test("an address with an unknown tab is the dashboard", () => {
    showSettings("?aba=nada");
    expect(screen.getByRole("region", { name: "Resumo" })).toBeTruthy();
  });
});

describe("Configurações, to read", () => {
  const facts = (name: string) =>
    within(screen.getByRole("region", { name }))
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextSibling?.textContent]);

  test("event, shipping and project", () => {
    showSettings("?aba=configuracoes");
    expect(facts("Evento de hoje, 20/11/2026")).toEqual([
      ["Pedidos", "17"],
      ["Pagos", "5"],
      ["Valor total", "R$\u00a07.944,70"],
    ]);
    expect(facts("Frete")).toEqual([
      ["CEP de origem", "31575-060"],
      ["Ambiente", "Sandbox (testes)"],
      ["Peso padrão", "0,3 kg"],
      ["Pacote padrão (C × A × L)", "20 × 2 × 16 cm"],
      ["Diâmetro", "0 cm"],
    ]);
    expect(facts("Projeto")).toEqual([
      ["Empresa", "Loja Demo"],
      ["Identificador", "lojademo"],
      ["Endereço público", "O da instalação"],
      ["Criada em", "02/01/2026"],
    ]);
  });

  test("how each service stands, with its own screen and its documentation", () => {
    showSettings("?aba=configuracoes");
    const cards = within(screen.getByRole("region", { name: "Integrações" })).getAllByRole("listitem");
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      "Mercado PagoAtivaDocumentação",
      "Melhor EnvioNão configuradaConectar e configurar o freteDocumentação",
      "BlingConfigurada, inativaConectar e ver os pedidos no BlingDocumentação",
      "WhatsAppNão configuradaVer instâncias e ajustes de envioDocumentação",
    ]);
    const link = screen.getByRole("link", { name: "Documentação: Bling (abre em outra aba)" });
    expect(link.getAttribute("href")).toBe("https://docs.test/bling");
    expect(link.getAttribute("rel")).toBe("noreferrer");
  });

  test("variables: names and whether they are set", () => {
    showSettings("?aba=configuracoes");
    const rows = within(screen.getByRole("region", { name: "Variáveis de ambiente" })).getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual(["SECRETS_KEYDefinida", "BASE_DOMAINNão definida"]);
  });

  test("refused: the server's sentence", async () => {
    backend.refuses("settings:overview", refused("forbidden"));
    showSettings("?aba=configuracoes");
    expect((await screen.findByRole("alert")).textContent).toBe("Você não tem permissão para isto");
  });
});
