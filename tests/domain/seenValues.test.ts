import { describe, expect, test } from "vitest";
import { couponValues, giftValues, shownValue } from "../../domain/seenValues";

describe("a value as a person reads it, by the name of its field", () => {
  test.each([
    ["name", null, "vazio"],
    ["name", "", "vazio"],
    ["name", "Caneca", "Caneca"],
    ["minimumPurchaseCents", 15000, "R$\u00A0150,00"],
    ["defaultWeightGrams", 300, "0,3 kg"],
    ["defaultWidthCm", 16, "16 cm"],
    ["usageLimit", 3, "3"],
    ["originCep", "31575060", "31575-060"],
    ["environment", "sandbox", "Sandbox (testes)"],
    ["environment", "production", "Produção"],
    ["expiresDate", "2026-11-20", "20/11/2026"],
  ])("%s %j: %s", (field, value, shown) => {
    expect(shownValue(field, value)).toBe(shown);
  });
});

test("a coupon's discount is one value, its flag none", () => {
  const coupon = { code: "LIVE10", expiresDate: null, usageLimit: 3, isActive: true };
  expect(couponValues({ ...coupon, discount: { kind: "percentage", percent: 10 } })).toEqual({
    code: "LIVE10",
    discount: "10%",
    expiresDate: null,
    usageLimit: 3,
  });
  expect(couponValues({ ...coupon, discount: { kind: "fixed", amountCents: 500 } }).discount).toBe("R$\u00A05,00");
});

test("a gift without its flag", () => {
  expect(giftValues({ name: "Caneca", description: null, minimumPurchaseCents: 0, isActive: true })).toEqual({
    name: "Caneca",
    description: null,
    minimumPurchaseCents: 0,
  });
});
