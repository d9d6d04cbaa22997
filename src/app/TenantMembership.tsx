import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { useAuth } from "../lib/auth";
import { notifyError } from "../lib/notify";
import { paths } from "../lib/screens";
import { canEnterTenant, useTenant } from "../lib/tenant";

/**
 * Signs out who is signed in on the site of a company that is not theirs, and says why.
 *
 * Source: specification §6 "Tenant sign-in".
 */
export function TenantMembership() {
  const { profile, signOut } = useAuth();
  const { tenant, isTenantSite } = useTenant();
  // Whoever opens an invitation is about to belong here.
  const isInvited = useLocation().pathname === paths.invite;
  const isStranger =
    isTenantSite && !isInvited && tenant !== null && profile !== null && !canEnterTenant(profile, tenant.id);

  useEffect(() => {
    if (!isStranger) return;
    notifyError("Este usuário não tem permissão para acessar esta empresa.", "Acesso negado");
    void signOut();
  }, [isStranger, signOut]);

  return null;
}
