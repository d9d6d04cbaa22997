import { createContext, useContext } from "react";
import type { Id } from "../../convex/_generated/dataModel";
import type { Profile } from "./auth";

export interface Tenant {
  readonly id: Id<"tenants">;
  /** Null when a company was chosen whose name this person's profile does not carry. */
  readonly name: string | null;
}

/** Which company this page works on. */
export interface TenantScope {
  /** Null: none chosen or none assigned yet. */
  readonly tenant: Tenant | null;
  /** True when the company is in the address; false on the main site. */
  readonly isTenantSite: boolean;
}

export const PREVIEW_TENANT_KEY = "previewTenantId";

export const TenantContext = createContext<TenantScope | null>(null);

export function useTenant(): TenantScope {
  const scope = useContext(TenantContext);
  if (scope === null) throw new Error("useTenant must be used within a TenantGate");
  return scope;
}

/** Whether a person may work on a company: super admins on any, others on their own. The server decides again. */
export function canEnterTenant(profile: Profile, tenantId: string): boolean {
  return profile.isSuperAdmin || profile.tenant?.id === tenantId;
}

/**
 * The company on the main site: the stored choice if this person may enter it, else their own, else none.
 *
 * A choice left behind by somebody else on the same browser must not lock a person out of their own company.
 */
export function mainSiteTenant(profile: Profile | null, previewTenantId: string | null): Tenant | null {
  if (profile === null) return null;
  const own = profile.tenant === null ? null : { id: profile.tenant.id, name: profile.tenant.name };
  if (previewTenantId === null || previewTenantId === own?.id || !canEnterTenant(profile, previewTenantId)) return own;
  // The stored text is checked by the server on every call; here it only has to have the right type.
  return { id: previewTenantId as Id<"tenants">, name: null };
}
