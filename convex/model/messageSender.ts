import {
  MOST_FAILURES_IN_ROW,
  nextProbeAt,
  pauseAfter,
  type PauseReason,
  type SendFailure,
} from "../../domain/messagesRetry";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { assert } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { hasWork } from "./messageSweep";

/**
 * Where a company's sender stands: which try is under way, when the next turn may come, whether the queue pauses. One try
 * at a time, so that a telephone does not write two things at once. Messages themselves are in `model/messageTaking.ts` and
 * `model/messageSettling.ts`.
 *
 * It goes on by scheduled mutations alone, which run exactly once; an action that dies is missed by `overdue`.
 */

export type Sender = Doc<"messageSenders">;

export async function findSender(db: TenantReader): Promise<Sender | null> {
  return await db.query("messageSenders").withIndex("by_tenantId").unique();
}

/** Made where it is the first turn. */
export async function requireSender(db: TenantWriter): Promise<Sender> {
  const known = await findSender(db);
  if (known !== null) return known;
  const id = await db.insert("messageSenders", {
    ...{ tryId: null, tryMessageId: null, tryUntil: 0, nextTurnAt: 0, nextBroadcastAt: 0, wakeAt: null },
    ...{ sentInRow: 0, lastKind: null, broadcastsInRow: 0, failuresInRow: 0, checkedAt: null },
    ...{ probes: 0, nextProbeAt: null, dialect: null, lastSent: [] },
  });
  const made = await db.get("messageSenders", id);
  assert(made !== null, "a row that was inserted should be there");
  return made;
}

/** Has the sender look whether there is something to do. Whoever calls needs a scheduler. */
export async function wakeSender(db: TenantWriter): Promise<void> {
  await db.runLater(0, internal.messageSending.turn, {});
}

/** How far a clock may be behind the instant that something was ordered for. */
const SLACK_MS = 50;

/** Orders the next turn, once for an instant: an earlier one that is ordered already orders the rest itself. */
export async function orderTurn(db: TenantWriter, sender: Sender, at: number, now: number): Promise<void> {
  const { wakeAt } = sender;
  if (wakeAt !== null && wakeAt > now + SLACK_MS && wakeAt <= at) return;
  await db.patch("messageSenders", sender, { wakeAt: at });
  await db.runLater(Math.max(0, at - now), internal.messageSending.turn, {});
}

/** Why the queue pauses and since when; null while it does not. */
export async function findPause(db: TenantReader): Promise<Doc<"messagePauses"> | null> {
  return await db.query("messagePauses").withIndex("by_tenantId").unique();
}

/** Pauses the queue and has it look after a while whether the gateway is back. @returns what the sender is left with */
export async function pauseQueue(
  db: TenantWriter,
  { probes }: Pick<Sender, "probes">,
  reason: PauseReason,
  now: number,
): Promise<Partial<Sender>> {
  const pause = await findPause(db);
  if (pause !== null) {
    await changeReason(db, pause, reason);
    return {};
  }
  await db.insert("messagePauses", { reason, since: now });
  const at = nextProbeAt(now, probes);
  await db.runLater(at - now, internal.messageSending.probe, {});
  return { nextProbeAt: at };
}

async function changeReason(db: TenantWriter, pause: Doc<"messagePauses">, reason: PauseReason): Promise<void> {
  if (pause.reason !== reason) await db.patch("messagePauses", pause, { reason });
}

/**
 * A look at a paused queue is due, unless a later one has been ordered since; the next is ordered with it, so that the looking
 * goes on whatever becomes of this one.
 *
 * @returns whether to look now
 */
export async function beginProbe(db: TenantWriter, now: number): Promise<boolean> {
  const sender = await findSender(db);
  if (sender === null || (await findPause(db)) === null) return false;
  if (sender.nextProbeAt !== null && sender.nextProbeAt > now + SLACK_MS) return false;
  // Nobody waits for it: the next message has it looked again.
  if (!(await hasWork(db))) {
    await db.patch("messageSenders", sender, { nextProbeAt: null });
    return false;
  }
  const probes = sender.probes + 1;
  const at = nextProbeAt(now, probes);
  await db.patch("messageSenders", sender, { probes, nextProbeAt: at });
  await db.runLater(at - now, internal.messageSending.probe, {});
  return true;
}

/** What a look has found: null when nothing stands in the way any more, and the queue goes on. */
export async function settleProbe(db: TenantWriter, obstacle: SendFailure | null, now: number): Promise<void> {
  const sender = await findSender(db);
  const pause = await findPause(db);
  if (sender === null || pause === null) return;
  if (obstacle !== null) {
    const reason = pauseAfter(obstacle, 0);
    return reason === null ? undefined : await changeReason(db, pause, reason);
  }
  await db.delete("messagePauses", pause);
  await db.patch("messageSenders", sender, {
    ...{ nextProbeAt: null, checkedAt: now },
    // One more failure is enough to pause again, for longer: only a message that goes out begins anew.
    failuresInRow: Math.min(sender.failuresInRow, MOST_FAILURES_IN_ROW - 1),
  });
  await wakeSender(db);
}

/** Has a paused queue look at once, and any other go on: somebody has mended something. */
export async function resumeQueue(db: TenantWriter): Promise<void> {
  const sender = await findSender(db);
  if (sender === null || (await findPause(db)) === null) return await wakeSender(db);
  await db.patch("messageSenders", sender, { probes: 0, nextProbeAt: 0 });
  await db.runLater(0, internal.messageSending.probe, {});
}
