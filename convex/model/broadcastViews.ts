import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import { broadcastResult, remaining, SKIPPED_REASONS, type RecipientState } from "../../domain/broadcasts";
import { writeBroadcast } from "../../domain/messages";
import { estimateEnd, nextBroadcastAt } from "../../domain/messagesPacing";
import { PAUSE_LABELS, type PauseReason } from "../../domain/messagesRetry";
import type { Doc, Id } from "../_generated/dataModel";
import { vBroadcastState, vPauseReason, vRecipientState } from "../lib/messageTables";
import type { TenantReader } from "../lib/tenantDb";
import { vPhone } from "../lib/validators";
import { readBroadcastLimits } from "./broadcastLimits";
import { findPause } from "./messageSender";

/** What the screens see of broadcasts. */

const vText = v.union(v.null(), v.string());
/** Epoch milliseconds. */
const vInstant = v.union(v.null(), v.number());
const vResult = v.union(v.null(), v.object({ title: v.string(), text: v.string(), isDestructive: v.boolean() }));

export const vBroadcastRow = v.object({
  broadcastId: v.id("broadcasts"),
  state: vBroadcastState,
  text: v.string(),
  total: v.number(),
  sent: v.number(),
  failed: v.number(),
  inDoubt: v.number(),
  createdByName: v.string(),
  createdAt: v.number(),
  startedByName: vText,
  startedAt: vInstant,
  finishedAt: vInstant,
  result: vResult,
});

export const vBroadcastView = vBroadcastRow.extend({
  ordersFound: v.number(),
  optedOut: v.number(),
  repeated: v.number(),
  invalid: v.number(),
  /** Neither sent nor given up. */
  waiting: v.number(),
  pausedFor: v.union(v.null(), v.literal("by_hand"), vPauseReason),
  pausedMessage: vText,
  /** What the next one, or the first, reads. */
  example: v.union(v.null(), v.object({ name: vText, phone: vPhone, text: v.string() })),
  estimatedEndAt: vInstant,
  /** When it goes on, where the night or a used-up day holds it. */
  nextAt: vInstant,
});

function toRow(broadcast: Doc<"broadcasts">): Infer<typeof vBroadcastRow> {
  const { _id: broadcastId, state, text, total, sent, failed, inDoubt } = broadcast;
  const { createdByName, createdAt, startedByName, startedAt, finishedAt } = broadcast;
  return {
    ...{ broadcastId, state, text, total, sent, failed, inDoubt },
    ...{ createdByName, createdAt, startedByName, startedAt, finishedAt },
    // A list that nobody ever confirmed has no result.
    result: startedAt === null ? null : broadcastResult(state, broadcast),
  };
}

/** Null for absent and another company's alike. */
export async function readBroadcast(
  db: TenantReader,
  broadcastId: Id<"broadcasts">,
  now: number,
): Promise<Infer<typeof vBroadcastView> | null> {
  const broadcast = await db.get("broadcasts", broadcastId);
  if (broadcast === null) return null;
  const { ordersFound, optedOut, repeated, invalid } = broadcast;
  const pausedFor = await pauseOf(db, broadcast);
  return {
    ...toRow(broadcast),
    ...{ ordersFound, optedOut, repeated, invalid },
    waiting: remaining(broadcast),
    pausedFor,
    pausedMessage: pausedFor === null ? null : pauseWords(pausedFor),
    example: await writeExample(db, broadcast),
    ...(await readTimes(db, broadcast, now)),
  };
}

type Pause = "by_hand" | PauseReason;

/** One that runs stands still with its company's queue. */
async function pauseOf(db: TenantReader, { state, pausedFor }: Doc<"broadcasts">): Promise<Pause | null> {
  if (state === "paused") return pausedFor ?? "by_hand";
  if (state !== "running") return null;
  return (await findPause(db))?.reason ?? null;
}

function pauseWords(pause: Pause): string {
  return pause === "by_hand" ? "O envio está em pausa." : PAUSE_LABELS[pause];
}

const EXAMPLES_FROM: readonly RecipientState[] = ["waiting", "taken", "sent", "failed"];

async function writeExample(db: TenantReader, { _id, text }: Doc<"broadcasts">) {
  for (const state of EXAMPLES_FROM) {
    const recipient = await inRecipientState(db, _id, state).first();
    if (recipient === null) continue;
    const { name, phone } = recipient;
    return { name, phone, text: writeBroadcast(text, name) };
  }
  return null;
}

async function readTimes(
  db: TenantReader,
  broadcast: Doc<"broadcasts">,
  now: number,
): Promise<{ estimatedEndAt: number | null; nextAt: number | null }> {
  const { state } = broadcast;
  const left = remaining(broadcast);
  if ((state !== "ready" && state !== "running") || left === 0) return { estimatedEndAt: null, nextAt: null };
  const { pace, day } = await readBroadcastLimits(db, now);
  const nextAt = nextBroadcastAt(now, day);
  return { estimatedEndAt: estimateEnd(left, now, pace, day), nextAt: nextAt > now ? nextAt : null };
}

function inRecipientState(db: TenantReader, broadcastId: Id<"broadcasts">, state: RecipientState) {
  return db
    .query("broadcastRecipients")
    .withIndex("by_tenantId_and_broadcastId_and_state_and_position", (q) =>
      q.eq("broadcastId", broadcastId).eq("state", state),
    );
}

export const vRecipient = v.object({
  position: v.number(),
  phone: vPhone,
  name: vText,
  state: vRecipientState,
  reason: vText,
});

/** A page of whom it goes to: those in one state in their order, or all, the failures first. */
export async function listRecipients(
  db: TenantReader,
  { broadcastId, state }: { readonly broadcastId: Id<"broadcasts">; readonly state: RecipientState | null },
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Infer<typeof vRecipient>>> {
  const broadcast = await db.get("broadcasts", broadcastId);
  const all = db
    .query("broadcastRecipients")
    .withIndex("by_tenantId_and_broadcastId_and_state_and_position", (q) => q.eq("broadcastId", broadcastId));
  const wanted = state === null ? all : inRecipientState(db, broadcastId, state);
  const result = await wanted.paginate(paginationOpts);
  const isCanceled = broadcast?.state === "canceled";
  const page = result.page.map(({ position, phone, name, state, reason }) => {
    // They are thousands: that it was canceled is said of them, not written to each.
    const isDropped = isCanceled && state === "waiting";
    const end = isDropped ? { state: "skipped" as const, reason: SKIPPED_REASONS.canceled } : { state, reason };
    return { position, phone, name, ...end };
  });
  return { ...result, page };
}

const LISTED = 20;
/** Lists that nobody confirmed stand in between. */
const LOOKED_AT = 100;

/** The last that were started, newest first. */
export async function listBroadcasts(db: TenantReader): Promise<Infer<typeof vBroadcastRow>[]> {
  const last = await db.query("broadcasts").withIndex("by_tenantId_and_createdAt").order("desc").take(LOOKED_AT);
  return last
    .filter(({ startedAt }) => startedAt !== null)
    .slice(0, LISTED)
    .map(toRow);
}
