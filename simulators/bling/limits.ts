import type { Clock } from "../server/clock";
import type { Answer } from "../server/exchange";
import { blocked, tooMany } from "./errors";

const PER_SECOND = 3;
const PER_DAY = 120_000;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const TEN_SECONDS_MS = 10_000;
const MOST_IN_TEN_SECONDS = 600;
const MOST_ERRORS_IN_TEN_SECONDS = 300;
const BLOCK_MS = 600_000;
const TOKEN_CALLS = 20;
const TOKEN_WINDOW_MS = 60_000;
const TOKEN_BLOCK_MS = 3_600_000;

/** How often may be asked, and what happens to who asks more. Everybody here comes from one address. Source: contracts/bling.md §2, §3. */
export class Limits {
  #calls: number[] = [];
  #errors: number[] = [];
  #tokenCalls: number[] = [];
  #accepted = new Map<string, number[]>();
  #blockedUntil = 0;
  #tokenBlockedUntil = 0;

  constructor(private readonly clock: Clock) {}

  /** Of every call of the API. @returns the refusal, if it is one too many */
  refusal(account: string): Answer | null {
    const now = this.clock.now();
    if (now < this.#blockedUntil) return blocked(BLOCK_MS / 60_000);
    this.#calls = [...since(this.#calls, now - TEN_SECONDS_MS), now];
    if (this.#calls.length > MOST_IN_TEN_SECONDS) return this.#block(now);
    const today = since(this.#accepted.get(account) ?? [], now - DAY_MS);
    if (today.length >= PER_DAY) return tooMany("day", PER_DAY);
    if (since(today, now - SECOND_MS).length >= PER_SECOND) return tooMany("second", PER_SECOND);
    this.#accepted.set(account, [...today, now]);
    return null;
  }

  /** Too many errors are held against the address too. */
  note({ status }: Answer): void {
    if (status < 400) return;
    const now = this.clock.now();
    this.#errors = [...since(this.#errors, now - TEN_SECONDS_MS), now];
    if (this.#errors.length > MOST_ERRORS_IN_TEN_SECONDS) this.#block(now);
  }

  tokenRefusal(): Answer | null {
    const now = this.clock.now();
    if (now < this.#tokenBlockedUntil) return blocked(TOKEN_BLOCK_MS / 60_000);
    this.#tokenCalls = [...since(this.#tokenCalls, now - TOKEN_WINDOW_MS), now];
    if (this.#tokenCalls.length <= TOKEN_CALLS) return null;
    this.#tokenBlockedUntil = now + TOKEN_BLOCK_MS;
    return blocked(TOKEN_BLOCK_MS / 60_000);
  }

  #block(now: number): Answer {
    this.#blockedUntil = now + BLOCK_MS;
    return blocked(BLOCK_MS / 60_000);
  }
}

const since = (times: readonly number[], from: number): number[] => times.filter((at) => at > from);
