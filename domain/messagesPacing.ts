import { dayBounds, addDays, formatTime, saoPauloDate } from "./calendar";

/** How fast messages go out, and when none do: who writes too much or at night is blocked, by people and by WhatsApp. */

export const GATEWAY_KINDS = ["specified", "evolution"] as const;
/** `specified`: the gateway of the specification; `evolution`: Evolution API. */
export type GatewayKind = (typeof GATEWAY_KINDS)[number];

/** `order`: somebody expects it; `confirmation`: a payment's; `broadcast`: nobody has asked for it. */
export type MessageKind = "order" | "confirmation" | "broadcast";

/** A span that is drawn from, so that a telephone does not tick like a clock. */
export interface Span {
  readonly leastMs: number;
  readonly mostMs: number;
}

export interface Pace {
  /** Between one message and the next. */
  readonly interval: Span;
  /** After how many the longer wait comes; null for never. */
  readonly batchSize: number | null;
  readonly batchDelay: Span;
}

const exactly = (ms: number): Span => ({ leastMs: ms, mostMs: ms });
const seconds = (least: number, most: number): Span => ({ leastMs: least * 1_000, mostMs: most * 1_000 });

/** Source: specification §9 for the specified gateway; contracts/whatsapp.md Part 3 for Evolution API. */
export const PACES: Readonly<Record<GatewayKind, Readonly<Record<MessageKind, Pace>>>> = {
  specified: {
    order: { interval: exactly(2_000), batchSize: 5, batchDelay: exactly(3_000) },
    confirmation: { interval: exactly(2_000), batchSize: 1, batchDelay: exactly(1_000) },
    broadcast: { interval: exactly(3_000), batchSize: 3, batchDelay: exactly(5_000) },
  },
  evolution: {
    order: { interval: seconds(3, 8), batchSize: null, batchDelay: exactly(0) },
    confirmation: { interval: seconds(3, 8), batchSize: null, batchDelay: exactly(0) },
    broadcast: { interval: seconds(20, 45), batchSize: 20, batchDelay: seconds(300, 600) },
  },
};

/** What a company would rather have; null leaves it as it is. */
export interface WantedPace {
  readonly intervalMs: number | null;
  readonly batchSize: number | null;
  readonly batchDelayMs: number | null;
}

/** A company may be slower than its gateway's pace, never faster. */
export function paceOf(gateway: GatewayKind, kind: MessageKind, wanted: WantedPace | null = null): Pace {
  const floor = PACES[gateway][kind];
  if (wanted === null) return floor;
  const smallest = Math.min(floor.batchSize ?? Infinity, Math.max(1, Math.floor(wanted.batchSize ?? Infinity)));
  return {
    interval: noFaster(floor.interval, wanted.intervalMs),
    batchSize: Number.isFinite(smallest) ? smallest : null,
    batchDelay: noFaster(floor.batchDelay, wanted.batchDelayMs),
  };
}

function noFaster(floor: Span, wantedMs: number | null): Span {
  if (wantedMs === null || wantedMs <= floor.leastMs) return floor;
  return { leastMs: wantedMs, mostMs: Math.max(wantedMs, floor.mostMs) };
}

/**
 * How long to wait after a message. A full batch is followed by its delay, or by the interval where that is longer: the
 * specification's confirmation has a batch of one with a delay below its interval.
 *
 * @param sentInRow how many went out one after the other, this one among them; at least 1
 * @param random a number from 0 to below 1
 */
export function waitAfter(pace: Pace, sentInRow: number, random: number): number {
  const wait = drawn(pace.interval, random);
  const isBatchOver = pace.batchSize !== null && sentInRow % pace.batchSize === 0;
  return isBatchOver ? Math.max(wait, drawn(pace.batchDelay, random)) : wait;
}

function drawn({ leastMs, mostMs }: Span, random: number): number {
  return Math.round(leastMs + random * (mostMs - leastMs));
}

