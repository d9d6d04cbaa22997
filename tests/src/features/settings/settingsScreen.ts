import { screen, within } from "@testing-library/react";
import type { Profile } from "../../../../src/lib/auth";
import type { TenantScope } from "../../../../src/lib/tenant";
import { Component } from "../../../../src/features/settings/SettingsRoute";
import { ANA, anAuth, LOJA_DEMO, showScreen } from "../../support/screen";

export const DONA: Profile = { ...ANA, email: "dona@lojademo.test", name: "Dona Célia", role: "owner" };
export const MASTER: Profile = {
  ...ANA,
  email: "master@lojademo.test",
  name: "Master",
  role: "super_admin",
  isSuperAdmin: true,
  isMaster: true,
  tenant: null,
};

export const AT_DEMO: TenantScope = { tenant: LOJA_DEMO, isTenantSite: false };
export const NOWHERE: TenantScope = { tenant: null, isTenantSite: false };

/** /config as somebody sees it. */
export function showSettings(query = "", profile: Profile = DONA, scope: TenantScope = AT_DEMO) {
  return showScreen({ routes: [{ path: "/config", Component }], at: `/config${query}`, auth: anAuth(profile), scope });
}

export const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
export const confirmation = async (name: string) => within(await screen.findByRole("alertdialog", { name }));
/** The line under a field. */
export const lineOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent ?? null;

export const OVERVIEW = {
  summary: { activeCoupons: 3, activeGifts: 2, people: 5, connectedIntegrations: 1, integrations: 4 },
  event: { today: "2026-11-20", orders: 17, paid: 5, totalCents: 794470 },
  shipping: {
    originCep: "31575060",
    environment: "sandbox",
    weightGrams: 300,
    lengthCm: 20,
    heightCm: 2,
    widthCm: 16,
    diameterCm: 0,
  },
  project: {
    tenantName: "Loja Demo",
    slug: "lojademo",
    publicBaseUrl: "",
    createdAt: Date.parse("2026-01-02T12:00:00Z"),
  },
  integrations: [
    { kind: "mercado_pago", isConfigured: true, isActive: true, docsUrl: "https://docs.test/mp" },
    { kind: "melhor_envio", isConfigured: false, isActive: false, docsUrl: "https://docs.test/me" },
    { kind: "bling", isConfigured: true, isActive: false, docsUrl: "https://docs.test/bling" },
    { kind: "whatsapp", isConfigured: false, isActive: false, docsUrl: "https://docs.test/wpp" },
  ],
  variables: [
    { name: "SECRETS_KEY", isSet: true },
    { name: "BASE_DOMAIN", isSet: false },
  ],
};
