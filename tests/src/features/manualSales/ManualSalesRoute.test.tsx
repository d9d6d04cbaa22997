import { act, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backend, later } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { routes } from "./launchScreen";

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

const aProduct = (code: string, change: Record<string, unknown> = {}) => ({
  _id: `product-${code}`,
  code,
  name: code === "C151" ? "Vestido Midi Lírio" : "Blusa Canelada",
  priceCents: 8990,
  color: "Preto",
  size: "M",
  imageUrl: null,
  stockId: `stock-${code}`,
  ...change,
});
const CATALOGUE = [aProduct("C087"), aProduct("C151")];

const receipt = (change: Record<string, unknown> = {}) => ({
  orderId: "order-1",
  orderNumber: 1284,
  created: true,
  unitPriceCents: 8990,
  quantity: 2,
  totalCents: 17980,
  stockLeft: 2,
  phone: "5511987654321",
  productCode: "C151",
  ...change,
});

function hasStock(levels: Record<string, number>) {
  backend.answersBy("products:stock", ({ productIds }) =>
    (productIds as string[]).map((productId) => ({
      productId,
      stock: levels[productId.replace("product-", "")] ?? 0,
      initialStock: 12,
    })),
  );
}

beforeEach(() => {
  vi.setSystemTime(new Date("2026-11-20T23:14:00Z"));
  backend.clear();
  backend.answersBy("products:search", ({ text, limit }) =>
    CATALOGUE.filter(({ code }) => code.includes(String(text))).slice(0, Number(limit)),
  );
  hasStock({ C151: 4, C087: 9 });
  backend.answersWith("manualSales:feed", []);
  backend.answersWith("customers:peek", null);
});

afterEach(() => {
  vi.useRealTimers();
});

const show = (at = "/pedidos-manual") => showScreen({ routes, at });
const line = () => within(screen.getByRole("form", { name: "Lançar" }));
const phone = () => line().getByLabelText<HTMLInputElement>("Celular");
const code = () => line().getByLabelText<HTMLInputElement>("Código");
const quantity = () => line().getByLabelText<HTMLInputElement>("Qtd");
const feed = () => within(screen.getByRole("complementary", { name: "Últimos lançamentos" }));
const pinned = () => within(line().getByRole("region", { name: "Produto" }));

describe("the table of products, in its four states", () => {
  test("loading", () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando produtos" })).toBeTruthy();
  });
  test("empty", () => {
    backend.answersWith("products:search", []);
    show();
    expect(screen.getByText("Nenhum produto encontrado")).toBeTruthy();
  });
  test("refused", () => {
    backend.refuses("products:search", new Error("Server Error"));
    show();
    expect(screen.getByRole("alert").textContent).toContain("Erro ao carregar produtos");
    expect(screen.getByRole("form", { name: "Lançar" })).toBeTruthy();
  });
  test("filled: the specified columns, 'Sem foto', and no way to launch what is sold out", () => {
    hasStock({ C151: 4, C087: 0 });
    show();
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Celular",
      "Cód",
      "Qtd em estoque",
      "Valor",
      "Descrição",
      "Foto",
      "Ação",
    ]);
    const row = within(screen.getByRole("button", { name: "Fixar C151" }).closest("tr") ?? document.body);
    for (const fact of ["4 de 12", "R$ 89,90", "Vestido Midi Lírio", "Preto · M", "Sem foto"]) {
      expect(row.getByText(fact)).toBeTruthy();
    }
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Lançar C151" }).disabled).toBe(false);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Lançar C087" }).disabled).toBe(true);
    expect(document.title).toBe("Pedidos Manual · Loja Demo");
  });
});

