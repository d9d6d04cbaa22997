import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { saoPauloDate } from "../../../../domain/calendar";
import { Component } from "../../../../src/features/reports/ReportsRoute";
import { backend } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";

const asked = vi.hoisted(() => new Map<string, unknown[]>());
vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  const { getFunctionName } = await import("convex/server");
  const useTenantQuery: typeof backend.useTenantQuery = (query, args) => {
    const name = getFunctionName(query);
    asked.set(name, [...(asked.get(name) ?? []), args]);
    return backend.useTenantQuery(query, args);
  };
  return { useTenantQuery };
});
vi.mock("../../../../src/features/manualSales", async () => {
  const { useToday } = await import("../../../../src/lib/clock");
  return { useWorkingLive: () => ({ live: { eventDate: useToday(), eventType: "MANUAL" } }) };
});

const TODAY = saoPauloDate(Date.now());
const show = (query = "") => showScreen({ routes: [{ path: "/relatorios", Component }], at: `/relatorios${query}` });
/** What the last question named so was about. */
const lastAsked = (name: string) => asked.get(name)?.at(-1);

const CARD = {
  orders: 4,
  paidOrders: 3,
  pendingOrders: 1,
  paidCents: 123_456,
  pendingCents: 5_000,
  totalCents: 128_456,
  pieces: 9,
  averageTicketCents: 41_152,
};
const EMPTY = {
  ...CARD,
  orders: 0,
  paidOrders: 0,
  pendingOrders: 0,
  paidCents: 0,
  pendingCents: 0,
  totalCents: 0,
  pieces: 0,
};

function aSeller(change: Record<string, unknown> = {}) {
  return {
    productId: "p1",
    code: "C151",
    name: "Vestido",
    quantity: 7,
    totalCents: 62_930,
    averagePriceCents: 8_990,
    ...change,
  };
}

function aGroup(change: Record<string, unknown> = {}) {
  return {
    group: "Live de Quinta",
    orders: 21,
    paidOrders: 11,
    pieces: 40,
    paidPieces: 25,
    pendingPieces: 15,
    paidCents: 100_000,
    pendingCents: 50_000,
    totalCents: 150_000,
    conversionPermille: 524,
    ...change,
  };
}

beforeEach(() => {
  backend.clear();
  asked.clear();
  const cards = {
    today: CARD,
    month: { ...CARD, orders: 40 },
    year: { ...CARD, orders: 400 },
    all: { ...CARD, orders: 900 },
  };
  backend.answersBy("reports:overview", ({ from }) => ({
    ...cards,
    period: from === undefined ? null : { ...CARD, orders: 77 },
  }));
  backend.answersWith("reports:salesByDay", [{ date: TODAY, orders: 4, paidCents: 123_456, pendingCents: 5_000 }]);
  backend.answersWith("reports:byEventType", [
    { eventType: "MANUAL", orders: 1, pieces: 2, paidCents: 100, pendingCents: 200 },
    { eventType: "LIVE", orders: 3, pieces: 7, paidCents: 300, pendingCents: 400 },
  ]);
  backend.answersWith("reports:liveByHour", [{ hour: `${TODAY}T20`, orders: 4, totalCents: 9_900 }]);
});

function figures() {
  const section = screen.getByRole("region", { name: "Vendas por Período" });
  return [...section.querySelectorAll("dl > div")].map((pair) => [
    pair.querySelector("dt")?.textContent,
    pair.querySelector("dd")?.textContent,
  ]);
}
const card = (name: string) => screen.getByRole("region", { name }).textContent;
const periods = () =>
  within(screen.getByRole("radiogroup", { name: "Período" }))
    .getAllByRole("radio")
    .map((radio) => radio.parentElement?.textContent);
const choose = (name: string) => screen.getByRole("radio", { name });

/** The rows of a chart's table, as they are read. */
function tableOf(name: string | RegExp): (string | null)[][] {
  const table = within(screen.getByRole("figure", { name })).getByRole("table", { hidden: true });
  return within(table)
    .getAllByRole("row", { hidden: true })
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
}

