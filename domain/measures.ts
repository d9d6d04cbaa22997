/** `300` → `0,3`. Whole grams only, so no digit is lost. */
export function kgText(grams: number): string {
  const rest = String(grams % 1000)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return `${Math.floor(grams / 1000)}${rest === "" ? "" : `,${rest}`}`;
}
