import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { customersCsv } from "../../../../src/features/customers/customerCsv";
import { Component } from "../../../../src/features/customers/CustomersRoute";
import { backend, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { aCustomer, anOrderOfMaria, aWholeCustomer, NO_TOTALS } from "./aCustomer";

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
  return { useTenantAction: backend.useTenantAction };
});
vi.mock("../../../../src/lib/clock", async (original) => ({
  ...(await original<object>()),
  useToday: () => "2026-11-21",
}));

const show = (query = "") => showScreen({ routes: [{ path: "/clientes", Component }], at: `/clientes${query}` });
const field = (name: string) => screen.getByRole("textbox", { name });
const press = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  backend.clear();
  backend.answersWith("customers:overview", {
    customers: 40,
    activeCustomers: 31,
    revenueCents: 1_234_567,
    averageTicketCents: 39_825,
    vipFromCents: 200_000,
  });
});

describe("the control centre", () => {
  test("four cards with true figures, four ways on", () => {
    show();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Centro de Controle - Clientes");
    const figures = within(screen.getByRole("region", { name: "Resumo" }));
    const figure = (name: string) => figures.getByText(name).nextElementSibling?.textContent;
    expect(figure("Total de clientes")).toBe("40");
    expect(figure("Clientes ativos")).toBe("31");
    expect(figure("Receita total")).toBe("R$\u00a012.345,67");
    expect(figure("Ticket médio")).toBe("R$\u00a0398,25");
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "Gerenciar clientes",
      "Cadastrar cliente",
      "Histórico de pedidos",
      "Relatórios",
    ]);
    expect(document.title).toBe("Clientes · Loja Demo");
  });

  test("nobody has bought yet: R$ 0,00", () => {
    backend.answersWith("customers:overview", {
      customers: 2,
      activeCustomers: 0,
      revenueCents: 0,
      averageTicketCents: 0,
      vipFromCents: null,
    });
    show();
    expect(screen.getByText("Ticket médio").nextElementSibling?.textContent).toBe("R$\u00a00,00");
  });

  test("loading and refused figures leave the ways on where they are", () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando resumo" })).toBeTruthy();
    act(() => backend.refuses("customers:overview", new Error("Server Error")));
    expect(screen.getByRole("alert").textContent).toContain("Erro ao carregar clientes");
    expect(press("Acessar Gerenciar clientes")).toBeTruthy();
  });

  test("reports: 'Em desenvolvimento' / 'Funcionalidade em breve'", async () => {
    const { user } = show();
    await user.click(press("Acessar Relatórios"));
    expect(await screen.findByText("Em desenvolvimento")).toBeTruthy();
    expect(screen.getByText("Funcionalidade em breve")).toBeTruthy();
  });

  test.each([
    ["Acessar Gerenciar clientes", "?aba=lista"],
    ["Acessar Cadastrar cliente", "?aba=cadastro"],
    ["Acessar Histórico de pedidos", "?aba=lista&para=historico"],
  ])("%s leads to %s, with the focus on its heading (F2), and back", async (name, address) => {
    backend.answersPages("customers:list", [aCustomer()]);
    const { user, router } = show();
    await user.click(press(name));
    expect(router.state.location.search).toBe(address);
    expect(document.activeElement?.textContent).toBe("Clientes");
    await user.click(press("Voltar ao centro de controle"));
    expect(router.state.location.search).toBe("");
  });

  test("no company: says what is missing", () => {
    showScreen({
      routes: [{ path: "/clientes", Component }],
      at: "/clientes",
      scope: { tenant: null, isTenantSite: false },
    });
    expect(screen.getByText("Defina a empresa")).toBeTruthy();
  });
});

