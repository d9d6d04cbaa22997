import { parseCronExpression } from "./cronsExpression";

/** A schedule as the official library exports it (contract §5.9). All times are UTC. */
export type CronSchedule =
  | { readonly type: "interval"; readonly seconds?: number; readonly minutes?: number; readonly hours?: number }
  | { readonly type: "hourly"; readonly minuteUTC?: number }
  | { readonly type: "daily"; readonly hourUTC: number; readonly minuteUTC?: number }
  | { readonly type: "weekly"; readonly dayOfWeek: string; readonly hourUTC: number; readonly minuteUTC?: number }
  | { readonly type: "monthly"; readonly day: number; readonly hourUTC: number; readonly minuteUTC?: number }
  | { readonly type: "cron"; readonly cron: string };

export interface CronTiming {
  /** When a job that is new runs first. */
  readonly first: (nowMs: number) => number;
  /** When it runs after the occurrence at `previousMs`: the first that is not missed already, so never before `nowMs`. */
  readonly next: (previousMs: number, nowMs: number) => number;
}

/** @throws Error saying what cannot be understood */
export function timingOf(schedule: CronSchedule): CronTiming {
  if (schedule.type === "interval") return intervalTiming(intervalMs(schedule));
  const { nextAfter } = parseCronExpression(asExpression(schedule));
  return { first: nextAfter, next: (previousMs, nowMs) => nextAfter(Math.max(previousMs, nowMs)) };
}

/** Keeps its rhythm: however late a run was, the next is a whole number of intervals after it. */
function intervalTiming(everyMs: number): CronTiming {
  return {
    first: (nowMs) => nowMs,
    next: (previousMs, nowMs) => {
      const missed = Math.max(Math.floor((nowMs - previousMs) / everyMs), 0);
      return previousMs + (missed + 1) * everyMs;
    },
  };
}

function intervalMs({
  seconds = 0,
  minutes = 0,
  hours = 0,
}: {
  readonly seconds?: number;
  readonly minutes?: number;
  readonly hours?: number;
}): number {
  const everyMs = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  if (!(everyMs > 0) || !Number.isFinite(everyMs)) throw new Error("An interval must be longer than nothing.");
  return everyMs;
}

/** An omitted minute means some minute of the hour; ours is 0. Months without the day are passed over. */
function asExpression(schedule: Exclude<CronSchedule, { readonly type: "interval" }>): string {
  switch (schedule.type) {
    case "cron":
      return schedule.cron;
    case "hourly":
      return `${schedule.minuteUTC ?? 0} * * * *`;
    case "daily":
      return `${schedule.minuteUTC ?? 0} ${schedule.hourUTC} * * *`;
    case "weekly":
      return `${schedule.minuteUTC ?? 0} ${schedule.hourUTC} * * ${schedule.dayOfWeek.slice(0, 3)}`;
    case "monthly":
      return `${schedule.minuteUTC ?? 0} ${schedule.hourUTC} ${schedule.day} * *`;
    default:
      throw new Error(`There is no schedule like ${JSON.stringify(schedule satisfies never)}.`);
  }
}
