import { act, cleanup, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EditOrderDialog } from "../../../../src/features/orders/EditOrderDialog";
import { backend, later, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { aLine, anOrderDetail } from "./anOrder";

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

const onClose = vi.fn();
const BLOUSE = {
  _id: "product-087",
  code: "C087",
  name: "Blusa Canelada",
  priceCents: 4990,
  color: null,
  size: null,
  imageUrl: null,
  stockId: "s",
};
const DRESS = { ...BLOUSE, _id: "product-151", code: "C151", name: "Vestido Midi Lírio", priceCents: 8990 };
const done = () => Promise.resolve({ orderTotalCents: 1, stockLeft: 1 });

const AS_IT_IS = "as it is";

function show(order: unknown = anOrderDetail()) {
  if (order !== AS_IT_IS) backend.answersWith("orders:byNumber", order);
  const Screen = () => <EditOrderDialog number={12} onClose={onClose} />;
  return showScreen({ routes: [{ path: "/pedidos", Component: Screen }], at: "/pedidos" }).user;
}

const dialog = () => within(screen.getByRole("dialog", { name: "Editar Pedido #12" }));
const search = () => screen.getByRole("combobox", { name: "Buscar produto" });
const quantityOf = (code: string) => screen.getByLabelText<HTMLInputElement>(`Quantidade de ${code}`);
const priceOf = (code: string) => screen.getByLabelText<HTMLInputElement>(`Preço unitário de ${code}`);

beforeEach(() => {
  backend.clear();
  onClose.mockClear();
  backend.answersBy("products:search", ({ text }) =>
    [DRESS, BLOUSE].filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(String(text).toLowerCase())),
  );
  backend.answersWith("products:stock", [
    { productId: "product-087", stock: 3, initialStock: 3 },
    { productId: "product-151", stock: 0, initialStock: 3 },
  ]);
});

afterEach(async () => {
  cleanup();
  // A dialog gives the focus back in a turn of its own: in this one, not in the next test.
  await new Promise((resolve) => window.setTimeout(resolve));
});

