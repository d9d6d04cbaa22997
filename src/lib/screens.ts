import type { Profile } from "./auth";

/** Every address of the app that exists. Source: specification §2 "Routes". */
export const paths = {
  home: "/",
  auth: "/auth",
  invite: "/convite",
  manualSales: "/pedidos-manual",
  products: "/produtos",
  customers: "/clientes",
  orders: "/pedidos",
  checkout: "/checkout",
  reports: "/relatorios",
  templates: "/whatsapp-templates",
  integration: "/whatsapp-integration",
  raffle: "/sorteio",
  settings: "/config",
  shippingSettings: "/config-frete",
  quote: "/cotacao-frete",
  labels: "/etiquetas",
  bling: "/bling",
} as const;

/** The screens that are linked: all but home, sign-in and an invitation. */
export type ScreenPath = Exclude<(typeof paths)[keyof typeof paths], "/" | "/auth" | "/convite">;

export interface ScreenLink {
  readonly path: ScreenPath;
  readonly label: string;
  /** The letter after G that leads there (UX conventions K2). */
  readonly key?: string;
  /** Links of one group stand under one word of the top bar. */
  readonly group?: string;
  /** Who sees it; everybody who is signed in where it is left out. */
  readonly isFor?: (profile: Profile) => boolean;
}

/** The links of the top bar, in the order of a sale's life. A new screen is one line here, one in the router. */
const SCREENS: readonly ScreenLink[] = [
  { path: paths.manualSales, label: "Pedidos Manual", key: "L" },
  { path: paths.checkout, label: "Checkout", key: "K" },
  { path: paths.products, label: "Produtos" },
  { path: paths.customers, label: "Clientes", key: "C" },
  { path: paths.orders, label: "Pedidos", key: "P" },
  { path: paths.reports, label: "Relatórios", key: "R" },
  { path: paths.integration, label: "Integração WhatsApp", group: "WhatsApp" },
  { path: paths.templates, label: "Templates WPP", group: "WhatsApp" },
  { path: paths.raffle, label: "Sorteio" },
  { path: paths.settings, label: "Configurações", isFor: mayOpenSettings },
];

/** Screens that the top bar has no place for: Configurações, an order and the command box lead there. */
const BESIDES: readonly ScreenLink[] = [
  { path: paths.labels, label: "Gerenciar Etiquetas" },
  { path: paths.quote, label: "Cotação de Frete" },
  { path: paths.shippingSettings, label: "Configuração de Frete" },
  { path: paths.bling, label: "Bling" },
];

/** The screens that the top bar is hidden on. Source: specification §2 "Routes". */
export function hasOwnBar(path: string): boolean {
  return path === paths.checkout;
}

/** Owners set up their own company, super admins any. The server decides again. Source: product.md "People". */
export function mayOpenSettings({ role, isSuperAdmin }: Profile): boolean {
  return isSuperAdmin || role === "owner";
}

/** The screens a person may open; signed out, those that everybody sees. */
export function screensFor(profile: Profile | null): readonly ScreenLink[] {
  return SCREENS.filter(({ isFor }) => isFor === undefined || (profile !== null && isFor(profile)));
}

/** The same with those that no bar has. */
export function everyScreenFor(profile: Profile | null): readonly ScreenLink[] {
  return profile === null ? screensFor(null) : [...screensFor(profile), ...BESIDES];
}

/** Links side by side, those of a group together at the place of its first. */
export type ScreenEntry = ScreenLink | { readonly group: string; readonly screens: readonly ScreenLink[] };

export function grouped(screens: readonly ScreenLink[]): readonly ScreenEntry[] {
  const entries: ScreenEntry[] = [];
  for (const screen of screens) {
    const { group } = screen;
    if (group === undefined) entries.push(screen);
    else if (screens.find((other) => other.group === group) === screen) {
      entries.push({ group, screens: screens.filter((other) => other.group === group) });
    }
  }
  return entries;
}
