import { screen } from "@testing-library/react";
import { Outlet } from "react-router-dom";
import { describe, expect, test, vi } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { HomeGuard } from "../../../src/app/HomeGuard";
import { StaffGuard } from "../../../src/app/StaffGuard";
import { TenantMembership } from "../../../src/app/TenantMembership";
import { Component as AuthRoute } from "../../../src/features/auth/AuthRoute";
import type { Profile } from "../../../src/lib/auth";
import type { TenantScope } from "../../../src/lib/tenant";
import { ANA, anAuth, LOJA_DEMO, showScreen } from "../support/screen";

vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useQueries: () => ({ active: [{ id: "tenant-demo", name: "Loja Demo", slug: "lojademo" }] }),
}));

const MAIN_SITE: TenantScope = { tenant: LOJA_DEMO, isTenantSite: false };
const NO_COMPANY: TenantScope = { tenant: null, isTenantSite: false };
const SHOP_SITE: TenantScope = { tenant: LOJA_DEMO, isTenantSite: true };
const MASTER: Profile = { ...ANA, role: "super_admin", isSuperAdmin: true, tenant: null };
const STRANGER: Profile = { ...ANA, tenant: { id: "other" as Id<"tenants">, name: "Outra", slug: "outra" } };

const routes = [
  {
    element: (
      <>
        <TenantMembership />
        <Outlet />
      </>
    ),
    children: [
      { element: <StaffGuard />, children: [{ path: "/pedidos", element: <p>lista</p> }] },
      { element: <HomeGuard />, children: [{ path: "/", element: <p>início</p> }] },
      { path: "/auth", Component: AuthRoute },
    ],
  },
];

describe("the staff guard", () => {
  test("while the profile loads: nothing", () => {
    showScreen({ routes, at: "/pedidos", auth: anAuth(null, "loading"), scope: MAIN_SITE });
    expect(screen.queryByText("lista")).toBeNull();
    expect(screen.queryByLabelText("E-mail")).toBeNull();
  });

  test("signed out: to the sign-in, and after it back to where one wanted to go", () => {
    const { router, change } = showScreen({
      routes,
      at: "/pedidos?pago=nao",
      auth: anAuth(null),
      scope: NO_COMPANY,
    });
    expect(router.state.location.pathname).toBe("/auth");
    change(anAuth(ANA), MAIN_SITE);
    expect(router.state.location.pathname + router.state.location.search).toBe("/pedidos?pago=nao");
    expect(screen.getByText("lista")).toBeTruthy();
  });

  test.each<[string, Profile, TenantScope]>([
    ["own staff on the company's site", ANA, SHOP_SITE],
    ["own staff on the main site", ANA, MAIN_SITE],
    ["a super admin on any company's site", MASTER, SHOP_SITE],
  ])("%s passes", (_who, profile, scope) => {
    showScreen({ routes, at: "/pedidos", auth: anAuth(profile), scope });
    expect(screen.getByText("lista")).toBeTruthy();
  });

  test("a stranger on a company's site is signed out and told why", async () => {
    const { auth, router } = showScreen({ routes, at: "/pedidos", auth: anAuth(STRANGER), scope: SHOP_SITE });
    expect(screen.queryByText("lista")).toBeNull();
    expect(router.state.location.pathname).toBe("/auth");
    expect(auth.signOut).toHaveBeenCalledTimes(1);
    expect(await screen.findByText("Acesso negado")).toBeTruthy();
    expect(screen.getByText("Este usuário não tem permissão para acessar esta empresa.")).toBeTruthy();
  });

  test("an account without a company is told so", () => {
    showScreen({ routes, at: "/pedidos", auth: anAuth({ ...ANA, tenant: null }), scope: NO_COMPANY });
    expect(screen.getByText("Sua conta ainda não está ligada a uma empresa")).toBeTruthy();
  });

  test("a super admin without a choice is asked for one", async () => {
    showScreen({ routes, at: "/pedidos", auth: anAuth(MASTER), scope: NO_COMPANY });
    expect(screen.getByRole("heading", { name: "Selecione uma empresa" })).toBeTruthy();
    expect((await screen.findByRole("combobox", { name: "Preview" })).textContent).toBe("Selecionar empresa");
  });
});

describe("the home page", () => {
  test("is open on the main site", () => {
    showScreen({ routes, at: "/", auth: anAuth(null), scope: NO_COMPANY });
    expect(screen.getByText("início")).toBeTruthy();
  });
  test("is guarded on a company's site", () => {
    const { router } = showScreen({ routes, at: "/", auth: anAuth(null), scope: SHOP_SITE });
    expect(router.state.location.pathname).toBe("/auth");
  });
});
