import type { Doc, Id } from "../_generated/dataModel";
import type { TenantWriter } from "../lib/tenantDb";

export type OrderChange = Doc<"orderEvents">["change"];

/** Who an entry of the timeline is written down for; `id` is null when the shop's own programs act. */
export interface Actor {
  readonly id: Id<"profiles"> | null;
  readonly name: string;
}

export function actorOf(profile: Doc<"profiles">): Actor {
  return { id: profile._id, name: profile.name };
}

/** Who did something to an order, and when (epoch milliseconds). */
export interface Deed {
  readonly actor: Actor;
  readonly at: number;
}

/** Adds one entry to the order's timeline. Entries are never changed or removed. */
export async function appendOrderEvent(
  db: TenantWriter,
  orderId: Id<"orders">,
  { actor, at }: Deed,
  change: OrderChange,
): Promise<void> {
  await db.insert("orderEvents", { orderId, at, actorId: actor.id, actorName: actor.name, change });
}