describe("the list, in its four states", () => {
  const showList = () => show("?aba=lista");

  test("loading: bars that say what is coming", () => {
    showList();
    expect(screen.getByRole("status", { name: "Carregando clientes" })).toBeTruthy();
  });

  test("nothing yet: the next thing to do", async () => {
    backend.answersPages("customers:list", []);
    const { user, router } = showList();
    expect(screen.getByText("Nenhum cliente cadastrado")).toBeTruthy();
    await user.click(press("Cadastrar cliente"));
    expect(router.state.location.search).toBe("?aba=cadastro");
  });

  test("refused: 'Erro ao carregar clientes' and another try", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    backend.refuses("customers:list", new Error("Server Error"));
    const { user } = showList();
    expect(screen.getByRole("alert").textContent).toContain("Erro ao carregar clientes");
    act(() => backend.answersPages("customers:list", [aCustomer()]));
    await user.click(press("Tentar novamente"));
    expect(screen.getByText("Maria Souza")).toBeTruthy();
    silence.mockRestore();
  });

  test("K6: ↑ and ↓ lead from a control to the same one of the next row", async () => {
    const rows = ["Ana", "Bia", "Cida"].map((name) => aCustomer({ _id: name, name }));
    backend.answersPages("customers:list", rows);
    const { user } = show("?aba=lista");
    press("Ana").focus();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(document.activeElement).toBe(press("Bia"));
    press("Excluir cliente Bia").focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(document.activeElement).toBe(press("Excluir cliente Cida"));
  });

  test("filled: every fact in its column, tags derived", () => {
    backend.answersPages("customers:list", [
      aCustomer(),
      aCustomer({
        _id: "vip",
        name: "Ana Lima",
        totals: { ...aCustomer().totals, paidOrders: 5, spentCents: 200_000, lastOrderAt: Date.UTC(2026, 7, 1) },
      }),
      aCustomer({ _id: "x", phone: "553131234567", name: null, whatsappGroup: null, totals: NO_TOTALS }),
    ]);
    showList();
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Nome",
      "Telefone",
      "Grupo WhatsApp",
      "Pedidos",
      "Total gasto",
      "Último pedido",
      "Etiquetas",
      "Ações",
    ]);
    const facts = (name: string) =>
      [...(screen.getByRole("rowheader", { name }).closest("tr")?.children ?? [])]
        .slice(0, 7)
        .map(({ textContent }) => textContent);
    expect(facts("Maria Souza")).toEqual([
      "Maria Souza",
      "+55 (11) 98765-4321",
      "Grupo VIP 1",
      "5",
      "R$\u00a01.234,56",
      "18/11/2026",
      "Recorrente",
    ]);
    expect(facts("Ana Lima")[6]).toBe("RecorrenteVIPInativo");
    expect(facts("Sem nome +55 (31) 3123-4567").slice(1)).toEqual([
      "+55 (31) 3123-4567",
      "–Não informado",
      "0",
      "R$\u00a00,00",
      "–Nunca comprou",
      "",
    ]);
  });

  test("for the history: says what to do", () => {
    backend.answersPages("customers:list", [aCustomer()]);
    show("?aba=lista&para=historico");
    expect(screen.getByText("Abra um cliente para ver o histórico de pedidos.")).toBeTruthy();
  });
});

describe("searching", () => {
  test("Q6: what is typed is searched for, and is not in the address; nothing found can be cleared", async () => {
    backend.answersPages("customers:list", [aCustomer()]);
    backend.answersBy("customers:find", ({ text }) =>
      text === "zzz" ? [] : [aCustomer({ name: `achada: ${String(text)}` })],
    );
    const { user, router } = show("?aba=lista");
    await user.type(screen.getByRole("searchbox", { name: "Buscar clientes" }), "maria");
    expect(await screen.findByText("achada: maria")).toBeTruthy();
    expect(router.state.location.search).toBe("?aba=lista");
    await user.clear(screen.getByRole("searchbox"));
    await user.type(screen.getByRole("searchbox"), "zzz");
    expect(await screen.findByText("Nenhum cliente encontrado")).toBeTruthy();
    await user.click(press("Limpar busca"));
    expect(screen.getByText("Maria Souza")).toBeTruthy();
  });

  test("a hundred found: says that there may be more", () => {
    backend.answersWith(
      "customers:find",
      Array.from({ length: 100 }, (_, at) => aCustomer({ _id: `c${at}` })),
    );
    showScreen({ routes: [{ path: "/clientes", Component }], at: "/clientes?aba=lista" });
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "a" } });
    fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Enter" });
    return screen.findByText("Mostrando os primeiros 100. Digite mais para achar outros.");
  });

  test("D1: page by page, ten at first", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => aCustomer({ _id: `c${at}`, name: `Cliente ${at}` }));
    const loadMore = vi.fn();
    backend.answersPages("customers:list", rows.slice(0, 10), { canLoadMore: true, loadMore });
    const { user, router } = show("?aba=lista");
    expect(screen.getAllByRole("rowheader")).toHaveLength(10);
    await user.click(press("Próxima"));
    expect(router.state.location.search).toBe("?aba=lista&pagina=2");
    expect(loadMore).toHaveBeenCalled();
    act(() => backend.answersPages("customers:list", rows));
    expect(screen.getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual(["Cliente 10", "Cliente 11"]);
  });
});

