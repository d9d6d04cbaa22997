import { takeRandom } from "../storage/randomPool";
import { isEncodedObject, malformation, sizeOf, type Encoded } from "../storage/values";
import { hasPlaceholder } from "../transaction/commitTimestamps";
import type { Transaction } from "../transaction/transaction";
import { NO_ORIGIN, type Caller, type FunctionCall, type RequestOrigin } from "./contract";
import { AppError, asSyscallError } from "./errors";
import { Execution, runInside, seededRandom, type CallTree, type RunningJob } from "./execution";
import { MOST_VALUE_BYTES, PRODUCTION_LIMITS, type Limits } from "./limits";
import type { FunctionHandles } from "./functionHandles";
import { canonicalPath, type AppFunction, type CallableKind, type Registry } from "./registry";

/** Functions may nest this deep (contract §1.5). */
const MAX_DEPTH = 8;
/** Longer results are checked each time: one per function stays in memory. */
const LONGEST_REMEMBERED = 256 * 1024;

export interface RunnerOptions {
  /** A query or mutation that has not settled by then is given up and its later calls refused. */
  readonly wallLimitMs: number;
  /** Of a transaction; production's unless given. */
  readonly limits?: Limits;
  readonly now: () => number;
  readonly handles: FunctionHandles;
}

/**
 * Finds and runs queries and mutations. Holds no transaction: it is given one. Does not hold: how results are cached or committed.
 */
export class Runner {
  /** The newest result of a function that its validator let pass. */
  readonly #passed = new WeakMap<AppFunction, string>();

  constructor(
    private readonly registry: () => Registry,
    private readonly options: RunnerOptions,
  ) {}

  /**
   * @throws AppError when it is missing, of another kind, or internal while the caller is not the operator.
   * Missing and internal answer the same, so that nobody can probe for names.
   */
  resolve(path: string, kind: CallableKind | null, caller: Caller | null): AppFunction {
    const canonical = canonicalPath(path);
    const found = this.registry().functions.get(canonical);
    const isVisible = found !== undefined && (found.isPublic || caller === null || caller.isAdmin);
    if (!isVisible) {
      const shown = canonical.replace(/:default$/, "");
      throw new AppError(
        `Could not find public function for '${shown}'. Did you forget to run the backend with that functions folder?`,
      );
    }
    if (kind !== null && found.kind !== kind) {
      throw new AppError(`Trying to execute ${found.path} as a ${kind}, but it is defined as a ${found.kind}.`);
    }
    return found;
  }

  /** The address of a callee inside the app (contract §1.7). */
  pathOf(request: Readonly<Record<string, unknown>>): string {
    const { name, reference, functionHandle } = request;
    if (typeof name === "string") return name;
    if (typeof functionHandle === "string") return this.options.handles.pathOf(functionHandle);
    const inFunction = "_reference/function/";
    if (typeof reference === "string" && reference.startsWith(inFunction)) return reference.slice(inFunction.length);
    throw new AppError(`There is no function at ${JSON.stringify(reference ?? null)}: this app mounts no components.`);
  }

  /** A text that stands for the function at an address, of any visibility. @throws AppError when there is none */
  handleOf(request: Readonly<Record<string, unknown>>): string {
    return this.options.handles.handleOf(this.resolve(this.pathOf(request), null, null).path);
  }

  newTree(startMs = this.options.now(), origin: RequestOrigin = NO_ORIGIN, job: RunningJob | null = null): CallTree {
    return {
      requestId: newRequestId(),
      origin,
      job,
      startMs,
      random: seededRandom(takeRandom(4).readUInt32LE()),
      limits: this.options.limits ?? PRODUCTION_LIMITS,
      logLines: [],
      usedIdentity: false,
      usedClock: false,
    };
  }

