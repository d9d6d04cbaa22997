import { refuse } from "../../domain/errors";
import type { Doc } from "../_generated/dataModel";
import { appError } from "../lib/errors";
import type { OrderChange } from "../lib/orderChanges";
import type { TenantWriter } from "../lib/tenantDb";
import { requireUnchanged } from "./meanwhile";
import { appendOrderEvent, listRecentEvents, type Deed } from "./orderEvents";
import { reprintMark, UP_TO_DATE } from "./reprint";

/** The facts of an order that no sum depends on. */

/** Marks an order printed, which also ends 'Imprimir de novo', or not. Returns whether anything changed: twice is once. */
export async function setOrderPrinted(
  db: TenantWriter,
  order: Doc<"orders">,
  printed: boolean,
  deed: Deed,
): Promise<boolean> {
  if (order.printed === printed && order.needsReprint !== true) return false;
  await db.patch("orders", order, order.needsReprint === true ? { printed, ...UP_TO_DATE } : { printed });
  await appendOrderEvent(db, order._id, deed, {
    kind: "field_changed",
    field: "printed",
    before: order.printed,
    after: printed,
    reason: null,
  });
  return true;
}

/** Longer than any note that a list can show. Inferred. */
export const MAX_OBSERVATION = 500;

/**
 * Sets the observation; an empty one is none.
 *
 * @param change.seen what stood there when typing began
 * Refused with `observation_too_long`, `changed_meanwhile`.
 */
export async function setOrderObservation(
  db: TenantWriter,
  order: Doc<"orders">,
  change: { readonly observation: string | null; readonly seen: string | null },
  deed: Deed,
): Promise<void> {
  const observation = change.observation?.trim() || null;
  if (observation !== null && observation.length > MAX_OBSERVATION) {
    throw appError(refuse("observation_too_long", { max: MAX_OBSERVATION }).refusal);
  }
  if (observation === order.observation) return;
  if (order.observation !== change.seen) await refuseOverwritten(db, order, change.seen);
  await db.patch("orders", order, { observation, ...reprintMark(order) });
  await appendOrderEvent(db, order._id, deed, {
    kind: "field_changed",
    field: "observation",
    before: order.observation,
    after: observation,
    reason: null,
  });
}

async function refuseOverwritten(db: TenantWriter, order: Doc<"orders">, seen: string | null): Promise<void> {
  const { observation: value } = order;
  const by = await findAuthor(db, order, (change) => change.kind === "field_changed" && change.field === "observation");
  requireUnchanged({ field: "observation", value, shown: value === null ? "vazio" : `“${value}”`, ...by }, seen);
}

/** Who made the last change of a kind, as far as the recent timeline knows. */
export async function findAuthor(
  db: TenantWriter,
  order: Doc<"orders">,
  isIt: (change: OrderChange) => boolean,
): Promise<{ actorName: string; at: number }> {
  const event = (await listRecentEvents(db, order._id)).find(({ change }) => isIt(change));
  return { actorName: event?.actorName ?? "Outra pessoa", at: event?.at ?? order.createdAt };
}
