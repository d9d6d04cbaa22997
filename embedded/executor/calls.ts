import type { Committer } from "../transaction/committer";
import type { FunctionCall } from "./contract";
import type { RunningJob } from "./execution";
import type { OutcomeReporter } from "./outcome";
import type { Registry } from "./registry";
import type { Runner } from "./runner";

/** A call as the executor itself may make it. */
export interface AppCall extends FunctionCall {
  /** The scheduled function it runs for; absent when there is none. */
  readonly job?: RunningJob | null;
}

/** One finished call, for the log. */
export interface FinishedCall {
  readonly kind: "query" | "mutation" | "action";
  readonly path: string;
  readonly durationMs: number;
  readonly success: boolean;
  readonly logLines: readonly string[];
}

/** What queries, mutations and actions all need. */
export interface CallContext {
  readonly registry: Registry;
  readonly runner: Runner;
  readonly committer: Committer;
  readonly reporter: OutcomeReporter;
  readonly onCall: (call: FinishedCall) => void;
}
