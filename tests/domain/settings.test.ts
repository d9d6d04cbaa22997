import { describe, expect, test } from "vitest";
import { isState, isWebAddress } from "../../domain/addresses";
import { changedValues } from "../../domain/audit";
import { isCnpj, isCpf } from "../../domain/documents";
import { maskSecret, secretEnding } from "../../domain/secrets";
import { checkShippingFields, SHIPPING_DEFAULTS, type ShippingFields } from "../../domain/shippingSettings";

describe("CPF and CNPJ by their check digits", () => {
  test.each(["52998224725", "11144477735"])("%s is a CPF", (digits) => expect(isCpf(digits)).toBe(true));
  test.each(["52998224724", "52998224735", "11111111111", "5299822472", ""])("%j is none", (digits) =>
    expect(isCpf(digits)).toBe(false),
  );
  test.each(["11222333000181", "11444777000161"])("%s is a CNPJ", (digits) => expect(isCnpj(digits)).toBe(true));
  test.each(["11222333000180", "11222333000191", "00000000000000", "1122233300018"])("%j is none", (digits) =>
    expect(isCnpj(digits)).toBe(false),
  );
});

describe("addresses of the web", () => {
  test.each(["https://loja.com.br", "http://localhost:3333", "https://a.b/c?d=e#f", "HTTPS://LOJA.COM"])("%s", (text) =>
    expect(isWebAddress(text)).toBe(true),
  );
  test.each(["loja.com.br", "ftp://loja.com", "javascript:alert(1)", "https://", "https://a:b@c.com", "https://a b"])(
    "%j is none",
    (text) => expect(isWebAddress(text)).toBe(false),
  );
});

test("UF", () => {
  expect(isState("MG")).toBe(true);
  expect(isState("mg")).toBe(false);
  expect(isState("XX")).toBe(false);
});

describe("shipping settings", () => {
  test("the installation's defaults are good themselves", () => {
    expect(checkShippingFields(SHIPPING_DEFAULTS)).toEqual({ ok: true, value: SHIPPING_DEFAULTS });
    expect(SHIPPING_DEFAULTS).toMatchObject({
      originCep: "31575060",
      environment: "sandbox",
      defaultWeightGrams: 300,
      defaultLengthCm: 20,
      defaultWidthCm: 16,
      defaultHeightCm: 2,
      defaultDiameterCm: 0,
    });
  });

  test("are kept as digits, in capitals, without outer spaces", () => {
    const typed = {
      ...{ originCep: "30140-071", senderDocument: "529.982.247-25", senderState: "mg", senderName: " Loja " },
      senderPhone: "(31) 99999-0000",
    };
    const value = {
      ...{ originCep: "30140071", senderDocument: "52998224725", senderState: "MG", senderName: "Loja" },
      senderPhone: "31999990000",
    };
    expect(checkShippingFields(typed)).toEqual({ ok: true, value });
  });

  test.each<[string, Partial<ShippingFields>, string]>([
    ["a postal code of 7 digits", { originCep: "3157506" }, "invalid_cep"],
    ["no postal code", { originCep: "" }, "invalid_cep"],
    ["a document with wrong check digits", { senderDocument: "52998224724" }, "invalid_document"],
    ["a state that is none", { senderState: "XX" }, "invalid_state"],
    ["an address without scheme", { redirectUri: "loja.com.br" }, "invalid_url"],
    ["an e-mail without @", { senderEmail: "loja" }, "invalid_email"],
    ["a phone without its area code", { senderPhone: "99999-0000" }, "invalid_phone"],
    ["an area code that is none", { senderPhone: "(20) 99999-0000" }, "unknown_area_code"],
    ["no weight", { defaultWeightGrams: 0 }, "invalid_measure"],
    ["half a centimetre", { defaultHeightCm: 0.5 }, "invalid_measure"],
    ["a negative diameter", { defaultDiameterCm: -1 }, "invalid_measure"],
    ["not a number", { defaultWidthCm: Number.NaN }, "invalid_measure"],
    ["501 characters", { senderName: "x".repeat(501) }, "value_too_long"],
  ])("are refused with %s", (_title, typed, code) => {
    expect(checkShippingFields(typed)).toMatchObject({ ok: false, refusal: { code } });
  });
});

test("a mask shows the last four of a long secret and nothing of a short one", () => {
  expect(maskSecret(secretEnding("TEST-1234567890abcd"))).toBe("••••••••abcd");
  expect(maskSecret(secretEnding("curto123"))).toBe("••••••••");
});

test("the log keeps what differs, on both sides", () => {
  expect(changedValues({ a: 1, b: "x", c: null }, { a: 1, b: "y", c: true })).toEqual({
    before: { b: "x", c: null },
    after: { b: "y", c: true },
  });
});
