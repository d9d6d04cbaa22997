interface Sums {
  readonly orders: number;
  readonly totalCents: number;
  readonly pieces: number;
}

export interface CompanyReport {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly orders: number;
  readonly differences: readonly { readonly name: string; readonly kept: Sums; readonly counted: Sums }[];
}

/** Counts every kept total of a company, or of all, anew; `ask` calls an internal query, all calls at one state. */
export function verifyTotals(
  ask: (path: string, args: Record<string, unknown>) => Promise<unknown>,
  slug?: string,
): Promise<CompanyReport[]>;

/** The lines that tell an operator what was found in one company. */
export function reportLines(report: CompanyReport): string[];
