import { Theme } from "@radix-ui/themes";
import { useState } from "react";
import { RouterProvider } from "react-router-dom";
import { useAppearance } from "../lib/appearance";
import { AuthSession } from "../lib/AuthSession";
import { createConvexClient } from "../lib/convexClient";
import { AppBoundary } from "./RouteFailure";
import { createRouter } from "./router";
import { TenantGate } from "./TenantGate";
import { LateToasts } from "./LateToasts";

/** From the outside in: look, connection and person, company, screens. */
export function Providers() {
  const { resolved } = useAppearance();
  const [client] = useState(createConvexClient);
  const [router] = useState(createRouter);
  return (
    <Theme
      appearance={resolved}
      accentColor="jade"
      grayColor="sand"
      radius="medium"
      scaling="95%"
      panelBackground="solid"
    >
      <AppBoundary>
        <AuthSession client={client}>
          <TenantGate hostname={window.location.hostname}>
            <RouterProvider router={router} useTransitions={false} />
          </TenantGate>
        </AuthSession>
      </AppBoundary>
      <LateToasts appearance={resolved} />
    </Theme>
  );
}
