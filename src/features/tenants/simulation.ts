import { readStored, writeStored } from "../../lib/localStore";
import { PREVIEW_TENANT_KEY } from "../../lib/tenant";
import { texts } from "./texts";

/** What is to be said once the page has come back: a message does not outlive a reload. */
const NOTICE_KEY = "simulationNotice";

/**
 * Works as a company from now on, or (null) as none. The page is loaded anew, so that nothing of the one before is left
 * on it.
 *
 * Source: specification §4 "Tenant simulation".
 */
export function simulate(tenant: { readonly id: string; readonly name: string } | null): void {
  const { simulating, left } = texts.simulation;
  writeStored(NOTICE_KEY, tenant === null ? left : simulating(tenant.name));
  preview(tenant?.id ?? null);
}

/** The same for whoever looks at a company before signing in: nothing is said, because they work as nobody. */
export function preview(tenantId: string | null): void {
  writeStored(PREVIEW_TENANT_KEY, tenantId);
  window.location.reload();
}

/** The message of the last change, once. */
export function takeNotice(): string | null {
  const notice = readStored(NOTICE_KEY);
  if (notice !== null) writeStored(NOTICE_KEY, null);
  return notice;
}

/** A company that is gone is no choice any more. */
export function forgetSimulationOf(tenantId: string): void {
  if (readStored(PREVIEW_TENANT_KEY) === tenantId) writeStored(PREVIEW_TENANT_KEY, null);
}
