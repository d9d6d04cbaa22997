import { inState, restingState, type ErpPause } from "../../domain/bling";
import { ASK_AFTER_MS, pausedUntil, restAfterTurn, retryAfter, TURN_MS, TURNS_AT_ONCE } from "../../domain/blingPacing";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { randomHex } from "../lib/randomIds";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { readBling } from "./integrations";
import { readMask } from "./secrets";

/**
 * Whose turn it is at the ERP. One order of a company at a time: whoever has the turn holds a row of `erpTurns` until it
 * says that it is done, or has said nothing for `TURN_MS`. So a process that is killed anywhere costs three minutes.
 *
 * 1. `takeTurn` picks the order that is due first, marks it `sending`, and gives the turn an id.
 * 2. The work (`model/blingSale…`) asks before each step that changes something there whether the turn is still its own
 *    and the order still the one it knows (`goOn`), and writes down what it has done.
 * 3. `settleTurn` writes down what came of it, and says when the next turn may begin.
 */

export interface TurnKey {
  readonly erpOrderId: Id<"erpOrders">;
  readonly turnId: string;
}

export type TurnOutcome =
  | { readonly kind: "done" }
  /** There is more to do, and nothing in the way. */
  | { readonly kind: "again" }
  /** The ERP said no: somebody has to do something. */
  | { readonly kind: "failed"; readonly reason: string }
  /** No answer. @property isLost it may have been done all the same */
  | { readonly kind: "retry"; readonly reason: string; readonly isLost: boolean }
  /** It is not about this order. */
  | { readonly kind: "paused"; readonly pause: ErpPause };

type Sender = Omit<Doc<"erpSenders">, "_id" | "_creationTime" | "tenantId">;

const FRESH: Sender = {
  ...{ pausedFor: null, pausedAt: null, pausedUntil: null },
  ...{ pauses: 0, failuresInRow: 0, nextTurnAt: 0 },
};

export async function readSender(db: TenantReader): Promise<Sender> {
  return (await findSender(db)) ?? FRESH;
}

async function findSender(db: TenantReader): Promise<Doc<"erpSenders"> | null> {
  return await db.query("erpSenders").withIndex("by_tenantId").unique();
}

async function putSender(db: TenantWriter, fields: Partial<Sender>): Promise<void> {
  const row = await findSender(db);
  if (row === null) await db.insert("erpSenders", { ...FRESH, ...fields });
  else await db.patch("erpSenders", row, fields);
}

/** Goes on at once with what waits, whatever it was paused for. */
export async function resumeSender(db: TenantWriter): Promise<void> {
  await putSender(db, { pausedFor: null, pausedAt: null, pausedUntil: null });
}

async function findTurn(db: DatabaseReader, shopId: Id<"tenants">): Promise<Doc<"erpTurns"> | null> {
  return await db
    .query("erpTurns")
    .withIndex("by_shopId", (q) => q.eq("shopId", shopId))
    .unique();
}

/** @returns null when it is nobody's turn; `later`: when it will be, in milliseconds */
export async function takeTurn(
  all: DatabaseWriter,
  db: TenantWriter,
  now: number,
): Promise<TurnKey | { readonly later: number } | null> {
  if (!(await readBling(db)).isActive) return null;
  const sender = await readSender(db);
  if (await isPaused(db, sender, now)) return null;
  const held = await findTurn(all, db.tenantId);
  if (held !== null && held.until > now) return null;
  const due = await firstDue(db, now);
  if (due === null) return null;
  if (sender.nextTurnAt > now) return { later: sender.nextTurnAt - now };
  const atOnce = await all
    .query("erpTurns")
    .withIndex("by_until", (q) => q.gt("until", now))
    .take(TURNS_AT_ONCE);
  // The sweep finds the order again.
  if (atOnce.length >= TURNS_AT_ONCE) return null;
  if (held !== null) await all.delete("erpTurns", held._id);
  const turnId = randomHex(16);
  const until = now + TURN_MS;
  await all.insert("erpTurns", { shopId: db.tenantId, turnId, erpOrderId: due._id, until });
  await db.patch("erpOrders", due, { ...inState("sending"), dueAt: until, changedAt: now });
  return { erpOrderId: due._id, turnId };
}

