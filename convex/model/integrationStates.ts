import type { OAuthService } from "../../domain/oauth";
import { INTEGRATIONS, type Integration } from "../../domain/secrets";
import type { TenantReader } from "../lib/tenantDb";
import { readBling, readWhatsapp } from "./integrations";
import { readConnection } from "./oauthConnections";
import { readMask } from "./secrets";

export interface IntegrationState {
  readonly kind: Integration;
  /** What it needs before it can be spoken to is there. */
  readonly isConfigured: boolean;
  readonly isActive: boolean;
  readonly docsUrl: string;
}

const DOCS: Readonly<Record<Integration, string>> = {
  mercado_pago: "https://www.mercadopago.com.br/developers/pt/docs",
  melhor_envio: "https://docs.melhorenvio.com.br/",
  bling: "https://developer.bling.com.br/",
  whatsapp: "https://doc.evolution-api.com/",
};

/** How each service stands, from what is saved and what it has refused: nothing is called. */
export async function listIntegrations(db: TenantReader): Promise<IntegrationState[]> {
  const isSet = async (name: Parameters<typeof readMask>[1]) => (await readMask(db, name)).isSet;
  const bling = await readBling(db);
  const whatsapp = await readWhatsapp(db);
  const configured: Record<Integration, boolean> = {
    mercado_pago: await isSet("mercado_pago.access_token"),
    melhor_envio: await isSet("melhor_envio.access_token"),
    bling: bling.clientId !== "" && (await isSet("bling.access_token")),
    whatsapp: whatsapp.instanceName !== "",
  };
  const active: Record<Integration, boolean> = {
    mercado_pago: configured.mercado_pago,
    melhor_envio: await isWorking(db, "melhor_envio"),
    bling: configured.bling && bling.isActive && (await isWorking(db, "bling")),
    whatsapp: configured.whatsapp && whatsapp.isActive,
  };
  return INTEGRATIONS.map((kind) => {
    return { kind, isConfigured: configured[kind], isActive: active[kind], docsUrl: DOCS[kind] };
  });
}

/** What a person gave the permission for, and still has it. */
async function isWorking(db: TenantReader, service: OAuthService): Promise<boolean> {
  const { state } = await readConnection(db, service);
  return state === "connected" || state === "attention";
}
