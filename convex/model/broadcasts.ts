import { isOver, isUnderWay, type BroadcastState } from "../../domain/broadcasts";
import { refuse } from "../../domain/errors";
import { MAX_BULK_SELECTION } from "../../domain/jobs";
import { chooseBroadcastText } from "../../domain/messages";
import { MAX_TEMPLATE_CONTENT } from "../../domain/templates";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseWriter } from "../_generated/server";
import { appError, refuseWith } from "../lib/errors";
import { requireEventDate } from "../lib/eventDate";
import { LANES } from "../lib/messageTables";
import { TenantWriter, type TenantReader } from "../lib/tenantDb";
import { readWhatsapp } from "./integrations";
import { endMessage } from "./messageSettling";
import { lastOrderNumber } from "./orders";
import { listTemplates } from "./templates";
import type { TotalsFilter } from "./totals";

/**
 * One text to everybody of a selection of orders.
 *
 *   preparing ──last slice──▶ ready ──start──▶ running ⇄ paused
 *       └──────────┬────────────┘                 └──last recipient──▶ finished
 *                  └───────────────cancel────────────────────────────▶ canceled
 *
 * Who gets it is gathered by `model/broadcastGathering.ts`, one after the other is taken by `model/broadcastSending.ts`.
 */

/** As the screens ask for it. */
export type AskedSelection =
  | { readonly kind: "filter"; readonly filter: TotalsFilter }
  | { readonly kind: "orders"; readonly orderIds: readonly Id<"orders">[] };

export interface AskedBroadcast {
  /** Made by the screen and kept through retries: the same is prepared once. */
  readonly requestId: string;
  readonly selection: AskedSelection;
  /** Null for the company's BROADCAST template. */
  readonly text: string | null;
  /** The person has said that it is for one date. */
  readonly specificDate: boolean;
}

interface By {
  readonly profile: Doc<"profiles">;
  readonly at: number;
}

/**
 * Writes a broadcast down; whoever calls has its recipients gathered.
 *
 * Refused with `messaging_inactive`, `broadcast_date_required`, `invalid_event_date`, `no_selection`, `too_many_items`,
 * `message_required`, `value_too_long`, `broadcast_template_missing`.
 */
export async function prepareBroadcast(
  db: TenantWriter,
  { requestId, selection, text, specificDate }: AskedBroadcast,
  { profile, at }: By,
): Promise<{ readonly broadcastId: Id<"broadcasts">; readonly isNew: boolean }> {
  const known = await db
    .query("broadcasts")
    .withIndex("by_tenantId_and_requestId", (q) => q.eq("requestId", requestId))
    .first();
  if (known !== null) return { broadcastId: known._id, isNew: false };
  await requireMessagingActive(db);
  const frozen = freezeSelection(selection, specificDate);
  const broadcastId = await db.insert("broadcasts", {
    state: "preparing",
    requestId,
    selection: frozen,
    text: await chooseText(db, text),
    afterNumber: 0,
    // What is created later is left alone.
    upToNumber: frozen.kind === "filter" ? await lastOrderNumber(db) : frozen.orderIds.length,
    ...{ ordersFound: 0, total: 0, optedOut: 0, repeated: 0, invalid: 0, sent: 0, failed: 0, inDoubt: 0 },
    ...{ pausedFor: null, startedByName: null, startedAt: null, finishedAt: null },
    createdById: profile._id,
    createdByName: profile.name,
    createdAt: at,
  });
  return { broadcastId, isNew: true };
}

function freezeSelection(selection: AskedSelection, specificDate: boolean): Doc<"broadcasts">["selection"] {
  if (selection.kind === "orders") {
    const orderIds = [...new Set(selection.orderIds)];
    if (orderIds.length === 0) return refuseWith("no_selection");
    if (orderIds.length > MAX_BULK_SELECTION) {
      throw appError(refuse("too_many_items", { max: MAX_BULK_SELECTION }).refusal);
    }
    return { kind: "orders", orderIds };
  }
  const { filter } = selection;
  if (specificDate && filter.eventDate === undefined) return refuseWith("broadcast_date_required");
  if (filter.eventDate !== undefined) requireEventDate(filter.eventDate);
  return { kind: "filter", filter };
}

async function chooseText(db: TenantReader, typed: string | null): Promise<string> {
  if (typed !== null && typed.trim() === "") return refuseWith("message_required");
  const text = chooseBroadcastText(typed, await listTemplates(db)) ?? refuseWith("broadcast_template_missing");
  if (text.length > MAX_TEMPLATE_CONTENT)
    throw appError(refuse("value_too_long", { max: MAX_TEMPLATE_CONTENT }).refusal);
  return text;
}

async function requireMessagingActive(db: TenantReader): Promise<void> {
  if (!(await readWhatsapp(db)).isActive) refuseWith("messaging_inactive");
}

/** Refused with `broadcast_not_found`: absent and another company's alike. */
export async function requireBroadcast(db: TenantReader, id: Id<"broadcasts">): Promise<Doc<"broadcasts">> {
  return (await db.get("broadcasts", id)) ?? refuseWith("broadcast_not_found");
}

/** The one that has begun and is not over; of those a company has one at most. */
export async function findUnderWay(db: TenantReader): Promise<Doc<"broadcasts"> | null> {
  return (await inState(db, "running").first()) ?? (await inState(db, "paused").first());
}

export function inState(db: TenantReader, state: BroadcastState) {
  return db.query("broadcasts").withIndex("by_tenantId_and_state", (q) => q.eq("state", state));
}

