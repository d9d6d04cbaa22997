import { ConvexError } from "convex/values";

/** What a client reads of a refusal. */
export interface RefusalSeen {
  readonly code: string;
  readonly message: string;
  readonly [param: string]: unknown;
}

/** The refusal a call ends with; fails when the call succeeds or ends with anything else. */
export async function refusalOf(call: Promise<unknown>): Promise<RefusalSeen> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!("error" in outcome)) throw new Error(`expected a refusal, got ${JSON.stringify(outcome.value)}`);
  if (!(outcome.error instanceof ConvexError)) throw outcome.error;
  // convex-test hands the data over as its JSON text, the clients as the value.
  const data: unknown = outcome.error.data;
  return (typeof data === "string" ? JSON.parse(data) : data) as RefusalSeen;
}
