/**
 * Runs tasks at the start of the next turn of the event loop, each at most once per turn.
 *
 * Sessions ask for their next transition here. It serves three ends: triggers of one turn coalesce; sessions
 * woken by the same commit ask for their queries together, so that the executor runs each distinct one once;
 * and a timestamp taken at the start of a turn is never ahead of a mutation's answer, because the promises
 * settled by the commit that published it have been delivered (microtasks) before the turn begins.
 */
export class TurnQueue {
  private tasks = new Set<() => void>();

  /** @param later schedules one call of its argument for a new turn; a test may keep the reins */
  constructor(private readonly later: (run: () => void) => void = (run) => setImmediate(run)) {}

  /** Same function, same turn: once. */
  add(task: () => void): void {
    if (this.tasks.size === 0) this.later(() => this.run());
    this.tasks.add(task);
  }

  private run(): void {
    const tasks = this.tasks;
    this.tasks = new Set();
    for (const task of tasks) task();
  }
}
