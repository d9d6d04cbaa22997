import type { TableInfo } from "../storage/catalogue";
import type { SqliteStore } from "../storage/store";
import type { EncodedObject } from "../storage/values";
import type { Transaction } from "../transaction/transaction";
import type { Actions } from "./actions";
import type { CallContext } from "./calls";
import { ANONYMOUS } from "./contract";
import type { CronDefinition } from "./cronsDefinitions";
import type { Mutations } from "./mutations";
import { Alarm, type Clock } from "./schedulerClock";
import { Retries } from "./schedulerRetries";

export interface CronParts {
  readonly store: SqliteStore;
  readonly mutations: Mutations;
  readonly actions: Actions;
  readonly clock: Clock;
  readonly onFault: (text: string) => void;
  /** Told of runs that the app made fail: nothing else keeps them. */
  readonly onFailure: (identifier: string, error: string) => void;
}

interface CronJob {
  readonly definition: CronDefinition;
  readonly rowId: string;
  nextMs: number;
  isRunning: boolean;
}

/**
 * Runs the jobs of `crons.ts` (contract §5.9).
 *
 *   waiting for its next time ──► running ──► waiting for the first time that has not passed yet
 *
 * Next times are rows of a hidden table, so they outlive restarts. A mutation commits together with the move to its next time: exactly once
 * per occurrence. Before an action runs the move is committed: at most once.
 * Holds: the jobs, what each waits for. Does not hold: how times follow each other (cronsSchedule).
 */
export class Crons {
  readonly counters = { cronRuns: 0, cronFailures: 0 };
  readonly #table: TableInfo;
  readonly #alarm: Alarm;
  readonly #retries: Retries;
  #jobs: readonly CronJob[] = [];
  #isClosed = false;

  constructor(
    private readonly context: CallContext,
    private readonly definitions: readonly CronDefinition[],
    private readonly parts: CronParts,
  ) {
    this.#table = parts.store.tableNamed("", "_cron_jobs");
    this.#alarm = new Alarm(parts.clock, () => this.#runDue());
    this.#retries = new Retries(parts.clock, parts.onFault);
  }

  async start(): Promise<void> {
    this.#jobs = await this.#loadJobs();
    this.#runDue();
  }

  /** Starts nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#alarm.setFor(null);
    this.#retries.close();
  }

  /** Makes the rows those of the definitions: the same keep their time, new and changed ones get their first, the rest go. */
  async #loadJobs(): Promise<readonly CronJob[]> {
    const { store, clock } = this.parts;
    const rows = new Map([...store.documents(this.#table)].map((doc) => [doc.value.identifier as string, doc]));
    const isKept = ({ identifier, text }: CronDefinition): boolean => rows.get(identifier)?.value.definition === text;
    const kept = this.definitions.filter(isKept).map((definition): CronJob => {
      const { id, value } = rows.get(definition.identifier)!;
      return { definition, rowId: id, nextMs: value.nextMs as number, isRunning: false };
    });
    const added = this.definitions.filter((definition) => !isKept(definition));
    const removed = [...rows.values()].filter(({ id }) => !kept.some(({ rowId }) => rowId === id));
    if (added.length === 0 && removed.length === 0) return kept;
    const insert = (transaction: Transaction, definition: CronDefinition): CronJob => {
      const nextMs = definition.timing.first(clock.now());
      const fields = { identifier: definition.identifier, definition: definition.text, nextMs };
      return { definition, rowId: transaction.insert(this.#table, fields, clock.now()), nextMs, isRunning: false };
    };
    const { value } = await this.context.committer.submit((transaction) => {
      for (const doc of removed) transaction.remove(this.#table, doc);
      return Promise.resolve({ value: added.map((definition) => insert(transaction, definition)), commit: true });
    });
    return [...kept, ...value];
  }

  #runDue(): void {
    const now = this.parts.clock.now();
    for (const job of this.#jobs) {
      if (!job.isRunning && job.nextMs <= now) void this.#run(job);
    }
    this.#arm();
  }

  #arm(): void {
    if (this.#isClosed) return;
    const times = this.#jobs.filter(({ isRunning }) => !isRunning).map(({ nextMs }) => nextMs);
    this.#alarm.setFor(times.length === 0 ? null : Math.min(...times));
  }

  async #run(job: CronJob): Promise<void> {
    job.isRunning = true;
    this.counters.cronRuns++;
    const error = job.definition.kind === "mutation" ? await this.#runMutation(job) : await this.#runAction(job);
    if (error !== null) {
      this.counters.cronFailures++;
      this.parts.onFailure(job.definition.identifier, error);
    }
    job.isRunning = false;
    this.#arm();
  }

  /** @returns the text of its failure, or null */
  async #runMutation(job: CronJob): Promise<string | null> {
    const { path, argsJson } = job.definition;
    return this.#retries.insist(`cron job ${job.definition.identifier}`, async () => {
      const { value } = await this.context.committer.submit(async (transaction) => {
        if (this.#isClosed) return { value: { error: null, nextMs: job.nextMs }, commit: false };
        const attempt = transaction.nested();
        const { outcome, error } = await this.parts.mutations.executeWithin(attempt, { path, argsJson });
        if (outcome.success) attempt.commitIntoParent();
        const nextMs = this.#moveOn(transaction, job);
        const text = outcome.success ? null : this.context.reporter.errorText(error);
        return { value: { error: text, nextMs }, commit: true };
      });
      job.nextMs = value.nextMs;
      return value.error;
    });
  }

  async #runAction(job: CronJob): Promise<string | null> {
    const { path, argsJson } = job.definition;
    await this.#commitNext(job);
    if (this.#isClosed) return null;
    const { error } = await this.parts.actions.run({ path, argsJson }, ANONYMOUS, true);
    if (job.nextMs <= this.parts.clock.now()) await this.#commitNext(job); // passed while it ran: skipped
    return error;
  }

  async #commitNext(job: CronJob): Promise<void> {
    await this.#retries.insist(`the next time of cron job ${job.definition.identifier}`, async () => {
      const { value } = await this.context.committer.submit((transaction) =>
        Promise.resolve().then(() => ({ value: this.#moveOn(transaction, job), commit: true })),
      );
      job.nextMs = value;
    });
  }

  /** @returns the job's next time, as its row has it from then on */
  #moveOn(transaction: Transaction, { definition, rowId, nextMs }: CronJob): number {
    const next = definition.timing.next(nextMs, this.parts.clock.now());
    const doc = transaction.get(this.#table, rowId);
    if (doc === null) throw new Error(`The row of cron job ${definition.identifier} is gone.`);
    transaction.update(this.#table, doc, { ...doc.value, nextMs: next } satisfies EncodedObject);
    return next;
  }
}
