/** The only file of the simulators that knows the factor 100: inside they count in centavos, outside they speak reais. */

/** @param reais a number with at most two decimals, as services send them */
export function toCents(reais: number): number {
  return Math.round(reais * 100);
}

/** `5990` → `59.9`, as JSON numbers are written. */
export function toReais(cents: number): number {
  return cents / 100;
}

/** `2565` → `"25.65"`. */
export function toDecimalText(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Whether a number of reais has no more than two decimals. */
export function isWholeCents(reais: number): boolean {
  return Math.abs(reais * 100 - Math.round(reais * 100)) < 1e-6;
}

/** `123456` → `R$ 1.234,56` with a no-break space. */
export function formatReais(cents: number): string {
  const [whole = "0", decimals = "00"] = toDecimalText(Math.abs(cents)).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ".");
  return `${cents < 0 ? "-" : ""}R$\u00a0${grouped},${decimals}`;
}

/** `"1.234,56"`, `"1234.56"` or `"20"` → centavos; null when it is no amount. */
export function parseReais(typed: string): number | null {
  const text = typed.trim().replace(/^R\$\s*/, "");
  const plain = text.includes(",") ? text.replaceAll(".", "").replace(",", ".") : text;
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? toCents(Number(plain)) : null;
}