describe("Visão Geral", () => {
  test("three tabs, 'Atualizar', and today to begin with", () => {
    show();
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent?.replace(/^(.+)\1$/, "$1"))).toEqual([
      "Visão Geral",
      "Produtos Mais Vendidos",
      "Grupos WhatsApp",
    ]);
    expect(screen.getByRole("button", { name: "Atualizar" })).toBeTruthy();
    expect(periods()).toEqual(["Geral", "Hoje", "Este Mês", "Este Ano", "Personalizado"]);
    expect(choose("Hoje")).toHaveProperty("checked", true);
    expect(document.title).toBe("Relatórios · Loja Demo");
  });

  test("the five figures of the period, and three cards", () => {
    show();
    expect(figures()).toEqual([
      ["Vendas Pagas", "R$\u00a01.234,56"],
      ["Vendas Pendentes", "R$\u00a050,00"],
      ["Total de Pedidos", "4"],
      ["Produtos Vendidos", "9"],
      ["Ticket Médio", "R$\u00a0411,52"],
    ]);
    expect(card("Hoje")).toBe("HojeVendasR$\u00a01.234,56Pedidos4Produtos9Ticket MédioR$\u00a0411,52");
    expect(card("Este Mês")).toContain("Pedidos40");
    expect(card("Este Ano")).toContain("Pedidos400");
  });

  test.each([
    ["Geral", "900"],
    ["Este Mês", "40"],
    ["Este Ano", "400"],
  ])("%s shows its own figures", async (name, orders) => {
    const { user } = show();
    await user.click(choose(name));
    expect(figures()[2]).toEqual(["Total de Pedidos", orders]);
  });

  test("Personalizado: two dates with 'até' between them; nothing is loaded before both are there", async () => {
    const { user, router } = show();
    await user.click(choose("Personalizado"));
    expect(screen.getByText("até")).toBeTruthy();
    expect(screen.getByText("Escolha as duas datas do período.")).toBeTruthy();
    await user.type(screen.getByLabelText("De"), "01/11/2026");
    expect(lastAsked("reports:overview")).toEqual({ today: TODAY });
    expect(screen.queryByRole("figure", { name: /^Vendas por (dia|mês)/ })).toBeNull();
    await user.type(screen.getByLabelText("Até"), "05/11/2026");
    expect(lastAsked("reports:overview")).toEqual({ today: TODAY, from: "2026-11-01", to: "2026-11-05" });
    expect(figures()[2]).toEqual(["Total de Pedidos", "77"]);
    expect(router.state.location.search).toBe("?periodo=personalizado&de=2026-11-01&ate=2026-11-05");
  });

  test("the wrong way round: 'Período inválido', at the field", () => {
    show("?periodo=personalizado&de=2026-11-05&ate=2026-11-01");
    expect(screen.getByText("Período inválido")).toBeTruthy();
    expect(lastAsked("reports:overview")).toEqual({ today: TODAY });
  });

  test("empty: 'Nenhum dado disponível para hoje'", async () => {
    backend.answersWith("reports:overview", { today: EMPTY, month: EMPTY, year: EMPTY, all: EMPTY, period: null });
    const { user } = show();
    expect(screen.getByText("Nenhum dado disponível para hoje")).toBeTruthy();
    await user.click(choose("Este Mês"));
    expect(screen.getByText("Nenhum dado disponível no período selecionado")).toBeTruthy();
  });

  test("loading: 'Carregando...'", () => {
    backend.clear();
    show();
    expect(screen.getAllByText("Carregando...").length).toBeGreaterThan(0);
  });

  test("refused: the reason, and figures at zero beside it", () => {
    backend.refuses("reports:overview", new Error("Server Error"));
    backend.refuses("reports:salesByDay", new Error("Server Error"));
    show();
    expect(screen.getByText("Erro ao carregar estatísticas do período")).toBeTruthy();
    expect(screen.getByText("Erro ao carregar vendas")).toBeTruthy();
    expect(card("Hoje")).toContain("VendasR$\u00a00,00");
    expect(screen.queryByRole("figure", { name: /^Vendas por dia/ })).toBeNull();
  });

  test("no company: says what is missing", () => {
    showScreen({
      routes: [{ path: "/relatorios", Component }],
      at: "/relatorios",
      scope: { tenant: null, isTenantSite: false },
    });
    expect(screen.getByText("Defina a empresa")).toBeTruthy();
  });

  test("'Atualizar' asks the server anew; the figures stay meanwhile, and it says when", async () => {
    const { user } = show();
    asked.clear();
    await user.click(screen.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText(/^Atualizado às \d\d:\d\d:\d\d$/)).toBeTruthy();
    expect(asked.get("reports:overview")).toContain("skip");
    expect(lastAsked("reports:overview")).toEqual({ today: TODAY });
  });
});

