import { act, createEvent, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AppFrame } from "../../../src/app/AppFrame";
import { screensFor } from "../../../src/lib/screens";
import { offerUndo } from "../../../src/lib/undo";
import { Page } from "../../../src/ui/Page";
import { backend } from "../support/fakeBackend";
import { ANA, anAuth, showScreen } from "../support/screen";

vi.mock("convex/react", async (original) => {
  const { backend } = await import("../support/fakeBackend");
  return {
    ...(await original<object>()),
    useConvexConnectionState: () => ({ isWebSocketConnected: true, hasEverConnected: true }),
    useConvex: () => backend.client,
    useQueries: () => ({}),
  };
});
vi.mock("../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../support/fakeBackend");
  return { useTenantQuery: backend.useTenantQuery };
});
vi.mock("../../../src/lib/useTenantMutation", async () => {
  const { backend } = await import("../support/fakeBackend");
  return { useTenantMutation: backend.useTenantMutation };
});

const ORDER = {
  _id: "order-12",
  number: 12,
  customerName: "Maria Souza",
  customerPhone: "5511987654321",
  totalCents: 17980,
  eventDate: "2026-11-20",
};
const PRODUCT = { _id: "product-151", code: "C151", name: "Vestido Midi Lírio" };

const routes = [
  {
    element: <AppFrame />,
    children: [
      {
        path: "/pedidos",
        element: (
          <Page title="Pedidos">
            <input type="search" aria-label="Buscar pedido" />
            <button>uma linha</button>
          </Page>
        ),
      },
      { path: "/pedidos-manual", element: <Page title="Pedidos Manual">{null}</Page> },
      { path: "/", element: <Page title="Sistema de Vendas">{null}</Page> },
    ],
  },
];
const show = (at = "/pedidos", auth = anAuth(ANA)) => showScreen({ routes, at, auth });
const button = () => screen.getByRole("button", { name: "uma linha" });
const options = () => screen.getAllByRole("option").map((option) => option.textContent);

let clockMs = 1_000_000;
/** Presses a key so long after the one before. */
function press(key: string, afterMs = 200, modifiers: object = {}) {
  clockMs += afterMs;
  const target = document.activeElement ?? document.body;
  const event = createEvent.keyDown(target, { key, ...modifiers });
  Object.defineProperty(event, "timeStamp", { value: clockMs });
  fireEvent(target, event);
  return event;
}

