import { describe, expect, test } from "vitest";
import {
  applyCoupon,
  checkCouponDraft,
  discountOf,
  normalizeCouponCode,
  type Coupon,
  type CouponDraft,
} from "../../domain/coupons";

const DRAFT: CouponDraft = {
  code: "natal10",
  discount: { kind: "percentage", percent: 10 },
  expiresDate: null,
  usageLimit: null,
  isActive: true,
};

describe("a coupon as it is typed", () => {
  test("is kept with its code in capitals, without spaces", () => {
    expect(checkCouponDraft({ ...DRAFT, code: " natal 10 " })).toMatchObject({ ok: true, value: { code: "NATAL10" } });
    expect(normalizeCouponCode("verão")).toBe("VERÃO");
  });

  test.each<[string, Partial<CouponDraft>, string]>([
    ["no code", { code: "  " }, "fields_required"],
    ["no discount", { discount: null }, "fields_required"],
    ["0 %", { discount: { kind: "percentage", percent: 0 } }, "invalid_percent"],
    ["101 %", { discount: { kind: "percentage", percent: 101 } }, "invalid_percent"],
    ["half a per cent", { discount: { kind: "percentage", percent: 10.5 } }, "invalid_percent"],
    ["no centavo", { discount: { kind: "fixed", amountCents: 0 } }, "invalid_amount"],
    ["a part of a centavo", { discount: { kind: "fixed", amountCents: 1.5 } }, "invalid_amount"],
    ["a day that does not exist", { expiresDate: "2026-02-30" }, "invalid_date"],
    ["no use at all", { usageLimit: 0 }, "invalid_usage_limit"],
    ["half a use", { usageLimit: 1.5 }, "invalid_usage_limit"],
    ["41 characters", { code: "X".repeat(41) }, "value_too_long"],
  ])("is refused with %s", (_title, typed, code) => {
    expect(checkCouponDraft({ ...DRAFT, ...typed })).toMatchObject({ ok: false, refusal: { code } });
  });
});

describe("what a coupon takes off", () => {
  const COUPON: Coupon = { ...DRAFT, code: "NATAL10", discount: { kind: "percentage", percent: 10 }, usedCount: 0 };

  test.each<[string, Coupon["discount"], number, number]>([
    ["10 % of R$ 10,00", { kind: "percentage", percent: 10 }, 1000, 100],
    ["10 % of R$ 0,05 is half a centavo, rounded up", { kind: "percentage", percent: 10 }, 5, 1],
    ["10 % of R$ 0,04 is less than half, rounded down", { kind: "percentage", percent: 10 }, 4, 0],
    ["15 % of R$ 18,99 is 284.85, rounded up", { kind: "percentage", percent: 15 }, 1899, 285],
    ["100 %", { kind: "percentage", percent: 100 }, 1899, 1899],
    ["R$ 5,00", { kind: "fixed", amountCents: 500 }, 1899, 500],
    ["R$ 50,00 of less: all there is", { kind: "fixed", amountCents: 5000 }, 1899, 1899],
    ["of nothing: nothing", { kind: "fixed", amountCents: 500 }, 0, 0],
  ])("%s", (_title, discount, total, off) => {
    expect(discountOf(discount, total)).toBe(off);
  });

  test.each<[string, Partial<Coupon>, string]>([
    ["switched off", { isActive: false }, "coupon_inactive"],
    ["the day after its last", { expiresDate: "2026-11-19" }, "coupon_expired"],
    ["used as often as it may", { usageLimit: 3, usedCount: 3 }, "coupon_used_up"],
  ])("%s: refused", (_title, changes, code) => {
    expect(applyCoupon({ ...COUPON, ...changes }, 1000, "2026-11-20")).toMatchObject({ ok: false, refusal: { code } });
  });

  test.each<[string, Partial<Coupon>]>([
    ["on its last day", { expiresDate: "2026-11-20" }],
    ["with one use left", { usageLimit: 3, usedCount: 2 }],
    ["without limit", { usedCount: 1_000_000 }],
  ])("%s: still good", (_title, changes) => {
    expect(applyCoupon({ ...COUPON, ...changes }, 1000, "2026-11-20")).toEqual({ ok: true, value: 100 });
  });
});
