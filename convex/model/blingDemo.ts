import type { TenantWriter } from "../lib/tenantDb";
import { saveBling } from "./integrations";
import { adoptTyped } from "./oauthConnections";
import type { Deed } from "./orderEvents";
import { saveSecrets } from "./secrets";

/** What the simulated ERP knows Loja Demo by. */
export interface DemoErp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Connects the demonstration to its ERP, once: what somebody has made of it since stays, a disconnection too. */
export async function switchOnErp(
  db: TenantWriter,
  { clientId, clientSecret, accessToken, refreshToken }: DemoErp,
  deed: Deed,
): Promise<void> {
  if ((await db.query("blingSettings").withIndex("by_tenantId").unique()) !== null) return;
  await saveBling(db, { clientId, isActive: true }, deed);
  const secrets = {
    "bling.client_secret": clientSecret,
    "bling.access_token": accessToken,
    "bling.refresh_token": refreshToken,
  };
  await saveSecrets(db, secrets, deed);
  await adoptTyped(db, "bling");
}
