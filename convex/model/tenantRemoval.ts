import type { IndexNames, NamedTableInfo, StorageWriter } from "convex/server";
import { refuse } from "../../domain/errors";
import { internal } from "../_generated/api";
import type { DataModel, Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { requireTenant } from "../lib/access";
import { appError, assert } from "../lib/errors";
import { TenantReader, TenantWriter, type TenantTable } from "../lib/tenantDb";
import { writeInstallationAudit } from "./audit";
import { listCoupons } from "./coupons";
import { listGifts } from "./gifts";
import { deleteLinkKey } from "./linkKeys";
import type { Deed } from "./orderEvents";
import { findAccount } from "./passwords";
import { forgetChargeRef, forgetRef } from "./paymentRefs";
import { deletePictures } from "./pictures";
import { clerkUserId, endSessions, type AccountCtx } from "./sessions";
import { listMembers } from "./team";
import { readListTotals } from "./totals";

/**
 * Deleting a company. Its row goes first, in one transaction: from then on every function answers as for a company that
 * never was, and its label is free. What it had follows in steps, each a transaction that stays small.
 */

/**
 * Every table of a company, with an index to find its rows by. The compiler demands a line for each new one. Stock goes
 * with its product; the demonstration's mark stays, so that a deleted demonstration is not made again.
 */
const TABLES = {
  products: "by_tenantId_and_code",
  customers: "by_tenantId_and_phone",
  customerNameWords: "by_tenantId_and_word",
  customerFigures: "by_tenantId",
  customerSpendSteps: "by_tenantId_and_fromCents",
  orderCounters: "by_tenantId",
  orders: "by_tenantId_and_number",
  carts: "by_tenantId_and_customerPhone",
  cartItems: "by_tenantId_and_cartId_and_productId",
  eventTotals: "by_tenantId_and_eventDate_and_eventType",
  dayTotals: "by_tenantId_and_createdDate",
  hourTotals: "by_tenantId_and_eventDate_and_hour",
  groupTotals: "by_tenantId_and_group",
  productDayTotals: "by_tenantId_and_createdDate_and_productId",
  orderEvents: "by_tenantId_and_orderId",
  launchReceipts: "by_tenantId_and_eventDate",
  invites: "by_tenantId",
  screenLinks: "by_tenantId",
  appSettings: "by_tenantId",
  shippingSettings: "by_tenantId",
  mercadoPagoSettings: "by_tenantId",
  blingSettings: "by_tenantId",
  whatsappSettings: "by_tenantId",
  secrets: "by_tenantId_and_name",
  coupons: "by_tenantId_and_code",
  gifts: "by_tenantId_and_minimumPurchaseCents",
  orderViews: "by_tenantId_and_nameKey",
  auditLog: "by_tenantId_and_day",
  stockMovements: "by_tenantId_and_productId",
  templates: "by_tenantId",
  raffleDraws: "by_tenantId_and_eventDate",
  productMonthTotals: "by_tenantId_and_month_and_productId",
  summedMonths: "by_tenantId_and_month",
  providerBaseUrls: "by_tenantId",
  checkouts: "by_tenantId_and_orderId",
  paymentLinks: "by_tenantId_and_orderId",
  payments: "by_tenantId_and_orderId",
  webhookLogs: "by_tenantId_and_service_and_at",
  shipments: "by_tenantId_and_orderId",
  shipmentCharges: "by_tenantId_and_shipmentId",
  shipmentBatches: "by_tenantId_and_requestId",
  oauthConnections: "by_tenantId_and_service",
  freightQuotes: "by_tenantId_and_chosenAt_and_askedAt",
  jobs: "by_tenantId",
  jobChunks: "by_tenantId_and_jobId_and_first",
  jobFailures: "by_tenantId_and_jobId",
  erpOrders: "by_tenantId_and_orderId",
  erpSenders: "by_tenantId",
  erpSettings: "by_tenantId",
  outgoingMessages: "by_tenantId_and_orderId",
  messageSenders: "by_tenantId",
  messagePauses: "by_tenantId",
  messageLog: "by_tenantId_and_at",
  messageInstances: "by_tenantId",
  messageWatch: "by_tenantId",
  optOuts: "by_tenantId_and_matchKey",
  broadcasts: "by_tenantId_and_createdAt",
  broadcastRecipients: "by_tenantId_and_broadcastId_and_matchKey",
  broadcastDays: "by_tenantId_and_date",
  profilePictures: "by_tenantId_and_matchKey",
} as const satisfies {
  [Table in Exclude<TenantTable, "productStocks" | "demonstrations">]: IndexNames<NamedTableInfo<DataModel, Table>>;
};

type PurgedTable = keyof typeof TABLES;

/** Rows of one step: well within the limits of a transaction. */
const ROWS_PER_STEP = 400;
const PEOPLE_PER_STEP = 5;

export interface Consequences {
  readonly name: string;
  readonly slug: string;
  readonly orders: number;
  readonly totalCents: number;
  readonly people: number;
  readonly coupons: number;
  readonly gifts: number;
}

export async function readConsequences(db: DatabaseReader, id: Id<"tenants">): Promise<Consequences | null> {
  const tenant = await db.get("tenants", id);
  if (tenant === null) return null;
  const own = new TenantReader(db, id);
  const { orders, totalCents } = await readListTotals(own, {});
  return {
    name: tenant.name,
    slug: tenant.slug,
    orders,
    totalCents,
    people: (await listMembers(db, id)).length,
    coupons: (await listCoupons(own)).length,
    gifts: (await listGifts(own)).length,
  };
}

/** Refused with `tenant_not_found`, `confirmation_mismatch`. */
export async function beginRemoval(
  db: DatabaseWriter,
  { id, slug }: { readonly id: Id<"tenants">; readonly slug: string },
  deed: Deed,
): Promise<Id<"tenantDeletions">> {
  const tenant = await requireTenant(db, id);
  if (slug.trim().toLowerCase() !== tenant.slug)
    throw appError(refuse("confirmation_mismatch", { expected: tenant.slug }).refusal);
  await db.delete("tenants", id);
  await writeInstallationAudit(db, deed, {
    action: "tenant_removed",
    record: { kind: "tenant", key: id, label: tenant.name },
    before: { name: tenant.name, slug: tenant.slug },
  });
  return await db.insert("tenantDeletions", {
    removedTenantId: id,
    name: tenant.name,
    slug: tenant.slug,
    startedAt: deed.at,
    finishedAt: null,
    deletedRows: 0,
  });
}

/** Deletes the next rows. @returns whether nothing is left */
export async function purgeStep(
  ctx: AccountCtx & { readonly storage: Pick<StorageWriter, "delete"> },
  deletionId: Id<"tenantDeletions">,
  now: number,
): Promise<boolean> {
  const { db, storage } = ctx;
  const deletion = await db.get("tenantDeletions", deletionId);
  assert(deletion !== null, "a deletion should be on record while it goes on");
  const { removedTenantId: tenantId } = deletion;
  const deleted = (await purgePeople(ctx, tenantId)) || (await purgeRows(db, storage, tenantId));
  const isDone = deleted === 0;
  await db.patch("tenantDeletions", deletionId, {
    deletedRows: deletion.deletedRows + deleted,
    finishedAt: isDone ? now : null,
  });
  return isDone;
}

/** Accounts first: they are what somebody could still sign in with. */
async function purgePeople({ db, scheduler }: AccountCtx, tenantId: Id<"tenants">): Promise<number> {
  const people = (await listMembers(db, tenantId)).slice(0, PEOPLE_PER_STEP);
  for (const person of people) {
    const account = await findAccount(db, person);
    if (account !== null) {
      await endSessions(db, account.userId);
      await db.delete("authAccounts", account._id);
      await db.delete("users", account.userId);
    }
    const userId = clerkUserId(db, person);
    if (userId !== null) await scheduler.runAfter(0, internal.clerk.deleteUser, { userId });
    await db.delete("profiles", person._id);
  }
  return people.length;
}

async function purgeRows(
  db: DatabaseWriter,
  storage: Pick<StorageWriter, "delete">,
  tenantId: Id<"tenants">,
): Promise<number> {
  const own = new TenantWriter(db, tenantId);
  for (const table of Object.keys(TABLES) as PurgedTable[]) {
    const rows = await readRows(own, table);
    for (const row of rows) {
      await deleteWhatHangsOn(db, storage, table, row);
      await own.delete(table, row);
    }
    if (rows.length > 0) return rows.length;
  }
  return 0;
}

async function readRows(own: TenantReader, table: PurgedTable): Promise<Doc<PurgedTable>[]> {
  // One pair of the table above: the compiler has checked each, but not that this one is one of them.
  return await own
    .query(table)
    .withIndex(TABLES[table] as never)
    .take(ROWS_PER_STEP);
}

async function deleteWhatHangsOn(
  db: DatabaseWriter,
  storage: Pick<StorageWriter, "delete">,
  table: PurgedTable,
  row: Doc<PurgedTable>,
): Promise<void> {
  if (table === "products") {
    const product = row as Doc<"products">;
    await deletePictures(db, storage, product);
    await db.delete("productStocks", product.stockId);
  }
  if (table === "paymentLinks") await forgetRef(db, (row as Doc<"paymentLinks">).orderId);
  if (table === "shipmentCharges") await forgetChargeRef(db, (row as Doc<"shipmentCharges">).publicRef);
  if (table === "invites") await deleteLinkKey(db, row._id as Id<"invites">);
  if (table === "screenLinks") await deleteLinkKey(db, row._id as Id<"screenLinks">);
}
