import { act, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/products/ProductsRoute";
import { backend, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { aProduct, aWholeProduct } from "./aProduct";

vi.mock("convex/react", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useConvex: () => backend.client };
});
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
vi.mock("../../../../src/lib/useTenantAction", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantAction: backend.useTenantMutation };
});

const show = (query = "") => showScreen({ routes: [{ path: "/produtos", Component }], at: `/produtos${query}` });

beforeEach(() => backend.clear());

describe("Produtos, in its four states", () => {
  test("loading: bars that say what is coming", () => {
    show();
    expect(screen.getByRole("status", { name: "Carregando produtos" })).toBeTruthy();
  });

  test("nothing yet: the next thing to do", async () => {
    backend.answersPages("products:list", []);
    const { user, router } = show();
    expect(screen.getByText("Nenhum produto cadastrado")).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: "Cadastrar produto" })[1] ?? document.body);
    expect(router.state.location.search).toBe("?novo=sim");
  });

  test("nothing found: the search can be cleared", async () => {
    backend.answersPages("products:list", [aProduct()]);
    backend.answersWith("products:find", []);
    const { user, router } = show("?q=zzz");
    expect(screen.getByText("Nenhum produto encontrado")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Limpar busca" }));
    expect(router.state.location.search).toBe("");
  });

  test("refused: the reason and another try", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    backend.refuses("products:list", new Error("Server Error"));
    const { user } = show();
    expect(screen.getByRole("alert").textContent).toContain("Erro ao carregar produtos");
    act(() => backend.answersPages("products:list", [aProduct()]));
    await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
    expect(screen.getByText("Vestido floral")).toBeTruthy();
    silence.mockRestore();
  });

  test("filled: every fact in its column, the stock live", () => {
    backend.answersPages("products:list", [
      aProduct(),
      aProduct({ _id: "b", code: "C150", name: "Blusa", color: null, size: null, isActive: false, imageUrl: "/b.png" }),
    ]);
    backend.answersWith("products:stock", [{ productId: "p151", stock: 4, initialStock: 12 }]);
    show();
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Foto",
      "Código",
      "Nome",
      "Preço",
      "Estoque",
      "Cor",
      "Tamanho",
      "Situação",
      "Ações",
    ]);
    const facts = (code: string) =>
      [...(screen.getByRole("rowheader", { name: code }).closest("tr")?.children ?? [])].map(
        (cell) => cell.textContent,
      );
    expect(facts("C151").slice(0, 8)).toEqual([
      "Sem foto",
      "C151",
      "Vestido floral",
      "R$\u00a089,90",
      "4 de 12",
      "Azul",
      "M",
      "Ativo",
    ]);
    expect(facts("C150")[7]).toBe("Inativo");
    expect(screen.getByRole("img", { name: "Blusa" }).getAttribute("src")).toBe("/b.png");
    act(() => backend.answersWith("products:stock", [{ productId: "p151", stock: 0, initialStock: 12 }]));
    expect(facts("C151")[4]).toBe("Esgotado");
    expect(document.title).toBe("Produtos · Loja Demo");
  });

  test("no company: says what is missing", () => {
    showScreen({
      routes: [{ path: "/produtos", Component }],
      at: "/produtos",
      scope: { tenant: null, isTenantSite: false },
    });
    expect(screen.getByText("Defina a empresa")).toBeTruthy();
  });
});

