import type { Doc } from "../storage/document";
import type { Transaction } from "../transaction/transaction";
import type { Actions } from "./actions";
import type { CallContext } from "./calls";
import { ANONYMOUS } from "./contract";
import { rowOf, type Jobs } from "./jobs";
import type { Mutations } from "./mutations";
import { canonicalPath } from "./registry";
import { Alarm, type Clock } from "./schedulerClock";
import { Lane } from "./schedulerLane";
import { JobRetention } from "./schedulerRetention";
import { Retries } from "./schedulerRetries";

/** Jobs wait for the one writer together with everybody's mutations: a backlog must not stand before all of them. */
const MUTATIONS_AT_ONCE = 32;
const ACTIONS_AT_ONCE = 32;
const INTERRUPTED = "Transient error while executing action: the backend stopped while it was running.";

export interface SchedulerParts {
  readonly jobs: Jobs;
  readonly mutations: Mutations;
  readonly actions: Actions;
  readonly clock: Clock;
  readonly onFault: (text: string) => void;
}

/**
 * Runs scheduled functions when their time has come (contract §5.8).
 *
 *   later (in the table; an alarm is set for the first) ──time──► due (in a lane) ──► running ──► finished (in the table)
 *
 * Every job whose time is not after the horizon is in a lane or done. The horizon moves when the alarm rings, and a commit that makes a job
 * pending on this side of it hands it to its lane; so each job is looked at once, and nothing polls.
 *
 * A mutation's run and its end are one commit: exactly once. An action's begin is committed before it runs: at most once.
 * Holds: the horizon, the lanes. Does not hold: anything that a restart would miss; the table has it.
 */
export class Scheduler {
  readonly counters = { scheduledRuns: 0, scheduledFailures: 0 };
  readonly #retries: Retries;
  readonly #retention: JobRetention;
  readonly #mutations: Lane;
  readonly #actions: Lane;
  readonly #alarm: Alarm;
  #horizonMs = -Infinity;
  #isClosed = false;
  #stopListening = (): void => undefined;

  constructor(
    private readonly context: CallContext,
    private readonly parts: SchedulerParts,
  ) {
    const { clock, jobs, onFault } = parts;
    this.#retries = new Retries(clock, onFault);
    this.#retention = new JobRetention(jobs, context.committer, clock, onFault);
    this.#mutations = new Lane(MUTATIONS_AT_ONCE, (id) => this.#runMutation(id), this.#retries);
    this.#actions = new Lane(ACTIONS_AT_ONCE, (id) => this.#runAction(id), this.#retries);
    this.#alarm = new Alarm(clock, () => this.#moveHorizon());
  }

  /** Ends what the last stop interrupted, then runs everything overdue. */
  async start(): Promise<void> {
    await this.#failInterrupted();
    this.#stopListening = this.context.committer.onCommit((commit) => {
      for (const doc of this.parts.jobs.madePending(commit)) this.#note(doc);
    });
    this.#moveHorizon();
    this.#retention.start();
  }

  /** Starts nothing more. What runs in the writer ends there; an action that runs is ended with its worker, and fails at the next start. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#alarm.setFor(null);
    this.#retention.close();
    this.#retries.close();
    this.#mutations.close();
    this.#actions.close();
  }

  #moveHorizon(): void {
    const { jobs, clock } = this.parts;
    const before = this.#horizonMs;
    this.#horizonMs = Math.max(before, clock.now());
    for (const doc of jobs.pending(before, this.#horizonMs)) this.#take(doc);
    this.#alarm.setFor(jobs.nextPendingMs(this.#horizonMs));
  }

  #note(doc: Doc): void {
    const { scheduledTime } = rowOf(doc);
    if (scheduledTime <= Math.max(this.#horizonMs, this.parts.clock.now())) this.#take(doc);
    else this.#alarm.noLaterThan(scheduledTime);
  }

  /** What is no action runs as a mutation, and fails there with the reason if it is not one. */
  #take(doc: Doc): void {
    const fn = this.context.registry.functions.get(canonicalPath(rowOf(doc).name));
    const lane = fn?.kind === "action" ? this.#actions : this.#mutations;
    lane.push(doc.id);
  }

  async #runMutation(id: string): Promise<void> {
    const { committer, reporter } = this.context;
    const { jobs, mutations } = this.parts;
    await committer.submit(async (transaction) => {
      const call = this.#isClosed ? null : jobs.begin(transaction, id);
      if (call === null) return { value: null, commit: false };
      const attempt = transaction.nested();
      const job = { id, kind: "mutation" } as const;
      const { outcome, error } = await mutations.executeWithin(attempt, { ...call, job });
      if (outcome.success) attempt.commitIntoParent();
      jobs.end(transaction, id, outcome.success ? null : reporter.errorText(error));
      this.#count(outcome.success);
      return { value: null, commit: true };
    });
  }

  async #runAction(id: string): Promise<void> {
    const { jobs, actions } = this.parts;
    const call = await this.#commit((transaction) => (this.#isClosed ? null : jobs.begin(transaction, id)));
    if (call === null) return;
    const job = { id, kind: "action" } as const;
    const { outcome, error } = await actions.run({ ...call, job }, ANONYMOUS, true);
    this.#count(outcome.success);
    await this.#retries.insist(`the end of scheduled function ${id}`, () =>
      this.#commit((transaction) => jobs.end(transaction, id, outcome.success ? null : (error ?? "Unknown error"))),
    );
  }

  async #failInterrupted(): Promise<void> {
    const { jobs } = this.parts;
    const interrupted = jobs.inProgress();
    if (interrupted.length === 0) return;
    await this.#commit((transaction) => {
      for (const { id } of interrupted) jobs.end(transaction, id, INTERRUPTED);
    });
  }

  async #commit<T>(body: (transaction: Transaction) => T): Promise<T> {
    const { value } = await this.context.committer.submit((transaction) =>
      Promise.resolve().then(() => ({ value: body(transaction), commit: true })),
    );
    return value;
  }

  #count(success: boolean): void {
    this.counters.scheduledRuns++;
    if (!success) this.counters.scheduledFailures++;
  }
}
