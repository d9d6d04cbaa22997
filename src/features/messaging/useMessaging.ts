import type { FunctionReturnType } from "convex/server";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { useTenantAction } from "../../lib/useTenantAction";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantPaginatedQuery } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type MessagingStatus = FunctionReturnType<typeof api.whatsapp.status>;
export type InstanceRow = MessagingStatus["instances"][number];
export type OptOut = FunctionReturnType<typeof api.messageOptOuts.list>["page"][number];
export type Attempt = FunctionReturnType<typeof api.messages.log>["page"][number];

/** The telephones, the queue and the last problem, live. */
export function useMessagingStatus() {
  return useTenantQuery(api.whatsapp.status, {});
}

/** Shorter than what the server goes on for after the last sign. */
const WATCH_MS = 15_000;

/** While the screen is in sight the server looks after the telephones; this browser asks for nothing. */
export function useWatch(): void {
  const watch = useTenantMutation(api.whatsapp.watch);
  useEffect(() => {
    const sign = () => {
      // Should a sign be lost, the next one follows, and the time of the last look says how old the state is.
      if (document.visibilityState === "visible") watch({}).catch(() => null);
    };
    sign();
    const timer = window.setInterval(sign, WATCH_MS);
    document.addEventListener("visibilitychange", sign);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", sign);
    };
  }, [watch]);
}

export function useRefreshStatus() {
  return useTenantAction(api.whatsapp.refresh);
}

export function useConnect() {
  return useTenantAction(api.whatsapp.connect);
}

export function useTestConnection() {
  return useTenantAction(api.whatsapp.testConnection);
}

export function useResumeQueue() {
  return useTenantMutation(api.whatsapp.resumeQueue);
}

/** Owner: how messages are sent, among the other integrations. */
export function useSendingSettings() {
  return useTenantQuery(api.integrations.get, {});
}

export function useSaveSending() {
  return useTenantMutation(api.integrations.saveWhatsapp);
}

const PAGE = 25;

/** Who wants no broadcasts, newest first. Throws the server's refusal while rendering. */
export function useOptOuts() {
  return useTenantPaginatedQuery(api.messageOptOuts.list, {}, PAGE);
}

/** Every attempt, newest first. Throws the server's refusal while rendering. */
export function useMessageLog() {
  return useTenantPaginatedQuery(api.messages.log, {}, PAGE);
}

/** Whether one phone wants no broadcasts. */
export function useOptOutOf(phone: string) {
  return useTenantQuery(api.messageOptOuts.ofPhone, { phone });
}

export function useSetOptOut() {
  return useTenantMutation(api.messageOptOuts.set);
}
