import type { GatewayKind } from "../../domain/messagesPacing";
import { env } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { BRASIL_API_URL, VIA_CEP_URL, type PostalServices } from "../providers/viaCep";
import { BLING_URL } from "../providers/bling";
import { MERCADO_PAGO_URL } from "../providers/mercadoPago";
import { readAppSettings } from "./appSettings";

/** Where a company's services are, and where they reach us. */

export type ProviderAddresses = Pick<
  Doc<"providerBaseUrls">,
  "mercadoPago" | "melhorEnvio" | "viaCep" | "brasilApi" | "bling" | "whatsapp" | "evolution"
>;

const REAL: ProviderAddresses = {
  mercadoPago: null,
  melhorEnvio: null,
  viaCep: null,
  brasilApi: null,
  bling: null,
  whatsapp: null,
};

/** Null for each service that is the real one. */
export async function readProviderAddresses(db: TenantReader): Promise<ProviderAddresses> {
  return (await findRow(db)) ?? REAL;
}

/** Sets the addresses that are given; the others stay. Nothing reachable from a screen may call this. */
export async function setProviderAddresses(db: TenantWriter, given: Partial<ProviderAddresses>): Promise<void> {
  const row = await findRow(db);
  const plain = Object.fromEntries(
    Object.entries(given).map(([service, address]) => [service, address?.replace(/\/+$/, "") ?? null]),
  ) as Partial<ProviderAddresses>;
  if (row === null) await db.insert("providerBaseUrls", { ...REAL, ...plain });
  else await db.patch("providerBaseUrls", row, plain);
}

async function findRow(db: TenantReader): Promise<Doc<"providerBaseUrls"> | null> {
  return await db.query("providerBaseUrls").withIndex("by_tenantId").unique();
}

export function mercadoPagoUrlOf({ mercadoPago }: ProviderAddresses): string {
  return mercadoPago ?? MERCADO_PAGO_URL;
}

export function blingUrlOf({ bling }: ProviderAddresses): string {
  return bling ?? BLING_URL;
}

/** Null where the company types the address of its messaging gateway. */
export function gatewayUrlOf({ whatsapp, evolution }: ProviderAddresses, kind: GatewayKind): string | null {
  return kind === "evolution" ? (evolution ?? null) : whatsapp;
}

export function postalServicesOf({ viaCep, brasilApi }: ProviderAddresses): PostalServices {
  return { viaCepUrl: viaCep ?? VIA_CEP_URL, brasilApiUrl: brasilApi ?? BRASIL_API_URL };
}

/** Longer ones are refused. Source: contracts/mercado-pago.md §2. */
const MAX_NOTIFICATION_URL = 248;

export interface OwnAddresses {
  /** Where a payer comes back to, without the reference; null where the provider would not take it. */
  readonly returnPage: string | null;
  readonly notificationUrl: string | null;
}

/** Where Mercado Pago tells a company its news: what its owner enters there. */
export function webhookAddressOf(slug: string): string {
  return `${(env.CONVEX_SITE_URL ?? "").replace(/\/+$/, "")}/webhooks/mp/${slug}`;
}

/**
 * The addresses that a payment link carries. The real provider takes no machine's own address: there the link goes
 * without them, and we find out by asking.
 */
export async function readOwnAddresses(db: TenantReader, slug: string): Promise<OwnAddresses> {
  const isReal = (await readProviderAddresses(db)).mercadoPago === null;
  const { publicBaseUrl } = await readAppSettings(db);
  const base = publicBaseUrl || env.SITE_URL || env.CONVEX_CLOUD_URL || "";
  const notificationUrl = `${webhookAddressOf(slug)}?source_news=webhooks`;
  const isNotifiable = isFit(notificationUrl, isReal) && notificationUrl.length <= MAX_NOTIFICATION_URL;
  return {
    returnPage: isFit(base, isReal) ? `${base.replace(/\/+$/, "")}/mp/return` : null,
    notificationUrl: isNotifiable ? notificationUrl : null,
  };
}

function isFit(address: string, isReal: boolean): boolean {
  if (!isReal) return /^https?:\/\//.test(address);
  return /^https:\/\//.test(address) && !/^https:\/\/(localhost|127\.|\[?::1)/.test(address);
}
