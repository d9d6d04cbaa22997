import { act, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { Outlet } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LaunchQueueProvider } from "../../../../src/features/manualSales";
import { Component } from "../../../../src/features/manualSales/ManualSalesRoute";
import { backend, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";

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
const anOrder = (number: number, change: Record<string, unknown> = {}) => ({
  _id: `order-${number}`,
  number,
  publicId: `p${number}`,
  createdAt: NOW,
  customerPhone: "5511987654321",
  customerName: "Maria Souza",
  totalCents: 17980,
  pieces: 2,
  isPaid: false,
  printed: false,
  eventType: "LIVE",
  eventDate: "2026-11-20",
  observation: null,
  whatsappGroup: null,
  messagesSent: { itemAdded: false, paymentConfirmation: false },
  ...change,
});
const hasDetail = (order: ReturnType<typeof anOrder>, change: Record<string, unknown> = {}) =>
  backend.answersWith("orders:byNumber", {
    ...order,
    adjustmentCents: 0,
    hasCart: true,
    customer: null,
    lines: [],
    lastEdit: null,
    ...change,
  });

beforeEach(() => {
  vi.setSystemTime(NOW);
  backend.clear();
  backend.answersPages("manualSales:orders", [
    anOrder(12),
    anOrder(11, { isPaid: true, customerPhone: "551131234567", totalCents: 123456, eventDate: "2026-11-18" }),
  ]);
  hasDetail(anOrder(12));
});

afterEach(() => {
  vi.useRealTimers();
});

const routes = [
  {
    element: (
      <LaunchQueueProvider>
        <Outlet />
      </LaunchQueueProvider>
    ),
    children: [{ path: "/pedidos-manual", Component }],
  },
];
const show = (at = "/pedidos-manual?aba=gerenciar") => showScreen({ routes, at });
const row = async (number: number) =>
  within(
    (await screen.findByRole("rowheader", { name: `Ver pedido #${number}` })).closest("tr") ??
      document.createElement("p"),
  );

describe("the tab", () => {
  test("Q1: is in the address, and what was typed into the launch line is still there afterwards", async () => {
    const { user, router } = show("/pedidos-manual");
    const code = () => screen.getByLabelText<HTMLInputElement>("Código");
    await user.type(code(), "151");
    await user.click(screen.getByRole("tab", { name: /^Gerenciar Pedidos/ }));
    expect(router.state.location.search).toBe("?aba=gerenciar");
    expect(await screen.findByRole("table", { name: "Pedidos manuais" })).toBeTruthy();
    await user.click(screen.getByRole("tab", { name: /^Criar Pedido/ }));
    expect(router.state.location.search).toBe("");
    expect(code().value).toBe("151");
  });
});

describe("the orders launched by hand, in their four states", () => {
  test("loading", async () => {
    backend.clear();
    show();
    expect(await screen.findByRole("status", { name: "Carregando pedidos" })).toBeTruthy();
  });
  test("empty", async () => {
    backend.answersPages("manualSales:orders", []);
    show();
    expect(await screen.findByText("Nenhum pedido manual encontrado")).toBeTruthy();
  });
  test("refused", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    backend.refuses("manualSales:orders", new Error("Server Error"));
    show();
    expect((await screen.findByRole("alert")).textContent).toContain("Erro ao carregar pedidos");
    silence.mockRestore();
  });
  test("filled: the specified columns and facts", async () => {
    show();
    expect((await screen.findAllByRole("columnheader")).map((header) => header.textContent)).toEqual([
      "ID",
      "Telefone",
      "Data",
      "Valor",
      "Status",
      "Ações",
    ]);
    const facts = async (number: number) => (await row(number)).getAllByRole("cell").map((cell) => cell.textContent);
    expect(await facts(12)).toEqual(["+55 (11) 98765-4321", "20/11/2026", "R$\u00a0179,80", "Pendente", ""]);
    expect(await facts(11)).toEqual(["+55 (11) 3123-4567", "18/11/2026", "R$\u00a01.234,56", "Pago", ""]);
    const link = screen.getByRole("link", { name: "Ver pedido #12" });
    expect([link.textContent, link.getAttribute("href")]).toEqual(["#12", "/pedidos?pedido=12"]);
  });
  test("D1: ten at a time unless the address says otherwise", async () => {
    show();
    await screen.findByRole("table");
    expect(backend.askedPages.get("manualSales:orders")).toMatchObject({ size: 10 });
    show("/pedidos-manual?aba=gerenciar&por=50");
    await expect.poll(() => backend.askedPages.get("manualSales:orders")).toMatchObject({ size: 50 });
  });
});

