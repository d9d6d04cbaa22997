import { describe, expect, test } from "vitest";
import { readPrice, readQuantity } from "../../../../src/features/orders/editRules";
import { addressText, cpfText } from "../../../../src/features/orders/personText";

describe("what the fields of the edit dialog mean (§5 Edit dialog)", () => {
  test.each([
    ["3", 3],
    [" 12 ", 12],
    ["1.5", 1],
    ["abc", 1],
    ["", 1],
    ["0", null],
    ["-4", null],
  ])("quantity %j is %j: no number is 1, 0 or less is ignored", (text, quantity) => {
    expect(readQuantity(text)).toBe(quantity);
  });

  test.each([
    ["89,90", 8990],
    ["R$ 12,50", 1250],
    ["abc", 0],
    ["-1", 0],
    ["", 0],
  ])("price %j is %i centavos: invalid is 0", (text, cents) => {
    expect(readPrice(text)).toBe(cents);
  });
});

describe("a customer in words", () => {
  test("CPF in its punctuated form", () => {
    expect(cpfText("12345678909")).toBe("123.456.789-09");
  });

  test("an address with what is known of it", () => {
    const nothing = { cep: "", street: "", number: "", complement: "", neighborhood: "", city: "", state: "" };
    expect(
      addressText({
        cep: "31575060",
        street: "Rua das Flores",
        number: "12",
        complement: "ap. 3",
        neighborhood: "Centro",
        city: "Belo Horizonte",
        state: "MG",
      }),
    ).toBe("Rua das Flores, 12, ap. 3 · Centro · Belo Horizonte/MG · 31575-060");
    expect(addressText({ ...nothing, city: "Contagem" })).toBe("Contagem");
    expect(addressText(nothing)).toBe("");
  });
});
