import { isExpired } from "./messages";

/** What is done with a message that did not go through: a customer who reads it twice is worse than one who reads it late. */

/**
 * `not_reached`: the gateway was asked before how it is, and nothing was given to it. `lost`: no answer came.
 * `server_error`: 5xx and the like. `instance_down`: it says that no telephone is connected. `nonsense`: a success that
 * says nothing we know. `no_such_number`: the customer has no WhatsApp. `unknown_route`: the gateway has no such address or
 * instance. `refused`: any other clear no.
 */
export const SEND_FAILURES = [
  "not_reached",
  "lost",
  "server_error",
  "instance_down",
  "nonsense",
  "rate_limited",
  "unauthorized",
  "no_such_number",
  "unknown_route",
  "refused",
] as const;
export type SendFailure = (typeof SEND_FAILURES)[number];

/** What the gateway says when it is asked whether a message left. */
export const SENT_ANSWERS = ["sent", "not_sent", "cannot_say"] as const;
export type SentAnswer = (typeof SENT_ANSWERS)[number];

/** A gateway that was too slow to answer may still be about to send: it is asked when it surely has or has not. Inferred. */
export const ASK_AFTER_MS = 30_000;

interface Rule {
  /** It may have left, so that only the gateway knows whether it may be tried again. */
  readonly isInDoubt: boolean;
  /** Whether another try could end better. */
  readonly isPassing: boolean;
  /** `queue`: nobody else's would go through either. */
  readonly concerns: "message" | "queue";
}

const inDoubt = (concerns: Rule["concerns"]): Rule => ({ isInDoubt: true, isPassing: true, concerns });
const passing = (concerns: Rule["concerns"]): Rule => ({ isInDoubt: false, isPassing: true, concerns });
const final = (concerns: Rule["concerns"]): Rule => ({ isInDoubt: false, isPassing: false, concerns });

/** Source: contracts/whatsapp.md Part 1 "Danger"; product.md "Messages". */
export const FAILURE_RULES: Readonly<Record<SendFailure, Rule>> = {
  not_reached: passing("queue"),
  lost: inDoubt("message"),
  server_error: inDoubt("message"),
  // It is said with a 5xx, and a telephone may lose its connection in the middle of sending.
  instance_down: inDoubt("queue"),
  nonsense: inDoubt("message"),
  rate_limited: passing("queue"),
  unauthorized: passing("queue"),
  no_such_number: final("message"),
  unknown_route: passing("queue"),
  refused: final("message"),
};

/** At the least, before each further try. Inferred: short enough for a live, long enough for a restart. */
const BACKOFF_MS = [5_000, 20_000, 60_000, 180_000];
export const MAX_ATTEMPTS = BACKOFF_MS.length + 1;

export interface FailedAttempt {
  readonly failure: SendFailure;
  /** How many times it was given to the gateway, this one among them; `not_reached` counts none. */
  readonly attempts: number;
  readonly expiresAt: number | null;
  readonly now: number;
  /** A number from 0 to below 1: tries of many are spread. */
  readonly random: number;
  /** Null while it has not been asked. */
  readonly answer: SentAnswer | null;
  /** The gateway is known to send one key once: then a repetition is a question. */
  readonly honoursKeys: boolean;
}

/** `ask`: first whether it left. `in_doubt`: a person must say; it is not sent again by itself. */
export type RetryDecision =
  | { readonly kind: "sent" }
  | { readonly kind: "ask"; readonly at: number }
  | { readonly kind: "retry"; readonly at: number; readonly pausesQueue: boolean }
  | { readonly kind: "end"; readonly state: "failed" | "expired" | "in_doubt"; readonly pausesQueue: boolean };

/** What happens to a message after a failure. */
export function decideRetry(attempt: FailedAttempt): RetryDecision {
  const { isInDoubt, isPassing, concerns } = FAILURE_RULES[attempt.failure];
  const pausesQueue = concerns === "queue";
  if (isInDoubt && !attempt.honoursKeys) {
    if (attempt.answer === null) return { kind: "ask", at: attempt.now + ASK_AFTER_MS };
    if (attempt.answer === "sent") return { kind: "sent" };
    if (attempt.answer === "cannot_say") return { kind: "end", state: "in_doubt", pausesQueue };
  }
  if (!isPassing) return { kind: "end", state: "failed", pausesQueue };
  // A gateway that is not there spoils no message: it waits until it expires.
  if (!pausesQueue && attempt.attempts >= MAX_ATTEMPTS) return spent(attempt, isInDoubt);
  const at = attempt.now + backoff(attempt.attempts, attempt.random);
  if (isExpired(attempt.expiresAt, at)) return { kind: "end", state: "expired", pausesQueue };
  return { kind: "retry", at, pausesQueue };
}

/** With a key it was never found out whether one of the tries got through. */
function spent({ answer }: FailedAttempt, isInDoubt: boolean): RetryDecision {
  const isKnown = !isInDoubt || answer === "not_sent";
  return { kind: "end", state: isKnown ? "failed" : "in_doubt", pausesQueue: false };
}

/** Up to a quarter more than the least. */
const SPREAD = 0.25;

function backoff(attempts: number, random: number): number {
  const step = Math.min(Math.max(attempts, 1), BACKOFF_MS.length) - 1;
  return Math.round(BACKOFF_MS[step]! * (1 + SPREAD * random));
}

/** After so many failures one after the other something is wrong with more than the messages. Source: contracts/whatsapp.md Part 3. */
export const MOST_FAILURES_IN_ROW = 3;

/** How many failures in a row there are after this one. A number without WhatsApp says nothing about the gateway. */
export function failuresInRow(before: number, outcome: SendFailure | "sent"): number {
  if (outcome === "sent") return 0;
  return outcome === "no_such_number" ? before : before + 1;
}

export const PAUSE_REASONS = ["instance_down", "failures_rise", "unauthorized", "unknown_route"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const PAUSE_LABELS: Readonly<Record<PauseReason, string>> = {
  instance_down: "O WhatsApp da loja está desconectado. As mensagens esperam.",
  failures_rise: "Várias mensagens falharam em seguida. O envio está em pausa.",
  unauthorized: "O servidor WhatsApp recusou as credenciais. Confira a integração.",
  unknown_route: "O servidor WhatsApp não conhece este endereço ou esta instância. Confira a integração.",
};

/** Whether sending is to pause after a failure, and why; null when it goes on. */
export function pauseAfter(failure: SendFailure, inRow: number): PauseReason | null {
  switch (failure) {
    case "unauthorized":
    case "unknown_route":
      return failure;
    case "not_reached":
    case "instance_down":
      return "instance_down";
    case "rate_limited":
      return "failures_rise";
    case "lost":
    case "server_error":
    case "nonsense":
    case "refused":
      return inRow >= MOST_FAILURES_IN_ROW ? "failures_rise" : null;
    case "no_such_number":
      return null;
  }
}

/** When a paused queue looks again whether the gateway is back, by how often it has looked in vain. */
const PROBE_MS = [10_000, 20_000, 40_000, 60_000];

export function nextProbeAt(now: number, probes: number): number {
  return now + PROBE_MS[Math.min(probes, PROBE_MS.length - 1)]!;
}
