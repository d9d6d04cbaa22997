import type { Committer } from "../transaction/committer";
import type { Jobs } from "./jobs";
import { Alarm, type Clock } from "./schedulerClock";

/** Contract §5.8. */
const KEEP_MS = 7 * 24 * 60 * 60 * 1000;
const BATCH = 256;
const AFTER_FAILURE_MS = 60 * 60 * 1000;

/** Deletes finished jobs when they have been finished for a week. Sleeps until the next one's week is over. */
export class JobRetention {
  readonly #alarm: Alarm;
  #isClosed = false;

  constructor(
    private readonly jobs: Jobs,
    private readonly committer: Committer,
    private readonly clock: Clock,
    private readonly onFault: (text: string) => void,
  ) {
    this.#alarm = new Alarm(clock, () => void this.#sweep());
  }

  start(): void {
    void this.#sweep();
  }

  close(): void {
    this.#isClosed = true;
    this.#alarm.setFor(null);
  }

  async #sweep(): Promise<void> {
    let nextMs: number;
    try {
      nextMs = await this.#deleteOld();
    } catch (error) {
      if (!this.#isClosed) this.onFault(`deleting finished scheduled functions: ${String(error)}`);
      nextMs = this.clock.now() + AFTER_FAILURE_MS;
    }
    if (!this.#isClosed) this.#alarm.setFor(nextMs);
  }

  /** @returns when there will be something to delete, at the earliest */
  async #deleteOld(): Promise<number> {
    for (;;) {
      const finished = this.#isClosed ? [] : this.jobs.finished(BATCH);
      const old = finished.filter(({ completedTime }) => completedTime + KEEP_MS <= this.clock.now());
      if (old.length === 0) return (finished[0]?.completedTime ?? this.clock.now()) + KEEP_MS;
      await this.committer.submit((transaction) => {
        for (const { id } of old) this.jobs.remove(transaction, id);
        return Promise.resolve({ value: null, commit: true });
      });
    }
  }
}