describe("files", () => {
  test("'Importar CSV' opens the import of customers; closing it gives the focus back", async () => {
    backend.answersPages("customers:list", [aCustomer()]);
    backend.answersWith("jobs:list", []);
    const { user } = show("?aba=lista");
    await user.click(press("Importar CSV"));
    expect(await screen.findByRole("dialog", { name: "Importar clientes" })).toBeTruthy();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(press("Importar CSV")));
  });

  test("'Exportar CSV' writes everybody, whatever the list shows; failing says so", async () => {
    backend.answersPages("customers:list", []);
    backend.answersOnce("customers:exportRows", { page: [aWholeCustomer()], isDone: true, continueCursor: "" });
    const { user } = show("?aba=lista");
    await user.click(press("Exportar CSV"));
    expect(await screen.findByText("Arquivo CSV exportado com sucesso")).toBeTruthy();
    backend.clear();
    await user.click(press("Exportar CSV"));
    expect(await screen.findByText("Erro ao exportar clientes")).toBeTruthy();
  });

  test("the file has what an import reads back, then what is derived (N9)", () => {
    const file = customersCsv([aWholeCustomer()] as unknown as Parameters<typeof customersCsv>[0]);
    expect(file).toBe(
      "\ufeffTelefone;Nome;CPF;E-mail;CEP;Rua;Número;Complemento;Bairro;Cidade;Estado;Grupo WhatsApp;Pedidos;Total gasto;Último pedido\r\n" +
        "(11) 98765-4321;Maria Souza;529.982.247-25;maria@exemplo.test;31575-060;Rua das Flores;12;;Centro;Belo Horizonte;MG;Grupo VIP 1;5;1234,56;18/11/2026\r\n",
    );
  });
});

describe("registering", () => {
  const showForm = () => show("?aba=cadastro");

  test("sends what was typed and is ready for the next", async () => {
    const create = backend.mutates("customers:create", () => Promise.resolve({ customerId: "new" }));
    const { user } = showForm();
    await user.type(field("Telefone"), "11 98765-4321");
    await user.type(field("Nome completo"), "Maria Souza{Enter}");
    expect(await screen.findByText("Cliente cadastrado com sucesso")).toBeTruthy();
    expect(create).toHaveBeenCalledWith({ phone: "11 98765-4321", name: "Maria Souza" });
    expect(field("Telefone")).toHaveProperty("value", "");
    expect(field("Nome completo")).toHaveProperty("value", "");
    expect(document.activeElement).toBe(field("Telefone"));
  });

  test("'Informe telefone e nome completo' at each field that is empty, the first focused (F5)", async () => {
    const { user } = showForm();
    await user.click(press("Cadastrar"));
    expect(screen.getAllByText("Informe telefone e nome completo")).toHaveLength(2);
    expect(document.activeElement).toBe(field("Telefone"));
    await user.type(field("Telefone"), "11987654321");
    await user.click(press("Cadastrar"));
    expect(screen.getAllByText("Informe telefone e nome completo")).toHaveLength(1);
    expect(document.activeElement).toBe(field("Nome completo"));
  });

  test("'Telefone inválido'", async () => {
    const { user } = showForm();
    await user.type(field("Telefone"), "123");
    await user.type(field("Nome completo"), "Maria{Enter}");
    expect(screen.getByText("Telefone inválido")).toBeTruthy();
    expect(document.activeElement).toBe(field("Telefone"));
  });

  test("'Cliente já cadastrado com este telefone', and the way to who has it", async () => {
    backend.mutates("customers:create", () => Promise.reject(refused("customer_exists")));
    backend.answersBy("customers:find", ({ text }) => (text === "11987654321" ? [aCustomer()] : []));
    backend.answersWith("customers:get", aWholeCustomer());
    const { user } = showForm();
    await user.type(field("Telefone"), "11987654321");
    await user.type(field("Nome completo"), "Maria{Enter}");
    expect(await screen.findByText("Cliente já cadastrado com este telefone")).toBeTruthy();
    expect(field("Nome completo")).toHaveProperty("value", "Maria");
    await user.click(await screen.findByRole("button", { name: "Ver o cadastro" }));
    expect(await screen.findByRole("dialog", { name: "Maria Souza" })).toBeTruthy();
  });

  test("fails without a reason: 'Erro ao cadastrar cliente', and what is typed stays", async () => {
    backend.mutates("customers:create", () => Promise.reject(new Error("Server Error")));
    const { user } = showForm();
    await user.type(field("Telefone"), "11987654321");
    await user.type(field("Nome completo"), "Maria{Enter}");
    expect(await screen.findByText("Erro ao cadastrar cliente")).toBeTruthy();
    expect(field("Telefone")).toHaveProperty("value", "11987654321");
  });
});