async function openEdit() {
  const shown = show();
  await shown.user.click(await screen.findByRole("button", { name: "Editar pedido #12" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Editar Pedido #12" }));
  return {
    ...shown,
    dialog,
    phone: await dialog.findByLabelText<HTMLInputElement>("Telefone"),
    total: dialog.getByLabelText<HTMLInputElement>("Valor Total"),
    save: () => shown.user.click(dialog.getByRole("button", { name: "Salvar" })),
  };
}

async function retype(
  user: { clear: (e: Element) => Promise<void>; type: (e: Element, t: string) => Promise<void> },
  field: Element,
  text: string,
) {
  await user.clear(field);
  if (text !== "") await user.type(field, text);
}

describe("R2: orders launched by others while somebody works in the list", () => {
  const numbers = () => screen.getAllByRole("link", { name: /^Ver pedido/ }).map((link) => link.textContent);
  const arrive = (...all: number[]) =>
    act(() =>
      backend.answersPages(
        "manualSales:orders",
        all.map((number) => anOrder(number)),
      ),
    );
  afterEach(() => {
    document.documentElement.scrollTop = 0;
  });

  test("come in at once at the top of a list that rests there", async () => {
    arrive(12, 11);
    show();
    await row(12);
    arrive(13, 12, 11);
    expect(numbers()).toEqual(["#13", "#12", "#11"]);
  });

  test("wait behind 'n novos pedidos' while the page is scrolled", async () => {
    arrive(12, 11);
    const { user } = show();
    await row(12);
    act(() => {
      document.documentElement.scrollTop = 300;
      window.dispatchEvent(new Event("scroll"));
    });
    arrive(13, 12, 11);
    expect(screen.getByRole("button", { name: "1 novo pedido" })).toBeTruthy();
    arrive(14, 13, 12, 11);
    expect(numbers()).toEqual(["#12", "#11"]);
    await user.click(screen.getByRole("button", { name: "2 novos pedidos" }));
    expect(numbers()).toEqual(["#14", "#13", "#12", "#11"]);
    expect(document.documentElement.scrollTop).toBe(0);
  });

  test("wait while an order is being edited, and come in when its dialog closes", async () => {
    arrive(12, 11);
    const { user } = await openEdit();
    arrive(13, 12, 11);
    const shown = () =>
      screen.getAllByRole("link", { name: /^Ver pedido/, hidden: true }).map((link) => link.textContent);
    expect(shown()).toEqual(["#12", "#11"]);
    await user.keyboard("{Escape}");
    await expect.poll(shown).toEqual(["#13", "#12", "#11"]);
  });

  test("R3: one that somebody else deletes stays, greyed and with a word, until the next touch of the list", async () => {
    arrive(12, 11);
    const { user } = show();
    await row(12);
    arrive(12);
    expect(numbers()).toEqual(["#12", "#11"]);
    expect((await row(11)).getByText("excluído")).toBeTruthy();
    expect((await row(11)).queryByRole("button")).toBeNull();
    await user.click(screen.getByRole("columnheader", { name: "Telefone" }));
    expect(numbers()).toEqual(["#12"]);
  });
});

describe("'Editar Pedido #id'", () => {
  test("saves what was touched, and nothing else; says so; the focus is back where it came from", async () => {
    const update = backend.mutates("orders:update", () => Promise.resolve({}));
    const { user, phone, total, save } = await openEdit();
    expect([phone.value, total.value]).toEqual(["+55 (11) 98765-4321", "179,80"]);
    await retype(user, total, "189,8");
    await save();
    expect(update.mock.calls).toEqual([[{ orderId: "order-12", totalCents: 18980, seenTotalCents: 17980 }]]);
    expect(await screen.findByText("Pedido atualizado com sucesso")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Editar pedido #12" }));
  });

  test.each([
    ["189,80", "Itens R$ 179,80 · Ajuste: acréscimo de R$ 10,00"],
    ["100", "Itens R$ 179,80 · Ajuste: desconto de R$ 79,80"],
    ["179,80", "Itens R$ 179,80 · sem ajuste"],
  ])("the difference to the lines is shown as Ajuste: %s", async (typed, sentence) => {
    const { user, total, dialog } = await openEdit();
    await retype(user, total, typed);
    expect(dialog.getByText(sentence)).toBeTruthy();
  });

  test.each([
    ["Telefone", "", "Informe o telefone do cliente"],
    ["Telefone", "987654321", "Telefone inválido. Use formato com DDD (ex: 11999999999)"],
    ["Telefone", "20987654321", "DDD 20 não existe"],
    ["Valor Total", "", "Valor inválido"],
    ["Valor Total", "dez", "Valor inválido"],
    ["Valor Total", "1,234", "Valor inválido"],
    ["Valor Total", "-5", "O valor do pedido não pode ser negativo"],
    ["Valor Total", "99999999999", "Valor inválido"],
  ])(
    "F5: %s '%s' is not sent: the reason at the field, which has the focus and keeps what was typed",
    async (name, typed, message) => {
      const update = backend.mutates("orders:update", () => Promise.resolve({}));
      const { user, dialog, save } = await openEdit();
      const field = dialog.getByLabelText<HTMLInputElement>(name);
      await retype(user, field, typed);
      await save();
      expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(message);
      expect(document.activeElement).toBe(field);
      // On leaving, a readable amount is written out in full.
      expect(field.value.replace(/\D/g, "").replace(/00$/, "")).toBe(typed.replace(/\D/g, ""));
      expect(update).not.toHaveBeenCalled();
    },
  );

  test("the phone of another open order: the sentence at the field, and Juntar pedidos", async () => {
    backend.mutates("orders:update", () =>
      Promise.reject(
        new ConvexError({
          code: "open_order_exists",
          message: "Já existe o pedido #7 em aberto deste telefone nesta data",
          orderNumber: 7,
          orderId: "order-7",
        }),
      ),
    );
    const merge = backend.mutates("orders:merge", () => Promise.resolve({ orderNumber: 7 }));
    const { user, phone, dialog, save } = await openEdit();
    await retype(user, phone, "21 98888-0001");
    await save();
    expect(await dialog.findByText("Já existe o pedido #7 em aberto deste telefone nesta data")).toBeTruthy();
    expect(document.activeElement).toBe(phone);
    expect(
      dialog.getByText("Os itens do pedido #12 passam para o pedido #7, e o pedido #12 deixa de existir."),
    ).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Juntar pedidos" }));
    expect(merge.mock.calls).toEqual([
      [{ fromOrderId: "order-12", intoOrderId: "order-7", phone: "21 98888-0001", seenPhone: "5511987654321" }],
    ]);
    expect(await screen.findByText("Itens juntados no pedido #7")).toBeTruthy();
  });

  test("a failure that says nothing: 'Erro ao atualizar pedido', the dialog and what was typed stay", async () => {
    backend.mutates("orders:update", () => Promise.reject(new Error("Server Error")));
    const { user, total, save } = await openEdit();
    await retype(user, total, "10");
    await save();
    expect(await screen.findByText("Erro ao atualizar pedido")).toBeTruthy();
    expect(total.value).toBe("10,00");
  });

  test("P3, F6: a total that somebody changes meanwhile never replaces what is typed; one chooses", async () => {
    const update = backend.mutates("orders:update", () => Promise.resolve({}));
    const { user, total, dialog, save } = await openEdit();
    await retype(user, total, "150");
    act(() => hasDetail(anOrder(12, { totalCents: 20000 }), { lastEdit: { actorName: "João", at: NOW - 5_000 } }));
    expect(total.value).toBe("150");
    expect(dialog.getByText("João mudou para R$ 200,00", { exact: false }).textContent).toContain("há 5 s");
    await user.click(dialog.getByRole("button", { name: "Manter o meu" }));
    await save();
    expect(update.mock.calls[0]?.[0]).toMatchObject({ totalCents: 15000, seenTotalCents: 20000 });
  });

  test("P3: a phone that somebody changes meanwhile is refused with who and what, and one chooses", async () => {
    const theirs = anOrder(12, { customerPhone: "5521912345678" });
    const message = "João mudou para +55 (21) 91234-5678 enquanto você editava";
    const update = backend.mutates("orders:update", ({ seenPhone }) =>
      seenPhone === theirs.customerPhone
        ? Promise.resolve({})
        : Promise.reject(new ConvexError({ code: "changed_meanwhile", message, field: "customerPhone" })),
    );
    const { user, phone, dialog, save } = await openEdit();
    await retype(user, phone, "31 91111-2222");
    await save();
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(phone);
    expect(update.mock.calls[0]?.[0]).toEqual({
      orderId: "order-12",
      phone: "5531911112222",
      seenPhone: "5511987654321",
    });
    act(() => hasDetail(theirs, { lastEdit: { actorName: "João", at: NOW - 5_000 } }));
    expect(phone.value).toBe("31 91111-2222");
    await user.click(dialog.getByRole("button", { name: "Manter o meu" }));
    await save();
    expect(update.mock.calls[1]?.[0]).toMatchObject({ phone: "5531911112222", seenPhone: "5521912345678" });
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });

  test("P3: or takes theirs, and there is nothing to save", async () => {
    const update = backend.mutates("orders:update", () => Promise.resolve({}));
    const { user, total, dialog, save } = await openEdit();
    await retype(user, total, "150");
    act(() => hasDetail(anOrder(12, { totalCents: 20000 }), { lastEdit: { actorName: "João", at: NOW } }));
    await user.click(dialog.getByRole("button", { name: "Usar o de João" }));
    expect(total.value).toBe("200,00");
    await save();
    expect(update).not.toHaveBeenCalled();
  });

  test("untouched fields follow what others do", async () => {
    const { total } = await openEdit();
    act(() => hasDetail(anOrder(12, { totalCents: 20000 })));
    expect(total.value).toBe("200,00");
  });

  test("K5: Esc with something unsaved asks; Cancelar drops it", async () => {
    const { user, total, dialog } = await openEdit();
    await retype(user, total, "150");
    await user.keyboard("{Escape}");
    const question = within(await screen.findByRole("alertdialog", { name: "Alterações não salvas" }));
    expect(question.getByRole("button", { name: "Descartar alterações" })).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Cancelar" }));
    expect(total.value).toBe("150,00");
    await user.click(dialog.getByRole("button", { name: "Cancelar" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("deleted by somebody else meanwhile: says so", async () => {
    const { dialog } = await openEdit();
    act(() => backend.answersWith("orders:byNumber", null));
    expect(dialog.getByRole("alert").textContent).toBe("Este pedido foi excluído por outra pessoa.");
  });
});

describe("deleting", () => {
  async function openRemove(number: number) {
    const shown = show();
    await shown.user.click(await screen.findByRole("button", { name: `Excluir pedido #${number}` }));
    const dialog = within(await screen.findByRole("alertdialog", { name: `Excluir pedido #${number}` }));
    return { ...shown, dialog };
  }

  test("an open order: the specified question with its name; its stock comes back; the focus goes to the next row", async () => {
    const remove = backend.mutates("orders:remove", () => {
      backend.answersPages("manualSales:orders", [anOrder(11)]);
      return Promise.resolve({ removed: 1 });
    });
    const { user, dialog } = await openRemove(12);
    for (const words of [
      "Tem certeza que deseja excluir este pedido?",
      "#12 · +55 (11) 98765-4321 · R$ 179,80",
      "Os itens voltam para o estoque.",
    ]) {
      expect(dialog.getByText(words)).toBeTruthy();
    }
    expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Cancelar" }));
    expect(dialog.queryByRole("checkbox")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Excluir pedido #12" }));
    expect(remove.mock.calls).toEqual([[{ orderIds: ["order-12"], returnPaidStock: false }]]);
    expect(await screen.findByText("Pedido excluído com sucesso")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Editar pedido #11" }));
  });

  test.each([
    ["as it stands", false],
    ["when asked", true],
  ])("a paid order: its stock comes back only when asked: %s", async (_name, isAsked) => {
    const remove = backend.mutates("orders:remove", () => Promise.resolve({ removed: 1 }));
    const { user, dialog } = await openRemove(11);
    const choice = dialog.getByRole("checkbox", { name: "Devolver os itens ao estoque" });
    if (isAsked) await user.click(choice);
    await user.click(dialog.getByRole("button", { name: "Excluir pedido #11" }));
    expect(remove.mock.calls).toEqual([[{ orderIds: ["order-11"], returnPaidStock: isAsked }]]);
  });

  test("a failure: 'Erro ao excluir pedido', or the server's own reason; the dialog stays", async () => {
    backend.mutates("orders:remove", () => Promise.reject(new Error("Server Error")));
    const { user, dialog } = await openRemove(12);
    await user.click(dialog.getByRole("button", { name: "Excluir pedido #12" }));
    expect(await screen.findByText("Erro ao excluir pedido")).toBeTruthy();
    backend.mutates("orders:remove", () => Promise.reject(refused("order_not_found")));
    await user.click(dialog.getByRole("button", { name: "Excluir pedido #12" }));
    expect(await screen.findByText("Pedido não encontrado")).toBeTruthy();
  });
});
