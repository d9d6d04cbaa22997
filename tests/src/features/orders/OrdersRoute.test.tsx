import { act, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/orders/OrdersRoute";
import { backend, later } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";

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

const anOrder = (change: Record<string, unknown> = {}) => ({
  _id: "order-1284",
  _creationTime: 1,
  number: 1284,
  publicId: "abc",
  customerPhone: "5511987654321",
  customerName: "Maria Souza",
  totalCents: 123456,
  pieces: 2,
  isPaid: false,
  printed: false,
  eventType: "LIVE",
  eventDate: "2026-11-20",
  observation: null,
  messagesSent: { itemAdded: true, paymentConfirmation: true },
  ...change,
});

const show = (query = "") => showScreen({ routes: [{ path: "/pedidos", Component }], at: `/pedidos${query}` });
const rowOf = (text: string) => screen.getByText(text).closest("tr") ?? document.body;

beforeEach(() => {
  backend.clear();
  backend.answersWith("orders:totals", {
    orders: 3,
    paid: 1,
    pending: 2,
    totalCents: 123456,
    paidCents: 100,
    pendingCents: 200,
    pieces: 4,
  });
});

describe("Pedidos, in its four states", () => {
  test("loading: bars that say what is coming", () => {
    show();
    expect(screen.getByRole("status", { name: "Carregando pedidos" })).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("empty: says so; with a filter it offers to clear it", async () => {
    backend.answersPages("orders:list", []);
    const { user, router } = show("?pago=nao&tipo=LIVE");
    expect(screen.getByText("Nenhum pedido encontrado")).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: "Limpar filtros" })[0] ?? document.body);
    expect(router.state.location.search).toBe("");
    expect(screen.queryByRole("button", { name: "Limpar filtros" })).toBeNull();
  });

  test("refused: the reason and another try; title and totals stay", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    backend.refuses("orders:list", new ConvexError({ code: "forbidden", message: "Você não tem permissão para isto" }));
    const { user } = show();
    expect(screen.getByRole("alert").textContent).toContain("Você não tem permissão para isto");
    expect(screen.getByRole("heading", { level: 1, name: "Pedidos" })).toBeTruthy();
    expect(screen.getByRole("region", { name: "Totais" })).toBeTruthy();
    act(() => backend.answersPages("orders:list", [anOrder()]));
    await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
    expect(screen.getByText("#1284")).toBeTruthy();
    silence.mockRestore();
  });

  test("filled: every fact of an order in its column", () => {
    backend.answersPages("orders:list", [
      anOrder(),
      anOrder({ _id: "b", number: 1283, isPaid: true, printed: true, customerName: null, observation: "Portaria B" }),
    ]);
    show();
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Pedido",
      "Telefone",
      "Cliente",
      "Total",
      "Pago",
      "Impresso",
      "Tipo",
      "Data",
      "Mensagens",
      "Observação",
    ]);
    const facts = (text: string) => [...rowOf(text).children].map((cell) => cell.textContent);
    expect(facts("#1284")).toEqual([
      "#1284",
      "+55 (11) 98765-4321",
      "Maria Souza",
      "R$\u00a01.234,56",
      "Pendente",
      "Não impresso",
      "LIVE",
      "20/11/2026",
      "Item",
      "Sem observação",
    ]);
    expect(facts("#1283").slice(2)).toEqual([
      "Sem nome",
      "R$\u00a01.234,56",
      "Pago",
      "Impresso",
      "LIVE",
      "20/11/2026",
      "Item, Pagamento",
      "Portaria B",
    ]);
    expect(document.title).toBe("Pedidos · Loja Demo");
  });

  test("the four figures of the whole filter", async () => {
    show();
    const totals = screen.getByRole("region", { name: "Totais" });
    await expect.poll(() => totals.textContent).toBe("Pedidos3Pagos1Pendentes2Valor totalR$\u00a01.234,56");
  });
});

describe("filters live in the address", () => {
  test("what the address says is asked of the server; what it does not understand is ignored", () => {
    show("?pago=sim&tipo=LIVE&data=2026-11-20&por=25");
    expect(backend.askedPages.get("orders:list")).toEqual({
      args: { isPaid: true, eventType: "LIVE", eventDate: "2026-11-20" },
      size: 25,
    });
    show("?pago=talvez&tipo=FEIRA&data=ontem&por=7");
    expect(backend.askedPages.get("orders:list")).toEqual({ args: {}, size: 10 });
  });

  test("choosing one is a step that Back undoes", async () => {
    const { user, router } = show();
    screen.getByRole("combobox", { name: "Pagamento" }).focus();
    await user.keyboard("{Enter}");
    await user.click(screen.getByRole("option", { name: "Não pagos" }));
    expect(router.state.location.search).toBe("?pago=nao");
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe("");
  });
});

