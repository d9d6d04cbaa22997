import { Theme } from "@radix-ui/themes";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AppFrame } from "../../../src/app/AppFrame";
import { AppBoundary, RouteFailure } from "../../../src/app/RouteFailure";
import { ScreenLinks } from "../../../src/app/ScreenLinks";
import { NotFoundRoute } from "../../../src/app/NotFoundRoute";
import { Component as HomeRoute } from "../../../src/features/home/HomeRoute";
import type { Auth } from "../../../src/lib/auth";
import { Page } from "../../../src/ui/Page";
import { backend } from "../support/fakeBackend";
import { ANA, anAuth, LOJA_DEMO, showScreen } from "../support/screen";

const connection = vi.hoisted(() => ({ isWebSocketConnected: true, hasEverConnected: true }));
const tenants = vi.hoisted((): { active: unknown } => ({ active: [] }));
vi.mock("convex/react", async (original) => {
  const { backend } = await import("../support/fakeBackend");
  const { api } = await import("../../../convex/_generated/api");
  return {
    ...(await original<object>()),
    useConvexConnectionState: () => {
      // The answer of a query follows what the backend says; so does the connection.
      backend.useTenantQuery(api.manualSales.feed, "skip");
      return connection;
    },
    useConvex: () => backend.client,
    useQueries: (queries: object) => ("active" in queries ? { active: tenants.active } : {}),
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

const routes = [
  {
    element: <AppFrame />,
    children: [
      { path: "/", Component: HomeRoute },
      { path: "/auth", element: <Page title="Entrar">{null}</Page> },
      { path: "/pedidos", element: <Page title="Pedidos">{null}</Page> },
      { path: "/pedidos-manual", element: <Page title="Pedidos Manual">{null}</Page> },
      { path: "/checkout", element: <Page title="Checkout">{null}</Page> },
      { path: "/nada", element: <NotFoundRoute /> },
    ],
  },
];
const show = (at: string, auth: Auth = anAuth(ANA)) => showScreen({ routes, at, auth });

beforeEach(() => {
  Object.assign(connection, { isWebSocketConnected: true, hasEverConnected: true });
  tenants.active = [];
  backend.clear();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("ok")));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the top bar", () => {
  test("signed in: the screens with the current one marked, who it is, and the way out", async () => {
    const { user, auth } = show("/pedidos");
    const links = within(screen.getByRole("navigation", { name: "Telas" })).getAllByRole("link");
    const shown = links.map((link) => [link.textContent, link.getAttribute("aria-current")]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ["Pedidos Manual", null],
        ["Clientes", null],
        ["Pedidos", "page"],
      ]),
    );
    expect(shown.filter(([, current]) => current !== null)).toHaveLength(1);
    expect(screen.getByText("ana@lojademo.test")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Entrar" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Sair" }));
    expect(auth.signOut).toHaveBeenCalledTimes(1);
  });

  test("is hidden on the checkout, which has its own bar", () => {
    show("/checkout");
    expect(screen.getByRole("heading", { name: "Checkout" })).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Telas" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Sair" })).toBeNull();
  });

  test("signed out: Entrar, and no screens", () => {
    show("/auth", anAuth(null));
    expect(screen.getByRole("link", { name: "Entrar" }).getAttribute("href")).toBe("/auth");
    expect(screen.queryByRole("navigation", { name: "Telas" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Sair" })).toBeNull();
  });

  test.each([
    [{ isWebSocketConnected: true, hasEverConnected: true }, "ao vivo"],
    [{ isWebSocketConnected: false, hasEverConnected: true }, "reconectando…"],
    [{ isWebSocketConnected: false, hasEverConnected: false }, "conectando…"],
  ])("%o: %s", (state, words) => {
    Object.assign(connection, state);
    show("/pedidos");
    expect(within(screen.getByRole("banner")).getByRole("status").textContent).toBe(words);
  });

  test("O6: a loss that lasts two seconds is said in the bar too, and is over when the connection is back", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    Object.assign(connection, { isWebSocketConnected: false });
    show("/pedidos");
    const words = () => within(screen.getByRole("banner")).getByRole("status").textContent;
    act(() => void vi.advanceTimersByTime(1_999));
    expect(words()).toBe("reconectando…");
    act(() => void vi.advanceTimersByTime(1));
    expect(words()).toBe("sem conexão");
    expect(screen.getByText("Sem conexão. O que você lançar fica guardado até ela voltar")).toBeTruthy();
    Object.assign(connection, { isWebSocketConnected: true });
    act(() => backend.answersWith("manualSales:feed", []));
    expect(words()).toBe("ao vivo");
    expect(screen.queryByText(/^Sem conexão/)).toBeNull();
  });

  test("the appearance goes round and is kept", async () => {
    const { user } = show("/pedidos");
    const press = () => user.click(screen.getByRole("button", { name: /^Aparência/ }));
    const kept = () => window.localStorage.getItem("appearance");
    await press();
    expect(kept()).toBe("light");
    await press();
    expect(kept()).toBe("dark");
    await press();
    expect(kept()).toBe("system");
  });

  test("on the phone the screens are in a drawer, which a choice closes", async () => {
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query.includes("max-width"),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const { user, router } = show("/pedidos");
    await user.click(await screen.findByRole("button", { name: "Abrir menu" }));
    const drawer = within(await screen.findByRole("dialog", { name: "Menu" }));
    await user.click(drawer.getByRole("link", { name: "Pedidos Manual" }));
    expect(router.state.location.pathname).toBe("/pedidos-manual");
    expect(screen.queryByRole("dialog")).toBeNull();
    vi.unstubAllGlobals();
  });
});

