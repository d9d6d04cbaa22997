import type { PaginationOptions, PaginationResult } from "convex/server";
import type { OrderAmount } from "../../domain/orderTotal";
import type { Doc, Id } from "../_generated/dataModel";
import type { OrderChange } from "../lib/orderChanges";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { auditOrderChange } from "./orderAudit";

/** Who an entry of the timeline is written down for; `id` is null when the shop's own programs act. */
export interface Actor {
  readonly id: Id<"profiles"> | null;
  readonly name: string;
}

export function actorOf(profile: Doc<"profiles">): Actor {
  return { id: profile._id, name: profile.name };
}

/** Who did something to an order, and when (epoch milliseconds). */
export interface Deed {
  readonly actor: Actor;
  readonly at: number;
}

/** Adds one entry to the order's timeline, and to the company's log where it belongs there. Entries never change. */
export async function appendOrderEvent(
  db: TenantWriter,
  orderId: Id<"orders">,
  deed: Deed,
  change: OrderChange,
): Promise<void> {
  const { actor, at } = deed;
  await db.insert("orderEvents", { orderId, at, actorId: actor.id, actorName: actor.name, change });
  await auditOrderChange(db, orderId, deed, change);
}

/** Writes down that a discount gave way to a change of the lines (`settleAmount`), where it did. */
export async function recordAdjustment(
  db: TenantWriter,
  order: Doc<"orders">,
  after: OrderAmount,
  deed: Deed,
): Promise<void> {
  const { adjustmentCents: before } = order;
  if (before === after.adjustmentCents) return;
  await appendOrderEvent(db, order._id, deed, {
    kind: "adjustment_changed",
    before,
    after: after.adjustmentCents,
    totalCents: after.totalCents,
  });
}

export type TimelineEntry = Pick<Doc<"orderEvents">, "_id" | "at" | "actorName" | "change">;

/** A page of what happened to an order, newest first; also of one that has been deleted. */
export async function readTimeline(
  db: TenantReader,
  orderId: Id<"orders">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<TimelineEntry>> {
  const result = await eventsOf(db, orderId).order("desc").paginate(paginationOpts);
  return {
    ...result,
    page: result.page.map(({ _id, at, actorName, change }) => ({ _id, at, actorName, change })),
  };
}

/** The last thing that happened to an order. */
export async function findLastEvent(db: TenantReader, orderId: Id<"orders">): Promise<Doc<"orderEvents"> | null> {
  return await eventsOf(db, orderId).order("desc").first();
}

/** Enough of a timeline to find who changed something a moment ago. */
const RECENT_EVENTS = 50;

export async function listRecentEvents(db: TenantReader, orderId: Id<"orders">): Promise<Doc<"orderEvents">[]> {
  return await eventsOf(db, orderId).order("desc").take(RECENT_EVENTS);
}

function eventsOf(db: TenantReader, orderId: Id<"orders">) {
  return db.query("orderEvents").withIndex("by_tenantId_and_orderId", (q) => q.eq("orderId", orderId));
}