  /** Runs a top-level query or mutation under the wall limit. @returns JSON text of the result */
  async run(fn: AppFunction, call: FunctionCall, execution: Execution): Promise<string> {
    const args = parseArgs(call.argsJson);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        execution.close();
        reject(
          new AppError(
            `Function execution timed out: ${fn.path} did not finish within ${this.options.wallLimitMs} ms.`,
          ),
        );
      }, this.options.wallLimitMs);
    });
    try {
      const result = await Promise.race([this.#invoke(fn, args, `[${call.argsJson}]`, execution), limit]);
      if (execution.kind !== "mutation") refuseCommitTs(result, fn.path);
      return result;
    } finally {
      clearTimeout(timer);
    }
  }

  /** `ctx.runQuery` and `ctx.runMutation` inside a query or mutation (contract §5.7). @returns JSON text of the result */
  async runNested(parent: Execution, request: Readonly<Record<string, unknown>>): Promise<string> {
    const type = request.udfType as "query" | "mutation" | "snapshotQuery";
    if (parent.depth + 1 >= MAX_DEPTH) throw new AppError(`Functions are nested more than ${MAX_DEPTH} levels deep.`);
    if (type === "mutation" && parent.kind !== "mutation") throw new AppError("A query cannot run a mutation.");
    const fn = this.resolve(this.pathOf(request), type === "mutation" ? "mutation" : "query", null);
    const transaction = nestedTransaction(parent, type);
    const child = new Execution(
      fn.kind,
      fn.path,
      parent.component,
      parent.caller,
      parent.tree,
      transaction,
      parent.depth + 1,
      null,
      parent,
      parent.meter.nested(request.transactionLimits),
    );
    const mark = type === "mutation" ? parent.meter.mark() : null;
    const args = request.args as Encoded;
    const argsText = JSON.stringify([args]);
    if (parent.kind !== "mutation") refuseCommitTs(argsText, parent.path);
    const result = await this.#invoke(fn, args, argsText, child).catch((error: unknown) => {
      if (mark !== null) parent.meter.takeBack(mark);
      throw asSyscallError(error);
    });
    if (type === "mutation" && !parent.closed) transaction.commitIntoParent();
    return result;
  }

  /**
   * Fifty screens that show one list make fifty runs with one result: what passed the validator a moment ago passes it again, and all of them
   * keep the one text.
   */
  #checked(fn: AppFunction, result: string): string {
    const passed = this.#passed.get(fn);
    if (passed === result) return passed;
    checkReturns(fn, result);
    if (result.length <= LONGEST_REMEMBERED) this.#passed.set(fn, result);
    return result;
  }

  async #invoke(fn: AppFunction, args: Encoded, argsText: string, execution: Execution): Promise<string> {
    try {
      checkSize(argsText.slice(1, -1), ofArgs(fn.path));
      checkArgs(fn, args);
      const result = await runInside(execution, () => fn.invoke(argsText));
      checkSize(result, ofResult(fn.path));
      return this.#checked(fn, result);
    } finally {
      execution.close();
    }
  }
}

/** Of each unit of JSON text a value has at most so many bytes: `1,` is a number of 9, and `ₐ` a character of 3. */
const MOST_BYTES_PER_UNIT = 4.5;

/**
 * @param json text of the value, which is parsed only where it could be too large
 * @throws AppError when the value is larger than any may be, as the library's `getConvexSize` counts
 */
export function checkSize(json: string, what: string): void {
  if ((json.length + 1) * MOST_BYTES_PER_UNIT <= MOST_VALUE_BYTES) return;
  const size = sizeOf(JSON.parse(json) as Encoded);
  if (size > MOST_VALUE_BYTES) throw new AppError(`${what} too large (${size} bytes, limit: 16 MiB).`);
}

export const ofArgs = (path: string): string => `Function ${path} was given arguments that are`;
export const ofResult = (path: string): string => `Function ${path} returned a value that is`;

/** @throws AppError when the arguments do not fit the function's validator */
export function checkArgs(fn: AppFunction, args: Encoded): void {
  const problem = fn.args(args, "");
  if (problem !== null) throw new AppError(`ArgumentValidationError: ${problem}`);
}

/** @throws AppError when the result does not fit the function's validator, which fails a mutation before it commits */
export function checkReturns(fn: AppFunction, resultJson: string): void {
  const problem = fn.returns === null ? null : fn.returns(JSON.parse(resultJson) as Encoded, "");
  if (problem !== null) throw new AppError(`ReturnsValidationError: ${problem}`);
}

/** @throws AppError when the text is not one well-formed encoded object */
export function parseArgs(argsJson: string): Encoded {
  const args = JSON.parse(argsJson) as Encoded;
  if (!isEncodedObject(args)) {
    throw new AppError("ArgumentValidationError: a function takes exactly one object of named arguments.");
  }
  const problem = malformation(args);
  if (problem !== null) throw new AppError(`Invalid arguments: ${problem}.`);
  return args;
}

/** Only a commit gives the placeholder a meaning. @throws AppError when a value that no commit follows holds it */
export function refuseCommitTs(json: string, path: string): void {
  if (hasPlaceholder(json)) {
    throw new AppError(`${path}: the commit timestamp placeholder may only be used in mutations and what they call.`);
  }
}

function nestedTransaction(parent: Execution, type: "query" | "mutation" | "snapshotQuery"): Transaction {
  const { transaction } = parent;
  if (transaction === null) throw new AppError("Actions have no transaction to nest in.");
  return type === "snapshotQuery" ? transaction.staleSnapshot() : transaction.nested();
}

export function newRequestId(): string {
  return takeRandom(8).toString("hex");
}
