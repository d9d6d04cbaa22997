import { LANES } from "../lib/messageTables";
import type { TenantReader } from "../lib/tenantDb";
import { readWhatsapp } from "./integrations";

/** What is due has been due for so long that no turn can have been ordered for it. */
const OVERDUE_MS = 60_000;

/** Whether a company has something to send that nobody seems to be sending. */
export async function needsTurn(db: TenantReader, now: number): Promise<boolean> {
  return (await readWhatsapp(db)).isActive && (await hasWork(db, now - OVERDUE_MS));
}

/** Whether there is anything to send, or to be asked about, that is due by an instant. */
export async function hasWork(db: TenantReader, upTo = Infinity): Promise<boolean> {
  const running = await db
    .query("broadcasts")
    .withIndex("by_tenantId_and_state", (q) => q.eq("state", "running"))
    .first();
  if (running !== null) return true;
  for (const lane of [LANES.expected, LANES.broadcast])
    for (const state of ["waiting", "asking", "taken", "sending"] as const) {
      const due = await db
        .query("outgoingMessages")
        .withIndex("by_tenantId_and_lane_and_state_and_dueAt", (q) =>
          q.eq("lane", lane).eq("state", state).lte("dueAt", upTo),
        )
        .first();
      if (due !== null) return true;
    }
  return false;
}
