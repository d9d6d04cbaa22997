import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AppFrame } from "../../../src/app/AppFrame";
import { NotFoundRoute } from "../../../src/app/NotFoundRoute";
import { Component as HomeRoute } from "../../../src/features/home/HomeRoute";
import type { Auth } from "../../../src/lib/auth";
import { Page } from "../../../src/ui/Page";
import { backend } from "../support/fakeBackend";
import { ANA, anAuth, showScreen } from "../support/screen";

const connection = vi.hoisted(() => ({ isWebSocketConnected: true, hasEverConnected: true }));
const tenants = vi.hoisted((): { active: unknown } => ({ active: [] }));
vi.mock("convex/react", async (original) => {
  const { backend } = await import("../support/fakeBackend");
  return {
    ...(await original<object>()),
    useConvexConnectionState: () => connection,
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
    expect(links.map((link) => [link.textContent, link.getAttribute("aria-current")])).toEqual([
      ["Pedidos Manual", null],
      ["Pedidos", "page"],
    ]);
    expect(screen.getByText("ana@lojademo.test")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Entrar" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Sair" }));
    expect(auth.signOut).toHaveBeenCalledTimes(1);
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
  test("one card per screen that exists", () => {
    show("/");
    expect(screen.getByRole("heading", { level: 1, name: "Sistema de Vendas" })).toBeTruthy();
    const cards = within(screen.getByRole("main"));
    expect(
      cards.getAllByRole("link").map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")]),
    ).toEqual([
      ["Acessar Pedidos Manual", "/pedidos-manual"],
      ["Acessar Pedidos", "/pedidos"],
    ]);
  });
  test("signed out it offers to sign in", () => {
    show("/", anAuth(null));
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Entrar" })).toBeTruthy();
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
