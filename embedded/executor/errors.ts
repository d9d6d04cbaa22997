import type { Encoded } from "../storage/values";

/** An error of the app's making: bad argument, validation, schema. Thrown into the handler, which may catch it. */
export class AppError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Error";
  }
}

/** An error that reaches the handler as a `ConvexError` (contract §1.3): `data` is parsed JSON in Convex encoding. */
export class DataError extends AppError {
  constructor(
    message: string,
    readonly data: Encoded,
  ) {
    super(message);
  }
}

/** JSON text of a `ConvexError`'s data as it leaves `invoke*` (contract §1.1), or null for any other throw. */
export function convexErrorData(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const { ConvexErrorSymbol: symbol, data } = error as { ConvexErrorSymbol?: symbol; data?: unknown };
  if (symbol === undefined || !(symbol in error)) return null;
  return typeof data === "string" ? data : JSON.stringify(data ?? null);
}

/** What a nested call threw, as the library expects it of a syscall: `data` parsed, everything else a plain error. */
export function asSyscallError(error: unknown): Error {
  const dataJson = convexErrorData(error);
  const message = error instanceof Error ? error.message : String(error);
  if (dataJson !== null) return new DataError(message, JSON.parse(dataJson) as Encoded);
  return error instanceof Error ? error : new Error(message);
}
