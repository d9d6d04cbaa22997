import { SourceMap, type SourceMapPayload } from "node:module";
import type { Outcome } from "./contract";
import type { FunctionsBundle } from "./bundle";
import { convexErrorData } from "./errors";
import { BUNDLE_FILE, NODE_BUNDLE_FILE } from "./registry";

/** What clients are told of a call (contract §3.9). */
export interface OutcomeReporter {
  success(valueJson: string, logLines: readonly string[]): Outcome;
  failure(error: unknown, requestId: string, logLines: readonly string[]): Outcome;
  /** What the app itself may read of a failure, redaction or not: the error and its frames. */
  errorText(error: unknown): string;
}

/**
 * @param bundle whose source maps lead from frames to the app's own files
 * @param redact true to behave as production: no logs, no text after "Server Error"; `errorData` always goes through
 */
export function createOutcomeReporter(
  { sourceMap, node }: Pick<FunctionsBundle, "sourceMap" | "node">,
  redact: boolean,
): OutcomeReporter {
  const sourceMaps: SourceMaps = new Map([[BUNDLE_FILE, readSourceMap(sourceMap)]]);
  if (node !== null) sourceMaps.set(NODE_BUNDLE_FILE, readSourceMap(node.sourceMap));
  const errorText = (error: unknown): string =>
    [describe(error, convexErrorData(error)), ...appFrames(error, sourceMaps)].join("\n");
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

type SourceMaps = Map<string, SourceMap>;

const readSourceMap = (text: string): SourceMap => new SourceMap(JSON.parse(text) as SourceMapPayload);

const FILES = [BUNDLE_FILE, NODE_BUNDLE_FILE].map((name) => name.replaceAll(".", "\\.")).join("|");
const FRAME = new RegExp(`^\\s+at (?:(.*?) \\()?(?:file:.*/)?(${FILES}):(\\d+):(\\d+)\\)?$`);

/** Frames in the app's own files, mapped back to them; the library's and the runtime's are left out. */
function appFrames(error: unknown, sourceMaps: SourceMaps): string[] {
  if (!(error instanceof Error) || error.stack === undefined) return [];
  return error.stack.split("\n").flatMap((line) => {
    const [, name, file, row, column] = FRAME.exec(line) ?? [];
    const entry = sourceMaps.get(file ?? "")?.findEntry(Number(row) - 1, Number(column) - 1);
    if (entry === undefined || !("originalSource" in entry) || /node_modules/.test(entry.originalSource)) return [];
    const source = entry.originalSource.replace(/^(\.\.\/)*/, "../");
    return [
      `    at ${name === undefined || name === "" ? "<anonymous>" : name} (${source}:${entry.originalLine + 1}:${entry.originalColumn})`,
    ];
  });
}
