import { addDays, dayBounds, saoPauloDate } from "./calendar";
import type { ErpPause } from "./bling";

/**
 * How fast, and after what, the ERP is asked again. It takes three requests a second of a company, and blocks everybody
 * of an address for ten minutes after 300 errors or 600 requests in ten seconds.
 *
 * Source: contracts/bling.md §3.
 */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Between two requests of one company: two a second leave one for a person who looks at the settings. */
export const REQUEST_EVERY_MS = 510;
/** Companies that are served at once: 20 × 2 × 10 s stay below 600. */
export const TURNS_AT_ONCE = 20;
/** Whoever has a turn and says nothing for so long is taken for dead. Longer than any request waits for its answer. */
export const TURN_MS = 3 * MINUTE_MS;
/** A request whose permission is older than this is not sent any more: the machine may have slept meanwhile. */
export const CLAIM_MS = 15 * SECOND_MS;
/** Tokens asked for by all companies together in a minute: 20 block the address for an hour. */
export const TOKENS_PER_MINUTE = 10;
/** What was given without an answer is asked for after this: it may still be on its way. */
export const ASK_AFTER_MS = 60 * SECOND_MS;
/** Products asked for by one request. */
export const CODES_AT_ONCE = 50;
/** Products made in one turn; the next turn finds those and goes on. */
export const PRODUCTS_PER_TURN = 60;

const RETRY_AFTER_MINUTES = [1, 2, 5, 10, 20, 30, 60, 60, 120, 120, 240, 240];

/** Until an order is tried again that the ERP did not answer; null when it has been tried often enough. */
export function retryAfter(attempts: number): number | null {
  const minutes = RETRY_AFTER_MINUTES[attempts - 1];
  return minutes === undefined ? null : minutes * MINUTE_MS;
}

/** Between the end of a turn and the next of the same company: longer with each failure in a row, so that errors stay rare. */
export function restAfterTurn(failuresInRow: number): number {
  return Math.max(REQUEST_EVERY_MS, Math.min(failuresInRow, 12) * 5 * SECOND_MS);
}

/** When it is gone on with after a pause; null when somebody has to do something first. */
export function pausedUntil(
  pause: ErpPause,
  { now, times }: { readonly now: number; readonly times: number },
): number | null {
  switch (pause) {
    case "disconnected":
    case "no_permission":
      return null;
    case "busy":
      return now + Math.min(times, 12) * 5 * SECOND_MS;
    case "blocked":
      return now + 11 * MINUTE_MS;
    case "unavailable":
      return now + Math.min(2 ** Math.max(0, times - 1), 30) * MINUTE_MS;
    case "day_limit":
      return dayBounds(addDays(saoPauloDate(now), 1)).startMs + 5 * MINUTE_MS;
    default:
      return pause satisfies never;
  }
}
