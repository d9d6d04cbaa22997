import { encodeInt64, sizeOf, type Encoded, type EncodedObject } from "../storage/values";
import type { Answer, DatabaseSyscalls } from "./databaseSyscalls";
import { transactionOf } from "./databaseSyscalls";
import { AppError } from "./errors";
import type { Execution } from "./execution";
import type { FileSyscalls } from "./fileSyscalls";
import type { JobSyscalls } from "./jobsSyscalls";
import type { MutationFiles } from "./mutationFiles";
import type { OwnTokens } from "./ownTokens";
import { MAX_LOG_LENGTH, MAX_LOG_LINES, type SyscallHost } from "./sandbox";

type Fields = Readonly<Record<string, unknown>>;

/** How a running query or mutation calls another function (contract §1.5, `1.0/runUdf`). */
export type RunNested = (execution: Execution, request: Fields) => Promise<string>;

type Handler = (execution: Execution, request: Fields) => Answer;

/**
 * The `Convex` object of queries and mutations: the ABI of contract §1.4 and §1.5, dispatched by name.
 *
 * It is spoken in two ways with one meaning: as JSON text, by the ABI's own functions, and directly, as values, by the library's door to
 * them as our loader bundles it (`directDoor.ts`), which spares each call four conversions.
 *
 * Every op but a nested call is answered at once, in call order. While a nested call runs, later ones of the same execution wait for it,
 * so `Promise.all` over `ctx.runMutation` is serial and deterministic.
 */
export class TransactionSyscalls implements SyscallHost {
  readonly #sync: Readonly<Record<string, Handler>>;
  readonly #async: Readonly<Record<string, Handler>>;

