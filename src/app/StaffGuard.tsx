import { Navigate, Outlet, useLocation } from "react-router-dom";
import { useAuth } from "../lib/auth";
import { canEnterTenant, useTenant } from "../lib/tenant";
import { EmptyState } from "../ui/EmptyState";
import { Page } from "../ui/Page";
import { paths } from "../lib/screens";
import { TenantPreview } from "./TenantPreview";

interface Props {
  /** Off where a super admin has something to do without a company. */
  readonly needsTenant?: boolean;
}

/**
 * Lets staff of the company through. Signed out: to the sign-in, and back here after it. While the profile loads
 * nothing is shown. A stranger on a company's site is sent to the sign-in (`TenantMembership` signs them out).
 *
 * Source: specification §6 "Staff page guard", product.md "Companies and addresses".
 */
export function StaffGuard({ needsTenant = true }: Props) {
  const { status, profile, isSuperAdmin } = useAuth();
  const { tenant, isTenantSite } = useTenant();
  const location = useLocation();

  if (status === "loading") return null;
  if (profile === null) {
    const returnTo = `${location.pathname}${location.search}`;
    return <Navigate to={paths.auth} replace state={{ returnTo }} />;
  }
  if (isTenantSite && tenant !== null && !canEnterTenant(profile, tenant.id))
    return <Navigate to={paths.auth} replace />;
  if (tenant === null && (needsTenant || !isSuperAdmin)) return <NoTenant isSuperAdmin={isSuperAdmin} />;
  return <Outlet />;
}

function NoTenant({ isSuperAdmin }: { readonly isSuperAdmin: boolean }) {
  return isSuperAdmin ? (
    <Page title="Selecione uma empresa">
      <EmptyState
        line="Tenant não identificado. Escolha em que empresa você quer trabalhar."
        action={<TenantPreview />}
      />
    </Page>
  ) : (
    <Page title="Sem empresa">
      <EmptyState line="Sua conta ainda não está ligada a uma empresa" />
    </Page>
  );
}
