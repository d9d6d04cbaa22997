import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Theme } from "@radix-ui/themes";
import { ConvexError } from "convex/values";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { OrderDetailDialog } from "../../../../src/features/orders/OrderDetailDialog";
import { backend } from "../../support/fakeBackend";
import { TenantContext } from "../../../../src/lib/tenant";
import { LOJA_DEMO } from "../../support/screen";
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
vi.mock("convex/react", async (original) => {
  const { backend } = await import("../../support/fakeBackend");
  return { ...(await original<object>()), useConvex: () => backend.client };
});

const onEdit = vi.fn();
const onClose = vi.fn();

function show() {
  render(
    <Theme>
      <TenantContext value={{ tenant: LOJA_DEMO, isTenantSite: false }}>
        <MemoryRouter>
          <OrderDetailDialog number={12} onEdit={onEdit} onClose={onClose} />
        </MemoryRouter>
      </TenantContext>
    </Theme>,
  );
  return userEvent.setup();
}

const dialog = () => within(screen.getByRole("dialog", { name: "Pedido #12" }));
const section = (name: string | RegExp) => within(screen.getByRole("region", { name }));
const plain = (element: HTMLElement) => (element.textContent ?? "").replaceAll("\u00a0", " ");

beforeEach(() => {
  backend.clear();
  onEdit.mockClear();
  onClose.mockClear();
  backend.answersPages("orders:timeline", []);
});

