import { act, createEvent, fireEvent, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backend, later } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { aProduct, code, hasCatalogue, hasStock, line, neverAnswers, phone, routes } from "./launchScreen";

vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantQuery: backend.useTenantQuery };
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
    useConvexConnectionState: () => connection,
  };
});
const connection = vi.hoisted(() => ({ isWebSocketConnected: true, hasEverConnected: true }));

const NOW = Date.parse("2026-11-20T23:14:00Z");

const aFeedRow = (change: Record<string, unknown> = {}) => ({
  launchId: "launch-9",
  at: NOW,
  operatorName: "Ana",
  productCode: "C151",
  productName: "Vestido Midi Lírio",
  quantity: 2,
  phone: "5511987654321",
  orderNumber: 1284,
  created: false,
  lineTotalCents: 17980,
  isOwn: true,
  isUndone: false,
  canUndo: true,
  ...change,
});

beforeEach(() => {
  vi.setSystemTime(NOW);
  Object.assign(connection, { isWebSocketConnected: true, hasEverConnected: true });
  hasCatalogue();
  hasStock(4);
});

afterEach(() => {
  vi.useRealTimers();
});

const show = () => showScreen({ routes, at: "/pedidos-manual" });
const quantity = () => line().getByLabelText<HTMLInputElement>("Qtd");
const feed = () => within(screen.getByRole("complementary", { name: "Últimos lançamentos" }));
const errorOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;

describe("F5, T5: what cannot be launched is refused at its field, which has the focus; nothing is lost", () => {
  const PHONE = "11 98765-4321";
  test.each<[string, { phone?: string; code?: string; quantity?: string }, "phone" | "code" | "quantity", string]>([
    ["an empty phone", { phone: "", code: "151" }, "phone", "Informe o telefone do cliente"],
    ["letters", { phone: "maria", code: "151" }, "phone", "Informe o telefone do cliente"],
    [
      "9 digits",
      { phone: "987654321", code: "151" },
      "phone",
      "Telefone inválido. Use formato com DDD (ex: 11999999999)",
    ],
    ["an area code that does not exist", { phone: "20987654321", code: "151" }, "phone", "DDD 20 não existe"],
    ["no code", { phone: PHONE, code: "" }, "code", "Informe o código do produto"],
    ["a code nobody has", { phone: PHONE, code: "999" }, "code", "Nenhum produto com o código C999"],
    ["quantity 0", { phone: PHONE, code: "151", quantity: "0" }, "quantity", "Quantidade inválida"],
    ["quantity -1", { phone: PHONE, code: "151", quantity: "-1" }, "quantity", "Quantidade inválida"],
    ["quantity 1.5", { phone: PHONE, code: "151", quantity: "1.5" }, "quantity", "Quantidade inválida"],
    ["quantity 10⁹", { phone: PHONE, code: "151", quantity: "1000000000" }, "quantity", "Quantidade inválida"],
    [
      "more than there is",
      { phone: PHONE, code: "151", quantity: "5" },
      "quantity",
      "Estoque insuficiente. Disponível: 4",
    ],
  ])("%s", async (_name, typed, wrong, message) => {
    const launch = neverAnswers();
    const { user } = show();
    const fields = { phone: phone(), code: code(), quantity: quantity() };
    const values = { phone: "", code: "", quantity: "1", ...typed };
    for (const name of ["phone", "code", "quantity"] as const) {
      await user.clear(fields[name]);
      if (values[name] !== "") await user.type(fields[name], values[name]);
    }
    await user.click(line().getByRole("button", { name: "Lançar" }));
    expect(errorOf(fields[wrong])).toBe(message);
    expect(document.activeElement).toBe(fields[wrong]);
    expect([phone().value, code().value, quantity().value]).toEqual([values.phone, values.code, values.quantity]);
    expect(launch).not.toHaveBeenCalled();
  });

  test("L8: stock 0: the button says 'Esgotado', and Enter says it at the quantity", async () => {
    hasStock(0);
    const launch = neverAnswers();
    const { user } = show();
    await user.type(code(), "151");
    expect(line().getByRole<HTMLButtonElement>("button", { name: "Esgotado" }).disabled).toBe(true);
    await user.type(phone(), `${PHONE}{Enter}`);
    expect(errorOf(quantity())).toBe("Estoque insuficiente. Disponível: 0");
    expect(document.activeElement).toBe(quantity());
    expect(launch).not.toHaveBeenCalled();
  });
});