/**
 * Begins to send, once: of two who press, one starts it, and both read that it runs. Whoever calls wakes the sender.
 *
 * @param seenTotal how many recipients the person has confirmed
 * Refused with `broadcast_not_found`, `broadcast_not_ready`, `broadcast_over`, `no_recipients`, `recipients_changed`,
 * `broadcast_running`, `broadcast_outdated`, `messaging_inactive`.
 */
export async function startBroadcast(
  db: TenantWriter,
  { broadcastId, seenTotal }: { readonly broadcastId: Id<"broadcasts">; readonly seenTotal: number },
  { profile, at }: By,
): Promise<BroadcastState> {
  const broadcast = await requireBroadcast(db, broadcastId);
  if (isUnderWay(broadcast.state) || broadcast.state === "finished") return broadcast.state;
  if (broadcast.state === "canceled") return refuseWith("broadcast_over");
  if (broadcast.state === "preparing") return refuseWith("broadcast_not_ready");
  await requireMessagingActive(db);
  const { total } = broadcast;
  if (total === 0) return refuseWith("no_recipients");
  if (total !== seenTotal) throw appError(refuse("recipients_changed", { total }).refusal);
  await requireAlone(db, broadcast);
  await db.patch("broadcasts", broadcast, { state: "running", startedAt: at, startedByName: profile.name });
  return "running";
}

/** As many of the last ones as are compared with; somebody who waits longer than those took confirms what they see. */
const COMPARED = 20;

/** Nobody else's runs, and the same text has not been sent by somebody else since these recipients were gathered. */
async function requireAlone(db: TenantReader, { text, createdAt }: Doc<"broadcasts">): Promise<void> {
  const other = await findUnderWay(db);
  if (other !== null) throw appError(refuse("broadcast_running", { byName: nameOf(other) }).refusal);
  const last = await db.query("broadcasts").withIndex("by_tenantId_and_createdAt").order("desc").take(COMPARED);
  const same = last.find((one) => one.text === text && (one.startedAt ?? 0) > createdAt);
  if (same !== undefined) throw appError(refuse("broadcast_outdated", { byName: nameOf(same) }).refusal);
}

function nameOf({ startedByName, createdByName }: Doc<"broadcasts">): string {
  return startedByName ?? createdByName;
}

/** Refused with `broadcast_not_found`, `broadcast_over`. */
export async function pauseBroadcast(db: TenantWriter, id: Id<"broadcasts">): Promise<BroadcastState> {
  const broadcast = await requireOpen(db, id);
  if (broadcast.state !== "running") return broadcast.state;
  await db.patch("broadcasts", broadcast, { state: "paused", pausedFor: "by_hand" });
  return "paused";
}

/** Whoever calls wakes the sender. Refused with `broadcast_not_found`, `broadcast_over`. */
export async function resumeBroadcast(db: TenantWriter, id: Id<"broadcasts">): Promise<BroadcastState> {
  const broadcast = await requireOpen(db, id);
  if (broadcast.state !== "paused") return broadcast.state;
  await db.patch("broadcasts", broadcast, { state: "running", pausedFor: null });
  return "running";
}

async function requireOpen(db: TenantReader, id: Id<"broadcasts">): Promise<Doc<"broadcasts">> {
  const broadcast = await requireBroadcast(db, id);
  return isOver(broadcast.state) ? refuseWith("broadcast_over") : broadcast;
}

/** More than ever wait at once: each but one or two is taken when it is sent. */
const MAX_WAITING = 100;

/**
 * Ends it where it stands: what is at the gateway ends as it ends, nobody else gets it. Twice is once.
 *
 * Refused with `broadcast_not_found`, `broadcast_over` (it has been sent to the end).
 */
export async function cancelBroadcast(db: TenantWriter, id: Id<"broadcasts">, at: number): Promise<BroadcastState> {
  const broadcast = await requireBroadcast(db, id);
  if (broadcast.state === "canceled") return "canceled";
  if (broadcast.state === "finished") return refuseWith("broadcast_over");
  await db.patch("broadcasts", broadcast, { state: "canceled", pausedFor: null, finishedAt: at });
  const waiting = await db
    .query("outgoingMessages")
    .withIndex("by_tenantId_and_lane_and_state_and_dueAt", (q) => q.eq("lane", LANES.broadcast).eq("state", "waiting"))
    .take(MAX_WAITING);
  for (const message of waiting) {
    if (message.broadcastId === id) await endMessage(db, message, "canceled", { at });
  }
  return "canceled";
}

const RECIPIENTS_PER_STEP = 500;

/**
 * Deletes the oldest broadcast that was prepared before an instant, or, where much hangs on it, some of that first.
 *
 * @returns whether there was one
 */
export async function sweepBroadcast(db: DatabaseWriter, before: number): Promise<boolean> {
  const broadcast = await db
    .query("broadcasts")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", before))
    .first();
  if (broadcast === null) return false;
  const own = new TenantWriter(db, broadcast.tenantId);
  const recipients = await own
    .query("broadcastRecipients")
    .withIndex("by_tenantId_and_broadcastId_and_matchKey", (q) => q.eq("broadcastId", broadcast._id))
    .take(RECIPIENTS_PER_STEP);
  for (const recipient of recipients) await own.delete("broadcastRecipients", recipient);
  if (recipients.length < RECIPIENTS_PER_STEP) await own.delete("broadcasts", broadcast);
  return true;
}
