import { afterEach, beforeEach, vi } from "vitest";
import { setUpSigning } from "./signingKeys";

/** The afternoon of the live that a till (`till.ts`) is open on. */
export const TILL_OPENS_AT = Date.parse("2026-11-20T15:00:00-03:00");

/** Each test of the file begins at `TILL_OPENS_AT`: time goes on by itself, jobs wait until they are asked for. */
export function keepTillHours(): void {
  beforeEach(async () => {
    await setUpSigning();
    vi.useFakeTimers({ toFake: ["setTimeout", "Date"], now: TILL_OPENS_AT, shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.clearAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
