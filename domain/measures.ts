/** `300` → `0,3`. Whole grams only, so no digit is lost. */
export function kgText(grams: number): string {
  const rest = String(grams % 1000)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return `${Math.floor(grams / 1000)}${rest === "" ? "" : `,${rest}`}`;
}

/** `0,3` or `0.3` → `300`; NaN for what is no weight or finer than a gram. Digits are read, never multiplied. */
export function parseKg(text: string): number {
  const match = /^(\d{1,4})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  return match === null ? Number.NaN : Number(match[1]) * 1000 + Number((match[2] ?? "").padEnd(3, "0"));
}

/** Whole centimetres; NaN for anything else. */
export function parseCm(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}
