/** Time as the backend sees it: what o'clock it is, and waking up later. Tests drive their own. */
export interface Clock {
  /** Epoch ms. */
  readonly now: () => number;
  /** Calls `wake` once after the delay. Returns how to call it off. */
  after(delayMs: number, wake: () => void): () => void;
}

export const REAL_CLOCK: Clock = {
  now: Date.now,
  after: (delayMs, wake) => {
    const timer = setTimeout(wake, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * The timers of the system stand still while the machine sleeps and do not follow a clock that is set right, and cannot wait longer than 24
 * days. So a long wait is made of naps, each followed by one look at the clock and at nothing else.
 */
const LONGEST_NAP_MS = 60_000;

/** One appointment at a time. Holds the timer; does not hold what is to be done then. */
export class Alarm {
  #dueMs: number | null = null;
  #callOff: (() => void) | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly onRing: () => void,
  ) {}

  /** Rings at that time in place of any other; null for never. */
  setFor(dueMs: number | null): void {
    if (dueMs === this.#dueMs) return;
    this.#callOff?.();
    this.#callOff = null;
    this.#dueMs = dueMs;
    if (dueMs !== null) this.#nap(dueMs);
  }

  /** Rings at that time, unless it rings earlier anyway. */
  noLaterThan(dueMs: number): void {
    if (this.#dueMs === null || dueMs < this.#dueMs) this.setFor(dueMs);
  }

  #nap(dueMs: number): void {
    const delayMs = Math.min(Math.max(Math.ceil(dueMs - this.clock.now()), 1), LONGEST_NAP_MS);
    this.#callOff = this.clock.after(delayMs, () => {
      if (this.clock.now() < dueMs) return this.#nap(dueMs);
      this.#dueMs = null;
      this.#callOff = null;
      this.onRing();
    });
  }
}
