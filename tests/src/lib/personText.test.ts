import { describe, expect, test } from "vitest";
import { addressText, cepText, cpfText, maskCep, maskCpf, maskDocument, maskState } from "../../../src/lib/personText";

describe("a customer in words", () => {
  test("CPF and CEP in their punctuated form", () => {
    expect(cpfText("12345678909")).toBe("123.456.789-09");
    expect(cepText("31575060")).toBe("31575-060");
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

describe("N5: masks while somebody types", () => {
  test.each([
    ["", ""],
    ["123", "123"],
    ["1234", "123.4"],
    ["1234567", "123.456.7"],
    ["12345678909", "123.456.789-09"],
    ["123.456.789-0", "123.456.789-0"],
    ["123.456.789-091", "123.456.789-09"],
    // Backspace over a dot's digit takes the dot along: there is no dead end.
    ["123.", "123"],
  ])("CPF %j is %j", (typed, shown) => expect(maskCpf(typed)).toBe(shown));

  test.each([
    ["31575", "31575"],
    ["315750", "31575-0"],
    ["31575-060", "31575-060"],
    ["31575060999", "31575-060"],
    ["31575-", "31575"],
  ])("CEP %j is %j", (typed, shown) => expect(maskCep(typed)).toBe(shown));

  test.each([
    ["191191191", "191.191.191"],
    ["19119119100", "191.191.191-00"],
    ["191191191001", "19.119.119/1001-"],
    ["11222333000181", "11.222.333/0001-81"],
    ["11.222.333/0001-819", "11.222.333/0001-81"],
    ["cpf 191", "191"],
  ])("CPF or CNPJ %j is %j", (typed, shown) => expect(maskDocument(typed)).toBe(shown));

  test.each([
    ["mg", "MG"],
    ["m1g", "MG"],
    ["Minas", "MI"],
  ])("UF %j is %j", (typed, shown) => expect(maskState(typed)).toBe(shown));
});
