import type { Clock } from "../../../embedded/executor/schedulerClock";

/** A clock that a test drives: it stands still until told to go on, and wakes whoever is due on its way, in order. */
export class TestClock implements Clock {
  readonly #alarms = new Set<{ readonly dueMs: number; readonly wake: () => void }>();

  constructor(private nowMs: number) {}

  /** How many wait to be woken. */
  get waiting(): number {
    return this.#alarms.size;
  }

  readonly now = (): number => this.nowMs;

  after(delayMs: number, wake: () => void): () => void {
    const alarm = { dueMs: this.nowMs + delayMs, wake };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  advance(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const next = [...this.#alarms].sort((a, b) => a.dueMs - b.dueMs)[0];
      if (next === undefined || next.dueMs > untilMs) break;
      this.#alarms.delete(next);
      this.nowMs = Math.max(this.nowMs, next.dueMs);
      next.wake();
    }
    this.nowMs = untilMs;
  }
}