beforeEach(() => {
  backend.clear();
  backend.answersBy("orders:search", ({ text }) => ({
    rows: text === "mar" || text === "12" ? [ORDER] : [],
    hasMore: false,
  }));
  backend.answersBy("products:search", ({ text }) => (String(text).includes("151") ? [PRODUCT] : []));
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("ok")));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("K8: the command box", () => {
  async function open(at?: string, auth?: Parameters<typeof show>[1]) {
    const shown = show(at, auth);
    act(() => void press("k", 200, { ctrlKey: true }));
    const field = await screen.findByRole("combobox", { name: "Buscar tela, pedido, telefone, cliente ou produto" });
    expect(document.activeElement).toBe(field);
    return { ...shown, field };
  }

  test("opens by Ctrl+K with screens and actions, and by its button", async () => {
    const { user } = await open();
    expect(options()[0]).toBe("Início");
    expect(options()).toEqual(expect.arrayContaining(["Pedidos ManualGL", "Produtos", "ClientesGC", "PedidosGP"]));
    expect(options()).toEqual(
      expect.arrayContaining(["Ir para a linha de lançamentoF2", "Ver as teclas?", "Mudar a aparência", "Sair"]),
    );
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Buscar/ }));
    expect(await screen.findByRole("dialog")).toBeTruthy();
  });

  test("finds an order by the customer's name, and Enter opens it", async () => {
    const { user, router } = await open();
    await user.keyboard("mar");
    const option = await screen.findByRole("option", { name: /Pedido #12/ });
    expect(option.textContent).toBe("Pedido #12Maria Souza · R$\u00a0179,80 · 20/11/2026");
    await user.keyboard("{Enter}");
    expect(router.state.location.pathname + router.state.location.search).toBe("/pedidos?pedido=12");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("finds a product by its code, and leads to its launch", async () => {
    const { user, router } = await open();
    await user.keyboard("c151");
    await user.click(await screen.findByRole("option", { name: /Lançar C151/ }));
    expect(router.state.location.pathname).toBe("/pedidos-manual");
    expect(router.state.location.state).toEqual({ toLaunchLine: true, code: "C151" });
  });

  test("the arrows choose, going round; what was chosen last comes first the next time", async () => {
    const { user, router } = await open("/");
    await user.keyboard("ped{ArrowDown}{Enter}");
    expect(router.state.location.pathname).toBe("/pedidos");
    act(() => void press("k", 200, { ctrlKey: true }));
    await screen.findByRole("dialog");
    expect(within(screen.getByRole("group", { name: "Recentes" })).getByRole("option").textContent).toBe("Pedidos");
    await user.keyboard("{ArrowUp}{Enter}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("offers what can be done with the order that is open", async () => {
    const { user, router } = await open("/pedidos?pedido=12");
    const record = within(screen.getByRole("group", { name: "Neste pedido" }));
    await user.click(record.getByRole("option", { name: "Editar pedido #12" }));
    expect(router.state.location.search).toBe("?editar=12");
  });

  test("leads to the checkout with the order that is open", async () => {
    const { user, router } = await open("/pedidos?pedido=12");
    await user.click(screen.getByRole("option", { name: "Finalizar pedido #12 no checkout" }));
    expect([router.state.location.pathname, router.state.location.search]).toEqual([
      "/checkout",
      "?tela=finalizar&pedido=12",
    ]);
  });

  test("leads to the label of the order that is open, and to the screens that no bar has", async () => {
    const { user, router } = await open("/pedidos?pedido=12");
    const labels = screen.getAllByRole("option").map(({ textContent }) => textContent);
    expect(labels).toEqual(
      expect.arrayContaining(["Gerenciar Etiquetas", "Cotação de Frete", "Configuração de Frete", "Bling"]),
    );
    await user.click(screen.getByRole("option", { name: "Etiqueta do pedido #12" }));
    expect([router.state.location.pathname, router.state.location.search]).toEqual(["/etiquetas", "?pedido=12"]);
  });

  test("nothing found, and a search that fails, are said", async () => {
    const { user } = await open();
    await user.keyboard("zzz");
    expect(await screen.findByText("Nada encontrado")).toBeTruthy();
    act(() => backend.refuses("orders:search", new Error("Server Error")));
    expect(await screen.findByText("Não foi possível buscar pedidos e produtos. Tente de novo.")).toBeTruthy();
  });

  test("a screen that the role may not open is in no list", () => {
    const isOwn = screensFor(ANA).map(({ label }) => label);
    expect(isOwn).toContain("Pedidos Manual");
    expect(isOwn).not.toContain("Configurações");
    expect(screensFor(null)).toEqual(screensFor(ANA));
  });

  test("is not there for who is not signed in", () => {
    show("/", anAuth(null));
    press("k", 200, { ctrlKey: true });
    press("?");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Buscar/ })).toBeNull();
  });
});