describe("the list", () => {
  test("Q3: what is typed is searched for, as the address says", async () => {
    backend.answersPages("products:list", [aProduct()]);
    backend.answersBy("products:find", ({ text }) => [aProduct({ name: `achado por ${String(text)}` })]);
    const { user, router } = show();
    await user.type(screen.getByPlaceholderText("Buscar produtos..."), "vestido");
    expect(await screen.findByText("achado por vestido")).toBeTruthy();
    expect(router.state.location.search).toBe("?q=vestido");
  });

  test("K6: ↑ and ↓ lead from a control to the same one of the next row, Enter on the code opens it", async () => {
    const rows = ["C1", "C2", "C3"].map((code) => aProduct({ _id: code, code }));
    backend.answersPages("products:list", rows);
    const { user, router } = show();
    screen.getByRole("button", { name: "Ver estoque de C1" }).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ver estoque de C2" }));
    screen.getByRole("button", { name: "C2" }).focus();
    await user.keyboard("{ArrowDown}{Enter}");
    expect(router.state.location.search).toBe("?produto=C3");
  });

  test("D1: page by page, ten at first; a next page is asked of the server when it is not there", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => aProduct({ _id: `p${at}`, code: `C${100 + at}` }));
    const loadMore = vi.fn();
    backend.answersPages("products:list", rows.slice(0, 10), { canLoadMore: true, loadMore });
    const { user, router } = show();
    expect(screen.getAllByRole("rowheader")).toHaveLength(10);
    await user.click(screen.getByRole("button", { name: "Próxima" }));
    expect(router.state.location.search).toBe("?pagina=2");
    expect(loadMore).toHaveBeenCalled();
    act(() => backend.answersPages("products:list", rows));
    expect(screen.getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual(["C110", "C111"]);
    expect(screen.getByRole("button", { name: "Próxima" })).toHaveProperty("disabled", true);
  });

  test("deleting asks with name and consequence; the row after it has the focus then", async () => {
    backend.answersPages("products:list", [aProduct(), aProduct({ _id: "b", code: "C150" })]);
    const remove = backend.mutates("products:remove", () => {
      backend.answersPages("products:list", [aProduct({ _id: "b", code: "C150" })]);
      return Promise.resolve(null);
    });
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Excluir produto C151" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Excluir produto C151" });
    expect(dialog.textContent).toContain("Vestido floral");
    expect(dialog.textContent).toContain("Os pedidos ficam como estão e mostram 'Produto removido', código 'N/A'.");
    await user.click(within(dialog).getByRole("button", { name: "Excluir produto C151" }));
    expect(await screen.findByText("Produto excluído com sucesso")).toBeTruthy();
    expect(remove).toHaveBeenCalledWith({ productId: "p151" });
    await waitFor(() => expect(document.activeElement?.textContent).toBe("C150"));
  });

  test("a deletion that fails says so and keeps the question", async () => {
    backend.answersPages("products:list", [aProduct()]);
    backend.mutates("products:remove", () => Promise.reject(new Error("Server Error")));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Excluir produto C151" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Excluir produto C151" }));
    expect(await screen.findByText("Erro ao excluir produto")).toBeTruthy();
    expect(screen.getByRole("alertdialog")).toBeTruthy();
  });
});

test("'Importar CSV' opens the import of products, which the address names", async () => {
  backend.answersPages("products:list", [aProduct()]);
  backend.answersWith("jobs:list", []);
  const { user, router } = show();
  await user.click(screen.getByRole("button", { name: "Importar CSV" }));
  expect(await screen.findByRole("dialog", { name: "Importar produtos" })).toBeTruthy();
  expect(router.state.location.search).toBe("?importar=sim");
});