describe("launching with the pinned product", () => {
  test("the code shows its product; Enter in the phone sends; the phone is ready for the next", async () => {
    const answer = later<unknown>();
    const launch = backend.mutates("manualSales:launch", () => answer.promise);
    const { user } = show();
    await user.type(code(), "151");
    expect(pinned().getByRole("heading", { name: "C151 Vestido Midi Lírio" })).toBeTruthy();
    expect(pinned().getByText("4 de 12")).toBeTruthy();

    await user.type(phone(), "11 98765-4321{Enter}");
    expect(launch).toHaveBeenCalledWith({
      productId: "product-C151",
      phone: "5511987654321",
      quantity: 1,
      eventDate: "2026-11-20",
      eventType: "MANUAL",
      launchId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    // At once, without waiting for the server: the row, the stock, and the empty field with the focus.
    expect(feed().getByText("enviando…").closest("li")?.getAttribute("aria-busy")).toBe("true");
    expect(pinned().getByText("3 de 12")).toBeTruthy();
    expect([phone().value, code().value]).toEqual(["", "151"]);
    expect(document.activeElement).toBe(phone());

    await act(async () => {
      answer.resolve(receipt());
      await answer.promise;
    });
    expect(feed().queryByText("enviando…")).toBeNull();
    expect(
      feed()
        .getByText("Novo pedido criado: C151 x2 para +55 (11) 98765-4321. Subtotal: R$ 179,80")
        .getAttribute("aria-live"),
    ).toBe("polite");
  });

  test("added to an open order: the other sentence", async () => {
    backend.mutates("manualSales:launch", () => Promise.resolve(receipt({ created: false })));
    const { user } = show();
    await user.type(code(), "c151");
    await user.type(phone(), "11987654321{Enter}");
    expect(await screen.findByText("Produto adicionado ao pedido existente: C151 x2")).toBeTruthy();
  });

  test("ten on their way hold nothing up, each with an id of its own", async () => {
    hasStock({ C151: 50 });
    const launch = backend.mutates("manualSales:launch", () => new Promise(() => undefined));
    const { user } = show();
    await user.type(code(), "151");
    for (let customer = 0; customer < 10; customer++) await user.type(phone(), `1198765000${customer}{Enter}`);
    expect(feed().getAllByText("enviando…")).toHaveLength(10);
    expect(pinned().getByText("40 de 12")).toBeTruthy();
    expect(new Set(launch.mock.calls.map(([args]) => args.launchId)).size).toBe(10);
  });

  test("refused: it stays with its reason and values; Tentar de novo sends the same id", async () => {
    const message = "Estoque insuficiente. Disponível: 0";
    const launch = backend.mutates("manualSales:launch", () =>
      Promise.reject(new ConvexError({ code: "insufficient_stock", message, available: 0 })),
    );
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "11987654321{Enter}");
    const row = within((await feed().findByText(message)).closest("li") ?? document.body);
    for (const fact of ["recusado", "C151 ×1", "+55 (11) 98765-4321"]) expect(row.getByText(fact)).toBeTruthy();
    expect(pinned().getByText("4 de 12")).toBeTruthy();

    launch.mockResolvedValueOnce(receipt());
    await user.click(row.getByRole("button", { name: "Tentar de novo" }));
    await expect.poll(() => feed().queryByText("recusado")).toBeNull();
    expect(launch.mock.calls[1]?.[0].launchId).toBe(launch.mock.calls[0]?.[0].launchId);
  });

  test("refused: Corrigir puts its values back into the fields", async () => {
    backend.mutates("manualSales:launch", () => Promise.reject(new Error("Server Error")));
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "11987654321{Enter}");
    expect(await feed().findByText("Erro ao lançar venda")).toBeTruthy();
    await user.click(feed().getByRole("button", { name: "Corrigir" }));
    expect([phone().value, code().value]).toEqual(["5511987654321", "C151"]);
    expect(feed().queryByText("recusado")).toBeNull();
  });

  test("what is known to fail is not sent: the reason stands at the field, which has the focus", async () => {
    const launch = backend.mutates("manualSales:launch", () => Promise.resolve(receipt()));
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "1198{Enter}");
    const reason = line().getByText("Telefone inválido. Use formato com DDD (ex: 11999999999)");
    expect(phone().getAttribute("aria-describedby")).toBe(reason.id);
    expect(phone().getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(phone());

    await user.clear(phone());
    await user.type(phone(), "11987654321");
    await user.clear(quantity());
    await user.type(quantity(), "5{Enter}");
    expect(line().getByText("Estoque insuficiente. Disponível: 4")).toBeTruthy();
    expect(document.activeElement).toBe(quantity());
    expect(launch).not.toHaveBeenCalled();
  });

  test("sold out: the button says so and cannot be pressed", async () => {
    hasStock({ C151: 0 });
    const { user } = show();
    await user.type(code(), "151");
    expect(line().getByRole<HTMLButtonElement>("button", { name: "Esgotado" }).disabled).toBe(true);
  });

  test("the quantity changes with the arrows, between 1 and the stock", async () => {
    const { user } = show();
    await user.type(code(), "151");
    await user.click(quantity());
    await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}");
    expect(quantity().value).toBe("4");
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(quantity().value).toBe("1");
  });
});

