import { dayBounds } from "../../domain/calendar";
import type { Random } from "../lib/seededRandom";

/** When the demonstration's sales and payments happened. Plain arithmetic: the clock is given as `now`. */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const LIVE_BEGINS_MS = 20 * HOUR_MS;
const LIVE_LASTS_MS = 2 * HOUR_MS;
const LINES_APART_MS = { min: 5 * SECOND_MS, max: MINUTE_MS };
const PAYMENT_AFTER_MS = { min: 3 * MINUTE_MS, max: 24 * HOUR_MS };

/** From its beginning (inclusive) to its end (exclusive), epoch milliseconds. */
export interface LiveSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * When the live of a date was: from 20:00 to 22:00 in São Paulo. What would lie after `now` is moved before it but not
 * into the day before: who starts at noon finds a live from ten to twelve, who starts just after midnight a short one.
 *
 * @param now epoch milliseconds, on that date or later
 */
export function liveSpan(date: string, now: number): LiveSpan {
  const midnight = dayBounds(date).startMs;
  const evening = midnight + LIVE_BEGINS_MS;
  const endMs = Math.min(now, evening + LIVE_LASTS_MS);
  return { startMs: Math.max(midnight, Math.min(evening, endMs - LIVE_LASTS_MS)), endMs };
}

/** Which of the orders of a live, counted from 0 in the order of their numbers, and of how many. */
export interface Turn {
  readonly at: number;
  readonly of: number;
}

/**
 * When each line of an order was launched, in ascending order. Every order has its turn within the live, so that the
 * orders of a live come in the order of their numbers; its lines follow each other within a minute. A live shorter than
 * two hours is the same evening told faster.
 */
export function launchInstants(random: Random, { startMs, endMs }: LiveSpan, turn: Turn, lines: number): number[] {
  const sinceFirst = [0];
  while (sinceFirst.length < lines) sinceFirst.push((sinceFirst.at(-1) ?? 0) + between(random, LINES_APART_MS));
  const turnMs = LIVE_LASTS_MS / turn.of;
  const slackMs = Math.max(0, turnMs - (sinceFirst.at(-1) ?? 0));
  const firstMs = turn.at * turnMs + random() * slackMs;
  const pace = (endMs - startMs) / LIVE_LASTS_MS;
  return sinceFirst.map((ms) => startMs + Math.floor((firstMs + ms) * pace));
}

/**
 * When an order was paid: minutes to a day after its last line, most within the first hours, and never after `now`.
 * One draw whatever `now` is, so that the numbers drawn afterwards do not depend on the time of day.
 */
export function paymentInstant(random: Random, lastLaunchAt: number, now: number): number {
  const share = random() ** 2;
  const wanted = PAYMENT_AFTER_MS.min + Math.floor(share * (PAYMENT_AFTER_MS.max - PAYMENT_AFTER_MS.min));
  const possible = now - lastLaunchAt;
  return lastLaunchAt + (wanted <= possible ? wanted : Math.floor(share * possible));
}

function between(random: Random, { min, max }: { readonly min: number; readonly max: number }): number {
  return min + Math.floor(random() * (max - min));
}
