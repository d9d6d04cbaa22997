/** Times as the services write them. Brazil's clock stands three hours behind UTC all year. */
const BRASILIA_OFFSET_MS = -3 * 3_600_000;

/** `2026-11-20T18:00:00.000-03:00`. */
export function isoInBrasilia(at: number): string {
  return new Date(at + BRASILIA_OFFSET_MS).toISOString().replace("Z", "-03:00");
}

/** `2026-11-20 15:00:00`: local, without an offset. */
export function plainInBrasilia(at: number): string {
  return new Date(at + BRASILIA_OFFSET_MS).toISOString().slice(0, 19).replace("T", " ");
}

/** `2026-11-20T18:00:00+00:00`. */
export function isoWithOffset(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+00:00`;
}

/** Epoch milliseconds of a time with milliseconds and offset; null for any other text. */
export function parseIsoWithOffset(text: string): number | null {
  const at = Date.parse(text);
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(at) ? at : null;
}
