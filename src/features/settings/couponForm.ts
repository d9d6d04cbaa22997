import type { CalendarDate } from "../../../domain/calendar";
import { checkCouponDraft, type Coupon, type CouponDraft, type Discount } from "../../../domain/coupons";
import { refusalMessage, type RefusalCode } from "../../../domain/errors";
import { parseBRL } from "../../../domain/money";
import type { FieldErrors } from "../../ui/useFieldErrors";
import { moneyText } from "../../ui/MoneyField";

export const COUPON_FIELDS = ["code", "value", "expiresDate", "usageLimit"] as const;
export type CouponField = (typeof COUPON_FIELDS)[number];

/** A coupon as its fields show it. */
export interface CouponText {
  readonly code: string;
  readonly kind: Discount["kind"];
  /** Of the kind: a percentage, or an amount. */
  readonly value: string;
  readonly expiresDate: CalendarDate | null;
  readonly usageLimit: string;
  readonly isActive: boolean;
}

export const NEW_COUPON: CouponText = {
  code: "",
  kind: "percentage",
  value: "",
  expiresDate: null,
  usageLimit: "",
  isActive: true,
};

export function couponText({
  code,
  discount,
  expiresDate,
  usageLimit,
  isActive,
}: Omit<Coupon, "usedCount">): CouponText {
  return {
    code,
    kind: discount.kind,
    value: discount.kind === "percentage" ? String(discount.percent) : moneyText(discount.amountCents),
    expiresDate,
    usageLimit: usageLimit === null ? "" : String(usageLimit),
    isActive,
  };
}

/** What of a coupon a person edits. */
export type EditedCoupon = Omit<Coupon, "usedCount" | "discount"> & { readonly discount: Discount | null };

export const NO_COUPON: EditedCoupon = {
  code: "",
  discount: null,
  expiresDate: null,
  usageLimit: null,
  isActive: true,
};

/** Kind and value are one discount. */
export const COUPON_SHOWS = {
  code: ["code"],
  discount: ["kind", "value"],
  expiresDate: ["expiresDate"],
  usageLimit: ["usageLimit"],
  isActive: ["isActive"],
} as const satisfies Record<keyof EditedCoupon, readonly (keyof CouponText)[]>;

export function editedText({ discount, ...coupon }: EditedCoupon): CouponText {
  return discount === null ? NEW_COUPON : couponText({ ...coupon, discount });
}

export type CouponReading =
  | { readonly ok: true; readonly draft: CouponDraft }
  | { readonly ok: false; readonly errors: FieldErrors<CouponField> };

/** What the fields say, by the rule that the server applies again. Source: specification §5 "Coupon". */
export function readCoupon(text: CouponText): CouponReading {
  const missing = refusalMessage("fields_required");
  const empty = {
    ...(text.code.trim() === "" ? { code: missing } : {}),
    ...(text.value.trim() === "" ? { value: missing } : {}),
  };
  if (Object.keys(empty).length > 0) return { ok: false, errors: empty };
  const discount = readDiscount(text);
  if (discount === null) {
    const code = text.kind === "percentage" ? "invalid_percent" : "invalid_amount";
    return { ok: false, errors: { value: refusalMessage(code) } };
  }
  const limit = text.usageLimit.trim();
  const draft: CouponDraft = {
    code: text.code,
    discount,
    expiresDate: text.expiresDate,
    // What is no whole number is refused by the rule below, not read as something else.
    usageLimit: limit === "" ? null : /^\d+$/.test(limit) ? Number(limit) : Number.NaN,
    isActive: text.isActive,
  };
  const checked = checkCouponDraft(draft);
  if (checked.ok) return { ok: true, draft };
  const { code, params } = checked.refusal;
  const field = couponFieldOf(code) ?? "code";
  return { ok: false, errors: { [field]: refusalMessage(code, params) } };
}

function readDiscount({ kind, value }: CouponText): Discount | null {
  if (kind === "percentage") {
    const digits = value.replace("%", "").trim();
    return /^\d+$/.test(digits) ? { kind, percent: Number(digits) } : null;
  }
  const amount = parseBRL(value);
  return amount.ok ? { kind, amountCents: amount.value } : null;
}

/** The field that a refusal is about. */
export function couponFieldOf(code: RefusalCode): CouponField | null {
  switch (code) {
    case "coupon_code_in_use":
    case "value_too_long":
      return "code";
    case "invalid_percent":
    case "invalid_amount":
      return "value";
    case "invalid_date":
      return "expiresDate";
    case "invalid_usage_limit":
      return "usageLimit";
    default:
      return null;
  }
}
