import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AREA_CODES, formatPhone, maskPhone, parsePhone, phoneBeginnings } from "../../domain/phone";

const INVALID = { ok: false, refusal: { code: "invalid_phone", params: {} } };

describe("parsePhone", () => {
  test.each([
    ["a mobile with its area code", "11987654321", "5511987654321"],
    ["with any punctuation", " (11) 98765-4321 ", "5511987654321"],
    ["with dots and slashes", "11.98765/4321", "5511987654321"],
    ["with the country code", "5511987654321", "5511987654321"],
    ["with a plus", "+55 11 98765-4321", "5511987654321"],
    ["with 00 for the plus", "00 55 11 98765-4321", "5511987654321"],
    ["with the trunk zero", "011987654321", "5511987654321"],
    ["with the trunk zero after the country code", "+55 (011) 98765-4321", "5511987654321"],
    ["a landline stays as it is", "1131234567", "551131234567"],
    ["a landline with the country code", "551131234567", "551131234567"],
    ["an old mobile gets its ninth digit", "1187654321", "5511987654321"],
    ["an old mobile with the country code too", "551168765432", "5511968765432"],
    ["area code 55 gets the country code as well", "55987654321", "5555987654321"],
    ["a landline of area code 55 gets it too", "5532123456", "555532123456"],
    ["area code 55 in full", "5555987654321", "5555987654321"],
    ["a number of another country", "+351 912 345 678", "351912345678"],
    ["a long number of another country without a plus", "351912345678", "351912345678"],
    ["15 digits, the longest there is", "+123456789012345", "123456789012345"],
  ])("%s: %s", (_title, typed, digits) => {
    expect(parsePhone(typed)).toEqual({ ok: true, value: digits });
  });

  test.each(["", "   ", "abc", "()-"])("%j is no phone yet", (typed) => {
    expect(parsePhone(typed)).toEqual({ ok: false, refusal: { code: "phone_required", params: {} } });
  });

  test.each([
    ["too short", "1198765"],
    ["a mobile without its area code", "987654321"],
    ["a subscriber number that starts with 1", "1112345678"],
    ["nine digits that do not start with 9", "11812345678"],
    ["55 with 14 digits", "55119876543210"],
    ["55 with 11 digits after a plus", "+55119876543"],
    ["16 digits", "1234567890123456"],
    ["a short foreign number", "+1202555"],
  ])("%s is refused: %s", (_title, typed) => {
    expect(parsePhone(typed)).toEqual(INVALID);
  });

  test.each([
    ["20987654321", "20"],
    ["1098765432", "10"],
    ["+55 23 98765-4321", "23"],
  ])("an unknown area code is named: %s", (typed, areaCode) => {
    expect(parsePhone(typed)).toEqual({ ok: false, refusal: { code: "unknown_area_code", params: { areaCode } } });
  });

  test("all 67 area codes of the country are known", () => {
    expect(AREA_CODES.size).toBe(67);
  });

  const areaCode = fc.constantFrom(...AREA_CODES);
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
  const mobile = fc.tuple(areaCode, digits(8)).map(([area, rest]) => `${area}9${rest}`);
  const landline = fc
    .tuple(areaCode, fc.constantFrom("2", "3", "4", "5"), digits(7))
    .map(([area, first, rest]) => area + first + rest);

  test("every Brazilian number is kept with 55, and reading it again changes nothing", () => {
    fc.assert(
      fc.property(fc.oneof(mobile, landline), (national) => {
        expect(parsePhone(national)).toEqual({ ok: true, value: `55${national}` });
        expect(parsePhone(`55${national}`)).toEqual({ ok: true, value: `55${national}` });
        expect(parsePhone(formatPhone(`55${national}`))).toEqual({ ok: true, value: `55${national}` });
      }),
    );
  });

  test("the old and the new form of a mobile are one person, a landline is nobody else", () => {
    fc.assert(
      fc.property(areaCode, fc.constantFrom("6", "7", "8", "9"), digits(7), (area, first, rest) => {
        expect(parsePhone(area + first + rest)).toEqual(parsePhone(`${area}9${first}${rest}`));
      }),
    );
  });

  test("whatever is typed, the answer is a refusal or 12 to 15 digits", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 24, unit: fc.constantFrom(..."0123456789+() -") }), (typed) => {
        const parsed = parsePhone(typed);
        if (parsed.ok) expect(parsed.value).toMatch(/^[1-9]\d{11,14}$/);
      }),
    );
  });
});

describe("a phone on screen", () => {
  test.each([
    ["5511912345678", "+55 (11) 91234-5678", "(11) •••••-5678"],
    ["551131234567", "+55 (11) 3123-4567", "(11) ••••-4567"],
    ["351912345678", "+351912345678", "•••••-5678"],
  ])("%s is %s, and %s in the room", (digits, shown, masked) => {
    expect(formatPhone(digits)).toBe(shown);
    expect(maskPhone(digits)).toBe(masked);
  });
});

describe("phoneBeginnings: what a phone that is half typed may become (L13)", () => {
  test.each([
    ["five digits", "11987", []],
    ["an area code that does not exist", "209876", []],
    ["a subscriber that begins with 1", "+55 11 1987", []],
    ["a landline", "11 3123", ["55113123"]],
    ["a mobile, or an old one that lacks its ninth digit", "11 91234", ["551191234", "5511991234"]],
    ["an old mobile that can be nothing else", "11 8765", ["551198765"]],
    ["55 as country or as area code", "55 3222", ["55553222", "553222"]],
    ["another country, with its plus", "+351 912", ["351912"]],
  ])("%s: %s", (_case, typed, beginnings) => {
    expect(new Set(phoneBeginnings(typed).filter((start) => typed.startsWith("+") || start.startsWith("55")))).toEqual(
      new Set(beginnings),
    );
  });

  test("whatever a whole phone is kept as began in one of the ways its half said", () => {
    const areaCode = fc.constantFrom(...AREA_CODES);
    const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
    const subscriber = fc.oneof(
      digits(8).map((rest) => `9${rest}`),
      fc.tuple(fc.constantFrom(..."23456789"), digits(7)).map(([first, rest]) => first + rest),
    );
    const before = fc.constantFrom("", "55", "+55 ", "0");
    fc.assert(
      fc.property(before, areaCode, subscriber, fc.nat(), (prefix, area, number, cut) => {
        const text = prefix + area + number;
        const whole = parsePhone(text);
        if (!whole.ok) return;
        const half = text.slice(0, 8 + (cut % (text.length - 7)));
        if (half.replace(/\D/g, "").replace(/^0+/, "").length < 6) return;
        expect(phoneBeginnings(half).some((start) => whole.value.startsWith(start))).toBe(true);
      }),
    );
  });
});