describe("the order detail dialog, in its four states", () => {
  test("loading: bars that say what is coming", () => {
    show();
    expect(dialog().getByRole("status", { name: "Carregando pedido" })).toBeTruthy();
  });

  test("none of that number: 'Pedido não encontrado'", async () => {
    backend.answersWith("orders:byNumber", null);
    const user = show();
    expect(dialog().getByText("Pedido não encontrado")).toBeTruthy();
    await user.click(dialog().getAllByRole("button", { name: "Fechar" })[1]!);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test("refused: the reason", () => {
    backend.refuses(
      "orders:byNumber",
      new ConvexError({ code: "forbidden", message: "Você não tem permissão para isto" }),
    );
    show();
    expect(dialog().getByRole("alert").textContent).toContain("Você não tem permissão para isto");
  });

  test("filled: customer, summary, products with photo or 'Sem foto', adjustment, creation time (§2)", () => {
    backend.answersWith(
      "orders:byNumber",
      anOrderDetail({
        totalCents: 17480,
        adjustmentCents: -500,
        isPaid: true,
        customer: {
          name: "Maria Souza",
          phone: "5511987654321",
          cpf: "12345678909",
          email: null,
          address: {
            cep: "31575060",
            street: "Rua das Flores",
            number: "12",
            complement: "",
            neighborhood: "Centro",
            city: "Belo Horizonte",
            state: "MG",
          },
        },
        lines: [
          aLine(),
          aLine({ lineId: "b", code: "N/A", name: "Produto removido", productId: null, imageUrl: "/foto.png" }),
        ],
      }),
    );
    show();
    const customer = section("Cliente");
    expect(customer.getByText("Maria Souza")).toBeTruthy();
    expect(customer.getByText("+55 (11) 98765-4321")).toBeTruthy();
    expect(customer.getByText("123.456.789-09")).toBeTruthy();
    expect(customer.getByText("Rua das Flores, 12 · Centro · Belo Horizonte/MG · 31575-060")).toBeTruthy();
    const summary = section("Resumo");
    for (const fact of ["Pago", "LIVE", "20/11/2026", "Criado em 20/11/2026 20:14"]) {
      expect(summary.getByText(fact)).toBeTruthy();
    }
    const items = section(/^Produtos/);
    const [first, removed] = items.getAllByRole("listitem");
    expect(plain(first!)).toBe("Sem fotoC151 Vestido Midi Lírio2 × R$ 89,90 · Preto · MR$ 179,80");
    expect(within(removed!).getByText("Produto removido", { exact: false })).toBeTruthy();
    expect(within(removed!).getByRole("img", { name: "Produto removido" })).toBeTruthy();
    expect(plain(items.getByText("Ajuste (desconto)").parentElement!)).toBe("Ajuste (desconto)-R$ 5,00");
    expect(plain(items.getByText("Total").parentElement!)).toBe("TotalR$ 174,80");
  });

  test("money that is not plainly paid is seen beside 'Pago'", () => {
    backend.answersWith("orders:byNumber", anOrderDetail({ isPaid: true, paymentState: "repeated" }));
    show();
    expect(section("Resumo").getByText("Pago")).toBeTruthy();
    expect(section("Resumo").getByText("Pago em dobro")).toBeTruthy();
    act(() => backend.answersWith("orders:byNumber", anOrderDetail({ isPaid: true, paymentState: "paid" })));
    expect(section("Resumo").queryByText("Pago em dobro")).toBeNull();
  });

  test("an open order leads to the checkout, a paid one does not", () => {
    backend.answersWith("orders:byNumber", anOrderDetail());
    show();
    const link = dialog().getByRole("link", { name: "Finalizar no checkout" });
    expect(link.getAttribute("href")).toBe("/checkout?tela=finalizar&pedido=12");
    act(() => backend.answersWith("orders:byNumber", anOrderDetail({ isPaid: true })));
    expect(dialog().queryByRole("link", { name: "Finalizar no checkout" })).toBeNull();
  });

  test("what is not known is not made up: no CPF, 'Sem endereço', 'Sem nome', no 'Ajuste'", () => {
    backend.answersWith("orders:byNumber", anOrderDetail({ customer: null, customerName: null, lines: [] }));
    show();
    expect(screen.queryByText("CPF")).toBeNull();
    expect(section("Cliente").getByText("Sem nome")).toBeTruthy();
    expect(section("Cliente").getByText("Sem endereço")).toBeTruthy();
    expect(screen.queryByText(/Ajuste/)).toBeNull();
    expect(screen.getByText("Nenhum produto neste pedido")).toBeTruthy();
    expect(section("Resumo").getByText("Pendente")).toBeTruthy();
  });
});

describe("the timeline", () => {
  test("says who did what, when and with which total; more on demand", async () => {
    const loadMore = vi.fn();
    backend.answersWith("orders:byNumber", anOrderDetail());
    backend.answersPages(
      "orders:timeline",
      [
        {
          _id: "e",
          at: Date.UTC(2020, 10, 20, 23, 14),
          actorName: "João",
          change: {
            kind: "quantity_changed",
            productId: "p",
            productCode: "C151",
            before: 1,
            after: 2,
            totalCents: 17980,
          },
        },
      ],
      { canLoadMore: true, loadMore },
    );
    const user = show();
    const entry = section("Linha do tempo").getByRole("listitem");
    expect(plain(entry)).toBe("20/11/2020 20:14João mudou a quantidade de C151 de 1 para 2R$ 179,80");
    await user.click(screen.getByRole("button", { name: "Mostrar mais" }));
    expect(loadMore).toHaveBeenCalledTimes(1);
  });

  test("a failing timeline does not take the order away (E3)", () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    backend.refuses("orders:timeline", new Error("Server Error"));
    backend.answersWith("orders:byNumber", anOrderDetail());
    show();
    expect(screen.getByText("Não foi possível carregar a linha do tempo. Tente de novo.")).toBeTruthy();
    expect(section("Cliente").getByText("Maria Souza")).toBeTruthy();
    silence.mockRestore();
  });
});

test("an order deleted by somebody while it is looked at says by whom", () => {
  backend.answersWith("orders:byNumber", anOrderDetail());
  show();
  backend.answersWith("orders:timeline", {
    page: [{ _id: "e", at: Date.now() - 3_000, actorName: "João", change: { kind: "removed" } }],
  });
  act(() => backend.answersWith("orders:byNumber", null));
  expect(dialog().getByText("Este pedido não existe mais")).toBeTruthy();
  expect(dialog().getByText(/^João excluiu ou juntou este pedido há \d+ s\.$/)).toBeTruthy();
});

test("'Editar pedido' goes on to the other dialog", async () => {
  backend.answersWith("orders:byNumber", anOrderDetail());
  const user = show();
  await user.click(screen.getByRole("button", { name: "Editar pedido" }));
  expect(onEdit).toHaveBeenCalledTimes(1);
});

describe("printing the order that is open", () => {
  const slip = { ...anOrderDetail(), address: null };
  const print = vi.fn(() => void window.dispatchEvent(new Event("beforeprint")));
  beforeEach(() => {
    backend.answersWith("orders:slips", { slips: [slip], texts: { shipping: "PAC", payment: "Pix" } });
    print.mockClear();
    window.print = print;
  });

  test("I4: prints its slip, and marks it only after the question", async () => {
    backend.answersWith("orders:byNumber", anOrderDetail());
    const setPrinted = backend.mutates("orders:setPrinted", () => Promise.resolve({ changed: 1 }));
    const user = show();
    await user.click(dialog().getByRole("button", { name: "Imprimir" }));
    await expect.poll(() => document.querySelector(".slip-number")?.textContent, { timeout: 20_000 }).toBe("#12");
    await expect.poll(() => print.mock.calls.length).toBe(1);
    expect(setPrinted).not.toHaveBeenCalled();
    act(() => void window.dispatchEvent(new Event("afterprint")));
    await user.click(await screen.findByRole("button", { name: "Marcar 1 pedido como impresso" }));
    await expect.poll(() => setPrinted.mock.calls.length).toBe(1);
    expect(setPrinted.mock.calls[0]?.[0]).toEqual({ orderIds: ["order-12"], printed: true });
  });

  test("I5: says 'Imprimir de novo' where its paper is out of date", () => {
    backend.answersWith("orders:byNumber", anOrderDetail({ printed: true, needsReprint: true }));
    show();
    expect(dialog().getByRole("button", { name: "Imprimir de novo" })).toBeTruthy();
  });
});
