import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useAuth } from "../../lib/auth";
import { canEnterTenant, useTenant } from "../../lib/tenant";
import { Page } from "../../ui/Page";
import { CredentialsForm } from "./CredentialsForm";
import { texts, type AuthMode } from "./texts";

/** Sign-in of a company's site, or sign-in and sign-up on the main site. Who is signed in goes where they wanted. */
export function Component() {
  const { profile } = useAuth();
  const { tenant, isTenantSite } = useTenant();
  const [mode, setMode] = useState<AuthMode>("login");
  const returnTo = returnAddress(useLocation().state);

  const mayEnter = profile !== null && (!isTenantSite || (tenant !== null && canEnterTenant(profile, tenant.id)));
  if (mayEnter) return <Navigate to={returnTo} replace />;

  return (
    <Page title={mode === "login" ? texts.signIn : texts.signUp} isNarrow>
      <CredentialsForm key={mode} mode={mode} onModeChange={isTenantSite ? null : setMode} />
    </Page>
  );
}

/** Where the guard was asked to go, as an address of this app only. */
function returnAddress(state: unknown): string {
  if (typeof state !== "object" || state === null || !("returnTo" in state)) return "/";
  const { returnTo } = state;
  return typeof returnTo === "string" && /^\/(?!\/)/.test(returnTo) ? returnTo : "/";
}
