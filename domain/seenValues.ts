import { formatDate, isEventDate } from "./calendar";
import type { CouponFields, Discount } from "./coupons";
import type { GiftFields } from "./gifts";
import { kgText } from "./measures";
import { formatBRL } from "./money";

/**
 * What a screen showed of a record's fields when typing began, by field: sent along when it is saved, so that nobody is
 * overwritten unseen. Source: UX conventions P3.
 */
export type SeenValues = Readonly<Record<string, string | number | null>>;

/** A discount as a person reads it: `10%`, `R$ 5,00`. */
export function discountText(discount: Discount): string {
  return discount.kind === "percentage" ? `${discount.percent}%` : formatBRL(discount.amountCents);
}

/** A flag is left out: it has two values, so where somebody else has changed it, it is what the asker wants. */
export function couponValues({ code, discount, expiresDate, usageLimit }: CouponFields): SeenValues {
  return { code, discount: discountText(discount), expiresDate, usageLimit };
}

export function giftValues({ name, description, minimumPurchaseCents }: GiftFields): SeenValues {
  return { name, description, minimumPurchaseCents };
}

const ENVIRONMENTS: Readonly<Record<string, string>> = { sandbox: "Sandbox (testes)", production: "Produção" };

/** A field's value as a person reads it, by what the field's name says of it. */
export function shownValue(field: string, value: string | number | null): string {
  if (value === null || value === "") return "vazio";
  if (typeof value === "number") return shownNumber(field, value);
  if (field === "environment") return ENVIRONMENTS[value] ?? value;
  if (field === "originCep" && /^\d{8}$/.test(value)) return `${value.slice(0, 5)}-${value.slice(5)}`;
  return field.endsWith("Date") && isEventDate(value) ? formatDate(value) : value;
}

function shownNumber(field: string, value: number): string {
  if (field.endsWith("Cents")) return formatBRL(value);
  if (field.endsWith("Grams")) return `${kgText(value)} kg`;
  return field.endsWith("Cm") ? `${value} cm` : String(value);
}
