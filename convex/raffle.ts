import { v } from "convex/values";
import { fingerprintOf } from "../domain/raffle";
import { internal } from "./_generated/api";
import { requireEventDate } from "./lib/eventDate";
import { scopedMutation, tenantAction, tenantQuery } from "./lib/functions";
import { randomHex } from "./lib/randomIds";
import { vCents, vEventDate, vPhone } from "./lib/validators";
import * as Raffle from "./model/raffle";

const vDraw = v.object({
  drawId: v.id("raffleDraws"),
  eventDate: vEventDate,
  eligible: v.number(),
  fingerprint: v.string(),
  drawnByName: v.string(),
  redoReason: v.union(v.null(), v.string()),
  drawnAt: v.number(),
  seed: v.string(),
  winner: v.object({
    orderId: v.id("orders"),
    orderNumber: v.number(),
    phone: vPhone,
    name: v.union(v.null(), v.string()),
    totalCents: vCents,
  }),
});

const vActorName = v.object({ id: v.id("profiles"), name: v.string() });
const SEED_BYTES = 32;

/**
 * Staff: draws one of the paid orders of a date. Who takes part is written down before the seed is made.
 *
 * Refused with `invalid_event_date`, `no_eligible_orders`, `redo_reason_required`, `value_too_long`.
 * Source: product.md "Raffle".
 */
export const draw = tenantAction({
  args: { eventDate: vEventDate, redoReason: v.optional(v.string()) },
  returns: vDraw,
  handler: async (ctx, { eventDate, redoReason = null }): Promise<Raffle.RaffleDraw> => {
    requireEventDate(eventDate);
    const { tenantId } = ctx;
    const actor = { id: ctx.actor.profileId, name: ctx.actor.name };
    const drawId = await ctx.runMutation(internal.raffle.prepare, { tenantId, eventDate, redoReason, actor });
    const seed = randomHex(SEED_BYTES);
    return await ctx.runMutation(internal.raffle.settle, { tenantId, drawId, seed, actor });
  },
});

export const prepare = scopedMutation({
  args: { eventDate: vEventDate, redoReason: v.union(v.null(), v.string()), actor: vActorName },
  returns: v.id("raffleDraws"),
  handler: (ctx, { actor, ...asked }) => Raffle.prepareDraw(ctx.db, asked, actor),
});

export const settle = scopedMutation({
  args: { drawId: v.id("raffleDraws"), seed: v.string(), actor: vActorName },
  returns: vDraw,
  handler: (ctx, { actor, ...drawn }) => Raffle.settleDraw(ctx.db, drawn, { actor, at: Date.now() }),
});

/** Staff: what has been drawn, newest first, of one date or of all. Refused with `invalid_event_date`. */
export const list = tenantQuery({
  args: { eventDate: v.optional(vEventDate) },
  returns: v.array(vDraw),
  handler: (ctx, { eventDate }) => {
    if (eventDate !== undefined) requireEventDate(eventDate);
    return Raffle.listDraws(ctx.db, eventDate ?? null);
  },
});

/** Staff: how many would take part now, and their fingerprint. Refused with `invalid_event_date`. */
export const eligible = tenantQuery({
  args: { eventDate: vEventDate },
  returns: v.object({ count: v.number(), fingerprint: v.string() }),
  handler: async (ctx, { eventDate }) => {
    requireEventDate(eventDate);
    const numbers = await Raffle.listEligible(ctx.db, eventDate);
    return { count: numbers.length, fingerprint: fingerprintOf(eventDate, numbers) };
  },
});

/** Staff: a draw with the numbers it was drawn from, so that anybody can compute it again. */
export const proof = tenantQuery({
  args: { drawId: v.id("raffleDraws") },
  returns: v.union(v.null(), v.object({ draw: vDraw, orderNumbers: v.array(v.number()) })),
  handler: (ctx, { drawId }) => Raffle.readProof(ctx.db, drawId),
});