describe("L4: the quantity", () => {
  test("is selected on focus, and the wheel never changes it", async () => {
    const { user } = show();
    await user.type(code(), "151");
    await user.click(quantity());
    await user.keyboard("3");
    expect(quantity().value).toBe("3");
    fireEvent.wheel(quantity(), { deltaY: 120 });
    fireEvent.wheel(quantity(), { deltaY: -120 });
    expect(quantity().value).toBe("3");
    expect(quantity().type).toBe("text");
  });
});

describe("L5: a whole launch as one line", () => {
  test("is shown as it was read, and Enter sends it", async () => {
    const launch = neverAnswers();
    const { user } = show();
    await user.type(phone(), "x2 11 98765-4321 c151");
    expect(line().getByRole("status").textContent).toBe("+55 (11) 98765-4321 · C151 ×2");
    expect(line().getByRole("heading", { name: "C151 Vestido Midi Lírio" })).toBeTruthy();
    await user.keyboard("{Enter}");
    expect(launch.mock.calls[0]?.[0]).toMatchObject({ productId: "product-C151", phone: "5511987654321", quantity: 2 });
    expect([phone().value, code().value, quantity().value]).toEqual(["", "c151", "1"]);
  });

  test("an ambiguous one is never sent, and stays as it was typed", async () => {
    const launch = neverAnswers();
    const { user } = show();
    await user.type(phone(), "11987654321 c151 c087{Enter}");
    expect(errorOf(phone())).toBe("Linha ambígua. Escreva como 11 98765-4321 C151 x2");
    expect(phone().value).toBe("11987654321 c151 c087");
    await user.click(line().getByRole("button", { name: "Lançar" }));
    expect(launch).not.toHaveBeenCalled();
  });

  test("a wrong part goes to its own field, with the reason there", async () => {
    const launch = neverAnswers();
    const { user } = show();
    await user.type(code(), "c151 x9 11 98765-4321{Enter}");
    expect([phone().value, code().value, quantity().value]).toEqual(["11 98765-4321", "c151", "9"]);
    expect(errorOf(quantity())).toBe("Estoque insuficiente. Disponível: 4");
    expect(document.activeElement).toBe(quantity());
    expect(launch).not.toHaveBeenCalled();
  });
});

/**
 * Types as a scanner does: every key 5 ms after the one before, ended by Enter. Text fields take the characters.
 *
 * @param fromMs when it begins, later than whatever was typed before
 */
function scan(text: string, fromMs = performance.now() + 1_000) {
  const target = document.activeElement ?? document.body;
  [...text, "Enter"].forEach((key, at) => {
    const event = createEvent.keyDown(target, { key });
    Object.defineProperty(event, "timeStamp", { value: fromMs + at * 5 });
    fireEvent(target, event);
    if (key !== "Enter" && target instanceof HTMLInputElement) {
      fireEvent.change(target, { target: { value: target.value + key } });
    }
  });
}

