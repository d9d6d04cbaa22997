import { Button } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { useAuth } from "../../lib/auth";
import { mayOpenSettings, paths } from "../../lib/screens";
import { texts } from "./texts";

const SCREENS = [
  { path: paths.shippingSettings, label: texts.settingsTitle, isForOwner: true },
  { path: paths.quote, label: texts.quoteTitle, isForOwner: false },
  { path: paths.labels, label: texts.labelsTitle, isForOwner: false },
] as const;

/** The way to the other screens of shipping. */
export function ShippingLinks({ current }: { readonly current: (typeof SCREENS)[number]["path"] }) {
  const { profile } = useAuth();
  const mayConfigure = profile !== null && mayOpenSettings(profile);
  return (
    <nav aria-label={texts.screens} className="flex flex-wrap gap-2">
      {SCREENS.filter(({ path, isForOwner }) => path !== current && (mayConfigure || !isForOwner)).map(
        ({ path, label }) => (
          <Button key={path} asChild variant="soft" color="gray" highContrast>
            <Link to={path}>{label}</Link>
          </Button>
        ),
      )}
    </nav>
  );
}
