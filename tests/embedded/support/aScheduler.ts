import type { Runtime, RuntimeOptions } from "../../../embedded/executor/runtime";
import { TestClock } from "./aClock";
import { aRuntime, speak } from "./aRuntime";

export const NOON = Date.UTC(2030, 0, 15, 12);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = 365 * DAY;

export interface Job {
  _id: string;
  name: string;
  args: unknown[];
  scheduledTime: number;
  completedTime?: number;
  state: { kind: string; error?: string };
}

/** A backend whose time stands still at noon. */
export async function aScheduler(options: Partial<RuntimeOptions> = {}) {
  const clock = (options.clock as TestClock | undefined) ?? new TestClock(NOON);
  const runtime = await aRuntime("scheduling", { clock, writesInThisThread: true, ...options });
  const say = speak(runtime);
  const jobs = async (): Promise<Job[]> => (await say.query("jobs:list")) as unknown as Job[];
  const job = async (id: unknown): Promise<Job> => (await say.query("jobs:find", { id })) as unknown as Job;
  const notes = async (): Promise<string[]> => (await say.query("jobs:notes")) as string[];
  return {
    clock,
    runtime,
    ...say,
    jobs,
    job,
    notes,
    /** Waits until every job has come to its end. */
    allEnded: () =>
      until(runtime, async () => (await jobs()).every(({ state }) => !/pending|inProgress/.test(state.kind))),
    until: (condition: () => Promise<boolean>) => until(runtime, condition),
  };
}

/** Resolves with the commit that comes next. */
export function nextCommit(runtime: Runtime): Promise<void> {
  return new Promise((resolve) => {
    const stop = runtime.onCommit(() => {
      stop();
      resolve();
    });
  });
}

/** Looks after every commit until it is so. */
async function until(runtime: Runtime, condition: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const committed = nextCommit(runtime);
    if (await condition()) return;
    await committed;
  }
}

/** Something to wait for. */
export function aSignal(): { given: Promise<void>; give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

export const states = (jobs: readonly Job[]): string[] => jobs.map(({ state }) => state.kind);
