import { DesktopIcon, MoonIcon, SunIcon } from "@radix-ui/react-icons";
import { IconButton } from "@radix-ui/themes";
import { APPEARANCES, useAppearance, type AppearanceChoice } from "../lib/appearance";

const CHOICES: Record<AppearanceChoice, { readonly label: string; readonly Icon: typeof SunIcon }> = {
  light: { label: "clara", Icon: SunIcon },
  dark: { label: "escura", Icon: MoonIcon },
  system: { label: "como o aparelho", Icon: DesktopIcon },
};

/** Goes through light, dark and the device's own choice, one press each. */
export function AppearanceButton() {
  const { choice, choose } = useAppearance();
  const { label, Icon } = CHOICES[choice];
  const next = APPEARANCES[(APPEARANCES.indexOf(choice) + 1) % APPEARANCES.length] ?? "system";
  return (
    <IconButton
      variant="ghost"
      color="gray"
      size="2"
      aria-label={`Aparência ${label}. Mudar para ${CHOICES[next].label}`}
      title={`Aparência ${label}`}
      onClick={() => choose(next)}
    >
      <Icon width="16" height="16" />
    </IconButton>
  );
}
