import type { FinishedCall } from "./calls";
import { canonicalPath } from "./registry";

/** Sums of one function since the start. */
export interface FunctionSums {
  calls: number;
  failures: number;
  totalMs: number;
  slowestMs: number;
}

/** How often which function ran and how long it took. Holds one entry per function that exists, however many names clients invent. */
export class FunctionStats {
  readonly #sums = new Map<string, FunctionSums>();
  readonly totals = { functionCalls: 0, functionFailures: 0 };

  /** @param isKnown whether there is a function at that path */
  constructor(private readonly isKnown: (path: string) => boolean) {}

  of(path: string): FunctionSums {
    return this.#sums.get(path) ?? { calls: 0, failures: 0, totalMs: 0, slowestMs: 0 };
  }

  note({ path: asCalled, success, durationMs }: FinishedCall): void {
    const path = canonicalPath(asCalled);
    this.totals.functionCalls++;
    if (!success) this.totals.functionFailures++;
    let sums = this.#sums.get(path);
    if (sums === undefined) {
      if (!this.isKnown(path)) return;
      this.#sums.set(path, (sums = { calls: 0, failures: 0, totalMs: 0, slowestMs: 0 }));
    }
    sums.calls++;
    if (!success) sums.failures++;
    sums.totalMs += durationMs;
    sums.slowestMs = Math.max(sums.slowestMs, durationMs);
  }
}