/** From 21:00 to 08:00 nobody gets a broadcast. Source: contracts/whatsapp.md Part 3. */
const QUIET_FROM = "21:00:00";
const QUIET_UNTIL = "08:00:00";
const QUIET_UNTIL_MS = 8 * 60 * 60 * 1_000;
const QUIET_FROM_MS = 21 * 60 * 60 * 1_000;

/** Whether São Paulo is asleep. */
export function isQuiet(epochMs: number): boolean {
  const time = formatTime(epochMs);
  return time >= QUIET_FROM || time < QUIET_UNTIL;
}

/** The first instant from here on at which a broadcast may go out. */
export function endOfQuiet(epochMs: number): number {
  if (!isQuiet(epochMs)) return epochMs;
  const today = saoPauloDate(epochMs);
  return morningOf(formatTime(epochMs) < QUIET_UNTIL ? today : addDays(today, 1));
}

/** Counted back from the day's end, so that a day on which clocks change at midnight begins as late as any other. */
function morningOf(date: string): number {
  return dayBounds(date).endMs - (24 * 60 * 60 * 1_000 - QUIET_UNTIL_MS);
}

const NEW_NUMBER_MS = 7 * 24 * 60 * 60 * 1_000;

interface Ceiling {
  readonly usual: number;
  /** In the first week of a number. */
  readonly fresh: number;
}

/** Broadcast messages in a day. Source: contracts/whatsapp.md Part 3 for Evolution API; inferred for the other. */
const CEILINGS: Readonly<Record<GatewayKind, Ceiling>> = {
  specified: { usual: 1_000, fresh: 1_000 },
  evolution: { usual: 200, fresh: 50 },
};

/**
 * How many broadcast messages may go out in one calendar day of São Paulo.
 *
 * @param numberSince when the number was first seen online; null where nobody knows, which counts as new
 * @param wanted what the company has set; it only lowers
 */
export function dailyCeiling(
  gateway: GatewayKind,
  {
    numberSince,
    wanted,
    now,
  }: { readonly numberSince: number | null; readonly wanted: number | null; readonly now: number },
): number {
  const { usual, fresh } = CEILINGS[gateway];
  const isFresh = numberSince === null || now - numberSince < NEW_NUMBER_MS;
  const most = isFresh ? fresh : usual;
  return wanted === null ? most : Math.min(most, Math.max(1, Math.floor(wanted)));
}

export interface BroadcastDay {
  readonly sentToday: number;
  readonly ceiling: number;
}

/** When the next message of a broadcast may go out: now, after the night, or tomorrow when today's are used up. */
export function nextBroadcastAt(now: number, { sentToday, ceiling }: BroadcastDay): number {
  const at = endOfQuiet(now);
  // After the night it is another day, with its own count.
  if (sentToday < ceiling || saoPauloDate(at) !== saoPauloDate(now)) return at;
  return morningOf(addDays(saoPauloDate(now), 1));
}

/**
 * About when the last of so many goes out, at the middle of every wait, nights and used-up days among them.
 *
 * @param count at least 1
 */
export function estimateEnd(count: number, from: number, pace: Pace, day: BroadcastDay): number {
  let at = nextBroadcastAt(from, day);
  let room = saoPauloDate(at) === saoPauloDate(from) ? day.ceiling - day.sentToday : day.ceiling;
  for (let done = 0; ; room = day.ceiling) {
    const { sent, lastAt } = estimateDay(at, { most: Math.min(count - done, room), done }, pace);
    done += sent;
    if (done >= count) return lastAt;
    at = morningOf(addDays(saoPauloDate(at), 1));
  }
}

/** How many of `most` go out until the night, the first of them at `at`, and when the last. */
function estimateDay(at: number, { most, done }: { readonly most: number; readonly done: number }, pace: Pace) {
  const night = morningOf(saoPauloDate(at)) + QUIET_FROM_MS - QUIET_UNTIL_MS;
  let lastAt = at;
  for (let sent = 1; ; sent += 1) {
    const nextAt = lastAt + waitAfter(pace, done + sent, HALF);
    if (sent >= most || nextAt >= night) return { sent, lastAt };
    lastAt = nextAt;
  }
}

const HALF = 0.5;