async function openView() {
  backend.answersPages("customers:list", [aCustomer()]);
  const shown = show("?aba=lista");
  await shown.user.click(press("Maria Souza"));
  return shown;
}

describe("the view", () => {
  test("personal data, address, what was bought, and the orders with their items", async () => {
    backend.answersWith("customers:get", aWholeCustomer());
    backend.answersPages("customers:history", [
      anOrderOfMaria(),
      anOrderOfMaria({ _id: "o9", number: 9, isPaid: false, pieces: 1, adjustmentCents: -500, lines: [] }),
    ]);
    const { router } = await openView();
    const dialog = within(await screen.findByRole("dialog", { name: "Maria Souza" }));
    const fact = (name: string) => dialog.getAllByText(name)[0]?.nextElementSibling?.textContent;
    expect(fact("Telefone")).toBe("+55 (11) 98765-4321");
    expect(fact("CPF")).toBe("529.982.247-25");
    expect(fact("E-mail")).toBe("maria@exemplo.test");
    expect(fact("Grupo WhatsApp")).toBe("Grupo VIP 1");
    expect(fact("Cliente desde")).toBe("10/01/2026");
    expect(dialog.getByText("Rua das Flores, 12 · Centro · Belo Horizonte/MG · 31575-060")).toBeTruthy();
    expect(fact("Pedidos pagos")).toBe("4");
    expect(fact("Total gasto")).toBe("R$\u00a01.234,56");
    expect(fact("Último pedido")).toBe("18/11/2026");
    const [first, second] = within(dialog.getByRole("list", { name: "Histórico de pedidos" })).getAllByRole("listitem");
    expect(first?.textContent).toContain("#1218/11/2026LIVE2 peçasPagoR$\u00a0179,80");
    expect(first?.textContent).toContain("C151 Vestido floral2 × R$\u00a089,90R$\u00a0179,80");
    expect(dialog.getByText("Ajuste (desconto)").nextElementSibling?.textContent).toBe("-R$\u00a05,00");
    expect(second).toBeTruthy();
    expect(dialog.getByRole("link", { name: "Abrir o pedido #12" }).getAttribute("href")).toBe("/pedidos?pedido=12");
    // Q6: neither her phone nor her id.
    expect(router.state.location.search).toBe("?aba=lista");
  });

  test("little is known, nothing bought", async () => {
    backend.answersWith(
      "customers:get",
      aWholeCustomer({ cpf: null, email: null, address: null, whatsappGroup: null, totals: NO_TOTALS }),
    );
    backend.answersPages("customers:history", []);
    await openView();
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Endereço não informado")).toBeTruthy();
    expect(dialog.getByText("Nenhum pedido deste cliente")).toBeTruthy();
    expect(dialog.getAllByText("Nunca comprou")).toHaveLength(2);
  });

  test("'Erro ao carregar pedidos do cliente' takes nothing else down (E3); more are loaded when asked", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    backend.answersWith("customers:get", aWholeCustomer());
    backend.refuses("customers:history", new Error("Server Error"));
    const { user } = await openView();
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("alert").textContent).toContain("Erro ao carregar pedidos do cliente");
    expect(dialog.getByText("529.982.247-25")).toBeTruthy();
    const loadMore = vi.fn();
    act(() => backend.answersPages("customers:history", [anOrderOfMaria()], { canLoadMore: true, loadMore }));
    await user.click(dialog.getByRole("button", { name: "Tentar novamente" }));
    await user.click(dialog.getByRole("button", { name: "Carregar mais" }));
    expect(loadMore).toHaveBeenCalledOnce();
    silence.mockRestore();
  });

  test("deleted or joined meanwhile: says so", async () => {
    backend.answersWith("customers:get", aWholeCustomer());
    await openView();
    await screen.findByRole("dialog", { name: "Maria Souza" });
    act(() => backend.answersWith("customers:get", null));
    expect(
      screen.getByText("Cliente não encontrado. Outra pessoa pode ter excluído ou juntado este cadastro."),
    ).toBeTruthy();
  });

  test("F3: closing gives the focus back to the row", async () => {
    backend.answersWith("customers:get", aWholeCustomer());
    const { user } = await openView();
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Maria Souza"));
  });
});

