/**
 * Mercado Pago's signature of a notice, as far as it is text: what is signed, and by when.
 *
 * Source: contracts/mercado-pago.md §6.2.
 */

export interface SignatureParts {
  /** As it stands in the header: this very text is signed. */
  readonly ts: string;
  /** Hexadecimal, 64 digits. */
  readonly v1: string;
}

/** `ts=1742505638683,v1=<64 hex>`; null for anything else. */
export function parseSignature(header: string): SignatureParts | null {
  const parts = new Map<string, string>();
  for (const part of header.split(",")) {
    const [key = "", ...value] = part.split("=");
    parts.set(key.trim(), value.join("=").trim());
  }
  const ts = parts.get("ts") ?? "";
  const v1 = (parts.get("v1") ?? "").toLowerCase();
  return /^\d{1,16}$/.test(ts) && /^[0-9a-f]{64}$/.test(v1) ? { ts, v1 } : null;
}

export interface Signed {
  /** Of the address, not of the body; null where it is missing. */
  readonly dataId: string | null;
  readonly requestId: string | null;
  readonly ts: string;
}

/**
 * The texts that may have been signed. A piece without a value is left out; identifiers with letters were signed in
 * lower case once, and are not any more, so both count.
 */
export function signedTexts({ dataId, requestId, ts }: Signed): string[] {
  const text = (id: string | null) =>
    [id === null ? "" : `id:${id};`, requestId === null ? "" : `request-id:${requestId};`, `ts:${ts};`].join("");
  const lower = dataId?.toLowerCase() ?? null;
  return lower === dataId ? [text(dataId)] : [text(dataId), text(lower)];
}

/** Above this a number counts milliseconds, below it seconds: 10^11 seconds is the year 5138. */
const FIRST_MS = 100_000_000_000;

/** When a notice was signed, epoch milliseconds, whichever unit it came in. */
export function signedAt(ts: string): number {
  const number = Number(ts);
  return number > FIRST_MS ? number : number * 1000;
}

/**
 * How far from now a notice may be signed. Narrow: what a refused one would have told is found by asking a few minutes
 * later.
 */
export const SIGNATURE_LIFE_MS = 15 * 60 * 1000;

export function isStale(ts: string, now: number): boolean {
  return Math.abs(now - signedAt(ts)) > SIGNATURE_LIFE_MS;
}
