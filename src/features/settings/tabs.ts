import type { Profile } from "../../lib/auth";

/** As the address names them, in the order of the screen. */
const TABS = [
  "configuracoes",
  "sistema",
  "cupons",
  "brindes",
  "integracoes",
  "empresas",
  "equipe",
  "auditoria",
] as const;
export type SettingsTab = (typeof TABS)[number];

/**
 * The tabs a person has: those of the company once there is one; Empresas and, with the installation's own log, Auditoria
 * for super admins.
 */
export function tabsFor({ isSuperAdmin }: Profile, hasTenant: boolean): readonly SettingsTab[] {
  return TABS.filter((tab) => {
    if (tab === "empresas") return isSuperAdmin;
    return hasTenant || (tab === "auditoria" && isSuperAdmin);
  });
}

/** The tab an address names, or null. */
export function toTab(text: string | null): SettingsTab | null {
  return TABS.find((tab) => tab === text) ?? null;
}