describe("the charts, as the tables they are pictures of", () => {
  test("sales by day, paid and pending: of today, the two weeks up to it", () => {
    show();
    const rows = tableOf(/^Vendas por dia, de /);
    expect(rows).toHaveLength(14);
    expect(rows.at(-1)?.slice(1)).toEqual(["R$\u00a01.234,56", "R$\u00a050,00", "4"]);
    expect(rows[0]?.slice(1)).toEqual(["R$\u00a00,00", "R$\u00a00,00", "0"]);
  });

  test("all time is drawn by month, from the first sale on", async () => {
    const { user } = show();
    await user.click(choose("Geral"));
    expect(tableOf(/^Vendas por mês, de /)).toHaveLength(1);
  });

  test("days without a sale: 'Nenhuma venda nestes dias'", () => {
    backend.answersWith("reports:salesByDay", []);
    show();
    expect(screen.getByText("Nenhuma venda nestes dias")).toBeTruthy();
  });

  test("by event type: on all dates, or of the live", async () => {
    const { user, router } = show();
    expect(tableOf("Vendas por tipo de evento")).toEqual([
      ["MANUAL", "R$\u00a01,00", "R$\u00a02,00", "1", "2"],
      ["LIVE", "R$\u00a03,00", "R$\u00a04,00", "3", "7"],
    ]);
    expect(lastAsked("reports:byEventType")).toEqual({});
    await user.click(screen.getByRole("radio", { name: /^Live de/ }));
    expect(lastAsked("reports:byEventType")).toEqual({ eventDate: TODAY });
    expect(router.state.location.search).toBe("?tipos=live");
  });

  test("a live hour by hour: the one that is being worked on, or another", async () => {
    const { user, router } = show();
    expect(tableOf("Live hora a hora")).toEqual([["20h", "4", "R$\u00a099,00"]]);
    expect(lastAsked("reports:liveByHour")).toEqual({ eventDate: TODAY });
    const date = screen.getByLabelText("Data da live");
    await user.clear(date);
    await user.type(date, "13/11/2026");
    expect(lastAsked("reports:liveByHour")).toEqual({ eventDate: "2026-11-13" });
    expect(router.state.location.search).toBe("?live=2026-11-13");
  });

  test("a live without orders, and one that cannot be had", () => {
    backend.answersWith("reports:liveByHour", []);
    show();
    expect(screen.getByText("Nenhum pedido nesta data")).toBeTruthy();
    act(() => backend.refuses("reports:liveByHour", new Error("Server Error")));
    expect(screen.getByText("Erro ao carregar a live")).toBeTruthy();
    expect(screen.getByRole("figure", { name: "Vendas por tipo de evento" })).toBeTruthy();
  });
});