describe("the dialog", () => {
  const field = (name: string) => screen.getByRole("textbox", { name });

  async function openNew() {
    backend.answersPages("products:list", []);
    backend.answersWith("products:nextCode", { code: "C212" });
    const shown = show("?novo=sim");
    await screen.findByRole("dialog", { name: "Cadastrar produto" });
    return shown;
  }
  async function openEdit() {
    backend.answersPages("products:list", [aProduct()]);
    backend.answersWith("products:find", [aProduct()]);
    backend.answersWith("products:get", aWholeProduct());
    const shown = show("?produto=C151");
    await screen.findByRole("dialog", { name: "Editar produto C151" });
    return shown;
  }

  test("a new product: the next free code is suggested, everything typed is sent", async () => {
    const create = backend.mutates("products:create", () => Promise.resolve({ productId: "new", code: "C212" }));
    const { user, router } = await openNew();
    expect(field("Código")).toHaveProperty("value", "C212");
    await user.type(field("Nome"), "Saia");
    await user.type(field("Preço"), "59,9");
    await user.type(field("Estoque"), "7");
    await user.type(field("Cor"), "Preta");
    await user.click(screen.getByRole("switch"));
    await user.click(screen.getByRole("button", { name: "Cadastrar" }));
    expect(await screen.findByText("Produto cadastrado com sucesso")).toBeTruthy();
    expect(create).toHaveBeenCalledWith({
      code: "C212",
      name: "Saia",
      priceCents: 5990,
      stock: 7,
      color: "Preta",
      size: null,
      isActive: false,
    });
    expect(router.state.location.search).toBe("");
  });

  test("F5: what is missing is said at the field, which has the focus; a duplicate code, too", async () => {
    backend.mutates("products:create", () => Promise.reject(refused("product_code_in_use")));
    const { user } = await openNew();
    await user.click(screen.getByRole("button", { name: "Cadastrar" }));
    expect(document.activeElement).toBe(field("Nome"));
    expect(screen.getAllByText("Preencha todos os campos obrigatórios")).toHaveLength(2);
    await user.type(field("Nome"), "Saia");
    await user.type(field("Preço"), "10");
    await user.click(screen.getByRole("button", { name: "Cadastrar" }));
    expect(await screen.findByText("Já existe um produto com este código")).toBeTruthy();
    expect(document.activeElement).toBe(field("Código"));
    expect(field("Nome")).toHaveProperty("value", "Saia");
  });

  test("editing sends what was changed, with all that was seen", async () => {
    const update = backend.mutates("products:update", () => Promise.resolve({ productId: "p151", code: "C151" }));
    const { user } = await openEdit();
    await user.clear(field("Nome"));
    await user.type(field("Nome"), "Vestido longo");
    await user.click(screen.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText("Produto atualizado com sucesso")).toBeTruthy();
    const seen = { code: "C151", name: "Vestido floral", priceCents: 8990, stock: 12, color: "Azul", size: "M" };
    expect(update).toHaveBeenCalledWith({
      productId: "p151",
      fields: { name: "Vestido longo" },
      seen: { ...seen, isActive: true },
    });
  });

  test("a failure without a reason is the fallback; with one, the server's sentence", async () => {
    backend.mutates("products:update", () => Promise.reject(new Error("Server Error")));
    const { user } = await openEdit();
    await user.type(field("Nome"), "!");
    await user.click(screen.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText("Erro ao salvar produto")).toBeTruthy();
    backend.mutates("products:update", () => Promise.reject(refused("product_not_found")));
    await user.click(screen.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText("Produto não encontrado")).toBeTruthy();
    expect(field("Nome")).toHaveProperty("value", "Vestido floral!");
  });

  test("P3: two people edit one product: both values are shown, and one is chosen", async () => {
    const message = "João mudou para R$\u00a099,90 enquanto você editava";
    const change = { field: "priceCents", value: 9990, shown: "R$\u00a099,90", actorName: "João", at: Date.now() };
    const update = backend.mutates("products:update", () =>
      Promise.reject(new ConvexError({ code: "changed_meanwhile", message, ...change })),
    );
    const { user } = await openEdit();
    await user.clear(field("Preço"));
    await user.type(field("Preço"), "79,90");
    act(() => backend.answersWith("products:get", aWholeProduct({ priceCents: 9990, stock: 11 })));
    expect(field("Preço")).toHaveProperty("value", "79,90");
    expect(field("Estoque")).toHaveProperty("value", "11");
    expect(screen.getByText("Outra pessoa mudou para R$ 99,90")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText(/^João mudou para R\$ 99,90 (há|agora)/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Manter o meu" }));
    update.mockImplementation(() => Promise.resolve({ productId: "p151", code: "C151" }));
    await user.click(screen.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText(/^Produto atualizado com sucesso/)).toBeTruthy();
    expect(update.mock.lastCall?.[0]).toMatchObject({ fields: { priceCents: 7990 }, seen: { priceCents: 9990 } });
  });

  test("a product that is gone: the address says so instead of an empty form", async () => {
    backend.answersPages("products:list", []);
    backend.answersWith("products:find", []);
    show("?produto=C999");
    expect((await screen.findByRole("alert")).textContent).toContain("Produto não encontrado");
  });

  test.each([
    [
      "a 6 MB file",
      new File([new Uint8Array(6 * 1024 * 1024)], "a.png", { type: "image/png" }),
      "Arquivo muito grande. Máximo 5MB.",
    ],
    [
      "a text that says it is a picture",
      new File(["oi"], "a.png", { type: "image/png" }),
      "Selecione apenas arquivos de imagem.",
    ],
    [
      "an SVG with a script",
      new File(["<svg><script>1</script></svg>"], "a.svg", { type: "image/svg+xml" }),
      "Selecione apenas arquivos de imagem.",
    ],
  ])("the picture: %s is refused, and what is typed stays", async (_, file, sentence) => {
    const { user } = await openNew();
    await user.type(field("Nome"), "Vestido 🌸");
    await user.upload(screen.getByLabelText("Foto", { selector: "input" }), file);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(field("Nome")).toHaveProperty("value", "Vestido 🌸");
  });
});

describe("the stock panel", () => {
  async function openStock() {
    backend.answersPages("products:list", [aProduct()]);
    backend.answersWith("products:find", [aProduct()]);
    backend.answersWith("products:get", aWholeProduct());
    backend.answersPages("products:movements", [
      { _id: "m", at: 1_700_000_000_000, actorName: "João", kind: "moved", before: 15, after: 12, reason: "Rasgou" },
    ]);
    backend.answersPages("products:sales", [
      { createdDate: "2026-11-20", paidPieces: 2, openPieces: 1, paidCents: 17980, openCents: 8990 },
    ]);
    const shown = show("?estoque=C151");
    await screen.findByRole("dialog", { name: "Estoque de C151" });
    return shown;
  }

  test("movements and what sold", async () => {
    const { user } = await openStock();
    const movement = within(screen.getByRole("list", { name: "Movimentações" })).getByRole("listitem");
    expect(movement.textContent).toContain("Rasgou");
    expect(movement.textContent).toContain("−3");
    expect(movement.textContent).toContain("15 → 12");
    await user.click(screen.getByRole("tab", { name: /Vendas por dia/ }));
    const row = await screen.findByRole("row", { name: /20\/11\/2026/ });
    expect([...row.children].map((cell) => cell.textContent)).toEqual(["20/11/2026", "2", "1", "R$\u00a0269,70"]);
  });

  test("pieces out, with a reason; more than there are is said at the field", async () => {
    const move = backend.mutates("products:moveStockBy", () => Promise.resolve({ stock: 9 }));
    const { user } = await openStock();
    await user.click(screen.getByRole("radio", { name: "Saída" }));
    await user.type(screen.getByRole("spinbutton", { name: "Peças" }), "3");
    await user.type(screen.getByRole("textbox", { name: "Motivo" }), "Rasgou");
    await user.click(screen.getByRole("button", { name: "Movimentar" }));
    expect(await screen.findByText("Estoque atualizado: 9 peças")).toBeTruthy();
    expect(move).toHaveBeenCalledWith({ productId: "p151", delta: -3, reason: "Rasgou" });
    const message = "Estoque insuficiente. Disponível: 9";
    move.mockImplementation(() =>
      Promise.reject(new ConvexError({ code: "insufficient_stock", message, available: 9 })),
    );
    await user.type(screen.getByRole("spinbutton", { name: "Peças" }), "50");
    await user.click(screen.getByRole("button", { name: "Movimentar" }));
    expect(await screen.findByText(message)).toBeTruthy();
  });
});
