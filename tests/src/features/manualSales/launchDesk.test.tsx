import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backend } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { code, hasCatalogue, hasStock, line, neverAnswers, phone, routes } from "./launchScreen";

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
  return {
    ...(await original<object>()),
    useConvex: () => backend.client,
    useConvexConnectionState: () => ({ isWebSocketConnected: true, hasEverConnected: true }),
  };
});

const NOW = Date.parse("2026-11-20T23:14:00Z");
const RECEIPT = {
  orderId: "order-1",
  orderNumber: 1284,
  created: true,
  unitPriceCents: 8990,
  quantity: 1,
  totalCents: 8990,
  stockLeft: 2,
  phone: "5511987654321",
  productCode: "C151",
};
beforeEach(() => {
  // The clock stands: presses are as near to each other as a test says.
  vi.setSystemTime(NOW);
  hasCatalogue();
  hasStock(9);
  backend.answersPages("manualSales:orders", []);
});

afterEach(() => {
  vi.useRealTimers();
});

const show = () => showScreen({ routes, at: "/pedidos-manual" });
const rowPhone = (of: string) => screen.getByRole<HTMLInputElement>("textbox", { name: `Celular para ${of}` });
const defaultPhone = () => screen.getByLabelText<HTMLInputElement>("Celular padrão");

describe("L9: pressing twice is one launch", () => {
  test("a double click on a row's 'Lançar', though the row goes on with the default phone", async () => {
    const launch = neverAnswers();
    const { user } = show();
    await user.type(defaultPhone(), "21987654321");
    await user.click(screen.getByRole("button", { name: "Aplicar" }));
    await user.dblClick(screen.getByRole("button", { name: "Lançar C151" }));
    expect(launch).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("alert")).toBeNull();

    vi.setSystemTime(NOW + 600);
    await user.click(screen.getByRole("button", { name: "Lançar C151" }));
    expect(launch).toHaveBeenCalledTimes(2);
  });

  test("Enter twice in a row's phone: nothing goes to the default customer, and nobody is told off", async () => {
    const launch = neverAnswers();
    const { user } = show();
    await user.type(defaultPhone(), "21987654321");
    await user.type(rowPhone("C151"), "11987654321{Enter}{Enter}");
    expect(launch.mock.calls.map(([args]) => args.phone)).toEqual(["5511987654321"]);
    // Another row is another launch, however soon.
    await user.type(rowPhone("C087"), "11987654321{Enter}");
    expect(launch).toHaveBeenCalledTimes(2);
  });

  test("Enter held down launches once", async () => {
    const launch = neverAnswers();
    const { user } = show();
    await user.type(defaultPhone(), "21987654321");
    rowPhone("C151").focus();
    for (let at = 0; at < 20; at++) {
      vi.setSystemTime(NOW + at * 600);
      fireEvent.keyDown(rowPhone("C151"), { key: "Enter", repeat: at > 0 });
    }
    expect(launch).toHaveBeenCalledTimes(1);
  });

  test.each(["{Enter}{Enter}", "{Enter}{Enter}{Enter}"])(
    "%s in the launch line, and it asks for nothing",
    async (keys) => {
      const launch = neverAnswers();
      const { user } = show();
      await user.type(code(), "151");
      await user.type(phone(), `11987654321${keys}`);
      expect(launch).toHaveBeenCalledTimes(1);
      expect(screen.queryByText("Informe o telefone do cliente")).toBeNull();
      // The next one, as quick as it may come, is no second press.
      await user.type(phone(), "11912345678{Enter}");
      expect(launch).toHaveBeenCalledTimes(2);
      vi.setSystemTime(NOW + 600);
      await user.keyboard("{Enter}");
      expect(screen.getByText("Informe o telefone do cliente")).toBeTruthy();
    },
  );

  test("a double click on the line's 'Lançar'", async () => {
    const launch = neverAnswers();
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "11987654321");
    await user.dblClick(line().getByRole("button", { name: /Lançar/ }));
    expect(launch).toHaveBeenCalledTimes(1);
    expect(screen.queryByText("Informe o telefone do cliente")).toBeNull();
  });
});

describe("L14: rows that a search hides while another default phone is applied", () => {
  test("never come back with the customer before", async () => {
    const { user } = show();
    await user.type(defaultPhone(), "21987654321");
    await user.click(screen.getByRole("button", { name: "Aplicar" }));
    await user.type(screen.getByRole("searchbox", { name: "Buscar produto" }), "151");
    await expect.poll(() => screen.queryByRole("button", { name: "Lançar C087" })).toBeNull();
    await user.clear(defaultPhone());
    await user.type(defaultPhone(), "11912345678");
    await user.click(screen.getByRole("button", { name: "Aplicar" }));
    expect(screen.getByText("1 linha preenchida")).toBeTruthy();

    await user.clear(screen.getByRole("searchbox", { name: "Buscar produto" }));
    await expect.poll(() => screen.queryByRole("button", { name: "Lançar C087" })).toBeTruthy();
    expect(rowPhone("C087").value).toBe("");
    const launch = neverAnswers();
    await user.click(screen.getByRole("button", { name: "Lançar C087" }));
    expect(launch.mock.calls[0]?.[0]).toMatchObject({ phone: "5511912345678" });
  });
});

describe("what stands on the launch screen and was not sent", () => {
  test("is there again after a look at another screen: line, rows and default phone", async () => {
    const { user, router } = show();
    await user.type(code(), "151");
    await user.type(phone(), "1198");
    await user.type(defaultPhone(), "21987654321");
    await user.type(rowPhone("C087"), "1191");
    await act(() => router.navigate("/pedidos"));
    expect(screen.getByText("outra tela")).toBeTruthy();
    await act(() => router.navigate("/pedidos-manual"));
    expect([phone().value, code().value]).toEqual(["1198", "151"]);
    expect([defaultPhone().value, rowPhone("C087").value]).toEqual(["21987654321", "1191"]);
  });

  test("is there after a look into 'Gerenciar Pedidos'", async () => {
    const { user, router } = show();
    await user.type(defaultPhone(), "21987654321");
    await user.type(rowPhone("C087"), "1191");
    await act(() => router.navigate("?aba=gerenciar"));
    expect(await screen.findByText("Nenhum pedido manual encontrado")).toBeTruthy();
    await act(() => router.navigate("/pedidos-manual"));
    expect([defaultPhone().value, rowPhone("C087").value]).toEqual(["21987654321", "1191"]);
  });
});

describe("T6: the result of each launch is announced", () => {
  test("also when it has the very words of the one before", async () => {
    backend.mutates("manualSales:launch", () => Promise.resolve({ ...RECEIPT, created: false }));
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "11987654321{Enter}");
    const first = await screen.findByText("Produto adicionado ao pedido existente: C151 x1");
    expect(first.getAttribute("aria-live")).toBe("polite");
    const words = first.firstChild;
    await user.type(phone(), "11912345678{Enter}");
    // What is written anew is said again; what stays as it is, is not.
    await expect.poll(() => first.firstChild !== words).toBe(true);
    expect(first.textContent).toBe("Produto adicionado ao pedido existente: C151 x1");
  });
});

describe("K5: a layer over the screen", () => {
  test("L1: the keys of the pins change nothing beneath it", async () => {
    const { user } = show();
    await user.type(phone(), "1198");
    await user.click(screen.getByRole("button", { name: /^Live de/ }));
    await screen.findByRole("dialog");
    await user.keyboard("{Alt>}c{/Alt}");
    expect(
      screen.getByRole<HTMLInputElement>("radio", { name: "produto", hidden: true }).getAttribute("aria-checked"),
    ).toBe("true");
  });
});
