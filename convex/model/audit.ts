import type { PaginationOptions, PaginationResult } from "convex/server";
import { changedValues, type AuditAction, type AuditRecord, type AuditValues } from "../../domain/audit";
import { saoPauloDate } from "../../domain/calendar";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { masterEmail } from "../lib/access";
import { TenantWriter, type TenantReader } from "../lib/tenantDb";
import type { Deed } from "./orderEvents";

/** What was done, to which record. */
export interface AuditedChange {
  readonly action: AuditAction;
  readonly record: { readonly kind: AuditRecord; readonly key: string; readonly label: string };
  readonly before?: AuditValues;
  readonly after?: AuditValues;
}

type AuditRow = Omit<Doc<"installationLog">, "_id" | "_creationTime">;

/** Writes a line of a company's log. A launch writes none: what happens all evening is in the orders' timelines. */
export async function writeAudit(db: TenantWriter, deed: Deed, change: AuditedChange): Promise<void> {
  await db.insert("auditLog", toRow(deed, change));
}

/** As `writeAudit`, but nothing when nothing changed; keeps the fields that did. */
export async function writeAuditOfChanges(
  db: TenantWriter,
  deed: Deed,
  change: AuditedChange & { readonly before: AuditValues; readonly after: AuditValues },
): Promise<void> {
  const changed = changedValues(change.before, change.after);
  if (Object.keys(changed.after).length > 0) await writeAudit(db, deed, { ...change, ...changed });
}

/** Writes a line of the installation's log: what belongs to no company. */
export async function writeInstallationAudit(db: DatabaseWriter, deed: Deed, change: AuditedChange): Promise<void> {
  await db.insert("installationLog", toRow(deed, change));
}

/** In the log of the company, where there is one, else in the installation's. */
export async function writeAuditOf(
  db: DatabaseWriter,
  tenantId: Id<"tenants"> | null,
  deed: Deed,
  change: AuditedChange,
): Promise<void> {
  if (tenantId === null) await writeInstallationAudit(db, deed, change);
  else await writeAudit(new TenantWriter(db, tenantId), deed, change);
}

function toRow({ actor, at }: Deed, { action, record, before = {}, after = {} }: AuditedChange): AuditRow {
  return {
    at,
    day: saoPauloDate(at),
    actorId: actor.id,
    actorName: actor.name,
    action,
    recordKind: record.kind,
    recordKey: record.key,
    recordLabel: record.label,
    before: { ...before },
    after: { ...after },
  };
}

export interface AuditFilter {
  readonly actorId?: Id<"profiles">;
  readonly recordKey?: string;
  readonly day?: string;
}

/** A page of a company's log, newest first: one index range, whatever is filtered. */
export async function listAudit(
  db: TenantReader,
  filter: AuditFilter,
  page: PaginationOptions,
): Promise<PaginationResult<Doc<"auditLog">>> {
  return await db
    .query("auditLog")
    .withIndex(`by_tenantId_and_${filterName(filter)}`, narrowed(filter))
    .order("desc")
    .paginate(page);
}

/** A page of the installation's log, newest first. */
export async function listInstallationAudit(
  db: DatabaseReader,
  filter: AuditFilter,
  page: PaginationOptions,
): Promise<PaginationResult<Doc<"installationLog">>> {
  return await db
    .query("installationLog")
    .withIndex(`by_${filterName(filter)}`, narrowed(filter))
    .order("desc")
    .paginate(page);
}

/** Which index a filter reads: both logs have one per combination of person and record, each ending in the day. */
function filterName({ actorId, recordKey }: AuditFilter) {
  if (actorId === undefined) return recordKey === undefined ? "day" : "recordKey_and_day";
  return recordKey === undefined ? "actorId_and_day" : "actorId_and_recordKey_and_day";
}

interface Range {
  eq(field: string, value: string): Range;
}

/** The range of that index. Its type differs with the index, which is known only when the filter is. */
function narrowed({ actorId, recordKey, day }: AuditFilter): never {
  const wanted = Object.entries({ actorId, recordKey, day });
  const narrow = (range: Range) =>
    wanted.reduce((inside, [field, value]) => (value === undefined ? inside : inside.eq(field, value)), range);
  return narrow as never;
}

/** Enough of a record's log to find who changed a field a moment ago. */
const RECENT_LINES = 50;

/** Who last changed a field of a record, and when; null where the recent log does not say. */
export async function findAuditAuthor(
  db: TenantReader,
  recordKey: string,
  field: string,
): Promise<{ readonly actorName: string; readonly at: number } | null> {
  const lines = await db
    .query("auditLog")
    .withIndex("by_tenantId_and_recordKey_and_day", (q) => q.eq("recordKey", recordKey))
    .order("desc")
    .take(RECENT_LINES);
  return authorOf(lines, field);
}

/** The same of a record that belongs to no company. */
export async function findInstallationAuthor(db: DatabaseReader, recordKey: string, field: string) {
  const lines = await db
    .query("installationLog")
    .withIndex("by_recordKey_and_day", (q) => q.eq("recordKey", recordKey))
    .order("desc")
    .take(RECENT_LINES);
  return authorOf(lines, field);
}

function authorOf(newestFirst: readonly AuditLineSource[], field: string) {
  const last = newestFirst.find((line) => field in line.after);
  return last === undefined ? null : { actorName: last.actorName, at: last.at };
}

/** A line as screens and exports get it. The master's e-mail leaves the server for nobody. */
export function toAuditLine({ _id, at, day, actorId, actorName, action, before, after, ...row }: AuditLineSource) {
  const label = row.recordLabel === masterEmail() ? "Conta mestre" : row.recordLabel;
  const record = { kind: row.recordKind, key: row.recordKey, label };
  return { _id, at, day, actorId, actorName, action, record, before, after };
}

type AuditLineSource = Doc<"auditLog"> | Doc<"installationLog">;
