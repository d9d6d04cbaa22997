import type { Retries } from "./schedulerRetries";

/**
 * Jobs that are due, run in the order of their coming, so many at once.
 *
 *   waiting ──a place is free──► running ──► gone
 *      ▲────── after a pause ◄─── the system failed
 *
 * Holds: which are waiting and running. While one pauses, its place is free. Does not hold: what a job is.
 */
export class Lane {
  readonly #waiting = new Set<string>();
  readonly #running = new Set<string>();
  readonly #failures = new Map<string, number>();
  #isClosed = false;

  constructor(
    private readonly places: number,
    /** Rejects only for what is not the job's own doing. */
    private readonly run: (id: string) => Promise<void>,
    private readonly retries: Retries,
  ) {}

  push(id: string): void {
    if (this.#running.has(id)) return;
    this.#waiting.add(id);
    this.#fill();
  }

  /** Starts nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }

  #fill(): void {
    for (const id of this.#waiting) {
      if (this.#isClosed || this.#running.size >= this.places) return;
      this.#waiting.delete(id);
      this.#running.add(id);
      void this.#start(id);
    }
  }

  async #start(id: string): Promise<void> {
    try {
      await this.run(id);
      this.#failures.delete(id);
    } catch (error) {
      const failures = this.#failures.get(id) ?? 0;
      this.#failures.set(id, failures + 1);
      this.retries.later(`scheduled function ${id}`, failures, error, () => this.push(id));
    }
    this.#running.delete(id);
    this.#fill();
  }
}
