import { useStored } from "./localStore";
import { useMediaQuery } from "./useMediaQuery";

export const APPEARANCES = ["light", "dark", "system"] as const;
export type AppearanceChoice = (typeof APPEARANCES)[number];

const KEY = "appearance";

/** Light, dark or as the device says; the choice stays on this device. */
export function useAppearance(): {
  choice: AppearanceChoice;
  resolved: "light" | "dark";
  choose: (choice: AppearanceChoice) => void;
} {
  const [stored, write] = useStored(KEY);
  const deviceIsDark = useMediaQuery("(prefers-color-scheme: dark)");
  const choice = APPEARANCES.find((appearance) => appearance === stored) ?? "system";
  const resolved = choice === "system" ? (deviceIsDark ? "dark" : "light") : choice;
  return { choice, resolved, choose: write };
}
