import type { Outcome } from "./contract";
import { convexErrorData } from "./errors";
import type { StackTraces } from "./stackTraces";

/** What clients are told of a call (contract §3.9). */
export interface OutcomeReporter {
  success(valueJson: string, logLines: readonly string[]): Outcome;
  failure(error: unknown, requestId: string, logLines: readonly string[]): Outcome;
  /** What the app itself may read of a failure, redaction or not: the error and its frames. */
  errorText(error: unknown): string;
}

/** @param redact true to behave as production: no logs, no text after "Server Error"; `errorData` always goes through */
export function createOutcomeReporter(stackTraces: StackTraces, redact: boolean): OutcomeReporter {
  const errorText = (error: unknown): string =>
    [describe(error, convexErrorData(error)), ...stackTraces.framesOf(error)].join("\n");
  return {
    success: (valueJson, logLines) => ({ success: true, valueJson, logLines: redact ? [] : logLines }),
    failure: (error, requestId, logLines) => {
      const head = `[Request ID: ${requestId}] Server Error`;
      const data = convexErrorData(error);
      return {
        success: false,
        errorMessage: redact ? head : `${head}\n${errorText(error)}`,
        logLines: redact ? [] : logLines,
        ...(data === null ? {} : { errorDataJson: data }),
      };
    },
    errorText,
  };
}

/** What an HTTP action that failed answers (contract §4.4). */
export function httpFailureJson(outcome: Outcome): string {
  if (outcome.success) throw new Error("It did not fail.");
  const { errorMessage, errorDataJson } = outcome;
  const [head, ...trace] = errorMessage.split("\n");
  return JSON.stringify({
    code: trace[0] === undefined ? head : `${head}: ${trace[0]}`,
    trace: trace.join("\n"),
    ...(errorDataJson === undefined ? {} : { data: JSON.parse(errorDataJson) as unknown }),
  });
}

function describe(error: unknown, data: string | null): string {
  if (!(error instanceof Error)) return `Uncaught ${String(error)}`;
  const message = data ?? error.message;
  const name = error.name === "" ? "" : `${error.name}: `;
  return `Uncaught ${name}${message}`;
}
