import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useToday } from "../../lib/clock";
import { useTenantAction } from "../../lib/useTenantAction";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type Overview = FunctionReturnType<typeof api.settings.overview>;
export type SystemSettings = FunctionReturnType<typeof api.settings.system>;
export type IntegrationSettings = FunctionReturnType<typeof api.integrations.get>;

export function useOverview() {
  return useTenantQuery(api.settings.overview, { today: useToday() });
}

export function useSystemSettings() {
  return useTenantQuery(api.settings.system, {});
}

export function useSaveSystem() {
  return useTenantMutation(api.settings.saveSystem);
}

export function useIntegrations() {
  return useTenantQuery(api.integrations.get, {});
}

export function useIntegrationChanges() {
  return {
    mercado_pago: useTenantMutation(api.integrations.saveMercadoPago),
    melhor_envio: useTenantMutation(api.integrations.saveMelhorEnvio),
    bling: useTenantMutation(api.integrations.saveBling),
    whatsapp: useTenantMutation(api.integrations.saveWhatsapp),
  };
}

export type ConnectionTest = FunctionReturnType<typeof api.payments.testConnection>;

/** Asks the payment provider whether it knows the company, with the credentials that are saved. */
export function useTestPayments() {
  return useTenantAction(api.payments.testConnection);
}

export type Notice = FunctionReturnType<typeof api.payments.webhookLog>["page"][number];

const LAST_NOTICES = 5;

/** What the services told the company last, newest first. */
export function useLastNotices() {
  return useTenantQuery(api.payments.webhookLog, { paginationOpts: { numItems: LAST_NOTICES, cursor: null } });
}

/** One secret in the clear; the server writes down who asked. */
export function useReveal() {
  return useTenantMutation(api.integrations.reveal);
}