  constructor(
    database: DatabaseSyscalls,
    files: FileSyscalls,
    jobs: JobSyscalls,
    private readonly runNested: RunNested,
    handleOf: (request: Fields) => string,
    ofMutations: { readonly files: MutationFiles; readonly tokens: OwnTokens },
  ) {
    this.#sync = {
      "1.0/db/normalizeId": (execution, request) => database.normalizeId(execution, request),
      "1.0/queryStream": (execution, request) => database.openStream(execution, request),
      "1.0/queryCleanup": (execution, request) => database.closeStream(execution, request),
      "1.0/componentArgument": () => ({}),
      "1.0/getSnapshotTs": (execution) => {
        execution.tree.usedClock = true; // it is another one after each commit, whatever was read
        return encodeInt64(transactionOf(execution).snapshotTs);
      },
    };
    this.#async = {
      "1.0/get": (execution, request) => database.get(execution, request),
      "1.0/insert": (execution, request) => database.insert(execution, request),
      "1.0/shallowMerge": (execution, request) => database.shallowMerge(execution, request),
      "1.0/replace": (execution, request) => database.replace(execution, request),
      "1.0/remove": (execution, request) => database.remove(execution, request),
      "1.0/count": (execution, request) => database.count(execution, request),
      "1.0/queryStreamNext": (execution, request) => database.nextRow(execution, request),
      "1.0/queryPage": (execution, request) => database.page(execution, request),
      "1.0/getUserIdentity": (execution) => {
        execution.tree.usedIdentity = true;
        return JSON.parse(JSON.stringify(execution.caller.identity)) as Answer; // the app gets it as it is: a copy
      },
      "1.0/getTransactionMetrics": (execution) => execution.meter.report(),
      "1.0/createFunctionHandle": (_execution, request) => handleOf(request),
      "1.0/getDeploymentMetadata": () => deploymentMetadata(),
      "1.0/auditLog": (execution, { body }) => {
        const { logLines } = execution.tree;
        const line = `[INFO] audit ${JSON.stringify(body)}`.slice(0, MAX_LOG_LENGTH);
        if (logLines.length < MAX_LOG_LINES) logLines.push(line);
        return null;
      },
      "1.0/getFunctionMetadata": (execution) => functionMetadata(execution),
      "1.0/getRequestMetadata": (execution) => {
        requireMutation(execution, "meta.getRequestMetadata");
        return requestMetadata(execution);
      },
      "1.0/storageGetUrl": (execution, { storageId }) => files.url(transactionOf(execution), storageId),
      "1.0/storageGetMetadata": (execution, { storageId }) => files.metadata(transactionOf(execution), storageId),
      "1.0/storageGenerateUploadUrl": (execution) => {
        requireMutation(execution, "storage.generateUploadUrl");
        return files.uploadUrl();
      },
      "1.0/storageDelete": (execution, { storageId }) => {
        requireMutation(execution, "storage.delete");
        files.remove(transactionOf(execution), storageId);
        return null;
      },
      "1.0/storageStore": (execution, request) => {
        requireMutation(execution, "storage.store");
        return ofMutations.files.keep(execution, request);
      },
      "1.0/storageGet": (execution, { storageId }) => {
        requireMutation(execution, "storage.get");
        return ofMutations.files.read(execution, storageId);
      },
      "1.0/signJwt": (execution, request) => {
        requireMutation(execution, "auth.signJwt");
        return ofMutations.tokens.sign(request, execution.tree.startMs);
      },
      "1.0/schedule": (execution, request) => {
        requireMutation(execution, "scheduler");
        execution.meter.scheduled(sizeOf((request.args ?? null) as Encoded));
        return jobs.schedule(transactionOf(execution), request, execution.tree.job);
      },
      "1.0/cancel_job": (execution, request) => {
        requireMutation(execution, "scheduler.cancel");
        return jobs.cancel(transactionOf(execution), request, execution.tree);
      },
    };
  }

  syscall(execution: Execution, op: string, argsJson: string): string {
    return JSON.stringify(this.direct(execution, op, JSON.parse(argsJson) as Fields));
  }

  async asyncSyscall(execution: Execution, op: string, argsJson: string): Promise<string> {
    return JSON.stringify(await this.direct(execution, op, JSON.parse(argsJson) as Fields));
  }

  /** Answers with an encoded value, or with a promise of one where others have to run first. */
  direct(execution: Execution, op: string, request: Fields): Answer {
    const now = Object.hasOwn(this.#sync, op) ? this.#sync[op] : undefined;
    if (now !== undefined) return now(execution, request);
    if (op === "1.0/runUdf") return this.#nested(execution, request);
    const { busy } = execution;
    return busy === null ? this.#answer(execution, op, request) : busy.then(() => this.#answer(execution, op, request));
  }

  jsSyscall(_execution: Execution, op: string): unknown {
    throw new AppError(`${op} may only be used in actions.`);
  }

  #answer(execution: Execution, op: string, request: Fields): Answer {
    refuseIfOver(execution);
    const handler = Object.hasOwn(this.#async, op) ? this.#async[op] : undefined;
    if (handler === undefined) throw new AppError(`Unknown async operation ${op}`);
    return handler(execution, request);
  }

  #nested(execution: Execution, request: Fields): Promise<Answer> {
    const before = execution.busy ?? Promise.resolve();
    const answer = before.then(async () => {
      refuseIfOver(execution);
      return JSON.parse(await this.runNested(execution, request)) as Answer;
    });
    const busy = answer.then(
      () => undefined,
      () => undefined,
    );
    execution.busy = busy;
    void busy.then(() => {
      if (execution.busy === busy) execution.busy = null;
    });
    return answer;
  }
}

/** A call that waited for its turn may find that nobody waits for it any more. */
function refuseIfOver(execution: Execution): void {
  if (execution.closed) throw new AppError(`${execution.path} has already finished.`);
}

export function functionMetadata(execution: Execution): EncodedObject {
  const name = execution.path.replace(/:default$/, "");
  return { name, componentPath: execution.component };
}

/** Self-hosted: no region, and one class as good as another. */
export const deploymentMetadata = (): EncodedObject => ({ name: "embedded", region: null, class: "s16" });

/** What is known of the request that started this call tree (contract §1.5). */
export function requestMetadata(execution: Execution): EncodedObject {
  const { requestId, origin, job } = execution.tree;
  return { ...origin, requestId, scheduledFunctionId: job?.id ?? null, authToken: null };
}

function requireMutation(execution: Execution, what: string): void {
  if (execution.kind !== "mutation") throw new AppError(`${what} may not be used in a ${execution.kind}.`);
}
