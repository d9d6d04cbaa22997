import { isEventDate } from "./calendar";
import { ok, refuse, type Result } from "./errors";
import { percentOf, type Cents } from "./money";

/** What a coupon takes off: a whole percentage, or a fixed amount. */
export type Discount =
  { readonly kind: "percentage"; readonly percent: number } | { readonly kind: "fixed"; readonly amountCents: Cents };

/** A coupon as it is typed. Null is a field left empty. */
export interface CouponDraft {
  readonly code: string;
  readonly discount: Discount | null;
  /** The last day it is good for, "YYYY-MM-DD"; null for ever. */
  readonly expiresDate: string | null;
  /** How many paid orders may use it; null for any number. */
  readonly usageLimit: number | null;
  readonly isActive: boolean;
}

/** A coupon as it is kept: its code in the one form. */
export type CouponFields = CouponDraft & { readonly discount: Discount };

export interface Coupon extends CouponFields {
  readonly usedCount: number;
}

export const MAX_COUPON_CODE = 40;

/** Codes are compared and kept in capitals, without spaces. Source: specification §3 "coupon". */
export function normalizeCouponCode(typed: string): string {
  return typed.replace(/\s+/g, "").toUpperCase();
}

/**
 * Whether a coupon can be kept as typed.
 *
 * Refused with `fields_required` (code or discount missing), `value_too_long`, `invalid_percent` (whole, 1 to 100),
 * `invalid_amount` (from one centavo), `invalid_date`, `invalid_usage_limit` (whole, from 1).
 * Source: specification §5 "Coupon".
 */
export function checkCouponDraft(draft: CouponDraft): Result<CouponFields> {
  const code = normalizeCouponCode(draft.code);
  if (code === "" || draft.discount === null) return refuse("fields_required");
  if (code.length > MAX_COUPON_CODE) return refuse("value_too_long", { max: MAX_COUPON_CODE });
  const { discount } = draft;
  if (discount.kind === "percentage") {
    if (!isWholeBetween(discount.percent, 1, 100)) return refuse("invalid_percent");
  } else if (!isWholeBetween(discount.amountCents, 1, Number.MAX_SAFE_INTEGER)) return refuse("invalid_amount");
  if (draft.expiresDate !== null && !isEventDate(draft.expiresDate)) return refuse("invalid_date");
  if (draft.usageLimit !== null && !isWholeBetween(draft.usageLimit, 1, Number.MAX_SAFE_INTEGER))
    return refuse("invalid_usage_limit");
  return ok({ ...draft, code, discount });
}

/**
 * What a coupon takes off a total on a day.
 *
 * Refused with `coupon_inactive`, `coupon_expired` (from the day after its last), `coupon_used_up`.
 */
export function applyCoupon(coupon: Coupon, totalCents: Cents, today: string): Result<Cents> {
  if (!coupon.isActive) return refuse("coupon_inactive");
  if (coupon.expiresDate !== null && today > coupon.expiresDate) return refuse("coupon_expired");
  if (coupon.usageLimit !== null && coupon.usedCount >= coupon.usageLimit) return refuse("coupon_used_up");
  return ok(discountOf(coupon.discount, totalCents));
}

/** A percentage is rounded half up to the centavo; nothing takes off more than there is. Source: product.md "Money". */
export function discountOf(discount: Discount, totalCents: Cents): Cents {
  const wanted = discount.kind === "percentage" ? percentOf(totalCents, discount.percent) : discount.amountCents;
  return Math.max(0, Math.min(wanted, totalCents));
}

function isWholeBetween(number: number, lowest: number, highest: number): boolean {
  return Number.isSafeInteger(number) && number >= lowest && number <= highest;
}
