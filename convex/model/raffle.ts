import { refuse } from "../../domain/errors";
import { drawWinner, fingerprintOf } from "../../domain/raffle";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, assert, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { writeAudit } from "./audit";
import type { Actor, Deed } from "./orderEvents";
import { ordersInFilter } from "./orderList";
import { findOrderByNumber } from "./orders";

/** As many numbers as one row holds. */
const MAX_ELIGIBLE = 8_000;
const MAX_REASON = 200;

/** The paid orders of a date, one chance each: their numbers, ascending. */
export async function listEligible(db: TenantReader, eventDate: string): Promise<number[]> {
  const orders = await ordersInFilter(db, { eventDate, isPaid: true }).take(MAX_ELIGIBLE + 1);
  if (orders.length > MAX_ELIGIBLE) throw appError(refuse("too_many_items", { max: MAX_ELIGIBLE }).refusal);
  return orders.map(({ number }) => number);
}

/**
 * Writes down who takes part, before there is a seed.
 *
 * Refused with `no_eligible_orders`, `redo_reason_required` (the date has been drawn), `value_too_long`.
 */
export async function prepareDraw(
  db: TenantWriter,
  { eventDate, redoReason: typed }: { readonly eventDate: string; readonly redoReason: string | null },
  actor: Actor,
): Promise<Id<"raffleDraws">> {
  const redoReason = typed === null || typed.trim() === "" ? null : typed.trim();
  if ((redoReason?.length ?? 0) > MAX_REASON) throw appError(refuse("value_too_long", { max: MAX_REASON }).refusal);
  const hasBeenDrawn = await isDrawn(db, eventDate);
  if (hasBeenDrawn && redoReason === null) return refuseWith("redo_reason_required");
  const orderNumbers = await listEligible(db, eventDate);
  if (orderNumbers.length === 0) return refuseWith("no_eligible_orders");
  return await db.insert("raffleDraws", {
    eventDate,
    orderNumbers,
    fingerprint: fingerprintOf(eventDate, orderNumbers),
    redoReason: hasBeenDrawn ? redoReason : null,
    drawnByName: actor.name,
    result: null,
  });
}

/**
 * Draws among those who were written down.
 *
 * Of two people who prepared the first draw of a date at once, the second is refused with `redo_reason_required`.
 */
export async function settleDraw(
  db: TenantWriter,
  { drawId, seed }: { readonly drawId: Id<"raffleDraws">; readonly seed: string },
  deed: Deed,
): Promise<RaffleDraw> {
  const draw = await db.get("raffleDraws", drawId);
  assert(draw !== null && draw.result === null, "a draw should be drawn once, after it was prepared");
  if (draw.redoReason === null && (await isDrawn(db, draw.eventDate))) return refuseWith("redo_reason_required");
  const order = await findOrderByNumber(db, drawWinner({ fingerprint: draw.fingerprint, seed }, draw.orderNumbers));
  if (order === null) return refuseWith("order_not_found");
  const { _id: orderId, number: orderNumber, customerPhone: phone, customerName: name, totalCents } = order;
  const result = { drawnAt: deed.at, seed, winner: { orderId, orderNumber, phone, name, totalCents } };
  await db.patch("raffleDraws", draw, { result });
  await writeAudit(db, deed, {
    action: "raffle_drawn",
    record: { kind: "raffle", key: drawId, label: draw.eventDate },
    after: { winner: orderNumber, phone, eligible: draw.orderNumbers.length, seed, redoReason: draw.redoReason },
  });
  return toDraw({ ...draw, result });
}

export type RaffleDraw = ReturnType<typeof toDraw>;

type SettledDraw = Doc<"raffleDraws"> & { readonly result: NonNullable<Doc<"raffleDraws">["result"]> };

function isSettled(draw: Doc<"raffleDraws">): draw is SettledDraw {
  return draw.result !== null;
}

function toDraw({ _id: drawId, eventDate, orderNumbers, fingerprint, drawnByName, redoReason, result }: SettledDraw) {
  return { drawId, eventDate, eligible: orderNumbers.length, fingerprint, drawnByName, redoReason, ...result };
}

/** Draws of one date, or of all: more than anybody looks through. */
const MAX_DRAWS = 50;

function drawsOf(db: TenantReader, eventDate: string | null) {
  const draws = db.query("raffleDraws");
  return draws.withIndex("by_tenantId_and_eventDate", (q) => (eventDate === null ? q : q.eq("eventDate", eventDate)));
}

async function isDrawn(db: TenantReader, eventDate: string): Promise<boolean> {
  return (await drawsOf(db, eventDate).take(MAX_DRAWS)).some(isSettled);
}

/** What has been drawn, newest first: of one date, or of all by date. */
export async function listDraws(db: TenantReader, eventDate: string | null): Promise<RaffleDraw[]> {
  const draws = await drawsOf(db, eventDate).order("desc").take(MAX_DRAWS);
  return draws.filter(isSettled).map(toDraw);
}

/** One draw with the list it was drawn from, so that anybody can compute it again. */
export async function readProof(db: TenantReader, drawId: Id<"raffleDraws">) {
  const draw = await db.get("raffleDraws", drawId);
  return draw === null || !isSettled(draw) ? null : { draw: toDraw(draw), orderNumbers: draw.orderNumbers };
}