describe("the edit dialog", () => {
  async function openEdit() {
    backend.answersPages("customers:list", [aCustomer()]);
    backend.answersWith("customers:get", aWholeCustomer());
    const shown = show("?aba=lista");
    await shown.user.click(press("Editar cliente Maria Souza"));
    await screen.findByRole("dialog", { name: "Editar cliente Maria Souza" });
    return shown;
  }
  const stored = () => {
    const { name, cpf, email, address, whatsappGroup } = aWholeCustomer();
    return { name, cpf, email, address, whatsappGroup };
  };

  test("the phone is locked; what was changed is sent, with all that was seen", async () => {
    const update = backend.mutates("customers:update", () => Promise.resolve(null));
    const { user } = await openEdit();
    expect(field("Telefone")).toHaveProperty("readOnly", true);
    expect(field("Telefone")).toHaveProperty("value", "+55 (11) 98765-4321");
    expect(field("CPF")).toHaveProperty("value", "529.982.247-25");
    await user.clear(field("Número"));
    await user.type(field("Número"), "120");
    await user.click(press("Atualizar"));
    expect(await screen.findByText("Cliente atualizado com sucesso")).toBeTruthy();
    expect(update).toHaveBeenCalledWith({
      customerId: "maria",
      fields: { address: { ...stored().address, number: "120" } },
      seen: stored(),
    });
  });

  test("N5: CPF and CEP take their form while they are typed", async () => {
    const { user } = await openEdit();
    await user.clear(field("CPF"));
    await user.type(field("CPF"), "11144477735");
    expect(field("CPF")).toHaveProperty("value", "111.444.777-35");
    await user.clear(field("CEP"));
    await user.type(field("CEP"), "01310100");
    expect(field("CEP")).toHaveProperty("value", "01310-100");
    await user.clear(field("Estado"));
    await user.type(field("Estado"), "sp");
    expect(field("Estado")).toHaveProperty("value", "SP");
  });

  test("N5: a complete CEP fills in what is empty; what was typed by hand is asked about", async () => {
    const found = { street: "Avenida Paulista", neighborhood: "Bela Vista", city: "São Paulo", state: "SP" };
    const lookUp = backend.mutates("postalCodes:lookUp", () => Promise.resolve({ kind: "found", address: found }));
    const { user } = await openEdit();
    await user.clear(field("Bairro"));
    await user.clear(field("CEP"));
    await user.type(field("CEP"), "01310100");
    expect(lookUp).toHaveBeenCalledWith({ cep: "01310100" });
    expect(
      await screen.findByText("Para este CEP o endereço é Avenida Paulista, Bela Vista, São Paulo/SP."),
    ).toBeTruthy();
    expect(field("Bairro")).toHaveProperty("value", "Bela Vista");
    expect(field("Rua")).toHaveProperty("value", "Rua das Flores");
    await user.click(press("Usar o endereço do CEP"));
    expect(field("Rua")).toHaveProperty("value", "Avenida Paulista");
    expect(field("Estado")).toHaveProperty("value", "SP");
    expect(field("Número")).toHaveProperty("value", "12");
  });

  test("'Nome e telefone são obrigatórios', and every other wrong field says why at once", async () => {
    const { user } = await openEdit();
    await user.clear(field("Nome"));
    await user.clear(field("CPF"));
    await user.type(field("CPF"), "11111111111");
    await user.clear(field("Estado"));
    await user.type(field("Estado"), "XX");
    await user.click(press("Atualizar"));
    expect(screen.getByText("Nome e telefone são obrigatórios")).toBeTruthy();
    expect(screen.getByText("CPF ou CNPJ inválido")).toBeTruthy();
    expect(screen.getByText("UF inválida. Use a sigla do estado, como MG.")).toBeTruthy();
    expect(document.activeElement).toBe(field("Nome"));
  });

  test("P3: two people edit one customer: both values are shown, and one is chosen", async () => {
    const update = backend.mutates("customers:update", () =>
      Promise.reject(
        new ConvexError({
          code: "changed_meanwhile",
          message: "João mudou para Maria S. Lima enquanto você editava",
          field: "name",
          value: "Maria S. Lima",
          shown: "Maria S. Lima",
          actorName: "João",
          at: Date.now(),
        }),
      ),
    );
    const { user } = await openEdit();
    await user.type(field("Nome"), " Silva");
    act(() =>
      backend.answersWith("customers:get", aWholeCustomer({ name: "Maria S. Lima", email: "nova@exemplo.test" })),
    );
    // What nobody has typed in follows; what is typed stays (F6).
    expect(field("E-mail")).toHaveProperty("value", "nova@exemplo.test");
    expect(field("Nome")).toHaveProperty("value", "Maria Souza Silva");
    expect(screen.getByText("Outra pessoa mudou para Maria S. Lima")).toBeTruthy();
    await user.click(press("Atualizar"));
    await user.click(await screen.findByRole("button", { name: "Usar o de João" }));
    expect(field("Nome")).toHaveProperty("value", "Maria S. Lima");
    expect(update.mock.calls[0]?.[0]).toMatchObject({ seen: { ...stored(), email: "nova@exemplo.test" } });
  });

  test("fails without a reason: 'Erro ao atualizar cliente', and what is typed stays", async () => {
    backend.mutates("customers:update", () => Promise.reject(new Error("Server Error")));
    const { user } = await openEdit();
    await user.type(field("Nome"), " Silva");
    await user.click(press("Atualizar"));
    expect(await screen.findByText("Erro ao atualizar cliente")).toBeTruthy();
    expect(field("Nome")).toHaveProperty("value", "Maria Souza Silva");
  });

  test("K5: Esc with something typed asks", async () => {
    const { user } = await openEdit();
    await user.type(field("Nome"), "x");
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("alertdialog", { name: "Alterações não salvas" })).toBeTruthy();
  });
});