describe("the edit dialog, in its four states", () => {
  test("loading: bars that say what is coming", () => {
    show(AS_IT_IS);
    expect(dialog().getByRole("status", { name: "Carregando pedido" })).toBeTruthy();
  });

  test("none of that number: 'Pedido não encontrado'", () => {
    show(null);
    expect(dialog().getByText("Pedido não encontrado")).toBeTruthy();
  });

  test("refused without a reason of its own: 'Erro ao carregar itens do pedido'", () => {
    backend.refuses("orders:byNumber", new Error("Server Error"));
    show(AS_IT_IS);
    expect(dialog().getByRole("alert").textContent).toContain("Erro ao carregar itens do pedido");
  });

  test("products refused: 'Erro ao carregar produtos', and the lines are there all the same", () => {
    backend.refuses("products:search", new Error("Server Error"));
    show();
    expect(dialog().getByText("Erro ao carregar produtos")).toBeTruthy();
    expect(quantityOf("C151").value).toBe("2");
  });

  test("filled: product search, quantity, price and 'Adicionar Produto'; lines with a total badge (§2)", () => {
    show();
    expect(screen.getByRole("button", { name: "Adicionar Produto" })).toBeTruthy();
    expect(within(screen.getByRole("listbox", { name: "Produtos encontrados" })).getAllByRole("option")).toHaveLength(
      2,
    );
    const lines = within(screen.getByRole("region", { name: "Itens do Pedido" }));
    expect(lines.getByLabelText(/^Total: R\$\s179,80$/)).toBeTruthy();
    expect(priceOf("C151").value).toBe("89,90");
    expect(screen.getByRole("button", { name: "Cancelar" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Salvar Alterações" })).toBeTruthy();
  });

  test("an order without lines says so", () => {
    show(anOrderDetail({ lines: [], hasCart: false }));
    expect(screen.getByText("Nenhum item neste pedido")).toBeTruthy();
  });
});

describe("adding a product", () => {
  test("by keyboard alone: the code, Enter, the quantity, Enter; then the next", async () => {
    const add = backend.mutates("orders:addLine", done);
    const user = show();
    await user.type(search(), "087");
    await screen.findByRole("option", { name: /C087/ });
    await expect.poll(() => screen.getAllByRole("option").length).toBe(1);
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByLabelText("Quantidade"));
    expect(screen.getByLabelText<HTMLInputElement>("Preço unitário").value).toBe("49,90");
    await user.keyboard("2{Enter}");
    expect(add).toHaveBeenCalledWith({
      orderId: "order-12",
      productId: "product-087",
      quantity: 2,
      unitPriceCents: 4990,
    });
    expect(await screen.findByText("Produto adicionado")).toBeTruthy();
    await expect.poll(() => document.activeElement).toBe(search());
    expect(search()).toHaveProperty("value", "");
  });

  test("needs a product: it says so and goes there (F5)", async () => {
    const add = backend.mutates("orders:addLine", done);
    const user = show();
    await user.click(screen.getByRole("button", { name: "Adicionar Produto" }));
    expect(screen.getByText("Escolha um produto")).toBeTruthy();
    expect(document.activeElement).toBe(search());
    expect(add).not.toHaveBeenCalled();
  });

  test("no number is 1, an invalid price is 0 (§5)", async () => {
    const add = backend.mutates("orders:addLine", done);
    const user = show();
    await user.click(screen.getByRole("option", { name: /C087/ }));
    await user.clear(screen.getByLabelText("Quantidade"));
    await user.type(screen.getByLabelText("Quantidade"), "abc");
    await user.clear(screen.getByLabelText("Preço unitário"));
    await user.type(screen.getByLabelText("Preço unitário"), "grátis");
    await user.click(screen.getByRole("button", { name: "Adicionar Produto" }));
    expect(add.mock.calls[0]![0]).toMatchObject({ quantity: 1, unitPriceCents: 0 });
  });

  test("not enough stock: the sentence stands at the quantity, which keeps what was typed", async () => {
    const message = "Estoque insuficiente. Disponível: 3";
    backend.mutates("orders:addLine", () => Promise.reject(new ConvexError({ code: "insufficient_stock", message })));
    const user = show();
    await user.click(screen.getByRole("option", { name: /C087/ }));
    await user.keyboard("9{Enter}");
    expect(await screen.findByText(message)).toBeTruthy();
    const quantity = screen.getByLabelText<HTMLInputElement>("Quantidade");
    expect(quantity.value).toBe("9");
    expect(quantity.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(quantity);
  });

  test.each([
    [true, "Erro ao adicionar produto"],
    [false, "Não foi possível criar/obter carrinho"],
  ])("failed (order with a cart: %s): '%s'", async (hasCart, sentence) => {
    backend.mutates("orders:addLine", () => Promise.reject(new Error("Server Error")));
    const user = show(anOrderDetail({ hasCart }));
    await user.click(screen.getByRole("option", { name: /C087/ }));
    await user.keyboard("{Enter}");
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test("a text that finds nothing: 'Nenhum produto encontrado'; Enter chooses nothing", async () => {
    const user = show();
    await user.type(search(), "zzz");
    expect(await screen.findByText("Nenhum produto encontrado")).toBeTruthy();
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(search());
  });
});

describe("a line's quantity and price", () => {
  test("apply when the field is left, saying what was seen", async () => {
    const setQuantity = backend.mutates("orders:setLineQuantity", done);
    const setPrice = backend.mutates("orders:setLinePrice", done);
    const user = show();
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "3");
    await user.tab();
    expect(setQuantity).toHaveBeenCalledWith({ orderId: "order-12", lineId: "line-1", quantity: 3, seenQuantity: 2 });
    await user.clear(priceOf("C151"));
    await user.type(priceOf("C151"), "80{Enter}");
    expect(setPrice).toHaveBeenCalledWith({
      orderId: "order-12",
      lineId: "line-1",
      unitPriceCents: 8000,
      seenUnitPriceCents: 8990,
    });
  });

  test.each([
    ["0", null],
    ["-2", null],
    ["2", null],
    ["abc", 1],
    ["", 1],
  ])("quantity typed as %j is sent as %j: 0 or less is ignored, no number is 1 (§5)", async (text, sent) => {
    const setQuantity = backend.mutates("orders:setLineQuantity", done);
    const user = show();
    await user.clear(quantityOf("C151"));
    if (text !== "") await user.type(quantityOf("C151"), text);
    await user.tab();
    if (sent === null) expect(setQuantity).not.toHaveBeenCalled();
    else expect(setQuantity.mock.calls[0]![0]).toMatchObject({ quantity: sent });
    if (sent === null) expect(quantityOf("C151").value).toBe("2");
  });

  test("an invalid price is 0; an emptied one is no change", async () => {
    const setPrice = backend.mutates("orders:setLinePrice", done);
    const user = show();
    await user.clear(priceOf("C151"));
    await user.tab();
    expect(setPrice).not.toHaveBeenCalled();
    expect(priceOf("C151").value).toBe("89,90");
    await user.clear(priceOf("C151"));
    await user.type(priceOf("C151"), "grátis{Enter}");
    expect(setPrice.mock.calls[0]![0]).toMatchObject({ unitPriceCents: 0 });
  });

  test("refused: the reason stands at the field, which keeps what was typed", async () => {
    const message = "Estoque insuficiente. Disponível: 4";
    backend.mutates("orders:setLineQuantity", () =>
      Promise.reject(new ConvexError({ code: "insufficient_stock", message })),
    );
    const user = show();
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "99{Enter}");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(quantityOf("C151").value).toBe("99");
  });

  test("failed for another cause: 'Erro ao atualizar quantidade'", async () => {
    backend.mutates("orders:setLineQuantity", () => Promise.reject(new Error("Server Error")));
    const user = show();
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "3{Enter}");
    expect(await screen.findByText("Erro ao atualizar quantidade")).toBeTruthy();
  });

  describe("while a change of one's own is on its way", () => {
    const asOf = (quantity: number) => anOrderDetail({ lines: [aLine({ quantity })] });
    async function sendThree() {
      const answer = later<unknown>();
      const setQuantity = backend.mutates("orders:setLineQuantity", () => answer.promise);
      const user = show();
      await user.clear(quantityOf("C151"));
      await user.type(quantityOf("C151"), "3{Enter}");
      // As it is shown before the server has said so (O1).
      act(() => backend.answersWith("orders:byNumber", asOf(3)));
      const arrive = () =>
        act(async () => {
          answer.resolve({});
          await answer.promise;
        });
      return { user, setQuantity, arrive };
    }

    test("it is nobody else's: there is nothing to choose, and the field is not marked", async () => {
      const { arrive } = await sendThree();
      expect(screen.queryByRole("button", { name: /^Manter/ })).toBeNull();
      expect(quantityOf("C151").getAttribute("aria-invalid")).toBeNull();
      await arrive();
      expect(screen.queryByRole("button", { name: /^Manter/ })).toBeNull();
      expect(quantityOf("C151").value).toBe("3");
    });

    test("typing goes on, and nothing of it is lost when the answer comes (F6)", async () => {
      const { user, setQuantity, arrive } = await sendThree();
      await user.type(quantityOf("C151"), "0");
      await arrive();
      expect(quantityOf("C151").value).toBe("30");
      expect(screen.queryByRole("button", { name: /^Manter/ })).toBeNull();
      await user.keyboard("{Enter}");
      expect(setQuantity.mock.calls[1]?.[0]).toMatchObject({ quantity: 30, seenQuantity: 3 });
    });

    test.each([
      ["another value", "0", 30],
      ["the one before", "{Backspace}2", 2],
    ])("%s that is applied meanwhile follows it", async (_name, keys, quantity) => {
      const { user, setQuantity, arrive } = await sendThree();
      await user.type(quantityOf("C151"), `${keys}{Enter}`);
      await user.tab();
      expect(setQuantity).toHaveBeenCalledTimes(1);
      await arrive();
      await expect.poll(() => setQuantity.mock.calls.length).toBe(2);
      expect(setQuantity.mock.calls[1]?.[0]).toMatchObject({ quantity, seenQuantity: 3 });
    });

    test("somebody else's change of it still asks (P3)", async () => {
      await sendThree();
      act(() => backend.answersWith("orders:byNumber", asOf(7)));
      expect(screen.getByRole("button", { name: /^Manter/ })).toBeTruthy();
    });
  });

  test("while a change is on its way the total is '≈' (O5)", async () => {
    const answer = later<unknown>();
    backend.mutates("orders:setLineQuantity", () => answer.promise);
    const user = show();
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "3{Enter}");
    const badge = screen.getByLabelText(/^Total: /);
    expect(badge.textContent).toMatch(/^≈ R\$/);
    await act(async () => {
      answer.resolve({});
      await answer.promise;
    });
    await expect.poll(() => badge.textContent).toMatch(/^R\$/);
  });
});

describe("removing a line", () => {
  test("asks, says what comes back, and says 'Produto removido' (§4)", async () => {
    const remove = backend.mutates("orders:removeLine", done);
    const user = show();
    await user.click(screen.getByRole("button", { name: "Remover C151" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Remover produto" }));
    expect(question.getByText("Remover C151 Vestido Midi Lírio do pedido #12?")).toBeTruthy();
    expect(question.getByText("2 peças voltam ao estoque.")).toBeTruthy();
    expect(remove).not.toHaveBeenCalled();
    await user.click(question.getByRole("button", { name: "Remover produto" }));
    expect(remove).toHaveBeenCalledWith({ orderId: "order-12", lineId: "line-1" });
    expect(await screen.findByText("Produto removido")).toBeTruthy();
  });

  test("failed: 'Erro ao cancelar produto', and the question stays", async () => {
    backend.mutates("orders:removeLine", () => Promise.reject(new Error("Server Error")));
    const user = show();
    await user.click(screen.getByRole("button", { name: "Remover C151" }));
    await user.click(await screen.findByRole("button", { name: "Remover produto" }));
    expect(await screen.findByText("Erro ao cancelar produto")).toBeTruthy();
    expect(screen.getByRole("alertdialog")).toBeTruthy();
  });
});

describe("a paid order", () => {
  const warning = () =>
    new ConvexError({
      code: "order_is_paid",
      message: "O pedido #12 já está pago",
      orderNumber: 12,
      totalCents: 17980,
      newTotalCents: 26970,
    });

  test("changes only after a warning that shows the difference", async () => {
    const setQuantity = backend.mutates("orders:setLineQuantity", (args) =>
      args.allowPaid === true ? done() : Promise.reject(warning()),
    );
    const user = show(anOrderDetail({ isPaid: true }));
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "3{Enter}");
    const question = within(await screen.findByRole("alertdialog", { name: "Pedido já pago" }));
    expect(question.getByText(/^De R\$\s179,80 para R\$\s269,70: faltam R\$\s89,90$/)).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Mudar pedido pago" }));
    expect(setQuantity).toHaveBeenLastCalledWith({
      orderId: "order-12",
      lineId: "line-1",
      quantity: 3,
      seenQuantity: 2,
      allowPaid: true,
    });
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  });

  test("stays as it is when that is not wanted", async () => {
    const setQuantity = backend.mutates("orders:setLineQuantity", () => Promise.reject(warning()));
    const user = show(anOrderDetail({ isPaid: true }));
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "3{Enter}");
    const question = within(await screen.findByRole("alertdialog", { name: "Pedido já pago" }));
    await user.click(question.getByRole("button", { name: "Cancelar" }));
    expect(setQuantity).toHaveBeenCalledTimes(1);
    await expect.poll(() => quantityOf("C151").value).toBe("2");
  });
});

describe("Salvar Alterações and Cancelar", () => {
  test("save applies what is still being typed, and closes", async () => {
    const setQuantity = backend.mutates("orders:setLineQuantity", done);
    const user = show();
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "3");
    await user.click(screen.getByRole("button", { name: "Salvar Alterações" }));
    expect(setQuantity.mock.calls[0]![0]).toMatchObject({ quantity: 3 });
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  test("save stays open when something could not be applied, and goes there (F5)", async () => {
    backend.mutates("orders:setLineQuantity", () => Promise.reject(refused("product_not_found")));
    const user = show();
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "3");
    await user.click(screen.getByRole("button", { name: "Salvar Alterações" }));
    expect(await screen.findByText("Produto não encontrado")).toBeTruthy();
    await expect.poll(() => document.activeElement).toBe(quantityOf("C151"));
    expect(onClose).not.toHaveBeenCalled();
  });

  test("cancel drops it, and closes", async () => {
    const setQuantity = backend.mutates("orders:setLineQuantity", done);
    const user = show();
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "3");
    await user.click(screen.getByRole("button", { name: "Cancelar" }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(setQuantity).not.toHaveBeenCalled();
  });

  test("Esc with something typed asks first (K5); without, it closes", async () => {
    const user = show();
    await user.click(screen.getByRole("option", { name: /C087/ }));
    await user.keyboard("{Escape}");
    const question = within(await screen.findByRole("alertdialog", { name: "Descartar o que foi digitado?" }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(question.getByRole("button", { name: "Descartar alterações" }));
    await expect.poll(() => onClose.mock.calls.length).toBeGreaterThan(0);
  });

  test("Esc with nothing typed closes", async () => {
    const user = show();
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe("others change the same order", () => {
  test("P4: their lines change in place with their mark, and the total follows", () => {
    show();
    const changed = aLine({ quantity: 5, lineTotalCents: 44950, changedBy: "João", changedAt: Date.now() + 1_000 });
    act(() => backend.answersWith("orders:byNumber", anOrderDetail({ lines: [changed], totalCents: 44950 })));
    expect(quantityOf("C151").value).toBe("5");
    expect(screen.getByText(/^João mudou há \d+ s$/)).toBeTruthy();
    expect(screen.getByLabelText(/^Total: R\$\s449,50$/)).toBeTruthy();
  });

  test("P3, F6: what is being typed stays, and the other's value stands beside it with a choice", async () => {
    const setQuantity = backend.mutates("orders:setLineQuantity", done);
    const user = show();
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "3");
    const changed = aLine({ quantity: 5, changedBy: "João", changedAt: Date.now() });
    act(() => backend.answersWith("orders:byNumber", anOrderDetail({ lines: [changed] })));
    expect(quantityOf("C151").value).toBe("3");
    expect(document.activeElement).toBe(quantityOf("C151"));
    expect(screen.getByText(/^João mudou para 5 há \d+ s$/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Usar o de João" }));
    expect(quantityOf("C151").value).toBe("5");
    expect(setQuantity).not.toHaveBeenCalledWith(expect.objectContaining({ seenQuantity: 5 }));
  });

  test("P3: one's own value can be kept, knowing the other's", async () => {
    const changedMeanwhile = new ConvexError({
      code: "changed_meanwhile",
      message: "João mudou para 5 enquanto você editava",
      field: "quantity",
      value: 5,
      shown: "5",
      actorName: "João",
      at: Date.now(),
    });
    const setQuantity = backend.mutates("orders:setLineQuantity", (args) =>
      args.seenQuantity === 5 ? done() : Promise.reject(changedMeanwhile),
    );
    const user = show();
    await user.clear(quantityOf("C151"));
    await user.type(quantityOf("C151"), "3");
    const changed = aLine({ quantity: 5, changedBy: "João", changedAt: Date.now() });
    act(() => backend.answersWith("orders:byNumber", anOrderDetail({ lines: [changed] })));
    await user.click(screen.getByRole("button", { name: "Manter o meu" }));
    expect(setQuantity).toHaveBeenLastCalledWith({
      orderId: "order-12",
      lineId: "line-1",
      quantity: 3,
      seenQuantity: 5,
    });
  });

  test("deleted meanwhile: it says so instead of failing at every press", () => {
    show();
    act(() => backend.answersWith("orders:byNumber", null));
    expect(dialog().getByText("Este pedido não existe mais")).toBeTruthy();
  });
});
