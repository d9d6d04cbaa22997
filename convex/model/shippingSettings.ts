import type { AuditValues } from "../../domain/audit";
import type { SeenValues } from "../../domain/seenValues";
import { checkShippingFields, SHIPPING_DEFAULTS, type ShippingFields } from "../../domain/shippingSettings";
import { orThrow } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findAuditAuthor, writeAuditOfChanges } from "./audit";
import { requireSeen } from "./meanwhile";
import type { Deed } from "./orderEvents";

/** What a company sends from and with: one record, whichever screen edits it. */

export type ShippingSettings = ShippingFields;

/** As saved; installation defaults where nothing was. */
export async function readShipping(db: TenantReader): Promise<ShippingSettings> {
  const row = await findRow(db);
  if (row === null) return SHIPPING_DEFAULTS;
  const { _id, _creationTime, tenantId: _tenantId, tokenExpiresAt: _moved, ...settings } = row;
  return settings;
}

/**
 * Saves the fields that were given; the others stay. Refused as `checkShippingFields` says, and with `changed_meanwhile`
 * where somebody has made another of them than the screen showed.
 */
export async function saveShipping(
  db: TenantWriter,
  typed: Partial<ShippingFields>,
  deed: Deed,
  seen?: SeenValues,
): Promise<void> {
  const changes = orThrow(checkShippingFields(typed));
  const row = await findRow(db);
  const before = await readShipping(db);
  const change = { stored: values(before), wanted: { ...changes }, seen };
  await requireSeen(change, (field) => findAuditAuthor(db, "shipping", field), deed);
  if (row === null) await db.insert("shippingSettings", { ...before, ...changes });
  else await db.patch("shippingSettings", row, changes);
  await writeAuditOfChanges(db, deed, {
    action: "settings_changed",
    record: { kind: "settings", key: "shipping", label: "Frete" },
    before: values(before),
    after: values({ ...before, ...changes }),
  });
}

function values(settings: ShippingSettings): AuditValues {
  return { ...settings };
}

async function findRow(db: TenantReader) {
  return await db.query("shippingSettings").withIndex("by_tenantId").unique();
}
