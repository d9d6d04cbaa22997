import { saoPauloDate } from "../../domain/calendar";
import { dailyCeiling, paceOf, type BroadcastDay, type Pace } from "../../domain/messagesPacing";
import type { TenantReader } from "../lib/tenantDb";
import { readWhatsapp } from "./integrations";
import { listInstances } from "./messageInstances";

/** How fast a company's broadcasts go out, and how many more today. */
export interface BroadcastLimits {
  readonly pace: Pace;
  readonly day: BroadcastDay;
}

export async function readBroadcastLimits(db: TenantReader, now: number): Promise<BroadcastLimits> {
  const settings = await readWhatsapp(db);
  const { gateway, dailyCeiling: wanted } = settings;
  const today = await db
    .query("broadcastDays")
    .withIndex("by_tenantId_and_date", (q) => q.eq("date", saoPauloDate(now)))
    .first();
  const numberSince = firstSeen((await listInstances(db)).map(({ firstOnlineAt }) => firstOnlineAt));
  return {
    pace: paceOf(gateway, "broadcast", settings),
    day: { sentToday: today?.sent ?? 0, ceiling: dailyCeiling(gateway, { numberSince, wanted, now }) },
  };
}

/** Of several telephones the newest says how careful to be. */
function firstSeen(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((instant) => instant !== null);
  return known.length === 0 ? null : Math.max(...known);
}
