import { lazy, Suspense } from "react";
import { useAuth } from "../lib/auth";
import { useStored } from "../lib/localStore";
import { canEnterTenant, PREVIEW_TENANT_KEY, useTenant } from "../lib/tenant";
import { useActiveTenants } from "./useActiveTenants";

const TenantMenu = lazy(() => import("./TenantMenu").then((module) => ({ default: module.TenantMenu })));

/**
 * On the main site: which company the page works on. For whoever may choose among several; staff of one company has
 * nothing to choose, but can still clear what somebody else left behind on this browser.
 *
 * Source: specification §2 "Navigation bar", product.md "Companies and addresses".
 */
export function TenantPreview() {
  const { isTenantSite } = useTenant();
  return isTenantSite ? null : <Choice />;
}

function Choice() {
  const { status, profile } = useAuth();
  const [chosen] = useStored(PREVIEW_TENANT_KEY);
  const active = useActiveTenants();
  const tenants = active.filter(({ id }) => profile === null || canEnterTenant(profile, id));
  const isChoice = profile === null || profile.isSuperAdmin || chosen !== null;
  if (status === "loading" || active.length === 0 || !isChoice) return null;

  return (
    <Suspense fallback={null}>
      <TenantMenu tenants={tenants} chosen={chosen} />
    </Suspense>
  );
}
