import { ok, refuse, type Result } from "./errors";

const COUNTRY = "55";

/** Every area code (DDD) in use in Brazil. Source: Anatel's numbering plan. */
export const AREA_CODES: ReadonlySet<string> = new Set(
  (
    "11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 " +
    "61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99"
  ).split(" "),
);

/**
 * Reads a phone as a person types or pastes it and gives the digits it is kept under.
 *
 * 10 or 11 digits always get 55 in front, also in area code 55. A leading trunk 0 and a `+` are dropped. A Brazilian
 * number is 12 (landline) or 13 digits (mobile); a mobile number still typed with 8 digits (starting 6 to 9) gets its
 * ninth digit, a landline is never changed. Other countries, only when typed with `+` or `00`, have 12 to 15 digits.
 *
 * Refused: `phone_required` (no digit at all), `invalid_phone`, `unknown_area_code` (names it).
 * Source: specification §5 "Launch sale", product.md "Phones", UX conventions N3 and N4.
 */
export function parsePhone(text: string): Result<string> {
  const typed = text.trim();
  const digits = typed.replace(/\D/g, "");
  if (digits === "") return refuse("phone_required");
  const isInternational = typed.startsWith("+") || digits.startsWith("00");
  if (isInternational) return parseInternational(digits.replace(/^0+/, ""));

  const national = digits.replace(/^0+/, "");
  if (national.length === 10 || national.length === 11) return parseBrazilian(national);
  if (national.startsWith(COUNTRY) && (national.length === 12 || national.length === 13)) {
    return parseBrazilian(national.slice(COUNTRY.length));
  }
  return parseForeign(national);
}

function parseInternational(digits: string): Result<string> {
  if (!digits.startsWith(COUNTRY)) return parseForeign(digits);
  const national = digits.slice(COUNTRY.length).replace(/^0+/, "");
  return national.length === 10 || national.length === 11 ? parseBrazilian(national) : refuse("invalid_phone");
}

function parseForeign(digits: string): Result<string> {
  // A longer number that starts with 55 is a mistyped Brazilian one, not a foreign one.
  if (digits.startsWith(COUNTRY)) return refuse("invalid_phone");
  return digits.length >= 12 && digits.length <= 15 ? ok(digits) : refuse("invalid_phone");
}

/** Two digits of area code and 8 or 9 of subscriber number. */
function parseBrazilian(national: string): Result<string> {
  const areaCode = national.slice(0, 2);
  const subscriber = national.slice(2);
  if (!AREA_CODES.has(areaCode)) return refuse("unknown_area_code", { areaCode });
  const complete = withNinthDigit(subscriber);
  return complete === null ? refuse("invalid_phone") : ok(COUNTRY + areaCode + complete);
}

function withNinthDigit(subscriber: string): string | null {
  if (subscriber.length === 9) return subscriber.startsWith("9") ? subscriber : null;
  if (/^[6-9]/.test(subscriber)) return `9${subscriber}`;
  return /^[2-5]/.test(subscriber) ? subscriber : null;
}

/** Fewer digits say too little of whose phone it may become. Inferred. */
const MIN_BEGINNING = 6;

/**
 * What a phone that is still being typed may begin with once it is kept: with and without the 55 typed, and with the
 * ninth digit that old mobile numbers are typed without. Empty for fewer than 6 digits and for what can become no phone.
 *
 * Source: UX conventions L13, N3 and N4.
 */
export function phoneBeginnings(text: string): string[] {
  const typed = text.trim();
  const all = typed.replace(/\D/g, "");
  const digits = all.replace(/^0+/, "");
  if (digits.length < MIN_BEGINNING) return [];
  const isInternational = typed.startsWith("+") || all.startsWith("00");
  const withCountry = digits.startsWith(COUNTRY) ? brazilianBeginnings(digits.slice(COUNTRY.length)) : [digits];
  return [...new Set(isInternational ? withCountry : [...brazilianBeginnings(digits), ...withCountry])];
}

function brazilianBeginnings(typed: string): string[] {
  const national = typed.replace(/^0+/, "");
  const areaCode = national.slice(0, 2);
  const subscriber = national.slice(2);
  if (!AREA_CODES.has(areaCode) || !/^[2-9]\d{0,8}$/.test(subscriber)) return [];
  const begin = (start: string) => COUNTRY + areaCode + start;
  const withNinth = /^[6-9]/.test(subscriber) && subscriber.length <= 8 ? [begin(`9${subscriber}`)] : [];
  if (/^[6-8]/.test(subscriber)) return withNinth;
  return subscriber.length <= 8 || subscriber.startsWith("9") ? [begin(subscriber), ...withNinth] : [];
}

/** `5511912345678` → `+55 (11) 91234-5678`, `551131234567` → `+55 (11) 3123-4567`; a foreign number as `+` and digits. */
export function formatPhone(digits: string): string {
  const parts = brazilianParts(digits);
  if (parts === null) return `+${digits}`;
  return `+55 (${parts.areaCode}) ${parts.subscriber.slice(0, -4)}-${parts.subscriber.slice(-4)}`;
}

/** What a screen in the room may show: `5511912345678` → `(11) •••••-5678`. Source: UX conventions G3. */
export function maskPhone(digits: string): string {
  const parts = brazilianParts(digits);
  if (parts === null) return `•••••-${digits.slice(-4)}`;
  return `(${parts.areaCode}) ${"•".repeat(parts.subscriber.length - 4)}-${parts.subscriber.slice(-4)}`;
}

function brazilianParts(digits: string): { areaCode: string; subscriber: string } | null {
  const isBrazilian = digits.startsWith(COUNTRY) && (digits.length === 12 || digits.length === 13);
  return isBrazilian ? { areaCode: digits.slice(2, 4), subscriber: digits.slice(4) } : null;
}

/** A phone's digits backwards, so that an index finds it by its last digits. */
export function reversedPhone(digits: string): string {
  return digits.split("").reverse().join("");
}