describe("deleting", () => {
  test("asks with the name and what stays; the row after it has the focus then", async () => {
    backend.answersPages("customers:list", [aCustomer(), aCustomer({ _id: "b", name: "Beto" })]);
    const remove = backend.mutates("customers:remove", () => {
      backend.answersPages("customers:list", [aCustomer({ _id: "b", name: "Beto" })]);
      return Promise.resolve(null);
    });
    const { user } = show("?aba=lista");
    await user.click(press("Excluir cliente Maria Souza"));
    const dialog = await screen.findByRole("alertdialog", { name: "Excluir cliente Maria Souza" });
    expect(dialog.textContent).toContain("Excluir Maria Souza? Não dá para desfazer.");
    expect(dialog.textContent).toContain("Os pedidos ficam como estão.");
    await user.click(within(dialog).getByRole("button", { name: "Excluir cliente Maria Souza" }));
    expect(await screen.findByText("Cliente excluído com sucesso")).toBeTruthy();
    expect(remove).toHaveBeenCalledWith({ customerId: "maria" });
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Beto"));
  });

  test("fails: 'Erro ao excluir cliente', and the question stays", async () => {
    backend.answersPages("customers:list", [aCustomer()]);
    backend.mutates("customers:remove", () => Promise.reject(new Error("Server Error")));
    const { user } = show("?aba=lista");
    await user.click(press("Excluir cliente Maria Souza"));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Excluir cliente Maria Souza" }));
    expect(await screen.findByText("Erro ao excluir cliente")).toBeTruthy();
    expect(screen.getByRole("alertdialog")).toBeTruthy();
  });
});

