import { act, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/orders/OrdersRoute";
import { backend, later, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
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

const show = (query = "") => showScreen({ routes: [{ path: "/pedidos", Component }], at: `/pedidos${query}` });
const rowOf = (text: string) => screen.getByText(text).closest("tr") ?? document.body;

beforeEach(() => {
  backend.clear();
  window.sessionStorage.clear();
  backend.answersWith("orders:totals", TOTALS);
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

  test("a paid order's row leads to its label; an unpaid one has none", () => {
    backend.answersPages("orders:list", [anOrder({ isPaid: true }), anOrder({ _id: "order-7", number: 7 })]);
    show();
    expect(screen.getByRole("link", { name: "Etiqueta do pedido 1284" }).getAttribute("href")).toBe(
      "/etiquetas?pedido=1284",
    );
    expect(screen.queryByRole("link", { name: "Etiqueta do pedido 7" })).toBeNull();
  });

  test("filled: every fact of an order in its column", () => {
    backend.answersPages("orders:list", [
      anOrder(),
      anOrder({ _id: "b", number: 1283, isPaid: true, printed: true, customerName: null, observation: "Portaria B" }),
    ]);
    show();
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "",
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
      "Ações",
    ]);
    const facts = (text: string) => [...rowOf(text).children].map((cell) => cell.textContent);
    expect(facts("#1284")).toEqual([
      "",
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
      "",
    ]);
    expect(facts("#1283").slice(3)).toEqual([
      "Sem nome",
      "R$\u00a01.234,56",
      "Pago",
      "Impresso",
      "LIVE",
      "20/11/2026",
      "Item, Pagamento",
      "Portaria B",
      "",
    ]);
    const row = within(rowOf("#1284"));
    expect(row.getByRole("button", { name: "Ver pedido 1284" })).toBeTruthy();
    expect(row.getByRole("button", { name: "Editar pedido 1284" })).toBeTruthy();
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
    expect(backend.askedPages.get("orders:list")).toMatchObject({
      args: { isPaid: true, eventType: "LIVE", eventDate: "2026-11-20" },
      size: 25,
    });
    show("?pago=talvez&tipo=FEIRA&data=ontem&por=7");
    expect(backend.askedPages.get("orders:list")).toMatchObject({ args: {}, size: 10 });
  });

  test("choosing one is a step that Back undoes (Q3)", async () => {
    const { user, router } = show();
    await user.click(screen.getByRole("button", { name: "Filtro" }));
    await user.click(screen.getByRole("radio", { name: "Não pagos" }));
    expect(router.state.location.search).toBe("?pago=nao");
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe("");
  });

  test("each stands as a chip that takes it away (Q4)", async () => {
    const { user, router } = show("?pago=nao&tipo=LIVE&data=2026-11-20");
    await user.click(screen.getByRole("button", { name: "Remover filtro Data: 20/11/2026" }));
    expect(router.state.location.search).toBe("?pago=nao&tipo=LIVE");
    await user.click(screen.getByRole("button", { name: "Remover filtro Pagamento: Não pagos" }));
    expect(router.state.location.search).toBe("?tipo=LIVE");
    expect(screen.queryByText("Pagamento: Não pagos")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Limpar filtros" }));
    expect(router.state.location.search).toBe("");
  });

  test("a date is typed as dd/MM/yyyy, and takes effect when it is whole (N6)", async () => {
    const { user, router } = show();
    await user.click(screen.getByRole("button", { name: "Filtro" }));
    await user.type(screen.getByLabelText("Data do evento"), "2011202");
    expect(router.state.location.search).toBe("");
    await user.keyboard("6");
    expect(router.state.location.search).toBe("?data=2026-11-20");
  });
});

describe("the search (K2, N8)", () => {
  const asked = vi.fn();
  beforeEach(() => {
    asked.mockClear();
    backend.answersPages("orders:list", [anOrder({ _id: "b", number: 1283 })]);
    backend.answersBy("orders:search", (args) => {
      asked(args);
      return { rows: [anOrder({ isPaid: args.isPaid === true })], hasMore: args.text === "silva" };
    });
  });

  test("asks the server with the filters, adds no step to the history, and counts what it found (Q3)", async () => {
    const { user, router } = show("?tipo=LIVE");
    await user.type(screen.getByRole("searchbox", { name: "Buscar pedido" }), "#1284");
    expect(await screen.findByText("#1284")).toBeTruthy();
    expect(screen.queryByText("#1283")).toBeNull();
    expect(asked.mock.calls.map(([args]: unknown[]) => args)).toEqual([
      { text: "#1284", eventType: "LIVE", limit: 50 },
    ]);
    expect(router.state.historyAction).toBe("REPLACE");
    const totals = screen.getByRole("region", { name: "Totais" });
    await expect.poll(() => totals.textContent).toBe("Pedidos1Pagos0Pendentes1Valor totalR$\u00a01.234,56");
  });

  test("a filter that is changed right behind the last key stays changed (Q3)", async () => {
    const { user, router } = show("?tipo=LIVE");
    await user.type(screen.getByRole("searchbox", { name: "Buscar pedido" }), "1284");
    await user.click(screen.getByRole("button", { name: /^Remover filtro .*LIVE/ }));
    await expect.poll(() => router.state.location.search).toBe("?q=1284");
  });

  test("the last one found has not left the list when a newer one takes its place (R3)", async () => {
    const found = (...numbers: number[]) =>
      backend.answersWith("orders:search", {
        rows: numbers.map((number) => anOrder({ _id: `order-${number}`, number })),
        hasMore: true,
      });
    found(3, 2, 1);
    show("?q=4321");
    expect(await screen.findByText("#1")).toBeTruthy();
    act(() => found(4, 3, 2));
    expect(await screen.findByText("#4")).toBeTruthy();
    expect(screen.queryByText("#1")).toBeNull();
  });

  test("a name stays out of the address (Q6) and survives a reload with its history entry", async () => {
    const { user, router } = show();
    await user.type(screen.getByRole("searchbox", { name: "Buscar pedido" }), "silva");
    expect(await screen.findByText("Há mais pedidos que combinam com a busca: escreva mais um pouco.")).toBeTruthy();
    expect(router.state.location.search).toBe("");
    expect(router.state.location.state).toEqual({ search: "silva" });
    await expect.poll(() => screen.getByRole("region", { name: "Totais" }).textContent).toContain("Pedidos1+");
  });

  test("Esc in the field ends it; a search in the address is one from the start (Q2)", async () => {
    const { user, router } = show("?q=4321");
    const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Buscar pedido" });
    expect(field.value).toBe("4321");
    expect(screen.getByText("#1284")).toBeTruthy();
    await user.type(field, "{Escape}");
    expect(await screen.findByText("#1283")).toBeTruthy();
    expect(field.value).toBe("");
    expect(router.state.location.search).toBe("");
  });
});

describe("saved views (Q5)", () => {
  test("a filter gets a name, is opened again, changed and saved; names are unique", async () => {
    backend.answersPages("orders:list", [anOrder()]);
    const { user, router } = show("?pago=nao");
    const views = () => user.click(screen.getByRole("button", { name: /^(Visões|A receber)$/ }));
    await views();
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(screen.getByText("Dê um nome à visão")).toBeTruthy();
    await user.type(screen.getByLabelText("Nome da visão"), "A receber{Enter}");
    expect(await screen.findByText('Visão "A receber" salva')).toBeTruthy();

    await act(() => router.navigate("/pedidos?tipo=LIVE"));
    await views();
    await user.click(screen.getByRole("button", { name: "A receber" }));
    expect(router.state.location.search).toBe("?pago=nao");

    await act(() => router.navigate("/pedidos?pago=nao&tipo=LIVE"));
    await views();
    expect(screen.getByText('Visão "A receber" alterada')).toBeTruthy();
    await user.type(screen.getByLabelText("Nome da visão"), "a receber");
    await user.click(screen.getByRole("button", { name: "Salvar como" }));
    expect(screen.getByText('Já existe uma visão "a receber"')).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await act(() => router.navigate("/pedidos"));
    await views();
    await user.click(screen.getByRole("button", { name: "A receber" }));
    expect(router.state.location.search).toBe("?pago=nao&tipo=LIVE");
  });
});

describe("views of the team (Q5)", () => {
  const OF_TEAM = { viewId: "view-1", name: "Para conferir", query: "pago=nao", authorName: "João" };
  const openMenu = (user: ReturnType<typeof show>["user"]) =>
    user.click(screen.getByRole("button", { name: /^(Visões|Para conferir)$/ }));

  test("stand among one's own, marked; one is made for the whole team, and a refusal stays at its field", async () => {
    backend.answersPages("orders:list", [anOrder()]);
    backend.answersWith("orderViews:list", [OF_TEAM]);
    const create = backend.mutates("orderViews:create", () => Promise.reject(refused("invalid_view")));
    const { user, router } = show("?tipo=LIVE");
    await openMenu(user);
    expect(screen.getByRole("button", { name: "Para conferir equipe" }).title).toBe("Da equipe, por João");
    await user.type(screen.getByLabelText("Nome da visão"), "Só lives");
    await user.click(screen.getByRole("checkbox", { name: "Para toda a equipe" }));
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(create).toHaveBeenCalledWith({ name: "Só lives", query: "tipo=LIVE" });
    expect(await screen.findByText("Não foi possível salvar este filtro como visão")).toBeTruthy();
    backend.mutates("orderViews:create", () => Promise.resolve({ viewId: "view-2" }));
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByText('Visão "Só lives" salva')).toBeTruthy();
    await openMenu(user);
    await user.click(screen.getByRole("button", { name: "Para conferir equipe" }));
    expect(router.state.location.search).toBe("?pago=nao");
  });

  test("one is changed by what was seen of it, deleted for all, and brought back", async () => {
    backend.answersPages("orders:list", [anOrder()]);
    backend.answersWith("orderViews:list", [OF_TEAM]);
    const change = backend.mutates("orderViews:change", () => Promise.resolve(null));
    const remove = backend.mutates("orderViews:remove", () => Promise.resolve(null));
    const create = backend.mutates("orderViews:create", () => Promise.resolve({ viewId: "view-2" }));
    const { user, router } = show();
    await openMenu(user);
    await user.click(screen.getByRole("button", { name: "Para conferir equipe" }));
    await act(() => router.navigate("/pedidos?pago=nao&tipo=LIVE"));
    await openMenu(user);
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(change).toHaveBeenCalledWith({ viewId: "view-1", query: "pago=nao&tipo=LIVE", seen: "pago=nao" });
    await openMenu(user);
    await user.click(screen.getByRole("button", { name: "Excluir visão Para conferir" }));
    expect(remove).toHaveBeenCalledWith({ viewId: "view-1" });
    await user.click(await screen.findByRole("button", { name: "Desfazer" }));
    expect(create).toHaveBeenCalledWith({ name: "Para conferir", query: "pago=nao" });
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

  test("back to pending offers a reason, which is optional, and then sends it (§8)", async () => {
    backend.answersPages("orders:list", [anOrder({ isPaid: true })]);
    const setPaid = backend.mutates("orders:setPaid", () => Promise.resolve({ changed: 1 }));
    const { user } = show();
    await user.click(screen.getByRole("switch", { name: "Pedido 1284 pago" }));
    expect(setPaid).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText("Motivo (opcional)"), "Pix devolvido{Enter}");
    expect(setPaid).toHaveBeenCalledWith({ orderIds: ["order-1284"], isPaid: false, reason: "Pix devolvido" });
    expect(await screen.findByText("Pedido desmarcado")).toBeTruthy();
    await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Pedido 1284 pago");
  });

  test("a press beside the field of the reason is none on the row beneath: no dialog, nothing lost (D4)", async () => {
    backend.answersPages("orders:list", [anOrder({ isPaid: true })]);
    const { user, router } = show();
    await user.click(screen.getByRole("switch", { name: "Pedido 1284 pago" }));
    await user.type(screen.getByLabelText("Motivo (opcional)"), "Pix devolvido");
    await user.click(screen.getByRole("dialog"));
    expect(router.state.location.search).toBe("");
    expect(screen.getByLabelText<HTMLInputElement>("Motivo (opcional)").value).toBe("Pix devolvido");
  });

  test("Esc leaves it paid", async () => {
    backend.answersPages("orders:list", [anOrder({ isPaid: true })]);
    const setPaid = backend.mutates("orders:setPaid", () => Promise.resolve({ changed: 1 }));
    const { user } = show();
    await user.click(screen.getByRole("switch", { name: "Pedido 1284 pago" }));
    await user.keyboard("{Escape}");
    expect(screen.queryByLabelText("Motivo (opcional)")).toBeNull();
    expect(setPaid).not.toHaveBeenCalled();
  });

  test("marking paid can be taken back from its message (R3, U2)", async () => {
    backend.answersPages("orders:list", [anOrder()]);
    const setPaid = backend.mutates("orders:setPaid", () => Promise.resolve({ changed: 1 }));
    const { user } = show();
    await user.click(screen.getByRole("switch", { name: "Pedido 1284 pago" }));
    await user.click(await screen.findByRole("button", { name: "Desfazer" }));
    expect(setPaid).toHaveBeenLastCalledWith({ orderIds: ["order-1284"], isPaid: false });
  });

  test("refused because another is open: the reason under 'Erro', and 'Juntar pedidos'", async () => {
    backend.answersPages("orders:list", [anOrder({ isPaid: true })]);
    const message = "Já existe o pedido #12 em aberto deste telefone nesta data";
    const data = { code: "open_order_exists", message, orderNumber: 12, orderId: "order-12" };
    backend.mutates("orders:setPaid", () => Promise.reject(new ConvexError(data)));
    const merge = backend.mutates("orders:merge", () => Promise.resolve({ orderNumber: 12 }));
    const { user } = show();
    await user.click(screen.getByRole("switch", { name: "Pedido 1284 pago" }));
    await user.click(screen.getByRole("button", { name: "Desmarcar como pago" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText("Erro")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Juntar pedidos" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Juntar pedidos" }));
    expect(
      dialog.getByText("Os itens do pedido #1284 passam para o pedido #12, e o pedido #1284 deixa de existir."),
    ).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Juntar pedidos" }));
    expect(merge).toHaveBeenCalledWith({ fromOrderId: "order-1284", intoOrderId: "order-12" });
    expect(await screen.findByText("Itens juntados no pedido #12")).toBeTruthy();
  });

  test("going back failed for another cause: 'Não foi possível atualizar o status do pedido.' (O3)", async () => {
    backend.answersPages("orders:list", [anOrder({ isPaid: true })]);
    backend.mutates("orders:setPaid", () => Promise.reject(new Error("Server Error")));
    const { user } = show();
    await user.click(screen.getByRole("switch", { name: "Pedido 1284 pago" }));
    await user.click(screen.getByRole("button", { name: "Desmarcar como pago" }));
    expect(await screen.findByText("Não foi possível atualizar o status do pedido.")).toBeTruthy();
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

describe("the printed flag", () => {
  test("is turned in the row, says so, and can be taken back for a while (§8, U2)", async () => {
    backend.answersPages("orders:list", [anOrder()]);
    const setPrinted = backend.mutates("orders:setPrinted", () => Promise.resolve({ changed: 1 }));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Pedido 1284 impresso" }));
    expect(setPrinted).toHaveBeenCalledWith({ orderIds: ["order-1284"], printed: true });
    expect(await screen.findByText("Pedido #1284 marcado como impresso")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Desfazer" }));
    expect(setPrinted).toHaveBeenLastCalledWith({ orderIds: ["order-1284"], printed: false });
  });

  test("refused: 'Erro ao alterar status de impressão' (O3)", async () => {
    backend.answersPages("orders:list", [anOrder()]);
    backend.mutates("orders:setPrinted", () => Promise.reject(new Error("Server Error")));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Pedido 1284 impresso" }));
    expect(await screen.findByText("Erro ao alterar status de impressão")).toBeTruthy();
  });
});

describe("the keys and clicks of the list", () => {
  const three = () => [anOrder(), anOrder({ _id: "b", number: 1283 }), anOrder({ _id: "c", number: 1282 })];

  test("↑ and ↓ lead from a control to the same one of the next row (K6)", async () => {
    backend.answersPages("orders:list", three());
    const { user } = show();
    screen.getByRole("switch", { name: "Pedido 1284 pago" }).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(document.activeElement).toBe(screen.getByRole("switch", { name: "Pedido 1282 pago" }));
    await user.keyboard("{ArrowDown}{ArrowUp}");
    expect(document.activeElement).toBe(screen.getByRole("switch", { name: "Pedido 1283 pago" }));
  });

  test("Enter on the number opens the order, at an address of its own; closing goes back (K6, Q1)", async () => {
    backend.answersPages("orders:list", three());
    const { user, router } = show("?pago=nao");
    screen.getByRole("link", { name: "#1283" }).focus();
    await user.keyboard("{Enter}");
    expect(router.state.location.search).toBe("?pago=nao&pedido=1283");
    expect(await screen.findByRole("dialog", { name: "Pedido #1283" })).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(router.state.location.search).toBe("?pago=nao");
    await expect.poll(() => document.activeElement?.textContent).toBe("#1283");
  });

  test("a click on an empty part of a row opens it; one on a control does not (D4)", async () => {
    backend.answersPages("orders:list", three());
    backend.mutates("orders:setPaid", () => Promise.resolve({ changed: 1 }));
    const { user, router } = show();
    await user.click(screen.getByRole("switch", { name: "Pedido 1284 pago" }));
    expect(router.state.location.search).toBe("");
    await user.click(rowOf("#1282").querySelectorAll("td")[5]!);
    expect(router.state.location.search).toBe("?pedido=1282");
  });

  test("'Editar pedido' opens the other dialog", async () => {
    backend.answersPages("orders:list", three());
    const { user, router } = show();
    await user.click(screen.getByRole("button", { name: "Editar pedido 1283" }));
    expect(router.state.location.search).toBe("?editar=1283");
    expect(await screen.findByRole("dialog", { name: "Editar Pedido #1283" })).toBeTruthy();
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
