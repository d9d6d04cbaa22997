import { describe, expect, test } from "vitest";
import { cepText, readSystem, systemText } from "../../../../src/features/settings/systemForm";

const SETTINGS = {
  publicBaseUrl: "",
  originCep: "31575060",
  environment: "sandbox",
  defaultWeightGrams: 300,
  defaultLengthCm: 20,
  defaultHeightCm: 2,
  defaultWidthCm: 16,
  defaultDiameterCm: 0,
  slipShipping: "PAC",
  slipPayment: "Pix",
} as const;
const TEXT = systemText(SETTINGS);

test("a postal code is shown in two parts", () => {
  expect(cepText("31575060")).toBe("31575-060");
});

describe("what the fields of Sistema say", () => {
  test("only what was changed is sent", () => {
    expect(readSystem(TEXT, TEXT)).toEqual({ ok: true, changes: {} });
    expect(readSystem({ ...TEXT, defaultWeightGrams: "0,5", environment: "production" }, TEXT)).toEqual({
      ok: true,
      changes: { defaultWeightGrams: 500, environment: "production" },
    });
  });

  test.each([
    ["publicBaseUrl", "loja", "Endereço inválido. Use o formato https://exemplo.com.br"],
    ["originCep", "3157", "CEP inválido. Use 8 dígitos."],
    ["defaultWeightGrams", "leve", "Medida inválida"],
    ["defaultLengthCm", "0", "Medida inválida"],
    ["defaultDiameterCm", "1,5", "Medida inválida"],
  ] as const)("%s '%s' is refused at the field: %s", (field, text, message) => {
    expect(readSystem({ ...TEXT, [field]: text }, TEXT)).toEqual({ ok: false, errors: { [field]: message } });
  });

  test("a diameter of zero and an empty address are allowed", () => {
    const before = { ...TEXT, defaultDiameterCm: "3", publicBaseUrl: "https://x.com.br" };
    expect(readSystem(TEXT, before)).toEqual({ ok: true, changes: { defaultDiameterCm: 0, publicBaseUrl: "" } });
  });
});