describe("L7: a scanner", () => {
  async function pinCustomer() {
    const launch = neverAnswers();
    const shown = show();
    await shown.user.click(screen.getByRole("radio", { name: "cliente" }));
    await shown.user.type(phone(), "11987654321");
    return { ...shown, launch };
  }

  test.each([
    ["on a button", () => screen.getByRole("button", { name: "Atualizar" })],
    ["on the list of launches", () => screen.getByRole("list", { name: "Últimos lançamentos" })],
    ["in the code field", code],
  ])("with the focus %s: the code field takes it, and one scan is one launch", async (_name, focused) => {
    const { launch } = await pinCustomer();
    backend.answersOnce("products:search", [aProduct("C78912345")]);
    act(() => focused().focus());
    const fromMs = performance.now() + 1_000;
    act(() => scan("78912345", fromMs));
    // The scanner read it twice.
    act(() => scan("78912345", fromMs + 100));
    await expect.poll(() => launch.mock.calls.length).toBe(1);
    expect(launch.mock.calls[0]?.[0]).toMatchObject({ phone: "5511987654321", quantity: 1 });
    expect([phone().value, code().value]).toEqual(["11987654321", ""]);
  });

  test("in the phone field, a product's code moves to the code field", async () => {
    neverAnswers();
    show();
    backend.answersOnce("products:search", [aProduct("C78912345")]);
    act(() => phone().focus());
    act(() => scan("78912345"));
    await expect.poll(() => code().value).toBe("C78912345");
    expect(phone().value).toBe("");
  });

  test("in the phone field, a phone typed as fast stays a phone", async () => {
    const launch = neverAnswers();
    const { user } = show();
    await user.type(code(), "151");
    act(() => phone().focus());
    act(() => scan("11987654321"));
    expect(launch.mock.calls[0]?.[0]).toMatchObject({ phone: "5511987654321", productId: "product-C151" });
  });

  test("in another text field it is text there", async () => {
    const { launch } = await pinCustomer();
    act(() => screen.getByLabelText("Buscar produto").focus());
    act(() => scan("78912345"));
    expect(screen.getByLabelText<HTMLInputElement>("Buscar produto").value).toBe("78912345");
    expect(code().value).toBe("");
    expect(launch).not.toHaveBeenCalled();
  });
});

