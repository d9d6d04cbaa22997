import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { DatabaseWriter } from "../_generated/server";
import type { vLogOutcome } from "../lib/messageTables";
import type { TenantWriter } from "../lib/tenantDb";

/** What was tried and what came of it: `whatsapp_messages` of the specification. */

export type LogOutcome = Infer<typeof vLogOutcome>;

export async function logAttempt(
  db: TenantWriter,
  message: Doc<"outgoingMessages">,
  {
    outcome,
    reason = null,
    providerId = null,
    at,
  }: {
    readonly outcome: LogOutcome;
    readonly reason?: string | null;
    readonly providerId?: string | null;
    readonly at: number;
  },
): Promise<void> {
  const { _id: messageId, phone, text, attempts: attempt } = message;
  const type = message.kind === "broadcast" ? "broadcast" : "system_log";
  await db.insert("messageLog", { messageId, at, phone, text: text ?? "", type, attempt, outcome, reason, providerId });
}

/** Deletes up to `limit` of what was written before an instant, of all companies, from the log and from the messages. */
export async function deleteMessagesBefore(db: DatabaseWriter, instantMs: number, limit: number): Promise<number> {
  let deleted = 0;
  for (const table of ["messageLog", "outgoingMessages"] as const) {
    const old = await db
      .query(table)
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", instantMs))
      .take(limit - deleted);
    for (const row of old) await db.delete(table, row._id);
    deleted += old.length;
    if (deleted === limit) return deleted;
  }
  return deleted;
}
