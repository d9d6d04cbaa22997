import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/orders/OrdersRoute";
import { backend } from "../../support/fakeBackend";
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

const orders = (...numbers: number[]) => numbers.map((number) => anOrder({ _id: `order-${number}`, number }));
const show = (query = "") => showScreen({ routes: [{ path: "/pedidos", Component }], at: `/pedidos${query}` });
const numbers = () => screen.getAllByRole("link", { name: /^#\d+$/ }).map((link) => link.textContent);

/** Where the page is scrolled to; here the page is what scrolls, because there is no style. */
function scrollTo(topPx: number) {
  act(() => {
    document.documentElement.scrollTop = topPx;
    window.dispatchEvent(new Event("scroll"));
  });
}

beforeEach(() => {
  backend.clear();
  window.sessionStorage.clear();
  document.documentElement.scrollTop = 0;
  backend.answersWith("orders:totals", TOTALS);
});

describe("R2: new orders", () => {
  test("enter at the top of a list that rests there", () => {
    backend.answersPages("orders:list", orders(3, 2, 1));
    show();
    act(() => backend.answersPages("orders:list", orders(4, 3, 2, 1)));
    expect(numbers()).toEqual(["#4", "#3", "#2", "#1"]);
    expect(screen.queryByRole("button", { name: /novo/ })).toBeNull();
  });

  test("wait behind 'n novos pedidos' while somebody has scrolled, and come in when it is pressed (N10)", async () => {
    backend.answersPages("orders:list", orders(3, 2, 1));
    const { user } = show();
    scrollTo(300);
    act(() => backend.answersPages("orders:list", orders(4, 3, 2, 1)));
    expect(screen.getByRole("button", { name: "1 novo pedido" })).toBeTruthy();
    act(() => backend.answersPages("orders:list", orders(5, 4, 3, 2, 1)));
    expect(numbers()).toEqual(["#3", "#2", "#1"]);
    await user.click(screen.getByRole("button", { name: "2 novos pedidos" }));
    expect(numbers()).toEqual(["#5", "#4", "#3", "#2", "#1"]);
    expect(document.documentElement.scrollTop).toBe(0);
  });

  test("wait while an observation is being written, and the focus stays where it is (F1)", async () => {
    backend.answersPages("orders:list", orders(3, 2, 1));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: /^Editar observação do pedido 2/ }));
    await user.keyboard("Portaria");
    act(() => backend.answersPages("orders:list", orders(4, 3, 2, 1)));
    expect(numbers()).toEqual(["#3", "#2", "#1"]);
    expect((document.activeElement as HTMLInputElement).value).toBe("Portaria");
    await user.keyboard("{Escape}");
    await expect.poll(numbers).toEqual(["#4", "#3", "#2", "#1"]);
  });
});

describe("R3: an order that leaves the filter because of somebody else", () => {
  test("stays, greyed and with a word, until the next interaction with the list", async () => {
    backend.answersPages("orders:list", orders(3, 2, 1));
    const { user } = show("?pago=nao");
    act(() => backend.answersPages("orders:list", orders(3, 1)));
    expect(numbers()).toEqual(["#3", "#2", "#1"]);
    const row = screen.getByText("#2").closest("tr")!;
    expect(row.className).toContain("opacity-50");
    expect(row.textContent).toContain("saiu da lista");
    screen.getByRole("switch", { name: "Pedido 3 pago" }).focus();
    await user.keyboard("{ArrowDown}");
    expect(numbers()).toEqual(["#3", "#1"]);
  });
});

describe("R3: an order that one has changed oneself", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("leaves and comes back at once while that can be taken back; later it is as anybody's", async () => {
    vi.useFakeTimers();
    backend.mutates("orders:setPaid", () => Promise.resolve(null));
    backend.answersPages("orders:list", orders(3, 2, 1));
    show("?pago=nao");
    await act(async () => {
      fireEvent.click(screen.getByRole("switch", { name: "Pedido 2 pago" }));
      await Promise.resolve();
    });
    act(() => backend.answersPages("orders:list", orders(3, 1)));
    expect(numbers()).toEqual(["#3", "#1"]);
    scrollTo(300);
    act(() => backend.answersPages("orders:list", orders(3, 2, 1)));
    expect(numbers()).toEqual(["#3", "#2", "#1"]);

    await act(() => vi.advanceTimersByTimeAsync(9_000));
    act(() => backend.answersPages("orders:list", orders(3, 1)));
    expect(numbers()).toEqual(["#3", "#2", "#1"]);
    expect(screen.getByText("#2").closest("tr")?.textContent).toContain("saiu da lista");
  });
});