/** A pause that waits for somebody ends with the next token: it may be another connection's. */
export async function isPaused(
  db: TenantReader,
  { pausedFor, pausedAt, pausedUntil: until }: Sender,
  now: number,
): Promise<boolean> {
  if (pausedFor === null) return false;
  if (until !== null) return until > now;
  const { updatedAt } = await readMask(db, "bling.access_token");
  return updatedAt === null || updatedAt <= (pausedAt ?? 0);
}

async function firstDue(db: TenantReader, now: number): Promise<Doc<"erpOrders"> | null> {
  return await db
    .query("erpOrders")
    .withIndex("by_tenantId_and_dueAt", (q) => q.gt("dueAt", 0).lte("dueAt", now))
    .first();
}

/** Whether there is a due order and nothing that keeps it from being taken: what the sweep asks of each company. */
export async function hasDue(db: TenantReader, now: number): Promise<boolean> {
  return (await firstDue(db, now)) !== null;
}

const DAY_MS = 24 * 60 * 60_000;
const DEAD_AT_ONCE = 100;

/** Deletes turns that nobody will take over: their companies are gone. */
export async function deleteDeadTurns(all: DatabaseWriter, now: number): Promise<void> {
  const dead = await all
    .query("erpTurns")
    .withIndex("by_until", (q) => q.lt("until", now - DAY_MS))
    .take(DEAD_AT_ONCE);
  for (const { _id } of dead) await all.delete("erpTurns", _id);
}

/** What of a row the work writes down while it lasts. */
export type Learnt = Partial<
  Pick<
    Doc<"erpOrders">,
    | "saleId"
    | "saleNumber"
    | "mayExist"
    | "sentHash"
    | "isCanceled"
    | "situationId"
    | "isStockPosted"
    | "isBilled"
    | "givenHash"
    | "totalCents"
  >
>;

const MAX_STEPS = 10;

/**
 * Writes down what was learnt, and says whether the work may go on: the turn is still its own, and nothing has happened
 * to the order since it began. What has been made at the ERP is written down even when it may not.
 */
export async function goOn(
  all: DatabaseWriter,
  db: TenantWriter,
  { erpOrderId, turnId }: TurnKey,
  { revision, learnt, text }: { readonly revision: number; readonly learnt: Learnt; readonly text: string | null },
  now: number,
): Promise<boolean> {
  const row = await db.get("erpOrders", erpOrderId);
  if (row === null) return false;
  const turn = await findTurn(all, db.tenantId);
  const isOwn = turn !== null && turn.turnId === turnId && turn.until > now;
  const isNew = typeof learnt.saleId === "number" && row.saleId === null;
  if (isOwn) await all.patch("erpTurns", turn._id, { until: now + TURN_MS });
  const steps = text === null ? {} : { steps: [...row.steps, { at: now, text }].slice(-MAX_STEPS) };
  if (isOwn || isNew) {
    await db.patch("erpOrders", row, {
      ...learnt,
      ...steps,
      ...(isOwn ? { dueAt: now + TURN_MS } : {}),
      changedAt: now,
    });
  }
  return isOwn && row.revision === revision;
}

/** @returns in how many milliseconds there is another turn to be taken; null when the sweep will find what there is */
export async function settleTurn(
  all: DatabaseWriter,
  db: TenantWriter,
  { erpOrderId, turnId }: TurnKey,
  { revision, outcome }: { readonly revision: number; readonly outcome: TurnOutcome },
  now: number,
): Promise<number | null> {
  const turn = await findTurn(all, db.tenantId);
  if (turn?.turnId !== turnId) return null;
  await all.delete("erpTurns", turn._id);
  const row = await db.get("erpOrders", erpOrderId);
  const sender = after(await readSender(db), outcome, now);
  await putSender(db, sender);
  if (row !== null) await db.patch("erpOrders", row, { ...standing(row, { revision, outcome }, now), changedAt: now });
  return await nextTurnIn(db, sender, now);
}