describe("L11: own launches in the feed", () => {
  test("can be taken back at their row; those of others cannot", async () => {
    backend.answersWith("manualSales:feed", [
      aFeedRow(),
      aFeedRow({ launchId: "launch-8", operatorName: "João", isOwn: false, canUndo: false }),
    ]);
    const answer = later<unknown>();
    const undo = backend.mutates("manualSales:undo", () => answer.promise);
    const { user } = show();
    const [own, other] = feed().getAllByRole("listitem");
    if (own === undefined || other === undefined) throw new Error("two rows should be there");
    expect(within(own).getByRole("img", { name: "ok" })).toBeTruthy();
    expect(within(other).queryByRole("button")).toBeNull();
    await user.click(within(own).getByRole("button", { name: "Desfazer C151 x2 do pedido 1284" }));
    expect(undo.mock.calls).toEqual([[{ launchId: "launch-9" }]]);
    expect(within(own).getByText("desfazendo…")).toBeTruthy();
    expect(own.getAttribute("aria-busy")).toBe("true");
    await act(async () => {
      answer.resolve({ productCode: "C151", quantity: 2 });
      backend.answersWith("manualSales:feed", [aFeedRow({ isUndone: true, canUndo: false })]);
      await answer.promise;
    });
    expect(feed().getByText("desfeito")).toBeTruthy();
    expect(feed().getByText("Lançamento desfeito: C151 x2. O estoque voltou")).toBeTruthy();
    expect(feed().queryByRole("button")).toBeNull();
  });

  test.each([
    [
      new ConvexError({ code: "undo_refused", message: "O pedido #1284 já está pago", reason: "x" }),
      "O pedido #1284 já está pago",
    ],
    [new Error("Server Error"), "Não foi possível desfazer o lançamento. Tente de novo."],
  ])("U2: refused, with the reason", async (error, message) => {
    backend.answersWith("manualSales:feed", [aFeedRow()]);
    backend.mutates("manualSales:undo", () => Promise.reject(error));
    const { user } = show();
    await user.click(feed().getByRole("button", { name: /^Desfazer/ }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(feed().getByRole("button", { name: /^Desfazer/ })).toBeTruthy();
  });
});

describe("SP2: a launch that takes its time", () => {
  test("says so after 3 s, and after 10 s offers to try again under the same id", async () => {
    const launch = neverAnswers();
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "11987654321{Enter}");
    expect(feed().getByText("enviando…")).toBeTruthy();
    vi.setSystemTime(NOW + 3_000);
    expect(await feed().findByText("Ainda enviando…")).toBeTruthy();
    expect(feed().queryByRole("button", { name: "Tentar de novo" })).toBeNull();
    vi.setSystemTime(NOW + 10_000);
    await user.click(await feed().findByRole("button", { name: "Tentar de novo" }));
    expect(launch.mock.calls[1]?.[0].launchId).toBe(launch.mock.calls[0]?.[0].launchId);
  });
});

describe("O5: the bag of a customer while launches are on their way", () => {
  test("is marked as probable", async () => {
    backend.answersWith("customers:peek", {
      phone: "5511987654321",
      name: "Maria Souza",
      openTotalCents: 21470,
      openOrders: 1,
      openOrderNumber: 7,
    });
    neverAnswers();
    const { user } = show();
    await user.click(screen.getByRole("radio", { name: "cliente" }));
    await user.type(phone(), "11987654321");
    expect(line().getByText(/sacola R\$ 214,70 · 1 em aberto/)).toBeTruthy();
    await user.type(code(), "151{Enter}");
    expect(line().getByText(/sacola ≈ R\$ 304,60/)).toBeTruthy();
  });
});

describe("O6: without a connection", () => {
  test("what is launched is kept, in those words", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    Object.assign(connection, { isWebSocketConnected: false });
    neverAnswers();
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "11987654321{Enter}");
    expect(await feed().findByText("guardado")).toBeTruthy();
    expect(feed().queryByRole("button", { name: "Tentar de novo" })).toBeNull();
  });

  test("the 51st launch is not taken, and what was typed stays", async () => {
    hasStock(100);
    const launch = neverAnswers();
    const { user } = show();
    await user.type(code(), "151");
    for (let customer = 0; customer < 50; customer++) {
      fireEvent.change(phone(), { target: { value: `119876500${String(customer).padStart(2, "0")}` } });
      fireEvent.submit(screen.getByRole("form", { name: "Lançar" }));
    }
    await user.type(phone(), "11987654321{Enter}");
    expect(errorOf(phone())).toBe("50 lançamentos já esperam a conexão. Espere ela voltar");
    expect(phone().value).toBe("11987654321");
    expect(launch).toHaveBeenCalledTimes(50);
  });

  test("a refusal that comes while one is on another screen is told there too, and stays in the feed", async () => {
    const answer = later<unknown>();
    backend.mutates("manualSales:launch", () => answer.promise);
    const { user, router } = show();
    await user.type(code(), "151");
    await user.type(phone(), "11987654321{Enter}");
    await act(() => router.navigate("/pedidos"));
    act(() => answer.reject(new ConvexError({ code: "product_inactive", message: "Produto inativo" })));
    expect(await screen.findByText("Recusado: C151 x1. Produto inativo")).toBeTruthy();
    await act(() => router.navigate("/pedidos-manual"));
    expect(feed().getByText("Produto inativo")).toBeTruthy();
    expect(feed().getByRole("button", { name: "Corrigir" })).toBeTruthy();
  });
});

describe("K5: Escape in the line", () => {
  test("once does nothing to it, twice empties it", async () => {
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "1198");
    await user.keyboard("{Escape}");
    expect([phone().value, code().value]).toEqual(["1198", "151"]);
    await user.keyboard("7{Escape}");
    expect(phone().value).toBe("11987");
    await user.keyboard("{Escape}");
    expect([phone().value, code().value]).toEqual(["", ""]);
  });
});

describe("K2: who came for the launch line", () => {
  test("finds the focus in it, with the code that was chosen", async () => {
    const { router } = show();
    await act(() => router.navigate("/pedidos"));
    await act(() => router.navigate("/pedidos-manual", { state: { toLaunchLine: true, code: "C151" } }));
    await expect.poll(() => document.activeElement).toBe(phone());
    expect(code().value).toBe("C151");
  });
});
