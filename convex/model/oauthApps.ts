import { env } from "../_generated/server";
import type { MadeFor, OAuthService } from "../../domain/oauth";
import type { SecretName } from "../../domain/secrets";
import type { TenantReader } from "../lib/tenantDb";
import { blingOAuth } from "../providers/blingOAuth";
import { melhorEnvioOAuth } from "../providers/melhorEnvioOAuth";
import { oauthUrlOf } from "../providers/melhorEnvioCall";
import type { OAuthApp, OAuthDriver } from "../providers/oauthTokens";
import { readBling } from "./integrations";
import { blingUrlOf, readProviderAddresses } from "./providerAddresses";
import { readSecret } from "./secrets";
import { readShipping, type ShippingSettings } from "./shippingSettings";

/** Which application of a company speaks to each service, and how. A new service is a case in each of these. */

/** Where the tokens of each are kept. */
export const TOKEN_SECRETS = {
  melhor_envio: { access: "melhor_envio.access_token", refresh: "melhor_envio.refresh_token" },
  bling: { access: "bling.access_token", refresh: "bling.refresh_token" },
} as const satisfies Record<OAuthService, { access: SecretName; refresh: SecretName }>;

/** Where each service sends people back to, below the address of our HTTP functions. */
export const CALLBACK_PATHS: Readonly<Record<OAuthService, string>> = {
  melhor_envio: "/oauth/melhor-envio",
  bling: "/oauth/bling",
};

export function callbackUrlOf(service: OAuthService): string {
  return (env.CONVEX_SITE_URL ?? "").replace(/\/+$/, "") + CALLBACK_PATHS[service];
}

export function driverOf(service: OAuthService): OAuthDriver {
  switch (service) {
    case "melhor_envio":
      return melhorEnvioOAuth;
    case "bling":
      return blingOAuth;
    default:
      return service satisfies never;
  }
}

/** What tokens given now would be given for. Reads no secret. */
export async function readMadeFor(db: TenantReader, service: OAuthService): Promise<MadeFor> {
  switch (service) {
    case "melhor_envio":
      return melhorEnvioMadeFor(await readShipping(db), await readMelhorEnvioAddress(db));
    case "bling":
      return await readBlingMadeFor(db);
    default:
      return service satisfies never;
  }
}

/** The company's application, with its secret: for our own programs. */
export async function readOAuthApp(db: TenantReader, service: OAuthService): Promise<OAuthApp> {
  switch (service) {
    case "melhor_envio":
      return await readMelhorEnvioApp(db);
    case "bling":
      return await readBlingApp(db);
    default:
      return service satisfies never;
  }
}

async function readBlingMadeFor(db: TenantReader): Promise<MadeFor> {
  return { clientId: (await readBling(db)).clientId, baseUrl: blingUrlOf(await readProviderAddresses(db)) };
}

async function readBlingApp(db: TenantReader): Promise<OAuthApp> {
  return {
    service: "bling",
    ...(await readBlingMadeFor(db)),
    clientSecret: (await readSecret(db, "bling.client_secret")) ?? "",
    redirectUri: callbackUrlOf("bling"),
    isTyped: false,
    contact: contactOf(await readShipping(db)),
  };
}

async function readMelhorEnvioApp(db: TenantReader): Promise<OAuthApp> {
  const settings = await readShipping(db);
  const given = await readMelhorEnvioAddress(db);
  return {
    service: "melhor_envio",
    ...melhorEnvioMadeFor(settings, given),
    clientSecret: (await readSecret(db, "melhor_envio.client_secret")) ?? "",
    redirectUri: settings.redirectUri,
    isTyped: isTypedAddress(settings, given),
    contact: contactOf(settings),
  };
}

/** Where the seed or the operator has put the service; null for its own address, or the company's. */
export async function readMelhorEnvioAddress(db: TenantReader): Promise<string | null> {
  return (await readProviderAddresses(db)).melhorEnvio;
}

function melhorEnvioMadeFor({ clientId, apiBaseUrl, environment }: ShippingSettings, given: string | null): MadeFor {
  return { clientId, baseUrl: oauthUrlOf(given ?? (apiBaseUrl || null), environment) };
}

/** Whether an address that the company typed is used: then it is fetched with care. */
export function isTypedAddress({ apiBaseUrl }: Pick<ShippingSettings, "apiBaseUrl">, given: string | null): boolean {
  return given === null && apiBaseUrl !== "";
}

const FALLBACK_CONTACT = "contato@pedidos-ao-vivo.com.br";

/** Whom the service writes to when something is wrong with our calls. */
export function contactOf({ senderEmail }: Pick<ShippingSettings, "senderEmail">): string {
  return senderEmail || env.MAIL_API_FROM || FALLBACK_CONTACT;
}
