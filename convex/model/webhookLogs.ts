import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import { internal } from "../_generated/api";
import type { DatabaseWriter } from "../_generated/server";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";

/** What services told us unasked, and what became of it. */

export interface Notice {
  /** Mercado Pago where nothing else is said. */
  readonly service?: Doc<"webhookLogs">["service"];
  /** As the service calls it. */
  readonly kind: string;
  readonly subject: string;
  readonly requestId: string;
}

const MAX_TEXT = 200;
const cut = (text: string) => text.slice(0, MAX_TEXT);

/** A notice that is to be looked into at once; a crash between here and there leaves it to the sweep. */
const LEASE_MS = 60_000;

/**
 * Writes a notice down and has it looked into. One that is known is a repetition: it changes nothing.
 *
 * @returns whether it is new
 */
export async function takeNotice(db: TenantWriter, notice: Notice, now: number): Promise<boolean> {
  if (await isKnownNotice(db, notice.requestId)) return false;
  const row = { outcome: "received", detail: "", nextStepAt: now + LEASE_MS } as const;
  const noticeId = await insert(db, notice, row, now);
  await db.runSoon(internal.paymentWork.lookIntoNotice, { noticeId });
  return true;
}

/** Whether a notice has been taken before. */
export async function isKnownNotice(db: TenantReader, requestId: string): Promise<boolean> {
  const known = await db
    .query("webhookLogs")
    .withIndex("by_tenantId_and_requestId", (q) => q.eq("requestId", cut(requestId)))
    .first();
  return known !== null;
}

/** Writes down a notice that nothing (more) is done about. */
export async function logNotice(
  db: TenantWriter,
  notice: Notice,
  { outcome, detail }: { readonly outcome: "done" | "ignored" | "refused"; readonly detail: string },
  now: number,
): Promise<void> {
  await insert(db, notice, { outcome, detail, nextStepAt: null }, now);
}

async function insert(
  db: TenantWriter,
  { service = "mercado_pago", kind, subject, requestId }: Notice,
  row: Pick<Doc<"webhookLogs">, "outcome" | "detail" | "nextStepAt">,
  now: number,
): Promise<Id<"webhookLogs">> {
  const facts = { kind: cut(kind), subject: cut(subject), requestId: cut(requestId) };
  return await db.insert("webhookLogs", { at: now, service, ...facts, ...row, attempts: 0 });
}

/** How long to wait before each further look; after the last the notice is given up, and reconciliation goes on. */
const LOOK_AGAIN_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000];

export interface Look {
  readonly outcome: "done" | "ignored" | "failed";
  readonly detail: string;
  /** Whether a later look may find more: the service was down, or does not know yet what it told us of. */
  readonly mayRepeat: boolean;
}

/** Writes down what a look into a notice found. @returns how long until the next look; null when it is done with */
export async function settleNotice(
  db: TenantWriter,
  notice: Doc<"webhookLogs">,
  { outcome, detail, mayRepeat }: Look,
  now: number,
): Promise<number | null> {
  const waitMs = mayRepeat ? LOOK_AGAIN_MS[notice.attempts] : undefined;
  if (waitMs === undefined) {
    await db.patch("webhookLogs", notice, { outcome, detail: cut(detail), nextStepAt: null });
    return null;
  }
  const attempts = notice.attempts + 1;
  await db.patch("webhookLogs", notice, { detail: cut(detail), attempts, nextStepAt: now + waitMs + LEASE_MS });
  return waitMs;
}

/** What the payment provider told us, newest first. */
export async function listNotices(
  db: TenantReader,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Pick<Doc<"webhookLogs">, "_id" | "at" | "kind" | "subject" | "outcome" | "detail">>> {
  const result = await db
    .query("webhookLogs")
    .withIndex("by_tenantId_and_service_and_at", (q) => q.eq("service", "mercado_pago"))
    .order("desc")
    .paginate(paginationOpts);
  const page = result.page.map(({ _id, at, kind, subject, outcome, detail }) => {
    return { _id, at, kind, subject, outcome, detail };
  });
  return { ...result, page };
}

/** Deletes what is older, of all companies. @returns how many */
export async function deleteNoticesBefore(db: DatabaseWriter, before: number, limit: number): Promise<number> {
  const old = await db
    .query("webhookLogs")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", before))
    .take(limit);
  for (const row of old) await db.delete("webhookLogs", row._id);
  return old.length;
}