describe("the company preview, on the main site only", () => {
  const MASTER = { ...ANA, role: "super_admin" as const, isSuperAdmin: true, tenant: null };
  const TWO = [
    { id: "tenant-demo", name: "Loja Demo", slug: "lojademo" },
    { id: "tenant-2", name: "Outra Loja", slug: "outraloja" },
  ];
  const preview = () => screen.findByRole("combobox", { name: "Preview" });

  test("a super admin chooses: it is kept and the page starts over; choosing none forgets it", async () => {
    tenants.active = TWO;
    const reload = vi.fn();
    vi.stubGlobal("location", { ...window.location, reload });
    const { user } = show("/pedidos", anAuth(MASTER));
    expect((await preview()).textContent).toBe("Selecionar empresa");
    await user.click(await preview());
    await user.click(await screen.findByRole("option", { name: "Outra Loja" }));
    expect(window.localStorage.getItem("previewTenantId")).toBe("tenant-2");
    // Said once the page has come back (tests/src/features/tenants/SimulationLayer.test.tsx).
    expect(window.localStorage.getItem("simulationNotice")).toBe("Simulando tenant: Outra Loja");
    expect(reload).toHaveBeenCalledTimes(1);
    await user.click(await preview());
    await user.click(await screen.findByRole("option", { name: "Nenhuma (site principal)" }));
    expect(window.localStorage.getItem("previewTenantId")).toBeNull();
    expect(window.localStorage.getItem("simulationNotice")).toBe("Voltando ao site principal");
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test("whoever is not signed in looks at one without a word about working as it", async () => {
    tenants.active = TWO;
    vi.stubGlobal("location", { ...window.location, reload: vi.fn() });
    const { user } = show("/auth", anAuth(null));
    await user.click(await preview());
    await user.click(await screen.findByRole("option", { name: "Outra Loja" }));
    expect(window.localStorage.getItem("previewTenantId")).toBe("tenant-2");
    expect(window.localStorage.getItem("simulationNotice")).toBeNull();
  });

  test("staff of one company has nothing to choose", () => {
    tenants.active = TWO;
    show("/pedidos");
    expect(screen.queryByRole("combobox", { name: "Preview" })).toBeNull();
  });

  test("where companies are not previewed it is not there", () => {
    show("/auth", anAuth(null));
    expect(screen.queryByRole("combobox", { name: "Preview" })).toBeNull();
  });

  test("on a company's own site it is not there", () => {
    tenants.active = TWO;
    showScreen({ routes, at: "/pedidos", auth: anAuth(MASTER), scope: { tenant: LOJA_DEMO, isTenantSite: true } });
    expect(screen.queryByRole("combobox", { name: "Preview" })).toBeNull();
  });
});

describe("screens under one word of the top bar", () => {
  test("the word appears only where it has an entry, and opens its screens", async () => {
    const user = userEvent.setup();
    const one = { path: "/pedidos", label: "Templates WPP", group: "WhatsApp" } as const;
    const alone = { path: "/pedidos-manual", label: "Pedidos Manual" } as const;
    const view = render(
      <Theme>
        <MemoryRouter>
          <ScreenLinks screens={[alone, one]} />
        </MemoryRouter>
      </Theme>,
    );
    await user.click(await screen.findByRole("button", { name: "WhatsApp" }));
    expect((await screen.findByRole("menuitem", { name: "Templates WPP" })).getAttribute("href")).toBe("/pedidos");
    await user.keyboard("{Escape}");
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "WhatsApp" })));
    view.unmount();
    render(
      <Theme>
        <MemoryRouter>
          <ScreenLinks screens={[alone]} />
        </MemoryRouter>
      </Theme>,
    );
    expect(screen.queryByText("WhatsApp")).toBeNull();
  });
});

