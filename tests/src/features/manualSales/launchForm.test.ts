import { describe, expect, test } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { onEnter, sendStep, type KnownProduct, type LaunchForm } from "../../../../src/features/manualSales/launchForm";

const C151 = {
  _id: "product-151" as Id<"products">,
  code: "C151",
  name: "Vestido Midi Lírio",
  priceCents: 8990,
  color: "Preto",
  size: "M",
  imageUrl: null,
  stockId: "stock-151" as Id<"productStocks">,
};
const found: KnownProduct = { kind: "found", product: C151, stock: 4 };
const form = (change: Partial<LaunchForm>): LaunchForm => ({ phone: "", code: "", quantity: "1", ...change });
const PHONE = "11 98765-4321";

describe("Enter moves phone → code → quantity → send", () => {
  test("phone filled, code empty: to the code", () => {
    expect(onEnter(form({ phone: PHONE }), "phone", { kind: "unknown" })).toEqual({ kind: "focus", field: "code" });
  });
  test("code filled, phone empty: to the phone", () => {
    expect(onEnter(form({ code: "151" }), "code", found)).toEqual({ kind: "focus", field: "phone" });
  });
  test("both filled and quantity untouched: sends directly from either", () => {
    const full = form({ phone: PHONE, code: "151" });
    for (const field of ["phone", "code"] as const) {
      expect(onEnter(full, field, found)).toEqual({
        kind: "send",
        draft: {
          productId: "product-151",
          productName: "Vestido Midi Lírio",
          unitPriceCents: 8990,
          code: "C151",
          phone: "5511987654321",
          quantity: 1,
        },
      });
    }
  });
  test("both filled and quantity changed: to the quantity, which sends", () => {
    const full = form({ phone: PHONE, code: "151", quantity: "2" });
    expect(onEnter(full, "phone", found)).toEqual({ kind: "focus", field: "quantity" });
    expect(onEnter(full, "quantity", found)).toMatchObject({ kind: "send", draft: { quantity: 2 } });
  });
});

describe("what is wrong keeps the focus", () => {
  test.each<[string, Partial<LaunchForm>, KnownProduct, string, string]>([
    ["no phone", { code: "151" }, found, "phone", "Informe o telefone do cliente"],
    [
      "half a phone",
      { phone: "1198", code: "151" },
      found,
      "phone",
      "Telefone inválido. Use formato com DDD (ex: 11999999999)",
    ],
    ["an area code that does not exist", { phone: "20 98765-4321", code: "151" }, found, "phone", "DDD 20 não existe"],
    ["no code", { phone: PHONE }, { kind: "unknown" }, "code", "Informe o código do produto"],
    [
      "a code nobody has",
      { phone: PHONE, code: "999" },
      { kind: "absent" },
      "code",
      "Nenhum produto com o código C999",
    ],
    ["quantity zero", { phone: PHONE, code: "151", quantity: "0" }, found, "quantity", "Quantidade inválida"],
    ["words for a quantity", { phone: PHONE, code: "151", quantity: "dois" }, found, "quantity", "Quantidade inválida"],
    [
      "more than there is",
      { phone: PHONE, code: "151", quantity: "5" },
      found,
      "quantity",
      "Estoque insuficiente. Disponível: 4",
    ],
  ])("%s", (_name, change, known, field, message) => {
    expect(sendStep(form(change), known)).toEqual({ kind: "correct", field, message });
  });
});

describe("a code typed quicker than it could be looked up", () => {
  test("is sent by its code alone, and the server decides about the stock", () => {
    expect(sendStep(form({ phone: PHONE, code: " c151 ", quantity: "50" }), { kind: "unknown" })).toEqual({
      kind: "send",
      draft: {
        productId: null,
        productName: null,
        unitPriceCents: null,
        code: "C151",
        phone: "5511987654321",
        quantity: 50,
      },
    });
  });
});
