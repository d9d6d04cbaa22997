/** Prints a figure twice: a line for people, and one JSON line for programs. Rates are per second, times in milliseconds. */
export function report(figure: { name: string } & Record<string, number | string>): void {
  const { name, ...values } = figure;
  const shown = Object.entries(values).map(
    ([key, value]) => `${key} ${typeof value === "number" ? round(value) : value}`,
  );
  console.log(`${name.padEnd(44)} ${shown.join("   ")}`);
  console.log(
    JSON.stringify(
      Object.fromEntries(
        Object.entries(figure).map(([key, value]) => [key, typeof value === "number" ? round(value) : value]),
      ),
    ),
  );
}

const round = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 1000) / 1000);

/** @param share 0..1 */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
