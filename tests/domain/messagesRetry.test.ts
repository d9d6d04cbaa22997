import { describe, expect, test } from "vitest";
import {
  decideRetry,
  failuresInRow,
  MAX_ATTEMPTS,
  nextProbeAt,
  pauseAfter,
  SEND_FAILURES,
  type FailedAttempt,
  type SendFailure,
} from "../../domain/messagesRetry";

const attempt = (failure: SendFailure, change: Partial<FailedAttempt> = {}): FailedAttempt => ({
  ...{ failure, attempts: 1, expiresAt: null, now: 1_000_000, random: 0, answer: null, honoursKeys: false },
  ...change,
});
const IN_DOUBT: SendFailure[] = ["lost", "server_error", "instance_down", "nonsense"];

describe("after a failure", () => {
  test.each<[SendFailure, object]>([
    ["not_reached", { kind: "retry", at: 1_005_000, pausesQueue: true }],
    ["lost", { kind: "ask", at: 1_030_000 }],
    ["server_error", { kind: "ask", at: 1_030_000 }],
    ["instance_down", { kind: "ask", at: 1_030_000 }],
    ["nonsense", { kind: "ask", at: 1_030_000 }],
    ["rate_limited", { kind: "retry", at: 1_005_000, pausesQueue: true }],
    ["unauthorized", { kind: "retry", at: 1_005_000, pausesQueue: true }],
    ["unknown_route", { kind: "retry", at: 1_005_000, pausesQueue: true }],
    ["no_such_number", { kind: "end", state: "failed", pausesQueue: false }],
    ["refused", { kind: "end", state: "failed", pausesQueue: false }],
  ])("%s: %j", (failure, decision) => {
    expect(decideRetry(attempt(failure))).toEqual(decision);
  });

  test("every kind of failure has its row above", () => {
    expect(SEND_FAILURES).toHaveLength(10);
  });
});

describe("what may have left is never sent again without asking", () => {
  const everyWay = IN_DOUBT.flatMap((failure) => [1, 2, MAX_ATTEMPTS, 99].map((attempts) => ({ failure, attempts })));
  test.each(everyWay)("$failure, attempt $attempts", ({ failure, attempts }) => {
    expect(decideRetry(attempt(failure, { attempts }))).toEqual({ kind: "ask", at: 1_030_000 });
    expect(decideRetry(attempt(failure, { attempts, answer: "sent" }))).toEqual({ kind: "sent" });
    const unsaid = decideRetry(attempt(failure, { attempts, answer: "cannot_say" }));
    expect(unsaid).toMatchObject({ kind: "end", state: "in_doubt" });
  });

  test.each(IN_DOUBT)("%s: again when the gateway says that it did not leave", (failure) => {
    expect(decideRetry(attempt(failure, { answer: "not_sent" }))).toMatchObject({ kind: "retry", at: 1_005_000 });
  });

  test.each(IN_DOUBT)("%s: again when the gateway sends one key once", (failure) => {
    expect(decideRetry(attempt(failure, { honoursKeys: true }))).toMatchObject({ kind: "retry" });
  });

  test("even then a last try without an answer leaves it in doubt", () => {
    const last = attempt("lost", { honoursKeys: true, attempts: MAX_ATTEMPTS });
    expect(decideRetry(last)).toMatchObject({ kind: "end", state: "in_doubt" });
  });
});

describe("backoff", () => {
  test.each([
    [1, 5_000],
    [2, 20_000],
    [3, 60_000],
    [4, 180_000],
  ])("after attempt %i: %i ms, spread by up to a quarter", (attempts, ms) => {
    const retryAt = (random: number) => decideRetry(attempt("lost", { answer: "not_sent", attempts, random }));
    expect(retryAt(0)).toMatchObject({ at: 1_000_000 + ms });
    expect(retryAt(1)).toMatchObject({ at: 1_000_000 + ms * 1.25 });
  });

  test("after the last attempt it has failed", () => {
    const decision = decideRetry(attempt("lost", { answer: "not_sent", attempts: MAX_ATTEMPTS }));
    expect(decision).toEqual({ kind: "end", state: "failed", pausesQueue: false });
  });

  test("a gateway that is away spoils no message, however often it was looked for", () => {
    expect(decideRetry(attempt("not_reached", { attempts: 500 }))).toMatchObject({ kind: "retry", at: 1_180_000 });
  });

  test("a try that would come too late is none", () => {
    const decision = (expiresAt: number) => decideRetry(attempt("not_reached", { expiresAt }));
    expect(decision(1_005_000)).toEqual({ kind: "end", state: "expired", pausesQueue: true });
    expect(decision(1_005_001)).toMatchObject({ kind: "retry" });
  });
});

describe("pausing", () => {
  test.each<[SendFailure, number, string | null]>([
    ["not_reached", 1, "instance_down"],
    ["instance_down", 1, "instance_down"],
    ["unauthorized", 1, "unauthorized"],
    ["unknown_route", 1, "unknown_route"],
    ["rate_limited", 1, "failures_rise"],
    ["lost", 2, null],
    ["lost", 3, "failures_rise"],
    ["server_error", 3, "failures_rise"],
    ["nonsense", 3, "failures_rise"],
    ["refused", 3, "failures_rise"],
    ["no_such_number", 9, null],
  ])("%s, %i in a row: %s", (failure, inRow, reason) => {
    expect(pauseAfter(failure, inRow)).toBe(reason);
  });

  test("failures are counted in a row; a number without WhatsApp says nothing", () => {
    expect([failuresInRow(2, "lost"), failuresInRow(2, "no_such_number"), failuresInRow(2, "sent")]).toEqual([3, 2, 0]);
  });

  test("it is looked for less and less often, and at least once a minute", () => {
    expect([0, 1, 2, 3, 50].map((probes) => nextProbeAt(0, probes))).toEqual([10_000, 20_000, 40_000, 60_000, 60_000]);
  });
});
