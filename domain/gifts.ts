import { ok, refuse, type Result } from "./errors";
import type { Cents } from "./money";

/** A gift as it is typed. Null is a field left empty. */
export interface GiftDraft {
  readonly name: string;
  readonly description: string | null;
  readonly minimumPurchaseCents: Cents | null;
  readonly isActive: boolean;
}

export type GiftFields = GiftDraft & { readonly minimumPurchaseCents: Cents };

export const MAX_GIFT_NAME = 120;
export const MAX_GIFT_DESCRIPTION = 500;

/**
 * Whether a gift can be kept as typed. A minimum of zero is a gift for everybody.
 *
 * Refused with `fields_required` (name or minimum missing), `invalid_amount`, `value_too_long`.
 * Source: specification §5 "Gift".
 */
export function checkGiftDraft(draft: GiftDraft): Result<GiftFields> {
  const name = draft.name.trim();
  const description = draft.description?.trim() ?? "";
  const { minimumPurchaseCents } = draft;
  if (name === "" || minimumPurchaseCents === null) return refuse("fields_required");
  if (!Number.isSafeInteger(minimumPurchaseCents) || minimumPurchaseCents < 0) return refuse("invalid_amount");
  if (name.length > MAX_GIFT_NAME) return refuse("value_too_long", { max: MAX_GIFT_NAME });
  if (description.length > MAX_GIFT_DESCRIPTION) return refuse("value_too_long", { max: MAX_GIFT_DESCRIPTION });
  return ok({
    name,
    description: description === "" ? null : description,
    minimumPurchaseCents,
    isActive: draft.isActive,
  });
}

/**
 * The best gift that a total earns: of the active ones within reach, the one with the highest minimum; of several with
 * that minimum the first given. Null when there is none.
 * Source: product.md "Checkout".
 */
export function bestGift<Gift extends Pick<GiftFields, "minimumPurchaseCents" | "isActive">>(
  gifts: readonly Gift[],
  totalCents: Cents,
): Gift | null {
  let best: Gift | null = null;
  for (const gift of gifts) {
    if (!gift.isActive || gift.minimumPurchaseCents > totalCents) continue;
    if (best === null || gift.minimumPurchaseCents > best.minimumPurchaseCents) best = gift;
  }
  return best;
}
