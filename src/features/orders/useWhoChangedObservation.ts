import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useTenantQuery } from "../../lib/useTenantQuery";
import type { Conflict } from "./useOrderActions";

const RECENT = { numItems: 10, cursor: null };

/** Who wrote the observation that stands there now; null while that is not known. Asks only while `isAsked`. */
export function useWhoChangedObservation(
  orderId: Id<"orders">,
  isAsked: boolean,
  value: string | null,
): Conflict | null {
  const recent = useTenantQuery(api.orders.timeline, isAsked ? { orderId, paginationOpts: RECENT } : "skip");
  if (recent.status !== "ready") return null;
  const entry = recent.value.page.find(
    ({ change }) => change.kind === "field_changed" && change.field === "observation" && change.after === value,
  );
  return entry === undefined ? null : { actorName: entry.actorName, value, at: entry.at };
}
