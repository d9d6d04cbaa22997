import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertCents, formatBRL, lineTotal, parseBRL, percentOf, sumCents, toDecimalString } from "../../domain/money";

/** U+00A0, as it must stand after "R$". */
const NB = "\u00a0";
const cents = fc.integer({ min: 0, max: 9_000_000_000_000 });

describe("formatBRL", () => {
  test.each([
    [0, `R$${NB}0,00`],
    [5, `R$${NB}0,05`],
    [123456, `R$${NB}1.234,56`],
    [100000000, `R$${NB}1.000.000,00`],
    [99999, `R$${NB}999,99`],
    [100000, `R$${NB}1.000,00`],
    [-1990, `-R$${NB}19,90`],
  ])("%i centavos are %s", (amount, text) => {
    expect(formatBRL(amount)).toBe(text);
  });

  test("agrees with the browser's own formatting of pt-BR", () => {
    const browser = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (amount) => {
        expect(formatBRL(amount)).toBe(browser.format(amount / 100));
      }),
    );
  });
});

describe("parseBRL", () => {
  test.each([
    ["12", 1200],
    ["12,5", 1250],
    ["12,50", 1250],
    ["12.50", 1250],
    ["12.5", 1250],
    ["1.234,56", 123456],
    ["1234,56", 123456],
    ["R$ 12,50", 1250],
    [`R$${NB}1.234,56`, 123456],
    ["r$12", 1200],
    ["1.234", 123400],
    ["1.234.567", 123456700],
    ["0", 0],
    ["0,07", 7],
    ["1,15", 115],
    ["  8 ", 800],
  ])("reads %j as %i centavos", (text, amount) => {
    expect(parseBRL(text)).toEqual({ ok: true, value: amount });
  });

  test.each([
    "",
    " ",
    "R$",
    "-1",
    "12,345",
    "12.3456",
    "1,2,3",
    "1.23,45",
    "12.34.56",
    "abc",
    "1e3",
    ",50",
    "12,",
    "9".repeat(20),
  ])("refuses %j", (text) => {
    expect(parseBRL(text)).toEqual({ ok: false, refusal: { code: "invalid_amount", params: {} } });
  });

  test("reads back every amount that is shown, in both forms", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseBRL(formatBRL(amount))).toEqual({ ok: true, value: amount });
        expect(parseBRL(toDecimalString(amount))).toEqual({ ok: true, value: amount });
      }),
    );
  });
});

describe("toDecimalString", () => {
  test.each([
    [0, "0.00"],
    [7, "0.07"],
    [123456, "1234.56"],
    [-50, "-0.50"],
  ])("%i centavos are %s", (amount, text) => {
    expect(toDecimalString(amount)).toBe(text);
  });
});

describe("sums", () => {
  test("a line is unit price times quantity", () => {
    expect(lineTotal(18990, 3)).toBe(56970);
    expect(lineTotal(0, 3)).toBe(0);
  });

  test("nothing sums to nothing", () => {
    expect(sumCents([])).toBe(0);
    expect(sumCents([1, 2, -4])).toBe(-1);
  });

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("%d is no amount in centavos", (amount) => {
    expect(() => assertCents(amount)).toThrow("safe integer");
    expect(() => lineTotal(amount, 1)).toThrow("safe integer");
    expect(() => sumCents([1, amount])).toThrow("safe integer");
    expect(() => formatBRL(amount)).toThrow("safe integer");
  });
});

describe("percentOf", () => {
  test.each([
    [1000, 10, 100],
    [5, 10, 1],
    [4, 10, 0],
    [333, 33.33, 111],
    [199, 50, 100],
    [1, 50, 1],
    [-5, 10, -1],
    [-4, 10, 0],
    [12345, 0, 0],
    [12345, 100, 12345],
  ])("of %i at %d %% is %i, half up", (amount, percent, expected) => {
    expect(percentOf(amount, percent)).toBe(expected);
  });

  test("is exact: never further than half a centavo, for whole percents", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 100 }), (amount, percent) => {
        const twiceTheError = 2 * (percentOf(amount, percent) * 100 - amount * percent);
        expect(twiceTheError).toBeGreaterThan(-100);
        expect(twiceTheError).toBeLessThanOrEqual(100);
      }),
    );
  });
});