describe("K2: keys that work everywhere", () => {
  test("F2 goes to the launch line from any screen, also out of a field", () => {
    const { router } = show();
    act(() => screen.getByRole("searchbox").focus());
    act(() => void press("F2"));
    expect(router.state.location.pathname).toBe("/pedidos-manual");
    expect(router.state.location.state).toEqual({ toLaunchLine: true });
  });

  test.each([
    ["p", "/pedidos"],
    ["l", "/pedidos-manual"],
    ["c", "/clientes"],
    ["r", "/relatorios"],
  ])("G then %s within a second leads to %s", (letter, path) => {
    const { router } = show("/");
    act(() => void press("g"));
    act(() => void press(letter, 1_000));
    expect(router.state.location.pathname).toBe(path);
  });

  test("later than a second, or after another key, it leads nowhere", () => {
    const { router } = show("/");
    act(() => void press("g"));
    act(() => void press("p", 1_001));
    act(() => void press("g"));
    act(() => void press("x"));
    act(() => void press("p"));
    expect(router.state.location.pathname).toBe("/");
  });

  test("/ goes to the search of the list", () => {
    show();
    act(() => button().focus());
    expect(press("/").defaultPrevented).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole("searchbox", { name: "Buscar pedido" }));
  });

  test("? lists the keys, and K3: switches single keys off, for this device", async () => {
    const { user, router } = show();
    act(() => button().focus());
    act(() => void press("?", 200, { shiftKey: true }));
    const dialog = within(await screen.findByRole("dialog", { name: "Teclas" }));
    for (const what of ["Pedidos Manual", "Ir para a linha de lançamento", "Fixar produto"]) {
      expect(dialog.getByText(what)).toBeTruthy();
    }
    await user.click(dialog.getByRole("switch", { name: /Teclas de uma letra/ }));
    await user.click(dialog.getByRole("button", { name: "Fechar" }));
    expect(document.activeElement).toBe(button());
    act(() => void press("g"));
    act(() => void press("l"));
    act(() => void press("?"));
    expect(router.state.location.pathname).toBe("/pedidos");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("K3: single keys are text", () => {
  test("in a field", () => {
    const { router } = show();
    act(() => screen.getByRole("searchbox").focus());
    for (const key of ["g", "l", "?", "/"]) expect(press(key).defaultPrevented).toBe(false);
    expect(router.state.location.pathname).toBe("/pedidos");
  });

  test("under an open dialog", async () => {
    const { router } = show();
    act(() => void press("?"));
    const dialog = await screen.findByRole("dialog");
    act(() => within(dialog).getByRole("button").focus());
    act(() => void press("g"));
    act(() => void press("l"));
    act(() => void press("F2"));
    expect(router.state.location.pathname).toBe("/pedidos");
  });

  test("from a scanner", () => {
    const { router } = show();
    act(() => button().focus());
    act(() => void press("7"));
    act(() => void press("g", 5));
    act(() => void press("l", 5));
    act(() => void press("/", 5));
    expect(router.state.location.pathname).toBe("/pedidos");
    expect(document.activeElement).toBe(button());
  });
});

describe("K7: Ctrl+Z", () => {
  test("takes the latest action back, outside text fields, where it still means the text", () => {
    show();
    const undo = vi.fn();
    const withdraw = offerUndo(undo);
    act(() => screen.getByRole("searchbox").focus());
    press("z", 200, { ctrlKey: true });
    expect(undo).not.toHaveBeenCalled();
    act(() => button().focus());
    expect(press("z", 200, { ctrlKey: true }).defaultPrevented).toBe(true);
    expect(undo).toHaveBeenCalledTimes(1);
    expect(press("z", 200, { ctrlKey: true }).defaultPrevented).toBe(false);
    withdraw();
  });
});

describe("Sair with launches that were not sent", () => {
  const kept = JSON.stringify({
    launchId: "launch-1",
    productId: "product-151",
    productName: null,
    unitPriceCents: 8990,
    code: "C151",
    phone: "5511987654321",
    quantity: 1,
    eventDate: "2026-11-20",
    eventType: "LIVE",
    at: 1,
    sentAt: 1,
    attempt: 1,
    refusal: null,
  });

  test("asks first and says what is lost", async () => {
    window.localStorage.setItem("personal:launch:tenant-demo:profile-ana:launch-1", kept);
    backend.mutates("manualSales:launch", () => new Promise(() => undefined));
    const { user, auth } = show();
    await user.click(screen.getByRole("button", { name: "Sair" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Sair" }));
    expect(
      dialog.getByText("1 lançamento guardado ainda não foi enviado. Sair apaga este lançamento deste aparelho."),
    ).toBeTruthy();
    expect(auth.signOut).not.toHaveBeenCalled();
    await user.click(dialog.getByRole("button", { name: "Sair e apagar os lançamentos" }));
    expect(auth.signOut).toHaveBeenCalledTimes(1);
  });
});