describe("Produtos Mais Vendidos", () => {
  const open = (query = "") => show(`?aba=produtos${query}`);

  test("periods without 'Geral', today to begin with; position, product, code, quantity, revenue, average", () => {
    const sellers = Array.from({ length: 10 }, (_, at) => aSeller({ productId: `p${at}`, code: `C${150 + at}` }));
    backend.answersWith("reports:topProducts", sellers);
    open();
    expect(periods()).toEqual(["Hoje", "Este Mês", "Este Ano", "Personalizado"]);
    expect(lastAsked("reports:topProducts")).toEqual({ from: TODAY, to: TODAY });
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Posição",
      "Produto",
      "Código",
      "Quantidade Vendida",
      "Receita Total",
      "Preço Médio",
    ]);
    const rows = within(screen.getByRole("table", { name: "Produtos mais vendidos" }))
      .getAllByRole("row")
      .slice(1);
    expect(rows).toHaveLength(10);
    expect([...(rows[0]?.children ?? [])].map((cell) => cell.textContent)).toEqual([
      "1º",
      "Vestido",
      "C150",
      "7",
      "R$\u00a0629,30",
      "R$\u00a089,90",
    ]);
  });

  test("the first three are marked", () => {
    backend.answersWith(
      "reports:topProducts",
      Array.from({ length: 5 }, (_, at) => aSeller({ productId: `p${at}` })),
    );
    open();
    const colors = [1, 2, 3, 4, 5].map((place) => screen.getByText(`${place}º`).getAttribute("data-accent-color"));
    expect(colors).toEqual(["amber", "amber", "amber", "gray", "gray"]);
  });

  test("empty, loading, refused, half a period: each with its text", async () => {
    backend.answersWith("reports:topProducts", []);
    const { user } = open();
    expect(screen.getByText("Nenhum produto vendido no período selecionado")).toBeTruthy();
    act(() => backend.refuses("reports:topProducts", new Error("Server Error")));
    expect(screen.getByText("Erro ao carregar produtos mais vendidos")).toBeTruthy();
    await user.click(choose("Personalizado"));
    expect(screen.getByText("Escolha as duas datas do período.")).toBeTruthy();
  });

  test("loading: 'Carregando...'", () => {
    open("&periodo=mes");
    expect(screen.getByText("Carregando...")).toBeTruthy();
  });

  test("a product that is gone is named as such", () => {
    backend.answersWith("reports:topProducts", [aSeller({ code: "N/A", name: "Produto removido" })]);
    open();
    expect(screen.getByText("Produto removido")).toBeTruthy();
    expect(screen.getByText("N/A")).toBeTruthy();
  });
});

describe("Grupos WhatsApp", () => {
  test("every column; the badge is green from 50 % on and red below, with one decimal", async () => {
    backend.answersWith("reports:groups", [
      aGroup(),
      aGroup({ group: "Metade", conversionPermille: 500 }),
      aGroup({ group: "Quase", conversionPermille: 499 }),
    ]);
    const { user, router } = show();
    await user.click(screen.getByRole("tab", { name: /^Grupos WhatsApp/ }));
    await waitFor(() => expect(router.state.location.search).toBe("?aba=grupos"));
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Grupo",
      "Total de Pedidos",
      "Pedidos Pagos",
      "Total de Produtos",
      "Produtos Pagos",
      "Produtos Pendentes",
      "Receita Paga",
      "Receita Pendente",
      "Receita Total",
      "Taxa de Conversão",
    ]);
    const [, first] = screen.getAllByRole("row");
    expect([...(first?.children ?? [])].map((cell) => cell.textContent)).toEqual([
      "Live de Quinta",
      "21",
      "11",
      "40",
      "25",
      "15",
      "R$\u00a01.000,00",
      "R$\u00a0500,00",
      "R$\u00a01.500,00",
      "52,4%",
    ]);
    const colors = ["52,4%", "50,0%", "49,9%"].map((text) => screen.getByText(text).getAttribute("data-accent-color"));
    expect(colors).toEqual(["jade", "jade", "red"]);
  });

  test("loading, empty and refused, which falls back to nothing", () => {
    show("?aba=grupos");
    expect(screen.getByText("Carregando...")).toBeTruthy();
    act(() => backend.answersWith("reports:groups", []));
    expect(screen.getByText("Nenhum dado disponível por grupo de WhatsApp")).toBeTruthy();
    act(() => backend.refuses("reports:groups", new Error("Server Error")));
    expect(screen.getByText("Erro ao carregar estatísticas por grupo de WhatsApp")).toBeTruthy();
    expect(screen.getByText("Nenhum dado disponível por grupo de WhatsApp")).toBeTruthy();
  });
});
