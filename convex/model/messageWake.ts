import type { Doc } from "../_generated/dataModel";
import type { TenantWriter } from "../lib/tenantDb";

/** What those who are no part of the sender ask of it. */

/** There is something to send, or may be again. */
export async function wakeSender(_db: TenantWriter, _now: number): Promise<void> {
  await Promise.resolve();
}

/** A queue in pause looks at once whether it may go on. */
export async function probeNow(_db: TenantWriter, _now: number): Promise<void> {
  await Promise.resolve();
}

/** The gateway has told that a message left, whatever became of its answer. */
export async function settleProven(
  db: TenantWriter,
  message: Doc<"outgoingMessages">,
  providerId: string,
  _now: number,
): Promise<void> {
  await db.patch("outgoingMessages", message, { providerId });
}