describe("a code typed quicker than its product can be looked up", () => {
  beforeEach(() => {
    backend.clear();
    backend.answersWith("manualSales:feed", []);
  });

  test("is launched all the same", async () => {
    backend.answersOnce("products:search", [aProduct("C151")]);
    const launch = backend.mutates("manualSales:launch", () => Promise.resolve(receipt()));
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "11987654321{Enter}");
    await expect.poll(() => launch.mock.calls[0]?.[0].productId).toBe("product-C151");
  });

  test("and when nobody has it, the feed says so", async () => {
    backend.answersOnce("products:search", []);
    const launch = backend.mutates("manualSales:launch", () => Promise.resolve(receipt()));
    const { user } = show();
    await user.type(code(), "999");
    await user.type(phone(), "11987654321{Enter}");
    expect(await feed().findByText("Produto não encontrado")).toBeTruthy();
    expect(feed().getByText("C999 ×1")).toBeTruthy();
    expect(launch).not.toHaveBeenCalled();
  });
});

describe("pins", () => {
  test("Alt+C pins the customer: the phone stays, the code is ready for the next", async () => {
    const launch = backend.mutates("manualSales:launch", () => new Promise(() => undefined));
    const { user } = show();
    await user.type(phone(), "11987654321");
    await user.keyboard("{Alt>}{c}{/Alt}");
    expect(screen.getByRole("radio", { name: "cliente" }).getAttribute("aria-checked")).toBe("true");
    await user.type(code(), "151{Enter}");
    expect([phone().value, code().value]).toEqual(["11987654321", ""]);
    expect(document.activeElement).toBe(code());
    await user.keyboard("87{Enter}");
    expect(line().getAllByText("Nenhum produto com o código C87")).not.toHaveLength(0);
    expect(document.activeElement).toBe(code());
    expect(launch).toHaveBeenCalledTimes(1);
  });

  test("choosing a row's product pins it and goes to the phone", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Fixar C151" }));
    expect(code().value).toBe("C151");
    expect(document.activeElement).toBe(phone());
    expect(screen.getByRole("button", { name: "Fixar C151" }).getAttribute("aria-pressed")).toBe("true");
  });
});

describe("while the phone is typed", () => {
  test("its owner and what is open for them", async () => {
    backend.answersBy("customers:peek", ({ phone: typed }) =>
      typed === "5511987654321"
        ? { name: "Maria Souza", openTotalCents: 21470, openOrders: 2, openOrderNumber: 7 }
        : null,
    );
    const { user } = show();
    await user.type(phone(), "11987654321");
    expect(line().getByText("Maria Souza").parentElement?.textContent).toBe(
      "Maria Souza · sacola R$\u00a0214,70 · 2 em aberto",
    );
    await user.clear(phone());
    await user.type(phone(), "21987654321");
    expect(line().getByText("Cliente novo · +55 (21) 98765-4321")).toBeTruthy();
  });
});

describe("L13: while only half the phone is typed", () => {
  const maria = { phone: "5511987654321", name: "Maria Souza", openTotalCents: 21470, openOrders: 2 };
  beforeEach(() => {
    backend.answersBy("customers:peek", ({ phone: typed }) =>
      maria.phone.slice(2).startsWith(String(typed)) || typed === maria.phone ? { ...maria, openOrderNumber: 7 } : null,
    );
  });

  test("the only customer it can be is shown as a guess: the whole phone, the name, what is open", async () => {
    const { user } = show();
    await user.type(phone(), "11987");
    expect(line().queryByText("Maria Souza")).toBeNull();
    await user.type(phone(), "6");
    expect(line().getByText("Maria Souza").parentElement?.textContent).toBe(
      "Maria Souza · sacola R$\u00a0214,70 · 2 em aberto",
    );
    expect(line().getByRole("button", { name: "Completar com +55 (11) 98765-4321" }).textContent).toContain(
      "É +55 (11) 98765-4321?",
    );
    expect(phone().value).toBe("119876");
  });

  test("Enter sends only what was typed: half a phone is refused, and nothing is completed in silence", async () => {
    const launch = backend.mutates("manualSales:launch", () => new Promise(() => undefined));
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "119876{Enter}");
    expect(launch).not.toHaveBeenCalled();
    expect(line().getByText("Telefone inválido. Use formato com DDD (ex: 11999999999)")).toBeTruthy();
    expect(phone().value).toBe("119876");
  });

  test("→ at the end completes it, then Enter launches; within the text → only moves the caret", async () => {
    const launch = backend.mutates("manualSales:launch", () => new Promise(() => undefined));
    const { user } = show();
    await user.type(code(), "151");
    await user.type(phone(), "119876");
    await user.keyboard("{ArrowLeft}{ArrowRight}");
    expect(phone().value).toBe("119876");
    await user.keyboard("{ArrowRight}");
    expect(phone().value).toBe("+55 (11) 98765-4321");
    expect(launch).not.toHaveBeenCalled();
    await user.keyboard("{Enter}");
    expect(launch.mock.calls[0]?.[0]).toMatchObject({ phone: "5511987654321" });
  });

  test("the finger completes it by the phone shown, and the focus stays in the field; Tab goes on to the code", async () => {
    const { user } = show();
    await user.type(phone(), "119876");
    await user.click(line().getByRole("button", { name: "Completar com +55 (11) 98765-4321" }));
    expect(phone().value).toBe("+55 (11) 98765-4321");
    expect(document.activeElement).toBe(phone());
    await user.clear(phone());
    await user.type(phone(), "119876");
    await user.tab();
    expect(document.activeElement).toBe(code());
    expect(phone().value).toBe("119876");
  });
});

