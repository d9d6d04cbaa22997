import { act, fireEvent, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/orders/OrdersRoute";
import { backend, refused } from "../../support/fakeBackend";
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
vi.mock("convex/react", async (original) => {
  const { backend } = await import("../../support/fakeBackend");
  return { ...(await original<object>()), useConvex: () => backend.client };
});
const saved = vi.hoisted(() => vi.fn());
vi.mock("../../../../src/lib/saveFile", () => ({ saveFile: saved }));

const order = (number: number, change: Record<string, unknown> = {}) =>
  anOrder({ _id: `order-${number}`, number, totalCents: 1000, ...change });
const show = (query = "") => showScreen({ routes: [{ path: "/pedidos", Component }], at: `/pedidos${query}` });
const box = (number: number) => screen.getByRole("checkbox", { name: `Selecionar pedido ${number}` });
const page = () => screen.getByRole("checkbox", { name: "Selecionar página" });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const selection = () => screen.getByRole("region", { name: "Seleção" }).textContent;
const ticked = () =>
  screen
    .getAllByRole("checkbox", { name: /^Selecionar pedido/, hidden: true })
    .filter((each) => each.getAttribute("aria-checked") === "true")
    .map((each) => each.getAttribute("aria-label")?.replace("Selecionar pedido ", ""));

beforeEach(() => {
  backend.clear();
  saved.mockClear();
  window.sessionStorage.clear();
  backend.answersWith("orders:totals", { ...TOTALS, orders: 4 });
  backend.answersPages("orders:list", [
    order(4),
    order(3, { isPaid: true, printed: true }),
    order(2),
    order(1, { customerName: "=HYPERLINK(1)" }),
  ]);
});

describe("without a selection the buttons look disabled and answer a press with their Aviso", () => {
  test.each([
    ["Imprimir selecionados (0)", "Selecione pelo menos um pedido para imprimir"],
    ["Marcar como impresso", "Selecione pelo menos um pedido para marcar como impresso"],
    ["Excluir selecionados (0)", "Selecione pelo menos um pedido para deletar"],
    ["Exportar CSV", "Selecione pelo menos um pedido para exportar"],
  ])("%s: '%s'", async (name, notice) => {
    const { user } = show();
    expect(button(name).getAttribute("aria-disabled")).toBe("true");
    await user.click(button(name));
    expect(await screen.findByText(notice)).toBeTruthy();
    expect(screen.getByText("Aviso")).toBeTruthy();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

describe("selecting (B1 to B4, K6)", () => {
  test("B1: the header's box takes none, some, the page; the bar says how many and how much", async () => {
    const { user } = show();
    await user.click(box(3));
    expect(page().getAttribute("aria-checked")).toBe("mixed");
    expect(selection()).toContain("1 selecionado");
    await user.click(page());
    expect(page().getAttribute("aria-checked")).toBe("true");
    expect(selection()).toContain("4 selecionados");
    expect(selection()).toContain("R$\u00a040,00");
    expect(button("Imprimir selecionados (4)").getAttribute("aria-disabled")).toBeNull();
    await user.click(page());
    expect(ticked()).toEqual([]);
  });

  test("B1: Shift+click takes the range over the visible order", async () => {
    const { user } = show();
    await user.click(box(4));
    await user.keyboard("{Shift>}");
    await user.click(box(2));
    await user.keyboard("{/Shift}");
    expect(ticked()).toEqual(["4", "3", "2"]);
  });

  test("K6: Space selects, Shift+↓ extends, X toggles, Ctrl+A takes the page, Esc clears", async () => {
    const { user } = show();
    act(() => screen.getByRole("link", { name: "#4" }).focus());
    await user.keyboard(" ");
    expect(ticked()).toEqual(["4"]);
    await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    expect(ticked()).toEqual(["4", "3", "2"]);
    expect(document.activeElement?.textContent).toBe("#2");
    await user.keyboard("x");
    expect(ticked()).toEqual(["4", "3"]);
    await user.keyboard("{Control>}a{/Control}");
    expect(ticked()).toEqual(["4", "3", "2", "1"]);
    await user.keyboard("{Escape}");
    expect(ticked()).toEqual([]);
    expect(document.activeElement?.textContent).toBe("#2");
  });

  test("K3: where single keys are switched off, X is a letter like any other", async () => {
    window.localStorage.setItem("singleKeys", "off");
    const { user } = show();
    act(() => screen.getByRole("link", { name: "#4" }).focus());
    await user.keyboard("x");
    expect(ticked()).toEqual([]);
  });

  test("D4: the box selects and does not open the order", async () => {
    const { user, router } = show();
    await user.click(box(4));
    expect(router.state.location.search).toBe("");
  });

  test("B3: it survives rows that change and come; new ones wait meanwhile (R2)", async () => {
    const { user } = show();
    await user.click(box(4));
    act(() => backend.answersPages("orders:list", [order(5), order(4, { totalCents: 2500 }), order(3), order(2)]));
    expect(ticked()).toEqual(["4"]);
    expect(selection()).toContain("R$\u00a025,00");
    expect(screen.queryByText("#5")).toBeNull();
    await user.click(button("1 novo pedido"));
    expect(screen.getByText("#5")).toBeTruthy();
    expect(ticked()).toEqual(["4"]);
  });

  test("B3: another page size keeps it", async () => {
    const { user, router } = show();
    await user.click(box(4));
    await act(() => router.navigate("/pedidos?por=25"));
    expect(ticked()).toEqual(["4"]);
  });

  test("B3: another filter clears it and says so", async () => {
    const { user, router } = show();
    await user.click(box(4));
    await act(() => router.navigate("/pedidos?pago=nao"));
    expect(await screen.findByText("Seleção desfeita: o filtro mudou.")).toBeTruthy();
    expect(ticked()).toEqual([]);
    expect(screen.queryByRole("region", { name: "Seleção" })).toBeNull();
  });

  test("B2: a full page offers all of the filter, as a snapshot of it", async () => {
    backend.answersWith("orders:totals", { ...TOTALS, orders: 1284, totalCents: 9_900_00 });
    const { user } = show("?tipo=LIVE");
    await user.click(box(4));
    expect(screen.queryByRole("button", { name: /Selecionar todos/ })).toBeNull();
    await user.click(page());
    await user.click(button("Selecionar todos os 1.284 pedidos do filtro"));
    expect(selection()).toContain("1.284 selecionados");
    expect(selection()).toContain("R$\u00a09.900,00");
    expect(selection()).toContain("Todos os 1.284 pedidos do filtro estão selecionados");
    expect(button("Imprimir selecionados (1.284)")).toBeTruthy();
    act(() => backend.answersWith("orders:totals", { ...TOTALS, orders: 1300 }));
    expect(selection()).toContain("1.284 selecionados");
  });

  test("B2: taking one away leaves the rest of what is on screen", async () => {
    backend.answersWith("orders:totals", { ...TOTALS, orders: 1284 });
    const { user } = show();
    await user.click(page());
    await user.click(button("Selecionar todos os 1.284 pedidos do filtro"));
    await user.click(box(3));
    expect(ticked()).toEqual(["4", "2", "1"]);
    expect(selection()).toContain("3 selecionados");
  });

  test("'Limpar seleção' gives the keyboard back to the list", async () => {
    const { user } = show();
    await user.click(box(4));
    await user.click(button("Limpar seleção"));
    expect(ticked()).toEqual([]);
    expect(document.activeElement).toBe(page());
  });
});

describe("'Marcar como impresso'", () => {
  test("marks all of them at once, in the list's order, and takes back only what it changed", async () => {
    const setPrinted = backend.mutates("orders:setPrinted", () => Promise.resolve({ changed: 1 }));
    const { user } = show();
    await user.click(box(3));
    await user.click(box(4));
    await user.click(button("Marcar como impresso"));
    expect(await screen.findByText("2 pedido(s) marcado(s) como impresso(s)")).toBeTruthy();
    expect(setPrinted.mock.calls[0]?.[0]).toEqual({ orderIds: ["order-4", "order-3"], printed: true });
    await user.click(button("Desfazer"));
    expect(setPrinted.mock.calls[1]?.[0]).toEqual({ orderIds: ["order-4"], printed: false });
    expect(ticked()).toEqual(["4", "3"]);
  });

  test("failed: 'Erro ao marcar pedidos como impressos', and the selection stays (O3)", async () => {
    backend.mutates("orders:setPrinted", () => Promise.reject(new Error("down")));
    const { user } = show();
    await user.click(box(4));
    await user.click(button("Marcar como impresso"));
    expect(await screen.findByText("Erro ao marcar pedidos como impressos")).toBeTruthy();
    expect(ticked()).toEqual(["4"]);
  });

  test("an order that somebody else has deleted leaves the selection, and the rest can be tried again", async () => {
    backend.mutates("orders:setPrinted", () => Promise.reject(refused("order_not_found")));
    backend.answersBy("orders:selected", ({ orderIds }) => {
      if (String(orderIds) === "order-3") throw refused("order_not_found");
      return [];
    });
    const { user } = show();
    await user.click(box(4));
    await user.click(box(3));
    await user.click(button("Marcar como impresso"));
    expect(
      await screen.findByText("1 pedido da seleção não existe mais e saiu dela. Tente de novo com os outros."),
    ).toBeTruthy();
    expect(ticked()).toEqual(["4"]);
  });
});

describe("'Excluir selecionados'", () => {
  test("asks with count and worth, Cancelar has the focus (U1), and says what becomes of the stock", async () => {
    const remove = backend.mutates("orders:remove", () => Promise.resolve({ removed: 2 }));
    const { user } = show();
    await user.click(box(4));
    await user.click(box(3));
    await user.click(button("Excluir selecionados (2)"));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Excluir 2 pedidos" }));
    expect(dialog.getByText("Tem certeza que deseja excluir 2 pedidos, no valor total de R$ 20,00?")).toBeTruthy();
    expect(dialog.getByText("As peças dos pedidos em aberto voltam para o estoque.")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Cancelar");
    await user.click(dialog.getByRole("checkbox", { name: "Devolver ao estoque também as peças do pedido pago" }));
    await user.click(dialog.getByRole("button", { name: "Excluir 2 pedidos" }));
    expect(await screen.findByText("2 pedido(s) deletado(s)")).toBeTruthy();
    expect(remove.mock.calls[0]?.[0]).toEqual({ orderIds: ["order-4", "order-3"], returnPaidStock: true });
    expect(screen.queryByRole("region", { name: "Seleção" })).toBeNull();
  });

  test("R3: what one deletes oneself leaves the list at once; what others delete stays, greyed", async () => {
    backend.mutates("orders:remove", () => {
      backend.answersPages("orders:list", [order(3), order(1)]);
      return Promise.resolve({ removed: 1 });
    });
    const { user } = show();
    await user.click(box(4));
    await user.click(button("Excluir selecionados (1)"));
    await user.click(await screen.findByRole("button", { name: "Excluir 1 pedido" }));
    expect(await screen.findByText("1 pedido(s) deletado(s)")).toBeTruthy();
    expect(screen.queryByText("#4")).toBeNull();
    expect(screen.getByText("#2").closest("tr")?.textContent).toContain("saiu da lista");
  });

  test("paid stock stays away unless asked for; without a paid order nothing is asked", async () => {
    const remove = backend.mutates("orders:remove", () => Promise.resolve({ removed: 1 }));
    const { user } = show();
    await user.click(box(4));
    await user.click(button("Excluir selecionados (1)"));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Excluir 1 pedido" }));
    expect(dialog.queryByRole("checkbox")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Excluir 1 pedido" }));
    expect(await screen.findByText(/^1 pedido\(s\) deletado\(s\)/)).toBeTruthy();
    expect(remove.mock.calls[0]?.[0]).toMatchObject({ returnPaidStock: false });
  });

  test("above 20 the count is typed; without it nothing is deleted", async () => {
    backend.answersPages(
      "orders:list",
      Array.from({ length: 21 }, (_, at) => order(21 - at)),
    );
    const remove = backend.mutates("orders:remove", () => Promise.resolve({ removed: 21 }));
    const { user } = show();
    await user.click(page());
    await user.click(button("Excluir selecionados (21)"));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Excluir 21 pedidos" }));
    await user.click(dialog.getByRole("button", { name: "Excluir 21 pedidos" }));
    expect(dialog.getByText("Digite 21, a quantidade de pedidos")).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText("Digite 21 para confirmar"));
    expect(remove).not.toHaveBeenCalled();
    await user.keyboard("21");
    await user.click(dialog.getByRole("button", { name: "Excluir 21 pedidos" }));
    expect(await screen.findByText("21 pedido(s) deletado(s)")).toBeTruthy();
  });

  test("failed: 'Erro ao deletar pedidos'", async () => {
    backend.mutates("orders:remove", () => Promise.reject(new Error("down")));
    const { user } = show();
    await user.click(box(4));
    await user.click(button("Excluir selecionados (1)"));
    await user.click(await screen.findByRole("button", { name: "Excluir 1 pedido" }));
    expect(await screen.findByText("Erro ao deletar pedidos")).toBeTruthy();
    expect(ticked()).toEqual(["4"]);
  });
});

describe("'Exportar CSV'", () => {
  test("N9: what was selected, as the server has it now, in the list's order", async () => {
    backend.answersBy("orders:selected", ({ orderIds }) =>
      (orderIds as string[]).map((id) => order(Number(id.slice(6)), { isPaid: id === "order-3" })),
    );
    const { user } = show();
    await user.click(box(3));
    await user.click(box(4));
    await user.click(button("Exportar CSV"));
    expect(await screen.findByText("Arquivo CSV exportado com sucesso")).toBeTruthy();
    const [name, content] = saved.mock.calls[0] as [string, string];
    expect(name).toMatch(/^pedidos_\d{4}-\d\d-\d\d\.csv$/);
    expect(content).toBe(
      "\ufeffPedido;Telefone;Total;Pago;Tipo de evento;Data do evento;Criado em\r\n" +
        "4;(11) 98765-4321;10,00;Não;LIVE;20/11/2026;20/11/2026 20:14\r\n" +
        "3;(11) 98765-4321;10,00;Sim;LIVE;20/11/2026;20/11/2026 20:14\r\n",
    );
  });

  test("failed: says so, and the selection stays", async () => {
    const { user } = show();
    await user.click(box(4));
    await user.click(button("Exportar CSV"));
    expect(await screen.findByText("Erro ao exportar pedidos. Tente de novo.")).toBeTruthy();
    expect(ticked()).toEqual(["4"]);
  });
});

describe("'Imprimir selecionados'", () => {
  const slip = (number: number, change: Record<string, unknown> = {}) => ({
    ...order(number),
    adjustmentCents: 0,
    address: null,
    lines: [],
    ...change,
  });
  beforeEach(() => {
    backend.answersBy("orders:slips", ({ orderIds }) => ({
      slips: (orderIds as string[]).map((id) => slip(Number(id.slice(6)), { printed: id === "order-3" })),
      texts: { shipping: "PAC R$\u00a023,00, até 9 dias úteis", payment: "Pix pelo Mercado Pago" },
    }));
  });
  const print = vi.fn();
  beforeEach(() => {
    print.mockReset();
    window.print = print;
  });
  const opens = () => window.dispatchEvent(new Event("beforeprint"));
  const closes = () => act(() => void window.dispatchEvent(new Event("afterprint")));
  const numbersOnPaper = () => [...document.querySelectorAll(".slip-number")].map(({ textContent }) => textContent);

  test("I4, I6: prints in the list's order, and marks only after the question that follows", async () => {
    print.mockImplementation(opens);
    const setPrinted = backend.mutates("orders:setPrinted", () => Promise.resolve({ changed: 2 }));
    const { user } = show();
    await user.click(box(1));
    await user.click(box(3));
    await user.click(box(4));
    await user.click(button("Imprimir selecionados (3)"));
    await expect.poll(() => print.mock.calls.length, { timeout: 20_000 }).toBe(1);
    expect(numbersOnPaper()).toEqual(["#4", "#3", "#1"]);
    expect(setPrinted).not.toHaveBeenCalled();
    closes();
    const dialog = within(await screen.findByRole("alertdialog", { name: "Marcar 2 como impressos?" }));
    expect(document.querySelector(".slip-paper")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Marcar 2 pedidos como impressos" }));
    expect(await screen.findByText("2 pedido(s) marcado(s) como impresso(s)")).toBeTruthy();
    expect(setPrinted.mock.calls[0]?.[0]).toEqual({ orderIds: ["order-4", "order-1"], printed: true });
  });

  test("I4: 'Cancelar' marks nothing; what is marked already is not asked about", async () => {
    print.mockImplementation(opens);
    const setPrinted = backend.mutates("orders:setPrinted", () => Promise.resolve({ changed: 1 }));
    const { user } = show();
    await user.click(box(4));
    await user.click(button("Imprimir selecionados (1)"));
    await expect.poll(() => print.mock.calls.length, { timeout: 20_000 }).toBe(1);
    closes();
    await user.click(await screen.findByRole("button", { name: "Cancelar" }));
    expect(setPrinted).not.toHaveBeenCalled();

    await user.click(box(4));
    await user.click(box(3));
    await user.click(button("Imprimir selecionados (1)"));
    await expect.poll(() => print.mock.calls.length, { timeout: 20_000 }).toBe(2);
    closes();
    await expect.poll(() => document.querySelector(".slip-paper")).toBeNull();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  test("I3: a browser that neither prints nor opens a window: the specification's text", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    const { user } = show();
    await user.click(box(4));
    await user.click(button("Imprimir selecionados (1)"));
    expect(
      await screen.findByText("O navegador bloqueou a janela de impressão. Permita pop-ups para este site."),
    ).toBeTruthy();
    expect(open).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    open.mockRestore();
  });

  test("an order that is gone costs its own slip and no other", async () => {
    print.mockImplementation(opens);
    backend.answersBy("orders:slips", ({ orderIds }) => {
      if ((orderIds as string[]).includes("order-3")) throw refused("order_not_found");
      return {
        slips: (orderIds as string[]).map((id) => slip(Number(id.slice(6)))),
        texts: { shipping: "", payment: "" },
      };
    });
    const { user } = show();
    await user.click(page());
    await user.click(button("Imprimir selecionados (4)"));
    expect(await screen.findByText("1 pedido da seleção não existe mais e não foi impresso.")).toBeTruthy();
    await expect.poll(() => print.mock.calls.length, { timeout: 20_000 }).toBe(1);
    expect(numbersOnPaper()).toEqual(["#4", "#2", "#1"]);
  });

  test("I4: what changed while it was printed is not marked, and said", async () => {
    print.mockImplementation(opens);
    const setPrinted = backend.mutates("orders:setPrinted", () => Promise.resolve({ changed: 1 }));
    const { user } = show();
    await user.click(box(4));
    await user.click(box(2));
    await user.click(button("Imprimir selecionados (2)"));
    await expect.poll(() => print.mock.calls.length, { timeout: 20_000 }).toBe(1);
    backend.answersBy("orders:slips", ({ orderIds }) => ({
      slips: (orderIds as string[]).map((id) => slip(Number(id.slice(6)), id === "order-4" ? { totalCents: 9 } : {})),
      texts: { shipping: "", payment: "" },
    }));
    closes();
    await user.click(await screen.findByRole("button", { name: "Marcar 2 pedidos como impressos" }));
    expect(
      await screen.findByText("1 pedido mudou enquanto era impresso e não foi marcado: imprima de novo."),
    ).toBeTruthy();
    expect(setPrinted.mock.calls.map(([args]) => args)).toEqual([{ orderIds: ["order-2"], printed: true }]);
  });

  test("I5: an order whose paper is out of date says 'Imprimir de novo', and pressing it prints that one", async () => {
    print.mockImplementation(opens);
    backend.answersPages("orders:list", [order(4, { printed: true, needsReprint: true }), order(3, { printed: true })]);
    backend.answersBy("orders:slips", () => ({
      slips: [slip(4, { printed: true, needsReprint: true })],
      texts: { shipping: "", payment: "" },
    }));
    const setPrinted = backend.mutates("orders:setPrinted", () => Promise.resolve({ changed: 1 }));
    const { user } = show();
    expect(screen.getAllByText("Imprimir de novo")).toHaveLength(1);
    await user.click(button("Imprimir de novo o pedido 4"));
    await expect.poll(() => print.mock.calls.length, { timeout: 20_000 }).toBe(1);
    closes();
    await user.click(await screen.findByRole("button", { name: "Marcar 1 pedido como impresso" }));
    await expect.poll(() => setPrinted.mock.calls.length).toBe(1);
    expect(setPrinted.mock.calls[0]?.[0]).toEqual({ orderIds: ["order-4"], printed: true });
  });

  test("refused: the reason, and nothing is printed", async () => {
    backend.answersBy("orders:slips", () => {
      throw new ConvexError({ code: "forbidden", message: "Você não tem permissão para isto" });
    });
    const { user } = show();
    await user.click(box(4));
    await user.click(button("Imprimir selecionados (1)"));
    expect(await screen.findByText("Você não tem permissão para isto")).toBeTruthy();
    expect(print).not.toHaveBeenCalled();
  });

  test("I1: the paper is chosen once and remembered", async () => {
    print.mockImplementation(opens);
    const { user } = show();
    await user.click(button("Papel da impressão"));
    await user.click(await screen.findByRole("menuitemradio", { name: "Bobina 58 mm" }));
    await user.click(box(4));
    await user.click(button("Imprimir selecionados (1)"));
    await expect.poll(() => document.querySelector(".slip-paper")?.getAttribute("data-paper")).toBe("roll58");
    expect(window.localStorage.getItem("slipPaper")).toBe("roll58");
  });
});

describe("B5: more than fifty, and everything under a filter, is the server's work", () => {
  const job = (change: Record<string, unknown> = {}) => ({
    jobId: "job-1",
    kind: "orders_printed",
    label: "Marcar como impresso",
    state: "running",
    total: 1284,
    done: 640,
    ok: 630,
    failed: 10,
    createdAt: 1,
    createdByName: "Ana",
    finishedAt: null,
    ...change,
  });
  const ended = job({ state: "done", done: 1284, ok: 1270, failed: 14, finishedAt: 2 });

  test("51 ticked orders go as their list", async () => {
    backend.answersPages(
      "orders:list",
      Array.from({ length: 51 }, (_, at) => order(51 - at)),
    );
    const start = backend.mutates("orders:startBulk", () => Promise.resolve({ jobId: "job-1", total: 51 }));
    const { user } = show();
    await user.click(page());
    await user.click(button("Marcar como impresso"));
    const asked = start.mock.calls[0]?.[0] as { orderIds: string[] };
    expect(asked).toMatchObject({ action: { kind: "printed", printed: true } });
    expect(asked.orderIds).toHaveLength(51);
    expect(asked.orderIds[0]).toBe("order-51");
  });

  test("all of the filter goes as the filter; deleting it asks for the count first", async () => {
    backend.answersWith("orders:totals", { ...TOTALS, orders: 1284, paid: 1, totalCents: 500000 });
    const start = backend.mutates("orders:startBulk", () => Promise.resolve({ jobId: "job-1", total: 1284 }));
    const { user } = show("?tipo=LIVE&pago=nao");
    await user.click(page());
    await user.click(button("Selecionar todos os 1.284 pedidos do filtro"));
    await user.click(button("Excluir selecionados (1.284)"));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Excluir 1.284 pedidos" }));
    await user.type(dialog.getByLabelText("Digite 1284 para confirmar"), "1.284");
    await user.click(dialog.getByRole("button", { name: "Excluir 1.284 pedidos" }));
    await expect.poll(() => start.mock.calls.length).toBe(1);
    expect(start.mock.calls[0]?.[0]).toEqual({
      filter: { isPaid: false, eventType: "LIVE" },
      action: { kind: "remove", returnPaidStock: false },
    });
    expect(screen.queryByRole("region", { name: "Seleção" })).toBeNull();
  });

  test("all of 'Imprimir de novo' goes as the list of them: jobs do not know that filter", async () => {
    backend.answersWith("orders:totals", { ...TOTALS, orders: 5 });
    backend.answersOnce("orders:list", { page: [order(9), order(8)], isDone: true, continueCursor: "" });
    const reprint = { printed: true, needsReprint: true };
    backend.answersPages("orders:list", [order(9, reprint), order(8, reprint)]);
    const start = backend.mutates("orders:startBulk", () => Promise.resolve({ jobId: "job-1", total: 2 }));
    const { user } = show("?imprimir=de-novo");
    expect(screen.getByRole("button", { name: "Remover filtro Imprimir de novo" })).toBeTruthy();
    await user.click(page());
    await user.click(button("Selecionar todos os 5 pedidos do filtro"));
    await user.click(button("Marcar como impresso"));
    await expect.poll(() => start.mock.calls.length).toBe(1);
    expect(start.mock.calls[0]?.[0]).toEqual({
      orderIds: ["order-9", "order-8"],
      action: { kind: "printed", printed: true },
    });
  });

  test("refused: the reason, and the selection stays", async () => {
    backend.answersWith("orders:totals", { ...TOTALS, orders: 1284 });
    backend.mutates("orders:startBulk", () => Promise.reject(new Error("down")));
    const { user } = show();
    await user.click(page());
    await user.click(button("Selecionar todos os 1.284 pedidos do filtro"));
    await user.click(button("Marcar como impresso"));
    expect(await screen.findByText("Erro ao marcar pedidos como impressos")).toBeTruthy();
    expect(selection()).toContain("1.284 selecionados");
  });

  test("its progress is live, and it can be cancelled by whoever sees it", async () => {
    const cancel = backend.mutates("jobs:cancel", () => Promise.resolve({ state: "canceled" }));
    backend.answersWith("jobs:list", [job({ createdByName: "João" })]);
    const { user } = show();
    const strip = screen.getByRole("region", { name: "Andamento" });
    expect(strip.textContent).toContain("por João");
    await expect.poll(() => strip.textContent).toContain("640 de 1.284");
    expect(within(strip).getByRole("progressbar").getAttribute("aria-valuenow")).toBe("640");
    act(() => backend.answersWith("jobs:list", [job({ done: 900 })]));
    await expect.poll(() => strip.textContent, { timeout: 10_000 }).toContain("900 de 1.284");
    await user.click(button("Cancelar: Marcar como impresso"));
    expect(cancel).toHaveBeenCalledWith({ jobId: "job-1" });
  });

  test("its result stays until it is put away, also for who left the screen meanwhile; another's does not", async () => {
    backend.answersWith("jobs:list", [ended]);
    const first = show();
    expect(screen.queryByRole("region", { name: "Andamento" })).toBeNull();
    const start = backend.mutates("orders:startBulk", () => Promise.resolve({ jobId: "job-1", total: 1284 }));
    backend.answersWith("orders:totals", { ...TOTALS, orders: 1284 });
    await first.user.click(page());
    await first.user.click(button("Selecionar todos os 1.284 pedidos do filtro"));
    await first.user.click(button("Marcar como impresso"));
    await expect.poll(() => start.mock.calls.length).toBe(1);
    expect(await screen.findByText("1.270 ok, 14 não")).toBeTruthy();
    await act(() => first.router.navigate("/produtos"));
    await act(() => first.router.navigate("/pedidos"));
    expect(screen.getByText("1.270 ok, 14 não")).toBeTruthy();
    await first.user.click(button("Fechar andamento"));
    expect(screen.queryByText("1.270 ok, 14 não")).toBeNull();
  });

  test("stopped by a mistake of ours, it says so, and what stays", () => {
    window.localStorage.setItem("personal:bulkJobs:tenant-demo", "job-1");
    backend.answersWith("jobs:list", [{ ...ended, state: "broken", ok: 600, failed: 0 }]);
    show();
    expect(screen.getByRole("status").textContent).toBe(
      "Parado: 600 ok, 0 não. Parou por um erro inesperado. O que já foi feito fica como está.",
    );
  });

  test("why some did not change, and a file of them", async () => {
    window.localStorage.setItem("personal:bulkJobs:tenant-demo", "job-1");
    backend.answersWith("jobs:list", [ended]);
    const failure = { line: 12, label: "Pedido #12, +55 (11) 98765-4321", reason: "O pedido não existe mais" };
    backend.answersPages("jobs:failures", [failure]);
    backend.answersOnce("jobs:failures", { page: [failure], isDone: true, continueCursor: "" });
    const { user } = show();
    await user.click(button("Ver motivos"));
    const dialog = within(await screen.findByRole("dialog", { name: "14 pedidos que não mudaram" }));
    expect(dialog.getByText("O pedido não existe mais")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Exportar falhas" }));
    await expect.poll(() => saved.mock.calls.length).toBe(1);
    expect((saved.mock.calls[0] as string[])[1]).toBe(
      "\ufeffPedido;Motivo\r\nPedido #12, +55 (11) 98765-4321;O pedido não existe mais\r\n",
    );
  });
});

test("a key pressed in the observation is written there", async () => {
  const { user } = show();
  await user.click(screen.getAllByRole("button", { name: /Editar observação do pedido 4/ })[0] ?? document.body);
  await user.keyboard("x x");
  expect(ticked()).toEqual([]);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
});