describe("R3, F6: an order that leaves the filter while somebody writes at it", () => {
  const edit = (number: number) =>
    screen.findByRole("button", { name: new RegExp(`^Editar observação do pedido ${number}`) });
  const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Observação do pedido 2" });

  test("through somebody else: what is typed goes on, key by key and click by click, until it is saved", async () => {
    const save = backend.mutates("orders:setObservation", () => Promise.resolve(null));
    backend.answersPages("orders:list", orders(3, 2, 1));
    const { user } = show("?pago=nao");
    await user.click(await edit(2));
    await user.keyboard("Porta");
    act(() => backend.answersPages("orders:list", orders(3, 1)));
    await user.keyboard("ria");
    await user.click(field());
    expect(field().value).toBe("Portaria");
    expect(numbers()).toEqual(["#3", "#2", "#1"]);
    await user.keyboard("{Enter}");
    expect(save.mock.calls[0]?.[0]).toMatchObject({ orderId: "order-2", observation: "Portaria" });
    await user.click(screen.getByRole("switch", { name: "Pedido 3 pago" }));
    expect(numbers()).not.toContain("#2");
  });

  test("through oneself, marked paid beside the open field: it stays until the writing ends", async () => {
    backend.mutates("orders:setPaid", () => Promise.resolve(null));
    backend.answersPages("orders:list", orders(3, 2, 1));
    const { user } = show("?pago=nao");
    await user.click(await edit(2));
    await user.keyboard("Portaria");
    await user.click(screen.getByRole("switch", { name: "Pedido 2 pago" }));
    act(() => backend.answersPages("orders:list", orders(3, 1)));
    expect(field().value).toBe("Portaria");
    await user.click(screen.getByRole("button", { name: "Cancelar edição" }));
    await expect.poll(numbers).toEqual(["#3", "#1"]);
  });
});

describe("D1, D2, D5: many orders", () => {
  test("only the rows in sight are in the document, and the table says how many there are", () => {
    backend.answersPages("orders:list", orders(...Array.from({ length: 2_000 }, (_, at) => 2_000 - at)));
    show();
    expect(numbers().length).toBeLessThan(100);
    expect(numbers()[0]).toBe("#2000");
    const table = screen.getByRole("table", { name: "Lista de pedidos" });
    expect(table.getAttribute("aria-rowcount")).toBe("2001");
    expect(screen.getByText("#1999").closest("tr")?.getAttribute("aria-rowindex")).toBe("3");
  });

  test("a row with the focus stays in the document, wherever it is", () => {
    backend.answersPages("orders:list", orders(...Array.from({ length: 2_000 }, (_, at) => 2_000 - at)));
    show();
    const body = screen.getByRole("table").querySelector("tbody")!;
    screen.getByRole("switch", { name: "Pedido 1998 pago" }).focus();
    vi.spyOn(body, "getBoundingClientRect").mockReturnValue({ top: -44 * 1_000 } as DOMRect);
    scrollTo(44_000);
    expect(numbers()).toContain("#1000");
    expect(numbers()).not.toContain("#1995");
    expect(document.activeElement).toBe(screen.getByRole("switch", { name: "Pedido 1998 pago" }));
  });
});

describe("Q2: coming back to the list", () => {
  test("as many rows are asked for as were there, and it scrolls to where it was", async () => {
    backend.answersPages("orders:list", orders(...Array.from({ length: 40 }, (_, at) => 40 - at)));
    const { router } = show();
    scrollTo(700);
    await act(() => router.navigate("/outra"));
    document.documentElement.scrollTop = 0;
    await act(() => router.navigate(-1));
    expect(document.documentElement.scrollTop).toBe(700);
    expect(backend.askedPages.get("orders:list")).toMatchObject({ firstCount: 40 });
  });

  test("a link to the list opens it at its top", async () => {
    backend.answersPages("orders:list", orders(2, 1));
    const { router } = show();
    scrollTo(700);
    await act(() => router.navigate("/outra"));
    document.documentElement.scrollTop = 0;
    await act(() => router.navigate("/pedidos"));
    expect(document.documentElement.scrollTop).toBe(0);
  });
});
