import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useNow } from "../../lib/clock";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type OrderMessage = FunctionReturnType<typeof api.messages.ofOrder>[number];
export type TroubledMessage = FunctionReturnType<typeof api.messages.attention>[number];
export type MessageId = OrderMessage["messageId"];

/** What the customer of an order was told, or is to be told, newest first; loading without an order. */
export function useOrderMessages(orderId: Id<"orders"> | null) {
  return useTenantQuery(api.messages.ofOrder, orderId === null ? "skip" : { orderId });
}

const HOUR_MS = 60 * 60 * 1_000;
const LATELY_MS = 48 * HOUR_MS;

/** What of the last two days did not go out, newest first. By the hour, so that all screens ask the same. */
export function useAttention() {
  const now = useNow(HOUR_MS);
  return useTenantQuery(api.messages.attention, { since: now - (now % HOUR_MS) - LATELY_MS });
}

export function useRetryMessage() {
  return useTenantMutation(api.messages.retry);
}
