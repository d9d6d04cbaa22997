/** How far a message has come after it left. A failure counts for more than having left and for less than having arrived. */
const DELIVERIES = ["sent", "failed", "delivered", "read"] as const;
export type Delivery = (typeof DELIVERIES)[number];

/**
 * What is known of a message's delivery after a notice: notices come late, twice and in any order, and nothing that was
 * read becomes unread.
 *
 * @param known null before any notice
 */
export function furthestDelivery(known: Delivery | null, told: Delivery): Delivery {
  if (known === null) return told;
  return DELIVERIES.indexOf(told) > DELIVERIES.indexOf(known) ? told : known;
}