type Standing = Partial<Pick<Doc<"erpOrders">, "state" | "list" | "dueAt" | "reason" | "attempts" | "steps">>;

function standing(
  row: Doc<"erpOrders">,
  { revision, outcome }: { readonly revision: number; readonly outcome: TurnOutcome },
  now: number,
): Standing {
  const isUnknown = row.mayExist && row.saleId === null;
  const waiting = isUnknown ? "asking" : "waiting";
  const isStale = row.revision !== revision;
  switch (outcome.kind) {
    case "done":
      if (isStale) return { ...inState("waiting"), dueAt: now };
      return { ...inState(restingState(row)), dueAt: null, reason: null, attempts: 0 };
    case "again":
      return { ...inState(waiting), dueAt: now };
    case "failed":
      // It was refused as it was then.
      if (isStale) return { ...inState("waiting"), dueAt: now };
      return { ...inState("failed"), dueAt: null, ...saidOf(row, outcome.reason, now) };
    case "paused":
      return { ...inState(waiting), dueAt: isUnknown ? now + ASK_AFTER_MS : now };
    case "retry": {
      const attempts = row.attempts + 1;
      const waitMs = retryAfter(attempts);
      if (waitMs === null) return { ...inState("failed"), dueAt: null, attempts, ...saidOf(row, outcome.reason, now) };
      const dueAt = now + (outcome.isLost ? Math.max(waitMs, ASK_AFTER_MS) : waitMs);
      return { ...inState(waiting), dueAt, attempts, ...saidOf(row, outcome.reason, now) };
    }
    default:
      return outcome satisfies never;
  }
}

function saidOf({ steps }: Doc<"erpOrders">, reason: string, at: number): Pick<Doc<"erpOrders">, "reason" | "steps"> {
  return { reason, steps: [...steps, { at, text: reason }].slice(-MAX_STEPS) };
}

/** Orders in a row without an answer after which the ERP itself is taken to be away. */
const AWAY_AFTER = 3;

function after(sender: Sender, outcome: TurnOutcome, now: number): Sender {
  const isGood = outcome.kind === "done" || outcome.kind === "again";
  const failuresInRow = isGood ? 0 : outcome.kind === "paused" ? sender.failuresInRow : sender.failuresInRow + 1;
  const isAway = outcome.kind === "retry" && failuresInRow >= AWAY_AFTER;
  const pausedFor = outcome.kind === "paused" ? outcome.pause : isAway ? "unavailable" : null;
  // An answer of whatever kind ends the row of pauses.
  const pauses = pausedFor === null ? (outcome.kind === "retry" ? sender.pauses : 0) : sender.pauses + 1;
  return {
    pausedFor,
    pausedAt: pausedFor === null ? null : now,
    pausedUntil: pausedFor === null ? null : pausedUntil(pausedFor, { now, times: pauses }),
    pauses,
    failuresInRow,
    nextTurnAt: now + restAfterTurn(failuresInRow),
  };
}

/** What is due later than this the sweep finds in time. */
const SOON_MS = 60_000;

async function nextTurnIn(db: TenantReader, sender: Sender, now: number): Promise<number | null> {
  const next = await db
    .query("erpOrders")
    .withIndex("by_tenantId_and_dueAt", (q) => q.gt("dueAt", 0))
    .first();
  if (next === null || next.dueAt === null || (sender.pausedFor !== null && sender.pausedUntil === null)) return null;
  const at = Math.max(next.dueAt, sender.nextTurnAt, sender.pausedUntil ?? 0);
  return at - now < SOON_MS ? Math.max(0, at - now) : null;
}
