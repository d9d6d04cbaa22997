/** Which numbers have WhatsApp, and under which id it knows them. */

/** Brazilian mobiles of area codes from here on whose number begins high enough are known without their ninth digit. */
const FIRST_WITHOUT_NINE = 31;
const LEAST_FIRST_DIGIT = 7;
const JID = "@s.whatsapp.net";

/** Nobody: numbers that end so have no account, so that a failure can be had by typing. */
const NOBODY = /00000$/;

/** `5531999998888` → `553199998888@s.whatsapp.net`. Source: contracts/whatsapp.md §2.1 "Ninth digit". */
export function jidOf(number: string): string {
  const digits = number.replace(/\D/g, "");
  const [, area = "", first = "", rest = ""] = /^55(\d\d)9(\d)(\d{7})$/.exec(digits) ?? [];
  const losesNine = area !== "" && Number(area) >= FIRST_WITHOUT_NINE && Number(first) >= LEAST_FIRST_DIGIT;
  return `${losesNine ? `55${area}${first}${rest}` : digits}${JID}`;
}

export function hasAccount(number: string, missing: readonly string[]): boolean {
  const digits = number.replace(/\D/g, "");
  return /^\d{10,15}$/.test(digits) && !NOBODY.test(digits) && !missing.includes(digits);
}
