import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SimulationLayer } from "../../../../src/features/tenants/SimulationLayer";
import { simulate } from "../../../../src/features/tenants/simulation";
import { ANA, anAuth, LOJA_DEMO, showScreen } from "../../support/screen";

const MASTER = { ...ANA, role: "super_admin" as const, isSuperAdmin: true, tenant: null };
const MAIN = { tenant: LOJA_DEMO, isTenantSite: false };
const routes = [{ element: <SimulationLayer />, children: [{ path: "/pedidos", element: <p>lista</p> }] }];
const show = (auth = anAuth(MASTER), scope: Parameters<typeof showScreen>[0]["scope"] = MAIN) =>
  showScreen({ routes, at: "/pedidos", auth, ...(scope === undefined ? {} : { scope }) });
const bar = () => screen.findByRole("region", { name: "Empresa simulada" });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("working as another company", () => {
  test("every screen says as which one, and makes room for saying it", async () => {
    show();
    expect(within(await bar()).getByText("Simulando tenant: Loja Demo")).toBeTruthy();
    expect(screen.getByText("lista")).toBeTruthy();
    expect(document.documentElement.style.getPropertyValue("--bar-height")).toBe("40px");
  });

  test("it follows when another tab chooses another company", async () => {
    const { change, auth } = show();
    await bar();
    change(auth, { tenant: { ...LOJA_DEMO, name: "Bazar" }, isTenantSite: false });
    expect(within(await bar()).getByText("Simulando tenant: Bazar")).toBeTruthy();
    change(auth, { tenant: null, isTenantSite: false });
    expect(screen.queryByRole("region", { name: "Empresa simulada" })).toBeNull();
    expect(document.documentElement.style.getPropertyValue("--bar-height")).toBe("");
  });

  test("ends by its button: forgotten, the page anew, then 'Voltando ao site principal' once", async () => {
    window.localStorage.setItem("previewTenantId", LOJA_DEMO.id);
    const reload = vi.fn();
    vi.stubGlobal("location", { ...window.location, reload });
    const { user, change, auth } = show();
    await user.click(within(await bar()).getByRole("button", { name: "Voltar ao site principal" }));
    expect(window.localStorage.getItem("previewTenantId")).toBeNull();
    expect(reload).toHaveBeenCalledTimes(1);

    // The page after the reload.
    change(anAuth(ANA));
    change(auth, { tenant: null, isTenantSite: false });
    expect(await screen.findByText("Voltando ao site principal")).toBeTruthy();
  });

  test("'Simulando tenant: {name}' is said once after the reload", async () => {
    vi.stubGlobal("location", { ...window.location, reload: vi.fn() });
    simulate({ id: LOJA_DEMO.id, name: "Loja Demo" });
    show();
    await bar();
    expect((await screen.findAllByText("Simulando tenant: Loja Demo")).length).toBe(2);
    expect(window.localStorage.getItem("simulationNotice")).toBeNull();
  });

  test("on a company's own site there is no way back to offer", async () => {
    show(anAuth(MASTER), { tenant: LOJA_DEMO, isTenantSite: true });
    expect(within(await bar()).queryByRole("button")).toBeNull();
  });

  test("staff of the company sees nothing of it", () => {
    show(anAuth(ANA));
    expect(screen.getByText("lista")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Empresa simulada" })).toBeNull();
  });
});
