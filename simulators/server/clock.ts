interface Appointment {
  readonly at: number;
  readonly run: () => void;
}

/** No timer of Node's may be longer than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The time as a simulator sees it: real, but it can be moved forward, which at once does all that would have happened
 * meanwhile. So a test of an expiry waits for nothing.
 */
export class Clock {
  #aheadMs = 0;
  #appointments: Appointment[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param onDone called after something was done that had been waiting */
  constructor(private readonly onDone: () => void = () => undefined) {}

  /** Epoch milliseconds. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Runs something once, when that much time has passed or was skipped. @returns how to call it off */
  after(delayMs: number, run: () => void): () => void {
    const appointment = { at: this.now() + delayMs, run };
    this.#appointments.push(appointment);
    this.#appointments.sort((a, b) => a.at - b.at);
    this.#arm();
    return () => {
      this.#appointments = this.#appointments.filter((other) => other !== appointment);
      this.#arm();
    };
  }

  /** Moves the time forward, doing in order what falls due. */
  advance(ms: number): void {
    const target = this.now() + ms;
    for (let next = this.#nextUntil(target); next !== undefined; next = this.#nextUntil(target)) {
      this.#aheadMs = Math.max(this.#aheadMs, next.at - Date.now());
      next.run();
      this.onDone();
    }
    this.#aheadMs = Math.max(this.#aheadMs, target - Date.now());
    this.#arm();
  }

  /** Nothing that is due later happens any more. */
  stop(): void {
    this.#appointments = [];
    clearTimeout(this.#timer);
  }

  #nextUntil(target: number): Appointment | undefined {
    const next = this.#appointments[0];
    return next !== undefined && next.at <= target ? this.#appointments.shift() : undefined;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const next = this.#appointments[0];
    if (next === undefined) return;
    const waitMs = Math.min(Math.max(next.at - this.now(), 0), LONGEST_TIMER_MS);
    // What is due in a month keeps no process alive.
    this.#timer = setTimeout(() => this.advance(0), waitMs).unref();
  }
}
