import { describe, expect, test } from "vitest";
import { couponText, NEW_COUPON, readCoupon, type CouponText } from "../../../../src/features/settings/couponForm";

const LIVE10: CouponText = { ...NEW_COUPON, code: "live10", value: "10" };

describe("what the coupon's fields say", () => {
  test.each<[string, Partial<CouponText>, unknown]>([
    ["a percentage is whole", {}, { discount: { kind: "percentage", percent: 10 } }],
    ["a percentage may say so itself", { value: "15%" }, { discount: { kind: "percentage", percent: 15 } }],
    [
      "a fixed amount has centavos (step 0.01)",
      { kind: "fixed", value: "12,50" },
      { discount: { kind: "fixed", amountCents: 1250 } },
    ],
    ["the limit of use is an integer", { usageLimit: "30" }, { usageLimit: 30 }],
    ["limit and expiry are optional", { usageLimit: " " }, { usageLimit: null, expiresDate: null }],
    ["the last day", { expiresDate: "2026-12-31" }, { expiresDate: "2026-12-31" }],
  ])("%s", (_situation, change, expected) => {
    const reading = readCoupon({ ...LIVE10, ...change });
    expect(reading.ok && reading.draft).toMatchObject(expected as object);
  });

  test.each<[string, Partial<CouponText>, Record<string, string>]>([
    ["no code", { code: " " }, { code: "Preencha todos os campos obrigatórios" }],
    ["no discount", { value: "" }, { value: "Preencha todos os campos obrigatórios" }],
    [
      "neither",
      { code: "", value: "" },
      { code: "Preencha todos os campos obrigatórios", value: "Preencha todos os campos obrigatórios" },
    ],
    ["half a percent", { value: "7,5" }, { value: "O desconto deve ser um número inteiro de 1 a 100%" }],
    ["more than everything", { value: "101" }, { value: "O desconto deve ser um número inteiro de 1 a 100%" }],
    ["no amount", { kind: "fixed", value: "abc" }, { value: "Valor inválido" }],
    ["nothing off", { kind: "fixed", value: "0" }, { value: "Valor inválido" }],
    [
      "a limit that is no number",
      { usageLimit: "dez" },
      { usageLimit: "O limite de uso deve ser um número inteiro a partir de 1" },
    ],
    [
      "a limit of none",
      { usageLimit: "0" },
      { usageLimit: "O limite de uso deve ser um número inteiro a partir de 1" },
    ],
  ])("%s is refused at its field", (_situation, change, errors) => {
    expect(readCoupon({ ...LIVE10, ...change })).toEqual({ ok: false, errors });
  });

  test("a coupon that is kept comes back as it is shown", () => {
    const kept = {
      code: "LIVE10",
      discount: { kind: "fixed", amountCents: 123456 } as const,
      expiresDate: "2026-12-31",
      usageLimit: 5,
      isActive: false,
    };
    expect(couponText(kept)).toEqual({
      code: "LIVE10",
      kind: "fixed",
      value: "1.234,56",
      expiresDate: "2026-12-31",
      usageLimit: "5",
      isActive: false,
    });
    expect(readCoupon(couponText(kept))).toEqual({ ok: true, draft: kept });
  });
});
