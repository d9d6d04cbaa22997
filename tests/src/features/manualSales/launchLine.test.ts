import { describe, expect, test } from "vitest";
import { readLine } from "../../../../src/features/manualSales/launchLine";
import type { LaunchForm } from "../../../../src/features/manualSales/launchForm";

const form = (change: Partial<LaunchForm>): LaunchForm => ({ phone: "", code: "", quantity: "1", ...change });
/** The reading of a line typed into the phone field, as `phone|code|quantity`. */
const read = (line: string, rest: Partial<LaunchForm> = {}) => shown(form({ ...rest, phone: line }));
const readInCode = (line: string, rest: Partial<LaunchForm> = {}) => shown(form({ ...rest, code: line }));
function shown(typed: LaunchForm): string {
  const reading = readLine(typed);
  if (reading.kind !== "line") return reading.kind;
  return [reading.form.phone, reading.form.code, reading.form.quantity].join("|");
}

describe("L5: one line, tokens in any order", () => {
  test.each([
    ["11987654321 C151 x2", "11987654321|C151|2"],
    ["x2 c151 11987654321", "11987654321|c151|2"],
    ["c151 2x 11987654321", "11987654321|c151|2"],
    ["11987654321 *2 151", "11987654321|151|2"],
    ["11987654321 151", "11987654321|151|1"],
    ["151 11987654321 2", "11987654321|151|2"],
    ["c151 11987654321 3", "11987654321|c151|3"],
    ["11 98765-4321 c151 x2", "11 98765-4321|c151|2"],
    ["(11) 98765-4321 151", "(11) 98765-4321|151|1"],
    ["11 98765 4321 151 2", "11 98765 4321|151|2"],
    ["+55 (11) 98765-4321 c151", "+55 (11) 98765-4321|c151|1"],
    ["151 2 11 98765-4321", "11 98765-4321|151|2"],
    ["c151 +5511987654321", "+5511987654321|c151|1"],
    ["1131234567 c151", "1131234567|c151|1"],
  ])("%s", (line, expected) => {
    expect(read(line)).toBe(expected);
    expect(readInCode(line)).toBe(expected);
  });

  test("with the product pinned: what the line leaves out stays", () => {
    expect(read("11 98765-4321 x2", { code: "C151" })).toBe("11 98765-4321|C151|2");
  });
  test("with the customer pinned: code and quantity, of two short bare numbers the first is the code", () => {
    expect(readInCode("151 2", { phone: "11987654321" })).toBe("11987654321|151|2");
    expect(readInCode("c151 x3", { phone: "11987654321" })).toBe("11987654321|c151|3");
  });
});

describe("L5: an ambiguous line is no launch", () => {
  test.each([
    ["two codes", "11987654321 c151 c152"],
    ["two quantities", "11987654321 c151 x2 x3"],
    ["a number too many", "11987654321 151 2 3"],
    ["a quantity with and one without x", "11987654321 c151 x2 3"],
    ["a word nobody knows", "11987654321 c151 vestido"],
    ["two phones", "11987654321 21987654321 c151"],
    ["a country code or a product", "55 11987654321 c151"],
  ])("%s: %s", (_name, line) => {
    expect(read(line)).toBe("ambiguous");
    expect(readInCode(line)).toBe("ambiguous");
  });
});

describe("one value is no line", () => {
  test.each(["", "11987654321", "11 98765-4321", "(11) 98765-4321", "11 9876", "11 98765 4321", "+55 11 98765-4321"])(
    "in the phone field: %s",
    (text) => expect(read(text)).toBe("plain"),
  );
  test.each(["", "C151", " 151 ", "C 151", "789123456"])("in the code field: %s", (text) =>
    expect(readInCode(text)).toBe("plain"),
  );
});

describe("a phone that is wrong stays one, so that its own field can say why", () => {
  test.each([
    ["987654321 c151", "987654321|c151|1"],
    ["20987654321 c151 x2", "20987654321|c151|2"],
  ])("%s", (line, expected) => expect(read(line)).toBe(expected));
});
