import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useTenantAction } from "../../lib/useTenantAction";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantPaginatedQuery } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type Connection = FunctionReturnType<typeof api.shipping.connection>;
export type ShippingSettings = FunctionReturnType<typeof api.shipping.settings>;
export type QuoteAnswer = FunctionReturnType<typeof api.quotes.ask>;
export type QuoteOption = QuoteAnswer["options"][number];
export type SavedQuote = FunctionReturnType<typeof api.quotes.list>["page"][number];

/** How the company stands with Melhor Envio. */
export function useConnection() {
  return useTenantQuery(api.shipping.connection, {});
}

/** Where Melhor Envio is to send its notices. */
export function useWebhookAddress() {
  return useTenantQuery(api.labels.webhookAddress, {});
}

/** For the owner alone. */
export function useShippingSettings() {
  return useTenantQuery(api.shipping.settings, {});
}

export function useSaveShippingSettings() {
  return useTenantMutation(api.shipping.saveSettings);
}

export function useConnectionDeeds() {
  return {
    connect: useTenantAction(api.shipping.connect),
    finishConnecting: useTenantAction(api.shipping.finishConnecting),
    disconnect: useTenantMutation(api.shipping.disconnect),
    check: useTenantAction(api.shipping.check),
  };
}

export function useQuoteChanges() {
  return {
    ask: useTenantAction(api.quotes.ask),
    choose: useTenantMutation(api.quotes.choose),
    remove: useTenantMutation(api.quotes.remove),
  };
}

/** The quotes of which an option was chosen, newest first. Throws the server's refusal while rendering. */
export function useSavedQuotes(pageSize: number) {
  return useTenantPaginatedQuery(api.quotes.list, {}, pageSize);
}
