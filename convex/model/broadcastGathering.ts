import { SKIPPED_REASONS } from "../../domain/broadcasts";
import { phoneMatchKey } from "../../domain/messagesInstances";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { hasOptedOut } from "./optOuts";
import { ordersInFilter } from "./orderList";

/**
 * Who gets a broadcast: one per phone, slice by slice, frozen before anybody confirms. Those who asked to be left alone
 * stand in the list too, so that a person sees that they were not forgotten.
 */

const ORDERS_PER_SLICE = 100;

interface Slice {
  readonly orders: readonly Doc<"orders">[];
  /** How far this slice comes: an order's number, or a position in the list that was ticked. */
  readonly reached: number;
  readonly isLast: boolean;
}

/** Gathers the recipients of the next orders. @returns whether there is another slice */
export async function gatherSlice(db: TenantWriter, broadcastId: Id<"broadcasts">): Promise<boolean> {
  const broadcast = await db.get("broadcasts", broadcastId);
  if (broadcast === null || broadcast.state !== "preparing") return false;
  const { orders, reached, isLast } = await nextOrders(db, broadcast);
  const counts = { total: 0, optedOut: 0, repeated: 0, invalid: 0 };
  let position = broadcast.total + broadcast.optedOut;
  for (const order of orders) {
    const outcome = await addRecipient(db, broadcastId, { order, position });
    counts[outcome] += 1;
    if (outcome === "total" || outcome === "optedOut") position += 1;
  }
  await db.patch("broadcasts", broadcast, {
    afterNumber: reached,
    ordersFound: broadcast.ordersFound + orders.length,
    total: broadcast.total + counts.total,
    optedOut: broadcast.optedOut + counts.optedOut,
    repeated: broadcast.repeated + counts.repeated,
    invalid: broadcast.invalid + counts.invalid,
    ...(isLast ? { state: "ready" as const } : {}),
  });
  return !isLast;
}

async function nextOrders(db: TenantReader, { selection, afterNumber, upToNumber }: Doc<"broadcasts">): Promise<Slice> {
  if (selection.kind === "filter") {
    const numbers = { above: afterNumber, upTo: upToNumber };
    const orders = await ordersInFilter(db, selection.filter, numbers).take(ORDERS_PER_SLICE);
    const isLast = orders.length < ORDERS_PER_SLICE;
    return { orders, reached: orders.at(-1)?.number ?? afterNumber, isLast };
  }
  const reached = afterNumber + ORDERS_PER_SLICE;
  const found = await Promise.all(
    selection.orderIds.slice(afterNumber, reached).map((orderId) => db.get("orders", orderId)),
  );
  // One that has been deleted since has nobody to write to.
  const orders = found.filter((order) => order !== null);
  return { orders, reached, isLast: reached >= upToNumber };
}

type Outcome = "total" | "optedOut" | "repeated" | "invalid";

async function addRecipient(
  db: TenantWriter,
  broadcastId: Id<"broadcasts">,
  { order, position }: { readonly order: Doc<"orders">; readonly position: number },
): Promise<Outcome> {
  const { customerPhone: phone, customerName: name } = order;
  const matchKey = phoneMatchKey(phone);
  if (matchKey === null) return "invalid";
  const known = await db
    .query("broadcastRecipients")
    .withIndex("by_tenantId_and_broadcastId_and_matchKey", (q) =>
      q.eq("broadcastId", broadcastId).eq("matchKey", matchKey),
    )
    .first();
  if (known !== null) return "repeated";
  const isOut = await hasOptedOut(db, matchKey);
  await db.insert("broadcastRecipients", {
    ...{ broadcastId, position, phone, matchKey, name },
    ...(isOut
      ? { state: "skipped" as const, reason: SKIPPED_REASONS.optedOut }
      : { state: "waiting" as const, reason: null }),
  });
  return isOut ? "optedOut" : "total";
}
