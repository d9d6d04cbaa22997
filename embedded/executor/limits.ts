import { AppError } from "./errors";

/** What a transaction uses, by the names that `ctx.meta.getTransactionMetrics` gives it (contract §1.5). */
export const METRICS = [
  "bytesRead",
  "bytesWritten",
  "databaseQueries",
  "documentsRead",
  "documentsWritten",
  "functionsScheduled",
  "scheduledFunctionArgsBytes",
  "filesWritten",
  "fileWriteBytes",
  "filesRead",
  "fileReadBytes",
] as const;

export type Metric = (typeof METRICS)[number];
export type Limits = Readonly<Record<Metric, number>>;

const MIB = 1024 * 1024;

/** Those of production (contract §2.8). Files have none there that is published: theirs keep one transaction's memory bounded. */
export const PRODUCTION_LIMITS: Limits = {
  bytesRead: 16 * MIB,
  bytesWritten: 16 * MIB,
  databaseQueries: 4_096,
  documentsRead: 32_000,
  documentsWritten: 16_000,
  functionsScheduled: 1_000,
  scheduledFunctionArgsBytes: 16 * MIB,
  filesWritten: 1_000,
  fileWriteBytes: 16 * MIB,
  filesRead: 1_000,
  fileReadBytes: 16 * MIB,
};

/** Arguments and results may be this large each. */
export const MOST_VALUE_BYTES = 16 * MIB;

/** Says what was exceeded in words that the function's author knows. */
const EXCEEDED: Readonly<Record<Metric, (limit: number) => string>> = {
  bytesRead: (limit) => `Read too much data in a single function execution (limit: ${limit} bytes).`,
  bytesWritten: (limit) => `Wrote too much data in a single function execution (limit: ${limit} bytes).`,
  databaseQueries: (limit) => `Too many index ranges read in a single function execution (limit: ${limit}).`,
  documentsRead: (limit) => `Scanned too many documents in a single function execution (limit: ${limit}).`,
  documentsWritten: (limit) => `Wrote too many documents in a single function execution (limit: ${limit}).`,
  functionsScheduled: (limit) => `Scheduled too many functions in a single function execution (limit: ${limit}).`,
  scheduledFunctionArgsBytes: (limit) =>
    `Scheduled function arguments too large in a single function execution (limit: ${limit} bytes).`,
  filesWritten: (limit) => `Stored too many files in a single function execution (limit: ${limit}).`,
  fileWriteBytes: (limit) => `Stored too many bytes of files in a single function execution (limit: ${limit} bytes).`,
  filesRead: (limit) => `Read too many files in a single function execution (limit: ${limit}).`,
  fileReadBytes: (limit) => `Read too many bytes of files in a single function execution (limit: ${limit} bytes).`,
};

export function limitError(metric: Metric, limit: number): AppError {
  return new AppError(EXCEEDED[metric](limit));
}
