import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useTenantAction } from "../../lib/useTenantAction";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantPaginatedQuery } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery } from "../../lib/useTenantQuery";
import type { BlingList } from "./texts";

export type BlingOverview = FunctionReturnType<typeof api.bling.overview>;
export type BlingRow = FunctionReturnType<typeof api.bling.orders>["page"][number];
export type BlingSettings = FunctionReturnType<typeof api.bling.settings>;
export type BlingChoices = FunctionReturnType<typeof api.bling.choices>;

/** The server counts no further. */
export const COUNTED = 100;

export function useBlingOverview() {
  return useTenantQuery(api.bling.overview, {});
}

/** The orders of a list, latest change first. Throws the server's refusal while rendering. */
export function useBlingOrders(list: BlingList, pageSize: number) {
  return useTenantPaginatedQuery(api.bling.orders, { list }, pageSize);
}

export function useBlingDeeds() {
  return {
    send: useTenantMutation(api.bling.send),
    retryFailed: useTenantMutation(api.bling.retryFailed),
    resumeQueue: useTenantMutation(api.bling.resumeQueue),
  };
}

/** For the owner alone. */
export function useBlingSettings() {
  return useTenantQuery(api.bling.settings, {});
}

export function useSettingsDeeds() {
  return { save: useTenantMutation(api.bling.saveSettings), readChoices: useTenantAction(api.bling.choices) };
}

export function useBlingConnection() {
  return {
    connect: useTenantAction(api.bling.connect),
    disconnect: useTenantMutation(api.bling.disconnect),
    test: useTenantAction(api.bling.testConnection),
  };
}
