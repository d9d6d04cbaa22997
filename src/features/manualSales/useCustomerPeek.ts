import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { parsePhone, phoneBeginnings } from "../../../domain/phone";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type CustomerPeek = FunctionReturnType<typeof api.customers.peek>;

/**
 * Who a phone belongs to and what is open for them on this live: undefined while unknown or while too little is typed,
 * null for a whole phone nobody has bought with and for a half one that nobody's or more than one's begins with. For a
 * half one `phone` says whose it can only be (UX conventions L13).
 *
 * @param typed as it stands in the field; null while that is no phone alone
 */
export function useCustomerPeek(typed: string | null, eventDate: string): CustomerPeek | undefined {
  const phone = typed === null ? null : askedFor(typed);
  const live = useTenantQuery(api.customers.peek, phone === null ? "skip" : { phone, eventDate });
  // The answer for the phone before would name the wrong person.
  return phone !== null && live.status === "ready" && !live.isStale ? live.value : undefined;
}

/** However it is punctuated, the same phone is the same question. */
function askedFor(typed: string): string | null {
  const whole = parsePhone(typed);
  if (whole.ok) return whole.value;
  return phoneBeginnings(typed).length === 0 ? null : typed.replace(/[^\d+]/g, "");
}
