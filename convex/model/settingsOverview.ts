import { env } from "../_generated/server";
import type { TenantReader } from "../lib/tenantDb";
import { listCoupons } from "./coupons";
import { listGifts } from "./gifts";

/** The variables of an installation that a shop may want to know about; docs/environment.md says what each does. */
const VARIABLES = [
  "SECRETS_KEY",
  "MASTER_ADMIN_EMAIL",
  "BASE_DOMAIN",
  "SITE_URL",
  "PREVIEW_SELECTOR",
  "ALLOW_LOCAL_GATEWAYS",
  "MAIL_API_URL",
  "MAIL_API_KEY",
  "MAIL_API_FROM",
  "CLERK_JWT_ISSUER_DOMAIN",
  "CLERK_SECRET_KEY",
  "CLERK_WEBHOOK_SECRET",
] as const;

/** Names and whether they are set. A value never leaves the server. Source: product.md. */
export function listVariables(): { name: string; isSet: boolean }[] {
  return VARIABLES.map((name) => ({ name, isSet: (env[name] ?? "") !== "" }));
}

/** Bounded, because both lists are. */
export async function countForHub(db: TenantReader): Promise<{ activeCoupons: number; activeGifts: number }> {
  const [coupons, gifts] = [await listCoupons(db), await listGifts(db)];
  return {
    activeCoupons: coupons.filter(({ isActive }) => isActive).length,
    activeGifts: gifts.filter(({ isActive }) => isActive).length,
  };
}
