import type { Backend, Caller, FunctionCall, MutationOutcome, RequestOrigin } from "../executor/contract";
import { actionResponse, mutationResponse } from "./frames";
import type { FunctionRequest } from "./protocol";

/** Mutations and actions waiting: at most so many each (contract §3.6). */
const MOST_WAITING = 1000;
/** Actions of one client that run at the same moment; their results are all in memory at once. */
const MOST_RUNNING_ACTIONS = 32;
/** With more than this waiting, in UTF-16 units of arguments, nothing further is read from the client. */
const BACKLOG_UNITS = 8 * 1024 * 1024;

/** What the session does with the results. */
export interface RequestListener {
  /** A finished request's frame, to be sent at once. */
  answer(frame: string): void;
  /** Whether the reader keeps up; mutations and actions wait while it does not. */
  canGoOn(): boolean;
  /** So much is waiting that the client should be read no further, or it is so no more. */
  onBacklog(isTooMuch: boolean): void;
  fault(error: unknown, doing: string): void;
}

interface Waiting {
  readonly request: FunctionRequest;
  readonly caller: Caller;
  readonly sessionId: string;
}

/**
 * The mutations and actions of one session: mutations one at a time in the order they came, actions side by side.
 *
 * Each runs as the caller that was current when it arrived. Holds the lines of those that wait; at-most-once across
 * reconnects is the executor's duty, by the key passed along.
 */
export class FunctionRequests {
  private readonly mutations: Waiting[] = [];
  private readonly actions: Waiting[] = [];
  private isMutating = false;
  private runningActions = 0;
  private waitingUnits = 0;
  private isTooMuch = false;
  private isClosed = false;

  constructor(
    private readonly backend: Backend,
    private readonly origin: RequestOrigin,
    private readonly listener: RequestListener,
  ) {}

  /** @returns false when the line is full */
  mutate(request: FunctionRequest, caller: Caller, sessionId: string): boolean {
    return this.queue(this.mutations, { request, caller, sessionId });
  }

  /** @returns false when the line is full */
  act(request: FunctionRequest, caller: Caller): boolean {
    return this.queue(this.actions, { request, caller, sessionId: "" });
  }

  /** Starts those whose turn has come. */
  goOn(): void {
    while (!this.isClosed && this.runningActions < MOST_RUNNING_ACTIONS && this.actions.length > 0) {
      if (!this.listener.canGoOn()) return;
      this.startAction(this.next(this.actions));
    }
    if (this.isMutating || this.isClosed || this.mutations.length === 0 || !this.listener.canGoOn()) return;
    this.startMutation(this.next(this.mutations));
  }

  /** The client is gone: what waits is dropped (it will send it again), what runs ends unheard. */
  close(): void {
    this.isClosed = true;
    this.mutations.length = 0;
    this.actions.length = 0;
  }

  private queue(line: Waiting[], waiting: Waiting): boolean {
    if (line.length >= MOST_WAITING) return false;
    line.push(waiting);
    this.countWaiting(waiting.request.argsJson.length);
    this.goOn();
    return true;
  }

  private next(line: Waiting[]): Waiting {
    const next = line.shift()!;
    this.countWaiting(-next.request.argsJson.length);
    return next;
  }

  private countWaiting(units: number): void {
    this.waitingUnits += units;
    const isTooMuch = this.waitingUnits > BACKLOG_UNITS;
    if (isTooMuch === this.isTooMuch) return;
    this.isTooMuch = isTooMuch;
    this.listener.onBacklog(isTooMuch);
  }

  private startAction({ request, caller }: Waiting): void {
    this.runningActions += 1;
    this.backend
      .action(this.callOf(request), caller)
      .then((outcome) => this.answer(actionResponse(request.requestId, outcome)))
      .catch((error: unknown) => this.listener.fault(error, `action ${request.udfPath}`))
      .finally(() => {
        this.runningActions -= 1;
        this.goOn();
      });
  }

  private startMutation({ request, caller, sessionId }: Waiting): void {
    this.isMutating = true;
    this.backend
      .mutation(this.callOf(request), caller, { sessionId, requestId: request.requestId })
      .then((done) => this.onMutated(request, done))
      .catch((error: unknown) => this.listener.fault(error, `mutation ${request.udfPath}`));
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
