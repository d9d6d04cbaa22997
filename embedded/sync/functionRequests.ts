import type { Backend, Caller, FunctionCall, MutationOutcome, RequestOrigin } from "../executor/contract";
import { actionResponse, mutationResponse } from "./frames";
import type { FunctionRequest } from "./protocol";

/** Mutations waiting, and actions running: at most so many each (contract §3.6). */
const LIMIT = 1000;

/** What the session does with the results. */
export interface RequestListener {
  /** A finished request's frame, to be sent at once. */
  answer(frame: string): void;
  /** Whether the reader keeps up; mutations wait while it does not. */
  canGoOn(): boolean;
  fault(error: unknown, doing: string): void;
}

/**
 * The mutations and actions of one session: mutations one at a time in the order they came, actions at once.
 *
 * Each runs as the caller that was current when it arrived. Holds the line of mutations; at-most-once across
 * reconnects is the executor's duty, by the key passed along.
 */
export class FunctionRequests {
  private readonly line: { request: FunctionRequest; caller: Caller; sessionId: string }[] = [];
  private isMutating = false;
  private runningActions = 0;
  private isClosed = false;

  constructor(
    private readonly backend: Backend,
    private readonly origin: RequestOrigin,
    private readonly listener: RequestListener,
  ) {}

  /** @returns false when the line is full */
  mutate(request: FunctionRequest, caller: Caller, sessionId: string): boolean {
    if (this.line.length >= LIMIT) return false;
    this.line.push({ request, caller, sessionId });
    this.goOn();
    return true;
  }

  /** @returns false when too many are running */
  act(request: FunctionRequest, caller: Caller): boolean {
    if (this.runningActions >= LIMIT) return false;
    this.runningActions += 1;
    this.backend
      .action(this.callOf(request), caller)
      .then((outcome) => this.answer(actionResponse(request.requestId, outcome)))
      .catch((error: unknown) => this.listener.fault(error, `action ${request.udfPath}`))
      .finally(() => (this.runningActions -= 1));
    return true;
  }

  /** Starts the next mutation, if there is one and its turn has come. */
  goOn(): void {
    if (this.isMutating || this.isClosed || this.line.length === 0 || !this.listener.canGoOn()) return;
    const next = this.line.shift();
    if (next === undefined) return;
    const { request, caller, sessionId } = next;
    this.isMutating = true;
    this.backend
      .mutation(this.callOf(request), caller, { sessionId, requestId: request.requestId })
      .then((done) => this.onMutated(request, done))
      .catch((error: unknown) => this.listener.fault(error, `mutation ${request.udfPath}`));
  }

  /** The client is gone: what waits is dropped (it will send it again), what runs ends unheard. */
  close(): void {
    this.isClosed = true;
    this.line.length = 0;
  }

  private onMutated(request: FunctionRequest, { outcome, ts }: MutationOutcome): void {
    this.isMutating = false;
    this.answer(mutationResponse(request.requestId, outcome, outcome.success ? ts : null));
    this.goOn();
  }

  private callOf(request: FunctionRequest): FunctionCall {
    return { path: request.udfPath, argsJson: request.argsJson, origin: this.origin };
  }

  private answer(frame: string): void {
    if (!this.isClosed) this.listener.answer(frame);
  }
}
