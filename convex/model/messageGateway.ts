import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { vGatewayKind } from "../lib/messageTables";
import type { TenantReader } from "../lib/tenantDb";
import { evolutionGateway } from "../providers/evolution";
import { plainFetch, type Fetcher } from "../providers/exchange";
import type { MessagingGateway } from "../providers/messaging";
import { specifiedGateway } from "../providers/specifiedGateway";
import { readWhatsapp } from "./integrations";
import { gatewayUrlOf, readProviderAddresses } from "./providerAddresses";
import { readSecret } from "./secrets";

/** Which gateway a company's messages go through, and how it is reached. For our own actions alone: it holds a key. */

export const vGatewayAccess = v.object({
  kind: vGatewayKind,
  baseUrl: v.string(),
  /** Whether the company typed the address: then it is fetched with care. */
  isTyped: v.boolean(),
  apiKey: v.union(v.null(), v.string()),
  instanceName: v.string(),
  /** How it was spoken to when that last went well. */
  dialect: v.union(v.null(), v.string()),
});
export type GatewayAccess = Infer<typeof vGatewayAccess>;

/** Null where what it takes to speak to it has not been set. */
export async function readGatewayAccess(db: TenantReader): Promise<GatewayAccess | null> {
  const { gateway: kind, apiUrl, instanceName } = await readWhatsapp(db);
  const ours = gatewayUrlOf(await readProviderAddresses(db), kind);
  const apiKey = await readSecret(db, "whatsapp.api_key");
  const sender = await db.query("messageSenders").withIndex("by_tenantId").unique();
  const access = { kind, baseUrl: ours ?? apiUrl, isTyped: ours === null, apiKey, instanceName };
  return isComplete(access) ? { ...access, dialect: sender?.dialect ?? null } : null;
}

function isComplete({ kind, baseUrl, apiKey, instanceName }: Omit<GatewayAccess, "dialect">): boolean {
  return baseUrl !== "" && (kind === "specified" || (apiKey !== null && instanceName !== ""));
}

/** The driver, fetching from the operator's addresses as they are and from typed ones with care. */
export function openGateway(ctx: Pick<ActionCtx, "runAction">, access: GatewayAccess): MessagingGateway {
  const fetcher = fetcherFor(ctx, access);
  const { kind, baseUrl, apiKey, instanceName, dialect } = access;
  switch (kind) {
    case "specified":
      return specifiedGateway({ baseUrl, token: apiKey, dialect, fetcher });
    case "evolution":
      return evolutionGateway({ baseUrl, apiKey: apiKey ?? "", instanceName, fetcher });
  }
}

export function fetcherFor(ctx: Pick<ActionCtx, "runAction">, { isTyped }: GatewayAccess): Fetcher {
  return isTyped ? (request) => ctx.runAction(internal.providers.guardedFetch.fetchGuarded, request) : plainFetch;
}
