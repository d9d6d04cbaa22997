import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useAuth } from "../../lib/auth";
import { canEnterTenant, useTenant } from "../../lib/tenant";
import { Page } from "../../ui/Page";
import { CredentialsForm } from "./CredentialsForm";
import { RecoveryForm } from "./RecoveryForm";
import { texts, type AuthMode } from "./texts";

const TITLES = { login: texts.signIn, signup: texts.signUp, recovery: texts.recover } as const;

/** Sign-in of a company's site, or sign-in and sign-up on the main site. Who is signed in goes where they wanted. */
export function Component() {
  const { status, profile } = useAuth();
  const { tenant, isTenantSite } = useTenant();
  const [mode, setMode] = useState<AuthMode>("login");
  const [email, setEmail] = useState("");
  const [isFirst, setIsFirst] = useState(true);
  const returnTo = returnAddress(useLocation().state);

  const mayEnter = profile !== null && (!isTenantSite || (tenant !== null && canEnterTenant(profile, tenant.id)));
  if (mayEnter) return <Navigate to={returnTo} replace />;
  // Whoever is signed in should not see a form for the moment it takes to know it.
  if (status === "loading") return null;

  const goTo = (next: AuthMode) => (typed: string) => {
    setEmail(typed);
    setMode(next);
    setIsFirst(false);
  };
  return (
    <Page title={TITLES[mode]} isNarrow>
      {mode === "recovery" ? (
        <RecoveryForm email={email} onBack={goTo("login")} />
      ) : (
        <CredentialsForm
          key={mode}
          mode={mode}
          email={email}
          takesFocus={!isFirst}
          {...(isTenantSite ? {} : { onSwitch: goTo(mode === "login" ? "signup" : "login") })}
          onTrouble={goTo("recovery")}
        />
      )}
    </Page>
  );
}

/** Where the guard was asked to go, as an address of this app only. */
function returnAddress(state: unknown): string {
  if (typeof state !== "object" || state === null || !("returnTo" in state)) return "/";
  const { returnTo } = state;
  return typeof returnTo === "string" && /^\/(?!\/)/.test(returnTo) ? returnTo : "/";
}
