import { v } from "convex/values";
import { saoPauloDate } from "../domain/calendar";
import { internal } from "./_generated/api";
import { requireEventDate } from "./lib/eventDate";
import { scopedMutation, systemMutation, tenantQuery } from "./lib/functions";
import { vCents, vEventDate, vEventType } from "./lib/validators";
import { beginNextMonth, sumUpStep } from "./model/productMonths";
import * as Reports from "./model/reports";

const vCard = v.object({
  orders: v.number(),
  paidOrders: v.number(),
  pendingOrders: v.number(),
  paidCents: vCents,
  pendingCents: vCents,
  totalCents: vCents,
  pieces: v.number(),
  averageTicketCents: vCents,
});

/** Staff: the cards of the reports, by the day orders were created on. Refused with `invalid_date`, `invalid_period`. */
export const overview = tenantQuery({
  args: { today: vEventDate, from: v.optional(vEventDate), to: v.optional(vEventDate) },
  returns: v.object({ today: vCard, month: vCard, year: vCard, all: vCard, period: v.union(v.null(), vCard) }),
  handler: async (ctx, { today, from, to }) => {
    Reports.requirePeriod({ from: today, to: today });
    const period = from === undefined || to === undefined ? null : Reports.requirePeriod({ from, to });
    return await Reports.readOverview(ctx.db, today, period);
  },
});

/** Staff: the ten best sellers of a period. Refused with `invalid_date`, `invalid_period`. */
export const topProducts = tenantQuery({
  args: { from: vEventDate, to: vEventDate },
  returns: v.array(
    v.object({
      productId: v.id("products"),
      code: v.string(),
      name: v.string(),
      quantity: v.number(),
      totalCents: vCents,
      averagePriceCents: vCents,
    }),
  ),
  handler: (ctx, period) => Reports.readTopProducts(ctx.db, Reports.requirePeriod(period)),
});

/** Staff: what each WhatsApp group brought. */
export const groups = tenantQuery({
  args: {},
  returns: v.array(
    v.object({
      group: v.string(),
      orders: v.number(),
      paidOrders: v.number(),
      pieces: v.number(),
      paidPieces: v.number(),
      pendingPieces: v.number(),
      paidCents: vCents,
      pendingCents: vCents,
      totalCents: vCents,
      conversionPermille: v.number(),
    }),
  ),
  handler: (ctx) => Reports.readGroups(ctx.db),
});

/** Staff: paid and pending sales by day, days with orders alone. Refused with `invalid_date`, `invalid_period`. */
export const salesByDay = tenantQuery({
  args: { from: vEventDate, to: vEventDate },
  returns: v.array(v.object({ date: vEventDate, orders: v.number(), paidCents: vCents, pendingCents: vCents })),
  handler: (ctx, period) => Reports.readSalesByDay(ctx.db, Reports.requirePeriod(period)),
});

/** Staff: sales by event type, of one live or of all time. Refused with `invalid_event_date`. */
export const byEventType = tenantQuery({
  args: { eventDate: v.optional(vEventDate) },
  returns: v.array(
    v.object({
      eventType: vEventType,
      orders: v.number(),
      pieces: v.number(),
      paidCents: vCents,
      pendingCents: vCents,
    }),
  ),
  handler: (ctx, { eventDate }) => {
    if (eventDate !== undefined) requireEventDate(eventDate);
    return Reports.readByEventType(ctx.db, eventDate ?? null);
  },
});

/** Staff: one live hour by hour, by when its orders were opened. Refused with `invalid_event_date`. */
export const liveByHour = tenantQuery({
  args: { eventDate: vEventDate },
  returns: v.array(v.object({ hour: v.string(), orders: v.number(), totalCents: vCents })),
  handler: (ctx, { eventDate }) => {
    requireEventDate(eventDate);
    return Reports.readLiveByHour(ctx.db, eventDate);
  },
});

/** More companies than one installation has. */
const MAX_COMPANIES = 2_000;

/** Has every company's months that are over added up, one after the other. */
export const sumUpMonths = systemMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const tenants = await ctx.db.query("tenants").take(MAX_COMPANIES);
    for (const { _id: tenantId } of tenants) {
      await ctx.scheduler.runAfter(0, internal.reports.sumUpMonth, { tenantId, month: null, cursor: null });
    }
    return null;
  },
});

/** A step of adding a company's months up; each schedules the next, until no month that is over is left. */
export const sumUpMonth = scopedMutation({
  args: { month: v.union(v.null(), v.string()), cursor: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, { month: begun, cursor }) => {
    const month = begun ?? (await beginNextMonth(ctx.db, saoPauloDate(Date.now())));
    if (month === null) return null;
    const next = await sumUpStep(ctx.db, month, cursor);
    const step = { month: next === null ? null : month, cursor: next };
    await ctx.scheduler.runAfter(0, internal.reports.sumUpMonth, { tenantId: ctx.tenant._id, ...step });
    return null;
  },
});