describe("launching from a row", () => {
  test("with its own phone and quantity, or the default phone; then it starts over", async () => {
    const launch = backend.mutates("manualSales:launch", () => new Promise(() => undefined));
    const { user } = show();
    await user.type(screen.getByRole("textbox", { name: "Celular para C151" }), "11987654321");
    await user.click(screen.getByRole("spinbutton", { name: "Quantidade de C151" }));
    await user.keyboard("2");
    await user.click(screen.getByRole("button", { name: "Lançar C151" }));
    expect(launch.mock.calls[0]?.[0]).toMatchObject({ productId: "product-C151", phone: "5511987654321", quantity: 2 });
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Celular para C151" }).value).toBe("");
    expect(screen.getByRole<HTMLInputElement>("spinbutton", { name: "Quantidade de C151" }).value).toBe("1");

    await user.type(screen.getByLabelText("Celular padrão"), "21987654321");
    await user.click(screen.getByRole("button", { name: "Lançar C087" }));
    expect(launch.mock.calls[1]?.[0]).toMatchObject({ productId: "product-C087", phone: "5521987654321", quantity: 1 });
  });

  test("without any phone: the reason at the row", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Lançar C151" }));
    expect(screen.getByRole("alert").textContent).toBe("Informe o telefone do cliente");
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Celular para C151" }));
  });

  test("Aplicar fills the rows and says how many", async () => {
    const { user } = show();
    await user.type(screen.getByLabelText("Celular padrão"), "21987654321");
    await user.click(screen.getByRole("button", { name: "Aplicar" }));
    expect(screen.getByText("2 linhas preenchidas")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Celular para C087" }).value).toBe("21987654321");
  });
});

describe("the live", () => {
  test("is today's until another is chosen, stays chosen, and says when it is not today's", () => {
    show();
    expect(screen.getByRole("button", { name: /^Live de/ }).textContent).toBe("Live de 20/11 · MANUAL");
    act(() => {
      window.localStorage.setItem(
        "workingLive:tenant-demo:profile-ana",
        '{"eventDate":"2026-11-18","eventType":"LIVE"}',
      );
      window.dispatchEvent(new StorageEvent("storage"));
    });
    expect(screen.getByRole("button", { name: /^Live de/ }).textContent).toBe("Live de 18/11 · LIVE · não é hoje");
  });
});

describe("the feed of everybody", () => {
  test("says when, who, what and what became of it", () => {
    backend.answersWith("manualSales:feed", [
      {
        launchId: "launch-9",
        at: Date.parse("2026-11-20T23:14:03Z"),
        operatorName: "João",
        productCode: "C151",
        productName: "Vestido Midi Lírio",
        quantity: 2,
        phone: "5511987654321",
        orderNumber: 1284,
        created: false,
        lineTotalCents: 17980,
        isOwn: false,
        isUndone: false,
        canUndo: false,
      },
    ]);
    show();
    const row = within(feed().getByRole("listitem"));
    for (const fact of ["20:14:03", "João", "C151 ×2", "#1284"]) expect(row.getByText(fact)).toBeTruthy();
    expect(feed().getByRole("listitem").textContent).toContain(
      "Produto adicionado ao pedido existente: C151 x2 · +55 (11) 98765-4321",
    );
  });
});
