import { limitError, METRICS, type Limits, type Metric } from "./limits";

export type Usage = Record<Metric, number>;

/** What a failed nested call does not give back: it did read. */
const READ_METRICS: ReadonlySet<Metric> = new Set([
  "bytesRead",
  "documentsRead",
  "databaseQueries",
  "filesRead",
  "fileReadBytes",
]);

/**
 * What the functions of one transaction have used so far, against the limits of the one that is running.
 *
 *   top level   used ─────────────┐  limits of the deployment
 *     nested    the same counts   │  the tighter of its caller's and `used + what the caller allowed it`
 *
 * Nested calls run one at a time while their caller waits, so all can add to the same counts. Holds: the counts (shared), the limits (own).
 * Does not hold: what was read (the transaction's read set), nor how bytes are counted (`sizeOf`).
 */
export class Meter {
  private constructor(
    private readonly used: Usage,
    private readonly limits: Limits,
  ) {}

  static forTransaction(limits: Limits): Meter {
    return new Meter(nothing(), limits);
  }

  /** For a nested call; `allowed` is what its caller grants it at most, as it came from the app. */
  nested(allowed: unknown): Meter {
    if (typeof allowed !== "object" || allowed === null) return this;
    const limits: Usage = { ...this.limits };
    for (const metric of METRICS) {
      const most: unknown = (allowed as Record<string, unknown>)[metric];
      if (typeof most === "number") limits[metric] = Math.min(limits[metric], this.used[metric] + most);
    }
    return new Meter(this.used, limits);
  }

  range(): void {
    this.#add("databaseQueries", 1);
  }

  read(bytes: number): void {
    this.#add("documentsRead", 1);
    this.#add("bytesRead", bytes);
  }

  written(bytes: number): void {
    this.#add("documentsWritten", 1);
    this.#add("bytesWritten", bytes);
  }

  scheduled(argsBytes: number): void {
    this.#add("functionsScheduled", 1);
    this.#add("scheduledFunctionArgsBytes", argsBytes);
  }

  fileRead(bytes: number): void {
    this.#add("filesRead", 1);
    this.#add("fileReadBytes", bytes);
  }

  fileWritten(bytes: number): void {
    this.#add("filesWritten", 1);
    this.#add("fileWriteBytes", bytes);
  }

  /** The counts as they are, for `takeBack`. */
  mark(): Usage {
    return { ...this.used };
  }

  /** A nested call failed: its writes did not happen, its reads did. */
  takeBack(mark: Usage): void {
    for (const metric of METRICS) if (!READ_METRICS.has(metric)) this.used[metric] = mark[metric];
  }

  report(): Record<Metric, { used: number; remaining: number }> {
    const entries = METRICS.map((metric) => {
      const used = this.used[metric];
      return [metric, { used, remaining: Math.max(0, this.limits[metric] - used) }] as const;
    });
    return Object.fromEntries(entries) as Record<Metric, { used: number; remaining: number }>;
  }

  #add(metric: Metric, amount: number): void {
    const used = (this.used[metric] += amount);
    if (used > this.limits[metric]) throw limitError(metric, this.limits[metric]);
  }
}

function nothing(): Usage {
  return {
    bytesRead: 0,
    bytesWritten: 0,
    databaseQueries: 0,
    documentsRead: 0,
    documentsWritten: 0,
    functionsScheduled: 0,
    scheduledFunctionArgsBytes: 0,
    filesWritten: 0,
    fileWriteBytes: 0,
    filesRead: 0,
    fileReadBytes: 0,
  };
}
