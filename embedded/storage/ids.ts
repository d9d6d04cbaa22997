import { takeRandom } from "./randomPool";

/**
 * Document ids (contract §2.2): base32 of `varint(table number) ‖ 16 bytes ‖ Fletcher-16 footer`.
 * The 16 bytes are 14 random ones and the day number since the epoch, so ids of one table share a prefix and say nothing else.
 */

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const DIGIT = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) DIGIT[ALPHABET.charCodeAt(i)] = i;

const DAY_MS = 86_400_000;
const BODY_BYTES = 16;
const MIN_LENGTH = 31;
const MAX_LENGTH = 37;

/** A new id for a table. Randomness is real, never the seeded kind of a transaction. */
export function newId(tableNumber: number, nowMs: number): string {
  const bytes = Buffer.alloc(BODY_BYTES);
  takeRandom(14).copy(bytes);
  bytes.writeUInt16BE(Math.floor(nowMs / DAY_MS) & 0xffff, 14);
  return encodeId(tableNumber, bytes);
}

export function encodeId(tableNumber: number, body: Uint8Array): string {
  const bytes: number[] = [];
  let rest = tableNumber;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  for (const byte of body) bytes.push(byte);
  const [c0, c1] = fletcher16(bytes, bytes.length);
  bytes.push(c0, c1);
  return base32(bytes);
}

/** The table number of a well-formed id, or null. Strict: the text must be exactly what `encodeId` would write. */
export function tableNumberOf(id: string): number | null {
  if (id.length < MIN_LENGTH || id.length > MAX_LENGTH) return null;
  const bytes = unbase32(id);
  if (bytes === null) return null;
  let number = 0;
  let at = 0;
  for (;;) {
    const byte = bytes[at];
    if (byte === undefined || at > 4) return null;
    number += (byte & 0x7f) * 2 ** (7 * at);
    at++;
    if (byte < 0x80) break;
  }
  if (number > 0xffffffff || (at > 1 && bytes[at - 1] === 0)) return null;
  if (bytes.length !== at + BODY_BYTES + 2) return null;
  const [c0, c1] = fletcher16(bytes, bytes.length - 2);
  return bytes[bytes.length - 2] === c0 && bytes[bytes.length - 1] === c1 ? number : null;
}

/** Fletcher-16 with sums modulo 256. */
function fletcher16(bytes: ArrayLike<number>, length: number): [number, number] {
  let c0 = 0;
  let c1 = 0;
  for (let i = 0; i < length; i++) {
    c0 = (c0 + bytes[i]!) & 0xff;
    c1 = (c1 + c0) & 0xff;
  }
  return [c0, c1];
}

function base32(bytes: readonly number[]): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(buffer >> bits) & 31];
    }
  }
  if (bits > 0) text += ALPHABET[(buffer << (5 - bits)) & 31];
  return text;
}

/** Null unless the text decodes and its unused tail bits are zero. */
function unbase32(text: string): number[] | null {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = DIGIT[text.charCodeAt(i)] ?? -1;
    if (digit < 0) return null;
    buffer = ((buffer << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 0xff);
    }
  }
  if (bits >= 5 || (buffer & ((1 << bits) - 1)) !== 0) return null;
  return bytes;
}
