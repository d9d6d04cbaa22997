/**
 * SHA-256 of a text's UTF-8 bytes, hexadecimal, without a platform: a raffle is checked by the same lines on the server
 * and in anybody's browser.
 *
 * Source: FIPS 180-4.
 */
export function sha256(text: string): string {
  const words = padded(utf8(text));
  const state = [...INITIAL];
  for (let at = 0; at < words.length; at += WORDS_PER_BLOCK) compress(state, words.slice(at, at + WORDS_PER_BLOCK));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const WORDS_PER_BLOCK = 16;
const ROUNDS = 64;
const TWO_POW_32 = 2 ** 32;

const PRIMES = firstPrimes(ROUNDS);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fractionBits(prime ** (1 / 2)));
const CONSTANTS = PRIMES.map((prime) => fractionBits(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

/** The first 32 bits of what stands behind the point. */
function fractionBits(value: number): number {
  return Math.floor((value - Math.floor(value)) * TWO_POW_32) | 0;
}

function utf8(text: string): number[] {
  // The language itself has no encoder; percent-encoding names the same bytes.
  const encoded = encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Array.from(encoded, (byte) => byte.charCodeAt(0));
}

function padded(bytes: readonly number[]): number[] {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const words = Array<number>(blocks * WORDS_PER_BLOCK).fill(0);
  [...bytes, 0x80].forEach((byte, at) => {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - 8 * (at % 4)));
  });
  const bits = bytes.length * 8;
  words[words.length - 2] = Math.floor(bits / TWO_POW_32);
  words[words.length - 1] = bits | 0;
  return words;
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function compress(state: number[], block: readonly number[]): void {
  const schedule = [...block];
  const wordAt = (at: number) => schedule[at] ?? 0;
  for (let at = WORDS_PER_BLOCK; at < ROUNDS; at += 1) {
    const [w15, w2] = [wordAt(at - 15), wordAt(at - 2)];
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    schedule.push((wordAt(at - 16) + s0 + wordAt(at - 7) + s1) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < ROUNDS; at += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const t1 = (h + s1 + chosen + (CONSTANTS[at] ?? 0) + wordAt(at)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + s0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = ((state[at] ?? 0) + word) | 0;
  });
}
