import { describe, expect, test } from "vitest";
import { bestGift, checkGiftDraft, type GiftDraft } from "../../domain/gifts";

const DRAFT: GiftDraft = { name: " Caneca ", description: "  ", minimumPurchaseCents: 10_000, isActive: true };

describe("a gift as it is typed", () => {
  test("is kept without outer spaces, an empty description as none", () => {
    const value = { name: "Caneca", description: null, minimumPurchaseCents: 10_000, isActive: true };
    expect(checkGiftDraft(DRAFT)).toEqual({ ok: true, value });
  });

  test("may be for everybody", () => {
    expect(checkGiftDraft({ ...DRAFT, minimumPurchaseCents: 0 })).toMatchObject({ ok: true });
  });

  test.each<[string, Partial<GiftDraft>, string]>([
    ["no name", { name: " " }, "fields_required"],
    ["no minimum", { minimumPurchaseCents: null }, "fields_required"],
    ["a negative minimum", { minimumPurchaseCents: -1 }, "invalid_amount"],
    ["a part of a centavo", { minimumPurchaseCents: 0.5 }, "invalid_amount"],
    ["a name of 121", { name: "x".repeat(121) }, "value_too_long"],
    ["a description of 501", { description: "x".repeat(501) }, "value_too_long"],
  ])("is refused with %s", (_title, typed, code) => {
    expect(checkGiftDraft({ ...DRAFT, ...typed })).toMatchObject({ ok: false, refusal: { code } });
  });
});

describe("the best gift of a total", () => {
  const gifts = [
    { name: "adesivo", minimumPurchaseCents: 0, isActive: true },
    { name: "caneca", minimumPurchaseCents: 10_000, isActive: true },
    { name: "bolsa", minimumPurchaseCents: 20_000, isActive: false },
    { name: "toalha", minimumPurchaseCents: 30_000, isActive: true },
    { name: "outra toalha", minimumPurchaseCents: 30_000, isActive: true },
  ];

  test.each([
    [0, "adesivo"],
    [9_999, "adesivo"],
    [10_000, "caneca"],
    [25_000, "caneca"],
    [30_000, "toalha"],
  ])("%i centavos: %s", (total, name) => {
    expect(bestGift(gifts, total)?.name).toBe(name);
  });

  test("is none where none is in reach", () => {
    expect(bestGift(gifts.slice(1), 9_999)).toBeNull();
    expect(bestGift([], 9_999)).toBeNull();
  });
});
