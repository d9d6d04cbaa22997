/** Letters and digits that are not mistaken for one another when read aloud: no i, l, o, u. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 50 bits: among a hundred thousand orders of a company two alike are one chance in two hundred thousand. */
const PUBLIC_ID_LENGTH = 10;

/** A short random text for addresses. It is not a secret: whoever may see the order is checked all the same. */
export function randomPublicId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PUBLIC_ID_LENGTH));
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
}

/** Random bytes as hexadecimal text, for references that must not be guessed. */
export function randomHex(byteCount: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(byteCount));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
