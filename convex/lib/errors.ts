import { ConvexError } from "convex/values";
import { refuse, refusalMessage, type PlainRefusalCode, type Refusal, type Result } from "../../domain/errors";

/** What a client receives as `error.data`: the code, the complete Portuguese sentence, and the sentence's parameters. */
export type RefusalData = { code: string; message: string } & Record<string, string | number | null>;

/** A refusal as the error that reaches the client. Ends the transaction: nothing of it is kept. */
export function appError({ code, params }: Refusal): ConvexError<RefusalData> {
  // `Refusal` is a union of matching pairs; the overloads of refusalMessage want one code at a time.
  const message = (refusalMessage as (code: string, params: object) => string)(code, params);
  return new ConvexError({ code, message, ...params });
}

/** Throws a refusal that has no parameters, for the many places that only say no. */
export function refuseWith(code: PlainRefusalCode): never {
  throw appError(refuse(code).refusal);
}

/** The value of a rule's answer, or the refusal thrown. */
export function orThrow<T>(result: Result<T>): T {
  if (!result.ok) throw appError(result.refusal);
  return result.value;
}

/**
 * The sentence of a refusal that another function of ours ended with; null for anything else. The test library hands the
 * data over as its JSON text.
 */
export function refusalMessageOf(error: unknown): string | null {
  if (!(error instanceof ConvexError)) return null;
  const raw: unknown = error.data;
  const data: unknown = typeof raw === "string" ? JSON.parse(raw) : raw;
  const isRefusal = typeof data === "object" && data !== null && "message" in data;
  return isRefusal && typeof data.message === "string" ? data.message : null;
}

/** For what can only be false through a mistake of ours. The sentence says what should have been true. */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence);
}
