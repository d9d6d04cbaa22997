import { tableNumberOf } from "../storage/ids";
import { isEncodedObject, malformation, sizeOf, type Encoded } from "../storage/values";
import type { Transaction } from "../transaction/transaction";
import { AppError } from "./errors";
import type { CallTree, RunningJob } from "./execution";
import { MOST_VALUE_BYTES } from "./limits";
import { stateOf, type Jobs } from "./jobs";
import { canonicalPath, type AppFunction } from "./registry";

type Fields = Readonly<Record<string, unknown>>;

/** Both ways from now; further is taken for a mistake of units. */
const FARTHEST_MS = 5 * 365 * 24 * 60 * 60 * 1000;

const SELF_CANCEL =
  "[WARN] 'A scheduled function canceled itself while it runs. That does nothing, is deprecated and will be an error.'";

/**
 * What `ctx.scheduler` asks for (contract §1.5, §5.8), in mutations as part of their transaction and in actions in one of its own.
 * The arguments' validator is not run here: an argument that does not fit fails the job when it runs.
 */
export class JobSyscalls {
  constructor(
    private readonly jobs: Jobs,
    private readonly functionAt: (canonicalPath: string) => AppFunction | undefined,
    private readonly pathOf: (request: Fields) => string,
    private readonly now: () => number,
  ) {}

  /** @param job for which the asking function runs: what a canceled one schedules is born canceled @returns the new job's id */
  schedule(transaction: Transaction, request: Fields, job: RunningJob | null): string {
    const path = canonicalPath(this.pathOf(request));
    if (this.functionAt(path) === undefined) {
      throw new AppError(`Attempted to schedule a function at ${path}, but there is no such exported function.`);
    }
    const args = request.args as Encoded;
    const problem = isEncodedObject(args) ? malformation(args) : "they must be one object";
    if (!isEncodedObject(args) || problem !== null) {
      throw new AppError(`Invalid arguments for scheduled function ${path}: ${String(problem)}.`);
    }
    const size = sizeOf(args);
    if (size > MOST_VALUE_BYTES) {
      throw new AppError(
        `Scheduled function ${path} was given arguments that are too large (${size} bytes, limit: 16 MiB).`,
      );
    }
    const kind = this.#wasCanceled(transaction, job) ? "canceled" : "pending";
    return this.jobs.add(transaction, path, args, this.#scheduledMs(request.ts, path), kind);
  }

  /** Finished jobs, and those long forgotten, are left as they are. @throws AppError when the id is no job's */
  cancel(transaction: Transaction, { id }: Fields, { job, logLines }: Pick<CallTree, "job" | "logLines">): null {
    if (typeof id !== "string" || tableNumberOf(id) !== this.jobs.tableNumber) {
      throw new AppError(
        `Invalid argument \`id\` for \`scheduler.cancel\`: ${JSON.stringify(id)} is not the id of a scheduled function.`,
      );
    }
    if (job?.kind === "mutation" && job.id === id) {
      logLines.push(SELF_CANCEL);
      return null;
    }
    const doc = this.jobs.get(transaction, id);
    if (doc === null) return null;
    const { kind } = stateOf(doc);
    if (kind === "pending" || kind === "inProgress") this.jobs.move(transaction, doc, { kind: "canceled" });
    return null;
  }

  #wasCanceled(transaction: Transaction, job: RunningJob | null): boolean {
    const doc = job === null ? null : this.jobs.get(transaction, job.id);
    return doc !== null && stateOf(doc).kind === "canceled";
  }

  /** @param ts seconds, with a fraction; binary fractions of a second lose the last digits of a whole millisecond, so they are rounded off */
  #scheduledMs(ts: unknown, path: string): number {
    const scheduledMs = typeof ts === "number" ? Math.round(ts * 1_000_000) / 1000 : NaN;
    if (!Number.isFinite(scheduledMs)) throw new AppError(`The time at which to run ${path} must be a finite number.`);
    if (Math.abs(scheduledMs - this.now()) > FARTHEST_MS) {
      throw new AppError(`The time at which to run ${path} is more than 5 years away.`);
    }
    return scheduledMs;
  }
}
