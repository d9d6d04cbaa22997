/** What the page says of a payment. */
export type Outcome = "approved" | "pending" | "rejected" | "unknown";

/** What Mercado Pago, or anybody, wrote into the address this page was opened with. It proves nothing. */
export interface ReturnAddress {
  /** What the status word means. */
  readonly outcome: Outcome;
  /** The order's reference: 32 hexadecimal digits; null where the address has none. */
  readonly publicRef: string | null;
  readonly paymentId: string | null;
  readonly preferenceId: string | null;
}

/**
 * The provider's own words, and 'success' and 'failure', which are only the names of its return addresses.
 * Source: contracts/mercado-pago.md §3 and §4, specification §2 "Payment return".
 */
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ["approved", "approved"],
  ["success", "approved"],
  ["pending", "pending"],
  ["in_process", "pending"],
  ["authorized", "pending"],
  ["rejected", "rejected"],
  ["failure", "rejected"],
  ["cancelled", "rejected"],
]);

/** @param query as in `location.search` */
export function readReturnAddress(query: string): ReturnAddress {
  const params = new URLSearchParams(query);
  const status = params.get("status") ?? params.get("collection_status") ?? "";
  return {
    outcome: OUTCOMES.get(status.toLowerCase()) ?? "unknown",
    publicRef: matching(/^[0-9a-f]{32}$/, params.get("ref") ?? params.get("external_reference")),
    paymentId: matching(/^\d{1,20}$/, params.get("payment_id") ?? params.get("collection_id")),
    preferenceId: matching(/^[\w-]{1,80}$/, params.get("preference_id")),
  };
}

/** The provider writes the word 'null' where it has nothing to say. */
function matching(pattern: RegExp, text: string | null): string | null {
  return text !== null && text !== "null" && pattern.test(text) ? text : null;
}
