import type { FunctionsBundle } from "./bundle";
import type { Identity, Outcome, RequestOrigin } from "./contract";
import type { RunningJob } from "./execution";
import type { NodeFunction } from "./nodeModules";

/** What the main thread and an action thread say to each other. */

export interface ThreadStart {
  readonly bundle: FunctionsBundle;
  readonly env: Readonly<Record<string, string>>;
  readonly redact: boolean;
  /** Evaluate the modules anew for each run. */
  readonly reevaluate: boolean;
  /** Where the files with "use node" lie as one module; null when there are none. */
  readonly nodeUrl: string | null;
}

export interface RequestHead {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly hasBody: boolean;
}

/**
 * One 32-bit cell that both threads see: who gets from `OPEN` first has the run. So a run that a stuck thread has not begun can be taken
 * back and given to another one, and still never runs twice.
 */
export type Claim = Int32Array<SharedArrayBuffer>;

const [OPEN, BEGUN, WITHDRAWN] = [0, 1, 2];

export const newClaim = (): Claim => new Int32Array(new SharedArrayBuffer(4));

/** The action thread is about to run it. @returns false when it was withdrawn before */
export const begin = (claim: Claim): boolean => Atomics.compareExchange(claim, 0, OPEN, BEGUN) === OPEN;

/** The main thread wants it back. @returns false when it has begun */
export const withdraw = (claim: Claim): boolean => Atomics.compareExchange(claim, 0, OPEN, WITHDRAWN) === OPEN;

export interface StartAction {
  readonly type: "runAction";
  readonly runId: number;
  readonly claim: Claim;
  readonly path: string;
  readonly argsJson: string;
  readonly identity: Identity | null;
  readonly requestId: string;
  readonly origin: RequestOrigin;
  readonly job: RunningJob | null;
}

export interface StartHttp {
  readonly type: "runHttp";
  readonly runId: number;
  readonly claim: Claim;
  readonly head: RequestHead;
  readonly identity: Identity | null;
  /** Why the request's bearer token was refused; `getUserIdentity` rejects with it. */
  readonly identityError: string | null;
  readonly requestId: string;
}

/** Both directions of an HTTP action's bodies move piece by piece, each only after the reader asked for it. */
export type ToThread =
  | StartAction
  | StartHttp
  | { readonly type: "answer"; readonly callId: number; readonly answer: SyscallAnswer }
  /** Nobody waits for this run any more: what it still asks for is refused. */
  | { readonly type: "abandon"; readonly runId: number }
  /** Asks for a sign of life. */
  | { readonly type: "ping" }
  | { readonly type: "requestPart"; readonly runId: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The request's body is at its end, or cannot be read on because of `error`. */
  | { readonly type: "requestEnd"; readonly runId: number; readonly error: string | null }
  | { readonly type: "pullResponse"; readonly runId: number }
  /** The client went away: its request is aborted, the response's stream cancelled. */
  | { readonly type: "leave"; readonly runId: number };

export type SyscallAnswer =
  | { readonly ok: true; readonly json: string; readonly bytes?: Uint8Array }
  | { readonly ok: false; readonly message: string; readonly dataJson?: string };

export interface SyscallRequest {
  readonly type: "syscall";
  readonly runId: number;
  readonly callId: number;
  readonly op: string;
  readonly argsJson: string;
  readonly bytes?: Uint8Array;
}

/** What a thread says of one of its runs. */
export type OfRun =
  /** `error` is the unredacted text of a failure, for the app's own records; null when it succeeded. */
  | { readonly type: "finished"; readonly runId: number; readonly outcome: Outcome; readonly error: string | null }
  | {
      readonly type: "head";
      readonly runId: number;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
    }
  | { readonly type: "part"; readonly runId: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The response is complete, or broke off because of `error`. */
  | { readonly type: "end"; readonly runId: number; readonly error: string | null }
  | { readonly type: "pullRequest"; readonly runId: number }
  | { readonly type: "cancelRequest"; readonly runId: number };

export type FromThread =
  | { readonly type: "ready"; readonly nodeFunctions: readonly NodeFunction[] }
  | { readonly type: "pong" }
  /** A promise that the app let go of failed. */
  | { readonly type: "fault"; readonly text: string }
  | SyscallRequest
  | OfRun;
