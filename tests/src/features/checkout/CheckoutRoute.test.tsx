import { ConvexError } from "convex/values";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/checkout/CheckoutRoute";
import { backend, later, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { anOrderDetail } from "../orders/anOrder";
import { aCheckout, aLink, anOpenOrder, MARIA, NOBODY, PAC, PICKUP } from "./aCheckout";

const connection = { isWebSocketConnected: true, hasEverConnected: true };
vi.mock("convex/react", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useConvex: () => backend.client, useConvexConnectionState: () => connection };
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
  return { useTenantAction: backend.useTenantAction };
});

const show = (query = "", options = {}) =>
  showScreen({ routes: [{ path: "/checkout", Component }], at: `/checkout${query}`, ...options });
const OF_ORDER = "?tela=finalizar&pedido=12";
const COPY = "personal:checkoutCustomer:tenant-demo:5531999998888";
const FOUND = { phone: "5531999998888", customerName: "Maria Souza", paidNumber: null };
const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() };
const openTab = vi.fn<(url?: string, target?: string) => unknown>(() => tab);

/** An order on the screen. */
function showOrder(change: Record<string, unknown> = {}, query = OF_ORDER) {
  backend.answersBy("orders:byNumber", ({ number }) => (number === 12 ? anOrderDetail() : null));
  backend.answersWith("checkout:order", aCheckout(change));
  return show(query);
}
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
/** Lets an answer arrive, and what follows from it. */
const settled = (answer: () => void) =>
  act(async () => {
    answer();
    await Promise.resolve();
  });
/** A message as it is said; equal ones within five seconds are one that counts, also from test to test. */
const said = (text: string) => new RegExp(`^${text}( ×\\d+)?$`);
const finalize = () => screen.getByRole("button", { name: "Finalizar Pedido - Mercado Pago" });
const summary = () => screen.getByRole("region", { name: "Resumo" });

beforeEach(() => {
  backend.clear();
  connection.isWebSocketConnected = true;
  tab.location.replace.mockClear();
  tab.close.mockClear();
  openTab.mockReset();
  openTab.mockImplementation(() => tab);
  vi.stubGlobal("open", openTab);
  window.open = openTab as unknown as typeof window.open;
});

describe("the dashboard", () => {
  test("has its title, its two cards, its own way back and connection", async () => {
    const { user, router } = show();
    expect(screen.getByRole("heading", { name: "Centro de Controle - Checkout", level: 1 })).toBeTruthy();
    expect(screen.getByText("Buscar pedidos e processar pagamentos")).toBeTruthy();
    expect(screen.getByText("Ver pedidos finalizados do cliente")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Voltar ao início" }).getAttribute("href")).toBe("/");
    expect(screen.getByText("ao vivo")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /Finalizar Compra/ }));
    expect(router.state.location.search).toBe("?tela=finalizar");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Finalizar Checkout", level: 1 }));
    await user.click(screen.getByRole("button", { name: /Voltar/ }));
    await user.click(screen.getByRole("button", { name: /Histórico de Pedidos/ }));
    expect(router.state.location.search).toBe("?tela=historico");
  });

  test("names the payments that somebody has to look at, leads to their orders, and lets them go", async () => {
    const at = Date.now();
    backend.answersWith("payments:attention", [
      { orderId: "o", orderNumber: 12, isOrderGone: false, state: "repeated", amountCents: 100, paymentId: "1", at },
      { orderId: "p", orderNumber: 13, isOrderGone: true, state: "late", amountCents: 200, paymentId: null, at },
    ]);
    const acknowledge = backend.mutates("payments:acknowledge", () => Promise.resolve(null));
    const { user } = show();
    const list = screen.getByRole("region", { name: "Pagamentos que precisam de atenção" });
    expect(within(list).getByText("Pago em dobro")).toBeTruthy();
    expect(within(list).getByText("Pedido #13 (excluído)")).toBeTruthy();
    expect(within(list).getByRole("link", { name: "Pedido #12" }).getAttribute("href")).toBe(
      "/checkout?tela=finalizar&pedido=12",
    );
    await user.click(within(list).getByRole("button", { name: "Já conferi o pagamento do pedido #12" }));
    expect(acknowledge.mock.calls).toEqual([[{ orderId: "o" }]]);
  });

  test("without a company: 'Tenant não identificado'", () => {
    show("", { scope: { tenant: null, isTenantSite: false } });
    expect(screen.getByText("Tenant não identificado")).toBeTruthy();
  });
});

