import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { backend } from "../../support/fakeBackend";
import { OVERVIEW, showSettings } from "./settingsScreen";

vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantQuery: backend.useTenantQuery };
});
vi.mock("../../../../src/lib/useTenantAction", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantAction: backend.useTenantAction };
});
vi.mock("../../../../src/lib/useTenantMutation", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantMutation: backend.useTenantMutation };
});

const UNSET = { isSet: false, masked: null, updatedAt: null };
const INTEGRATIONS = {
  mercado_pago: {
    publicKey: "",
    clientId: "",
    clientSecret: UNSET,
    accessToken: UNSET,
    webhookSecret: UNSET,
    webhookUrl: "https://loja.test/webhooks/mp/lojademo",
  },
  melhor_envio: {
    ...{ clientId: "", originCep: "31575060", environment: "sandbox" },
    ...{ clientSecret: UNSET, accessToken: UNSET },
  },
  bling: {
    ...{ clientId: "", environment: "sandbox", isActive: false, tokenExpiresAt: null },
    ...{ clientSecret: UNSET, accessToken: UNSET, refreshToken: UNSET },
  },
  whatsapp: { apiUrl: "", instanceName: "", isActive: false, webhookSecret: UNSET },
};

beforeEach(() => {
  backend.clear();
  backend.answersWith("settings:overview", OVERVIEW);
  backend.answersWith("integrations:get", INTEGRATIONS);
});

test.each(["?aba=configuracoes", "?aba=integracoes"])("%s leads to the screens of shipping and of Bling", (query) => {
  showSettings(query);
  const ways = ["Conectar e configurar o frete", "Conectar e ver os pedidos no Bling"].map((name) =>
    screen.getByRole("link", { name }).getAttribute("href"),
  );
  expect(ways).toEqual(["/config-frete", "/bling"]);
});