describe("a change of screen", () => {
  test("renames the tab and takes the focus to the heading; a change of the query does neither", async () => {
    const { router } = show("/pedidos");
    expect(document.title).toBe("Pedidos · Loja Demo");
    expect(document.activeElement).toBe(document.body);

    await act(() => router.navigate("/pedidos-manual"));
    expect(document.title).toBe("Pedidos Manual · Loja Demo");
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1, name: "Pedidos Manual" }));

    screen.getByRole("button", { name: "Sair" }).focus();
    await act(() => router.navigate("/pedidos-manual?x=1"));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Sair" }));
  });
});

describe("the home page", () => {
  test("a card for each of the screens that the specification names", () => {
    show("/");
    expect(screen.getByRole("heading", { level: 1, name: "Sistema de Vendas" })).toBeTruthy();
    const cards = within(screen.getByRole("main"));
    expect(
      cards.getAllByRole("link").map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")]),
    ).toEqual([
      ["Acessar Pedidos Manual", "/pedidos-manual"],
      ["Acessar Checkout", "/checkout"],
      ["Acessar Produtos", "/produtos"],
      ["Acessar Pedidos", "/pedidos"],
      ["Acessar Sorteio", "/sorteio"],
    ]);
  });
  test("E5: the status is what was measured, and when", async () => {
    show("/");
    const status = within(screen.getByRole("region", { name: "Status do Sistema" }));
    expect(status.getByText("Conectado")).toBeTruthy();
    expect(await status.findByText("Operacional")).toBeTruthy();
    expect(status.getByText(/^\d+ ms · há \d+ s$/)).toBeTruthy();
  });

  test("E5: and the truth where something is down", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    show("/");
    const status = within(screen.getByRole("region", { name: "Status do Sistema" }));
    expect(await status.findByText("Sem resposta")).toBeTruthy();
    expect(status.queryByText("Operacional")).toBeNull();
  });

  test("signed out it offers to sign in", () => {
    show("/", anAuth(null));
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Entrar" })).toBeTruthy();
  });
});

describe("a screen that cannot be shown", () => {
  test("the router's default error page is our own, without English from inside", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    function Broken(): never {
      throw new Error("Cannot read properties of undefined");
    }
    showScreen({ routes: [{ path: "/", element: <Broken />, errorElement: <RouteFailure /> }], at: "/" });
    const page = within(await screen.findByRole("alert"));
    expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeTruthy();
    expect(page.getByText("Não foi possível mostrar esta tela. Recarregue a página.")).toBeTruthy();
    expect(page.getByRole("button", { name: "Recarregar a página" })).toBeTruthy();
    silence.mockRestore();
  });

  test("also when what fails stands around every screen", () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    function Broken(): never {
      throw new Error("Server Error");
    }
    render(
      <Theme>
        <AppBoundary>
          <Broken />
        </AppBoundary>
      </Theme>,
    );
    expect(screen.getByRole("heading", { name: "Unexpected Application Error!" })).toBeTruthy();
    silence.mockRestore();
  });
});

describe("an address that does not exist", () => {
  test("says so in both languages and links home", () => {
    show("/nada");
    expect(screen.getByRole("heading", { level: 1, name: "404" })).toBeTruthy();
    expect(screen.getByText("Oops! Page not found")).toBeTruthy();
    expect(screen.getByText("Página não encontrada")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Voltar ao início" }).getAttribute("href")).toBe("/");
  });
});