describe("the paid switch", () => {
  test("is busy for its own row while the change is on its way, and takes no second press", async () => {
    backend.answersPages("orders:list", [anOrder(), anOrder({ _id: "b", number: 1283 })]);
    const answer = later<{ changed: number }>();
    const setPaid = backend.mutates("orders:setPaid", () => answer.promise);
    const { user } = show();
    const paid = screen.getByRole("switch", { name: "Pedido 1284 pago" });
    await user.click(paid);
    await user.click(paid);
    expect(setPaid).toHaveBeenCalledTimes(1);
    expect(setPaid).toHaveBeenCalledWith({ orderIds: ["order-1284"], isPaid: true });
    expect(paid.getAttribute("aria-busy")).toBe("true");
    expect(screen.getByRole("switch", { name: "Pedido 1283 pago" }).getAttribute("aria-busy")).toBe("false");
    await act(async () => {
      answer.resolve({ changed: 1 });
      await answer.promise;
    });
    expect(paid.getAttribute("aria-busy")).toBe("false");
    expect(await screen.findByText("Pedido marcado como pago")).toBeTruthy();
  });

  test("refused: the reason under 'Erro'", async () => {
    backend.answersPages("orders:list", [anOrder({ isPaid: true })]);
    const message = "Já existe o pedido #12 em aberto deste telefone nesta data";
    backend.mutates("orders:setPaid", () => Promise.reject(new ConvexError({ code: "open_order_exists", message })));
    const { user } = show();
    await user.click(screen.getByRole("switch", { name: "Pedido 1284 pago" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText("Erro")).toBeTruthy();
  });

  test("failed for another cause: the feature's own sentence, nothing technical", async () => {
    backend.answersPages("orders:list", [anOrder()]);
    backend.mutates("orders:setPaid", () => Promise.reject(new Error("Server Error")));
    const { user } = show();
    await user.click(screen.getByRole("switch", { name: "Pedido 1284 pago" }));
    expect(await screen.findByText("Erro ao atualizar status do pagamento")).toBeTruthy();
    expect(screen.queryByText(/Server Error/)).toBeNull();
  });

  test("an order that no longer fits the filter leaves at once", () => {
    backend.answersPages("orders:list", [anOrder({ isPaid: true }), anOrder({ _id: "b", number: 1283 })]);
    show("?pago=nao");
    expect(screen.queryByText("#1284")).toBeNull();
    expect(screen.getByText("#1283")).toBeTruthy();
  });
});

describe("a live list", () => {
  test("a changed row glows, a new one too, the others do not", () => {
    backend.answersPages("orders:list", [anOrder(), anOrder({ _id: "b", number: 1283 })]);
    show();
    const unchanged = anOrder({ _id: "b", number: 1283 });
    act(() =>
      backend.answersPages("orders:list", [anOrder({ _id: "c", number: 1285 }), anOrder({ totalCents: 5 }), unchanged]),
    );
    expect(rowOf("#1285").className).toContain("glow");
    expect(rowOf("#1284").className).toContain("glow");
    expect(rowOf("#1283").className).not.toContain("glow");
  });

  test("more are loaded on demand", async () => {
    const loadMore = vi.fn();
    backend.answersPages("orders:list", [anOrder()], { canLoadMore: true, loadMore });
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Carregar mais" }));
    expect(loadMore).toHaveBeenCalledTimes(1);
  });

  test("on the phone each order is a card with the same facts", () => {
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query.includes("max-width"),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    backend.answersPages("orders:list", [anOrder()]);
    show();
    expect(screen.queryByRole("table")).toBeNull();
    const card = within(screen.getByRole("list", { name: "Lista de pedidos" })).getByRole("listitem");
    for (const fact of ["#1284", "+55 (11) 98765-4321", "Maria Souza", "Pendente", "Não impresso", "Sem observação"]) {
      expect(within(card).getByText(fact)).toBeTruthy();
    }
    vi.unstubAllGlobals();
  });
});
