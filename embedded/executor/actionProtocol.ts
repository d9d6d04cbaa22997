import type { FunctionsBundle } from "./bundle";
import type { Identity, Outcome, RequestOrigin } from "./contract";
import type { RunningJob } from "./execution";

/** What the main thread and an action worker say to each other. */

export interface WorkerStart {
  readonly bundle: FunctionsBundle;
  readonly env: Readonly<Record<string, string>>;
  readonly redact: boolean;
}

export interface RequestHead {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
}

export type ToWorker =
  | {
      readonly type: "runAction";
      readonly runId: number;
      readonly path: string;
      readonly argsJson: string;
      readonly identity: Identity | null;
      readonly requestId: string;
      readonly origin: RequestOrigin;
      readonly job: RunningJob | null;
    }
  | {
      readonly type: "runHttp";
      readonly runId: number;
      readonly head: RequestHead;
      readonly body: Uint8Array | null;
      readonly identity: Identity | null;
      /** Why the request's bearer token was refused; `getUserIdentity` rejects with it. */
      readonly identityError: string | null;
      readonly requestId: string;
    }
  | { readonly type: "answer"; readonly callId: number; readonly answer: SyscallAnswer };

export type SyscallAnswer =
  | { readonly ok: true; readonly json: string; readonly bytes?: Uint8Array }
  | { readonly ok: false; readonly message: string; readonly dataJson?: string };

export type FromWorker =
  | { readonly type: "ready" }
  /** A promise that the app let go of failed. */
  | { readonly type: "fault"; readonly text: string }
  /** `error` is the unredacted text of a failure, for the app's own records; null when it succeeded. */
  | { readonly type: "finished"; readonly runId: number; readonly outcome: Outcome; readonly error: string | null }
  | {
      readonly type: "syscall";
      readonly runId: number;
      readonly callId: number;
      readonly op: string;
      readonly argsJson: string;
      readonly bytes?: Uint8Array;
    }
  | {
      readonly type: "head";
      readonly runId: number;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
    }
  | { readonly type: "chunk"; readonly runId: number; readonly bytes: Uint8Array }
  | { readonly type: "end"; readonly runId: number };
