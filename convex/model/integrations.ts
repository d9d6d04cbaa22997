import { isWebAddress } from "../../domain/addresses";
import type { AuditValues } from "../../domain/audit";
import { refuse } from "../../domain/errors";
import type { GatewayKind } from "../../domain/messagesPacing";
import type { Integration } from "../../domain/secrets";
import type { SeenValues } from "../../domain/seenValues";
import { MAX_SETTING_LENGTH, type Environment } from "../../domain/shippingSettings";
import { appError, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findAuditAuthor, writeAuditOfChanges } from "./audit";
import { requireSeen, type Overwriting } from "./meanwhile";
import type { Deed } from "./orderEvents";

/** The readable half of a company's connections to outside services; the other half is in `model/secrets.ts`. */

export interface MercadoPagoFields {
  readonly publicKey: string;
  readonly clientId: string;
}

export interface BlingFields {
  readonly clientId: string;
  readonly environment: Environment;
  readonly isActive: boolean;
}

export interface WhatsappFields {
  readonly apiUrl: string;
  readonly instanceName: string;
  readonly isActive: boolean;
  readonly gateway: GatewayKind;
  /** Whether the gateway is known to send one key once. */
  readonly honoursKeys: boolean;
  /** Whether several things added one after the other are told in one message. */
  readonly mergeItems: boolean;
  /** A slower pace than the gateway's own; null leaves it. */
  readonly intervalMs: number | null;
  readonly batchSize: number | null;
  readonly batchDelayMs: number | null;
  /** Broadcast messages a day; null for the gateway's own. */
  readonly dailyCeiling: number | null;
}

/** Where the specified gateway listens by default. Source: product.md. */
const DEFAULT_GATEWAY = "http://localhost:3333";

export async function readMercadoPago(db: TenantReader): Promise<MercadoPagoFields> {
  const row = await db.query("mercadoPagoSettings").withIndex("by_tenantId").unique();
  return { publicKey: row?.publicKey ?? "", clientId: row?.clientId ?? "" };
}

export async function readBling(db: TenantReader): Promise<BlingFields & { readonly tokenExpiresAt: number | null }> {
  const row = await db.query("blingSettings").withIndex("by_tenantId").unique();
  return {
    clientId: row?.clientId ?? "",
    environment: row?.environment ?? "sandbox",
    isActive: row?.isActive ?? false,
    tokenExpiresAt: row?.tokenExpiresAt ?? null,
  };
}

export async function readWhatsapp(db: TenantReader): Promise<WhatsappFields> {
  const row = await db.query("whatsappSettings").withIndex("by_tenantId").unique();
  return {
    apiUrl: row?.apiUrl ?? DEFAULT_GATEWAY,
    instanceName: row?.instanceName ?? "",
    isActive: row?.isActive ?? false,
    gateway: row?.gateway ?? "specified",
    honoursKeys: row?.honoursKeys ?? false,
    mergeItems: row?.mergeItems ?? false,
    intervalMs: row?.intervalMs ?? null,
    batchSize: row?.batchSize ?? null,
    batchDelayMs: row?.batchDelayMs ?? null,
    dailyCeiling: row?.dailyCeiling ?? null,
  };
}

export async function saveMercadoPago(
  db: TenantWriter,
  typed: Partial<MercadoPagoFields>,
  deed: Deed,
  seen?: SeenValues,
): Promise<void> {
  const before = await readMercadoPago(db);
  const after = { ...before, ...trimmed(typed) };
  await requireSeenSettings(db, "mercado_pago", { stored: { ...before }, wanted: { ...after }, seen }, deed);
  const row = await db.query("mercadoPagoSettings").withIndex("by_tenantId").unique();
  if (row === null) await db.insert("mercadoPagoSettings", after);
  else await db.patch("mercadoPagoSettings", row, after);
  await writeChanges(db, deed, "mercado_pago", { ...before }, after);
}

export async function saveBling(
  db: TenantWriter,
  typed: Partial<BlingFields>,
  deed: Deed,
  seen?: SeenValues,
): Promise<void> {
  const { tokenExpiresAt, ...before } = await readBling(db);
  const after = { ...before, ...trimmed(typed) };
  await requireSeenSettings(db, "bling", { stored: { ...before }, wanted: { ...after }, seen }, deed);
  const row = await db.query("blingSettings").withIndex("by_tenantId").unique();
  if (row === null) await db.insert("blingSettings", { ...after, tokenExpiresAt });
  else await db.patch("blingSettings", row, after);
  await writeChanges(db, deed, "bling", { ...before }, after);
}

/** Refused with `invalid_url`, `invalid_measure`. */
export async function saveWhatsapp(
  db: TenantWriter,
  typed: Partial<WhatsappFields>,
  deed: Deed,
  seen?: SeenValues,
): Promise<void> {
  const before = await readWhatsapp(db);
  const after = { ...before, ...trimmed(typed) };
  if (!isWebAddress(after.apiUrl)) return refuseWith("invalid_url");
  const wanted = [after.intervalMs, after.batchSize, after.batchDelayMs, after.dailyCeiling];
  if (!wanted.every(isWholeOrNull)) return refuseWith("invalid_measure");
  await requireSeenSettings(db, "whatsapp", { stored: { ...before }, wanted: { ...after }, seen }, deed);
  const row = await db.query("whatsappSettings").withIndex("by_tenantId").unique();
  if (row === null) await db.insert("whatsappSettings", after);
  else await db.patch("whatsappSettings", row, after);
  await writeChanges(db, deed, "whatsapp", { ...before }, after);
}

function isWholeOrNull(value: number | null): boolean {
  return value === null || (Number.isSafeInteger(value) && value > 0);
}

async function requireSeenSettings(
  db: TenantReader,
  integration: Integration,
  change: Overwriting,
  deed: Deed,
): Promise<void> {
  await requireSeen(change, (field) => findAuditAuthor(db, integration, field), deed);
}

async function writeChanges(
  db: TenantWriter,
  deed: Deed,
  integration: Integration,
  before: AuditValues,
  after: AuditValues,
): Promise<void> {
  const record = { kind: "settings", key: integration, label: LABELS[integration] } as const;
  await writeAuditOfChanges(db, deed, { action: "settings_changed", record, before, after });
}

const LABELS: Readonly<Record<Integration, string>> = {
  mercado_pago: "Mercado Pago",
  melhor_envio: "Melhor Envio",
  bling: "Bling",
  whatsapp: "WhatsApp",
};

/** Texts without outer spaces; fields that were not given stay out. Refused with `value_too_long`. */
function trimmed<Fields extends object>(typed: Partial<Fields>): Partial<Fields> {
  const given = Object.entries(typed).filter(([, value]) => value !== undefined);
  for (const [, value] of given) {
    if (typeof value === "string" && value.trim().length > MAX_SETTING_LENGTH)
      throw appError(refuse("value_too_long", { max: MAX_SETTING_LENGTH }).refusal);
  }
  // The same names with the same kinds of values.
  return Object.fromEntries(
    given.map(([field, value]) => [field, typeof value === "string" ? value.trim() : value]),
  ) as Partial<Fields>;
}
