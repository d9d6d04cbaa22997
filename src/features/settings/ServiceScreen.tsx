import { Link } from "react-router-dom";
import type { Integration } from "../../../domain/secrets";
import { paths } from "../../lib/screens";
import { texts } from "./texts";

const SCREENS: Partial<Readonly<Record<Integration, { readonly path: string; readonly label: string }>>> = {
  melhor_envio: { path: paths.shippingSettings, label: texts.integrations.shippingScreen },
  whatsapp: { path: paths.integration, label: texts.integrations.messagingScreen },
  bling: { path: paths.bling, label: texts.integrations.blingScreen },
};

/** The way to the screen of a service: there it is connected, and there is what it does. Nothing where it has none. */
export function ServiceScreen({ kind }: { readonly kind: Integration }) {
  const screen = SCREENS[kind];
  if (screen === undefined) return null;
  return (
    <Link
      to={screen.path}
      className="inline-flex min-h-6 items-center self-start text-[14px] underline underline-offset-2"
    >
      {screen.label}
    </Link>
  );
}
