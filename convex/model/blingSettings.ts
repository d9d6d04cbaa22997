import type { SeenValues } from "../../domain/seenValues";
import type { Doc } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findAuditAuthor, writeAuditOfChanges } from "./audit";
import { requireSeen } from "./meanwhile";
import type { Deed } from "./orderEvents";

/** What a company wants of its sales at the ERP. */

export type ErpSettings = Omit<Doc<"erpSettings">, "_id" | "_creationTime" | "tenantId">;

/** Nothing chosen: the ERP's own ways, and nothing posted there that the company has not asked for. */
const DEFAULTS: ErpSettings = {
  paymentForm: null,
  saleSituation: null,
  canceledSituation: null,
  postsStock: false,
  postsReceivables: false,
};

export async function readErpSettings(db: TenantReader): Promise<ErpSettings> {
  const row = await findRow(db);
  if (row === null) return DEFAULTS;
  const { paymentForm, saleSituation, canceledSituation, postsStock, postsReceivables } = row;
  return { paymentForm, saleSituation, canceledSituation, postsStock, postsReceivables };
}

/** The fields that are given; the others stay. Refused with `changed_meanwhile`. */
export async function saveErpSettings(
  db: TenantWriter,
  given: Partial<ErpSettings>,
  deed: Deed,
  seen?: SeenValues,
): Promise<void> {
  const before = await readErpSettings(db);
  const after = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
  const change = { stored: ids(before), wanted: ids(after), seen };
  await requireSeen(change, (field) => findAuditAuthor(db, "bling", field), deed);
  const row = await findRow(db);
  if (row === null) await db.insert("erpSettings", after);
  else await db.patch("erpSettings", row, after);
  const record = { kind: "settings", key: "bling", label: "Bling" } as const;
  await writeAuditOfChanges(db, deed, {
    action: "settings_changed",
    record,
    before: names(before),
    after: names(after),
  });
}

function ids({ paymentForm, saleSituation, canceledSituation, ...flags }: ErpSettings) {
  return {
    ...flags,
    paymentForm: paymentForm?.id ?? null,
    saleSituation: saleSituation?.id ?? null,
    canceledSituation: canceledSituation?.id ?? null,
  };
}

/** What people read in the log. */
function names({ paymentForm, saleSituation, canceledSituation, ...flags }: ErpSettings) {
  return {
    ...flags,
    paymentForm: paymentForm?.name ?? null,
    saleSituation: saleSituation?.name ?? null,
    canceledSituation: canceledSituation?.name ?? null,
  };
}

async function findRow(db: TenantReader): Promise<Doc<"erpSettings"> | null> {
  return await db.query("erpSettings").withIndex("by_tenantId").unique();
}
