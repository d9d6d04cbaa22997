import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type CustomerPeek = FunctionReturnType<typeof api.customers.peek>;

/**
 * Who a phone belongs to and what is open for them on this live: undefined while unknown or while there is no complete
 * phone, null for a phone nobody has bought with.
 *
 * @param phone digits, or null while the field holds no complete phone
 */
export function useCustomerPeek(phone: string | null, eventDate: string): CustomerPeek | undefined {
  const live = useTenantQuery(api.customers.peek, phone === null ? "skip" : { phone, eventDate });
  // The answer for the phone before would name the wrong person.
  return phone !== null && live.status === "ready" && !live.isStale ? live.value : undefined;
}
