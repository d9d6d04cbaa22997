import { ConvexError } from "convex/values";
import { isRefusalCode, type RefusalCode } from "../../domain/errors";

/** An expected "no" of the server, as it travels. */
export interface ServerRefusal {
  readonly code: RefusalCode;
  readonly message: string;
  /** All that travelled with it, for the screen that can do something about it. Read with care: it is the server's word. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** The refusal inside an error, or null when the error is not one of ours. */
export function refusalOf(error: unknown): ServerRefusal | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("code" in data) || !("message" in data)) return null;
  const { code, message } = data;
  return isRefusalCode(code) && typeof message === "string" ? { code, message, params: { ...data } } : null;
}

/** What a person reads: the refusal's own sentence, else the fallback of the feature. Never an English message. */
export function sentenceOf(error: unknown, fallback: string): string {
  return refusalOf(error)?.message ?? fallback;
}
