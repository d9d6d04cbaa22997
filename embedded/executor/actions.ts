import type { Encoded } from "../storage/values";
import type { Transaction } from "../transaction/transaction";
import { ActionHost, type ActionRun, type AnswerSyscall } from "./actionHost";
import type { PoolOptions } from "./actionPool";
import type { SyscallAnswer, ThreadStart } from "./actionProtocol";
import type { AppCall, CallContext } from "./calls";
import type { Caller, FunctionCall, HttpActionRequest, HttpActionResponse, Outcome } from "./contract";
import { AppError, asSyscallError, DataError } from "./errors";
import type { Files } from "./files";
import type { JobSyscalls } from "./jobsSyscalls";
import type { Mutations } from "./mutations";
import { httpFailureJson } from "./outcome";
import type { Queries } from "./queries";
import {
  checkArgs,
  checkReturns,
  checkSize,
  newRequestId,
  ofArgs,
  ofResult,
  parseArgs,
  refuseCommitTs,
  type Runner,
} from "./runner";

export interface ActionOptions {
  readonly workerUrl: URL;
  readonly start: ThreadStart;
  readonly timeoutMs: number;
  /** Of actions in files with "use node". */
  readonly nodeTimeoutMs: number;
  readonly pool?: Partial<PoolOptions>;
  readonly onFault: (text: string) => void;
}

/** Actions: run in threads of their own; what they ask of the data is answered here, each call its own transaction (contract §1.5). */
export class Actions {
  readonly #host: ActionHost;

  constructor(
    private readonly context: CallContext,
    private readonly data: {
      readonly queries: Queries;
      readonly mutations: Mutations;
      readonly files: Files;
      readonly jobs: JobSyscalls;
    },
    private readonly options: ActionOptions,
  ) {
    this.#host = new ActionHost({ ...options, answer: this.#answer, describeError });
  }

  get ready(): Promise<void> {
    return this.#host.ready;
  }

  get counters(): ActionHost["counters"] {
    return this.#host.counters;
  }

  close(): Promise<void> {
    return this.#host.close();
  }

  /** @param anyVisibility true when the app itself calls, from another action */
  async execute(call: AppCall, caller: Caller, anyVisibility = false): Promise<Outcome> {
    return (await this.run(call, caller, anyVisibility)).outcome;
  }

  /** As `execute`, and says what a failure was even where clients must not know. */
  async run(call: AppCall, caller: Caller, anyVisibility: boolean): Promise<ActionRun> {
    const { runner, reporter, onCall } = this.context;
    const startedAt = performance.now();
    const requestId = newRequestId();
    let done: ActionRun;
    try {
      const fn = runner.resolve(call.path, "action", anyVisibility ? null : caller);
      const args = parseArgs(call.argsJson);
      checkSize(call.argsJson, ofArgs(fn.path));
      checkArgs(fn, args);
      const { timeoutMs, nodeTimeoutMs } = this.options;
      const terms = { requestId, timeoutMs: fn.environment === "node" ? nodeTimeoutMs : timeoutMs };
      done = await this.#host.runAction({ ...call, path: fn.path }, caller, terms);
      if (done.outcome.success) {
        checkSize(done.outcome.valueJson, ofResult(fn.path));
        refuseCommitTs(done.outcome.valueJson, fn.path);
        checkReturns(fn, done.outcome.valueJson);
      }
    } catch (error) {
      done = { outcome: reporter.failure(error, requestId, []), error: reporter.errorText(error) };
    }
    const durationMs = performance.now() - startedAt;
    const { success, logLines } = done.outcome;
    onCall({ kind: "action", path: call.path, durationMs, success, logLines });
    return done;
  }

  /** @param identityError why the request's token was refused; only `getUserIdentity` rejects with it (contract §4.4) */
  async http(request: HttpActionRequest, caller: Caller, identityError: string | null): Promise<HttpActionResponse> {
    const requestId = newRequestId();
    try {
      const terms = { requestId, timeoutMs: this.options.timeoutMs };
      return await this.#host.runHttp(request, caller, identityError, terms);
    } catch (error) {
      const json = httpFailureJson(this.context.reporter.failure(error, requestId, []));
      return { status: 500, headers: [["content-type", "application/json"]], body: onePiece(json) };
    }
  }

  readonly #answer: AnswerSyscall = async ({ caller, job }, op, argsJson, bytes) => {
    const request = JSON.parse(argsJson) as Readonly<Record<string, unknown>>;
    const { queries, mutations, files, jobs } = this.data;
    const { runner } = this.context;
    switch (op) {
      case "1.0/actions/query": {
        const { outcome, error, release } = await queries.execute(callOf(runner, request), caller, null, true);
        release();
        return { json: valueOrThrow(outcome, error) };
      }
      case "1.0/actions/mutation": {
        const { done, error } = await mutations.execute({ ...callOf(runner, request), job }, caller, null, true);
        return { json: valueOrThrow(done.outcome, error) };
      }
      case "1.0/actions/action":
        return { json: valueOrThrow(await this.execute({ ...callOf(runner, request), job }, caller, true), null) };
      case "1.0/createFunctionHandle":
        return { json: JSON.stringify(runner.handleOf(request)) };
      case "1.0/createServiceToken":
      case "1.0/getServiceUrl":
        throw new AppError(`There are no hosted services here: ${String(request.service)} cannot be reached.`);
      case "1.0/actions/schedule":
        return this.#inTransaction((transaction) => jobs.schedule(transaction, request, job));
      case "1.0/actions/cancel_job":
        return this.#inTransaction((transaction) => jobs.cancel(transaction, request, { job, logLines: [] }));
      default: {
        const answer = await files.answerAction(op, request, bytes);
        if (answer === null) throw new AppError(`Unknown async operation ${op}`);
        return answer;
      }
    }
  };

  async #inTransaction(body: (transaction: Transaction) => Encoded): Promise<{ json: string }> {
    const { value } = await this.context.committer.submit((transaction) =>
      Promise.resolve().then(() => ({ value: body(transaction), commit: true })),
    );
    return { json: JSON.stringify(value) };
  }
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}

function callOf(runner: Runner, request: Readonly<Record<string, unknown>>): FunctionCall {
  return { path: runner.pathOf(request), argsJson: JSON.stringify(request.args) };
}

function valueOrThrow(outcome: Outcome, error: unknown): string {
  if (outcome.success) return outcome.valueJson;
  if (error !== null) throw asSyscallError(error);
  const { errorMessage, errorDataJson } = outcome;
  if (errorDataJson === undefined) throw new Error(errorMessage);
  throw new DataError(errorMessage, JSON.parse(errorDataJson) as Encoded);
}

function describeError(error: unknown): SyscallAnswer {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return { ok: false, message, ...(error instanceof DataError ? { dataJson: JSON.stringify(error.data) } : {}) };
}
