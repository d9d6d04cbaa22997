import { isWebAddress } from "../../domain/addresses";
import { MAX_SLIP_TEXT, SLIP_TEXTS } from "../../domain/slips";
import { MAX_SETTING_LENGTH } from "../../domain/shippingSettings";
import type { SeenValues } from "../../domain/seenValues";
import { refuse } from "../../domain/errors";
import { appError, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findAuditAuthor, writeAuditOfChanges } from "./audit";
import { requireSeen } from "./meanwhile";
import type { Deed } from "./orderEvents";

/** What a company sets of itself. */
export interface AppSettings {
  /** Where its customers reach it; empty for the installation's own address. */
  readonly publicBaseUrl: string;
  /** What every slip says of the delivery; empty: nothing. */
  readonly slipShipping: string;
  /** What every slip says of the payment; empty: nothing. */
  readonly slipPayment: string;
}

const DEFAULTS: AppSettings = { publicBaseUrl: "", slipShipping: SLIP_TEXTS.shipping, slipPayment: SLIP_TEXTS.payment };

export async function readAppSettings(db: TenantReader): Promise<AppSettings> {
  const row = await findRow(db);
  if (row === null) return DEFAULTS;
  const { publicBaseUrl, slipShipping = DEFAULTS.slipShipping, slipPayment = DEFAULTS.slipPayment } = row;
  return { publicBaseUrl, slipShipping, slipPayment };
}

/**
 * Saves the fields that were given; the others stay. Refused with `invalid_url`, `value_too_long`, and with
 * `changed_meanwhile` where somebody has made another of them than the screen showed.
 */
export async function saveAppSettings(
  db: TenantWriter,
  typed: Partial<AppSettings>,
  deed: Deed,
  seen?: SeenValues,
): Promise<void> {
  const before = await readAppSettings(db);
  const after = {
    publicBaseUrl: typed.publicBaseUrl?.trim().replace(/\/+$/, "") ?? before.publicBaseUrl,
    slipShipping: typed.slipShipping?.trim() ?? before.slipShipping,
    slipPayment: typed.slipPayment?.trim() ?? before.slipPayment,
  };
  for (const [text, max] of [
    [after.publicBaseUrl, MAX_SETTING_LENGTH],
    [after.slipShipping, MAX_SLIP_TEXT],
    [after.slipPayment, MAX_SLIP_TEXT],
  ] as const) {
    if (text.length > max) throw appError(refuse("value_too_long", { max }).refusal);
  }
  if (after.publicBaseUrl !== "" && !isWebAddress(after.publicBaseUrl)) return refuseWith("invalid_url");
  const change = { stored: { ...before }, wanted: { ...after }, seen };
  await requireSeen(change, (field) => findAuditAuthor(db, "app", field), deed);
  const row = await findRow(db);
  if (row === null) await db.insert("appSettings", after);
  else await db.patch("appSettings", row, after);
  await writeAuditOfChanges(db, deed, {
    action: "settings_changed",
    record: { kind: "settings", key: "app", label: "Sistema" },
    before: { ...before },
    after,
  });
}

async function findRow(db: TenantReader) {
  return await db.query("appSettings").withIndex("by_tenantId").unique();
}
