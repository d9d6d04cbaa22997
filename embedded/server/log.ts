/** Structured logs: one JSON object per line on standard error. The only place of the room that writes to it. */

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LEVELS)[number];

export interface Log {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** The level a text names, or null. */
export function parseLogLevel(text: string): LogLevel | null {
  return LEVELS.find((level) => level === text) ?? null;
}

/**
 * @param level the least serious level that is written
 * @param write takes one finished line with its newline
 */
export function createLog(level: LogLevel, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const at =
    (own: LogLevel) =>
    (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
      if (LEVELS.indexOf(own) < LEVELS.indexOf(level)) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level: own, event, ...fields }, plainValue)}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Errors and bigints have no JSON form of their own. */
function plainValue(_key: string, value: unknown): unknown {
  if (value instanceof Error) return value.stack ?? value.message;
  return typeof value === "bigint" ? value.toString() : value;
}