describe("looking an order up", () => {
  test("before it: the hint; an empty field: the text at it, with the focus", async () => {
    const { user } = show("?tela=finalizar");
    expect(screen.getByText("Use a busca acima para encontrar pedidos em aberto")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Buscar Pedidos" }));
    expect(screen.getByText("Informe o telefone do cliente")).toBeTruthy();
    expect(document.activeElement).toBe(field("Telefone do cliente"));
  });

  test.each([
    ["abc", "Informe o telefone do cliente"],
    ["119876543", "Telefone inválido. Use formato com DDD (ex: 11999999999)"],
    ["10 98765-4321", "DDD 10 não existe"],
  ])("%s: '%s'", async (typed, sentence) => {
    const { user } = show("?tela=finalizar");
    await user.type(field("Telefone do cliente"), `${typed}{Enter}`);
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(field("Telefone do cliente").value).toBe(typed);
  });

  test("none: said in a message and where the list would be; the phone is not in the address, but Back and reload know it", async () => {
    backend.answersWith("checkout:find", { ...FOUND, orders: [] });
    const { user, router } = show("?tela=finalizar");
    await user.type(field("Telefone do cliente"), "31 99999-8888{Enter}");
    expect(await screen.findByText(said("Nenhum pedido encontrado"))).toBeTruthy();
    expect(screen.getAllByText("Este cliente não possui pedidos em aberto").length).toBeGreaterThan(0);
    expect(router.state.location.search).toBe("?tela=finalizar");
    expect(router.state.location.state).toEqual({ searched: "31 99999-8888" });
  });

  test("one: its card at once", async () => {
    backend.answersWith("checkout:find", { ...FOUND, orders: [anOpenOrder()] });
    backend.answersWith("orders:byNumber", anOrderDetail());
    backend.answersWith("checkout:order", aCheckout());
    const { user, router } = show("?tela=finalizar");
    await user.type(field("Telefone do cliente"), "31999998888{Enter}");
    expect(await screen.findByRole("heading", { name: "Pedido #12" })).toBeTruthy();
    expect(router.state.location.search).toBe("?tela=finalizar&pedido=12");
  });

  test("several: number, type, date, total and items of each, and a choice", async () => {
    const orders = [
      anOpenOrder({ number: 14, orderId: "order-14", eventType: "BAZAR", eventDate: "2026-11-21", lines: 3 }),
      anOpenOrder(),
    ];
    backend.answersWith("checkout:find", { ...FOUND, orders });
    backend.answersWith("orders:byNumber", anOrderDetail());
    backend.answersWith("checkout:order", aCheckout());
    const { user, router } = show("?tela=finalizar");
    await user.type(field("Telefone do cliente"), "31999998888{Enter}");
    await screen.findByText("2 pedidos em aberto. Escolha qual finalizar.");
    const choice = screen.getByRole("radio", { name: /#14.*BAZAR.*21\/11\/2026.*3 itens.*R\$\s179,80/ });
    expect(choice.getAttribute("aria-checked")).toBe("true");
    await user.click(screen.getByRole("radio", { name: /#12.*1 item/ }));
    await user.click(screen.getByRole("button", { name: "Finalizar Pedido Selecionado" }));
    expect(router.state.location.search).toBe("?tela=finalizar&pedido=12");
    await act(() => router.navigate(-1));
    expect(screen.getByText("2 pedidos em aberto. Escolha qual finalizar.")).toBeTruthy();
  });

  test("a number of an order that is paid already says so, and leads to it", async () => {
    backend.answersWith("checkout:find", { ...FOUND, orders: [], paidNumber: 12 });
    const { user } = show("?tela=finalizar");
    await user.type(field("Telefone do cliente"), "#12{Enter}");
    await waitFor(() => expect(screen.getAllByText("O pedido #12 já está pago").length).toBe(2));
    expect(screen.getByRole("link", { name: "Ver pedido #12" })).toBeTruthy();
  });

  test("a failure: 'Erro ao carregar pedidos em aberto', and what was typed stays", async () => {
    const { user } = show("?tela=finalizar");
    await user.type(field("Telefone do cliente"), "31999998888{Enter}");
    expect(await screen.findByText("Erro ao carregar pedidos em aberto")).toBeTruthy();
    expect(field("Telefone do cliente").value).toBe("31999998888");
  });
});

describe("the order", () => {
  test("loading, refused, absent, gone meanwhile", async () => {
    show(OF_ORDER);
    expect(screen.getByRole("status", { name: "Carregando pedido" })).toBeTruthy();
    act(() => backend.refuses("orders:byNumber", refused("forbidden")));
    expect(screen.getByText("Você não tem permissão para isto")).toBeTruthy();
    act(() => backend.answersWith("orders:byNumber", null));
    expect(screen.getByText("Pedido não encontrado")).toBeTruthy();
    act(() => backend.answersWith("checkout:order", aCheckout()));
    act(() => backend.answersWith("orders:byNumber", anOrderDetail()));
    expect(await screen.findByRole("heading", { name: "Pedido #12" })).toBeTruthy();
    act(() => backend.answersWith("checkout:order", null));
    expect(screen.getByText(/Este pedido não existe mais/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Buscar outro pedido" })).toBeTruthy();
  });

  test("number, type, date, products with code, name, quantity, unit price and line total", () => {
    showOrder();
    expect(screen.getByText("+55 (31) 99999-8888 · LIVE · 20/11/2026")).toBeTruthy();
    const line = within(screen.getByRole("list", { name: "Produtos" })).getByRole("listitem");
    expect(line.textContent).toContain("C151 Vestido Midi Lírio");
    expect(line.textContent).toContain("2 × R$\u00a089,90");
    expect(line.textContent).toContain("R$\u00a0179,80");
    expect(within(line).getByRole("img", { name: "Vestido Midi Lírio, sem foto" })).toBeTruthy();
  });

  test("the sums are the server's: products, discount, freight, gift, Total Geral", () => {
    showOrder({
      coupon: { code: "LIVE10", discountCents: 1798, problem: null },
      gift: { name: "Necessaire", description: "Cor surpresa", minimumPurchaseCents: 10000 },
      summary: { totalCents: 17980, discountCents: 1798, freightCents: 2300, grandTotalCents: 18482 },
    });
    const rows = within(summary())
      .getAllByRole("term")
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(rows).toEqual([
      "Produtos: R$\u00a0179,80",
      "Desconto (LIVE10): -R$\u00a017,98",
      "Frete: R$\u00a023,00",
      "Brinde: NecessaireCor surpresa",
      "Total Geral: R$\u00a0184,82",
    ]);
  });
});

describe("customer and address", () => {
  test("what the shop knows of the phone is loaded, and said: 'Dados carregados'", async () => {
    showOrder({ customer: { ...MARIA, source: "customer" } });
    expect(await screen.findByText(said("Dados carregados"))).toBeTruthy();
    expect(screen.getByText("Do cadastro do cliente. Confira antes de finalizar.")).toBeTruthy();
    expect(field("Nome Completo *").value).toBe("Maria Souza");
    expect(field("CPF *").value).toBe("191.191.191-00");
    expect(field("CEP").value).toBe("30130-010");
    expect(field("Estado").value).toBe("MG");
  });

  test("saved on the order already: no message", () => {
    showOrder();
    expect(screen.queryByText("Dados carregados")).toBeNull();
  });

  test("the copy of this device fills in what the server does not know", async () => {
    window.localStorage.setItem(COPY, JSON.stringify({ text: { name: "Maria", cep: "30130-010" }, isUnsaved: false }));
    showOrder({ customer: NOBODY });
    expect(await screen.findByText(said("Dados carregados"))).toBeTruthy();
    expect(screen.getByText("Da cópia guardada neste aparelho. Confira antes de finalizar.")).toBeTruthy();
    expect(field("Nome Completo *").value).toBe("Maria");
  });

  test("what was typed and not saved survives a reload; a saved copy does not hide newer data of the server", async () => {
    window.localStorage.setItem(COPY, JSON.stringify({ text: { name: "Mariana", cpf: "" }, isUnsaved: true }));
    const first = showOrder();
    expect(await screen.findByText(said("Dados carregados"))).toBeTruthy();
    expect(field("Nome Completo *").value).toBe("Mariana");
    await first.user.click(screen.getByRole("button", { name: /Voltar/ }));
    window.localStorage.setItem(COPY, JSON.stringify({ text: { name: "Antiga" }, isUnsaved: false }));
    await act(() => first.router.navigate("/checkout?pedido=12"));
    expect(field("Nome Completo *").value).toBe("Maria Souza");
  });

  test("a copy of another make is as good as none", () => {
    window.localStorage.setItem(COPY, "{nonsense");
    showOrder({ customer: NOBODY });
    expect(field("Nome Completo *").value).toBe("");
  });

  test("masks of CPF, CEP and state; Enter saves: 'Dados salvos'", async () => {
    const save = backend.mutates("checkout:saveCustomer", () => Promise.resolve(null));
    backend.mutates("postalCodes:lookUp", () => Promise.resolve({ kind: "not_found" }));
    backend.mutates("checkout:quoteFreight", () => Promise.resolve({ outcome: "pickup_only", found: 0, reason: null }));
    const { user } = showOrder({ customer: NOBODY });
    await user.type(field("Nome Completo *"), "Maria Souza");
    await user.type(field("CEP"), "30130010");
    await user.type(field("Estado"), "mg1");
    await user.type(field("CPF *"), "19119119100");
    expect([field("CPF *").value, field("CEP").value, field("Estado").value]).toEqual([
      "191.191.191-00",
      "30130-010",
      "MG",
    ]);
    expect(screen.getByText("Há dados digitados que ainda não foram salvos")).toBeTruthy();
    await user.keyboard("{Enter}");
    expect(await screen.findByText(said("Dados salvos"))).toBeTruthy();
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      orderId: "order-12",
      name: "Maria Souza",
      cpf: "191.191.191-00",
      address: { cep: "30130-010", state: "MG" },
      seen: { name: null, cpf: null, email: null, address: null },
    });
    expect(screen.queryByText("Há dados digitados que ainda não foram salvos")).toBeNull();
    expect(JSON.parse(window.localStorage.getItem(COPY) ?? "")).toMatchObject({ isUnsaved: false });
  });

  test("a wrong CPF is said at its field and not sent", async () => {
    const save = backend.mutates("checkout:saveCustomer", () => Promise.resolve(null));
    const { user } = showOrder({ customer: NOBODY });
    await user.type(field("CPF *"), "11111111111{Enter}");
    expect(screen.getByText("CPF ou CNPJ inválido")).toBeTruthy();
    expect(document.activeElement).toBe(field("CPF *"));
    expect(save).not.toHaveBeenCalled();
  });

  test("somebody else's change of a field that is being typed in is shown, and one chooses", async () => {
    const { user } = showOrder();
    await user.clear(field("Número"));
    await user.type(field("Número"), "200");
    const theirs = { ...MARIA, name: "Maria S.", address: { ...MARIA.address, number: "150" } };
    act(() => backend.answersWith("checkout:order", aCheckout({ customer: theirs })));
    expect(field("Nome Completo *").value).toBe("Maria S.");
    expect(field("Número").value).toBe("200");
    expect(screen.getByText('Outra pessoa mudou para "150"')).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Usar o novo" }));
    expect(field("Número").value).toBe("150");
    expect(screen.queryByText(/Outra pessoa mudou/)).toBeNull();
  });
});

describe("P3: two people at the customer of one order", () => {
  const { source: _, ...STORED } = MARIA;

  test("what was seen when typing began goes along; another's value is refused, shown, and one chooses", async () => {
    const sentence = "João mudou para Maria Lima enquanto você editava";
    const save = backend.mutates("checkout:saveCustomer", () =>
      Promise.reject(new ConvexError({ code: "changed_meanwhile", message: sentence })),
    );
    const { user } = showOrder();
    await user.clear(field("Nome Completo *"));
    await user.type(field("Nome Completo *"), "Maria de Souza{Enter}");
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(save.mock.calls[0]?.[0]).toMatchObject({ name: "Maria de Souza", seen: STORED });
    expect(field("Nome Completo *").value).toBe("Maria de Souza");

    act(() => backend.answersWith("checkout:order", aCheckout({ customer: { ...MARIA, name: "Maria Lima" } })));
    expect(screen.getByText('Outra pessoa mudou para "Maria Lima"')).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Manter o meu" }));
    save.mockImplementation(() => Promise.resolve(null));
    await user.type(field("Nome Completo *"), "{Enter}");
    expect(await screen.findByText(said("Dados salvos"))).toBeTruthy();
    expect(save.mock.calls[1]?.[0]).toMatchObject({ name: "Maria de Souza", seen: { ...STORED, name: "Maria Lima" } });
  });
});

describe("the postal code", () => {
  const PENA = { street: "Avenida Afonso Pena", neighborhood: "Centro", city: "Belo Horizonte", state: "MG" };
  const setUp = (address = PENA) => {
    const lookUp = backend.mutates("postalCodes:lookUp", () => Promise.resolve({ kind: "found", address }));
    const quote = backend.mutates("checkout:quoteFreight", () =>
      Promise.resolve({ outcome: "calculated", found: 1, reason: null }),
    );
    return { lookUp, quote };
  };

  test("is looked up at its eighth digit, not before, and fills street, neighbourhood, city and state", async () => {
    const { lookUp, quote } = setUp();
    const { user } = showOrder({ customer: NOBODY });
    await user.type(field("CEP"), "30.130-01");
    expect(lookUp).not.toHaveBeenCalled();
    await user.type(field("CEP"), "0");
    expect(lookUp.mock.calls).toEqual([[{ cep: "30130010" }]]);
    expect(quote.mock.calls).toEqual([[{ orderId: "order-12", cep: "30130010" }]]);
    await waitFor(() => expect(field("Rua").value).toBe("Avenida Afonso Pena"));
    expect([field("Bairro").value, field("Cidade").value, field("Estado").value, field("Número").value]).toEqual([
      "Centro",
      "Belo Horizonte",
      "MG",
      "",
    ]);
    expect(screen.getByText("Endereço preenchido pelo CEP")).toBeTruthy();
  });

  test("never overwrites what was typed by hand without asking", async () => {
    setUp();
    const { user } = showOrder({ customer: NOBODY });
    await user.type(field("Rua"), "Rua das Flores");
    await user.type(field("CEP"), "30130010");
    expect(
      await screen.findByText("Para este CEP o endereço é Avenida Afonso Pena, Centro, Belo Horizonte/MG."),
    ).toBeTruthy();
    expect(field("Rua").value).toBe("Rua das Flores");
    await user.click(screen.getByRole("button", { name: "Manter o que digitei" }));
    expect(screen.queryByText(/Para este CEP/)).toBeNull();
    expect(field("Rua").value).toBe("Rua das Flores");
    await user.click(screen.getByRole("button", { name: "Buscar CEP" }));
    await user.click(await screen.findByRole("button", { name: "Usar o endereço do CEP" }));
    expect(field("Rua").value).toBe("Avenida Afonso Pena");
  });

  test("replaces without asking what the postal code before had filled in", async () => {
    setUp();
    const { user } = showOrder({ customer: NOBODY });
    await user.type(field("CEP"), "30130010");
    await waitFor(() => expect(field("Rua").value).toBe("Avenida Afonso Pena"));
    setUp({ street: "Praça da Sé", neighborhood: "Sé", city: "São Paulo", state: "SP" });
    await user.clear(field("CEP"));
    await user.type(field("CEP"), "01001000");
    await waitFor(() => expect(field("Rua").value).toBe("Praça da Sé"));
    expect(field("Estado").value).toBe("SP");
    expect(screen.queryByText(/Para este CEP/)).toBeNull();
  });

  test("of two that are on their way the last one counts", async () => {
    setUp();
    const [slow, quick] = [later<unknown>(), later<unknown>()];
    const answers = [slow.promise, quick.promise];
    backend.mutates("postalCodes:lookUp", () => answers.shift() ?? Promise.reject(new Error("a third")));
    const { user } = showOrder({ customer: NOBODY });
    await user.type(field("CEP"), "30130010");
    await user.type(field("CEP"), "{Backspace}1");
    await settled(() => quick.resolve({ kind: "found", address: { ...PENA, street: "Rua Nova" } }));
    await settled(() => slow.resolve({ kind: "found", address: PENA }));
    expect(field("Rua").value).toBe("Rua Nova");
  });

  test.each([
    [{ kind: "not_found" }, "CEP não encontrado. Confira os números."],
    [{ kind: "unavailable" }, "A busca de CEP não respondeu. Preencha o endereço à mão."],
    [
      { kind: "found", address: { street: "", neighborhood: "", city: "Nova União", state: "MG" } },
      "Este CEP vale para a cidade inteira. Digite rua e bairro.",
    ],
  ])("%j: '%s', and typing goes on", async (answer, sentence) => {
    setUp();
    backend.mutates("postalCodes:lookUp", () => Promise.resolve(answer));
    const { user } = showOrder({ customer: NOBODY });
    await user.type(field("CEP"), "34990000");
    expect(await screen.findByText(sentence)).toBeTruthy();
    await user.type(field("Rua"), "Rua A");
    expect(field("Rua").value).toBe("Rua A");
  });
});

describe("freight", () => {
  test("without a complete CEP: the hint, and only pickup", () => {
    showOrder({
      customer: NOBODY,
      freight: { options: [PICKUP, PAC], chosenId: "retirada", quotedCep: null, isOutdated: false },
    });
    expect(screen.getByText("Insira um CEP válido para calcular as opções de frete")).toBeTruthy();
    expect(screen.getAllByRole("radio").map(({ parentElement }) => parentElement?.textContent)).toEqual([
      "Retirada - Retirar na Fábricaaté 3 dias úteisR$\u00a00,00",
    ]);
  });

  test("options with name, company, days and price; the choice goes to the server at once", async () => {
    const choice = later<unknown>();
    const choose = backend.mutates("checkout:chooseFreight", () => choice.promise);
    const { user } = showOrder();
    expect(screen.getByText("PAC · Correios")).toBeTruthy();
    expect(screen.getByText("até 9 dias úteis")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: /PAC/ }));
    expect(choose.mock.calls).toEqual([[{ orderId: "order-12", optionId: "1" }]]);
    expect(screen.getByRole("radio", { name: /PAC/ }).getAttribute("aria-checked")).toBe("true");
    expect(finalize()).toHaveProperty("disabled", true);
    await settled(() => choice.reject(refused("freight_not_found")));
    expect(
      await screen.findByText("Esta opção de frete não está mais disponível. Calcule o frete de novo."),
    ).toBeTruthy();
    expect(screen.getByRole("radio", { name: /Retirada/ }).getAttribute("aria-checked")).toBe("true");
  });

  test.each([
    [{ outcome: "calculated", found: 3, reason: null }, "Frete calculado", "3 opções de frete encontradas"],
    [{ outcome: "calculated", found: 1, reason: null }, "Frete calculado", "1 opção de frete encontrada"],
    [
      { outcome: "pickup_only", found: 0, reason: null },
      "Frete não disponível",
      "Apenas retirada disponível para este CEP",
    ],
    [
      { outcome: "failed", found: 0, reason: "O Melhor Envio não respondeu. Tente calcular de novo." },
      "Erro no cálculo de frete",
      "O Melhor Envio não respondeu. Tente calcular de novo.",
    ],
  ])("%j: '%s', '%s'", async (answer, title, detail) => {
    backend.mutates("checkout:quoteFreight", () => Promise.resolve(answer));
    const { user } = showOrder({
      freight: { options: [PICKUP], chosenId: "retirada", quotedCep: "30130010", isOutdated: true },
    });
    await user.click(screen.getByRole("button", { name: "Calcular de novo" }));
    expect(await screen.findByText(said(title))).toBeTruthy();
    expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
  });

  test("a failure of the way there: 'Erro no cálculo de frete', and pickup stays", async () => {
    const { user } = showOrder({
      freight: { options: [PICKUP], chosenId: "retirada", quotedCep: "30130010", isOutdated: true },
    });
    await user.click(screen.getByRole("button", { name: "Calcular de novo" }));
    expect(await screen.findByText(said("Erro no cálculo de frete"))).toBeTruthy();
    expect(screen.getAllByRole("radio").length).toBe(1);
  });

  test("an order whose address is known has its freight calculated when it is opened first", async () => {
    const quote = backend.mutates("checkout:quoteFreight", () =>
      Promise.resolve({ outcome: "calculated", found: 1, reason: null }),
    );
    showOrder({ freight: { options: [PICKUP], chosenId: "retirada", quotedCep: null, isOutdated: false } });
    await waitFor(() => expect(quote.mock.calls).toEqual([[{ orderId: "order-12", cep: "30130010" }]]));
  });

  test("what changed after the quote asks for another", () => {
    showOrder({ freight: { options: [PICKUP, PAC], chosenId: "1", quotedCep: "30130010", isOutdated: true } });
    expect(screen.getByText(/O pedido ou o CEP mudou depois deste cálculo/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Calcular de novo" })).toBeTruthy();
  });
});

describe("a coupon", () => {
  test("is applied by the server; a refusal stands at the field", async () => {
    const apply = backend.mutates("checkout:applyCoupon", () => Promise.reject(refused("coupon_expired")));
    const { user } = showOrder();
    await user.click(screen.getByRole("button", { name: "Aplicar" }));
    expect(screen.getByText("Digite o código do cupom")).toBeTruthy();
    await user.type(field("Cupom de desconto"), "live10{Enter}");
    expect(await screen.findByText("Este cupom está vencido")).toBeTruthy();
    expect(apply.mock.calls).toEqual([[{ orderId: "order-12", code: "live10" }]]);
    expect(field("Cupom de desconto").value).toBe("live10");
  });

  test("is taken off again; one that holds no more says why", async () => {
    const remove = backend.mutates("checkout:removeCoupon", () => Promise.resolve({}));
    const { user } = showOrder({
      coupon: { code: "LIVE10", discountCents: 0, problem: "Este cupom já foi usado o número máximo de vezes" },
    });
    expect(screen.getByText("Este cupom já foi usado o número máximo de vezes")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Remover cupom" }));
    expect(remove.mock.calls).toEqual([[{ orderId: "order-12" }]]);
  });
});

describe("finalizing", () => {
  const link = { kind: "link", url: "https://provider.test/pay/12", amountCents: 17980, expiresAt: 1 };

  test("without name and CPF: the text, and the focus at the first of them", async () => {
    const call = backend.mutates("checkout:finalize", () => Promise.resolve(link));
    const { user } = showOrder({ customer: NOBODY });
    await user.click(finalize());
    expect((await screen.findAllByText("Nome e CPF são obrigatórios para finalizar o pedido")).length).toBeGreaterThan(
      1,
    );
    expect(document.activeElement).toBe(field("Nome Completo *"));
    expect(call).not.toHaveBeenCalled();
    expect(openTab).not.toHaveBeenCalled();
  });

  test("a delivery without CEP and street: the text; pickup needs neither", async () => {
    const call = backend.mutates("checkout:finalize", () => Promise.resolve(link));
    const customer = { ...MARIA, address: null };
    const { user } = showOrder({
      customer,
      freight: { options: [PICKUP, PAC], chosenId: "1", quotedCep: "30130010", isOutdated: false },
    });
    await user.click(finalize());
    expect((await screen.findAllByText("Endereço completo é obrigatório para entrega")).length).toBeGreaterThan(1);
    expect(document.activeElement).toBe(field("CEP"));
    act(() => backend.answersWith("checkout:order", aCheckout({ customer })));
    await user.click(finalize());
    await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  });

  test("opens the payment page in a tab of its own, and the form is empty again, back to the search", async () => {
    const call = backend.mutates("checkout:finalize", () => Promise.resolve(link));
    const { user, router } = showOrder();
    await user.click(finalize());
    expect(await screen.findByText(said("Redirecionando para pagamento"))).toBeTruthy();
    expect(call.mock.calls).toEqual([[{ orderId: "order-12", seenTotalCents: 17980 }]]);
    expect(openTab).toHaveBeenCalledWith("", "_blank");
    expect(tab.opener).toBeNull();
    expect(tab.location.replace).toHaveBeenCalledWith("https://provider.test/pay/12");
    expect(router.state.location.search).toBe("?tela=finalizar");
    expect(await screen.findByText("Use a busca acima para encontrar pedidos em aberto")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });

  test("what is typed is saved before; what the shop knew is put on the order", async () => {
    const save = backend.mutates("checkout:saveCustomer", () => Promise.resolve(null));
    backend.mutates("checkout:finalize", () => Promise.resolve(link));
    const { user } = showOrder({ customer: { ...MARIA, source: "customer" } });
    await user.click(finalize());
    expect(await screen.findByText(said("Redirecionando para pagamento"))).toBeTruthy();
    expect(save).toHaveBeenCalledTimes(1);
  });

  test("the payment turns to 'Pago' on the screen of whoever sent it, while they go on", async () => {
    backend.mutates("checkout:finalize", () => Promise.resolve(link));
    const { user } = showOrder();
    await user.click(finalize());
    const waiting = await screen.findByRole("region", { name: "Links enviados por você" });
    const payment = { state: "link_open", expectedCents: 17980, paidCents: 0, refundedCents: 0, payments: [] };
    act(() => backend.answersWith("checkout:order", aCheckout({ link: aLink(), payment })));
    expect(within(waiting).getByText("Aguardando pagamento")).toBeTruthy();
    act(() =>
      backend.answersWith("checkout:order", aCheckout({ isPaid: true, payment: { ...payment, state: "paid" } })),
    );
    expect(within(waiting).getByText("Pago")).toBeTruthy();
    await user.click(within(waiting).getByRole("button", { name: "Tirar o pedido #12 da lista" }));
    expect(screen.queryByRole("region", { name: "Links enviados por você" })).toBeNull();
  });

  test("a free order: 'Pedido confirmado', and no tab", async () => {
    backend.mutates("checkout:finalize", () => Promise.resolve({ kind: "free" }));
    const { user } = showOrder({
      summary: { totalCents: 17980, discountCents: 17980, freightCents: 0, grandTotalCents: 0 },
      canCharge: false,
    });
    await user.click(finalize());
    expect(await screen.findByText(said("Pedido confirmado"))).toBeTruthy();
    expect(openTab).not.toHaveBeenCalled();
  });

  test.each([
    ["invalid_provider_answer", "Resposta inválida do servidor"],
    ["payment_provider_unavailable", "O Mercado Pago não respondeu. Nada foi cobrado. Tente de novo em instantes."],
    ["freight_outdated", "O frete precisa ser calculado de novo"],
  ] as const)(
    "refused with %s: 'Erro no pagamento', '%s'; the tab closes and nothing is lost",
    async (code, sentence) => {
      backend.mutates("checkout:finalize", () => Promise.reject(refused(code)));
      const { user, router } = showOrder();
      await user.click(finalize());
      expect(await screen.findByText(said("Erro no pagamento"))).toBeTruthy();
      expect(screen.getByText(sentence)).toBeTruthy();
      expect(tab.close).toHaveBeenCalled();
      expect(router.state.location.search).toBe(OF_ORDER);
      expect(field("Nome Completo *").value).toBe("Maria Souza");
    },
  );

  test("anything else that fails: 'Não foi possível processar o pagamento. Tente novamente.'", async () => {
    backend.mutates("checkout:finalize", () => Promise.reject(new Error("Server Error")));
    const { user } = showOrder();
    await user.click(finalize());
    expect(await screen.findByText("Não foi possível processar o pagamento. Tente novamente.")).toBeTruthy();
  });

  test("a blocked tab leaves the link within reach", async () => {
    openTab.mockImplementation(() => null);
    backend.mutates("checkout:finalize", () => Promise.resolve(link));
    const { user } = showOrder({ link: aLink() });
    await user.click(finalize());
    expect(await screen.findByText(/O navegador bloqueou a nova aba/)).toBeTruthy();
    const waiting = await screen.findByRole("region", { name: "Links enviados por você" });
    expect(within(waiting).getByRole("button", { name: "Copiar link" })).toBeTruthy();
  });

  test("pressed twice, asked once; busy while it runs", async () => {
    const answer = later<unknown>();
    const call = backend.mutates("checkout:finalize", () => answer.promise);
    const { user } = showOrder();
    await user.click(finalize());
    await user.click(screen.getByRole("button", { name: "Preparando o pagamento…" }));
    expect(call).toHaveBeenCalledTimes(1);
    await settled(() => answer.resolve(link));
  });

  test("without a connection it waits, with the reason", async () => {
    connection.isWebSocketConnected = false;
    showOrder();
    expect(await screen.findByText("Sem conexão: o pagamento precisa da internet.")).toBeTruthy();
    expect(finalize()).toHaveProperty("disabled", true);
    expect(screen.getByText("sem conexão")).toBeTruthy();
  });

  test("what is not configured says what to do and where; what is simulated says so", () => {
    showOrder({ canCharge: false });
    expect(
      screen.getByText("O Mercado Pago não está configurado. Informe o Access Token em Configurações › Integrações."),
    ).toBeTruthy();
    act(() => backend.answersWith("checkout:order", aCheckout({ isSimulated: true })));
    expect(screen.getByText("Simulação: nada é cobrado")).toBeTruthy();
  });
});

describe("the payment of an order", () => {
  test("an open link: who made it, until when; it can be copied, opened and, after a question, cancelled", async () => {
    const cancel = backend.mutates("checkout:cancelLink", () => Promise.resolve(null));
    const { user } = showOrder({
      link: aLink(),
      payment: { state: "link_open", expectedCents: 17980, paidCents: 0, refundedCents: 0, payments: [] },
    });
    const panel = screen.getByRole("region", { name: "Pagamento" });
    expect(field(/^Link de pagamento de R\$\s179,80$/).value).toBe("https://provider.test/pay/12");
    expect(within(panel).getByText("Por Ana há 1 min, vale até 23/11/2026 20:14")).toBeTruthy();
    expect(within(panel).getByText("Aguardando pagamento")).toBeTruthy();
    await user.click(within(panel).getByRole("button", { name: "Copiar link" }));
    expect(await screen.findByText("Link copiado")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe("https://provider.test/pay/12");
    await user.click(within(panel).getByRole("button", { name: "Cancelar link" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Cancelar link" });
    await user.click(within(dialog).getByRole("button", { name: "Cancelar link" }));
    await waitFor(() => expect(cancel.mock.calls).toEqual([[{ orderId: "order-12" }]]));
    expect(await screen.findByText("Link de pagamento cancelado")).toBeTruthy();
  });

  test.each([
    ["partial", "Pago em parte"],
    ["overpaid", "Pago a mais"],
    ["repeated", "Pago em dobro"],
    ["late", "Pago fora do prazo"],
    ["refunded", "Reembolsado"],
    ["partially_refunded", "Reembolsado em parte"],
    ["charged_back", "Contestado"],
    ["in_mediation", "Em disputa"],
    ["rejected", "Pagamento não aprovado"],
    ["in_review", "Pagamento em análise"],
  ])("%s is seen: '%s', with what was received and each payment", (state, word) => {
    const payments = [
      {
        paymentId: "1319876543",
        status: "approved",
        statusDetail: "accredited",
        method: "pix",
        amountCents: 10000,
        refundedCents: 500,
        at: Date.now(),
        approvedAt: Date.now(),
        isLate: false,
      },
    ];
    showOrder({ payment: { state, expectedCents: 17980, paidCents: 10000, refundedCents: 500, payments } });
    const panel = screen.getByRole("region", { name: "Pagamento" });
    expect(within(panel).getByText(word)).toBeTruthy();
    expect(panel.textContent).toContain("Recebido R$\u00a0100,00 de R$\u00a0179,80");
    expect(panel.textContent).toContain("Devolvido R$\u00a05,00");
    expect(within(panel).getByText("Pix, aprovado")).toBeTruthy();
    expect(within(panel).getByText("1319876543")).toBeTruthy();
  });

  test("can be asked for now: 'Verificar pagamento'", async () => {
    const check = backend.mutates("payments:refresh", () => Promise.reject(refused("payment_provider_unavailable")));
    const { user } = showOrder({ link: aLink() });
    await user.click(screen.getByRole("button", { name: "Verificar pagamento" }));
    expect(check.mock.calls).toEqual([[{ orderId: "order-12" }]]);
    expect(await screen.findByText(/O Mercado Pago não respondeu/)).toBeTruthy();
  });

  test("a paid order turns live: it says so, and nothing of it can be changed or charged any more", () => {
    showOrder();
    expect(finalize()).toBeTruthy();
    act(() =>
      backend.answersWith(
        "checkout:order",
        aCheckout({
          isPaid: true,
          freight: { options: [PICKUP, PAC], chosenId: "1", quotedCep: "30130010", isOutdated: false },
          payment: { state: "paid", expectedCents: 17980, paidCents: 17980, refundedCents: 0, payments: [] },
        }),
      ),
    );
    expect(screen.getByText("O pedido #12 está pago")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Finalizar Pedido - Mercado Pago" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Editar itens" })).toBeNull();
    expect(field("Nome Completo *").readOnly).toBe(true);
    expect(screen.queryByRole("button", { name: "Salvar dados" })).toBeNull();
    expect(screen.getAllByRole("radio").map(({ parentElement }) => parentElement?.textContent)).toEqual([
      "PAC · Correiosaté 9 dias úteisR$\u00a023,00",
    ]);
  });
});

describe("the history", () => {
  const paid = { ...anOpenOrder({ lines: 2 }), paymentState: "paid" };
  async function search(text = "31999998888") {
    const shown = show("?tela=historico");
    expect(screen.getByRole("heading", { name: "Histórico de Pedidos", level: 1 })).toBeTruthy();
    await shown.user.type(field("Telefone do cliente"), `${text}{Enter}`);
    return shown;
  }

  test("lists what the phone has paid: badge, products, total; the phone is asked for in its one form", async () => {
    backend.answersPages("checkout:history", [paid]);
    await search("(31) 99999-8888");
    const list = screen.getByRole("region", { name: "Pedidos pagos" });
    expect(within(list).getByText("Pago")).toBeTruthy();
    expect(within(list).getByText("2 produtos")).toBeTruthy();
    expect(backend.askedPages.get("checkout:history")).toMatchObject({ args: { phone: "5531999998888" } });
  });

  test("'Ver Produtos' opens each product and the order's total; 'Fechar' gives the focus back", async () => {
    backend.answersPages("checkout:history", [paid]);
    backend.answersWith("orders:byNumber", anOrderDetail());
    const { user } = await search();
    await user.click(screen.getByRole("button", { name: "Ver Produtos do pedido #12" }));
    const panel = await screen.findByRole("dialog", { name: "Produtos do pedido #12" });
    expect(panel.textContent).toContain("C151 Vestido Midi Lírio");
    expect(panel.textContent).toContain("2 × R$\u00a089,90");
    expect(panel.textContent).toContain("Total do pedidoR$\u00a0179,80");
    await user.click(within(panel).getByRole("button", { name: "Fechar" }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ver Produtos do pedido #12" })),
    );
  });

  test("a payment that is not plainly paid shows it beside the badge", async () => {
    backend.answersPages("checkout:history", [{ ...paid, paymentState: "charged_back" }]);
    await search();
    expect(screen.getByText("Contestado")).toBeTruthy();
  });

  test("none: said in a message and where the list would be", async () => {
    backend.answersPages("checkout:history", []);
    await search();
    expect(await screen.findByText(said("Nenhum pedido encontrado"))).toBeTruthy();
    expect(screen.getAllByText("Este cliente não possui histórico de pedidos").length).toBeGreaterThan(0);
  });

  test("a failure: 'Erro ao carregar histórico de pedidos', and another try", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    backend.refuses("checkout:history", new Error("Server Error"));
    const { user } = await search();
    expect(screen.getByText("Erro ao carregar histórico de pedidos")).toBeTruthy();
    backend.answersPages("checkout:history", [paid]);
    await user.click(screen.getByRole("button", { name: "Tentar novamente" }));
    expect(screen.getByText("2 produtos")).toBeTruthy();
    silence.mockRestore();
  });

  test("more of it comes on demand", async () => {
    const loadMore = vi.fn();
    backend.answersPages("checkout:history", [paid], { canLoadMore: true, loadMore });
    const { user } = await search();
    await user.click(screen.getByRole("button", { name: "Carregar mais" }));
    expect(loadMore).toHaveBeenCalledTimes(1);
  });
});