describe("joining two records of one person", () => {
  const OLD = aWholeCustomer({
    _id: "old",
    phone: "551187654321",
    name: "Maria de Souza",
    cpf: null,
    email: "antiga@exemplo.test",
    whatsappGroup: null,
    totals: { ...aCustomer().totals, orders: 2, spentCents: 10_000, lastOrderDate: "2026-03-02" },
  });

  async function openMerge(other: object = OLD) {
    backend.answersPages("customers:list", [aCustomer()]);
    backend.answersBy("customers:get", ({ customerId }) => (customerId === "old" ? other : aWholeCustomer()));
    backend.answersBy("customers:find", ({ text }) => (text === "zzz" ? [] : [aCustomer(), OLD]));
    const shown = show("?aba=lista");
    await shown.user.click(press("Maria Souza"));
    await shown.user.click(await screen.findByRole("button", { name: "Juntar com outro cadastro" }));
    await screen.findByRole("dialog", { name: "Juntar cadastros" });
    return shown;
  }
  const pick = /^Comparar com Maria de Souza/;
  const row = (name: string) =>
    [...(screen.getByRole("rowheader", { name }).closest("tr")?.children ?? [])].map(({ textContent }) => textContent);

  test("offers those of her name and never herself; says when there is no other", async () => {
    const { user } = await openMerge();
    expect(screen.getByText("Qual outro cadastro é da mesma pessoa que Maria Souza?")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /^Comparar com/ })).toHaveLength(1);
    const search = within(screen.getByRole("dialog")).getByRole("searchbox", { name: "Buscar clientes" });
    expect(search).toHaveProperty("value", "Maria Souza");
    await user.clear(search);
    await user.type(search, "zzz");
    expect(
      await screen.findByText("Nenhum outro cadastro encontrado. Busque pelo nome ou pelo telefone antigo."),
    ).toBeTruthy();
  });

  test("both side by side, what is lost is said, and who stays can be changed", async () => {
    const { user } = await openMerge();
    await user.click(screen.getByRole("button", { name: pick }));
    await screen.findByRole("table", { name: "Comparação dos cadastros" });
    expect(row("Nome")).toEqual(["Nome", "Maria Souza", "Maria de Souza (não fica)", "Maria Souza"]);
    expect(row("CPF")).toEqual(["CPF", "529.982.247-25", "–Não informado", "529.982.247-25"]);
    expect(row("Pedidos")).toEqual(["Pedidos", "5", "2", "7"]);
    expect(row("Total gasto")[3]).toBe("R$\u00a01.334,56");
    expect(row("Último pedido")[3]).toBe("18/11/2026");
    const dialog = screen.getByRole("dialog");
    expect(dialog.textContent).toContain("2 pedidos passam para +55 (11) 98765-4321.");
    expect(document.activeElement?.textContent).toBe("Cancelar");
    await user.click(press("Trocar quem fica"));
    expect(row("Nome")[3]).toBe("Maria de Souza");
    // What the one who stays lacks is taken over.
    expect(row("CPF")).toEqual(["CPF", "–Não informado", "529.982.247-25", "529.982.247-25"]);
    expect(dialog.textContent).toContain("5 pedidos passam para +55 (11) 8765-4321.");
  });

  test("joins them and says how much moved", async () => {
    const merge = backend.mutates("customers:merge", () => Promise.resolve({ movedOrders: 2 }));
    const { user } = await openMerge();
    await user.click(screen.getByRole("button", { name: pick }));
    await user.click(await screen.findByRole("button", { name: "Juntar cadastros" }));
    expect(await screen.findByText("Cadastros juntados: 2 pedidos passados")).toBeTruthy();
    expect(merge).toHaveBeenCalledWith({ fromCustomerId: "old", intoCustomerId: "maria" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("two CPFs are two people: there is nothing to press", async () => {
    const { user } = await openMerge({ ...OLD, cpf: "11144477735" });
    await user.click(screen.getByRole("button", { name: pick }));
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Os CPFs são diferentes: são duas pessoas. Corrija o CPF antes de juntar.",
    );
    expect(screen.queryByRole("button", { name: "Juntar cadastros" })).toBeNull();
  });

  test("two open orders of one date: the sentence, and the way to the order", async () => {
    backend.mutates("customers:merge", () =>
      Promise.reject(
        new ConvexError({
          code: "open_order_exists",
          message: "Já existe o pedido #17 em aberto deste telefone nesta data",
          orderNumber: 17,
          orderId: "o17",
        }),
      ),
    );
    const { user } = await openMerge();
    await user.click(screen.getByRole("button", { name: pick }));
    await user.click(await screen.findByRole("button", { name: "Juntar cadastros" }));
    expect(await screen.findByText("Já existe o pedido #17 em aberto deste telefone nesta data")).toBeTruthy();
    fireEvent.click(screen.getByText("Ver o pedido #17"));
    expect(await screen.findByText("elsewhere: /pedidos?pedido=17")).toBeTruthy();
  });
});
