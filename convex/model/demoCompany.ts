import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { TenantReader, type TenantWriter } from "../lib/tenantDb";
import { hasAnyProfile } from "./accounts";
import { saveWhatsapp } from "./integrations";
import type { Deed } from "./orderEvents";
import { lastOrderNumber } from "./orders";
import { listProductKeys, type ProductKey } from "./products";
import { createTenant, hasAnyTenant } from "./tenants";

const DEMO = { name: "Loja Demo", slug: "lojademo" };

export interface DemoProgress {
  readonly tenantId: Id<"tenants">;
  /** Epoch milliseconds: the first start, also when a later one goes on with it. */
  readonly startedAt: number;
  readonly products: ProductKey[];
  readonly ordersWritten: number;
}

/**
 * How far the demonstration is written. It is begun only where there is neither a company nor an account: anything else
 * is somebody's installation. From then on its mark says which company it is, never the label, which anyone may have
 * chosen. Numbers are given out one by one and never taken back, so the last one says how many orders are written.
 *
 * @returns null where the demonstration has no place or its company has been deleted
 */
export async function beginDemo(db: DatabaseWriter, now: number): Promise<DemoProgress | null> {
  const mark = await db.query("demonstrations").first();
  if (mark !== null) return await readProgress(db, mark);
  if ((await hasAnyTenant(db)) || (await hasAnyProfile(db))) return null;
  const tenantId = await createTenant(db, DEMO);
  await db.insert("demonstrations", { tenantId, startedAt: now });
  return { tenantId, startedAt: now, products: [], ordersWritten: 0 };
}

/** The demonstration company; null where there is none, or no more. */
export async function findDemo(db: DatabaseReader): Promise<Id<"tenants"> | null> {
  const mark = await db.query("demonstrations").first();
  const tenant = mark === null ? null : await db.get("tenants", mark.tenantId);
  return tenant?._id ?? null;
}

/** Has the demonstration write to its customers, unless somebody has said already whether it does. */
export async function switchOnMessages(db: TenantWriter, instanceName: string, deed: Deed): Promise<void> {
  const settings = await db.query("whatsappSettings").withIndex("by_tenantId").unique();
  if (settings === null) await saveWhatsapp(db, { instanceName, isActive: true }, deed);
}

async function readProgress(
  db: DatabaseWriter,
  { tenantId, startedAt }: Doc<"demonstrations">,
): Promise<DemoProgress | null> {
  if ((await db.get("tenants", tenantId)) === null) return null;
  const own = new TenantReader(db, tenantId);
  return { tenantId, startedAt, products: await listProductKeys(own), ordersWritten: await lastOrderNumber(own) };
}
