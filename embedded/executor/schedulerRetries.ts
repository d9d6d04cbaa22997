import type { Clock } from "./schedulerClock";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 2 * 60 * 60 * 1000;

/**
 * Does again what the system, not the app, made fail (a full disk), after pauses that double (contract §5.8).
 * Holds: the pauses under way. Closed, it begins nothing more, and what waited is left to the next start.
 */
export class Retries {
  readonly #pauses = new Set<() => void>();
  #isClosed = false;

  constructor(
    private readonly clock: Clock,
    private readonly onFault: (text: string) => void,
  ) {}

  /** Resolves when `body` succeeded, however often that takes; never, when closed before. */
  async insist<T>(what: string, body: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await body();
      } catch (error) {
        await new Promise<void>((resolve) => this.later(what, attempt, error, resolve));
      }
    }
  }

  /** Reports a failure and calls `again` after the pause that its number asks for, 0 being the first. */
  later(what: string, attempt: number, error: unknown, again: () => void): void {
    if (this.#isClosed) return;
    this.onFault(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
    const callOff = this.clock.after(pauseMs, () => {
      this.#pauses.delete(callOff);
      again();
    });
    this.#pauses.add(callOff);
  }

  close(): void {
    this.#isClosed = true;
    for (const callOff of this.#pauses) callOff();
    this.#pauses.clear();
  }
}
